/** libyaml's scanner, first part: the place in the text, and the breaks, blanks and ends of its lines. */
import { SyntaxFault } from '../syntax-fault.ts';

/** Tells whether a character ends a line: YAML 1.1 §4.2 counts NEL, LS and PS too. */
export function isBreak(c: number): boolean {
  return c === 10 || c === 13 || c === 0x85 || c === 0x2028 || c === 0x2029;
}

/** Tells whether a character ends a line, or is the 0 that stands behind the text. */
export function isBreakOrEnd(c: number): boolean {
  return c === 10 || c === 0 || c === 13 || c === 0x85 || c === 0x2028 || c === 0x2029;
}

/** What `isBreakOrEnd` accepts: a pattern is quicker where a line has many characters. */
const LINE_END = /[\0\n\r\x85\u2028\u2029]/g;

/** Tells whether a character is a blank, ends a line, or ends the text. */
export function isBlankOrEnd(c: number): boolean {
  return c === 32 || c === 9 || isBreakOrEnd(c);
}

/** Is the place in the text that all parts of the scanner share, and steps over what ends a line. */
export class LineReader {
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

  /** Steps over blanks, a comment and the break behind them; anything else on the line is refused. */
  protected endLine(context: string): void {
    const text = this.text;
    let c = text.charCodeAt(this.pos);
    while (c === 32 || c === 9) c = text.charCodeAt(++this.pos);
    if (c === 35) c = text.charCodeAt((this.pos = this.endOfLine(this.pos)));
    if (!isBreakOrEnd(c)) this.fault('did not find expected comment or line break', context);
    if (c !== 0) this.readBreak();
  }
}
