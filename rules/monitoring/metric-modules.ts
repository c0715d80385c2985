import { reachOf } from '../../src/model/host-addresses.ts';
import { grouped } from '../../src/model/multimap.ts';
import { nearest } from '../../src/model/nearest.ts';
import { hostOf } from '../../src/model/network-address.ts';
import { listed } from '../../src/model/phrases.ts';
import { unsafe } from '../../src/model/fix.ts';
import { defineRule } from '../../src/model/rule.ts';
import type { Shipper } from '../../src/model/stack.ts';

export default defineRule({
  summary: 'Give the metric shipper of each host the module system, and that of each product that the host runs.',
  why: 'What no module asks for is not measured: the heap of a node, the queue of a pipeline, the disk of the machine.',
  reference: 'https://www.elastic.co/docs/reference/beats/metricbeat/metricbeat-modules',
  since: '0.1.0',
  severity: { development: 'off', production: 'warning', strict: 'warning' },
  fixes: 'unsafe',
  judges: 'declared',
  considers: ['modules', 'moduleHosts'],
  messages: {
    missing: 'The metric shipper of {{host}} lacks {{modules}}; expected it in {{variable}}.',
    unknown: 'The metric shipper of {{host}} has the module {{name}}, which there is not; expected {{meant}}.',
    idle: 'The metric shipper of {{host}} has the module {{name}}, but the host does not run what it watches.',
  },
  *stack({ shipping = [], shippers = [] }) {
    const metric = shippers.filter(({ program }) => program === 'metricbeat');
    const byHost = grouped(metric, ({ host }) => host);
    // One shipper may watch the products of all hosts.
    const elsewhere = metric.flatMap(watchedElsewhere);
    for (const { host, runs } of shipping) {
      for (const shipper of byHost.get(host) ?? []) {
        const { modules, knownModules } = shipper;
        const hosts = [host];
        if (modules.state === 'unknown') yield { undecided: modules, hosts };
        if (modules.state !== 'known' && modules.state !== 'unset') continue;
        const names = modules.state === 'known' ? modules.value : [];
        const own = new Set(names.map(productOf));
        const isWatched = (product: string): boolean =>
          own.has(product) || elsewhere.some((other) => other === 'any' || other === product);
        const missing = ['system', ...runs].filter(
          (product) => !(product === 'system' ? own.has(product) : isWatched(product)),
        );
        const misspelt = names.flatMap((name, index) => {
          const meant = Object.values(knownModules).includes(name)
            ? undefined
            : nearest(name, Object.keys(knownModules));
          return meant === undefined
            ? []
            : [{ name, meant, part: modules.state === 'known' ? modules.items?.[index] : undefined }];
        });
        for (const { name, meant, part } of misspelt)
          yield {
            at: modules,
            part,
            message: 'unknown',
            severity: 'error',
            data: { name, meant },
            hosts,
            fix: part && unsafe.write(part, meant),
          };
        const meant = new Set(misspelt.map((one) => productOf(knownModules[one.meant] ?? '')));
        const words = missing.filter((product) => !meant.has(product)).map((product) => wordFor(product, shipper));
        if (words.length > 0)
          yield {
            at: modules,
            message: 'missing',
            data: { modules: listed(words, words.length) },
            hosts,
            fix: unsafe.add(modules, words),
          };
        for (const product of PRODUCTS)
          if (
            own.has(product) &&
            !runs.includes(product) &&
            watchedElsewhere(shipper).length === 0 &&
            isOfRole(shipper)
          )
            yield { at: modules, message: 'idle', severity: 'info', data: { name: wordFor(product, shipper) }, hosts };
      }
    }
  },
});

/** The products that have modules of their own. */
const PRODUCTS = ['elasticsearch', 'kibana', 'logstash'];

/** The product that a module watches: `elasticsearch-xpack`. */
function productOf(module: string): string {
  return module.replace(/-xpack$/, '');
}

/** The word of its user for the module of a product. */
function wordFor(product: string, { knownModules }: Pick<Shipper, 'knownModules'>): string {
  return Object.keys(knownModules).find((word) => productOf(knownModules[word] ?? '') === product) ?? product;
}

/** Tells whether the words for modules are those of a role, which knows few of them. */
function isOfRole({ knownModules }: Pick<Shipper, 'knownModules'>): boolean {
  return Object.entries(knownModules).some(([word, module]) => word !== module);
}

/** The products on other hosts that a shipper watches; `any` where that is not known. */
function watchedElsewhere({ moduleHosts }: Pick<Shipper, 'moduleHosts'>): readonly string[] {
  if (moduleHosts.state === 'unknown') return ['any'];
  if (moduleHosts.state !== 'known') return [];
  return moduleHosts.value.flatMap((entry) => {
    const [product = '', address = ''] = entry.split(/=(.*)/s);
    return reachOf(hostOf(address)) === 'loopback' ? [] : [product];
  });
}
