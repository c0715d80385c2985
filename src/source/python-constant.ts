/** Python's number and string tokens, decoded. */
import { SIMPLE_ESCAPES } from './python-escapes.ts';
import { invalidSyntax } from './python-token.ts';

/**
 * A constant of Python. `int` is a number or, beyond the safe integers, a bigint; `complex` is the imaginary part alone;
 * `bytes` holds one character for each byte.
 */
export type Constant =
  | { readonly type: 'null'; readonly value: null }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'int'; readonly value: number | bigint }
  | { readonly type: 'float' | 'complex'; readonly value: number }
  | { readonly type: 'str' | 'bytes' | 'ellipsis'; readonly value: string };

/** Python's limit for the conversion of decimal digits. */
const MAX_DIGITS = 4300;

const PARTS = /^([a-z]*)('''|"""|'|")([^]*)\2$/i;
const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|([^]))/g;

/** The value of a number token. Throws `invalidSyntax` for more decimal digits than Python converts. */
export function decodeNumber(token: string): Constant {
  const digits = token.replaceAll('_', '');
  if (/^0[xob]/i.test(digits)) return integer(digits);
  if (/j$/i.test(digits)) return { type: 'complex', value: Number(digits.slice(0, -1)) };
  if (/[.e]/i.test(digits)) return { type: 'float', value: Number(digits) };
  if (digits.length > MAX_DIGITS) throw invalidSyntax;
  return integer(digits);
}

function integer(digits: string): Constant {
  const value = Number(digits);
  return { type: 'int', value: Number.isSafeInteger(value) ? value : BigInt(digits) };
}

/**
 * The value of adjacent string tokens; undefined where one of them is formatted (`f''`), because that is no constant.
 * Throws `invalidSyntax` where text and bytes are mixed or an escape is broken; the fields of a formatted one are not
 * looked into. Names of characters (`\N{DASH}`) are not known here: such a string is taken for broken.
 */
export function decodeString(tokens: readonly string[]): Constant | undefined {
  let joined = '';
  let formatted = false;
  const bytes = isBytes(tokens[0] ?? '');
  for (const token of tokens) {
    if (isBytes(token) !== bytes) throw invalidSyntax;
    const [, prefix = '', , body = ''] = PARTS.exec(token) ?? [];
    if (bytes && /[^\0-\x7f]/.test(body)) throw invalidSyntax;
    if (/f/i.test(prefix)) formatted = true;
    joined += /r/i.test(prefix) ? body : unescape(body, bytes);
  }
  return formatted ? undefined : { type: bytes ? 'bytes' : 'str', value: joined };
}

function isBytes(token: string): boolean {
  return /^r?b/i.test(token);
}

function unescape(body: string, bytes: boolean): string {
  if (!body.includes('\\')) return body;
  return body.replace(ESCAPE, (written, x?: string, u?: string, U?: string, octal?: string, letter?: string) => {
    const code = u ?? U;
    if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8) & (bytes ? 0xff : 0x1ff));
    if (x !== undefined) return String.fromCharCode(parseInt(x, 16));
    if (code !== undefined) return bytes ? written : character(parseInt(code, 16));
    if (letter === 'x' || (!bytes && letter !== undefined && 'uUN'.includes(letter))) throw invalidSyntax;
    return SIMPLE_ESCAPES[letter ?? ''] ?? written;
  });
}

function character(code: number): string {
  if (code > 0x10ffff) throw invalidSyntax;
  return String.fromCodePoint(code);
}
