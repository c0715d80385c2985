/** libyaml's scanner: the tokens of a text (YAML 1.1, as libyaml 0.2.5 has it). */
import { fault } from '../../troubles/fault.ts';
import { TextFault } from '../text-fault.ts';
import type { ScalarStyle } from '../tree.ts';
import { isBlankOrEnd, isBreak, ScalarReader, TextCursor } from './scalars.ts';
import * as token from './tokens.ts';
import { TokenQueue } from './tokens.ts';

/** libyaml gives a key on one line at most this many characters up to its colon (YAML 1.1 §7.4.2). */
const LONGEST_KEY = 1024;

const ALPHA = new Uint8Array(128);
for (const c of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-') ALPHA[c.charCodeAt(0)] = 1;
const URI = new Uint8Array(128);
for (const c of ";/?:@&=+$.%!~*'()") URI[c.charCodeAt(0)] = 1;
for (let c = 0; c < 128; c++) if (ALPHA[c] === 1) URI[c] = 1;
for (const c of ',[]') URI[c.charCodeAt(0)] = 2; // only in %TAG and in !<…>

/** The part of a text that a tag is written in. */
type TagPart = 'a tag' | 'a %TAG directive';

/**
 * Cuts a text into the tokens of YAML 1.1, one at a time, as far ahead as the question needs whether one is a key.
 *
 * It keeps what may be a key until it is known whether a colon follows (libyaml's simple keys), and the columns of
 * the open block collections. It scans no further ahead than libyaml does: that decides which of two faults in a text
 * is reported.
 */
export class Scanner {
  private settled = false;
  private kind = 0;
  /** The start of the token that was peeked at last. */
  start = 0;
  /** Its end. */
  end = 0;

  private readonly at: TextCursor;
  private readonly scalars: ScalarReader;
  private flowLevel = 0;
  /** The column of the innermost open block collection; -1 outside of any. */
  private indent = -1;
  private keyAllowed = true;
  private readonly queue = new TokenQueue();
  private readonly indents: number[] = [];
  // For each flow level: where the token began that may be a key (-1: none), and its first slot in the queue.
  private readonly keyStarts: number[] = [-1];
  private readonly keySlots: number[] = [0];
  /** The start of the possible key of block context that has to be one, as its line can be nothing else; else -1. */
  private requiredKey = -1;
  private readonly astral: boolean;

  constructor(text: string) {
    this.at = new TextCursor(text);
    this.scalars = new ScalarReader(this.at);
    this.astral = /[\ud800-\udbff]/.test(text);
  }

  /** The offset that scanning has come to. */
  get reached(): number {
    return this.at.pos;
  }

  /** The kind of the next token. */
  peek(): number {
    if (!this.settled) this.settle();
    return this.kind;
  }

  /** Steps over the next token. */
  skip(): void {
    this.queue.take();
    this.settled = false;
  }

  /** The text of the next token: a scalar's value, a name, a tag's suffix, a directive's last argument. */
  get value(): string {
    return this.queue.value;
  }

  /** A second text of the next token: a scalar's style, a tag's handle, a directive's first argument. */
  get extra(): string {
    return this.queue.extra;
  }

  private settle(): void {
    const { queue } = this;
    for (;;) {
      if (queue.isEmpty) {
        this.fetch();
        continue;
      }
      this.refuseLostKey();
      const { kind } = queue;
      if (kind === token.NOTHING) queue.take();
      else if (kind === token.UNDECIDED) {
        if (this.isStale(queue.start)) {
          queue.take();
          queue.take();
        } else this.fetch();
      } else {
        this.kind = kind;
        break;
      }
    }
    this.start = queue.start;
    this.end = queue.end;
    this.settled = true;
  }

  /** Reads the next token, and before it the ends of blocks that end here. */
  private fetch(): void {
    this.skipToToken();
    this.refuseLostKey();
    const column = this.at.column;
    if (this.indent > column) this.closeBlocks(column);
    const c = this.at.text.charCodeAt(this.at.pos);
    if (column > 0 || !this.fetchAtLineStart(c)) this.fetchByCharacter(c);
  }

  private fetchByCharacter(c: number): void {
    const { text, pos } = this.at;
    switch (c) {
      case 0:
        return this.fetchEnd();
      case 91: // [
        return this.fetchFlowStart(token.FLOW_SEQUENCE_START);
      case 123: // {
        return this.fetchFlowStart(token.FLOW_MAPPING_START);
      case 93: // ]
        return this.fetchFlowEnd(token.FLOW_SEQUENCE_END);
      case 125: // }
        return this.fetchFlowEnd(token.FLOW_MAPPING_END);
      case 44: // ,
        return this.fetchFlowEntry();
      case 45: // -
        if (isBlankOrEnd(text.charCodeAt(pos + 1))) return this.fetchBlockEntry();
        break;
      case 63: // ?
        if (this.flowLevel > 0 || isBlankOrEnd(text.charCodeAt(pos + 1))) return this.fetchKey();
        break;
      case 58: // :
        if (this.flowLevel > 0 || isBlankOrEnd(text.charCodeAt(pos + 1))) return this.fetchValue();
        break;
      case 42: // *
        return this.fetchName(token.ALIAS);
      case 38: // &
        return this.fetchName(token.ANCHOR);
      case 33: // !
        return this.fetchTag();
      case 124: // |
        return this.flowLevel === 0 ? this.fetchBlockScalar('literal') : this.refuseCharacter(c);
      case 62: // >
        return this.flowLevel === 0 ? this.fetchBlockScalar('folded') : this.refuseCharacter(c);
      case 39: // '
        return this.fetchQuoted(false);
      case 34: // "
        return this.fetchQuoted(true);
      case 9: // a tab where only spaces may stand
      case 37: // %
      case 64: // @
      case 96: // `
        return this.refuseCharacter(c);
      default:
    }
    this.fetchPlain();
  }

  private refuseCharacter(c: number): never {
    this.at.fail(c === 9 ? fault('yaml/tab') : fault('yaml/unquoted-start', { sign: String.fromCharCode(c) }));
  }

  /** Steps over blanks, comments and breaks. A tab is refused if the indentation of a block counts. */
  private skipToToken(): void {
    const text = this.at.text;
    const tabs = this.flowLevel > 0;
    for (;;) {
      let pos = this.at.pos;
      let c = text.charCodeAt(pos);
      // libyaml lets a byte-order mark start any line, and counts its column.
      if (c === 0xfeff && pos === this.at.lineStart) c = text.charCodeAt(++pos);
      while (c === 32 || (c === 9 && (tabs || !this.keyAllowed))) c = text.charCodeAt(++pos);
      if (c === 35) c = text.charCodeAt((pos = this.at.endOfLine(pos)));
      this.at.pos = pos;
      if (!isBreak(c)) return;
      this.at.readBreak();
      if (!tabs) this.keyAllowed = true;
    }
  }

  private fetchCharacter(kind: number): void {
    this.queue.push(kind, this.at.pos, this.at.pos + 1);
    this.at.pos++;
  }

  private fetchEnd(): void {
    // libyaml ends the last line by force: no key can be open after it.
    const unfinished = this.at.pos !== this.at.lineStart;
    this.closeBlocks(-1);
    this.dropKey();
    if (unfinished) this.at.lineStart = this.at.pos + 1;
    this.keyAllowed = false;
    this.queue.push(token.STREAM_END, this.at.pos, this.at.pos);
  }

  private fetchAtLineStart(c: number): boolean {
    if (c !== 37 && !this.at.atDocumentMarker()) return false;
    this.closeBlocks(-1);
    this.dropKey();
    this.keyAllowed = false;
    if (c === 37) this.fetchDirective();
    else {
      this.queue.push(c === 45 ? token.DOCUMENT_START : token.DOCUMENT_END, this.at.pos, this.at.pos + 3);
      this.at.pos += 3;
    }
    return true;
  }

  private fetchFlowStart(kind: number): void {
    this.saveKey();
    this.enterFlow();
    this.keyAllowed = true;
    this.fetchCharacter(kind);
  }

  private fetchFlowEnd(kind: number): void {
    this.dropKey();
    if (this.flowLevel > 0) this.flowLevel--;
    this.keyAllowed = false;
    this.fetchCharacter(kind);
  }

  private fetchFlowEntry(): void {
    this.dropKey();
    this.keyAllowed = true;
    this.fetchCharacter(token.FLOW_ENTRY);
  }

  /** Outside of flow collections, begins a block collection where one may begin. */
  private openInBlock(
    kind: number,
    refusal: 'yaml/misplaced-list' | 'yaml/misplaced-question-mark' | 'yaml/misplaced-key',
  ): void {
    if (this.flowLevel > 0) return;
    if (!this.keyAllowed) this.at.fail(fault(refusal));
    this.openBlock(kind);
  }

  private fetchBlockEntry(): void {
    // In flow context the parser refuses it, at the same place but in other words.
    this.openInBlock(token.BLOCK_SEQUENCE_START, 'yaml/misplaced-list');
    this.dropKey();
    this.keyAllowed = true;
    this.fetchCharacter(token.BLOCK_ENTRY);
  }

  private fetchKey(): void {
    this.openInBlock(token.BLOCK_MAPPING_START, 'yaml/misplaced-question-mark');
    this.dropKey();
    this.keyAllowed = this.flowLevel === 0;
    this.fetchCharacter(token.KEY);
  }

  private fetchValue(): void {
    if (this.confirmKey()) this.keyAllowed = false;
    else {
      this.openInBlock(token.BLOCK_MAPPING_START, 'yaml/misplaced-key');
      this.keyAllowed = this.flowLevel === 0;
    }
    this.fetchCharacter(token.VALUE);
  }

  /** Gives the place, if what is read next may be a key, or begin one; after it none can begin. */
  private beginNode(): number {
    this.saveKey();
    this.keyAllowed = false;
    return this.at.pos;
  }

  private fetchPlain(): void {
    const start = this.beginNode();
    const value = this.scalars.plain(this.indent, this.flowLevel > 0);
    // A key may begin on the line that ended the scalar.
    if (this.scalars.endsBeforeLine) this.keyAllowed = true;
    this.queue.pushText(token.SCALAR, start, this.scalars.end, value, 'plain');
  }

  private fetchQuoted(double: boolean): void {
    const start = this.beginNode();
    const value = this.scalars.quoted(double);
    this.queue.pushText(token.SCALAR, start, this.scalars.end, value, double ? 'double' : 'single');
  }

  private fetchBlockScalar(style: ScalarStyle): void {
    this.dropKey();
    this.keyAllowed = true;
    const start = this.at.pos;
    const value = this.scalars.block(style, this.indent);
    this.queue.pushText(token.SCALAR, start, this.scalars.end, value, style);
  }

  private fetchName(kind: number): void {
    const start = this.beginNode();
    const name = this.readName(kind === token.ANCHOR ? 'yaml/unquoted-ampersand' : 'yaml/unquoted-asterisk');
    this.queue.pushText(kind, start, this.at.pos, name, '');
  }

  private fetchTag(): void {
    const start = this.beginNode();
    const [handle, suffix] = this.readTag(this.flowLevel > 0);
    this.queue.pushText(token.TAG, start, this.at.pos, suffix, handle);
  }

  private fetchDirective(): void {
    const start = this.at.pos;
    const name = this.readDirectiveName();
    if (name === 'YAML') {
      const version = this.readVersion();
      this.queue.pushText(token.VERSION_DIRECTIVE, start, this.at.pos, version, '');
    } else {
      const [handle, prefix] = this.readTagDirective();
      this.queue.pushText(token.TAG_DIRECTIVE, start, this.at.pos, prefix, handle);
    }
    this.at.endLine('yaml/text-after-directive');
  }

  /** Closes the block collections that are deeper than a column. */
  private closeBlocks(column: number): void {
    if (this.flowLevel > 0) return;
    while (this.indent > column) {
      this.queue.push(token.BLOCK_END, this.at.pos, this.at.pos);
      this.indent = this.indents.pop()!;
    }
  }

  /** Opens a block collection here, if this is deeper than the open one. */
  private openBlock(kind: number): void {
    if (this.indentTo(this.at.column)) this.queue.push(kind, this.at.pos, this.at.pos);
  }

  /** Indents to a column, if it is deeper than the open block collection; tells whether it did. */
  private indentTo(column: number): boolean {
    if (this.flowLevel > 0 || this.indent >= column) return false;
    this.indents.push(this.indent);
    this.indent = column;
    return true;
  }

  /** Tells whether what began at a place can be no key any more: it must end on its line, and soon. */
  private isStale(keyStart: number): boolean {
    if (keyStart < this.at.lineStart) return true;
    let length = this.at.pos - keyStart;
    if (length <= LONGEST_KEY || !this.astral || length > 2 * LONGEST_KEY) return length > LONGEST_KEY;
    // libyaml counts characters, we count UTF-16 units.
    for (let i = keyStart; i < this.at.pos; i++) if ((this.at.text.charCodeAt(i) & 0xfc00) === 0xdc00) length--;
    return length > LONGEST_KEY;
  }

  /** Refuses a text in which a key that has to be one is stale. */
  private refuseLostKey(): void {
    if (this.requiredKey >= 0 && this.isStale(this.requiredKey)) this.refuseMissingColon();
  }

  private refuseMissingColon(): never {
    this.at.fail(fault('yaml/missing-colon'));
  }

  /** Notes that a key may begin here. */
  private saveKey(): void {
    if (!this.keyAllowed) return;
    this.dropKey();
    const { pos } = this.at;
    this.keyStarts[this.flowLevel] = pos;
    this.keySlots[this.flowLevel] = this.queue.tail;
    if (this.flowLevel === 0 && this.indent === this.at.column) this.requiredKey = pos;
    this.queue.push(token.UNDECIDED, pos, pos);
    this.queue.push(token.UNDECIDED, pos, pos);
  }

  /** Notes that what might have been the key of this flow level is not a key. */
  private dropKey(): void {
    const keyStart = this.keyStarts[this.flowLevel]!;
    if (keyStart < 0) return;
    if (this.flowLevel === 0 && this.requiredKey >= 0) this.refuseMissingColon();
    this.keyStarts[this.flowLevel] = -1;
    // The slots of a stale key may be out of the queue already.
    if (this.isStale(keyStart)) return;
    const slot = this.keySlots[this.flowLevel]!;
    this.queue.decide(slot, token.NOTHING);
    this.queue.decide(slot + 1, token.NOTHING);
  }

  /** Makes a key of what may be one in this flow level, if a colon here can belong to it; tells whether it did. */
  private confirmKey(): boolean {
    const keyStart = this.keyStarts[this.flowLevel]!;
    if (keyStart < 0 || this.isStale(keyStart)) return false;
    const slot = this.keySlots[this.flowLevel]!;
    this.queue.decide(slot, this.indentTo(keyStart - this.at.lineStart) ? token.BLOCK_MAPPING_START : token.NOTHING);
    this.queue.decide(slot + 1, token.KEY);
    this.keyStarts[this.flowLevel] = -1;
    if (this.flowLevel === 0) this.requiredKey = -1;
    return true;
  }

  /** Goes one flow level deeper, if no key has begun. */
  private enterFlow(): void {
    this.flowLevel++;
    this.keyStarts[this.flowLevel] = -1;
    this.keySlots[this.flowLevel] = 0;
  }

  private readAlpha(): string {
    const start = this.at.pos;
    let c = this.at.text.charCodeAt(start);
    while (c < 128 && ALPHA[c] === 1) c = this.at.text.charCodeAt(++this.at.pos);
    return this.at.source.slice(start, this.at.pos);
  }

  /** Reads the name of an anchor or an alias, from its `&` or `*`. */
  private readName(refusal: 'yaml/unquoted-ampersand' | 'yaml/unquoted-asterisk'): string {
    this.at.pos++;
    const name = this.readAlpha();
    const c = this.at.text.charCodeAt(this.at.pos);
    if (name === '' || !(isBlankOrEnd(c) || (c < 128 && '?:,]}%@`'.includes(this.at.text[this.at.pos]!))))
      this.at.fail(fault(refusal));
    return name;
  }

  /** Reads a tag as handle and suffix; a verbatim one (`!<…>`) has no handle. */
  private readTag(inFlow: boolean): [handle: string, suffix: string] {
    const { text, pos: start } = this.at;
    let handle = '';
    let suffix: string;
    if (text.charCodeAt(start + 1) === 60) {
      this.at.pos += 2;
      suffix = this.readUri('', true, 'a tag');
      if (text.charCodeAt(this.at.pos) !== 62) this.at.fail(fault('yaml/unclosed-tag'));
      this.at.pos++;
    } else {
      handle = this.readTagHandle(false);
      if (handle.length > 1 && handle.endsWith('!')) suffix = this.readUri('', false, 'a tag');
      else {
        suffix = this.readUri(handle, false, 'a tag');
        handle = '!';
        // A lone `!` is the non-specific tag (YAML 1.1 §3.3.2).
        if (suffix === '') [handle, suffix] = ['', '!'];
      }
    }
    const c = text.charCodeAt(this.at.pos);
    if (!(inFlow && c === 44) && !isBlankOrEnd(c)) this.at.fail(fault('yaml/text-after-tag', { part: 'a tag' }));
    return [handle, suffix];
  }

  /** Reads `!`, `!!` or `!name!`; or `!name`, which turns out to be `!` and the start of a suffix. */
  private readTagHandle(directive: boolean): string {
    const start = this.at.pos;
    if (this.at.text.charCodeAt(start) !== 33) this.at.fail(fault('yaml/tag-handle-start'));
    this.at.pos++;
    this.readAlpha();
    if (this.at.text.charCodeAt(this.at.pos) === 33) this.at.pos++;
    else if (directive && this.at.pos > start + 1) this.at.fail(fault('yaml/tag-handle-end'));
    return this.at.source.slice(start, this.at.pos);
  }

  private readUri(head: string, verbatim: boolean, part: TagPart): string {
    const { text, pos: start } = this.at;
    let escaped = false;
    for (let c = text.charCodeAt(start); ; c = text.charCodeAt(this.at.pos)) {
      if (c >= 128 || URI[c] === 0 || (URI[c] === 2 && !verbatim)) break;
      if (c === 37) {
        escaped = true;
        this.skipUriEscapes(part);
      } else this.at.pos++;
    }
    if (this.at.pos === start && head === '') this.at.fail(fault('yaml/tag-without-name', { part }));
    const uri = head.slice(1) + this.at.source.slice(start, this.at.pos);
    if (!escaped) return uri;
    try {
      return decodeURIComponent(uri);
    } catch {
      // Octets of the right form, but no character: PyYAML fails when it makes the text.
      throw new TextFault(fault('yaml/tag-not-utf-8', { part }), start);
    }
  }

  /** Steps over the `%xx` of one character in UTF-8. */
  private skipUriEscapes(part: TagPart): void {
    let left = 0;
    do {
      const hex = this.at.source.slice(this.at.pos + 1, this.at.pos + 3);
      if (this.at.text.charCodeAt(this.at.pos) !== 37 || !/^[0-9a-fA-F]{2}$/.test(hex))
        this.at.fail(fault('yaml/tag-escape', { part }));
      const octet = parseInt(hex, 16);
      if (left > 0) {
        if ((octet & 0xc0) !== 0x80) this.at.fail(fault('yaml/tag-escape-goes-on', { part }));
        left--;
      } else if (octet >= 0x80) {
        left = (octet & 0xe0) === 0xc0 ? 1 : (octet & 0xf0) === 0xe0 ? 2 : (octet & 0xf8) === 0xf0 ? 3 : 0;
        if (left === 0) this.at.fail(fault('yaml/tag-escape-begins', { part }));
      }
      this.at.pos += 3;
    } while (left > 0);
  }

  /** Reads the `%` and the name of a directive, which is `YAML` or `TAG`. */
  private readDirectiveName(): string {
    this.at.pos++;
    const name = this.readAlpha();
    if (name === '') this.at.fail(fault('yaml/directive-without-name'));
    if (!isBlankOrEnd(this.at.text.charCodeAt(this.at.pos))) this.at.fail(fault('yaml/malformed-directive-name'));
    if (name !== 'YAML' && name !== 'TAG') this.at.fail(fault('yaml/unknown-directive', { name }));
    return name;
  }

  /** Reads the version of a %YAML directive, without leading zeros. */
  private readVersion(): string {
    this.at.skipBlanks();
    const major = this.readVersionNumber();
    if (this.at.text[this.at.pos] !== '.') this.at.fail(fault('yaml/version-without-dot'));
    this.at.pos++;
    return `${major}.${this.readVersionNumber()}`;
  }

  private readVersionNumber(): number {
    const start = this.at.pos;
    for (let c = this.at.text[start]!; c >= '0' && c <= '9'; c = this.at.text[++this.at.pos]!)
      if (this.at.pos - start === 9) this.at.fail(fault('yaml/long-version-number'));
    if (this.at.pos === start) this.at.fail(fault('yaml/missing-version-number'));
    return Number(this.at.source.slice(start, this.at.pos));
  }

  /** Reads the handle and the prefix of a %TAG directive. */
  private readTagDirective(): [handle: string, prefix: string] {
    this.at.skipBlanks();
    const handle = this.readTagHandle(true);
    const c = this.at.text.charCodeAt(this.at.pos);
    if (c !== 32 && c !== 9) this.at.fail(fault('yaml/tag-handle-alone'));
    this.at.skipBlanks();
    const prefix = this.readUri('', true, 'a %TAG directive');
    if (!isBlankOrEnd(this.at.text.charCodeAt(this.at.pos)))
      this.at.fail(fault('yaml/text-after-tag', { part: 'a %TAG directive' }));
    return [handle, prefix];
  }
}
