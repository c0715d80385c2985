import { countDataNodes } from '../../src/model/data-nodes.ts';
import { counted, listed } from '../../src/model/phrases.ts';
import { templatesThatCount } from '../../src/model/records.ts';
import type { Remedy } from '../../src/model/remedy.ts';
import { defineRule } from '../../src/model/rule.ts';
import type { IndexReplicas } from '../../src/model/stack.ts';

/** The length of a path that products take for sure: they refuse a line of more than 4 KB. */
const LONGEST_PATH = 3000;

export default defineRule({
  summary: 'Give each index a replica, and no more than there are nodes to hold them.',
  why: 'An index without a replica is gone with its node; a replica that finds no node leaves the cluster yellow for good.',
  reference: 'https://www.elastic.co/docs/deploy-manage/production-guidance/availability-and-resilience',
  since: '0.1.0',
  sources: [
    {
      name: 'AutoOps: Indices without replicas',
      url: 'https://www.elastic.co/docs/reference/autoops-insights/indices_without_replicas',
    },
  ],
  severity: { development: 'off', production: 'warning', strict: 'error' },
  considers: ['roles', 'clusterName'],
  messages: {
    none: 'Index template {{template}} of cluster {{cluster}} sets no replicas; expected at least 1.',
    many: 'Index template {{template}} of cluster {{cluster}} sets {{replicas}}, for {{nodes}} with data; expected at most {{most}}.',
    without: 'In cluster {{cluster}}, {{indices}} no replica: {{names}}; expected at least 1.',
    excess:
      'In cluster {{cluster}}, {{indices}} more copies than the {{nodes}} with data can hold: {{names}}; expected at most {{replicas}} of each.',
  },
  *cluster(cluster) {
    const { label, indexTemplates: templates, replicas, health } = cluster;
    const { least, most, open } = countDataNodes(cluster);
    if (most < 2) return;
    const isRecovering = health?.state === 'known' && health.value.isRecovering;
    const judged = (count: number): 'none' | 'many' | 'open' | undefined => {
      if (count === 0) return least < 2 ? 'open' : 'none';
      // A node that restarts is missing for a while.
      if (count >= most) return isRecovering ? undefined : 'many';
      return count >= least ? 'open' : undefined;
    };
    const common = { cluster: label, nodes: counted(most, 'node'), most: most - 1 };
    let isOpen = false;
    // That more templates may be sent than are known says nothing against any.
    if (templates?.state === 'unknown' && templates.reason !== 'task') yield { undecided: templates, hosts: [] };
    for (const one of templates?.state === 'known' ? templatesThatCount(templates.value) : []) {
      const [count, expands] = ['index.number_of_replicas', 'index.auto_expand_replicas'].map(one.settingOf);
      if (one.isOfProduct || count === undefined || expands === undefined || count.state === 'unset') continue;
      const isExpanding = expands.state === 'known' ? expands.value !== 'false' : expands.state === 'malformed';
      if (isExpanding) continue;
      for (const setting of [count, expands]) if (setting.state === 'unknown') yield { undecided: setting, hosts: [] };
      if (count.state !== 'known' || expands.state === 'unknown') continue;
      const verdict = judged(Number(count.value));
      const elsewhere = one.elsewhere ?? one.unaddressed;
      if (verdict === 'open') isOpen = true;
      else if (verdict !== undefined && elsewhere !== undefined) yield { undecided: elsewhere, hosts: [] };
      else if (verdict !== undefined) {
        const data = { ...common, template: one.name, replicas: counted(Number(count.value), 'replica') };
        yield { at: count, message: verdict, data, hosts: [] };
      }
    }
    if (replicas?.state === 'unknown') yield { undecided: replicas, hosts: [] };
    const indices = replicas?.state === 'known' ? replicas.value : [];
    if (indices.some(({ count }) => judged(count) === 'open')) isOpen = true;
    for (const [verdict, message, wanted] of [['none', 'without', 1] as const, ['many', 'excess', most - 1] as const]) {
      const wrong = indices.filter(({ count }) => judged(count) === verdict);
      const [first] = wrong;
      if (first === undefined) continue;
      const names = wrong.map(({ name }) => name);
      const { length } = names;
      const having = `${counted(length, 'index', 'indices')} ${length === 1 ? 'has' : 'have'}`;
      const data = { ...common, indices: having, names: listed(names), replicas: counted(wanted, 'replica') };
      yield { at: first.origin, message, data, hosts: [], measure: length, remedies: remediesFor(wrong, wanted) };
    }
    if (isOpen) yield* open;
  },
});

function remediesFor(indices: readonly IndexReplicas[], replicas: number): readonly Remedy[] {
  const target = indices.map(({ name }) => encodeURIComponent(name)).join(',');
  if (target.length > LONGEST_PATH) return [];
  const body = { 'index.number_of_replicas': replicas };
  return [{ title: `Give them ${counted(replicas, 'replica')}`, request: `PUT /${target}/_settings`, body }];
}
