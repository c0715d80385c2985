import type { Exclusion } from '../../src/model/exclusions.ts';
import { listed } from '../../src/model/phrases.ts';
import { settingsRemedy } from '../../src/model/remedy.ts';
import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Clear exclusions from allocation once their node is gone, or serves again.',
  why: 'A node that later gets the same name or address never holds a shard, and the others fill up in its place.',
  reference:
    'https://www.elastic.co/docs/reference/elasticsearch/configuration-reference/cluster-level-shard-allocation-routing-settings',
  since: '0.1.0',
  severity: { development: 'warning', production: 'error', strict: 'error' },
  judges: 'observed',
  messages: {
    gone: '{{variable}} of cluster {{cluster}} still excludes {{names}}, but no such node is part of it; expected no exclusion of a node that is gone.',
    serving:
      '{{variable}} of cluster {{cluster}} keeps shards from {{names}}; expected nodes that the inventory declares to hold some.',
  },
  *cluster({ label: cluster, exclusions = [], incomplete }) {
    for (const setting of exclusions) {
      if (setting.state === 'unknown') yield { undecided: setting, hosts: [] };
      if (setting.state !== 'known') continue;
      const { variable, origin, value } = setting;
      const cleared = (those: readonly Exclusion[]) => {
        const left = value.filter((one) => !those.includes(one)).map(({ pattern }) => pattern);
        const body = { persistent: { [variable]: left.join(',') || null } };
        const remedy = origin.isTransient === true ? { ...body, transient: { [variable]: null } } : body;
        return { measure: those.length, remedies: [settingsRemedy('Clear the exclusion', remedy)] };
      };
      // An inventory that excludes a node itself means to.
      const serving = 'call' in origin ? value.filter(({ declared = [] }) => declared.length > 0) : [];
      if (serving.length > 0) {
        const names = [...new Set(serving.flatMap(({ declared = [] }) => declared))];
        const data = { cluster, names: listed(names) };
        yield { at: setting, message: 'serving', data, hosts: names, ...cleared(serving) };
      }
      const gone = value.filter(({ hosts }) => hosts.length === 0);
      if (gone.length === 0) continue;
      if (incomplete !== undefined) {
        yield { undecided: incomplete, hosts: [] };
        continue;
      }
      const names = gone.map(({ pattern }) => pattern);
      yield {
        at: setting,
        message: 'gone',
        data: { cluster, names: listed(names) },
        hosts: [],
        ...cleared(gone),
      };
    }
  },
});
