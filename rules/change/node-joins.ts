import { counted } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Know what it takes for a node to join its cluster.',
  why: 'A node without a certificate that the others trust, or that finds none of them, stays outside, or forms a cluster of its own.',
  reference: 'https://www.elastic.co/docs/deploy-manage/maintenance/add-and-remove-elasticsearch-nodes',
  since: '0.1.0',
  severity: { development: 'info', production: 'info', strict: 'info' },
  messages: {
    joins:
      '{{host}} joins the {{nodes}} of {{cluster}}; expected a certificate that they trust, and a run on all of them where they list their seed hosts.',
  },
  *change({ clusters, standsIn }) {
    // Nothing joins where a test has other hosts, or where an inventory takes the place of none.
    if (standsIn) return;
    for (const { before, after, nodes } of clusters) {
      if (before === undefined || after === undefined) continue;
      for (const { after: node, before: former, at } of nodes)
        if (node !== undefined && former === undefined)
          yield {
            at,
            message: 'joins',
            data: { nodes: counted(before.nodes.length, 'node'), cluster: after.label },
            hosts: [node.host],
            clusters: [after.label],
          };
    }
  },
});
