/** libyaml's scanner, last part: the tokens of a text, with the simple keys and columns that block collections need. */
import type { ScalarStyle } from '../../tree.ts';
import { isBlankOrEnd, isBreak } from './lines.ts';
import { PropertyReader } from './properties.ts';

// Kinds of tokens.
export const STREAM_END = 1;
export const VERSION_DIRECTIVE = 2;
export const TAG_DIRECTIVE = 3;
export const DOCUMENT_START = 4;
export const DOCUMENT_END = 5;
export const BLOCK_SEQUENCE_START = 6;
export const BLOCK_MAPPING_START = 7;
export const BLOCK_END = 8;
export const FLOW_SEQUENCE_START = 9;
export const FLOW_SEQUENCE_END = 10;
export const FLOW_MAPPING_START = 11;
export const FLOW_MAPPING_END = 12;
export const BLOCK_ENTRY = 13;
export const FLOW_ENTRY = 14;
export const KEY = 15;
export const VALUE = 16;
export const ALIAS = 17;
export const ANCHOR = 18;
export const TAG = 19;
export const SCALAR = 20;
// Two slots are kept in front of a token that may turn out to be a key, for BLOCK_MAPPING_START and KEY.
const UNDECIDED = 21;
const NOTHING = 22;

/** libyaml gives a key on one line at most this many characters up to its colon (YAML 1.1 §7.4.2). */
const LONGEST_KEY = 1024;

/**
 * Cuts a text into the tokens of YAML 1.1, one at a time, as far ahead as the question needs whether one is a key.
 *
 * It scans no further ahead than libyaml does: of two faults in a text that decides which one is reported.
 */
export class Scanner extends PropertyReader {
  readonly #kinds: number[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #values: string[] = [];
  readonly #extras: string[] = [];
  #head = 0;
  #tail = 0;
  #settled = false;
  #kind = 0;
  /** Where the token starts that was peeked at last. */
  start = 0;
  /** Where it ends. */
  end = 0;

  readonly #indents: number[] = [];
  // For each flow level: where the token began that may be a key (-1: none), and its first slot in the queue.
  readonly #keyStarts: number[] = [-1];
  readonly #keySlots: number[] = [0];
  /** The start of the possible key of block context that has to be one, as its line can be nothing else; else -1. */
  #requiredKey = -1;
  readonly #astral: boolean;

  constructor(text: string) {
    super(text);
    this.#astral = /[\ud800-\udbff]/.test(text);
  }

  /** The kind of the next token. */
  peek(): number {
    if (!this.#settled) this.#settle();
    return this.#kind;
  }

  /** Steps over the next token. */
  skip(): void {
    this.#head++;
    this.#settled = false;
  }

  /** The text of the next token: a scalar's value, a name, a tag's suffix, a directive's last argument. */
  get value(): string {
    return this.#values[this.#head]!;
  }

  /** A second text of the next token: a scalar's style, a tag's handle, a directive's first argument. */
  get extra(): string {
    return this.#extras[this.#head]!;
  }

  #settle(): void {
    for (;;) {
      if (this.#head === this.#tail) {
        this.#head = this.#tail = 0;
        this.#fetch();
        continue;
      }
      if (this.#requiredKey >= 0) this.#refuseLostKey();
      const kind = this.#kinds[this.#head]!;
      if (kind === NOTHING) this.#head++;
      else if (kind === UNDECIDED) {
        if (this.#isStale(this.#starts[this.#head]!)) this.#head += 2;
        else this.#fetch();
      } else {
        this.#kind = kind;
        break;
      }
    }
    this.start = this.#starts[this.#head]!;
    this.end = this.#ends[this.#head]!;
    this.#settled = true;
  }

  #push(kind: number, start: number, end: number): void {
    const tail = this.#tail++;
    this.#kinds[tail] = kind;
    this.#starts[tail] = start;
    this.#ends[tail] = end;
  }

  #pushText(kind: number, start: number, end: number, value: string, extra: string): void {
    this.#values[this.#tail] = value;
    this.#extras[this.#tail] = extra;
    this.#push(kind, start, end);
  }

