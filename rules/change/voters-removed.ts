import { placeOfOrigin } from '../../src/model/setting.ts';
import { changedVoters } from '../../src/model/changed-voters.ts';
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
  *change({ clusters }) {
    for (const cluster of clusters) {
      const voters = changedVoters(cluster);
      const [first] = voters?.left ?? [];
      if (voters === undefined || first === undefined || cluster.after?.nodes.length === 0) continue;
      const { before, left, open } = voters;
      if (before === undefined) yield* open;
      else if (left.length * 2 >= before)
        yield {
          at: first.after?.roles ?? first.at,
          message: 'half',
          data: {
            count: left.length,
            all: before,
            cluster: cluster.before?.label ?? '',
            names: listed(
              left.map((one) => one.before?.host ?? ''),
              NAMED,
            ),
          },
          hosts: left.flatMap((one) => one.after?.host ?? []),
          clusters: [cluster.after?.label ?? ''],
          related: left.flatMap(({ was, before: node }) =>
            was === undefined || node === undefined ? [] : [{ ...placeOfOrigin(was), message: `${node.host} before` }],
          ),
        };
    }
  },
});
