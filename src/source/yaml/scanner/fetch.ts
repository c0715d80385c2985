/** libyaml's scanner, sixth part: the token that stands at a place. */
import type { ScalarStyle } from '../../tree.ts';
import { isBlankOrEnd, isBreak } from './lines.ts';
import { SimpleKeyReader } from './simple-keys.ts';
import * as token from './tokens.ts';

/** Reads one token after the other into the queue, by the characters that it begins with. */
export class TokenReader extends SimpleKeyReader {
  /** Reads the next token, and before it the ends of blocks that end here. */
  protected fetch(): void {
    this.#skipToToken();
    this.refuseLostKey();
    const column = this.pos - this.lineStart;
    if (this.indent > column) this.closeBlocks(column);
    const c = this.text.charCodeAt(this.pos);
    if (column > 0 || !this.#fetchAtLineStart(c)) this.#fetchByCharacter(c);
  }

  #fetchByCharacter(c: number): void {
    const { text, pos } = this;
    switch (c) {
      case 0:
        return this.#fetchEnd();
      case 91: // [
        return this.#fetchFlowStart(token.FLOW_SEQUENCE_START);
      case 123: // {
        return this.#fetchFlowStart(token.FLOW_MAPPING_START);
      case 93: // ]
        return this.#fetchFlowEnd(token.FLOW_SEQUENCE_END);
      case 125: // }
        return this.#fetchFlowEnd(token.FLOW_MAPPING_END);
      case 44: // ,
        return this.#fetchFlowEntry();
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
        return this.#fetchName(token.ALIAS);
      case 38: // &
        return this.#fetchName(token.ANCHOR);
      case 33: // !
        return this.#fetchTag();
      case 124: // |
        return this.flowLevel === 0 ? this.#fetchBlockScalar('literal') : this.#refuseCharacter();
      case 62: // >
        return this.flowLevel === 0 ? this.#fetchBlockScalar('folded') : this.#refuseCharacter();
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
    this.#fetchPlain();
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

  #fetchCharacter(kind: number): void {
    this.queue.push(kind, this.pos, this.pos + 1);
    this.pos++;
  }

  #fetchEnd(): void {
    // libyaml ends the last line by force: no key can be open behind it.
    const unfinished = this.pos !== this.lineStart;
    this.closeBlocks(-1);
    this.dropKey();
    if (unfinished) this.lineStart = this.pos + 1;
    this.keyAllowed = false;
    this.queue.push(token.STREAM_END, this.pos, this.pos);
  }

  #fetchAtLineStart(c: number): boolean {
    if (c !== 37 && !this.atDocumentMarker()) return false;
    this.closeBlocks(-1);
    this.dropKey();
    this.keyAllowed = false;
    if (c === 37) this.#fetchDirective();
    else {
      this.queue.push(c === 45 ? token.DOCUMENT_START : token.DOCUMENT_END, this.pos, this.pos + 3);
      this.pos += 3;
    }
    return true;
  }

  #fetchFlowStart(kind: number): void {
    this.saveKey();
    this.enterFlow();
    this.keyAllowed = true;
    this.#fetchCharacter(kind);
  }

  #fetchFlowEnd(kind: number): void {
    this.dropKey();
    if (this.flowLevel > 0) this.flowLevel--;
    this.keyAllowed = false;
    this.#fetchCharacter(kind);
  }

  #fetchFlowEntry(): void {
    this.dropKey();
    this.keyAllowed = true;
    this.#fetchCharacter(token.FLOW_ENTRY);
  }

  /** Outside of flow collections, begins a block collection where one may begin. */
  #openInBlock(kind: number, refusal: string): void {
    if (this.flowLevel > 0) return;
    if (!this.keyAllowed) this.fault(refusal);
    this.openBlock(kind);
  }

  #fetchBlockEntry(): void {
    // In flow context the parser refuses it, at the same place but in other words.
    this.#openInBlock(token.BLOCK_SEQUENCE_START, 'block sequence entries are not allowed in this context');
    this.dropKey();
    this.keyAllowed = true;
    this.#fetchCharacter(token.BLOCK_ENTRY);
  }

  #fetchKey(): void {
    this.#openInBlock(token.BLOCK_MAPPING_START, 'mapping keys are not allowed in this context');
    this.dropKey();
    this.keyAllowed = this.flowLevel === 0;
    this.#fetchCharacter(token.KEY);
  }

  #fetchValue(): void {
    if (this.confirmKey()) this.keyAllowed = false;
    else {
      this.#openInBlock(token.BLOCK_MAPPING_START, 'mapping values are not allowed in this context');
      this.keyAllowed = this.flowLevel === 0;
    }
    this.#fetchCharacter(token.VALUE);
  }

  /** Gives the place, where what is read next may be a key, or begin one; behind it none can begin. */
  #beginNode(): number {
    this.saveKey();
    this.keyAllowed = false;
    return this.pos;
  }

  #fetchPlain(): void {
    const start = this.#beginNode();
    const value = this.readPlain();
    this.queue.pushText(token.SCALAR, start, this.scalarEnd, value, 'plain');
  }

  #fetchQuoted(double: boolean): void {
    const start = this.#beginNode();
    const value = this.readQuoted(double);
    this.queue.pushText(token.SCALAR, start, this.scalarEnd, value, double ? 'double' : 'single');
  }

  #fetchBlockScalar(style: ScalarStyle): void {
    this.dropKey();
    this.keyAllowed = true;
    const start = this.pos;
    const value = this.readBlock(style);
    this.queue.pushText(token.SCALAR, start, this.scalarEnd, value, style);
  }

  #fetchName(kind: number): void {
    const start = this.#beginNode();
    const name = this.readName(kind === token.ANCHOR ? 'while scanning an anchor' : 'while scanning an alias');
    this.queue.pushText(kind, start, this.pos, name, '');
  }

  #fetchTag(): void {
    const start = this.#beginNode();
    const [handle, suffix] = this.readTag(this.flowLevel > 0);
    this.queue.pushText(token.TAG, start, this.pos, suffix, handle);
  }

  #fetchDirective(): void {
    const start = this.pos;
    const name = this.readDirectiveName();
    if (name === 'YAML') {
      const version = this.readVersion();
      this.queue.pushText(token.VERSION_DIRECTIVE, start, this.pos, version, '');
    } else {
      const [handle, prefix] = this.readTagDirective();
      this.queue.pushText(token.TAG_DIRECTIVE, start, this.pos, prefix, handle);
    }
    this.endLine('while scanning a directive');
  }
}