  #fetch(): void {
    this.#skipToToken();
    if (this.#requiredKey >= 0) this.#refuseLostKey();
    const { text, pos } = this;
    const column = pos - this.lineStart;
    if (this.indent > column) this.#closeBlocks(column);
    const c = text.charCodeAt(pos);
    if (column === 0 && this.#fetchAtLineStart(c)) return;
    switch (c) {
      case 0:
        return this.#fetchEnd();
      case 91: // [
        return this.#fetchFlowStart(FLOW_SEQUENCE_START);
      case 123: // {
        return this.#fetchFlowStart(FLOW_MAPPING_START);
      case 93: // ]
        return this.#fetchFlowEnd(FLOW_SEQUENCE_END);
      case 125: // }
        return this.#fetchFlowEnd(FLOW_MAPPING_END);
      case 44: // ,
        this.#dropKey();
        this.keyAllowed = true;
        return this.#fetchCharacter(FLOW_ENTRY);
      case 45: // -
        if (isBlankOrEnd(text.charCodeAt(pos + 1))) return this.#fetchBlockEntry();
        break;
      case 63: // ?
        if (this.flowLevel > 0 || isBlankOrEnd(text.charCodeAt(pos + 1))) return this.#fetchKey();
        break;
      case 58: // :
        if (this.flowLevel > 0 || isBlankOrEnd(text.charCodeAt(pos + 1))) return this.#fetchValue();
        break;
      case 42: // *
        return this.#fetchName(ALIAS);
      case 38: // &
        return this.#fetchName(ANCHOR);
      case 33: // !
        return this.#fetchTag();
      case 124: // |
        if (this.flowLevel === 0) return this.#fetchBlockScalar('literal');
        return this.#refuseCharacter();
      case 62: // >
        if (this.flowLevel === 0) return this.#fetchBlockScalar('folded');
        return this.#refuseCharacter();
      case 39: // '
        return this.#fetchQuoted(false);
      case 34: // "
        return this.#fetchQuoted(true);
      case 9: // a tab where only spaces may stand
      case 37: // %
      case 64: // @
      case 96: // `
        return this.#refuseCharacter();
      default:
    }
    this.#saveKey();
    this.keyAllowed = false;
    const value = this.readPlain();
    this.#pushText(SCALAR, pos, this.scalarEnd, value, 'plain');
  }

  #refuseCharacter(): never {
    this.fault('found character that cannot start any token', 'while scanning for the next token');
  }

