/** libyaml's scanner, second part: plain and quoted scalars. */
import { isBlankOrEnd, isBreak, isBreakOrEnd, LineReader } from './lines.ts';
import { folded, Pieces } from './pieces.ts';

// Characters at which a plain scalar may stop: in block context those of bit 1, in flow context also those of bit 2.
const PLAIN_STOPS = new Uint8Array(128);
for (const c of '\0\t\n\r :') PLAIN_STOPS[c.charCodeAt(0)] = 3;
for (const c of ',[]{}') PLAIN_STOPS[c.charCodeAt(0)] = 2;

const ESCAPES: Record<string, string> = {
  '0': '\0', a: '\x07', b: '\b', t: '\t', '\t': '\t', n: '\n', v: '\v', f: '\f', r: '\r', e: '\x1b', ' ': ' ',
  '"': '"', '/': '/', '\\': '\\', N: '\x85', _: '\xa0', L: '\u2028', P: '\u2029',
}; // prettier-ignore
const ESCAPE_DIGITS: Record<string, number> = { x: 2, u: 4, U: 8 };

/**
 * Reads the text of plain and quoted scalars.
 *
 * The rules are those of YAML 1.1 §9.1 as libyaml 0.2.5 applies them; every throw stands where libyaml's mark stands.
 */
export class FlowScalarReader extends LineReader {
  /** Where the scalar that was read last ends; `pos` may be behind it, at the next token's line. */
  protected scalarEnd = 0;
  readonly #pieces = new Pieces();
  readonly #breaks = new Pieces();

  /** Reads a plain scalar: on one line it is a slice of the text, over several its lines are folded. */
  protected readPlain(): string {
    const text = this.text;
    const start = this.pos;
    const stops = this.flowLevel === 0 ? 1 : 3;
    /** Where the line starts that is being read, and where the last word of it ends. */
    let from = start;
    let end = start;
    /** The break in front of `pos`, if no word stands between them. */
    let firstBreak = '';
    for (;;) {
      const word = this.pos;
      if (text.charCodeAt(word) === 35 || (firstBreak !== '' && this.atDocumentMarker())) break;
      const pos = this.#endOfPlainWord(word, stops);
      if (pos > word) {
        if (firstBreak !== '') {
          this.#pieces.add(this.source.slice(from, end));
          this.#pieces.add(folded(firstBreak, this.#breaks.take()));
          from = word;
          firstBreak = '';
        }
        end = pos;
      }
      this.pos = pos;
      const c = text.charCodeAt(pos);
      if (c !== 32 && c !== 9 && !isBreak(c)) break;
      firstBreak = this.#skipPlainGap(firstBreak);
      if (stops === 1 && this.pos - this.lineStart <= this.indent) break;
    }
    this.scalarEnd = end;
    if (firstBreak !== '') {
      this.#breaks.take();
      // A key may start on the line that ended the scalar.
      this.keyAllowed = true;
    }
    const last = this.source.slice(from, end);
    return from === start ? last : this.#pieces.take() + last;
  }

  /** Where the word of a plain scalar ends that begins at a place: at a blank, a break, or what ends the scalar. */
  #endOfPlainWord(word: number, stops: number): number {
    const text = this.text;
    for (let pos = word; ; pos++) {
      const c = text.charCodeAt(pos);
      if (c < 128) {
        if ((PLAIN_STOPS[c]! & stops) === 0) continue;
        if (c !== 58) return pos;
        const next = text.charCodeAt(pos + 1);
        if (isBlankOrEnd(next)) return pos;
        if (stops === 3 && (next === 63 || (next < 128 && PLAIN_STOPS[next] === 2))) {
          this.pos = pos;
          this.fault("found unexpected ':'", 'while scanning a plain scalar');
        }
      } else if (isBreak(c)) return pos;
    }
  }

  /** Steps over blanks and breaks within a plain scalar, and gives the first break since its last word. */
  #skipPlainGap(breakBefore: string): string {
    const text = this.text;
    let firstBreak = breakBefore;
    for (let pos = this.pos; ; pos = this.pos) {
      let c = text.charCodeAt(pos);
      for (; c === 32 || c === 9; c = text.charCodeAt(++pos))
        if (c === 9 && firstBreak !== '' && pos - this.lineStart <= this.indent) {
          this.pos = pos;
          this.fault('found a tab character that violates indentation', 'while scanning a plain scalar');
        }
      this.pos = pos;
      if (!isBreak(c)) return firstBreak;
      if (firstBreak === '') firstBreak = this.readBreak();
      else this.#breaks.add(this.readBreak());
    }
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
    return folded(firstBreak, this.#breaks.take());
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
}
