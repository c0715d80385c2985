/**
 * The key that a regular expression looks for: `cluster\.name` in `^#?\s*cluster\.name:.*$`. A line that says something of
 * another key has no match, whatever the rest of it is.
 */

import { PYTHON_SPACE } from '../../../source/python.ts';

/** The start of an expression: marks of comments and blanks, each as often as it may be. */
const START = /^\^(?:\(?(?:[#; ]|\\s|\[(?:[#; ]|\\[st])+\])[?*+]?\)?[?*]?)*/;
/** Characters that stand for themselves, and `.`. */
const LITERALS = /^\(?((?:(?:[\w/.:=-]|\\[./:=-])(?![?*{]))+)/;
/** What such a start may match. */
const BEFORE_KEY = new RegExp(`^(?:[#;]|${PYTHON_SPACE})*`, 'u');
/** What may match the end of a line, or look at what is around a match. */
const BEYOND_LINE = /\\[nsDWAZ0xuUN]|\\[abt]-|[\0-\x1f]|\[\^|\(\?(?!:|P[<=])/;

/** Tells whether a line that begins so has no match, as it is about another key. */
export function lacksKey(regexp: string, line: string): boolean {
  const { key } = soughtKey(regexp);
  const text = line.replace(BEFORE_KEY, '').slice(0, key.length);
  return Array.from(text).some((char, at) => key[at] !== '.' && key[at] !== char);
}

/** Tells how far a match goes: within its line, over lines that lack the key before its own, or anywhere. */
export function reachOf(regexp: string): 'line' | 'lines before' | 'anywhere' {
  if (!BEYOND_LINE.test(regexp)) return 'line';
  const { key, rest } = soughtKey(regexp);
  return key === '' || BEYOND_LINE.test(rest) ? 'anywhere' : 'lines before';
}

/** The key, empty where a match may begin otherwise, and the expression from the key on. */
export function soughtKey(regexp: string): { readonly key: string; readonly rest: string } {
  const [start = ''] = START.exec(regexp) ?? [];
  const rest = regexp.slice(start.length);
  const [, literals = ''] = LITERALS.exec(rest) ?? [];
  const isSure = start !== '' && !/\||\)[?*{]/.test(rest);
  return { key: isSure ? literals.replaceAll('\\', '') : '', rest };
}
