import { changedVoters, linesOfFormer, openVoters } from '../../src/model/changed-voters.ts';
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
    few: 'The change leaves {{cluster}} with {{voters}} of {{before}}; expected at least 3.',
    even: 'The change gives {{cluster}} {{voters}} in place of {{before}}; expected an odd number.',
  },
  *change(change) {
    for (const cluster of change.clusters) {
      const voters = changedVoters(cluster);
      if (voters === undefined || voters.mayLeave + voters.mayJoin === 0) continue;
      const { before, after, left, joined } = voters;
      if (before === undefined || after === undefined) {
        yield* openVoters(change, cluster);
        continue;
      }
      const isFew = after < Math.min(FEWEST_VOTERS, before);
      if (after === before || !(isFew || after % 2 === 0)) continue;
      const [first] = [...left, ...joined];
      const label = cluster.after?.label ?? '';
      yield {
        at: (first?.before === undefined ? undefined : first.after?.roles) ?? first?.at ?? cluster.at,
        message: isFew ? 'few' : 'even',
        data: { cluster: label, voters: after === 0 ? 'no voter' : counted(after, 'voter'), before },
        clusters: [label],
        related: linesOfFormer(change, left),
      };
    }
  },
});
