/** Python's dicts, and mappings that are asked rather than held. */
import type { Node } from '../../source/tree.ts';
import { Raised } from './trouble.ts';
import { hash } from './values.ts';
import type { Slot, Value } from './values.ts';

export interface DictEntry {
  readonly key: Value;
  slot: Slot;
}

/** A dict: in order of insertion, keys equal as in Python (1, 1.0 and true are one key). */
export class Dict {
  readonly entries: Map<string, DictEntry>;
  /** The node that this dict is, as long as nobody changed it. */
  node: Node | undefined;

  constructor(entries = new Map<string, DictEntry>(), node?: Node) {
    this.entries = entries;
    this.node = node;
  }

  static of(pairs: Iterable<readonly [Value, Slot]>): Dict {
    const dict = new Dict();
    for (const [key, slot] of pairs) dict.set(key, slot);
    return dict;
  }

  /** `dict`, but for mappings that are asked. */
  readonly typeName: string = 'dict';

  get size(): number {
    return this.entries.size;
  }

  keys(): Value[] {
    return Array.from(this.entries.values(), ({ key }) => key);
  }

  find(key: Value): Slot | undefined {
    return this.entries.get(hash(key))?.slot;
  }

  set(key: Value, slot: Slot): void {
    const name = hash(key);
    const entry = this.entries.get(name);
    if (entry === undefined) this.entries.set(name, { key, slot });
    else entry.slot = slot;
  }

  delete(key: Value): void {
    this.entries.delete(hash(key));
  }

  pairs(): (readonly [key: Value, slot: Slot])[] {
    return Array.from(this.entries.values(), ({ key, slot }) => [key, slot] as const);
  }
}

/** A mapping that is asked rather than held: `groups`, `hostvars`, the variables of a host. */
export class Virtual extends Dict {
  override readonly typeName: string;
  readonly #names: () => readonly string[];
  readonly #find: (name: string) => Slot | undefined;

  constructor(typeName: string, names: () => readonly string[], find: (name: string) => Slot | undefined) {
    super();
    this.typeName = typeName;
    this.#names = names;
    this.#find = find;
  }

  override get size(): number {
    return this.#names().length;
  }

  override keys(): Value[] {
    return [...this.#names()];
  }

  override find(key: Value): Slot | undefined {
    return typeof key === 'string' ? this.#find(key) : undefined;
  }

  override set(): void {
    throw new Raised('TypeError', `'${this.typeName}' object does not support item assignment`);
  }

  override delete(): void {
    this.set();
  }

  override pairs(): (readonly [Value, Slot])[] {
    return this.#names().map((name) => [name, this.#find(name) ?? null] as const);
  }
}
