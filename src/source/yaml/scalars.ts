/** libyaml's scanner, first part: breaks and blanks, and scalars in every style. */
import type { ScalarStyle } from '../tree.ts';
import { SyntaxFault } from './syntax-fault.ts';

/** Tells whether a character ends a line: YAML 1.1 §4.2 counts NEL, LS and PS too. */
export function isBreak(c: number): boolean {
  return c === 10 || c === 13 || c === 0x85 || c === 0x2028 || c === 0x2029;
}

/** Tells whether a character ends a line, or is the 0 that stands behind the text. */
function isBreakOrEnd(c: number): boolean {
  return c === 10 || c === 0 || c === 13 || c === 0x85 || c === 0x2028 || c === 0x2029;
}

/** What `isBreakOrEnd` accepts: a pattern is quicker where a line has many characters. */
const LINE_END = /[\0\n\r\x85\u2028\u2029]/g;

/** Tells whether a character is a blank, ends a line, or ends the text. */
export function isBlankOrEnd(c: number): boolean {
  return c === 32 || c === 9 || isBreakOrEnd(c);
}

// Characters at which a plain scalar may stop: in block context those of bit 1, in flow context also those of bit 2.
const PLAIN_STOPS = new Uint8Array(128);
for (const c of '\0\t\n\r :') PLAIN_STOPS[c.charCodeAt(0)] = 3;
for (const c of ',[]{}') PLAIN_STOPS[c.charCodeAt(0)] = 2;

const ESCAPES: Record<string, string> = {
  '0': '\0', a: '\x07', b: '\b', t: '\t', '\t': '\t', n: '\n', v: '\v', f: '\f', r: '\r', e: '\x1b', ' ': ' ',
  '"': '"', '/': '/', '\\': '\\', N: '\x85', _: '\xa0', L: '\u2028', P: '\u2029',
}; // prettier-ignore
const ESCAPE_DIGITS: Record<string, number> = { x: 2, u: 4, U: 8 };

/** Text that is put together from pieces: in batches, as a string added to a million times costs far more than its text. */
class Pieces {
  #parts: string[] = [];
  #text = '';

  add(piece: string): void {
    if (this.#parts.push(piece) < 4096) return;
    this.#text += this.#parts.join('');
    this.#parts = [];
  }

  /** Gives the text and starts anew. */
  take(): string {
    const parts = this.#parts;
    const text = this.#text;
    if (parts.length === 0 && text === '') return '';
    const whole = parts.length === 1 ? text + parts[0]! : text + parts.join('');
    parts.length = 0;
    this.#text = '';
    return whole;
  }
}

/**
 * Reads the text of scalars, and is the place in the text that the scanner above it shares.
 *
 * The rules are those of YAML 1.1 §9 as libyaml 0.2.5 applies them; every throw stands where libyaml's mark stands.
 */
export class ScalarReader {
  /** The text as given: values are slices of it, so that they keep no second copy alive. */
  protected readonly source: string;
  /** The text with zeros behind it, so that looking ahead needs no test of the length. */
  protected readonly text: string;
  protected readonly length: number;
  pos: number;
  protected lineStart: number;
  protected flowLevel = 0;
  /** The column of the innermost open block collection; -1 outside of any. */
  protected indent = -1;
  protected keyAllowed = true;

  /** Where the scalar that was read last ends; `pos` may be behind it, at the next token's line. */
  protected scalarEnd = 0;
  #blockIndent = 0;
  readonly #pieces = new Pieces();
  readonly #breaks = new Pieces();

  constructor(text: string) {
    this.source = text;
    this.text = `${text}\0\0\0\0`;
    this.length = text.length;
    // PyYAML's reader takes a byte-order mark away before columns are counted.
    this.pos = text.charCodeAt(0) === 0xfeff ? 1 : 0;
    this.lineStart = this.pos;
  }

  protected fault(message: string, context?: string): never {
    throw new SyntaxFault(message, this.pos, context);
  }

  /** Steps over one line break and gives it as it counts in a value: CR, CRLF and NEL are `\n`. */
  protected readBreak(): string {
    const c = this.text.charCodeAt(this.pos++);
    if (c === 13 && this.text.charCodeAt(this.pos) === 10) this.pos++;
    this.lineStart = this.pos;
    return c === 0x2028 ? '\u2028' : c === 0x2029 ? '\u2029' : '\n';
  }

