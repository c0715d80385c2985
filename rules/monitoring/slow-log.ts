import { listed } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';
import { millisecondsOf, SLOW_LOG_THRESHOLDS } from '../../src/model/slow-logs.ts';
import type { SlowLogTemplate } from '../../src/model/slow-logs.ts';

/** The number of templates that a report names. */
const NAMED = 5;
const EXPECTED = Object.entries(SLOW_LOG_THRESHOLDS);

export default defineRule({
  summary: 'Log slow queries, fetches and writes of all indices, by an index template.',
  why: 'Without slow logs, nothing tells which requests make a cluster slow.',
  reference: 'https://www.elastic.co/docs/reference/elasticsearch/index-settings/slow-log',
  since: '0.1.0',
  severity: { development: 'off', production: 'warning', strict: 'warning' },
  messages: {
    none: 'No index template of cluster {{cluster}} for all indices sets slow logs; expected one for *, of priority 0.',
    unset: 'Index template {{template}} of cluster {{cluster}} does not set {{setting}}; expected at most {{most}}.',
    slow: 'Index template {{template}} of cluster {{cluster}} sets {{setting}} to {{value}}; expected at most {{most}}.',
    shadowed:
      'Index templates of cluster {{cluster}} take the place of {{template}}, and set no slow logs: {{names}}; expected the same thresholds there.',
  },
  *cluster({ label: cluster, slowLogTemplates: templates }) {
    if (templates?.state === 'unknown') yield { undecided: templates, hosts: [] };
    if (templates?.state !== 'known') return;
    const forAll = templates.value.filter(({ isForAll, thresholds }) => isForAll && thresholds.size > 0);
    const [best] = [...forAll].sort((one, other) => wrongIn(one).length - wrongIn(other).length);
    if (best === undefined) {
      const settings = SLOW_LOG_THRESHOLDS;
      const body = { index_patterns: ['*'], priority: 0, template: { settings } };
      const remedy = { title: 'Make the template', request: 'PUT /_index_template/slow-log', body };
      yield { at: templates, message: 'none', data: { cluster }, hosts: [], remedies: [remedy] };
      return;
    }
    const { name: template, origin, thresholds } = best;
    for (const [setting, most] of wrongIn(best)) {
      const threshold = thresholds.get(setting);
      const data = { cluster, template, setting, most, value: threshold?.text ?? '' };
      yield { at: threshold?.place ?? origin, message: threshold === undefined ? 'unset' : 'slow', data, hosts: [] };
    }
    const others = templates.value.filter((one) => !one.isForAll && !one.isManaged && one.thresholds.size === 0);
    const [first] = others;
    if (first === undefined) return;
    const names = listed(others.map(({ name }) => name).sort(), NAMED);
    yield { at: first.origin, message: 'shadowed', data: { cluster, template, names }, severity: 'info', hosts: [] };
  },
});

/** The thresholds that a template sets too high, or not at all. */
function wrongIn({ thresholds }: SlowLogTemplate): readonly (readonly [string, string])[] {
  return EXPECTED.filter(([setting, most]) => {
    const milliseconds = thresholds.get(setting)?.milliseconds;
    return milliseconds === undefined || milliseconds > (millisecondsOf(most) ?? 0);
  });
}
