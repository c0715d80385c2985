/** The text of a TOML document while it is read. */
import { quoted } from './python.ts';
import { MAX_VALUES, TOO_MANY_VALUES } from './tree.ts';
import type { Range } from './tree.ts';

const BLANK = /[ \t]*/y;
const BLANK_OR_BREAK = /[ \t\n]*/y;
const COMMENT = /#[^\x00-\x08\x0a-\x1f\x7f]*/y;

/** Why a text is no TOML, in the words of Python's `tomllib`. */
export class TomlFault extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** A text with the place where reading stands. */
export class TomlText {
  /** Every CRLF is a LF here, as TOML allows and Python does; `range` knows where things stood before. */
  readonly text: string;
  at = 0;
  /** Where the line breaks stand in `text` that were a CRLF. */
  readonly #returns: readonly number[];
  #values = 0;

  constructor(written: string) {
    this.text = written.replaceAll('\r\n', '\n');
    let count = 0;
    this.#returns =
      this.text.length === written.length ? [] : Array.from(written.matchAll(/\r\n/g), ({ index }) => index - count++);
  }

  /** The character here; empty at the end. */
  get next(): string {
    return this.text.charAt(this.at);
  }

  startsWith(word: string): boolean {
    return this.text.startsWith(word, this.at);
  }

  /** The match of a sticky pattern here, behind which reading goes on. */
  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match === null) return undefined;
    this.at = pattern.lastIndex;
    return match;
  }

  skipBlank(): void {
    this.match(BLANK);
  }

  skipComment(): void {
    if (this.match(COMMENT) === undefined) return;
    if (this.next !== '\n' && this.next !== '') this.fail(`Found invalid character ${quoted(this.next)}`);
  }

  /** Skips blanks, line breaks and comments, as they may stand within a list. */
  skipLines(): void {
    for (let before = -1; before !== this.at;) {
      before = this.at;
      this.match(BLANK_OR_BREAK);
      this.skipComment();
    }
  }

  /** The range from a place to here, or to another one, in the text as it is written. */
  range(start: number, end = this.at): Range {
    return { start: this.#written(start), end: this.#written(end) };
  }

  /** Counts a value; fails where there are more than any document is read with. */
  count(): void {
    if (++this.#values > MAX_VALUES) this.fail(TOO_MANY_VALUES);
  }

  fail(message: string, at = this.at): never {
    throw new TomlFault(message, at);
  }

  #written(at: number): number {
    let low = 0;
    let high = this.#returns.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#returns[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return at + low;
  }
}
