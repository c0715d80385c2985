/** Scalars of YAML, and the cursor with which the scanner goes over a text. */
import { fault } from '../../troubles/fault.ts';
import type { Fault } from '../../troubles/fault.ts';
import { TextFault } from '../text-fault.ts';
import type { ScalarStyle } from '../tree.ts';

// Characters at which a plain scalar may stop: in block context those of bit 1, in flow context also those of bit 2.
const PLAIN_STOPS = new Uint8Array(128);
for (const c of '\0\t\n\r :') PLAIN_STOPS[c.charCodeAt(0)] = 3;
for (const c of ',[]{}') PLAIN_STOPS[c.charCodeAt(0)] = 2;

const ESCAPES: Record<string, string> = {
  '0': '\0', a: '\x07', b: '\b', t: '\t', '\t': '\t', n: '\n', v: '\v', f: '\f', r: '\r', e: '\x1b', ' ': ' ',
  '"': '"', '/': '/', '\\': '\\', N: '\x85', _: '\xa0', L: '\u2028', P: '\u2029',
}; // prettier-ignore
const ESCAPE_DIGITS: Record<string, number> = { x: 2, u: 4, U: 8 };

/** Tells whether a character ends a line: YAML 1.1 §4.2 counts NEL, LS and PS too. */
export function isBreak(c: number): boolean {
  return c === 10 || c === 13 || c === 0x85 || c === 0x2028 || c === 0x2029;
}

/** Tells whether a character ends a line, or is the 0 after the text. */
function isBreakOrEnd(c: number): boolean {
  return c === 10 || c === 0 || c === 13 || c === 0x85 || c === 0x2028 || c === 0x2029;
}

/** The characters that `isBreakOrEnd` accepts: a pattern is quicker if a line has many others. */
const LINE_END = /[\0\n\r\x85\u2028\u2029]/g;

/** Tells whether a character is a blank, ends a line, or ends the text. */
export function isBlankOrEnd(c: number): boolean {
  return c === 32 || c === 9 || isBreakOrEnd(c);
}

/**
 * Text that is put together from pieces: in batches, as a string added to a million times costs far more than its
 * text.
 */
class Pieces {
  private parts: string[] = [];
  private text = '';

  add(piece: string): void {
    if (this.parts.push(piece) < 4096) return;
    this.text += this.parts.join('');
    this.parts = [];
  }

  /** Gives the text and starts anew. */
  take(): string {
    const parts = this.parts;
    const text = this.text;
    if (parts.length === 0 && text === '') return '';
    const whole = parts.length === 1 ? text + parts[0]! : text + parts.join('');
    parts.length = 0;
    this.text = '';
    return whole;
  }
}

/** Gives what a line break and the breaks of empty lines after it count as in a folded text (YAML 1.1 §9.2.3). */
function folded(firstBreak: string, breaks: string): string {
  if (firstBreak === '\n') return breaks === '' ? ' ' : breaks;
  return firstBreak + breaks;
}

/** A text, and the place in it that the scanner has come to. */
export class TextCursor {
  /** The text as given: values are slices of it, so that they keep no second copy alive. */
  readonly source: string;
  /** The text with zeros after it, so that looking ahead needs no test of the length. */
  readonly text: string;
  readonly length: number;
  /** The offset of the next character to read. */
  pos: number;
  /** The offset at which the line of `pos` begins. */
  lineStart: number;

  constructor(text: string) {
    this.source = text;
    this.text = `${text}\0\0\0\0`;
    this.length = text.length;
    // PyYAML's reader takes a byte-order mark away before columns are counted.
    this.pos = text.charCodeAt(0) === 0xfeff ? 1 : 0;
    this.lineStart = this.pos;
  }

  /** Refuses the text for a fault at this place. */
  fail(fault: Fault): never {
    throw new TextFault(fault, this.pos);
  }

  /** The column of this place, from 0. */
  get column(): number {
    return this.pos - this.lineStart;
  }

  skipBlanks(): void {
    const text = this.text;
    let c = text.charCodeAt(this.pos);
    while (c === 32 || c === 9) c = text.charCodeAt(++this.pos);
  }

  /** Steps over one line break and gives it as it counts in a value: CR, CRLF and NEL are `\n`. */
  readBreak(): string {
    const c = this.text.charCodeAt(this.pos++);
    if (c === 13 && this.text.charCodeAt(this.pos) === 10) this.pos++;
    this.lineStart = this.pos;
    return c === 0x2028 ? '\u2028' : c === 0x2029 ? '\u2029' : '\n';
  }

  /** Gives the end of the line that a place is in: its break, or the end of the text. */
  endOfLine(pos: number): number {
    LINE_END.lastIndex = pos;
    return LINE_END.test(this.text) ? LINE_END.lastIndex - 1 : this.length;
  }

  /** Tells whether `---` or `...` is here, at the start of a line. */
  atDocumentMarker(): boolean {
    if (this.pos !== this.lineStart) return false;
    const { text, pos } = this;
    const c = text.charCodeAt(pos);
    if (c !== 45 && c !== 46) return false;
    return text.charCodeAt(pos + 1) === c && text.charCodeAt(pos + 2) === c && isBlankOrEnd(text.charCodeAt(pos + 3));
  }

