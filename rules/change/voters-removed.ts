import { changedVoters, linesOfFormer, losesMajority, openVoters } from '../../src/model/changed-voters.ts';
import { listed } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';

/** The number of voters that a message names. */
const NAMED = 4;

export default defineRule({
  summary: 'Take away fewer than half of the voters of a cluster in one step.',
  why: 'The voters that are left are no majority of those that the cluster knows: they cannot elect a master, and it stops.',
  reference: 'https://www.elastic.co/docs/deploy-manage/maintenance/add-and-remove-elasticsearch-nodes',
  since: '0.1.0',
  severity: { development: 'warning', production: 'error', strict: 'error' },
  considers: ['roles', 'clusterName'],
  messages: {
    half: '{{count}} of the {{all}} voters of {{cluster}} leave in one step ({{names}}); expected fewer than half at once, as the others cannot elect a master.',
  },
  *change(change) {
    for (const cluster of change.clusters) {
      const voters = changedVoters(cluster);
      if (voters === undefined) continue;
      const { before, leastBefore, left, mayLeave } = voters;
      const [first] = left;
      if (first !== undefined && losesMajority(voters))
        yield {
          at: first.after?.roles ?? first.at,
          message: 'half',
          data: {
            count: left.length,
            all: before ?? '',
            cluster: cluster.before?.label ?? '',
            names: listed(
              left.map((one) => one.before?.host ?? ''),
              NAMED,
            ),
          },
          hosts: left.flatMap((one) => one.after?.host ?? []),
          clusters: [cluster.after?.label ?? ''],
          related: linesOfFormer(change, left),
        };
      else if (mayLeave > 0 && mayLeave * 2 >= leastBefore) yield* openVoters(change, cluster);
    }
  },
});
