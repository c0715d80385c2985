import { dissentAmong } from '../../src/model/dissent.ts';
import type { Voice } from '../../src/model/dissent.ts';
import { append } from '../../src/model/multimap.ts';
import { defineRule } from '../../src/model/rule.ts';

/** The share by which heaps may differ that nodes size themselves, by the memory of each machine. */
const TOLERANCE = 0.05;

export default defineRule({
  summary: 'Give nodes of the same roles the same heap.',
  why: 'A shard goes to any of them, and one with a smaller heap is slower, or fails, under the same load.',
  reference: 'https://www.elastic.co/docs/reference/elasticsearch/jvm-settings',
  since: '0.1.0',
  severity: { development: 'off', production: 'warning', strict: 'warning' },
  considers: ['roles', 'heapGb'],
  messages: {
    unequal: 'The heaps of nodes of cluster {{cluster}} with the same roles differ: {{heaps}}; expected one size.',
  },
  *cluster({ label: cluster, nodes, scattered }) {
    if (scattered) return;
    const byRoles = new Map<string, Voice[]>();
    for (const { host, roles, heapGb } of nodes) {
      if (heapGb.state !== 'known' || (roles.state !== 'known' && roles.state !== 'unset')) continue;
      const key = roles.state === 'unset' ? '' : [...roles.value].sort().join();
      const like = byRoles.get(key)?.find(({ setting }) => isNear(setting, heapGb.value));
      append(byRoles, key, { host, value: like?.value ?? `${String(heapGb.value)} GB`, setting: heapGb });
    }
    for (const alike of byRoles.values()) {
      const dissent = dissentAmong(alike);
      if (dissent === undefined) continue;
      const { at, words, related, hosts, measure } = dissent;
      yield { at, message: 'unequal', data: { cluster, heaps: words }, related, hosts, measure };
    }
  },
});

function isNear(setting: Voice['setting'], gb: number): boolean {
  const other = setting.state === 'known' ? Number(setting.value) : NaN;
  return Math.abs(other - gb) <= TOLERANCE * Math.max(other, gb);
}
