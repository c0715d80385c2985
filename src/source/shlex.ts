/** Splits a line into words as Python's `shlex.split(line, comments=True)` does: POSIX rules, `#` starts a comment. */
import { MAX_VALUES, TOO_MANY_VALUES } from './tree.ts';
import type { Range } from './tree.ts';

/** One word. The range is that of its text as written, quotes included. */
export interface Word extends Range {
  /** The text without quotes and escapes. */
  readonly text: string;
  /** The offset at which a character stands; undefined where the word has none of this number. */
  offsetOf(at: number): number | undefined;
  /** The offset at which the text stands from a character on to its end; undefined where it stands in pieces. */
  offsetOfRest(at: number): number | undefined;
  /** The end of the quoted text that an offset lies in, its quote left out; undefined where it lies in none. */
  endOfQuoted(offset: number): number | undefined;
}

/** What a line could not be split for: `start` is that of the quote or backslash that nothing follows, or the line's. */
export interface ShlexFailure extends Range {
  readonly kind: 'failure';
  readonly message: 'No closing quotation' | 'No escaped character' | typeof TOO_MANY_VALUES;
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

/** A word without escapes, and without quotes but around its end: `name`, `name=value`, `name="value"`. */
const PLAIN_FORM = /[^\s#\\"']*(?:"[^"\\\n]*"|'[^'\n]*')?(?=[ \t\r\n]|$)/y;

/** Reads a word of this form, as nearly all are, in a fraction of the time that others take; undefined for others. */
function plainWord(text: string, start: number, end: number): PlainWord | undefined {
  PLAIN_FORM.lastIndex = start;
  if (!PLAIN_FORM.test(text)) return undefined;
  const to = PLAIN_FORM.lastIndex;
  if (to === start || to > end) return undefined;
  const last = text.charAt(to - 1);
  if (last !== '"' && last !== "'") return new PlainWord(start, to, text.slice(start, to), undefined);
  const opening = text.indexOf(last, start);
  return new PlainWord(start, to, text.slice(start, opening) + text.slice(opening + 1, to - 1), opening);
}

class PlainWord implements Word {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The offset of the quote that opens the last part of the word. */
  readonly #opening: number | undefined;

  constructor(start: number, end: number, text: string, opening: number | undefined) {
    this.start = start;
    this.end = end;
    this.text = text;
    this.#opening = opening;
  }

  offsetOf(at: number): number | undefined {
    return at < 0 || at >= this.text.length ? undefined : this.#offset(at);
  }

  offsetOfRest(at: number): number | undefined {
    return this.#opening === undefined || this.start + at >= this.#opening ? this.#offset(at) : undefined;
  }

  endOfQuoted(offset: number): number | undefined {
    const end = this.end - 1;
    return this.#opening !== undefined && this.#opening < offset && offset < end ? end : undefined;
  }

  #offset(at: number): number {
    const offset = this.start + at;
    return this.#opening === undefined || offset < this.#opening ? offset : offset + 1;
  }
}

/** From the character `at` on, the text of a word stands at `offset`. */
interface Run {
  readonly at: number;
  readonly offset: number;
}

/** A word whose text stands in any number of pieces. */
class PiecedWord implements Word {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Neighbouring characters, in rising order. */
  readonly #runs: readonly Run[];
  /** What stands in quotes, without them. */
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

  offsetOfRest(at: number): number | undefined {
    const last = this.#runs.at(-1);
    return last !== undefined && last.at <= at ? last.offset + at - last.at : undefined;
  }

  endOfQuoted(offset: number): number | undefined {
    return this.#quoted.find(({ start, end }) => start <= offset && offset < end)?.end;
  }
}

/** Characters that mean themselves, outside of quotes and in either kind of them. */
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
  /** The end of the plain characters here: at least one further on. */
  const past = (pattern: RegExp): number => {
    pattern.lastIndex = at;
    return pattern.test(text) ? Math.min(pattern.lastIndex, end) : at + 1;
  };
  while (at < end && text[at] !== '#' && !isBlank(text.charAt(at))) {
    const character = text.charAt(at);
    if (character === '\\') {
      if (++at === end) return failure('No escaped character', at - 1, end);
      take(at + 1);
    } else if (character === '"' || character === "'") {
      const opening = at++;
      while (at < end && text[at] !== character) {
        if (character === '"' && text[at] === '\\') {
          if (at + 1 === end) return failure('No escaped character', at, end);
          if (text[at + 1] === '"' || text[at + 1] === '\\') at++;
          take(at + 1);
        } else take(past(character === '"' ? PLAIN_IN_DOUBLE : PLAIN_IN_SINGLE));
      }
      if (at === end) return failure('No closing quotation', opening, end);
      quoted.push({ start: opening + 1, end: at++ });
    } else take(past(PLAIN));
  }
  return new PiecedWord({ start, end: at }, value, runs, quoted);
}

function failure(message: ShlexFailure['message'], start: number, end: number): ShlexFailure {
  return { kind: 'failure', message, start, end };
}

/** Python's other blanks are ordinary characters to shlex. */
function isBlank(character: string): boolean {
  return character === ' ' || character === '\t' || character === '\r' || character === '\n';
}

function endOfLine(text: string, at: number, end: number): number {
  const found = text.indexOf('\n', at);
  return found < 0 || found > end ? end : found;
}
