/** Splits a line into words as Python's `shlex.split(line, comments=True)` does: POSIX rules, `#` starts a comment. */
import type { Range } from './tree.ts';

/** One word. The range is that of its text as written, quotes included. */
export interface Word extends Range {
  /** The text without quotes and escapes. */
  readonly text: string;
  /** The offset at which each character of `text` stands. */
  readonly offsets: readonly number[];
  /** What stands in quotes, without them. */
  readonly quoted: readonly Range[];
}

/** What a line could not be split for; `start` is that of the quote or backslash that nothing follows. */
export interface ShlexFailure extends Range {
  readonly kind: 'failure';
  readonly message: 'No closing quotation' | 'No escaped character';
}

/** Splits the part of a text from `start` to `end`; offsets are those of the text. */
export function splitWords(text: string, start: number, end: number): readonly Word[] | ShlexFailure {
  const words: Word[] = [];
  let at = start;
  while (at < end) {
    if (isBlank(text.charAt(at))) at++;
    else if (text[at] === '#') at = endOfLine(text, at, end);
    else {
      const word = readWord(text, at, end);
      if ('kind' in word) return word;
      words.push(word);
      at = word.end;
    }
  }
  return words;
}

function readWord(text: string, start: number, end: number): Word | ShlexFailure {
  const offsets: number[] = [];
  const quoted: Range[] = [];
  let value = '';
  let at = start;
  const take = (): void => {
    value += text.charAt(at);
    offsets.push(at++);
  };
  while (at < end && text[at] !== '#' && !isBlank(text.charAt(at))) {
    const character = text.charAt(at);
    if (character === '\\') {
      if (++at === end) return failure('No escaped character', at - 1, end);
      take();
    } else if (character === '"' || character === "'") {
      const opening = at++;
      while (at < end && text[at] !== character) {
        if (character === '"' && text[at] === '\\') {
          if (at + 1 === end) return failure('No escaped character', at, end);
          if (text[at + 1] === '"' || text[at + 1] === '\\') at++;
          else take();
        }
        take();
      }
      if (at === end) return failure('No closing quotation', opening, end);
      quoted.push({ start: opening + 1, end: at++ });
    } else take();
  }
  return { start, end: at, text: value, offsets, quoted };
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
