import { keptMembers, placeBefore } from '../../src/model/change.ts';
import { defineRule } from '../../src/model/rule.ts';
import { ENCRYPTION_KEYS } from '../../src/model/stack.ts';

export default defineRule({
  summary: 'Keep the encryption keys of a dashboard, or its old key for decryption alone.',
  why: 'Saved objects such as alerts and connectors can be read with the key alone that encrypted them; sessions and pending reports are lost as well.',
  reference: 'https://www.elastic.co/docs/deploy-manage/security/secure-saved-objects',
  since: '0.1.0',
  severity: { development: 'warning', production: 'error', strict: 'error' },
  considers: ENCRYPTION_KEYS,
  messages: {
    objects:
      'The key {{variable}} of {{host}} changes; expected the same, or the old one kept for decryption alone, as saved objects become unreadable.',
    taken: 'The key {{variable}} of {{host}} is taken away; expected it as it was, as saved objects become unreadable.',
    sessions: 'The key {{variable}} of {{host}} changes; expected the same, unless all users may be logged out.',
    reports: 'The key {{variable}} of {{host}} changes; expected the same, unless pending reports may be lost.',
  },
  *change(change) {
    for (const { before, after } of keptMembers(change.dashboards))
      for (const name of ENCRYPTION_KEYS) {
        const [former, latter] = [before[name], after[name]];
        if (former.state !== 'known') continue;
        const related = [{ ...placeBefore(change, former.origin), message: 'before' }];
        const hosts = [after.host];
        const severity = name === 'encryptionKeySavedObjects' ? undefined : ('info' as const);
        if (latter.state === 'unset' && severity === undefined) yield { at: latter, message: 'taken', hosts, related };
        else if (latter.state === 'unknown') yield { undecided: latter, hosts };
        else if (latter.state === 'known') {
          const same = former.value.same(latter.value);
          if (same === false) yield { at: latter, message: MESSAGES[name], severity, hosts, related };
          if (same === undefined) {
            const message = `whether ${latter.variable} changes is not known: it is encrypted`;
            const { variable, origin, setting } = latter;
            const decidedBy = 'give --vault-password-file or --vault-id';
            yield {
              undecided: { state: 'unknown', variable, origin, setting, reason: 'vault', message, decidedBy },
              hosts,
            };
          }
        }
      }
  },
});

const MESSAGES = {
  encryptionKeySavedObjects: 'objects',
  encryptionKeySecurity: 'sessions',
  encryptionKeyReporting: 'reports',
} as const;
