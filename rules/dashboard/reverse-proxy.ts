import { isAbout } from '../../src/model/attestations.ts';
import { reachOf } from '../../src/model/host-addresses.ts';
import { defineRule } from '../../src/model/rule.ts';
import { firstPlaceOf } from '../../src/model/several-places.ts';
import type { Dashboard } from '../../src/model/stack.ts';

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
    for (const { instances: all, scattered, clusterLabel: cluster } of dashboards) {
      if (attestations?.reverseProxies.some((proxy) => isAbout(proxy, cluster)) === true) continue;
      const served = all.length > 1 && !scattered ? all : all.filter(isPublic);
      const unset: { readonly host: string; readonly at: Dashboard['publicUrl'] }[] = [];
      for (const { host, publicUrl: at } of served) {
        if (at.state === 'unknown') yield { undecided: at, hosts: [host] };
        else if (at.state === 'unset') unset.push({ host, at });
        else if (at.state === 'known' && !/^https:/i.test(at.value))
          yield { at, message: 'plain', data: { url: at.value }, hosts: [host], clusters: [cluster] };
      }
      const place = firstPlaceOf(unset);
      if (place === undefined) continue;
      const { first, hosts, names: instances, related } = place;
      yield { at: first.at, message: 'unset', data: { instances, cluster }, hosts, related, clusters: [cluster] };
    }
  },
});

function isPublic({ listenHost }: Dashboard): boolean {
  return listenHost.state === 'known' && reachOf(listenHost.value) === 'public';
}
