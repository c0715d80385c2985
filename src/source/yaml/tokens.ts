/** The kinds of tokens, and the queue of those that are scanned and not yet taken. */

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
export const UNDECIDED = 21;
export const NOTHING = 22;

/** Tokens in the order of the text. The parts of tokens are kept in separate lists: no object is made for a token. */
export class TokenQueue {
  readonly #kinds: number[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #values: string[] = [];
  readonly #extras: string[] = [];
  #head = 0;
  #tail = 0;

  get isEmpty(): boolean {
    return this.#head === this.#tail;
  }

  /** The slot of the next token that is pushed. */
  get tail(): number {
    return this.#tail;
  }

  /** The kind of the first token. */
  get kind(): number {
    return this.#kinds[this.#head]!;
  }

  /** The start of the first token. */
  get start(): number {
    return this.#starts[this.#head]!;
  }

  /** Its end. */
  get end(): number {
    return this.#ends[this.#head]!;
  }

  /** The text of the first token, if its kind has one. */
  get value(): string {
    return this.#values[this.#head]!;
  }

  /** Its second text. */
  get extra(): string {
    return this.#extras[this.#head]!;
  }

  push(kind: number, start: number, end: number): void {
    const tail = this.#tail++;
    this.#kinds[tail] = kind;
    this.#starts[tail] = start;
    this.#ends[tail] = end;
  }

  pushText(kind: number, start: number, end: number, value: string, extra: string): void {
    this.#values[this.#tail] = value;
    this.#extras[this.#tail] = extra;
    this.push(kind, start, end);
  }

  /** Changes the kind of a token that is still in the queue. */
  decide(slot: number, kind: number): void {
    this.#kinds[slot] = kind;
  }

  /** Takes the first token out. Slots are counted from 0 again when that was the last one. */
  take(): void {
    if (++this.#head === this.#tail) this.#head = this.#tail = 0;
  }
}
