/**
 * Maps and lists that branch where only a run can know the way: a branch holds what was changed on it alone, and reads the
 * rest from the trunk, which must not change for as long as the branch is used.
 */

/** A map of which branches can be made without a copy. */
export class BranchMap<Key, Value> {
  readonly #trunk: BranchMap<Key, Value> | undefined;
  readonly #own = new Map<Key, Value>();
  /** The keys of the trunk that are deleted here. */
  readonly #deleted = new Set<Key>();

  constructor(trunk?: BranchMap<Key, Value>) {
    this.#trunk = trunk;
  }

  branch(): BranchMap<Key, Value> {
    return new BranchMap(this);
  }

  get(key: Key): Value | undefined {
    const own = this.#own.get(key);
    if (own !== undefined || this.#trunk === undefined || this.#own.has(key) || this.#deleted.has(key)) return own;
    return this.#trunk.get(key);
  }

  has(key: Key): boolean {
    return this.#own.has(key) || (this.#trunk?.has(key) === true && !this.#deleted.has(key));
  }

  set(key: Key, value: Value): this {
    this.#deleted.delete(key);
    this.#own.set(key, value);
    return this;
  }

  delete(key: Key): void {
    this.#own.delete(key);
    if (this.#trunk?.has(key) === true) this.#deleted.add(key);
  }

  clear(): void {
    this.#own.clear();
    for (const key of this.#trunk?.keys() ?? []) this.#deleted.add(key);
  }

  /** The keys that were set or deleted on this branch. */
  get changed(): readonly Key[] {
    return [...this.#own.keys(), ...this.#deleted];
  }

  /** In the order in which they were first set. */
  *keys(): Generator<Key> {
    for (const key of this.#trunk?.keys() ?? []) if (!this.#deleted.has(key)) yield key;
    for (const key of this.#own.keys()) if (this.#trunk?.has(key) !== true) yield key;
  }

  *[Symbol.iterator](): Generator<[Key, Value]> {
    for (const key of this.keys()) yield [key, this.get(key) as Value];
  }
}

/** A list that only grows, of which branches can be made without a copy. */
export class BranchList<Item> {
  readonly #trunk: BranchList<Item> | undefined;
  /** The items that were added on this branch. */
  readonly added: Item[] = [];

  constructor(trunk?: BranchList<Item>) {
    this.#trunk = trunk;
  }

  branch(): BranchList<Item> {
    return new BranchList(this);
  }

  get length(): number {
    return (this.#trunk?.length ?? 0) + this.added.length;
  }

  get all(): readonly Item[] {
    return this.#trunk === undefined ? this.added : [...this.#trunk.all, ...this.added];
  }

  push(...items: readonly Item[]): void {
    this.added.push(...items);
  }
}
