import { isAuditUnlicensed, keepsAuditFile } from '../../src/model/audit.ts';
import { CalledNodes, nodesAnsweringAt, USUAL_PORT } from '../../src/model/known-as.ts';
import { grouped } from '../../src/model/multimap.ts';
import { hostOf } from '../../src/model/network-address.ts';
import { listed } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';
import { isSearchPlugin } from '../../src/model/search-clients.ts';
import { keyOfPlace, placeOfOrigin } from '../../src/model/setting.ts';
import type { Setting, Unknown } from '../../src/model/setting.ts';
import { logReading, pathsOf } from '../../src/model/shipped-logs.ts';
import type { Cluster, Pipeline, SearchNode, Shipper, Stack } from '../../src/model/stack.ts';

/** The module that asks search nodes for metrics. */
const ASKED = 'elasticsearch';

/** The number of hosts that a report names. */
const NAMED = 4;

export default defineRule({
  summary: 'Send the audit log, the slow logs and the metrics of a cluster to another cluster.',
  why: 'Why a cluster is down cannot be read in it, and whoever took it over can delete there what tells of that.',
  reference: 'https://www.elastic.co/docs/deploy-manage/monitor/stack-monitoring',
  since: '0.1.0',
  severity: { development: 'off', production: 'warning', strict: 'error' },
  judges: 'declared',
  considers: [
    ...(['searchAddresses', 'pipelineAddresses', 'output', 'modules', 'moduleHosts', 'moduleLogs'] as const),
    ...(['knownAs', 'httpPort', 'clusterName', 'hostAddress'] as const),
    ...(['audit', 'auditSink', 'security', 'securityDisabled', 'otherSecurity'] as const),
  ],
  messages: {
    same: 'Shippers on {{nodes}} send {{what}} of cluster {{cluster}} to that cluster itself; expected another one.',
  },
  *stack(stack) {
    const { clusters, shippers = [] } = stack;
    const members = clusters.flatMap((cluster) => cluster.nodes.map((node) => ({ node, cluster })));
    const byHost = grouped(members, ({ node }) => node.host);
    const targets = new Targets(stack);
    const sent = shippers.flatMap((shipper) => {
      const [own, ...others] = byHost.get(shipper.host) ?? [];
      if (own === undefined || others.some(({ cluster }) => cluster !== own.cluster)) return [];
      return [{ shipper, ...own, target: targets.of(shipper) }];
    });
    for (const cluster of clusters) {
      const elsewhere = sent.filter((one) => one.cluster !== cluster);
      // What other clusters send to is where the practice has such data; it may as well keep its own.
      if (elsewhere.some(({ target }) => target.clusters.has(cluster))) continue;
      const own = sent.flatMap(({ shipper, node, target, ...one }) => {
        const isThere = target.isAll && target.clusters.size === 1 && target.clusters.has(cluster);
        if (one.cluster !== cluster || (target.open === undefined && !isThere)) return [];
        const what = dataOf(shipper, node, cluster, targets);
        return what.length > 0 ? [{ host: shipper.host, what, target }] : [];
      });
      for (const { host, target } of own)
        if (target.open !== undefined) yield { undecided: target.open, hosts: [host] };
      const wrong = own.filter(({ target }) => target.open === undefined);
      const [first] = wrong;
      if (first === undefined) continue;
      const maybe = elsewhere.find(({ target }) => target.open !== undefined);
      if (maybe?.target.open !== undefined) {
        yield { undecided: maybe.target.open, hosts: [maybe.shipper.host] };
        continue;
      }
      const at = first.target.addresses;
      const here = wrong.filter(({ target }) => placeOf(target.addresses) === placeOf(at));
      const hosts = [...new Set(here.map(({ host }) => host))];
      const what = [...new Set(here.flatMap((one) => one.what))].join(' and ');
      const data = { nodes: listed(hosts, NAMED), what, cluster: cluster.label };
      yield { at, message: 'same', data, hosts, clusters: [cluster.label] };
    }
  },
});

function placeOf({ origin }: Setting<unknown>): string {
  return keyOfPlace(placeOfOrigin(origin));
}

/** Where a shipper sends to. */
interface Target {
  /** The setting that says so. */
  readonly addresses: Setting<readonly string[]>;
  /** The clusters of the nodes that it names, or those of the pipelines that it sends to. */
  readonly clusters: ReadonlySet<Cluster>;
  /** True if pipelines write to nothing else. */
  readonly isAll: boolean;
  readonly open: Unknown | undefined;
}

class Targets {
  readonly #clusters: ReadonlyMap<SearchNode, Cluster>;
  readonly #called: CalledNodes<SearchNode>;
  readonly #pipelines: CalledNodes<Pick<SearchNode, 'host' | 'knownAs'> & { readonly pipeline: Pipeline }>;

