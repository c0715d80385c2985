/** Upgrades: whether a product goes from one release to another, by what its documentation says. */
import { haveCommon, isBefore, majorOf, releasesNamed } from './release.ts';
import type { Releases } from './release.ts';

/** Releases from which a release may be upgraded. */
export interface UpgradeSource {
  /** The first of them. */
  readonly since: string;
  /** The first that is too new, as it came out after the release itself. */
  readonly until?: string;
  /** The first from which it goes while all members are stopped, where that is an earlier one. */
  readonly stopped?: string;
  /** The product whose releases they are, if it is another: that of `schemas/products/kibana.json` is `kibana`. */
  readonly of?: string;
  /** The page that says so. */
  readonly reference: string;
}

/**
 * The upgrades from the major release before, or from another product, each by the first release that can be upgraded so:
 * what `9.1` has counts for it and all later releases of its major one.
 */
export type Upgrades = Readonly<Record<string, readonly UpgradeSource[]>>;

/** A product with its upgrades. */
export interface Upgradable {
  /** The name of its file in `schemas/products`. */
  readonly product: string;
  readonly upgrades: Upgrades;
}

/** A release that has to come in between: the first of those with which it goes on. */
export interface UpgradeStop {
  readonly product: string;
  readonly release: string;
}

/**
 * What an upgrade takes.
 * - `none`: it is the same release.
 * - `direct`: one member after the other may be upgraded or, of a product that knows no such thing, all at once.
 * - `stopped`: so it goes while all members are stopped; else the releases of `through` have to come first.
 * - `skips`: the releases of `through` have to come first, in their order.
 * - `lower`: the release is a lower one, and no product takes the data of a higher one.
 * - `never`: there is no way, as that release came out before the one that runs, or is of a product that does not take over.
 */
export type Upgrade =
  | { readonly kind: 'none' | 'direct' | 'lower' | 'never' }
  | { readonly kind: 'stopped' | 'skips'; readonly through: readonly UpgradeStop[] };

/**
 * Tells what the upgrade of a product from one release to another takes. Releases may be told in part: `8`, `8.x`, `8.19`.
 * Undefined where that leaves open what it takes, and where no documentation tells of it. `before`: the product that runs,
 * if it is another.
 *
 * The days on which releases came out are not known: a patch of an earlier minor release may be younger than a later
 * release to which it then cannot be upgraded.
 */
export function upgradeFrom(product: Upgradable, from: string, to: string, before = product): Upgrade | undefined {
  const isSame = before.product === product.product;
  if (isSame && from === to) return { kind: 'none' };
  const [running, wanted] = [releasesNamed(from), releasesNamed(to)];
  if (running === undefined || wanted === undefined) return undefined;
  if (isSame && haveCommon(running, wanted)) return undefined;
  const steps = [product, before].flatMap(({ upgrades }) => stepsOf(upgrades));
  const found = within(wanted, steps).flatMap((release) =>
    within(running, steps).map((one) => exactUpgrade(product, one, release, before)),
  );
  return found.reduce((all, one) => (all && one ? common(all, one) : undefined));
}

/** The releases at which upgrades change. */
function stepsOf(upgrades: Upgrades): readonly string[] {
  return Object.entries(upgrades).flatMap(([release, sources]) => [
    release,
    ...sources.flatMap(({ since, until = since, stopped = since }) => [since, until, stopped]),
  ]);
}

/** The first release of a range, and those steps that are in it: one of each kind of its releases. */
function within({ since, until }: Required<Releases>, steps: readonly string[]): readonly string[] {
  return [since, ...steps.filter((step) => isBefore(since, step) && isBefore(step, until))];
}

/** What two upgrades have in common, of which either may be meant; undefined if they differ. */
function common(one: Upgrade, other: Upgrade): Upgrade | undefined {
  if (one.kind !== other.kind) return undefined;
  if (!('through' in one) || !('through' in other)) return one;
  const isCommon = ({ product, release }: UpgradeStop, back: number): boolean => {
    const same = other.through.at(-1 - back);
    return same?.product === product && same.release === release;
  };
  const backwards = one.through.toReversed();
  const differing = backwards.findIndex((stop, back) => !isCommon(stop, back));
  return { kind: one.kind, through: (differing < 0 ? backwards : backwards.slice(0, differing)).toReversed() };
}

/** The upgrade between two releases, the first of which is one of `before`. */
function exactUpgrade(product: Upgradable, from: string, to: string, before: Upgradable): Upgrade | undefined {
  const isSame = before.product === product.product;
  if (isSame && isBefore(to, from)) return { kind: 'lower' };
  if (isSame && majorOf(from) === majorOf(to)) return { kind: 'direct' };
  const sources = sourcesOf(product.upgrades, to);
  const own = sources.find(({ of }) => of === undefined);
  if (isSame) return own && upgradeBySource(before, from, own);
  const takesOver = ({ of }: UpgradeSource): boolean => of === before.product;
  if (!Object.values(product.upgrades).flat().some(takesOver)) return { kind: 'never' };
  const other = sources.find(takesOver);
  const byOther = other && upgradeBySource(before, from, other);
  if (own === undefined || byOther?.kind === 'direct') return byOther;
  const first = exactUpgrade(product, from, own.since, before);
  return first === undefined || first.kind === 'never' ? first : skips(first, product, own);
}

/** The sources of a release: those of the last release up to it that has some, of the same major one. */
function sourcesOf(upgrades: Upgrades, to: string): readonly UpgradeSource[] {
  const since = Object.keys(upgrades).filter((one) => majorOf(one) === majorOf(to) && !isBefore(to, one));
  const last = since.reduce((most, one) => (isBefore(most, one) ? one : most), '0');
  return upgrades[last] ?? [];
}

/** The upgrade from a release of a product to what has its releases as a source. */
function upgradeBySource(before: Upgradable, from: string, source: UpgradeSource): Upgrade {
  const { since, until, stopped } = source;
  if (!isBefore(from, until)) return { kind: 'never' };
  if (!isBefore(from, since)) return { kind: 'direct' };
  const { through } = skips(exactUpgrade(before, from, since, before), before, source);
  return { kind: stopped === undefined || isBefore(from, stopped) ? 'skips' : 'stopped', through };
}

/** An upgrade that has to stop at the first release of a source, where it comes by another upgrade. */
function skips(first: Upgrade | undefined, { product }: Upgradable, { since }: UpgradeSource) {
  const through = first !== undefined && 'through' in first ? first.through : [];
  return { kind: 'skips' as const, through: [...through, { product, release: since }] };
}
