/** The few of Python's own conversions that show through in what Ansible reads, prints and complains of. */

/** Sorts as Python sorts text: by code point, where JavaScript compares UTF-16 units. */
export function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left === right) continue;
    // Surrogates stand for code points above every other unit.
    const leftHigh = left >= 0xd800 && left <= 0xdfff;
    const rightHigh = right >= 0xd800 && right <= 0xdfff;
    return leftHigh === rightHigh ? left - right : leftHigh ? 1 : -1;
  }
  return a.length - b.length;
}

/** Python's `int(text)`: blanks around, a sign and single underscores are fine. Undefined where Python raises. */
export function toInteger(text: string): bigint | undefined {
  const match = /^[-+]?\p{Nd}+(?:_\p{Nd}+)*$/u.exec(strip(text));
  if (match === null) return undefined;
  const digits = match[0].replace(/_/g, '').replace(/^\+/, '');
  return /^-?[0-9]+$/.test(digits) ? BigInt(digits) : BigInt(digits.replace(/\p{Nd}/gu, asciiDigit));
}

/** Digits of other scripts come in runs of ten, each run starting at its zero. */
function asciiDigit(digit: string): string {
  let zero = digit.codePointAt(0) ?? 0;
  for (let steps = 0; steps < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1)); steps++) zero--;
  return String((digit.codePointAt(0) ?? 0) - zero);
}

/** Python's `\s` for a pattern: JavaScript's is another. */
export const PYTHON_SPACE = '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const isSpace = new RegExp(PYTHON_SPACE);

/** Python's `text.strip()`. */
export function strip(text: string): string {
  let start = 0;
  while (start < text.length && isSpace.test(text.charAt(start))) start++;
  return stripEnd(text.slice(start));
}

/** Python's `text.rstrip()`. */
export function stripEnd(text: string): string {
  let end = text.length;
  while (end > 0 && isSpace.test(text.charAt(end - 1))) end--;
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