  /** Steps over blanks, comments and breaks. A tab may not stand where the indentation of a block counts. */
  #skipToToken(): void {
    const text = this.text;
    const tabs = this.flowLevel > 0;
    for (;;) {
      let pos = this.pos;
      let c = text.charCodeAt(pos);
      // libyaml lets a byte-order mark start any line, and counts its column.
      if (c === 0xfeff && pos === this.lineStart) c = text.charCodeAt(++pos);
      while (c === 32 || (c === 9 && (tabs || !this.keyAllowed))) c = text.charCodeAt(++pos);
      if (c === 35) c = text.charCodeAt((pos = this.endOfLine(pos)));
      this.pos = pos;
      if (!isBreak(c)) return;
      this.readBreak();
      if (!tabs) this.keyAllowed = true;
    }
  }

  #closeBlocks(column: number): void {
    if (this.flowLevel > 0) return;
    while (this.indent > column) {
      this.#push(BLOCK_END, this.pos, this.pos);
      this.indent = this.#indents.pop()!;
    }
  }

  /** Opens a block collection at a column, if it is deeper than the open one: its token goes into a slot or the queue. */
  #openBlock(column: number, kind: number, slot: number): void {
    if (this.flowLevel > 0 || this.indent >= column) return;
    this.#indents.push(this.indent);
    this.indent = column;
    if (slot < 0) this.#push(kind, this.pos, this.pos);
    else this.#kinds[slot] = kind;
  }

  #isStale(keyStart: number): boolean {
    if (keyStart < this.lineStart) return true;
    let length = this.pos - keyStart;
    if (length <= LONGEST_KEY || !this.#astral || length > 2 * LONGEST_KEY) return length > LONGEST_KEY;
    // libyaml counts characters, we count UTF-16 units.
    for (let i = keyStart; i < this.pos; i++) if ((this.text.charCodeAt(i) & 0xfc00) === 0xdc00) length--;
    return length > LONGEST_KEY;
  }

  #refuseLostKey(): void {
    if (this.#isStale(this.#requiredKey)) this.#refuseMissingColon();
  }

  #refuseMissingColon(): never {
    this.fault("could not find expected ':'", 'while scanning a simple key');
  }

  /** Notes that a key may begin here. */
  #saveKey(): void {
    if (!this.keyAllowed) return;
    this.#dropKey();
    const { pos } = this;
    const tail = this.#tail;
    this.#keyStarts[this.flowLevel] = pos;
    this.#keySlots[this.flowLevel] = tail;
    if (this.flowLevel === 0 && this.indent === pos - this.lineStart) this.#requiredKey = pos;
    this.#push(UNDECIDED, pos, pos);
    this.#push(UNDECIDED, pos, pos);
  }

  /** Notes that what might have been the key of this flow level is none. */
  #dropKey(): void {
    const keyStart = this.#keyStarts[this.flowLevel]!;
    if (keyStart < 0) return;
    if (this.flowLevel === 0 && this.#requiredKey >= 0) this.#refuseMissingColon();
    this.#keyStarts[this.flowLevel] = -1;
    // The slots of a stale key may be out of the queue already.
    if (this.#isStale(keyStart)) return;
    const slot = this.#keySlots[this.flowLevel]!;
    this.#kinds[slot] = this.#kinds[slot + 1] = NOTHING;
  }

  #fetchCharacter(kind: number): void {
    this.#push(kind, this.pos, this.pos + 1);
    this.pos++;
  }

  #fetchEnd(): void {
    // libyaml ends the last line by force: no key can be open behind it.
    const unfinished = this.pos !== this.lineStart;
    this.#closeBlocks(-1);
    this.#dropKey();
    if (unfinished) this.lineStart = this.pos + 1;
    this.keyAllowed = false;
    this.#push(STREAM_END, this.pos, this.pos);
  }

  #fetchAtLineStart(c: number): boolean {
    if (c !== 37 && !this.atDocumentMarker()) return false;
    this.#closeBlocks(-1);
    this.#dropKey();
    this.keyAllowed = false;
    if (c === 37) this.#fetchDirective();
    else {
      this.#push(c === 45 ? DOCUMENT_START : DOCUMENT_END, this.pos, this.pos + 3);
      this.pos += 3;
    }
    return true;
  }

  #fetchFlowStart(kind: number): void {
    this.#saveKey();
    this.flowLevel++;
    this.#keyStarts[this.flowLevel] = -1;
    this.#keySlots[this.flowLevel] = 0;
    this.keyAllowed = true;
    this.#fetchCharacter(kind);
  }

  #fetchFlowEnd(kind: number): void {
    this.#dropKey();
    if (this.flowLevel > 0) this.flowLevel--;
    this.keyAllowed = false;
    this.#fetchCharacter(kind);
  }

  #fetchBlockEntry(): void {
    // In flow context the parser refuses it, at the same place but in other words.
    if (this.flowLevel === 0) {
      if (!this.keyAllowed) this.fault('block sequence entries are not allowed in this context');
      this.#openBlock(this.pos - this.lineStart, BLOCK_SEQUENCE_START, -1);
    }
    this.#dropKey();
    this.keyAllowed = true;
    this.#fetchCharacter(BLOCK_ENTRY);
  }

  #fetchKey(): void {
    if (this.flowLevel === 0) {
      if (!this.keyAllowed) this.fault('mapping keys are not allowed in this context');
      this.#openBlock(this.pos - this.lineStart, BLOCK_MAPPING_START, -1);
    }
    this.#dropKey();
    this.keyAllowed = this.flowLevel === 0;
    this.#fetchCharacter(KEY);
  }

  #fetchValue(): void {
    const keyStart = this.#keyStarts[this.flowLevel]!;
    if (keyStart >= 0 && !this.#isStale(keyStart)) {
      const slot = this.#keySlots[this.flowLevel]!;
      this.#kinds[slot] = NOTHING;
      this.#kinds[slot + 1] = KEY;
      this.#openBlock(keyStart - this.lineStart, BLOCK_MAPPING_START, slot);
      this.#keyStarts[this.flowLevel] = -1;
      if (this.flowLevel === 0) this.#requiredKey = -1;
      this.keyAllowed = false;
    } else {
      if (this.flowLevel === 0) {
        if (!this.keyAllowed) this.fault('mapping values are not allowed in this context');
        this.#openBlock(this.pos - this.lineStart, BLOCK_MAPPING_START, -1);
      }
      this.keyAllowed = this.flowLevel === 0;
    }
    this.#fetchCharacter(VALUE);
  }

  #fetchQuoted(double: boolean): void {
    this.#saveKey();
    this.keyAllowed = false;
    const start = this.pos;
    const value = this.readQuoted(double);
    this.#pushText(SCALAR, start, this.scalarEnd, value, double ? 'double' : 'single');
  }

  #fetchBlockScalar(style: ScalarStyle): void {
    this.#dropKey();
    this.keyAllowed = true;
    const start = this.pos;
    const value = this.readBlock(style);
    this.#pushText(SCALAR, start, this.scalarEnd, value, style);
  }

  #fetchName(kind: number): void {
    this.#saveKey();
    this.keyAllowed = false;
    const start = this.pos;
    const name = this.readName(kind === ANCHOR ? 'while scanning an anchor' : 'while scanning an alias');
    this.#pushText(kind, start, this.pos, name, '');
  }

  #fetchTag(): void {
    this.#saveKey();
    this.keyAllowed = false;
    const start = this.pos;
    const [handle, suffix] = this.readTag(this.flowLevel > 0);
    this.#pushText(TAG, start, this.pos, suffix, handle);
  }

  #fetchDirective(): void {
    const start = this.pos;
    const name = this.readDirectiveName();
    if (name === 'YAML') {
      const version = this.readVersion();
      this.#pushText(VERSION_DIRECTIVE, start, this.pos, version, '');
    } else {
      const [handle, prefix] = this.readTagDirective();
      this.#pushText(TAG_DIRECTIVE, start, this.pos, prefix, handle);
    }
    this.endLine('did not find expected comment or line break', 'while scanning a directive');
  }
}
