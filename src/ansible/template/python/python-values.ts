/** Python's values as templates see them. Ints are bigint and floats number, so that 1 and 1.0 stay apart. */
import type { MissingKind } from '../../../troubles/cause.ts';
import type { Node } from '../../../source/tree.ts';
import { Marker, Raised, Tripped, Undefined, tripAsUnsupported } from '../markers.ts';

export type Value =
  | null
  | boolean
  | bigint
  | number
  | string
  | List
  | Tuple
  | Dict
  | PythonRange
  | DateValue
  | Opaque
  | Blank
  | Omit
  | Callable
  | Namespace
  | Word
  | Marker;

/** A place in a container: a value, or one that is evaluated when it is first used. */
export type Held = Value | Lazy;

/** An element whose node may hold a template. */
export class Lazy {
  readonly node: Node | undefined;
  /** True once the element was used: Ansible's lazy lists overlook others in `count`. */
  used = false;
  /** The node that the value is, unchanged, if it is one; known once the element was used. */
  origin: Node | undefined;
  readonly #force: () => { readonly value: Value; readonly origin: Node | undefined };

  constructor(node: Node | undefined, force: () => { readonly value: Value; readonly origin: Node | undefined }) {
    this.node = node;
    this.#force = force;
  }

  get value(): Value {
    this.used = true;
    const { value, origin } = this.#force();
    this.origin = origin;
    return value;
  }
}

/** The value in a slot, evaluated if need be. */
export function forced(slot: Held): Value {
  return slot instanceof Lazy ? slot.value : slot;
}

/** An object that templates change. Its state is taken and put back if it is not known whether a change happens. */
export interface Changeable<State = unknown> {
  state: State;
  /** Takes the state that it has after one of several courses of a template; what differs among them is unknown. */
  merge(states: readonly State[], why: Marker): void;
}

/** The names of several states: those that differ among them are markers. */
export function mergeBranchStates<T extends Held>(
  states: readonly ReadonlyMap<string, T>[],
  why: Marker,
): Map<string, T | Marker> {
  const merged = new Map<string, T | Marker>();
  for (const name of states.flatMap((state) => [...state.keys()])) {
    const [first, ...others] = states.map((state) => state.get(name));
    const isOne = first !== undefined && others.every((other) => isOneValue(first, other));
    merged.set(name, isOne ? first : why);
  }
  return merged;
}

/** True for values that nothing can tell apart. */
function isOneValue(left: Held, right: Held | undefined): boolean {
  if (right === undefined) return false;
  const [one, other] = [forced(left), forced(right)];
  return Object.is(one, other);
}

interface ListState {
  readonly items: readonly Held[];
  readonly lost: Marker | undefined;
}

export class List implements Changeable<ListState> {
  #items: Held[];
  /** Why its elements are not known. */
  #lost: Marker | undefined;
  /** The node that this list is, until it is changed. */
  node: Node | undefined;
  /**
   * True for a list made from a Python set: its members are known, but not their order. Code that needs the order
   * throws Tripped.
   */
  readonly unordered: boolean;
  /** True for what a filter or a call gave. */
  wrapped = false;
  /** True for what brackets in the template at hand made. */
  literal = false;

  constructor(items: Held[], node?: Node, unordered = false) {
    this.#items = items;
    this.node = node;
    this.unordered = unordered && items.length > 1;
  }

