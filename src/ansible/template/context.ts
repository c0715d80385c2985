/** The evaluation as filters, tests, methods and globals see it, and their ways to read arguments. */
import type { Node } from '../../source/tree.ts';
import type { Spending } from './budget.ts';
import { equals, numeric } from './python/compare.ts';
import { pythonFloat, toFloat } from './python/python-numbers.ts';
import type { Scope } from './scope.ts';
import { characters, str } from './python/str-repr.ts';
import { Raised, Undefined, tripAsUnsupported, Failure, Loop, tripAsUnknownOrder } from './markers.ts';
import {
  Blank,
  Dict,
  forced,
  List,
  Namespace,
  PythonRange,
  tripOnMarker,
  Tuple,
  typeName,
  Virtual,
} from './python/python-values.ts';
import type { Changeable, Held, Value } from './python/python-values.ts';

export interface Context {
  readonly budget: Spending;
  readonly scope: Scope;
  /** Calls a filter or test by name; a marker that it meets is its value. */
  filter(name: string, args: readonly Value[], named: ReadonlyMap<string, Value>): Value;
  test(name: string, args: readonly Value[], named: ReadonlyMap<string, Value>): Value;
  /** The method or attribute that Python has for a value; undefined if it has none of that name. */
  attribute(of: Value, name: string): Value | undefined;
  /** `of[key]`; undefined is a marker. */
  item(of: Value, key: Value): Value;
  /** A variable of the host by name; undefined if nothing sets it. */
  variable(name: string): Value | undefined;
  /** The value of a node that is not a variable: never a template. */
  plain(node: Node): Value;
  /** An element that is handed on as it is: if something is missing, that is met. */
  passed(slot: Held): Held;
  /** Notes that an object is about to be changed. */
  changes(object: Changeable): void;
  /** The result of a lookup of files; undefined for other lookups. */
  lookup(name: string, terms: readonly Value[], named: ReadonlyMap<string, Value>): Held[] | undefined;
}

/** The elements of a value in Python's order, markers and unevaluated ones as they are. */
export function elementsOf(value: Value, { budget }: Context): readonly Held[] {
  tripOnMarker(value);
  if (value instanceof List) {
    budget.elements(value.items.length);
    if (value.unordered) tripAsUnknownOrder();
    return [...value.items];
  }
  if (value instanceof Tuple) {
    budget.elements(value.items.length);
    return value.items;
  }
  if (value instanceof Dict) {
    budget.elements(value.size);
    return value.keys();
  }
  if (typeof value === 'string') {
    budget.elements(value.length);
    return characters(value);
  }
  if (value instanceof PythonRange) {
    const { length, start, step } = value;
    budget.elements(Number(length));
    return Array.from({ length: Number(length) }, (_, index) => start + BigInt(index) * step);
  }
  if (value instanceof Blank) return [];
  if (value instanceof Namespace) return tripAsUnsupported(`iterating over a ${value.typeName}`);
  throw new Raised('TypeError', `'${typeName(value)}' object is not iterable`);
}

/** The elements of a value; trips on the first that is a marker. */
export function knownElementsOf(value: Value, context: Context): Value[] {
  return elementsOf(value, context).map((slot) => tripOnMarker(forced(slot)));
}

/** The elements, with the markers in a tuple, which only a template writes: Ansible checks only lists. */
export function elementsAllowingMarkers(value: Value, context: Context): Value[] {
  return value instanceof Tuple ? value.items.map(forced) : knownElementsOf(value, context);
}

/** The value itself; trips on a marker among its elements, as filters and tests do that compare it as a whole. */
export function wantNoMarkers(value: Value): Value {
  if (value instanceof List || value instanceof Tuple) for (const slot of value.items) tripOnMarker(forced(slot));
  if (value instanceof Dict && value.typeName === 'dict')
    for (const [, slot] of value.pairs()) tripOnMarker(forced(slot));
  return value;
}

/** True if a value is among others. Trips on markers within those that it is compared with. */
export function isAmong(items: Iterable<Value>, value: Value, { budget }: Context): boolean {
  for (const item of items)
    if (item === value || equals(wantNoMarkers(item), wantNoMarkers(value), budget)) return true;
  return false;
}