  /** Where the line ends that a place is in: its break, or the end of the text. */
  protected endOfLine(pos: number): number {
    LINE_END.lastIndex = pos;
    return LINE_END.test(this.text) ? LINE_END.lastIndex - 1 : this.length;
  }

  /** Tells whether `---` or `...` stands here at the start of a line. */
  protected atDocumentMarker(): boolean {
    if (this.pos !== this.lineStart) return false;
    const { text, pos } = this;
    const c = text.charCodeAt(pos);
    if (c !== 45 && c !== 46) return false;
    return text.charCodeAt(pos + 1) === c && text.charCodeAt(pos + 2) === c && isBlankOrEnd(text.charCodeAt(pos + 3));
  }

  /** Reads a plain scalar: on one line it is a slice of the text, over several its lines are folded. */
  protected readPlain(): string {
    const text = this.text;
    const start = this.pos;
    const stops = this.flowLevel === 0 ? 1 : 3;
    let folded = false;
    let from = start;
    let end = start;
    let pos = start;
    let newLine = false;
    let firstBreak = '';
    for (;;) {
      if (newLine && this.atDocumentMarker()) break;
      let c = text.charCodeAt(pos);
      if (c === 35) break;
      const word = pos;
      for (; ; c = text.charCodeAt(++pos)) {
        if (c < 128) {
          if ((PLAIN_STOPS[c]! & stops) === 0) continue;
          if (c !== 58) break;
          const next = text.charCodeAt(pos + 1);
          if (isBlankOrEnd(next)) break;
          if (stops === 3 && (next === 63 || (next < 128 && PLAIN_STOPS[next] === 2))) {
            this.pos = pos;
            this.fault("found unexpected ':'", 'while scanning a plain scalar');
          }
        } else if (isBreak(c)) break;
      }
      if (pos > word) {
        if (newLine) {
          folded = true;
          this.#pieces.add(this.source.slice(from, end));
          this.#pieces.add(this.#takeFold(firstBreak));
          from = word;
          newLine = false;
        }
        end = pos;
      }
      if (c !== 32 && c !== 9 && !isBreak(c)) break;
      for (; ; c = text.charCodeAt(pos)) {
        if (c === 32 || c === 9) {
          if (c === 9 && newLine && pos - this.lineStart <= this.indent) {
            this.pos = pos;
            this.fault('found a tab character that violates indentation', 'while scanning a plain scalar');
          }
          pos++;
        } else if (isBreak(c)) {
          this.pos = pos;
          if (newLine) this.#breaks.add(this.readBreak());
          else firstBreak = this.readBreak();
          newLine = true;
          pos = this.pos;
        } else break;
      }
      this.pos = pos;
      if (stops === 1 && pos - this.lineStart <= this.indent) break;
    }
    this.pos = pos;
    this.scalarEnd = end;
    if (newLine) {
      this.#breaks.take();
      // A key may start on the line that ended the scalar.
      this.keyAllowed = true;
    }
    return folded ? this.#pieces.take() + this.source.slice(from, end) : this.source.slice(start, end);
  }

  /** Reads a quoted scalar, from the quote at `pos` to behind the closing one. */
  protected readQuoted(double: boolean): string {
    const text = this.text;
    const quote = double ? 34 : 39;
    let whole = true;
    let pos = this.pos + 1;
    let from = pos;
    for (;;) {
      let c = text.charCodeAt(pos);
      while (c !== quote && c !== 92 && c !== 32 && c !== 9 && !isBreakOrEnd(c)) c = text.charCodeAt(++pos);
      if (c === 0) {
        this.pos = pos;
        this.fault('found unexpected end of stream', 'while scanning a quoted scalar');
      }
      if (c === quote && (double || text.charCodeAt(pos + 1) !== 39)) break;
      if (c === 92 && !double) {
        pos++;
        continue;
      }
      let end = pos;
      if (c === 39) end = ++pos;
      else if (c !== 92) {
        while (c === 32 || c === 9) c = text.charCodeAt(++pos);
        if (!isBreak(c)) continue;
      }
      whole = false;
      this.#pieces.add(this.source.slice(from, end));
      this.pos = pos;
      if (c === 92) this.#pieces.add(this.#readEscape());
      else if (c === 39) this.pos++;
      else this.#pieces.add(this.#readQuotedBreaks(this.readBreak()));
      from = pos = this.pos;
    }
    this.pos = this.scalarEnd = pos + 1;
    return whole ? this.source.slice(from, pos) : this.#pieces.take() + this.source.slice(from, pos);
  }

