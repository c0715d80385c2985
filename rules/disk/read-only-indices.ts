import { counted, listed } from '../../src/model/phrases.ts';
import type { Remedy } from '../../src/model/remedy.ts';
import { defineRule } from '../../src/model/rule.ts';

/** The number of indices that a report, or its remedy, names. */
const NAMED = 5;

export default defineRule({
  summary: 'Free disk space, then make writable the indices that a full disk made read-only.',
  why: 'A disk past the flood stage watermark makes the indices on it read-only: what is sent to them is refused.',
  reference:
    'https://www.elastic.co/docs/reference/elasticsearch/configuration-reference/cluster-level-shard-allocation-routing-settings',
  since: '0.1.0',
  sources: [
    {
      name: 'Elasticsearch: health report, disk',
      url: 'https://www.elastic.co/docs/troubleshoot/elasticsearch/fix-data-node-out-of-disk',
    },
  ],
  severity: { development: 'error', production: 'error', strict: 'error' },
  judges: 'observed',
  messages: {
    blocked: 'In cluster {{cluster}}, {{indices}} read-only since a disk was too full: {{names}}; expected none.',
  },
  *cluster({ label: cluster, readOnlyIndices: blocked }) {
    if (blocked?.state === 'unknown') yield { undecided: blocked, hosts: [] };
    if (blocked?.state !== 'known' || blocked.value.length === 0) return;
    const { length } = blocked.value;
    const indices = `${counted(length, 'index', 'indices')} ${length === 1 ? 'is' : 'are'}`;
    const data = { cluster, indices, names: listed(blocked.value, NAMED) };
    yield { at: blocked, message: 'blocked', data, hosts: [], measure: length, remedies: [unblocking(blocked.value)] };
  },
});

function unblocking(indices: readonly string[]): Remedy {
  const target = indices.length > NAMED ? '_all' : indices.map(encodeURIComponent).join(',');
  const hidden = indices.some((name) => name.startsWith('.')) ? '?expand_wildcards=all' : '';
  return {
    title: 'Lift the block, once there is room on the disks',
    request: `PUT /${target}/_settings${hidden}`,
    body: { 'index.blocks.read_only_allow_delete': null },
  };
}
