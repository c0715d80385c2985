import { defineRule } from '../../src/model/rule.ts';
import { countVoters, exceptionAmongVoters, linesOfVoters } from '../../src/model/voters.ts';

export default defineRule({
  summary: 'Keep to seven master-eligible nodes at most.',
  why: 'Each election, and each change of the state of the cluster, waits for a majority of them.',
  reference:
    'https://www.elastic.co/docs/deploy-manage/distributed-architecture/discovery-cluster-formation/modules-discovery-voting',
  since: '0.1.0',
  severity: { development: 'off', production: 'warning', strict: 'warning' },
  options: { most: { type: 'integer', description: 'Largest number of voters.', minimum: 1, default: 7 } },
  considers: ['roles', 'clusterName'],
  messages: {
    many: 'Cluster {{cluster}} has {{count}} master-eligible nodes; expected at most {{most}}.',
  },
  *cluster(cluster, { most: allowed }) {
    const { voters, open } = countVoters(cluster);
    const { least, most } = voters;
    if (least > allowed)
      yield {
        at: exceptionAmongVoters(cluster)?.roles ?? cluster.origin,
        message: 'many',
        data: { cluster: cluster.label, count: least, most: allowed },
        related: linesOfVoters(cluster),
        measure: least,
      };
    else if (most > allowed) yield* open;
  },
});
