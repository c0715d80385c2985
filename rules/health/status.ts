import { counted, listed } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';
import { placeOfOrigin } from '../../src/model/setting.ts';
import type { UnassignedShard } from '../../src/model/stack.ts';

export default defineRule({
  summary: 'Keep the cluster green.',
  why: 'Without its primary shard, data cannot be searched or written (red); without a replica, the next failure of a node may lose it (yellow).',
  reference: 'https://www.elastic.co/docs/troubleshoot/elasticsearch/red-yellow-cluster-status',
  since: '0.1.0',
  sources: [
    { name: 'AutoOps: Status red', url: 'https://www.elastic.co/docs/reference/autoops-insights/status_red' },
    { name: 'AutoOps: Status yellow', url: 'https://www.elastic.co/docs/reference/autoops-insights/status_yellow' },
  ],
  severity: { development: 'warning', production: 'error', strict: 'error' },
  judges: 'observed',
  messages: {
    red: 'Cluster {{cluster}} is red: {{missing}} not assigned, so that data is missing; expected green.',
    yellow: 'Cluster {{cluster}} is yellow: {{missing}} not assigned; expected green.',
    recovering: 'Cluster {{cluster}} is {{status}} while it recovers: {{missing}} not there yet; expected green.',
  },
  *cluster({ label: cluster, health }) {
    if (health?.state === 'unknown') yield { undecided: health, hosts: [] };
    if (health?.state !== 'known') return;
    const { status, missing, isRecovering, example, causes } = health.value;
    if (status === 'green') return;
    const shards = counted(missing, status === 'yellow' ? 'replica shard' : 'shard');
    const data = { cluster, status, missing: `${shards} ${missing === 1 ? 'is' : 'are'}` };
    const related = [
      ...(example === undefined ? [] : [{ ...placeOfOrigin(example.origin), message: inOneLine(example) }]),
      ...causes.map(({ origin, indicator, diagnoses }) => ({
        ...placeOfOrigin(origin),
        message: [indicator, listed(diagnoses)].filter((words) => words !== '').join(': '),
      })),
    ];
    const report = { at: health, data, related, hosts: [], measure: missing };
    if (isRecovering) yield { ...report, message: 'recovering', severity: 'info' };
    else if (status === 'yellow') yield { ...report, message: 'yellow', severity: 'warning' };
    else yield { ...report, message: 'red' };
  },
});

/** Says what keeps a shard from being assigned, in the product's own words for events and causes. */
function inOneLine({ index, number, isPrimary, since, against }: UnassignedShard): string {
  const shard = `${isPrimary ? 'primary' : 'replica'} ${String(number)} of ${index}`;
  return `${shard} is not assigned since ${since}: ${listed(against)}`;
}
