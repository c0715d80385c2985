/** Releases by their numbers, which files may tell in part: `8` stands for any release that begins so. */

/** The releases from `since` on and before `until`, each as far as it is given: `7.9`, `8.0`. */
export interface Releases {
  readonly since?: string;
  readonly until?: string;
}

/** All releases whose numbers begin with this one: those of `8.15` are 8.15.0, 8.15.1 and so on. */
export function releasesStartingWith(version: string): Releases {
  const numbers = numbersOf(version);
  return { since: version, until: [...numbers.slice(0, -1), (numbers.at(-1) ?? 0) + 1].join('.') };
}

/** The releases that a text may mean, as `8.15` or `8.x`; undefined for one such as `latest`, and for those before a release. */
export function releasesNamed(text: string): Required<Releases> | undefined {
  const [, numbers] = /^(\d+(?:\.\d+){0,2})(?:\.[x*]){0,2}$/.exec(text) ?? [];
  return numbers === undefined ? undefined : (releasesStartingWith(numbers) as Required<Releases>);
}

/** Tells whether all releases of a range are in another. */
export function areWithin({ since, until }: Releases, outer: Releases): boolean {
  if (outer.since !== undefined && isBefore(since, outer.since)) return false;
  return outer.until === undefined || (until !== undefined && !isBefore(outer.until, until));
}

/** Tells whether two ranges of releases have one in common. */
export function haveCommon(one: Releases, other: Releases): boolean {
  return isBefore(one.since, other.until) && isBefore(other.since, one.until);
}

/**
 * Tells whether a release comes before another, where numbers that are left out are 0; a missing one is the first of
 * all, a missing other comes after all.
 */
export function isBefore(release = '0', other: string | undefined): boolean {
  if (other === undefined) return true;
  const [left, right] = [numbersOf(release), numbersOf(other)];
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

function numbersOf(release: string): readonly number[] {
  return release.split('.').map(Number);
}

/** Tells whether a release comes after another; false where they are the same as far as both are told. */
export function isNewer(one: string, other: string): boolean {
  const [left, right] = [numbersOf(one), numbersOf(other)];
  for (const [at, number] of left.entries()) {
    const against = right[at];
    if (against === undefined || number !== against) return against !== undefined && number > against;
  }
  return false;
}

/** The first number of a release. */
export function majorOf(release: string): string {
  return release.split('.', 1)[0] ?? '';
}

/** Tells whether a release may be another that is told in more detail: `8.15` may be 8.15.3. */
function mayBe(one: string, other: string): boolean {
  return one === other || other.startsWith(`${one}.`);
}

/**
 * Completes releases by each other: one that is told in part is the only one of the others that it may be. Undefined
 * for one that may be several.
 */
export function completed(releases: readonly string[]): readonly (string | undefined)[] {
  const all = [...new Set(releases)];
  const whole = all.filter((one) => !all.some((other) => other !== one && mayBe(one, other)));
  const found = new Map(
    all.map((one) => {
      const [first, ...others] = whole.filter((other) => mayBe(one, other));
      return [one, others.length === 0 ? first : undefined];
    }),
  );
  return releases.map((one) => found.get(one));
}
