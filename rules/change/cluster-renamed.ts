import { keptMembers, namesOfRenamed, placeBefore, unknownBefore } from '../../src/model/change.ts';
import type { Change } from '../../src/model/change.ts';
import type { Open } from '../../src/model/setting.ts';
import type { SearchNode } from '../../src/model/stack.ts';
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
    for (const cluster of change.clusters) {
      const { after, nodes } = cluster;
      yield* keptMembers(nodes).flatMap(({ before: node, after: now }) => openName(change, node, now));
      const names = namesOfRenamed(cluster);
      if (after === undefined || names === undefined) continue;
      yield {
        at: names.is,
        message: 'renamed',
        data: { before: names.before, after: names.after },
        hosts: after.nodes.map(({ host }) => host),
        clusters: [after.label],
        related: [{ ...placeBefore(change, names.was.origin), message: 'before' }],
      };
    }
  },
});

/** The name of a node's cluster, if it is unknown on one side, or on both for different reasons. */
function openName(
  change: Change,
  { clusterName: former }: SearchNode,
  { clusterName: latter, host }: SearchNode,
): readonly Open[] {
  if (latter.state === 'unknown') {
    const isAlike = former.state === 'unknown' && former.message === latter.message;
    return isAlike ? [] : [{ undecided: latter, hosts: [host] }];
  }
  if (former.state !== 'unknown') return [];
  return [{ undecided: unknownBefore(change, former), hosts: [host] }];
}
