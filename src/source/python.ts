/** Conversions of Python that show in what Ansible reads, prints and complains about. */
import type { Node } from './tree.ts';

/** Compares texts as Python does: by code point, where JavaScript compares UTF-16 units. */
export function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++)
    if (a.charCodeAt(at) !== b.charCodeAt(at)) return (a.codePointAt(at) ?? 0) - (b.codePointAt(at) ?? 0);
  return a.length - b.length;
}

/** Reads as Python's `int(text)`, which allows blanks around, a sign and single underscores. Undefined if it raises. */
export function bigIntOf(text: string): bigint | undefined {
  const match = /^[-+]?\p{Nd}+(?:_\p{Nd}+)*$/u.exec(strip(text));
  if (match === null) return undefined;
  const digits = match[0].replace(/_/g, '').replace(/^\+/, '');
  return /^-?[0-9]+$/.test(digits) ? BigInt(digits) : BigInt(digits.replace(/\p{Nd}/gu, asciiDigit));
}

/** An integer as trees have it: a number if that is exact. */
export function numberIfExact(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** Digits of other scripts come in runs of ten, each run starting at its zero. */
function asciiDigit(digit: string): string {
  let zero = digit.codePointAt(0) ?? 0;
  for (let steps = 0; steps < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1)); steps++) zero--;
  return String((digit.codePointAt(0) ?? 0) - zero);
}

/** Python's `\s` for a pattern, which differs from JavaScript's. */
export const PYTHON_SPACE = '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const SPACE = new RegExp(PYTHON_SPACE);

/** Tells whether a character is white space to Python's `strip` and `split`. */
export function isSpace(character: string): boolean {
  return SPACE.test(character);
}

/** Python's `text.strip()`. */
export function strip(text: string): string {
  return stripEnd(stripStart(text));
}

/** Strips a part of a text: returns its new start and end. */
export function stripRange(text: string, start: number, end: number): [start: number, end: number] {
  while (start < end && isSpace(text.charAt(start))) start++;
  while (end > start && isSpace(text.charAt(end - 1))) end--;
  return [start, end];
}

/** Python's `text.lstrip()`. */
export function stripStart(text: string): string {
  let start = 0;
  while (start < text.length && isSpace(text.charAt(start))) start++;
  return text.slice(start);
}

/** Python's `text.rstrip()`. */
export function stripEnd(text: string): string {
  let end = text.length;
  while (end > 0 && isSpace(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Python's `repr` of a float: shortest digits, always with a point or an exponent of at least two digits. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  if (Object.is(value, -0)) return '-0.0';
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power < -4 || power >= 16)
    return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
  const plain = power < 0 ? value.toFixed(mantissa.replace(/[-.]/g, '').length - 1 - power) : String(value);
  return plain.includes('.') ? plain : `${plain}.0`;
}

/** Python's `repr` of a text. */
export function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = text.replace(/[\\'"\x00-\x1f\x7f-\xa0\xad]|[^\x00-\xff]/gu, (char) => {
    if (char === '\\' || char === quote) return `\\${char}`;
    if (char === "'" || char === '"') return char;
    if (char === '\n') return '\\n';
    if (char === '\r') return '\\r';
    if (char === '\t') return '\\t';
    const code = char.codePointAt(0) ?? 0;
    if (code > 0xff && !/[\p{C}\p{Z}]/u.test(char)) return char;
    if (code <= 0xff) return `\\x${code.toString(16).padStart(2, '0')}`;
    return code <= 0xffff ? `\\u${code.toString(16).padStart(4, '0')}` : `\\U${code.toString(16).padStart(8, '0')}`;
  });
  return quote + body + quote;
}

/** Tells whether a value is false to Python: missing, null, false, zero, or an empty text, list or mapping. */
export function isFalsy(node: Node): boolean {
  if (node.kind === 'mapping') return node.pairs.length === 0;
  if (node.kind === 'sequence') return node.items.length === 0;
  if (['date', 'datetime', 'time'].includes(node.type) || node.mark === 'vault') return false;
  const { value } = node;
  return value === null || value === false || value === 0 || value === 0n || value === '';
}

/** The escapes of Python's strings without digits, by the character after the backslash. */
export const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
