import { defineRule } from '../../src/model/rule.ts';
import { keyOfPlace, placeOfOrigin, unknownAsVaulted } from '../../src/model/setting.ts';
import type { Known, Secret } from '../../src/model/setting.ts';
import { ENCRYPTION_KEYS, encryptionKeys } from '../../src/model/stack.ts';

/** The things that each key encrypts, in the order of the keys. */
const USES = ['sessions', 'saved objects', 'reports'];

interface Key {
  readonly use: string;
  readonly key: Known<Secret>;
}

export default defineRule({
  summary: 'Give each encryption key of a dashboard a value of its own.',
  why: 'Whoever gets hold of the key for sessions or reports then reads saved objects as well, with the passwords in them.',
  reference: 'https://www.elastic.co/docs/deploy-manage/security/secure-saved-objects',
  since: '0.1.0',
  severity: { development: 'info', production: 'warning', strict: 'error' },
  judges: 'declared',
  considers: ENCRYPTION_KEYS,
  messages: { same: '{{host}} has one key for {{uses}}: {{variable}}; expected one for each.' },
  *dashboards({ instances }) {
    for (const instance of instances) {
      const hosts = [instance.host];
      const all = encryptionKeys(instance);
      // One key cannot be the same as another that is not there.
      if (all.filter(({ state }) => state !== 'unset').length < 2) continue;
      for (const key of all) if (key.state === 'unknown') yield { undecided: key, hosts };
      const groups: [Key, ...Key[]][] = [];
      for (const [at, key] of all.entries()) {
        if (key.state !== 'known') continue;
        const one = { use: USES[at] ?? '', key };
        const answers = groups.map(([{ key: other }]) => key.value.same(other.value));
        const group = groups[answers.indexOf(true)];
        if (group !== undefined) group.push(one);
        else groups.push([one]);
        if (group !== undefined || !answers.includes(undefined)) continue;
        const message = `${key.variable} is vaulted, so it is unknown whether another key is the same`;
        yield { undecided: unknownAsVaulted(key, message), hosts };
      }
      for (const [first, ...others] of groups) {
        if (others.length === 0) continue;
        const { key: at } = first;
        const uses = [first, ...others].map(({ use }) => use).join(', ');
        const related = others
          .filter(({ key }) => keyOfPlace(key.origin) !== keyOfPlace(at.origin))
          .map(({ key, use }) => ({ ...placeOfOrigin(key.origin), message: `the key for ${use}` }));
        yield { at, message: 'same', data: { uses }, related, hosts };
      }
    }
  },
});
