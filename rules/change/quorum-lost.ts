import { placeOfOrigin } from '../../src/model/setting.ts';
import { changedVoters } from '../../src/model/changed-voters.ts';
import { counted } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';
import { FEWEST_VOTERS } from '../../src/model/voters.ts';

export default defineRule({
  summary: 'End a change with an odd number of voters, and with three at least.',
  why: 'With fewer than three, the loss of one stops the cluster; with an even number, one is left out of the elections and adds no safety.',
  reference:
    'https://www.elastic.co/docs/deploy-manage/distributed-architecture/discovery-cluster-formation/modules-discovery-quorums',
  since: '0.1.0',
  severity: { development: 'warning', production: 'error', strict: 'error' },
  considers: ['roles', 'clusterName'],
  messages: {
    few: 'The change leaves {{cluster}} with {{voters}} of {{before}}; expected three at least.',
    even: 'The change gives {{cluster}} {{voters}} in place of {{before}}; expected an odd number.',
  },
  *change({ clusters }) {
    for (const cluster of clusters) {
      const voters = changedVoters(cluster);
      if (voters === undefined || voters.left.length + voters.joined.length === 0) continue;
      const { before, after, open, left, joined } = voters;
      if (before === undefined || after === undefined) {
        yield* open;
        continue;
      }
      const isFew = after < FEWEST_VOTERS && after < before;
      if (after === 0 || after === before || !(isFew || after % 2 === 0)) continue;
      const [first] = [...left, ...joined];
      yield {
        at: first?.after?.roles ?? cluster.at,
        message: isFew ? 'few' : 'even',
        data: { cluster: cluster.after?.label ?? '', voters: counted(after, 'voter'), before },
        clusters: [cluster.after?.label ?? ''],
        related: left.flatMap(({ was, before: node }) =>
          was === undefined || node === undefined ? [] : [{ ...placeOfOrigin(was), message: `${node.host} before` }],
        ),
      };
    }
  },
});