/** The elements for a filter that their order does not matter to; a set has them too. */
export function elementsInAnyOrder(value: Value, context: Context): Value[] {
  return [...iterateInAnyOrder(value, context)];
}

/** Yields the elements in any order; a marker trips when its turn comes. */
export function* iterateInAnyOrder(value: Value, context: Context): Iterable<Value> {
  const all = value instanceof List && value.unordered ? value.items : elementsOf(value, context);
  for (const slot of all) yield tripOnMarker(forced(slot));
}

/** True for a list whose order Ansible itself does not keep. */
export function isUnordered(value: Value): boolean {
  return value instanceof List && value.unordered;
}

/** Text of any value, as `to_text` and `soft_str` make it. */
export function toText(value: Value, { budget }: Context): string {
  return str(tripOnMarker(value), budget);
}

/** An argument that has to be a text. */
export function wantText(value: Value, what = 'argument'): string {
  tripOnMarker(value);
  if (typeof value === 'string') return value;
  throw new Raised('TypeError', `${what} must be str, not ${typeName(value)}`);
}

/** An argument that has to be an int. */
export function wantInt(value: Value): bigint {
  const number = numeric(tripOnMarker(value));
  if (typeof number === 'bigint') return number;
  throw new Raised('TypeError', `'${typeName(value)}' object cannot be interpreted as an integer`);
}

/** `float(value)`; undefined if Python refuses. */
export function floatOf(value: Value): number | undefined {
  const number = numeric(value);
  if (number !== undefined) return typeof number === 'bigint' ? toFloat(number) : number;
  return typeof value === 'string' ? pythonFloat(value) : undefined;
}

/** An int that counts something to be made: room is asked before it is. */
export function wantPaddingWidth(value: Value, { budget }: Context): number {
  const number = wantInt(value);
  const count = Number(number > 0xffffffffn ? 0xffffffffn : number < -0xffffffffn ? -0xffffffffn : number);
  if (count > 0) budget.room(count);
  return count;
}

/** The element of a container by key or index, as `container[key]` in Python; undefined if there is none. */
export function elementAt(of: Value, key: Value): Held | undefined {
  if (of instanceof Dict) return of.find(key);
  const number = numeric(key);
  if (typeof number !== 'bigint') return undefined;
  if (of instanceof PythonRange) {
    const index = number < 0n ? number + of.length : number;
    return index >= 0n && index < of.length ? of.start + index * of.step : undefined;
  }
  if (!(of instanceof List || of instanceof Tuple || typeof of === 'string')) return undefined;
  if (of instanceof List && of.unordered) tripAsUnknownOrder();
  const items = typeof of === 'string' ? characters(of) : of.items;
  return items.at(Number(number < -1_000_000_000n || number > 1_000_000_000n ? 1_000_000_000n : number));
}

/** The marker for a missing part, in Ansible's words. */
export function markerForMissing(of: Value, shownKey: string, name: string | undefined): Undefined {
  const missing = of instanceof Virtual ? of.missing : 'attribute';
  return new Undefined(`object of type '${typeName(of)}' has no attribute ${shownKey}`, name, undefined, missing);
}

/** A function that takes an attribute of a value, given as a dotted path or a number. */
export function attributeGetter(path: Value, context: Context, standard: Value = null): (value: Value) => Value {
  const keys: readonly Value[] =
    typeof path === 'string'
      ? path.split('.').map((key) => (/^\d+$/.test(key) ? BigInt(key) : key))
      : path === null
        ? []
        : [path];
  return (value) =>
    keys.reduce<Value>((item, key) => {
      const found = context.item(item, key);
      if (standard === null) return found;
      // For a value that needs itself, the result in Ansible depends on where Python's stack ends.
      if (found instanceof Loop) return tripAsUnsupported('the default of a value that needs itself');
      return found instanceof Undefined || found instanceof Failure ? standard : found;
    }, value);
}

/** Texts in lower case, other values as they are: how filters compare by default. */
export function ignoringCase(value: Value): Value {
  return typeof value === 'string' ? value.toLowerCase() : value;
}
