import { unsafe } from '../../src/model/fix.ts';
import { defineRule } from '../../src/model/rule.ts';
import type { SettingName } from '../../src/model/settings.ts';

/** memory/heap-unit and /lock-limit, system/limits, disk/watermarks-order and two rules of pipeline/ judge their form. */
const JUDGED_ELSEWHERE: ReadonlySet<SettingName | undefined> = new Set<SettingName>([
  'heapGb',
  'heapStartGb',
  'lockLimit',
  'fileLimit',
  'processLimit',
  'mapCount',
  'watermarkLow',
  'watermarkHigh',
  'watermarkFloodStage',
  'deadLetterRetention',
  'queueSize',
]);

export default defineRule({
  summary: 'Give the settings of a product only values that it accepts.',
  why: 'The product does not start with a value that it refuses.',
  reference: 'docs/rules/search/refused-value.md',
  since: '0.1.0',
  sources: [{ name: 'Elasticsearch, Kibana and Logstash, which do not start with it' }],
  severity: { development: 'error', production: 'error', strict: 'error' },
  fixes: 'unsafe',
  messages: {
    value: '{{name}} of {{host}} is {{shown}}, which {{product}} refuses; expected {{expected}}.',
  },
  *inventory({ refusedValues }) {
    for (const { at, host, product, variable, name, fills, shown, expected, meant } of refusedValues) {
      if (JUDGED_ELSEWHERE.has(fills)) continue;
      const data = { name, product, shown, expected: meant ?? expected };
      const fix = meant === undefined ? undefined : unsafe.write(at, meant);
      yield { at, message: 'value', data, variable, hosts: [host], fix };
    }
  },
});
