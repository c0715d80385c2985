import { listed } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';
import { logFileOf, ShippedLogs } from '../../src/model/shipped-logs.ts';
import type { SearchNode } from '../../src/model/stack.ts';

export default defineRule({
  summary: 'Ship the slow logs of search nodes as well, where their other logs are shipped.',
  why: 'Which search was slow is in the log of the nodes that held its shards: nobody compares those by hand while users wait.',
  reference: 'https://www.elastic.co/docs/reference/elasticsearch/index-settings/slow-log',
  since: '0.1.0',
  sources: [
    {
      name: 'OpenSearch: shard slow logs',
      url: 'https://docs.opensearch.org/latest/monitoring-your-cluster/logs/',
    },
  ],
  severity: { development: 'off', production: 'info', strict: 'warning' },
  judges: 'declared',
  considers: ['clusterName', 'moduleLogs', 'modules'],
  messages: {
    missing: 'Nothing ships the slow logs of {{nodes}}; expected an input of their log shipper that reads {{file}}.',
  },
  *stack(stack) {
    const { clusters } = stack;
    const logs = new ShippedLogs(stack);
    if (!clusters.some(({ nodes }) => nodes.some((node) => logs.readsAnyOf(node)))) return;
    for (const { nodes, label, origin } of clusters) {
      const lacking: SearchNode[] = [];
      for (const node of nodes) {
        const { byModule, inputs, open } = logs.of(node, 'slowlog');
        if (byModule || inputs.length > 0) continue;
        if (open === undefined) lacking.push(node);
        else yield { undecided: open, hosts: [node.host] };
      }
      const [first] = lacking;
      if (first === undefined) continue;
      const hosts = lacking.map(({ host }) => host);
      const data = { nodes: listed(hosts), file: logFileOf(first, 'slowlog') };
      yield { at: origin, message: 'missing', data, hosts, clusters: [label] };
    }
  },
});
