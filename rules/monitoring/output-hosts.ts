import { CalledNodes, nodesAnsweringAt, USUAL_PORT } from '../../src/model/known-as.ts';
import { listed } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';
import { sendersOf } from '../../src/model/search-clients.ts';
import type { SearchNode } from '../../src/model/stack.ts';
import { votingRights } from '../../src/model/voters.ts';

export default defineRule({
  summary: 'Let shippers and pipelines send to several nodes of a cluster, and to no dedicated master.',
  why: 'While the only node that it knows is down, nothing of what it ships arrives; and what a dedicated master takes in keeps it from leading.',
  reference: 'https://www.elastic.co/docs/reference/beats/filebeat/elasticsearch-output',
  since: '0.1.0',
  sources: [
    {
      name: 'Logstash: Elasticsearch output plugin, hosts',
      url: 'https://www.elastic.co/docs/reference/logstash/plugins/plugins-outputs-elasticsearch',
    },
  ],
  severity: { development: 'off', production: 'warning', strict: 'error' },
  judges: 'declared',
  considers: ['searchAddresses', 'output', 'knownAs', 'roles', 'httpPort'],
  messages: {
    single: '{{host}} sends to {{node}} alone; expected some of the other nodes of cluster {{cluster}} as well.',
    master: '{{host}} sends to {{nodes}}, dedicated to lead cluster {{cluster}}; expected nodes with other roles.',
  },
  *stack(stack) {
    const clusters = new Map(stack.clusters.flatMap((cluster) => cluster.nodes.map((node) => [node, cluster])));
    const called = new CalledNodes([...clusters.keys()]);
    for (const { host, searchAddresses: addresses } of sendersOf(stack)) {
      const hosts = [host];
      // What no file says is no question until somebody sets it.
      if (addresses.state === 'unknown' && addresses.reason !== 'not-collected') yield { undecided: addresses, hosts };
      if (addresses.state !== 'known') continue;
      const meant = addresses.value.map((address) => nodesAnsweringAt(address, called, host, USUAL_PORT));
      const nodes = [...new Set(meant.flat())];
      for (const { roles } of nodes) if (roles.state === 'unknown') yield { undecided: roles, hosts };
      const leaders = nodes.filter((node) => votingRights(node).dedicated === true);
      const [leader] = leaders;
      if (leader !== undefined) {
        const cluster = leader.clusterLabel;
        const data = { nodes: listed(hostsOf(leaders)), cluster };
        const part = addresses.items?.[meant.findIndex((some) => some.includes(leader))];
        yield { at: addresses, part, message: 'master', data, hosts, clusters: [cluster] };
        continue;
      }
      const [only] = nodes;
      const targets = hostsOf(nodes);
      // An address that is none of a node may be in front of several. A shipper on a node may keep to that one.
      if (only === undefined || meant.some((some) => some.length === 0)) continue;
      if (targets.length > 1 || targets.includes(host)) continue;
      const { label: cluster, nodes: all = [], scattered } = clusters.get(only) ?? {};
      const others = all.filter((node) => node.host !== only.host && votingRights(node).dedicated === false);
      if (cluster === undefined || scattered === true || others.length === 0) continue;
      yield { at: addresses, message: 'single', data: { node: only.host, cluster }, hosts, clusters: [cluster] };
    }
  },
});

function hostsOf(nodes: readonly SearchNode[]): readonly string[] {
  return [...new Set(nodes.map(({ host }) => host))];
}
