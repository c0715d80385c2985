/** Splits a line into words as Python's `shlex.split(line, comments=True)` does: POSIX rules, `#` starts a comment. */
import { fault } from '../troubles/fault.ts';
import type { Fault } from '../troubles/fault.ts';
import { MAX_VALUES, TOO_MANY_VALUES } from './tree.ts';
import type { Range, SyntaxProblem } from './tree.ts';

/** One word. The range is that of its text as written, quotes included. */
export interface Word extends Range {
  /** The text without quotes and escapes. */
  readonly text: string;
  /** The offset of a character, by its number; undefined if the word is shorter. */
  offsetOf(at: number): number | undefined;
  /** The word as `name=value`, by its first `=`; undefined if it has none. */
  assigned(): AssignedWord | undefined;
}

/** A word of two parts. */
export interface AssignedWord {
  readonly name: string;
  readonly nameAt: Range;
  readonly value: string;
  /** The offset of the value's text; undefined if it is in pieces. */
  readonly valueAt: number | undefined;
  /** The value as written: `a="b c"` has its quotes, `"a=b c"` has not. */
  readonly whole: Range;
}

/** The fault of a line that cannot be split: at an open quote or a last backslash, or in the whole line. */
interface ShlexFailure extends SyntaxProblem {
  readonly kind: 'failure';
}

/** Splits the part of a text from `start` to `end`; offsets are those of the text. */
export function splitWords(text: string, start: number, end: number): readonly Word[] | ShlexFailure {
  const words: Word[] = [];
  let at = start;
  while (at < end) {
    if (isBlank(text.charAt(at))) at++;
    else if (text[at] === '#') at = endOfLine(text, at, end);
    else {
      const word = plainWord(text, at, end) ?? readWord(text, at, end);
      if ('kind' in word) return word;
      // Each word but the first is a key with a value.
      if (words.push(word) * 2 > MAX_VALUES) return failure(TOO_MANY_VALUES, start, end);
      at = word.end;
    }
  }
  return words;
}

/** A word without escapes and with quotes at most around its end: `name`, `name=value`, `name="value"`. */
const PLAIN_FORM = /[^\s#\\"']*(?:"[^"\\\n]*"|'[^'\n]*')?(?=[ \t\r\n]|$)/y;

/**
 * Reads a word of this form, which nearly all have; undefined for others.
 *
 * `readWord` reads it too: with it alone, a listing of 1,000 hosts in INI executes 5 % more instructions (`valgrind
 * --tool=callgrind node --single-threaded dist/cli.cjs inventory --list -i hosts.ini`).
 */
function plainWord(text: string, start: number, end: number): PlainWord | undefined {
  PLAIN_FORM.lastIndex = start;
  if (!PLAIN_FORM.test(text)) return undefined;
  const to = PLAIN_FORM.lastIndex;
  if (to === start || to > end) return undefined;
  const last = text.charAt(to - 1);
  return new PlainWord(text, start, to, last === '"' || last === "'" ? text.indexOf(last, start) : undefined);
}

class PlainWord implements Word {
  readonly start: number;
  readonly end: number;
  /** The text that the word is from. */
  readonly #line: string;
  /** The offset of the quote that opens the last part of the word. */
  readonly #opening: number | undefined;

  constructor(line: string, start: number, end: number, opening: number | undefined) {
    this.#line = line;
    this.start = start;
    this.end = end;
    this.#opening = opening;
  }

  get text(): string {
    return this.#textFrom(this.start);
  }

  /** The part of the word from an offset up to the quote. */
  #textFrom(start: number): string {
    const line = this.#line;
    const opening = this.#opening;
    if (opening === undefined) return line.slice(start, this.end);
    const quoted = line.slice(opening + 1, this.end - 1);
    return start === opening ? quoted : line.slice(start, opening) + quoted;
  }

  offsetOf(at: number): number | undefined {
    const quotes = this.#opening === undefined ? 0 : 2;
    if (at < 0 || at >= this.end - this.start - quotes) return undefined;
    const offset = this.start + at;
    return this.#opening === undefined || offset < this.#opening ? offset : offset + 1;
  }

  assigned(): AssignedWord | undefined {
    const { start, end } = this;
    const opening = this.#opening;
    const equals = this.#line.indexOf('=', start);
    if (equals < 0 || equals >= end) return undefined;
    if (opening !== undefined && opening < equals)
      return partedAt(this.text.indexOf('='), this, { start: equals, end: end - 1 }, equals + 1);
    const from = equals + 1;
    return {
      name: this.#line.slice(start, equals),
      nameAt: { start, end: equals },
      value: this.#textFrom(from),
      valueAt: opening === undefined ? from : opening === from ? from + 1 : undefined,
      whole: { start: from, end },
    };
  }
}

