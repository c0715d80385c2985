import { append } from '../../src/model/multimap.ts';
import { defineRule } from '../../src/model/rule.ts';
import { unknownSettingsAmong, unknownAsVaulted } from '../../src/model/setting.ts';
import type { Known, Secret } from '../../src/model/setting.ts';
import { ENCRYPTION_KEYS, encryptionKeys } from '../../src/model/stack.ts';
import type { Dashboard } from '../../src/model/stack.ts';

export default defineRule({
  summary: 'Give all dashboards of a cluster the same encryption keys.',
  why: 'The other instances cannot read what one encrypts: sessions break when the load balancer switches instances.',
  reference: 'https://www.elastic.co/docs/deploy-manage/production-guidance/kibana-load-balance-traffic',
  since: '0.1.0',
  severity: { development: 'error', production: 'error', strict: 'error' },
  judges: 'declared',
  reads: ENCRYPTION_KEYS,
  considers: ['clusterName'],
  messages: { differs: 'The key {{variable}} of {{host}} differs from that of {{other}}; expected the same on all.' },
  *dashboards({ instances, possible, scattered }) {
    const others = holdersOfEachKey(possible);
    for (const [index, holders] of holdersOfEachKey(instances)) {
      const usual = mostShared(holders);
      if (usual === undefined) continue;
      const doubtful = [...(scattered ? holders : []), ...(others.get(index) ?? [])];
      if (doubtful.some(({ key }) => key.value.same(usual.key.value) !== true)) {
        yield* unknownSettingsAmong([...instances, ...possible], 'clusterName');
        continue;
      }
      for (const { host, key } of holders) {
        const same = key.value.same(usual.key.value);
        if (same === undefined) {
          const message = `${key.variable} is vaulted, so it is unknown whether it is the same everywhere`;
          yield { undecided: unknownAsVaulted(key, message), hosts: [host] };
        }
        if (same !== false) continue;
        const related = [{ ...usual.key.origin, message: `the key of ${usual.host}` }];
        yield { at: key, message: 'differs', data: { other: usual.host }, related, hosts: [host] };
      }
    }
  },
});

interface Holder {
  readonly host: string;
  readonly key: Known<Secret>;
}

type Keys = Pick<Dashboard, 'host' | (typeof ENCRYPTION_KEYS)[number]>;

/** Lists, for each of the keys, the instances that have it. Another rule reports missing keys. */
function holdersOfEachKey(instances: readonly Keys[]): ReadonlyMap<number, readonly Holder[]> {
  const holders = new Map<number, Holder[]>();
  for (const instance of instances)
    for (const [index, key] of encryptionKeys(instance).entries())
      if (key.state === 'known') append(holders, index, { host: instance.host, key });
  return holders;
}

/** The holder of the key that most others share; among equals the one that most others surely do not. */
function mostShared(holders: readonly Holder[]): Holder | undefined {
  const count = ({ key }: Holder, answer: boolean) =>
    holders.filter((other) => key.value.same(other.key.value) === answer).length;
  const [best] = holders
    .map((holder) => ({ holder, shared: count(holder, true), apart: count(holder, false) }))
    .sort((a, b) => b.shared - a.shared || b.apart - a.apart);
  return best?.holder;
}
