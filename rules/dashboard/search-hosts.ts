import { addressesIn } from '../../src/model/host-addresses.ts';
import { CalledNodes, isOwnName } from '../../src/model/known-as.ts';
import { hostOf } from '../../src/model/network-address.ts';
import { listed } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';
import { clusterOf } from '../../src/model/stack.ts';
import type { SearchNode } from '../../src/model/stack.ts';
import { votingRights } from '../../src/model/voters.ts';

export default defineRule({
  summary: 'Let dashboards ask several nodes of their cluster, and no dedicated master.',
  why: 'While the only node is down, nobody sees anything, and requests that a dedicated master answers keep it from leading.',
  reference: 'https://www.elastic.co/docs/deploy-manage/production-guidance/kibana-load-balance-traffic',
  since: '0.1.0',
  severity: { development: 'off', production: 'warning', strict: 'error' },
  judges: 'declared',
  considers: ['searchAddresses', 'knownAs', 'roles'],
  messages: {
    one: '{{host}} asks {{node}} alone of the {{count}} nodes of cluster {{cluster}}; expected several in {{variable}}, or an address in front of them.',
    master:
      '{{host}} asks {{nodes}} of cluster {{cluster}}, dedicated to being master; expected other nodes in {{variable}}.',
  },
  *stack({ clusters, dashboards }) {
    for (const group of dashboards) {
      const cluster = clusterOf(clusters, group);
      if (cluster === undefined || cluster.nodes.length < 2) continue;
      const { label, nodes } = cluster;
      const called = new CalledNodes(nodes);
      for (const { host, searchAddresses: at } of group.instances) {
        // What no file says is no question until somebody sets it.
        if (at.state === 'unknown' && at.reason !== 'not-collected') yield { undecided: at, hosts: [host] };
        const names = [...new Set(addressesIn(at).map(hostOf))];
        const asked = names.flatMap((name) => called.at(name, host));
        const common = { at, hosts: [host], clusters: [label] };
        const masters = asked.filter((node) => votingRights(node).dedicated === true).map((node) => node.host);
        if (masters.length > 0) {
          const data = { nodes: listed([...new Set(masters)]), cluster: label };
          yield { ...common, message: 'master', data };
        }
        const [only] = names;
        const [node] = asked;
        // A dashboard beside each node, behind a load balancer, need not ask the others.
        if (names.length !== 1 || only === undefined || node === undefined || asked.length > 1) continue;
        if (isOwnName(only) && (group.instances.length > 1 || isCoordinating(node))) continue;
        yield { ...common, message: 'one', data: { node: node.host, count: nodes.length, cluster: label } };
      }
    }
  },
});

/** Tells whether a node only passes requests on to others: a dashboard beside it reaches them all. */
function isCoordinating({ roles }: SearchNode): boolean {
  return roles.state === 'known' && roles.value.length === 0;
}
