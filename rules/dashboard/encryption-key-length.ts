import { counted } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';
import { unknownAsVaulted } from '../../src/model/setting.ts';
import { ENCRYPTION_KEYS, encryptionKeys } from '../../src/model/stack.ts';

export default defineRule({
  summary: 'Make each encryption key of the dashboards at least 32 characters long.',
  why: 'The dashboard does not start with a shorter key; with a short key for reports, only reports fail.',
  reference: 'https://www.elastic.co/guide/en/kibana/current/security-settings-kb.html',
  since: '0.1.0',
  sources: [{ name: 'Kibana, which does not start with a shorter key' }],
  severity: { development: 'error', production: 'error', strict: 'error' },
  judges: 'declared',
  options: { minLength: { type: 'integer', description: 'Fewest characters.', minimum: 1, default: 32 } },
  reads: ENCRYPTION_KEYS,
  messages: { short: 'The key {{variable}} of {{host}} has {{size}}; expected at least {{min}}.' },
  *dashboards({ instances }, { minLength }) {
    for (const instance of instances)
      for (const [at, key] of encryptionKeys(instance).entries()) {
        if (key.state !== 'known') continue;
        const { length } = key.value;
        const hosts = [instance.host];
        if (length === undefined)
          yield { undecided: unknownAsVaulted(key, `${key.variable} is vaulted, so its length is unknown`), hosts };
        else if (length < minLength) {
          const size = counted(length, 'character');
          const weight = ENCRYPTION_KEYS[at] === 'encryptionKeyReporting' ? { severity: 'warning' as const } : {};
          yield { at: key, message: 'short', data: { size, min: minLength }, measure: -length, hosts, ...weight };
        }
      }
  },
});
