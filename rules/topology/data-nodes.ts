import { holdsData } from '../../src/model/data-nodes.ts';
import { defineRule } from '../../src/model/rule.ts';
import { unknownSettingsAmong } from '../../src/model/setting.ts';

export default defineRule({
  summary: 'Give each cluster at least two nodes that hold data.',
  why: 'Without a data node, no index can be created; with a single one, no replica has a place, and a failure loses data.',
  reference: 'https://www.elastic.co/docs/deploy-manage/distributed-architecture/clusters-nodes-shards/node-roles',
  since: '0.1.0',
  severity: { development: 'error', production: 'error', strict: 'error' },
  considers: ['roles', 'clusterName'],
  messages: {
    none: 'Cluster {{cluster}} has no node that holds data; expected at least 2.',
    one: 'Cluster {{cluster}} has 1 node that holds data, so that replicas have no place; expected at least 2.',
    recovering:
      'Cluster {{cluster}} has 1 node that holds data while it recovers; expected at least 2 once that is over.',
  },
  *cluster({ label: cluster, origin, nodes, possible, scattered, incomplete, health }) {
    const [first, second] = nodes;
    // Of a node that is a cluster on its own, topology/master-quorum speaks.
    if (first === undefined || second === undefined) return;
    const holding = nodes.filter((node) => holdsData(node) === true);
    if (holding.length > 1) return;
    const mayHold = [...nodes, ...possible].filter((node) => holdsData(node) === undefined);
    const isOpen = mayHold.length > 0 || possible.some((node) => holdsData(node) === true);
    if (incomplete !== undefined) yield { undecided: incomplete, hosts: [] };
    else if (scattered || isOpen) {
      yield* unknownSettingsAmong(mayHold, 'roles');
      yield* unknownSettingsAmong([...nodes, ...possible], 'clusterName');
    } else if (holding.length === 0) yield { at: origin, message: 'none', data: { cluster } };
    // As in a restart of one node after the other.
    else if (health?.state === 'known' && health.value.isRecovering)
      yield { at: origin, message: 'recovering', data: { cluster }, severity: 'info' };
    else yield { at: origin, message: 'one', data: { cluster }, severity: 'warning' };
  },
});
