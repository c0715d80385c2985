/**
 * Regular expressions of Java, and what replaces their matches, as far as both are the same in JavaScript.
 *
 * https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/util/regex/Pattern.html, and
 * `Matcher.appendReplacement`. No package compiles them; what JavaScript has in another way is only counted.
 */

export interface JavaPattern {
  /** The number of groups that capture. */
  readonly groups: number;
  readonly names: ReadonlySet<string>;
  /** The number of its repetitions, each of which may take any part of a text; infinite if one is within another. */
  readonly repetitions: number;
  /** The same expression; undefined where JavaScript may read it in another way. */
  readonly same: RegExp | undefined;
}

/** What Java alone has: quotations, possessive quantifiers, flags within, classes by names, intersections. */
const ONLY_JAVA = /\\[QEAGZzhHRX]|[*+?}]\+|\(\?[a-z-]+[:)]|\(\?>|\\[pP]|&&|\[[^\]]*\[/;
/** A character of its own, a class, or the beginning of a group; escaped characters and quotations are passed over. */
const PARTS = /\\Q[^]*?(?:\\E|$)|\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*\]?|\((\?(?:<([A-Za-z]\w*)>)?)?/g;

/** The name of a group that Java refuses, where JavaScript takes it: it holds no underscore. */
const REFUSED_NAME = /\(\?<(?![=!])(?![A-Za-z][A-Za-z\d]*>)/;
/** The steps that a search may try, from each character of a text: some hundredths of a second. */
const MOST_WAYS = 10_000_000;

/** Reads an expression; undefined if Java refuses it. */
export function readJavaPattern(text: string): JavaPattern | undefined {
  let groups = 0;
  const names = new Set<string>();
  for (const { 0: part, 1: special, 2: name } of text.matchAll(PARTS)) {
    if (!part.startsWith('(') || (special !== undefined && name === undefined)) continue;
    groups++;
    if (name !== undefined) names.add(name);
  }
  const plain = text.replace(PARTS, (part) => (part.startsWith('(') ? part : 'x'));
  if (REFUSED_NAME.test(plain)) return undefined;
  const repetitions = /\)[*+{]/.test(plain) ? Infinity : (plain.match(/[*+{]/g)?.length ?? 0);
  if (ONLY_JAVA.test(text)) return { groups, names, repetitions, same: undefined };
  try {
    return { groups, names, repetitions, same: new RegExp(text, 'g') };
  } catch {
    return undefined;
  }
}

/** The first reference of a replacement to a group that a pattern does not have; `$` if it is to none. */
export function missingGroup(replacement: string, { groups, names }: JavaPattern): string | undefined {
  for (const { 0: part, 1: digit, 2: name } of replacement.matchAll(/\\[^]|\$(?:(\d)|\{([^}]*)\})?/g)) {
    if (!part.startsWith('$')) continue;
    const isThere = digit !== undefined ? Number(digit) <= groups : name !== undefined && names.has(name);
    if (!isThere) return part;
  }
  return undefined;
}

/**
 * A text in which a replacement takes the place of all matches; undefined where JavaScript may do it in another way, or
 * where the search may take long.
 */
export function replacedByJava(text: string, pattern: JavaPattern, replacement: string): string | undefined {
  const { same, groups, repetitions } = pattern;
  if (same === undefined || groups > 9 || /[\\{]/.test(replacement)) return undefined;
  if ((text.length + 1) ** (repetitions + 1) > MOST_WAYS) return undefined;
  // JavaScript takes two digits where Java takes one group that exists.
  if (/\$\d\d/.test(replacement)) return undefined;
  return text.replace(same, replacement.replaceAll('$0', '$$&'));
}
