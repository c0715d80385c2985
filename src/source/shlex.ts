/** Splits a line into words as Python's `shlex.split(line, comments=True)` does: POSIX rules, `#` starts a comment. */
import { MAX_VALUES, TOO_MANY_VALUES } from './tree.ts';
import type { Range } from './tree.ts';

/** One word. The range is that of its text as written, quotes included. */
export interface Word extends Range {
  /** The text without quotes and escapes. */
  readonly text: string;
  /** Where the characters of `text` stand, as runs of neighbours in rising order. */
  readonly runs: readonly Run[];
  /** What stands in quotes, without them. */
  readonly quoted: readonly Range[];
}

/** From the character `at` on, the text of a word stands at `offset`. */
export interface Run {
  readonly at: number;
  readonly offset: number;
}

/** The offset at which a character of a word stands; undefined where it has none. */
export function offsetIn({ text, runs }: Word, at: number): number | undefined {
  if (at < 0 || at >= text.length) return undefined;
  for (let index = runs.length - 1; index >= 0; index--) {
    const run = runs[index];
    if (run !== undefined && run.at <= at) return run.offset + at - run.at;
  }
  return undefined;
}

/** The offset at which a word's text stands from a character on to its end; undefined where it stands in pieces. */
export function offsetOfRest({ runs }: Word, at: number): number | undefined {
  const last = runs.at(-1);
  return last !== undefined && last.at <= at ? last.offset + at - last.at : undefined;
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

const NOTHING: readonly Range[] = [];

/** Reads a word of this form, as nearly all are, in a fraction of the time that others take; undefined for others. */
function plainWord(text: string, start: number, end: number): Word | undefined {
  PLAIN_FORM.lastIndex = start;
  if (!PLAIN_FORM.test(text)) return undefined;
  const to = PLAIN_FORM.lastIndex;
  if (to === start || to > end) return undefined;
  const last = text.charAt(to - 1);
  if (last !== '"' && last !== "'")
    return { start, end: to, text: text.slice(start, to), runs: [{ at: 0, offset: start }], quoted: NOTHING };
  const opening = text.indexOf(last, start);
  const bare = text.slice(start, opening);
  const runs = [
    { at: 0, offset: start },
    { at: bare.length, offset: opening + 1 },
  ];
  const quoted = [{ start: opening + 1, end: to - 1 }];
  return { start, end: to, text: bare + text.slice(opening + 1, to - 1), runs, quoted };
}

/** Characters that mean themselves, outside of quotes and in either kind of them. */
const PLAIN = /[^\s#\\"']+/y;
const PLAIN_IN_DOUBLE = /[^\\"]+/y;
const PLAIN_IN_SINGLE = /[^']+/y;

function readWord(text: string, start: number, end: number): Word | ShlexFailure {
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
  return { start, end: at, text: value, runs, quoted };
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
