import { counted } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';
import { countVoters, FEWEST_LEADERS, FEWEST_VOTERS, linesOfVoters } from '../../src/model/voters.ts';

const DEDICATED = 3;

export default defineRule({
  summary: 'Give a production cluster three dedicated master nodes.',
  why: 'A master that also holds data or serves searches is slow to lead when the load is high, and may lose the lead.',
  reference: 'https://www.elastic.co/docs/reference/autoops-insights/mixed_master_nodes',
  since: '0.1.0',
  sources: [
    {
      name: 'AutoOps: Mixed master nodes',
      url: 'https://www.elastic.co/docs/reference/autoops-insights/mixed_master_nodes',
    },
    {
      name: 'AWS Security Hub: ES.7',
      url: 'https://docs.aws.amazon.com/securityhub/latest/userguide/es-controls.html#es-7',
    },
  ],
  severity: { development: 'off', production: 'warning', strict: 'error' },
  considers: ['roles', 'clusterName'],
  messages: {
    few: 'Cluster {{cluster}} has {{dedicated}}; expected 3 with no other role than master.',
  },
  *cluster(cluster) {
    const { voters, leaders, dedicated, open } = countVoters(cluster);
    // Below these numbers topology/master-quorum reports: more masters matter before dedicated ones.
    if (voters.most < FEWEST_VOTERS || leaders.most < FEWEST_LEADERS || dedicated.least >= DEDICATED) return;
    if (voters.least >= FEWEST_VOTERS && leaders.least >= FEWEST_LEADERS && dedicated.most < DEDICATED) {
      const most = counted(dedicated.most, 'dedicated master node');
      const count = dedicated.least === dedicated.most ? most : `at most ${most}`;
      yield {
        at: cluster.origin,
        message: 'few',
        data: { cluster: cluster.label, dedicated: count },
        related: linesOfVoters(cluster),
        measure: -dedicated.most,
      };
    } else yield* open;
  },
});
