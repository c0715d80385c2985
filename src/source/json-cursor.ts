/** The way through a text of JSON: blanks, and the values that hold no others, as Python's decoder reads them. */
import { Scalar } from './tree.ts';
import type { Node, SyntaxProblem } from './tree.ts';

/** https://docs.python.org/3/library/stdtypes.html#integer-string-conversion-length-limitation */
const MAX_DIGITS = 4300;

const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const PLAIN_TEXT = /[^"\\\u0000-\u001f]*/y;
const constants = [
  ['null', 'null', null],
  ['true', 'bool', true],
  ['false', 'bool', false],
  ['NaN', 'float', NaN],
  ['Infinity', 'float', Infinity],
  ['-Infinity', 'float', -Infinity],
] as const;
const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** A method that returns undefined has set `problem`: exceptions would cost too much on the way to YAML. */
export class JsonCursor {
  problem: SyntaxProblem | undefined;
  /** Texts with half of a surrogate pair. */
  readonly unpaired = new Set<Node>();
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** The text that the quotation mark here opens. */
  string(): Scalar | undefined {
    const start = this.at;
    let value = '';
    let escapes = false;
    this.at++;
    for (;;) {
      value += this.#match(PLAIN_TEXT);
      const next = this.text[this.at];
      if (next === '"') break;
      if (next === undefined) return this.fail('Unterminated string starting at', start, this.at);
      if (next !== '\\') return this.fail('Invalid control character at', this.at);
      const escaped = this.#match(ESCAPE);
      if (escaped === '') return this.#badEscape(start);
      // Python wants a character behind the four digits before it looks at them.
      if (escaped.length === 6 && this.at === this.text.length) {
        this.at -= 6;
        return this.#badEscape(start);
      }
      value += unescape(escaped);
      escapes = true;
    }
    this.at++;
    const scalar = new Scalar(start, this.at, 'str', value, 'double');
    if (escapes && /\p{Surrogate}/u.test(value)) this.unpaired.add(scalar);
    return scalar;
  }

  #badEscape(start: number): undefined {
    const letter = this.text[this.at + 1];
    if (letter === undefined) return this.fail('Unterminated string starting at', start, this.at + 1);
    if (letter === 'u') return this.fail('Invalid \\uXXXX escape', this.at + 1, this.at + 2);
    return this.fail('Invalid \\escape', this.at, this.at + 2);
  }

  /** One of the words that JSON, or Python, has for a value; undefined where none stands here: no problem yet. */
  constant(): Scalar | undefined {
    for (const [word, type, value] of constants) {
      if (!this.text.startsWith(word, this.at)) continue;
      const start = this.at;
      this.at += word.length;
      return new Scalar(start, this.at, type, value);
    }
    return undefined;
  }

  number(): Scalar | undefined {
    const start = this.at;
    const digits = this.#match(NUMBER);
    if (digits === '') return this.fail('Expecting value', start);
    if (/[.eE]/.test(digits)) return new Scalar(start, this.at, 'float', Number(digits));
    const count = digits.length - (digits.startsWith('-') ? 1 : 0);
    if (count > MAX_DIGITS) {
      const message = `Exceeds the limit (${MAX_DIGITS} digits) for integer string conversion: value has ${count} digits; use sys.set_int_max_str_digits() to increase the limit`;
      return this.fail(message, start, this.at);
    }
    const value = Number(digits);
    // Integers have no negative zero.
    return new Scalar(start, this.at, 'int', Number.isSafeInteger(value) ? value + 0 : BigInt(digits));
  }

  skipBlank(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
      this.at++;
    }
  }

  /** The match of a sticky pattern here, behind which reading goes on; empty where there is none. */
  #match(pattern: RegExp): string {
    const start = this.at;
    pattern.lastIndex = start;
    if (!pattern.test(this.text)) return '';
    this.at = pattern.lastIndex;
    return this.text.slice(start, this.at);
  }

  /** Keeps the first reason why the text is refused. */
  fail(message: string, start: number, end = Math.min(start + 1, this.text.length)): undefined {
    this.problem ??= { message, context: undefined, start, end };
  }
}

function unescape(escaped: string): string {
  const letter = escaped.charAt(1);
  return letter === 'u' ? String.fromCharCode(parseInt(escaped.slice(2), 16)) : (controls[letter] ?? letter);
}
