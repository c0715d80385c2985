import { placeBefore } from '../../src/model/change.ts';
import { isKnownCluster } from '../../src/model/stack.ts';
import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Keep the name of a cluster that holds data.',
  why: 'A node joins only a cluster of its own name: the first that restarts under the new name forms another cluster, or none.',
  reference: 'docs/rules/change/cluster-renamed.md',
  since: '0.1.0',
  severity: { development: 'error', production: 'error', strict: 'error' },
  considers: ['clusterName'],
  messages: {
    renamed:
      'The cluster {{before}} is called {{after}}; expected its old name, as its nodes would form another cluster.',
  },
  *change(change) {
    for (const { before, after, nodes } of change.clusters) {
      if (before === undefined || after === undefined || before.label === after.label) continue;
      if (!isKnownCluster(before) || !isKnownCluster(after)) continue;
      const [first] = nodes.filter((node) => node.after !== undefined && node.before !== undefined);
      const [was, is] = [first?.before?.clusterName, first?.after?.clusterName];
      if (was === undefined || is === undefined) continue;
      yield {
        at: is,
        message: 'renamed',
        data: { before: before.label, after: after.label },
        hosts: after.nodes.map(({ host }) => host),
        clusters: [after.label],
        related: [{ ...placeBefore(change, was.origin), message: 'before' }],
      };
    }
  },
});