  constructor({ clusters, pipelines }: Stack) {
    this.#clusters = new Map(clusters.flatMap((cluster) => cluster.nodes.map((node) => [node, cluster])));
    this.#called = new CalledNodes([...this.#clusters.keys()]);
    this.#pipelines = new CalledNodes(
      pipelines.map((pipeline) => {
        const { host, hostAddress: given } = pipeline;
        const value = given.state === 'known' ? [host, given.value] : [host];
        return { host, pipeline, knownAs: { state: 'known', variable: given.variable, origin: given.origin, value } };
      }),
    );
  }

  of({ host, output, searchAddresses, pipelineAddresses }: Shipper): Target {
    const kind = output.state === 'known' ? output.value : 'elasticsearch';
    if (kind === 'logstash') return this.#throughPipelines(host, pipelineAddresses);
    if (kind === 'elasticsearch') return this.#direct(host, searchAddresses);
    return { addresses: searchAddresses, clusters: new Set(), isAll: true, open: undefined };
  }

  /** The clusters of the nodes at addresses, as a host sees them. */
  clustersAt(addresses: readonly string[], host: string): ReadonlySet<Cluster> {
    const nodes = addresses.flatMap((address) => nodesAnsweringAt(address, this.#called, host, USUAL_PORT));
    const clusters = nodes.flatMap((node) => {
      const cluster = this.#clusters.get(node);
      // Nodes without a known name may be of several clusters.
      return cluster === undefined || (cluster.scattered && node.host !== host) ? [] : [cluster];
    });
    return new Set(clusters);
  }

  #direct(host: string, addresses: Setting<readonly string[]>): Target {
    const clusters = this.clustersAt(addresses.state === 'known' ? addresses.value : [], host);
    return { addresses, clusters, isAll: true, open: whyOpen(addresses) };
  }

  #throughPipelines(host: string, addresses: Setting<readonly string[]>): Target {
    const names = addresses.state === 'known' ? addresses.value : [];
    const meant = names.map((name) => this.#pipelines.at(hostOf(name), host));
    const pipelines = [...new Set(meant.flat())].flatMap(({ pipeline }) => pipeline.each);
    const outputs = pipelines.flatMap((pipeline) =>
      pipeline.outputs.known
        .filter(({ plugin }) => plugin !== 'stdout')
        .map((output) => ({ plugin: output.plugin, ...this.#direct(pipeline.host, output.searchAddresses) })),
    );
    const all = [...pipelines.map(({ outputs: { incomplete } }) => incomplete), ...outputs.map(({ open }) => open)];
    return {
      addresses,
      clusters: new Set(outputs.flatMap(({ clusters }) => [...clusters])),
      isAll:
        meant.every((some) => some.length > 0) &&
        outputs.every(({ plugin, clusters }) => isSearchPlugin(plugin) && clusters.size > 0),
      open: whyOpen(addresses) ?? all.find((why) => why !== undefined),
    };
  }
}

/** The reason why more may be sent to; what no file says is no question until somebody sets it. */
function whyOpen(addresses: Setting<unknown>): Unknown | undefined {
  return addresses.state === 'unknown' && addresses.reason !== 'not-collected' ? addresses : undefined;
}

/** The logs and metrics that a shipper surely takes from a node on its host, and that tell of its cluster. */
function dataOf(shipper: Shipper, node: SearchNode, cluster: Cluster, targets: Targets): readonly string[] {
  if (shipper.program === 'metricbeat')
    return targets.clustersAt(askedBy(shipper), shipper.host).has(cluster) ? ['the metrics'] : [];
  if (shipper.program !== 'filebeat') return [];
  const audit = logReading(shipper, node, 'audit');
  const slow = logReading(shipper, node, 'slowlog');
  const speaksOf = (words: RegExp, { inputs }: typeof audit): boolean =>
    inputs.some((input) => pathsOf(input).some((path) => words.test(path)));
  // A glob such as `/var/log/*.log` matches the name of a file, but not in its folder.
  const isAudited = keepsAuditFile(node) && !isAuditUnlicensed(cluster);
  return [
    ...(isAudited && (audit.byModule || speaksOf(/_audit|(?:elastic|open)search/i, audit)) ? ['the audit log'] : []),
    ...(slow.byModule || speaksOf(/slowlog/i, slow) ? ['the slow logs'] : []),
  ];
}

/** Whom a metric shipper surely asks for the metrics of a search cluster. */
function askedBy({ modules, moduleHosts }: Shipper): readonly string[] {
  const isOn = modules.state === 'known' && modules.value.some((name) => name.startsWith(ASKED));
  if (!isOn || moduleHosts.state === 'unknown') return [];
  // A role says no more than which modules there are: they ask the node on their own host.
  if (moduleHosts.state !== 'known') return ['localhost'];
  return moduleHosts.value.flatMap((entry) => (entry.startsWith(`${ASKED}=`) ? [entry.slice(ASKED.length + 1)] : []));
}
