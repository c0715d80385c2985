/** Replacements of Python's regular expressions: texts with references to groups. */
import { Raised } from '../markers.ts';
import { pythonInt } from './python-numbers.ts';
import type { Groups } from './regex.ts';

/** Texts, and the numbers of the groups between them. */
export type Replacement = readonly (string | number)[];

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n', t: '\t', r: '\r', a: '\x07', f: '\f', v: '\v', b: '\b', '\\': '\\',
}; // prettier-ignore
/** A reference by name, an octal escape, a reference by number, any other escape; or plain text. */
const PART = /\\(?:g(?<named><[^>]*>|)|(?<octal>0[0-7]{0,2}|[0-3][0-7]{2})|(?<number>\d{1,2})|(?<other>[^]?))|[^\\]+/g;

/** Reads a replacement as Python's `re.sub` does: `\1`, `\g<name>`, `\n`. Refuses groups that the pattern lacks. */
export function readReplacement(text: string, groups: Groups): Replacement {
  return Array.from(text.matchAll(PART), (part): string | number => {
    const [whole] = part;
    const { named, octal, number, other } = part.groups ?? {};
    if (named !== undefined) return groupNamed(named, groups);
    if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8));
    if (number !== undefined) return groupAt(Number(number), groups);
    if (other === undefined) return whole;
    const control = ESCAPES[other];
    if (control === undefined && (other === '' || /[A-Za-z]/.test(other)))
      throw new Raised('ValueError', `bad escape ${other === '' ? '(end of pattern)' : whole}`);
    return control ?? whole;
  });
}

function groupNamed(reference: string, groups: Groups): number {
  if (reference === '') throw new Raised('ValueError', 'missing <');
  const name = reference.slice(1, -1);
  if (name === '') throw new Raised('ValueError', 'missing group name');
  const number = pythonInt(name, 10);
  if (number !== undefined && number >= 0n) return groupAt(Number(number), groups);
  const index = groups.indexOf(name);
  if (index < 0) throw new Raised('IndexError', `unknown group name '${name}'`);
  return index + 1;
}

function groupAt(index: number, groups: Groups): number {
  if (index > groups.length) throw new Raised('ValueError', `invalid group reference ${index}`);
  return index;
}

/** The text that a replacement makes of a match. */
export function expand(replacement: Replacement, match: RegExpExecArray): string {
  return replacement.map((part) => (typeof part === 'string' ? part : (match[part] ?? ''))).join('');
}
