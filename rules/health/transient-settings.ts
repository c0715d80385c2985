import { listed } from '../../src/model/phrases.ts';
import { settingsRemedy, withoutSecretsInBody } from '../../src/model/remedy.ts';
import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Make the settings of a cluster persistent.',
  why: 'A transient setting overrides the persistent one and is lost when the cluster restarts or is unstable.',
  reference: 'https://www.elastic.co/guide/en/elasticsearch/reference/8.18/transient-settings-migration-guide.html',
  since: '0.1.0',
  sources: [
    {
      name: 'Elasticsearch: deprecation info',
      url: 'https://www.elastic.co/guide/en/elasticsearch/reference/7.17/migration-api-deprecation.html',
    },
  ],
  severity: { development: 'off', production: 'info', strict: 'warning' },
  judges: 'observed',
  messages: {
    transient: 'Cluster {{cluster}} has transient settings: {{names}}; expected persistent ones alone.',
  },
  *cluster({ label: cluster, transientSettings: transient }) {
    if (transient?.state === 'unknown') yield { undecided: transient, hosts: [] };
    if (transient?.state !== 'known') return;
    const names = Object.keys(transient.value);
    if (names.length === 0) return;
    const persistent = withoutSecretsInBody(transient.value);
    const taken = Object.fromEntries(names.map((name) => [name, null]));
    yield {
      at: transient,
      message: 'transient',
      data: { cluster, names: listed(names) },
      hosts: [],
      measure: names.length,
      remedies: [settingsRemedy('Make the settings persistent', { persistent, transient: taken })],
    };
  },
});
