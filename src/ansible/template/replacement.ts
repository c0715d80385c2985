/** What a match gives: its groups, and the text of a replacement. */
import { Raised, unsupported } from './trouble.ts';

/** The text that a replacement makes of a match: `\1`, `\g<name>`, `\n`. */
export function expand(replacement: string, match: RegExpExecArray): string {
  return replacement.replace(
    /\\(?:g<(\w+)>|(\d{1,2})|([^]?))/g,
    (whole, name?: string, digits?: string, other?: string) => {
      const reference = name ?? digits;
      if (reference !== undefined) {
        if (digits?.startsWith('0') === true) unsupported(`the replacement ${whole}`);
        return group(match, /^\d+$/.test(reference) ? Number(reference) : reference) ?? '';
      }
      const control = { n: '\n', t: '\t', r: '\r', a: '\x07', f: '\f', v: '\v', b: '\b', '\\': '\\' }[other ?? ''];
      if (control !== undefined) return control;
      if (other === '' || /[A-Za-z]/.test(other ?? ''))
        throw new Raised('ValueError', `bad escape ${whole} at position 0`);
      return whole;
    },
  );
}

/** A group of a match by number or name; undefined where it took no part. */
export function group(match: RegExpExecArray, reference: number | string): string | undefined {
  if (typeof reference === 'number') {
    if (reference >= match.length) throw new Raised('IndexError', 'no such group');
    return match[reference];
  }
  if (match.groups === undefined || !(reference in match.groups)) throw new Raised('IndexError', 'no such group');
  return match.groups[reference];
}