  /** Steps over blanks, a comment and the break after them; refuses anything else on the line. */
  endLine(refusal: 'yaml/text-after-indicator' | 'yaml/text-after-directive'): void {
    const text = this.text;
    this.skipBlanks();
    let c = text.charCodeAt(this.pos);
    if (c === 35) c = text.charCodeAt((this.pos = this.endOfLine(this.pos)));
    if (!isBreakOrEnd(c)) this.fail(fault(refusal));
    if (c !== 0) this.readBreak();
  }
}

/**
 * The scalars of a text.
 *
 * The rules are those of YAML 1.1 §9 as libyaml 0.2.5 applies them; a fault is where libyaml's mark is.
 */
export class ScalarReader {
  /** The end of the scalar that was read last; the cursor may be after it, on the line of the next token. */
  end = 0;
  /** Tells that the plain scalar that was read last ended with its line. */
  endsBeforeLine = false;
  private readonly at: TextCursor;
  private readonly pieces = new Pieces();
  private readonly breaks = new Pieces();
  /** The column of the lines of the block scalar that is being read; 0 until a line of it shows that. */
  private blockIndent = 0;

  constructor(cursor: TextCursor) {
    this.at = cursor;
  }

  /** Reads a plain scalar: on one line it is a slice of the text, over several its lines are folded. */
  plain(indent: number, inFlow: boolean): string {
    const text = this.at.text;
    const start = this.at.pos;
    const stops = inFlow ? 3 : 1;
    /** The start of the line that is being read, and the end of its last word. */
    let from = start;
    let end = start;
    /** The break in front of `pos`, if there is no word between them. */
    let firstBreak = '';
    for (;;) {
      const word = this.at.pos;
      if (text.charCodeAt(word) === 35 || (firstBreak !== '' && this.at.atDocumentMarker())) break;
      const pos = this.endOfPlainWord(word, stops);
      if (pos > word) {
        if (firstBreak !== '') {
          this.pieces.add(this.at.source.slice(from, end));
          this.pieces.add(folded(firstBreak, this.breaks.take()));
          from = word;
          firstBreak = '';
        }
        end = pos;
      }
      this.at.pos = pos;
      const c = text.charCodeAt(pos);
      if (c !== 32 && c !== 9 && !isBreak(c)) break;
      firstBreak = this.skipPlainGap(firstBreak, indent);
      if (stops === 1 && this.at.column <= indent) break;
    }
    this.end = end;
    this.endsBeforeLine = firstBreak !== '';
    if (this.endsBeforeLine) this.breaks.take();
    const last = this.at.source.slice(from, end);
    return from === start ? last : this.pieces.take() + last;
  }

  /**
   * Gives the end of the word of a plain scalar that begins at a place: at a blank, a break, or what ends the scalar.
   */
  private endOfPlainWord(word: number, stops: number): number {
    const text = this.at.text;
    for (let pos = word; ; pos++) {
      const c = text.charCodeAt(pos);
      if (c < 128) {
        if ((PLAIN_STOPS[c]! & stops) === 0) continue;
        if (c !== 58) return pos;
        const next = text.charCodeAt(pos + 1);
        if (isBlankOrEnd(next)) return pos;
        if (stops === 3 && (next === 63 || (next < 128 && PLAIN_STOPS[next] === 2))) {
          this.at.pos = pos;
          this.at.fail(fault('yaml/colon-in-flow-text'));
        }
      } else if (isBreak(c)) return pos;
    }
  }

  /** Steps over blanks and breaks within a plain scalar, and gives the first break since its last word. */
  private skipPlainGap(breakBefore: string, indent: number): string {
    const text = this.at.text;
    let firstBreak = breakBefore;
    for (let pos = this.at.pos; ; pos = this.at.pos) {
      let c = text.charCodeAt(pos);
      for (; c === 32 || c === 9; c = text.charCodeAt(++pos))
        if (c === 9 && firstBreak !== '' && pos - this.at.lineStart <= indent) {
          this.at.pos = pos;
          this.at.fail(fault('yaml/tab-in-text'));
        }
      this.at.pos = pos;
      if (!isBreak(c)) return firstBreak;
      if (firstBreak === '') firstBreak = this.at.readBreak();
      else this.breaks.add(this.at.readBreak());
    }
  }