  /** Steps over what separates two lines of a quoted scalar and gives what it counts as. */
  #readQuotedBreaks(firstBreak: string): string {
    for (let c = this.text.charCodeAt(this.pos); ; c = this.text.charCodeAt(this.pos)) {
      if (c === 32 || c === 9) this.pos++;
      else if (isBreak(c)) this.#breaks.add(this.readBreak());
      else break;
    }
    if (this.atDocumentMarker()) this.fault('found unexpected document indicator', 'while scanning a quoted scalar');
    return this.#takeFold(firstBreak);
  }

  /** Gives what a line break and the breaks of empty lines behind it count as in a folded text (YAML 1.1 §9.2.3). */
  #takeFold(firstBreak: string): string {
    const breaks = this.#breaks.take();
    if (firstBreak === '\n') return breaks === '' ? ' ' : breaks;
    return firstBreak + breaks;
  }

  #readEscape(): string {
    const context = 'while parsing a quoted scalar';
    const next = this.text.charCodeAt(this.pos + 1);
    if (isBreak(next)) {
      this.pos++;
      this.readBreak();
      // Behind an escaped break the next one counts as a further one.
      return this.#readQuotedBreaks('');
    }
    const code = this.text[this.pos + 1]!;
    const digits = ESCAPE_DIGITS[code];
    if (digits === undefined) {
      const character = ESCAPES[code];
      if (character === undefined) this.fault('found unknown escape character', context);
      this.pos += 2;
      return character;
    }
    this.pos += 2;
    const hex = this.source.slice(this.pos, this.pos + digits);
    if (hex.length < digits || !/^[0-9a-fA-F]+$/.test(hex))
      this.fault('did not find expected hexdecimal number', context);
    const value = parseInt(hex, 16);
    if ((value >= 0xd800 && value <= 0xdfff) || value > 0x10ffff)
      this.fault('found invalid Unicode character escape code', context);
    this.pos += digits;
    return String.fromCodePoint(value);
  }

  /** Reads a block scalar from its `|` or `>` to the start of the line behind it. */
  protected readBlock(style: ScalarStyle): string {
    const text = this.text;
    const context = 'while scanning a block scalar';
    let chomp = '';
    let increment = 0;
    this.pos++;
    for (let i = 0; i < 2; i++) {
      const c = text[this.pos]!;
      if ((c === '+' || c === '-') && chomp === '') chomp = c;
      else if (c >= '0' && c <= '9' && increment === 0) {
        if (c === '0') this.fault('found an indentation indicator equal to 0', context);
        increment = Number(c);
      } else break;
      this.pos++;
    }
    this.endLine('did not find expected comment or line break', context);
    this.scalarEnd = this.pos;

    this.#blockIndent = increment === 0 ? 0 : increment + Math.max(this.indent, 0);
    let lineBreak = '';
    let breaks = this.#readBlockBreaks();
    const indent = this.#blockIndent;
    let afterBlank = false;
    while (this.pos - this.lineStart === indent && this.pos < this.length) {
      const from = this.pos;
      const first = text.charCodeAt(from);
      const blank = first === 32 || first === 9;
      if (style === 'folded' && lineBreak === '\n' && !afterBlank && !blank)
        this.#pieces.add(breaks === '' ? ' ' : breaks);
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

  /** Steps over blanks, a comment and the break behind them; anything else on the line is refused. */
  protected endLine(message: string, context: string): void {
    const text = this.text;
    let c = text.charCodeAt(this.pos);
    while (c === 32 || c === 9) c = text.charCodeAt(++this.pos);
    if (c === 35) c = text.charCodeAt((this.pos = this.endOfLine(this.pos)));
    if (!isBreakOrEnd(c)) this.fault(message, context);
    if (c !== 0) this.readBreak();
  }
}