  /** The elements. Trips if they are not known. */
  get items(): Held[] {
    if (this.#lost !== undefined) throw new Tripped(this.#lost);
    return this.#items;
  }

  set items(items: Held[]) {
    this.#items = items;
  }

  /** Forgets the elements. */
  lose(why: Marker): void {
    this.#lost = why;
  }

  get state(): ListState {
    return { items: [...this.#items], lost: this.#lost };
  }

  set state({ items, lost }: ListState) {
    this.#items = [...items];
    this.#lost = lost;
  }

  merge(states: readonly ListState[], why: Marker): void {
    this.node = undefined;
    const lost = states.find((state) => state.lost !== undefined)?.lost;
    const [first = [], ...others] = states.map(({ items }) => items);
    if (lost !== undefined || others.some((items) => items.length !== first.length)) this.#lost = lost ?? why;
    else this.#items = first.map((slot, at) => (others.every((items) => isOneValue(slot, items[at])) ? slot : why));
  }

  static of(items: Held[], literal: boolean): List {
    const list = new List(items);
    list.literal = literal;
    return list;
  }
}

export class Tuple {
  readonly items: readonly Held[];
  /** Names of its items, if it is a named tuple. */
  readonly fields: readonly string[];

  constructor(items: readonly Held[], fields: readonly string[] = []) {
    this.items = items;
    this.fields = fields;
  }
}

/** Numbers of `range()`, not yet a list. */
export class PythonRange {
  readonly start: bigint;
  readonly stop: bigint;
  readonly step: bigint;

  constructor(start: bigint, stop: bigint, step: bigint) {
    if (step === 0n) throw new Raised('ValueError', 'range() arg 3 must not be zero');
    this.start = start;
    this.stop = stop;
    this.step = step;
  }

  get length(): bigint {
    const span = this.step > 0n ? this.stop - this.start : this.start - this.stop;
    const step = this.step > 0n ? this.step : -this.step;
    return span <= 0n ? 0n : (span + step - 1n) / step;
  }
}

/** A date or datetime by its ISO text. */
export class DateValue {
  readonly type: 'date' | 'datetime';
  readonly iso: string;

  constructor(type: 'date' | 'datetime', iso: string) {
    this.type = type;
    this.iso = iso;
  }
}

/** A value that can only be passed on: bytes, and a time of TOML. */
export class Opaque {
  readonly node: Node;

  constructor(node: Node) {
    this.node = node;
  }
}

/** The value of `'a' if condition` if the condition is false: empty as text, an error as a value. */
export class Blank {
  readonly typeName = 'Undefined';
}
export const blank = new Blank();

/** The error where something is done with a `Blank`. */
export function blankUsedError(): Raised {
  return new Raised('AnsibleError', 'the inline if-expression evaluated to false and no else section was defined.');
}

/** A private word in the place of a value that is not known: only what writes a container as text meets it. */
export class Word {
  readonly typeName = 'unknown';
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The variable `omit`. */
export class Omit {
  readonly typeName = '_OmitType';
}
export const omit = new Omit();

/** Something to call: a method, a macro, a global function. */
export class Callable {
  readonly name: string;
  readonly call: (args: readonly Value[], named: ReadonlyMap<string, Value>) => Value;
  /** True if markers are passed in rather than given back: macros and lookups. */
  readonly takesMarkers: boolean;
  /** The attributes of a macro. */
  readonly attributes: ReadonlyMap<string, Value> | undefined;
  /** The container that a call may change. */
  readonly changes: List | Dict | undefined;

  constructor(
    name: string,
    call: (args: readonly Value[], named: ReadonlyMap<string, Value>) => Value,
    takesMarkers = false,
    attributes?: ReadonlyMap<string, Value>,
    changes?: List | Dict,
  ) {
    this.name = name;
    this.call = call;
    this.takesMarkers = takesMarkers;
    this.attributes = attributes;
    this.changes = changes;
  }
}

/** `namespace()`, and other objects that have attributes: `loop`. */
export class Namespace implements Changeable<ReadonlyMap<string, Value>> {
  readonly typeName: string;
  attributes: Map<string, Value>;
  /** The function that it is; undefined if it cannot be called. */
  readonly callable: Callable | undefined;

  constructor(typeName: string, attributes: Map<string, Value>, callable?: Callable) {
    this.typeName = typeName;
    this.attributes = attributes;
    this.callable = callable;
  }

  get state(): ReadonlyMap<string, Value> {
    return new Map(this.attributes);
  }

  set state(state: ReadonlyMap<string, Value>) {
    this.attributes = new Map(state);
  }

  merge(states: readonly ReadonlyMap<string, Value>[], why: Marker): void {
    this.attributes = mergeBranchStates(states, why);
  }
}

/**
 * A copy of a container, as Ansible evaluates a variable at each reference: a change of one is not seen in the
 * others.
 */
export function freshCopy(value: Value): Value {
  if (value instanceof List && !value.unordered) return new List([...value.items], value.node);
  if (value instanceof Dict && !(value instanceof Virtual)) return new Dict(new Map(value.entries), value.node);
  return value;
}

/** Ends the filter, call or template where the value is a marker. */
export function tripOnMarker<T extends Held>(value: T): Exclude<T, Marker> {
  if (value instanceof Marker) throw new Tripped(value);
  return value as Exclude<T, Marker>;
}

/** A text for a key, equal where the keys are equal in Python. */
export function hash(key: Value): string {
  tripOnMarker(key);
  if (typeof key === 'string') return `s${key}`;
  if (key === null) return 'none';
  if (typeof key === 'boolean') return key ? 'n1' : 'n0';
  if (typeof key === 'bigint') return `n${key}`;
  if (typeof key === 'number') return Number.isInteger(key) ? `n${BigInt(key)}` : `f${key}`;
  if (key instanceof DateValue) return `${key.type} ${key.iso}`;
  if (key instanceof Tuple) return `(${key.items.map((item) => JSON.stringify(hash(forced(item)))).join()})`;
  if (key === omit) return 'omit';
  if (key instanceof Blank) return 'blank';
  if (!(key instanceof List || key instanceof Dict)) return tripAsUnsupported(`a key of type ${typeName(key)}`);
  throw new Raised('TypeError', `unhashable type: '${typeName(key)}'`);
}

/** The name of a value's type in Python. Throws Tripped for bytes: what asks for their type would look into them. */
export function typeName(value: Value): string {
  if (value === null) return 'NoneType';
  if (typeof value === 'string') return 'str';
  if (typeof value === 'bigint') return 'int';
  if (typeof value === 'number') return 'float';
  if (typeof value === 'boolean') return 'bool';
  if (value instanceof List) return 'list';
  if (value instanceof Tuple) return 'tuple';
  if (value instanceof Dict || value instanceof Namespace) return value.typeName;
  if (value instanceof PythonRange) return 'range';
  if (value instanceof DateValue) return value.type;
  if (value instanceof Opaque) return tripAsUnsupported('what looks into bytes');
  if (value instanceof Blank) return 'Undefined';
  if (value instanceof Callable) return value.attributes === undefined ? 'method' : 'Macro';
  if (value instanceof Marker) return value instanceof Undefined ? 'UndefinedMarker' : 'CapturedExceptionMarker';
  return value.typeName;
}

interface DictEntry {
  readonly key: Value;
  readonly slot: Held;
}

interface DictState {
  readonly entries: ReadonlyMap<string, DictEntry>;
  readonly lost: Marker | undefined;
}

/** A dict: in order of insertion, keys equal as in Python (1, 1.0 and true are one key). */
export class Dict implements Changeable<DictState> {
  #entries: Map<string, DictEntry>;
  /** Why its pairs are not known. */
  #lost: Marker | undefined;
  /** The node that this dict is, until it is changed. */
  node: Node | undefined;

  constructor(entries = new Map<string, DictEntry>(), node?: Node) {
    this.#entries = entries;
    this.node = node;
  }

  /** The pairs by the hash of their keys. Trips if they are not known. */
  get entries(): Map<string, DictEntry> {
    if (this.#lost !== undefined) throw new Tripped(this.#lost);
    return this.#entries;
  }

  /** Forgets the pairs. */
  lose(why: Marker): void {
    this.#lost = why;
  }

  get state(): DictState {
    return { entries: new Map(this.#entries), lost: this.#lost };
  }

  set state({ entries, lost }: DictState) {
    this.#entries = new Map(entries);
    this.#lost = lost;
  }

  merge(states: readonly DictState[], why: Marker): void {
    this.node = undefined;
    const lost = states.find((state) => state.lost !== undefined)?.lost;
    const [first = this.#entries, ...others] = states.map(({ entries }) => entries);
    const order = [...first.keys()].join();
    if (lost !== undefined || others.some((entries) => [...entries.keys()].join() !== order)) this.#lost = lost ?? why;
    else {
      const merged = new Map<string, DictEntry>();
      for (const [name, { key, slot }] of first) {
        const isOne = others.every((entries) => isOneValue(slot, entries.get(name)?.slot));
        merged.set(name, { key, slot: isOne ? slot : why });
      }
      this.#entries = merged;
    }
  }

  static of(pairs: Iterable<readonly [Value, Held]>): Dict {
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

  find(key: Value): Held | undefined {
    return this.entries.get(hash(key))?.slot;
  }

  set(key: Value, slot: Held): void {
    const name = hash(key);
    // Another entry, not a changed one: copies of a dict share them.
    this.entries.set(name, { key: this.entries.get(name)?.key ?? key, slot });
  }

  delete(key: Value): void {
    this.entries.delete(hash(key));
  }

  pairs(): (readonly [key: Value, slot: Held])[] {
    return Array.from(this.entries.values(), ({ key, slot }) => [key, slot] as const);
  }
}

/** A mapping that is asked rather than held: `groups`, `hostvars`, the variables of a host. */
export class Virtual extends Dict {
  override readonly typeName: string;
  readonly #names: () => readonly string[];
  readonly #find: (name: string) => Held | undefined;
  /** What a name is that it does not have. */
  readonly missing: MissingKind;

  constructor(
    typeName: string,
    names: () => readonly string[],
    find: (name: string) => Held | undefined,
    missing: MissingKind,
  ) {
    super();
    this.typeName = typeName;
    this.missing = missing;
    this.#names = names;
    this.#find = find;
  }

  override get size(): number {
    return this.#names().length;
  }

  override keys(): Value[] {
    return [...this.#names()];
  }

  override find(key: Value): Held | undefined {
    return typeof key === 'string' ? this.#find(key) : undefined;
  }

  override set(): void {
    throw new Raised('TypeError', `'${this.typeName}' object does not support item assignment`);
  }

  override delete(): void {
    this.set();
  }

  override pairs(): (readonly [Value, Held])[] {
    return this.#names().map((name) => [name, this.#find(name) ?? null] as const);
  }
}
