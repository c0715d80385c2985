/**
 * Ways that a run may take, where only the run can know which one: each is followed and then taken back, and what it
 * changed is kept.
 */
import { madeOnce } from '../../ground/made-once.ts';

/** Something whose changes on a way can be taken back. */
interface Journaled {
  takeBack(way: Way): void;
}

/** One way, and everything that has changed on it. */
export class Way {
  readonly changed = new Set<Journaled>();
}

/** The journal of the changes that are made together. */
export class Journal {
  #way: Way | undefined;

  /** The way that is followed now; undefined if there is no doubt. */
  get way(): Way | undefined {
    return this.#way;
  }

  /** Follows a way and takes back everything that it changes; each map and value can tell what that was. */
  follow(steps: () => void): Way {
    const outer = this.#way;
    const way = new Way();
    this.#way = way;
    steps();
    this.#way = outer;
    for (const one of way.changed) one.takeBack(way);
    return way;
  }
}

/** A map with a journal. */
export class JournaledMap<Key, Value extends object | string | true> extends Map<Key, Value> implements Journaled {
  readonly #journal: Journal;
  /** The values of changed keys: those before the way while it is followed, those after it once it is taken back. */
  #ways: WeakMap<Way, Map<Key, Value | undefined>> | undefined;

  constructor(journal: Journal) {
    super();
    this.#journal = journal;
  }

  override set(key: Key, value: Value): this {
    this.#note(key);
    return super.set(key, value);
  }

  override delete(key: Key): boolean {
    this.#note(key);
    return super.delete(key);
  }

  override clear(): void {
    for (const key of this.keys()) this.#note(key);
    super.clear();
  }

  /** The values after a way by the keys that it changed; undefined for a key that it deleted. */
  changedOn(way: Way): ReadonlyMap<Key, Value | undefined> {
    return this.#ways?.get(way) ?? new Map<Key, Value>();
  }

  /** The value of a key after a way. */
  getAfter(way: Way, key: Key): Value | undefined {
    const changed = this.#ways?.get(way);
    return changed?.has(key) === true ? changed.get(key) : this.get(key);
  }

  takeBack(way: Way): void {
    const values = this.#ways?.get(way) ?? new Map<Key, Value>();
    for (const [key, before] of values) {
      values.set(key, this.get(key));
      if (before === undefined) super.delete(key);
      else super.set(key, before);
    }
  }

  #note(key: Key): void {
    const { way } = this.#journal;
    if (way === undefined) return;
    way.changed.add(this);
    const before = madeOnce((this.#ways ??= new WeakMap()), way, () => new Map<Key, Value | undefined>());
    if (!before.has(key)) before.set(key, this.get(key));
  }
}

/** A value with a journal; it is replaced, and never changed itself. */
export class JournaledValue<Value> implements Journaled {
  readonly #journal: Journal;
  #ways: WeakMap<Way, { readonly before: Value; after: Value }> | undefined;
  #value: Value;

  constructor(journal: Journal, value: Value) {
    this.#journal = journal;
    this.#value = value;
  }

  get value(): Value {
    return this.#value;
  }

  set value(value: Value) {
    const { way } = this.#journal;
    way?.changed.add(this);
    if (way !== undefined)
      madeOnce((this.#ways ??= new WeakMap()), way, () => ({ before: this.#value, after: this.#value }));
    this.#value = value;
  }

  before(way: Way): Value {
    const known = this.#ways?.get(way);
    return known === undefined ? this.#value : known.before;
  }

  after(way: Way): Value {
    const known = this.#ways?.get(way);
    return known === undefined ? this.#value : known.after;
  }

  takeBack(way: Way): void {
    const known = this.#ways?.get(way);
    if (known === undefined) return;
    known.after = this.#value;
    this.#value = known.before;
  }
}

/** A list with a journal, which only grows. */
export class JournaledList<Item> extends JournaledValue<readonly Item[]> {
  constructor(journal: Journal) {
    super(journal, []);
  }

  get length(): number {
    return this.value.length;
  }

  push(...items: readonly Item[]): void {
    if (items.length > 0) this.value = [...this.value, ...items];
  }

  addedOn(way: Way): readonly Item[] {
    return this.after(way).slice(this.before(way).length);
  }
}
