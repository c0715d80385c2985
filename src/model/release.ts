/** Releases by their numbers, which files may tell in part: `8` stands for any release that begins so. */

/** Tells whether a release comes after another; false where they are the same as far as both are told. */
export function isNewer(one: string, other: string): boolean {
  const [left, right] = [one, other].map((release) => release.split('.').map(Number));
  for (const [at, number] of (left ?? []).entries()) {
    const against = right?.[at];
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
