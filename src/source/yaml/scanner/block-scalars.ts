/** libyaml's scanner, third part: literal and folded scalars. */
import type { ScalarStyle } from '../../tree.ts';
import { FlowScalarReader } from './flow-scalars.ts';
import { isBreak } from './lines.ts';
import { folded, Pieces } from './pieces.ts';

/** Reads the text of block scalars, by the rules of YAML 1.1 §9.2 as libyaml 0.2.5 applies them. */
export class BlockScalarReader extends FlowScalarReader {
  /** The column of the lines of the scalar that is being read; 0 where none of them has told it yet. */
  #blockIndent = 0;
  readonly #pieces = new Pieces();
  readonly #breaks = new Pieces();

  /** Reads a block scalar from its `|` or `>` to the start of the line behind it. */
  protected readBlock(style: ScalarStyle): string {
    const text = this.text;
    const chomp = this.#readBlockHeader();
    this.scalarEnd = this.pos;
    let lineBreak = '';
    let breaks = this.#readBlockBreaks();
    const indent = this.#blockIndent;
    let afterBlank = false;
    while (this.pos - this.lineStart === indent && this.pos < this.length) {
      const from = this.pos;
      const first = text.charCodeAt(from);
      const blank = first === 32 || first === 9;
      if (style === 'folded' && lineBreak === '\n' && !afterBlank && !blank)
        this.#pieces.add(folded(lineBreak, breaks));
      else this.#pieces.add(lineBreak + breaks);
      afterBlank = blank;
      this.pos = this.endOfLine(from);
      this.#pieces.add(this.source.slice(from, this.pos));
      lineBreak = text.charCodeAt(this.pos) === 0 ? '' : this.readBreak();
      this.scalarEnd = this.pos;
      breaks = this.#readBlockBreaks();
    }
    if (chomp !== '-') this.#pieces.add(lineBreak);
    if (chomp === '+') this.#pieces.add(breaks);
    return this.#pieces.take();
  }

  /** Reads the first line: it may tell the indentation, and what becomes of the last breaks (`-` strips, `+` keeps). */
  #readBlockHeader(): '' | '+' | '-' {
    const context = 'while scanning a block scalar';
    let chomp: '' | '+' | '-' = '';
    let increment = 0;
    this.pos++;
    for (let i = 0; i < 2; i++) {
      const c = this.text[this.pos]!;
      if ((c === '+' || c === '-') && chomp === '') chomp = c;
      else if (c >= '0' && c <= '9' && increment === 0) {
        if (c === '0') this.fault('found an indentation indicator equal to 0', context);
        increment = Number(c);
      } else break;
      this.pos++;
    }
    this.endLine(context);
    this.#blockIndent = increment === 0 ? 0 : increment + Math.max(this.indent, 0);
    return chomp;
  }

  /**
   * Reads the empty lines of a block scalar and the indentation of the line behind them. Where no indentation is known
   * yet (0), these lines set it, and the deepest of the empty ones counts too.
   */
  #readBlockBreaks(): string {
    const indent = this.#blockIndent === 0 ? Infinity : this.#blockIndent;
    let deepest = 0;
    for (;;) {
      let c = this.text.charCodeAt(this.pos);
      while (c === 32 && this.pos - this.lineStart < indent) c = this.text.charCodeAt(++this.pos);
      const column = this.pos - this.lineStart;
      if (column > deepest) deepest = column;
      if (c === 9 && column < indent)
        this.fault('found a tab character where an indentation space is expected', 'while scanning a block scalar');
      if (!isBreak(c)) break;
      this.#breaks.add(this.readBreak());
      this.scalarEnd = this.pos;
    }
    if (this.#blockIndent === 0) this.#blockIndent = Math.max(deepest, this.indent + 1, 1);
    return this.#breaks.take();
  }
}
