import { listed } from '../../src/model/phrases.ts';
import type { Remedy } from '../../src/model/remedy.ts';
import { defineRule } from '../../src/model/rule.ts';
import { countVoters, exceptionAmongVoters, FEWEST_VOTERS, linesOfVoters } from '../../src/model/voters.ts';

const CLEARED: Remedy = {
  title: 'Clear the exclusions',
  request: 'DELETE /_cluster/voting_config_exclusions?wait_for_removal=false',
};

export default defineRule({
  summary: 'Keep the number of master-eligible nodes odd.',
  why: 'An even number survives no more failures than one node fewer, and a network split into halves leaves no majority.',
  reference:
    'https://www.elastic.co/docs/deploy-manage/distributed-architecture/discovery-cluster-formation/modules-discovery-voting',
  since: '0.1.0',
  severity: { development: 'warning', production: 'error', strict: 'error' },
  considers: ['roles', 'clusterName'],
  messages: {
    excluded:
      'Cluster {{cluster}} keeps {{names}} from voting; expected no exclusion once the node is removed or back.',
    even: 'Cluster {{cluster}} has {{count}} master-eligible nodes; expected an odd number (3, 5 or 7).',
  },
  *cluster(cluster) {
    const { votingExclusions: excluded } = cluster;
    if (excluded?.state === 'unknown') yield { undecided: excluded, hosts: [] };
    if (excluded?.state === 'known' && excluded.value.length > 0) {
      const names = listed(excluded.value);
      yield {
        at: excluded,
        message: 'excluded',
        data: { cluster: cluster.label, names },
        hosts: [],
        remedies: [CLEARED],
      };
      return;
    }
    const { voters, open } = countVoters(cluster);
    const { least, most } = voters;
    // Two, and none at all, are too few rather than even: topology/master-quorum reports those.
    if (most <= FEWEST_VOTERS) return;
    if (least < most) yield* open;
    else if (least % 2 === 0)
      yield {
        at: exceptionAmongVoters(cluster)?.roles ?? cluster.origin,
        message: 'even',
        data: { cluster: cluster.label, count: least },
        related: linesOfVoters(cluster),
      };
  },
});
