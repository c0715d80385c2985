/** Secrets that all dashboards of a cluster should have in common. */
import { unknownSettingsAmong, unknownAsVaulted } from './setting.ts';
import type { Known, Open, Secret, Setting } from './setting.ts';
import type { Dashboards } from './stack.ts';

interface Holder {
  readonly host: string;
  readonly secret: Known<Secret>;
}

/** An instance whose secret differs from that of the others, and one that has theirs. */
interface Apart extends Holder {
  readonly usual: Holder;
}

/**
 * Finds the instances that have another secret than most, and what leaves that undecided: a vault, or that the
 * instances may serve several clusters. Those without a secret do not count.
 */
export function secretsApart<D extends { readonly host: string; readonly clusterName: Setting<string> }>(
  { instances, possible, scattered }: Pick<Dashboards<D>, 'instances' | 'possible' | 'scattered'>,
  secretOf: (instance: D) => Setting<Secret>,
): { readonly apart: readonly Apart[]; readonly open: readonly Open[] } {
  const holdersAmong = (some: readonly D[]): readonly Holder[] =>
    some.flatMap((instance) => {
      const secret = secretOf(instance);
      return secret.state === 'known' ? [{ host: instance.host, secret }] : [];
    });
  const holders = holdersAmong(instances);
  const usual = mostShared(holders);
  if (usual === undefined) return { apart: [], open: [] };
  const sameAsUsual = ({ secret }: Holder): boolean | undefined => secret.value.same(usual.secret.value);
  const doubtful = [...(scattered ? holders : []), ...holdersAmong(possible)];
  if (doubtful.some((one) => sameAsUsual(one) !== true))
    return { apart: [], open: unknownSettingsAmong([...instances, ...possible], 'clusterName') };
  return {
    apart: holders.filter((one) => sameAsUsual(one) === false).map((one) => ({ ...one, usual })),
    open: holders
      .filter((one) => sameAsUsual(one) === undefined)
      .map(({ host, secret }) => {
        const message = `${secret.variable} is vaulted, so it is unknown whether it is the same everywhere`;
        return { undecided: unknownAsVaulted(secret, message), hosts: [host] };
      }),
  };
}

/** The holder of the secret that most others share; among equals the one that most others surely do not. */
function mostShared(holders: readonly Holder[]): Holder | undefined {
  const count = ({ secret }: Holder, answer: boolean) =>
    holders.filter((other) => secret.value.same(other.secret.value) === answer).length;
  const [best] = holders
    .map((holder) => ({ holder, shared: count(holder, true), apart: count(holder, false) }))
    .sort((a, b) => b.shared - a.shared || b.apart - a.apart);
  return best?.holder;
}
