import { isAbout } from '../../src/model/attestations.ts';
import { reachOf } from '../../src/model/host-addresses.ts';
import { grouped } from '../../src/model/multimap.ts';
import { listed } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';
import { keyOfPlace, placeOfOrigin } from '../../src/model/setting.ts';
import type { Dashboard } from '../../src/model/stack.ts';

/** The number of further places to set it, and of hosts with each, that a report shows. */
const SHOWN = 4;

export default defineRule({
  summary: 'Put a proxy with TLS before several dashboards, or before one at a public address.',
  why: 'Links that dashboards make lead to one instance, and a password that is sent without TLS is read on the way.',
  reference: 'https://www.elastic.co/docs/deploy-manage/production-guidance/kibana-load-balance-traffic',
  since: '0.1.0',
  severity: { development: 'off', production: 'info', strict: 'warning' },
  judges: 'declared',
  considers: ['publicUrl', 'listenHost'],
  messages: {
    unset:
      '{{variable}} is not set for {{instances}} of cluster {{cluster}}; expected the https address of the proxy that serves them.',
    plain: '{{variable}} of {{host}} is {{url}}; expected an address that begins with https.',
  },
  *stack({ dashboards, attestations }) {
    for (const { instances, scattered, clusterLabel: cluster } of dashboards) {
      if (attestations?.reverseProxies.some((proxy) => isAbout(proxy, cluster)) === true) continue;
      const served = instances.length > 1 && !scattered ? instances : instances.filter(isPublic);
      const unset: Dashboard[] = [];
      for (const instance of served) {
        const { host, publicUrl: at } = instance;
        if (at.state === 'unknown') yield { undecided: at, hosts: [host] };
        else if (at.state === 'unset') unset.push(instance);
        else if (at.state === 'known' && !/^https:/i.test(at.value))
          yield { at, message: 'plain', data: { url: at.value }, hosts: [host], clusters: [cluster] };
      }
      const [first, ...others] = grouped(unset, ({ publicUrl }) => keyOfPlace(publicUrl.origin)).values();
      if (first === undefined) continue;
      const related = others.slice(0, SHOWN).map((alike) => ({
        ...placeOfOrigin(alike[0].publicUrl.origin),
        message: `nor for ${namesOf(alike)}`,
      }));
      const [{ publicUrl: at }] = first;
      const hosts = first.map(({ host }) => host);
      const data = { instances: namesOf(first), cluster };
      yield { at, message: 'unset', data, hosts, related, clusters: [cluster] };
    }
  },
});

function namesOf(instances: readonly Dashboard[]): string {
  const names = instances.map(({ host }) => host);
  return listed(names, SHOWN);
}

function isPublic({ listenHost }: Dashboard): boolean {
  return listenHost.state === 'known' && reachOf(listenHost.value) === 'public';
}
