/** Strings of TOML. */
import { quoted } from './python.ts';
import { Scalar } from './tree.ts';
import type { TomlText } from './toml-text.ts';

const PLAIN_TEXT = /[^"\\\x00-\x08\x0a-\x1f\x7f]*/y;
const PLAIN_LINES = /[^"\\\x00-\x08\x0b-\x1f\x7f]*/y;
const LITERAL_TEXT = /[^'\x00-\x08\x0a-\x1f\x7f]*/y;
const BLANK_OR_BREAK = /[ \t\n]*/y;
const JOINED_LINE = /\\[ \t]*/y;

const controls: Readonly<Record<string, string>> = {
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
  '"': '"',
  '\\': '\\',
};

/** Reads the string that starts here, of one line or of many. */
export function readString(toml: TomlText): Scalar {
  const quote = toml.next;
  if (!toml.startsWith(quote.repeat(3))) return readLine(toml);
  const start = toml.at;
  toml.at += toml.text.startsWith('\n', start + 3) ? 4 : 3;
  let value = quote === '"' ? basicLines(toml) : literalLines(toml);
  // Up to two quotes may stand right before the three that end the string.
  for (let extra = 0; extra < 2 && toml.next === quote; extra++) {
    value += quote;
    toml.at++;
  }
  return scalar(toml, start, value, quote);
}

/** Reads the string of one line that starts here: the only ones that a key may be. */
export function readLine(toml: TomlText): Scalar {
  const start = toml.at;
  const quote = toml.next;
  toml.at++;
  const value = quote === '"' ? basicLine(toml) : literalLine(toml);
  return scalar(toml, start, value, quote);
}

function scalar(toml: TomlText, from: number, value: string, quote: string): Scalar {
  const { start, end } = toml.range(from);
  return new Scalar(start, end, 'str', value, quote === '"' ? 'double' : 'single');
}

function literalLine(toml: TomlText): string {
  const value = toml.match(LITERAL_TEXT)?.[0] ?? '';
  if (toml.next === "'") {
    toml.at++;
    return value;
  }
  // That the string has no end is told before a character that it may not hold.
  return toml.text.includes("'", toml.at) ? invalid(toml, toml.at) : noEnd(toml, "'");
}

function literalLines(toml: TomlText): string {
  const end = toml.text.indexOf("'''", toml.at);
  if (end < 0) return noEnd(toml, "'''");
  const value = toml.text.slice(toml.at, end);
  const illegal = value.search(/[\x00-\x08\x0b-\x1f\x7f]/);
  if (illegal >= 0) invalid(toml, toml.at + illegal);
  toml.at = end + 3;
  return value;
}

function noEnd(toml: TomlText, end: string): never {
  return toml.fail(`Expected ${quoted(end)}`, toml.text.length);
}

function invalid(toml: TomlText, at: number): never {
  return toml.fail(`Found invalid character ${quoted(toml.text.charAt(at))}`, at);
}

function basicLine(toml: TomlText): string {
  let value = '';
  for (;;) {
    value += toml.match(PLAIN_TEXT)?.[0] ?? '';
    if (toml.next === '"') {
      toml.at++;
      return value;
    }
    value += escaped(toml);
  }
}

function basicLines(toml: TomlText): string {
  let value = '';
  for (;;) {
    value += toml.match(PLAIN_LINES)?.[0] ?? '';
    if (toml.startsWith('"""')) {
      toml.at += 3;
      return value;
    }
    if (toml.next === '"') {
      toml.at++;
      value += '"';
    } else if (/^\\[ \t\n]/.test(toml.text.slice(toml.at, toml.at + 2))) skipJoint(toml);
    else value += escaped(toml);
  }
}

/** A line that ends in a backslash is joined with the next text. */
function skipJoint(toml: TomlText): void {
  toml.match(JOINED_LINE);
  if (toml.next === '') return;
  if (toml.next !== '\n') toml.fail("Unescaped '\\' in a string");
  toml.match(BLANK_OR_BREAK);
}

/** What a backslash here and the characters behind it stand for; fails for any other character. */
function escaped(toml: TomlText): string {
  if (toml.next === '') return toml.fail('Unterminated string');
  if (toml.next !== '\\') return toml.fail(`Illegal character ${quoted(toml.next)}`);
  const letter = toml.text.charAt(toml.at + 1);
  toml.at += 2;
  if (letter === 'u' || letter === 'U') return codePoint(toml, letter === 'u' ? 4 : 8);
  return (Object.hasOwn(controls, letter) ? controls[letter] : undefined) ?? toml.fail("Unescaped '\\' in a string");
}

function codePoint(toml: TomlText, length: number): string {
  const digits = toml.text.slice(toml.at, toml.at + length);
  if (digits.length < length || /[^0-9a-fA-F]/.test(digits)) return toml.fail('Invalid hex value');
  toml.at += length;
  const code = parseInt(digits, 16);
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
    return toml.fail('Escaped character is not a Unicode scalar value');
  return String.fromCodePoint(code);
}
