/** Did-you-mean: the known name nearest to a mistyped one, and the words that suggest it. */

/**
 * Finds the candidate nearest to a word; undefined if none is near enough to be meant.
 *
 * Near enough means at most one edit for each three characters of the longer name, at least one and at most four, but
 * no edit of a single character. An edit inserts, drops or replaces a character, or swaps two neighbours (optimal
 * string alignment distance).
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const lower = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Infinity;
  for (const candidate of candidates) {
    const longer = Math.max(word.length, candidate.length);
    const near = longer < 2 ? 0 : Math.min(4, Math.max(1, Math.floor(longer / 3)));
    const limit = Math.min(near, bestDistance - 1);
    if (Math.abs(candidate.length - word.length) > limit) continue;
    const distance = editDistance(lower, candidate.toLowerCase(), limit);
    if (distance <= limit) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/**
 * Finds the name of a host or group nearest to a mistyped one. Names with different numbers do not match: files of a
 * removed host `es-3` are not meant for `es-2`. A single name that differs only in its domain comes first.
 */
export function nearestOwner(name: string, owners: Iterable<string>): string | undefined {
  const all = [...owners];
  const [same, another] = all.filter((owner) => owner.startsWith(`${name}.`) || name.startsWith(`${owner}.`));
  if (same !== undefined && another === undefined) return same;
  const numbers = numbersIn(name);
  return nearest(
    name,
    all.filter((owner) => numbersIn(owner) === numbers),
  );
}

/**
 * Finds the name of a host, group or role that differs in a single typing error, for names that need not exist: plays may be
 * written for groups that only some inventories have. In a short word, one edit makes another word.
 */
export function nameOneTypoAway(name: string, owners: Iterable<string>): string | undefined {
  const numbers = numbersIn(name);
  const words = wordsOf(name);
  for (const owner of owners) {
    if (Math.abs(owner.length - name.length) > 1 || numbersIn(owner) !== numbers) continue;
    if (editDistance(name.toLowerCase(), owner.toLowerCase()) > 1) continue;
    const others = wordsOf(owner);
    const changed = words.length === others.length ? words.filter((word, at) => word !== others[at]) : [name];
    if (changed.every((word) => word.length >= FEWEST_LETTERS)) return owner;
  }
  return undefined;
}

const FEWEST_LETTERS = 4;

function wordsOf(name: string): readonly string[] {
  return name.toLowerCase().split(/[-_.]/);
}

/** The numbers in a name, without the zeros before them. */
function numbersIn(name: string): string {
  return (name.match(/\d+/g) ?? []).map((digits) => digits.replace(/^0+/, '')).join(' ');
}

/**
 * Finds the setting that a dotted name was meant for: one of its words has a typing error, or two if it is long.
 * There are many other settings than those that are known, so that less is like another name, and not like an error.
 */
export function settingOneTypoAway(name: string, settings: Iterable<string>): string | undefined {
  const words = name.split('.');
  for (const setting of settings) {
    const others = setting.split('.');
    if (others.length !== words.length) continue;
    const [at, another] = words.flatMap((word, index) => (word === others[index] ? [] : [index]));
    if (at === undefined || another !== undefined) continue;
    const [word = '', other = ''] = [words[at], others[at]];
    const most = other.length < FEWEST_LETTERS ? 0 : other.length < LONG_WORD ? 1 : 2;
    if (editDistance(word.toLowerCase(), other.toLowerCase()) <= most) return setting;
  }
  return undefined;
}

/** The letters of a word in which two typing errors still leave it plain. */
const LONG_WORD = 9;

/**
 * Finds the variable of a role nearest to a mistyped one.
 *
 * All variables of a role share a prefix, so the words after it have to be similar as well: another word is not a
 * typing error. `search_host` does not mean `search_heap`, nor `search_node_name` `search_node_types`.
 */
export function nearestVariable(
  name: string,
  variables: readonly string[],
  prefixes: readonly string[],
): string | undefined {
  const prefix = prefixes.find((one) => name.startsWith(one)) ?? '';
  const rest = name.slice(prefix.length);
  return nearest(
    name,
    variables.filter((one) => !one.startsWith(prefix) || mayBeMistyped(rest, one.slice(prefix.length))),
  );
}

function mayBeMistyped(name: string, candidate: string): boolean {
  const [words, others] = [name.split('_'), candidate.split('_')];
  if (words.length !== others.length) return isHalfAlike(name, candidate);
  return words.every((word, index) => isHalfAlike(word, others[index] ?? ''));
}

function isHalfAlike(a: string, b: string): boolean {
  return editDistance(a.toLowerCase(), b.toLowerCase()) <= Math.max(a.length, b.length) / 2;
}

/** The number of edits between two words; some larger number than `limit` where it is beyond that. */
function editDistance(a: string, b: string, limit = Infinity): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      current.push(cost);
      if (cost < least) least = cost;
    }
    // Later rows have no fewer: a swap, which reaches back one row, is an edit itself.
    if (least > limit) return least;
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}

const FEW = 6;
const NEAR = 3;

/**
 * The end of a complaint about an unknown name: `; did you mean NAME?`, or all names if they are few, or `otherwise`.
 */
export function didYouMean(word: string, known: readonly string[], otherwise: string): string {
  const near = nearestOf(word, known);
  if (near.length > 0) return `; did you mean ${either(near)}?`;
  return known.length <= FEW ? `; there are ${known.join(', ')}` : `; ${otherwise}`;
}

/** `a`, `a or b`, `a, b or c`. */
function either(names: readonly string[]): string {
  const parts = [names.slice(0, -1).join(', '), ...names.slice(-1)];
  return parts.filter((part) => part !== '').join(' or ');
}

/** The name that is a typing error away; else names that contain the word, or that share its part before the `/`. */
function nearestOf(word: string, known: readonly string[]): readonly string[] {
  const typed = nearest(word, known);
  if (typed !== undefined) return [typed];
  const byEnd = nearest(word, known.map(lastPart));
  if (byEnd !== undefined) return known.filter((name) => lastPart(name) === byEnd).slice(0, NEAR);
  const holding = known.filter((name) => word.length > 2 && name.includes(word));
  const category = known.filter(
    (name) => name.includes('/') && name.startsWith(word.slice(0, word.indexOf('/') + 1) || ' '),
  );
  return (holding.length > 0 ? holding : category).slice(0, NEAR);
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
