import { leaveNamesOpen } from '../../src/model/belonging.ts';
import { append } from '../../src/model/append.ts';
import { defineRule } from '../../src/model/rule.ts';
import { leaveOpen } from '../../src/model/setting.ts';
import type { Known, Secret } from '../../src/model/setting.ts';
import type { Dashboards } from '../../src/model/stack.ts';

export default defineRule({
  summary: 'Give all dashboards of a cluster the same encryption keys.',
  why: 'What one instance encrypts the others cannot read: sessions break when the load balancer changes instance.',
  reference: 'Production practice §5.5',
  severity: { development: 'error', production: 'error', strict: 'error' },
  messages: { differs: 'The key {{variable}} of {{host}} differs from that of {{other}}; expected the same on all.' },
  *dashboards({ instances, possible, scattered }) {
    const others = holdersOfEachKey(possible);
    for (const [index, holders] of holdersOfEachKey(instances)) {
      const usual = mostShared(holders);
      if (usual === undefined) continue;
      const doubtful = [...(scattered ? holders : []), ...(others.get(index) ?? [])];
      if (doubtful.some(({ key }) => key.value.same(usual.key.value) !== true)) {
        leaveNamesOpen([...instances, ...possible]);
        continue;
      }
      for (const { host, key } of holders) {
        const same = key.value.same(usual.key.value);
        if (same === undefined)
          leaveOpen(key, host, `${key.variable} is vaulted, so nobody can tell whether it is the same everywhere`);
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

/** For each of the keys, the instances that have one; the rule for missing keys speaks of the others. */
function holdersOfEachKey(instances: Dashboards['instances']): ReadonlyMap<number, readonly Holder[]> {
  const holders = new Map<number, Holder[]>();
  for (const { host, encryptionKeys } of instances)
    for (const [index, key] of encryptionKeys.entries()) {
      if (key.state !== 'known') continue;
      append(holders, index, { host, key });
    }
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
