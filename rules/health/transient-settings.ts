import { listed } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';

/** The number of settings that a report names. */
const NAMED = 5;

export default defineRule({
  summary: 'Make the settings of a cluster persistent.',
  why: 'A transient setting overrides the persistent one and is lost when the cluster restarts or is unstable.',
  reference: 'https://www.elastic.co/guide/en/elasticsearch/reference/8.18/transient-settings-migration-guide.html',
  since: '0.1.0',
  severity: { development: 'off', production: 'info', strict: 'warning' },
  judges: 'observed',
  messages: {
    transient: 'Cluster {{cluster}} has transient settings: {{names}}; expected persistent ones alone.',
  },
  *cluster({ label: cluster, transientSettings: transient }) {
    if (transient?.state === 'unknown') yield { undecided: transient, hosts: [] };
    if (transient?.state !== 'known' || transient.value.length === 0) return;
    const data = { cluster, names: listed(transient.value, NAMED) };
    yield { at: transient, message: 'transient', data, hosts: [], measure: transient.value.length };
  },
});