/** A piece of a word: from the character `at` on, its text is at `offset`. */
interface Run {
  readonly at: number;
  readonly offset: number;
}

/** A word whose text is in any number of pieces. */
class PiecedWord implements Word {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The pieces, in order. */
  readonly #runs: readonly Run[];
  /** The quoted parts without their quotes. */
  readonly #quoted: readonly Range[];

  constructor({ start, end }: Range, text: string, runs: readonly Run[], quoted: readonly Range[]) {
    this.start = start;
    this.end = end;
    this.text = text;
    this.#runs = runs;
    this.#quoted = quoted;
  }

  offsetOf(at: number): number | undefined {
    if (at < 0 || at >= this.text.length) return undefined;
    const run = this.#runs.findLast((one) => one.at <= at);
    return run && run.offset + at - run.at;
  }

  assigned(): AssignedWord | undefined {
    const equals = this.text.indexOf('=');
    const at = this.offsetOf(equals);
    if (at === undefined) return undefined;
    const quoted = this.#quoted.find(({ start, end }) => start <= at && at < end);
    const last = this.#runs.at(-1);
    const valueAt = last !== undefined && last.at <= equals + 1 ? last.offset + equals + 1 - last.at : undefined;
    return partedAt(equals, this, { start: at, end: quoted?.end ?? this.end }, valueAt);
  }
}

/** Splits a word at its sign, which is at the start of the written form of sign and value. */
function partedAt(equals: number, word: Word, { start, end }: Range, valueAt: number | undefined): AssignedWord {
  return {
    name: word.text.slice(0, equals),
    nameAt: {
      start: equals > 0 ? (word.offsetOf(0) ?? start) : start,
      end: (word.offsetOf(equals - 1) ?? start - 1) + 1,
    },
    value: word.text.slice(equals + 1),
    valueAt,
    whole: { start: start + 1, end },
  };
}

/** Characters without special meaning: outside of quotes, and inside of either kind. */
const PLAIN = /[^\s#\\"']+/y;
const PLAIN_IN_DOUBLE = /[^\\"]+/y;
const PLAIN_IN_SINGLE = /[^']+/y;

function readWord(text: string, start: number, end: number): PiecedWord | ShlexFailure {
  const runs: Run[] = [];
  const quoted: Range[] = [];
  let value = '';
  let at = start;
  const take = (to: number): void => {
    runs.push({ at: value.length, offset: at });
    value += text.slice(at, to);
    at = to;
  };
  /** The end of the plain characters here, at least one further on. */
  const past = (pattern: RegExp): number => {
    pattern.lastIndex = at;
    return pattern.test(text) ? Math.min(pattern.lastIndex, end) : at + 1;
  };
  while (at < end && text[at] !== '#' && !isBlank(text.charAt(at))) {
    const character = text.charAt(at);
    if (character === '\\') {
      if (++at === end) return failure(fault('ini/backslash-at-end'), at - 1, end);
      take(at + 1);
    } else if (character === '"' || character === "'") {
      const opening = at++;
      while (at < end && text[at] !== character) {
        if (character === '"' && text[at] === '\\') {
          if (at + 1 === end) return failure(fault('ini/backslash-at-end'), at, end);
          if (text[at + 1] === '"' || text[at + 1] === '\\') at++;
          take(at + 1);
        } else take(past(character === '"' ? PLAIN_IN_DOUBLE : PLAIN_IN_SINGLE));
      }
      if (at === end) return failure(fault('ini/unclosed-quote'), opening, end);
      quoted.push({ start: opening + 1, end: at++ });
    } else take(past(PLAIN));
  }
  return new PiecedWord({ start, end: at }, value, runs, quoted);
}

function failure({ code, data }: Fault, start: number, end: number): ShlexFailure {
  return { kind: 'failure', code, data, start, end };
}

/** Tells whether a character separates words; Python's other blanks do not in shlex. */
function isBlank(character: string): boolean {
  return character === ' ' || character === '\t' || character === '\r' || character === '\n';
}

function endOfLine(text: string, at: number, end: number): number {
  const found = text.indexOf('\n', at);
  return found < 0 || found > end ? end : found;
}
