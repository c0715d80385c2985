import { listed } from '../../src/model/phrases.ts';
import { settingsRemedy } from '../../src/model/remedy.ts';
import { defineRule } from '../../src/model/rule.ts';

/** The number of exclusions that a report names. */
const NAMED = 5;

export default defineRule({
  summary: 'Clear exclusions from allocation once their node is gone.',
  why: 'A node that later gets the same name or address never holds a shard, and the others fill up in its place.',
  reference:
    'https://www.elastic.co/docs/reference/elasticsearch/configuration-reference/cluster-level-shard-allocation-routing-settings',
  since: '0.1.0',
  severity: { development: 'warning', production: 'error', strict: 'error' },
  judges: 'observed',
  messages: {
    gone: '{{variable}} of cluster {{cluster}} still excludes {{names}}, but no such node is part of it; expected no exclusion of a node that is gone.',
  },
  *cluster({ label: cluster, exclusions = [], incomplete }) {
    for (const setting of exclusions) {
      if (setting.state === 'unknown') yield { undecided: setting, hosts: [] };
      if (setting.state !== 'known') continue;
      const patternsWith = (fits: boolean): readonly string[] =>
        setting.value.filter(({ hosts }) => hosts.length > 0 === fits).map(({ pattern }) => pattern);
      const gone = patternsWith(false);
      if (gone.length === 0) continue;
      if (incomplete !== undefined) {
        yield { undecided: incomplete, hosts: [] };
        continue;
      }
      const { variable, origin } = setting;
      const body = { persistent: { [variable]: patternsWith(true).join(',') || null } };
      const remedy = origin.isTransient === true ? { ...body, transient: { [variable]: null } } : body;
      yield {
        at: setting,
        message: 'gone',
        data: { cluster, names: listed(gone, NAMED) },
        hosts: [],
        measure: gone.length,
        remedies: [settingsRemedy('Clear the exclusion', remedy)],
      };
    }
  },
});
