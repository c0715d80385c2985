import { settingsRemedy } from '../../src/model/remedy.ts';
import { defineRule } from '../../src/model/rule.ts';
import { isTruth } from '../../src/model/security.ts';

export default defineRule({
  summary: 'Refuse to delete indices by wildcards.',
  why: 'A single slip, such as DELETE /* in a console or an empty variable in a script, deletes every index.',
  reference: 'https://www.elastic.co/docs/reference/elasticsearch/configuration-reference/index-management-settings',
  since: '0.1.0',
  sources: [{ name: 'AutoOps: Destructive actions', url: 'https://www.elastic.co/docs/reference/autoops-insights' }],
  severity: { development: 'off', production: 'warning', strict: 'warning' },
  reads: ['destructiveNames'],
  messages: {
    off: 'On {{host}}, one request may delete all indices by a wildcard; expected {{variable}} to be true.',
    unset:
      'On {{host}}, one request may delete all indices by a wildcard, as its release allows by default; expected {{variable}} to be true.',
  },
  *node({ destructiveNames: setting }) {
    if (!isTruth(setting, false)) return;
    const { variable, origin, state } = setting;
    const transient = origin.isTransient === true ? { transient: { [variable]: null } } : {};
    const remedies = [
      settingsRemedy('Refuse wildcards where indices are deleted', { persistent: { [variable]: true }, ...transient }),
    ];
    yield { at: setting, message: state === 'unset' ? 'unset' : 'off', remedies };
  },
});
