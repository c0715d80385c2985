/** libyaml's scanner, fifth part: which tokens are keys of one line, and at which columns block collections open and close. */
import { PropertyReader } from './properties.ts';
import { BLOCK_END, BLOCK_MAPPING_START, KEY, NOTHING, TokenQueue, UNDECIDED } from './tokens.ts';

/** libyaml gives a key on one line at most this many characters up to its colon (YAML 1.1 §7.4.2). */
const LONGEST_KEY = 1024;

/**
 * Keeps what may be a key until it is known whether a colon follows (libyaml's simple keys), and the columns of the open
 * block collections.
 */
export class SimpleKeyReader extends PropertyReader {
  protected readonly queue = new TokenQueue();
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

  /** Closes the block collections that are deeper than a column. */
  protected closeBlocks(column: number): void {
    if (this.flowLevel > 0) return;
    while (this.indent > column) {
      this.queue.push(BLOCK_END, this.pos, this.pos);
      this.indent = this.#indents.pop()!;
    }
  }

  /** Opens a block collection here, if this is deeper than the open one. */
  protected openBlock(kind: number): void {
    if (this.#indentTo(this.pos - this.lineStart)) this.queue.push(kind, this.pos, this.pos);
  }

  /** Indents to a column, if it is deeper than the open block collection; tells whether it did. */
  #indentTo(column: number): boolean {
    if (this.flowLevel > 0 || this.indent >= column) return false;
    this.#indents.push(this.indent);
    this.indent = column;
    return true;
  }

  /** Tells whether what began at a place can be no key any more: it must end on its line, and soon. */
  protected isStale(keyStart: number): boolean {
    if (keyStart < this.lineStart) return true;
    let length = this.pos - keyStart;
    if (length <= LONGEST_KEY || !this.#astral || length > 2 * LONGEST_KEY) return length > LONGEST_KEY;
    // libyaml counts characters, we count UTF-16 units.
    for (let i = keyStart; i < this.pos; i++) if ((this.text.charCodeAt(i) & 0xfc00) === 0xdc00) length--;
    return length > LONGEST_KEY;
  }

  /** Refuses a text in which a key that has to be one is stale. */
  protected refuseLostKey(): void {
    if (this.#requiredKey >= 0 && this.isStale(this.#requiredKey)) this.#refuseMissingColon();
  }

  #refuseMissingColon(): never {
    this.fault("could not find expected ':'", 'while scanning a simple key');
  }

  /** Notes that a key may begin here. */
  protected saveKey(): void {
    if (!this.keyAllowed) return;
    this.dropKey();
    const { pos } = this;
    this.#keyStarts[this.flowLevel] = pos;
    this.#keySlots[this.flowLevel] = this.queue.tail;
    if (this.flowLevel === 0 && this.indent === pos - this.lineStart) this.#requiredKey = pos;
    this.queue.push(UNDECIDED, pos, pos);
    this.queue.push(UNDECIDED, pos, pos);
  }

  /** Notes that what might have been the key of this flow level is none. */
  protected dropKey(): void {
    const keyStart = this.#keyStarts[this.flowLevel]!;
    if (keyStart < 0) return;
    if (this.flowLevel === 0 && this.#requiredKey >= 0) this.#refuseMissingColon();
    this.#keyStarts[this.flowLevel] = -1;
    // The slots of a stale key may be out of the queue already.
    if (this.isStale(keyStart)) return;
    const slot = this.#keySlots[this.flowLevel]!;
    this.queue.decide(slot, NOTHING);
    this.queue.decide(slot + 1, NOTHING);
  }

  /** Makes a key of what may be one in this flow level, if a colon here can belong to it; tells whether it did. */
  protected confirmKey(): boolean {
    const keyStart = this.#keyStarts[this.flowLevel]!;
    if (keyStart < 0 || this.isStale(keyStart)) return false;
    const slot = this.#keySlots[this.flowLevel]!;
    this.queue.decide(slot, this.#indentTo(keyStart - this.lineStart) ? BLOCK_MAPPING_START : NOTHING);
    this.queue.decide(slot + 1, KEY);
    this.#keyStarts[this.flowLevel] = -1;
    if (this.flowLevel === 0) this.#requiredKey = -1;
    return true;
  }

  /** Goes one flow level deeper, where no key has begun. */
  protected enterFlow(): void {
    this.flowLevel++;
    this.#keyStarts[this.flowLevel] = -1;
    this.#keySlots[this.flowLevel] = 0;
  }
}
