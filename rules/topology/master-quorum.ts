import { counted } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';
import type { Cluster, SearchNode } from '../../src/model/stack.ts';
import {
  countVoters,
  exceptionAmongVoters,
  FEWEST_LEADERS,
  FEWEST_VOTERS,
  linesOfVoters,
} from '../../src/model/voters.ts';

export default defineRule({
  summary: 'Give each cluster at least three master-eligible nodes.',
  why: 'With one or two master-eligible nodes, the loss of one stops the cluster: no majority is left.',
  reference:
    'https://www.elastic.co/docs/deploy-manage/distributed-architecture/discovery-cluster-formation/modules-discovery-voting',
  since: '0.1.0',
  sources: [
    {
      name: 'AWS Config: opensearch-primary-node-fault-tolerance',
      url: 'https://docs.aws.amazon.com/config/latest/developerguide/opensearch-primary-node-fault-tolerance.html',
    },
  ],
  severity: { development: 'warning', production: 'error', strict: 'error' },
  considers: ['roles', 'clusterName', 'discoveryType'],
  messages: {
    none: 'Cluster {{cluster}} has no master-eligible node; expected at least 3.',
    one: 'Cluster {{cluster}} has 1 master-eligible node and survives no failure; expected at least 3.',
    single:
      'Cluster {{cluster}} is a single node on purpose (discovery.type is single-node) and survives no failure; ' +
      'expected at least 3 master-eligible nodes.',
    two: 'Cluster {{cluster}} has 2 master-eligible nodes and stops when one fails; expected at least 3.',
    atMost: 'Cluster {{cluster}} has at most {{voters}}; expected at least 3.',
    leaders: 'Of the master-eligible nodes of cluster {{cluster}}, {{leaders}} can be elected; expected at least 2.',
  },
  *cluster(cluster) {
    const { voters, leaders, open } = countVoters(cluster);
    const data = { cluster: cluster.label };
    const related = linesOfVoters(cluster);
    if (isSingleOnPurpose(cluster) && voters.least === 1) {
      yield { at: cluster.origin, message: 'single', data, related, severity: 'warning', measure: -voters.most };
    } else if (cluster.nodes.every(isNothingKnownOf)) {
      yield* open;
    } else if (voters.most < FEWEST_VOTERS) {
      const exact = voters.least === voters.most ? (['none', 'one', 'two'] as const)[voters.most] : undefined;
      const most = counted(voters.most, 'master-eligible node');
      const exception = exceptionAmongVoters(cluster);
      const at = exception?.votes === false ? exception.roles : cluster.origin;
      yield { at, message: exact ?? 'atMost', data: { ...data, voters: most }, related, measure: -voters.most };
    } else if (leaders.most < FEWEST_LEADERS) {
      const count = leaders.least === leaders.most ? leaders.most : `at most ${String(leaders.most)}`;
      yield { at: cluster.origin, message: 'leaders', data: { ...data, leaders: count }, related };
    } else if (voters.least < FEWEST_VOTERS || leaders.least < FEWEST_LEADERS) yield* open;
  },
});

/** Tells whether a node may not be there at all: only a run can know whether its file is written. */
function isNothingKnownOf({
  roles,
  clusterName,
  discoveryType,
}: Pick<SearchNode, 'roles' | 'clusterName' | 'discoveryType'>): boolean {
  return [roles, clusterName, discoveryType].every(({ state }) => state === 'unknown');
}

/**
 * Tells whether a cluster is a single node on purpose: its only node is configured as one, and no other may belong to
 * it.
 */
function isSingleOnPurpose({
  nodes,
  possible,
}: Pick<Cluster<Pick<SearchNode, 'discoveryType'>>, 'nodes' | 'possible'>): boolean {
  const [only, other] = [...nodes, ...possible];
  if (only === undefined || other !== undefined) return false;
  const { discoveryType } = only;
  return discoveryType.state === 'known' && discoveryType.value === 'single-node';
}