  /** Reads a quoted scalar, from the quote at `pos` to after the closing one. */
  quoted(double: boolean): string {
    const text = this.at.text;
    const quote = double ? 34 : 39;
    let whole = true;
    let pos = this.at.pos + 1;
    let from = pos;
    for (;;) {
      let c = text.charCodeAt(pos);
      while (c !== quote && c !== 92 && c !== 32 && c !== 9 && !isBreakOrEnd(c)) c = text.charCodeAt(++pos);
      if (c === 0) {
        this.at.pos = pos;
        this.at.fail(fault('yaml/text-ends-in-quotes'));
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
      this.pieces.add(this.at.source.slice(from, end));
      this.at.pos = pos;
      if (c === 92) this.pieces.add(this.readEscape());
      else if (c === 39) this.at.pos++;
      else this.pieces.add(this.readQuotedBreaks(this.at.readBreak()));
      from = pos = this.at.pos;
    }
    this.at.pos = this.end = pos + 1;
    return whole ? this.at.source.slice(from, pos) : this.pieces.take() + this.at.source.slice(from, pos);
  }

  /** Steps over what separates two lines of a quoted scalar and gives what it counts as. */
  private readQuotedBreaks(firstBreak: string): string {
    for (let c = this.at.text.charCodeAt(this.at.pos); ; c = this.at.text.charCodeAt(this.at.pos)) {
      if (c === 32 || c === 9) this.at.pos++;
      else if (isBreak(c)) this.breaks.add(this.at.readBreak());
      else break;
    }
    if (this.at.atDocumentMarker()) this.at.fail(fault('yaml/document-ends-in-quotes'));
    return folded(firstBreak, this.breaks.take());
  }

  private readEscape(): string {
    const next = this.at.text.charCodeAt(this.at.pos + 1);
    if (isBreak(next)) {
      this.at.pos++;
      this.at.readBreak();
      // After an escaped break the next one counts as a further one.
      return this.readQuotedBreaks('');
    }
    const code = this.at.text[this.at.pos + 1]!;
    const digits = ESCAPE_DIGITS[code];
    if (digits === undefined) {
      const character = ESCAPES[code];
      if (character === undefined) this.at.fail(fault('yaml/unknown-escape'));
      this.at.pos += 2;
      return character;
    }
    this.at.pos += 2;
    const hex = this.at.source.slice(this.at.pos, this.at.pos + digits);
    if (hex.length < digits || !/^[0-9a-fA-F]+$/.test(hex)) this.at.fail(fault('yaml/incomplete-escape'));
    const value = parseInt(hex, 16);
    if ((value >= 0xd800 && value <= 0xdfff) || value > 0x10ffff) this.at.fail(fault('yaml/escape-of-no-character'));
    this.at.pos += digits;
    return String.fromCodePoint(value);
  }

  /** Reads a block scalar from its `|` or `>` to the start of the line after it. */
  block(style: ScalarStyle, indent: number): string {
    const text = this.at.text;
    const chomp = this.readBlockHeader(indent);
    this.end = this.at.pos;
    let lineBreak = '';
    let breaks = this.readBlockBreaks(indent);
    const column = this.blockIndent;
    let afterBlank = false;
    while (this.at.column === column && this.at.pos < this.at.length) {
      const from = this.at.pos;
      const first = text.charCodeAt(from);
      const blank = first === 32 || first === 9;
      if (style === 'folded' && lineBreak === '\n' && !afterBlank && !blank) this.pieces.add(folded(lineBreak, breaks));
      else this.pieces.add(lineBreak + breaks);
      afterBlank = blank;
      this.at.pos = this.at.endOfLine(from);
      this.pieces.add(this.at.source.slice(from, this.at.pos));
      lineBreak = text.charCodeAt(this.at.pos) === 0 ? '' : this.at.readBreak();
      this.end = this.at.pos;
      breaks = this.readBlockBreaks(indent);
    }
    if (chomp !== '-') this.pieces.add(lineBreak);
    if (chomp === '+') this.pieces.add(breaks);
    return this.pieces.take();
  }

  /** Reads the first line: it may tell the indentation, and what becomes of the last breaks (`-` strips, `+` keeps). */
  private readBlockHeader(indent: number): '' | '+' | '-' {
    let chomp: '' | '+' | '-' = '';
    let increment = 0;
    this.at.pos++;
    for (let i = 0; i < 2; i++) {
      const c = this.at.text[this.at.pos]!;
      if ((c === '+' || c === '-') && chomp === '') chomp = c;
      else if (c >= '0' && c <= '9' && increment === 0) {
        if (c === '0') this.at.fail(fault('yaml/zero-indentation'));
        increment = Number(c);
      } else break;
      this.at.pos++;
    }
    this.at.endLine('yaml/text-after-indicator');
    this.blockIndent = increment === 0 ? 0 : increment + Math.max(indent, 0);
    return chomp;
  }

  /**
   * Reads the empty lines of a block scalar and the indentation of the line after them. If no indentation is known
   * yet (0), these lines set it, and the deepest of the empty ones counts too.
   */
  private readBlockBreaks(parent: number): string {
    const indent = this.blockIndent === 0 ? Infinity : this.blockIndent;
    let deepest = 0;
    for (;;) {
      let c = this.at.text.charCodeAt(this.at.pos);
      while (c === 32 && this.at.column < indent) c = this.at.text.charCodeAt(++this.at.pos);
      const column = this.at.column;
      if (column > deepest) deepest = column;
      if (c === 9 && column < indent) this.at.fail(fault('yaml/tab-in-text-block'));
      if (!isBreak(c)) break;
      this.breaks.add(this.at.readBreak());
      this.end = this.at.pos;
    }
    if (this.blockIndent === 0) this.blockIndent = Math.max(deepest, parent + 1, 1);
    return this.breaks.take();
  }
}
