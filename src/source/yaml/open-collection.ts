/** A sequence or a mapping of YAML that is being read: what it holds so far, and what comes next in it. */
import type { Node, Pair, Range } from '../tree.ts';
import type { Anchored } from './anchors.ts';
import type { RawPair } from './faults.ts';
import type { MergeKey } from './merge-keys.ts';
import { isPairListTag } from './tags.ts';

/** How a collection begins. */
interface Opening {
  readonly start: number;
  readonly end: number;
  readonly flow: boolean;
  readonly tag: string;
  readonly anchored: Anchored | undefined;
  /** How many values were counted before it. */
  readonly before: number;
  /** Inside of `!unsafe`. */
  readonly unsafe: boolean;
  readonly isSequence: boolean;
}

/** A collection from its first event to its last. */
export class OpenCollection implements Omit<Opening, 'isSequence'> {
  readonly start: number;
  /** Where the last part of it ends. */
  end: number;
  readonly flow: boolean;
  readonly tag: string;
  readonly anchored: Anchored | undefined;
  readonly before: number;
  readonly unsafe: boolean;
  /** Written behind `<<`: it is merged, never a value. */
  readonly source: boolean;
  /** The one pair of an item of `!!omap` or `!!pairs`: nothing is merged into it. */
  readonly tuple: boolean;
  /** The items of a sequence; undefined in a mapping. */
  readonly items: Node[] | undefined;
  readonly pairs: Pair[] = [];
  /** All pairs, once one of them has a key that is no scalar. */
  raw: RawPair[] | undefined = undefined;
  /** The merge keys of a mapping. */
  mergeKeys: MergeKey[] | undefined = undefined;
  /** Merged into a mapping around it that it merges in turn. */
  deferred = false;
  /** The key whose value is read next. */
  #key: Node | undefined = undefined;
  /** Where the `<<` stands whose value is read next. */
  #mergeAt: Range | undefined = undefined;

  constructor(opening: Opening, parent: OpenCollection | undefined) {
    this.start = opening.start;
    this.end = opening.end;
    this.flow = opening.flow;
    this.tag = opening.tag;
    this.anchored = opening.anchored;
    this.before = opening.before;
    this.unsafe = opening.unsafe;
    this.source = parent !== undefined && (parent.isAtMerged() || (parent.source && parent.items !== undefined));
    this.tuple = parent !== undefined && isPairListTag(parent.tag);
    this.items = opening.isSequence ? [] : undefined;
  }

  /** Whether a key comes next. */
  isAtKey(): boolean {
    return this.items === undefined && this.#key === undefined && this.#mergeAt === undefined;
  }

  /** Whether what stands behind `<<` comes next. */
  isAtMerged(): boolean {
    return this.#mergeAt !== undefined;
  }

  /** Whether a value, or an item, comes next: no key, and nothing that is merged. */
  isAtValue(): boolean {
    if (this.#mergeAt !== undefined) return false;
    return this.items === undefined ? this.#key !== undefined : !this.source;
  }

  /** Takes a `<<` for the key that it is. */
  mergeNext(at: Range): void {
    this.#mergeAt = at;
    this.end = at.end;
  }

  /** Takes the next part in: an item, a key, the value of a key or of `<<`. */
  add(node: Node, end: number): void {
    this.end = end;
    if (this.items !== undefined) {
      this.items.push(node);
      return;
    }
    const key = this.#key;
    if (this.#mergeAt !== undefined) {
      (this.mergeKeys ??= []).push({ at: this.#mergeAt, value: node });
      this.#mergeAt = undefined;
    } else if (key === undefined) this.#key = node;
    else {
      this.#key = undefined;
      if (key.kind !== 'scalar') this.raw ??= [...this.pairs];
      else this.pairs.push({ key, value: node, mergedAt: undefined });
      this.raw?.push({ key, value: node, mergedAt: undefined });
    }
  }

  /** The last item or value; undefined where there is none, and where a key waits for its value. */
  get last(): Node | undefined {
    if (this.items !== undefined) return this.items.at(-1);
    return this.isAtKey() ? (this.raw ?? this.pairs).at(-1)?.value : undefined;
  }

  /** Takes the last part out. */
  dropLast(): void {
    (this.items ?? this.raw ?? this.pairs).pop();
  }
}
