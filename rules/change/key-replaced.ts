import { keptMembers, placeBefore, unknownBefore } from '../../src/model/change.ts';
import type { Change } from '../../src/model/change.ts';
import { defineRule } from '../../src/model/rule.ts';
import { unknownAsVaulted } from '../../src/model/setting.ts';
import type { Secret, Setting, Unknown } from '../../src/model/setting.ts';
import { ENCRYPTION_KEYS } from '../../src/model/stack.ts';
import type { Dashboard } from '../../src/model/stack.ts';

export default defineRule({
  summary: 'Keep the encryption keys of a dashboard, or its old key for decryption alone.',
  why: 'Saved objects such as alerts and connectors can be read with the key alone that encrypted them; sessions and pending reports are lost as well.',
  reference: 'https://www.elastic.co/docs/deploy-manage/security/secure-saved-objects',
  since: '0.1.0',
  severity: { development: 'warning', production: 'error', strict: 'error' },
  considers: [...ENCRYPTION_KEYS, 'decryptionOnlyKeys'],
  messages: {
    objects:
      'The key {{variable}} of {{host}} changes; expected the same, or the old one among decryptionOnlyKeys, as saved objects become unreadable.',
    taken: 'The key {{variable}} of {{host}} is taken away; expected it as it was, as saved objects become unreadable.',
    sessions: 'The key {{variable}} of {{host}} changes; expected the same, unless all users may be logged out.',
    reports: 'The key {{variable}} of {{host}} changes; expected the same, unless pending reports may be lost.',
  },
  *change(change) {
    for (const member of keptMembers(change.dashboards))
      for (const name of ENCRYPTION_KEYS) {
        const [former, latter] = [member.before[name], member.after[name]];
        const hosts = [member.after.host];
        const ofObjects = name === 'encryptionKeySavedObjects';
        if (former.state === 'unset') continue;
        if (latter.state === 'unset') {
          const related = [{ ...placeBefore(change, former.origin), message: 'before' }];
          if (ofObjects) yield { at: latter, message: 'taken', hosts, related };
          continue;
        }
        const same = isSame(former, latter, mayChange(change, name, member.after));
        const kept =
          same !== true && ofObjects && former.state === 'known' ? keepsFormer(member.after, former.value) : false;
        if (same === true || kept === true) continue;
        if (same === undefined || kept === undefined) {
          yield { undecided: openKey(change, former, latter, member.after), hosts };
          continue;
        }
        const severity = ofObjects ? undefined : ('info' as const);
        const related = [{ ...placeBefore(change, former.origin), message: 'before' }];
        yield { at: latter, message: MESSAGES[name], severity, hosts, related };
      }
  },
});

/** The keys by the names that Kibana has for them. */
const NAMES = {
  encryptionKeySavedObjects: 'xpack.encryptedSavedObjects.encryptionKey',
  encryptionKeySecurity: 'xpack.security.encryptionKey',
  encryptionKeyReporting: 'xpack.reporting.encryptionKey',
} as const;

/** Tells whether a key that is not known is written in another way than before. */
function mayChange({ open }: Change, name: keyof typeof NAMES, { host }: Dashboard): boolean {
  return open.some((one) => one.name === NAMES[name] && one.hosts.includes(host));
}

/** Tells whether a key is as it was; undefined if that is not known. */
function isSame(former: Setting<Secret>, latter: Setting<Secret>, mayDiffer: boolean): boolean | undefined {
  if (former.state === 'known' && latter.state === 'known') return former.value.same(latter.value);
  return former.state === 'unknown' && latter.state === 'unknown' && !mayDiffer ? true : undefined;
}

/** Tells whether a dashboard can still decrypt by a key that it had; undefined if that is not known. */
function keepsFormer({ decryptionOnlyKeys: keys }: Dashboard, key: Secret): boolean | undefined {
  if (keys.state === 'unset') return false;
  if (keys.state !== 'known') return undefined;
  const same = keys.value.map((one) => one.same(key));
  return same.includes(true) ? true : same.includes(undefined) ? undefined : false;
}

/** The value that leaves it open whether a key changes, or whether the former one is kept. */
function openKey(
  change: Change,
  former: Setting<Secret>,
  latter: Setting<Secret>,
  { decryptionOnlyKeys: keys }: Dashboard,
): Unknown {
  if (latter.state === 'unknown') return latter;
  if (former.state === 'unknown') return unknownBefore(change, former);
  if (keys.state === 'unknown') return keys;
  const open = unknownAsVaulted(latter, `whether ${latter.variable} changes is not known: it is encrypted`);
  return { ...open, decidedBy: 'give --vault-password-file or --vault-id' };
}

const MESSAGES = {
  encryptionKeySavedObjects: 'objects',
  encryptionKeySecurity: 'sessions',
  encryptionKeyReporting: 'reports',
} as const;
