/** Regular expressions as modules look for them in each line of a file, parts of which may not be known. */
import { Buffer, isUtf8 } from 'node:buffer';
import type { Spending } from '../../template/budget.ts';
import { Exhausted, tripAsUnsupported } from '../../template/markers.ts';
import { compile } from '../../template/python/regex.ts';
import type { Pattern } from '../../template/python/regex.ts';
import { expand, readReplacement } from '../../template/python/replacement.ts';
import type { Line } from './lines.ts';
import { knownEnds, sliceText } from './lines.ts';
import { automatonOf, Search } from './possible-match.ts';
import type { Automaton } from './possible-match.ts';

/** An expression of bytes, which modules look for in one line after the other. */
export class LinePattern {
  readonly isMultiline: boolean;
  readonly #pattern: Pattern;
  readonly #automaton: Automaton | undefined;
  /** The expression as it matches a line if only the start is known; undefined if the end matters. */
  readonly #ofStart: Pattern | undefined;
  readonly #budget: Spending;

  /** Throws `BadExpression` if Python refuses it, and `Tripped` if it is not evaluated here. */
  constructor(pattern: string, budget: Spending) {
    const bytes = bytesOf(pattern);
    if (bytes !== pattern && /^\(\?[ms]*i/.test(pattern)) tripAsUnsupported(`the regular expression ${pattern}`);
    const ofStart = withoutEnd(bytes);
    this.#budget = budget;
    this.#pattern = compile(bytes, 'a', budget);
    this.#automaton = automatonOf(bytes, 'a', budget);
    this.#ofStart = ofStart === undefined ? undefined : compile(ofStart, 'a', budget);
    this.isMultiline = /^\(\?[ais]*m/.test(pattern);
  }

  /** Tells whether there is a match in a line; undefined if there may be one. */
  isIn(line: Line): boolean | undefined {
    try {
      if (line.text !== undefined) return this.match(line.text) !== null;
      const pieces = line.pieces.map((piece) => (piece.kind === 'hole' ? piece : bytesOf(sliceText(piece))));
      if (this.#ofStart?.first(bytesOf(knownEnds(line.pieces).start), this.#budget)) return true;
      if (this.#automaton === undefined) return undefined;
      return new Search(this.#automaton, this.#budget).through(pieces, true) ? undefined : false;
    } catch (error) {
      if (error instanceof Exhausted) return undefined;
      throw error;
    }
  }

  /** The first match in a known text, in bytes. */
  match(text: string): RegExpExecArray | null {
    return this.#pattern.first(bytesOf(text), this.#budget);
  }

  /** A replacement with its references to groups filled in; undefined if the result is not a text. */
  expanded(replacement: string, match: RegExpExecArray): string | undefined {
    const bytes = Buffer.from(expand(readReplacement(bytesOf(replacement), this.#pattern.groups), match), 'latin1');
    return isUtf8(bytes) ? bytes.toString() : undefined;
  }
}

/** The bytes of a text in UTF-8, as a text with a character for each. */
function bytesOf(text: string): string {
  return /^[\0-\x7f]*$/.test(text) ? text : Buffer.from(text).toString('latin1');
}

/** An expression that matches in the start of a line if the whole one matches in the line, whatever follows. */
function withoutEnd(pattern: string): string | undefined {
  const free = pattern.replace(/(?<=(?<!\\)\.\*\??\)?)\$$/, '');
  return /\$|\\[ZbB]|\(\?[=!]/.test(free.replace(/\\[^ZbB]/g, '')) ? undefined : free;
}
