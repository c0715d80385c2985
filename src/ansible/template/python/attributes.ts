/** `of.name`, `of[key]` and `of[from:to]` as Jinja's sandbox and Ansible look them up. */
import { quoted } from '../../../source/python.ts';
import type { Context } from '../context.ts';
import { markerForMissing, elementAt } from '../context.ts';
import { numeric } from './compare.ts';
import { methodOf, unevaluatedAttributes } from './methods.ts';
import { characters, repr } from './str-repr.ts';
import { Marker, Raised, Undefined, UnknownValue, tripAsUnknownOrder, markerWithoutParts } from '../markers.ts';
import {
  Blank,
  blankUsedError,
  Callable,
  Dict,
  forced,
  List,
  Namespace,
  PythonRange,
  tripOnMarker,
  Tuple,
  typeName,
} from './python-values.ts';
import type { Held, Value } from './python-values.ts';

const DUNDER = /^__\w+__$/;

/** `of.name`: a method or attribute of Python's, else the item of that name. */
export function attributeOf(of: Value, name: string, context: Context): Value {
  if (of instanceof Marker) return markerWithoutParts(of);
  const own = pythonAttribute(of, name, context);
  if (own !== undefined) return own;
  const item = elementAt(of, name);
  if (item !== undefined) return forced(item);
  if (DUNDER.test(name))
    return new Undefined(`access to attribute '${name}' of '${typeName(of)}' object is unsafe.`, name);
  return absent(of, name, quoted(name));
}

/** `of[key]`: the item, else the method or attribute of that name. */
export function itemOf(of: Value, key: Value, context: Context): Value {
  if (of instanceof Marker) return markerWithoutParts(of);
  tripOnMarker(key);
  context.budget.read(of, key);
  try {
    const item = elementAt(of, key);
    if (item !== undefined) return forced(item);
  } catch (trouble) {
    if (!(trouble instanceof Raised)) throw trouble;
  }
  if (typeof key === 'string') {
    const own = pythonAttribute(of, key, context);
    if (own !== undefined) return own;
    return absent(of, key, quoted(key));
  }
  if (key === 0n || key === null || key === false)
    return new Undefined(`${typeName(of)} object has no element ${repr(key, context.budget)}`);
  return markerForMissing(of, repr(key, context.budget), undefined);
}

function absent(of: Value, name: string, shown: string): Value {
  if (of instanceof Dict && of.typeName === 'HostVars')
    return new Undefined(`hostvars['${name}']`, name, undefined, 'host');
  if (of instanceof Blank) throw blankUsedError();
  return markerForMissing(of, shown, name);
}

/** The method or attribute that Python has for a value; undefined if it has none of that name. */
export function pythonAttribute(of: Value, name: string, context: Context): Value | undefined {
  if (of instanceof Namespace) return of.attributes.get(name);
  if (of instanceof Callable && of.attributes !== undefined) return of.attributes.get(name);
  if (of instanceof Tuple && of.fields.includes(name)) return forced(of.items[of.fields.indexOf(name)] ?? null);
  const method = methodOf(of, name, context);
  if (method !== undefined) return method;
  if (!unevaluatedAttributes(of).has(name)) return undefined;
  return new UnknownValue('template', `${typeName(of)}.${name} is not evaluated`, name);
}

/** `of[from:to:step]`. */
export function sliceOf(of: Value, bounds: readonly Value[], context: Context): Value {
  const [from, to, step] = bounds.map((bound) => {
    if (tripOnMarker(bound) === null) return undefined;
    const number = numeric(bound);
    if (typeof number === 'bigint') return number;
    throw new Raised('TypeError', 'slice indices must be integers or None or have an __index__ method');
  });
  if (step === 0n) throw new Raised('ValueError', 'slice step cannot be zero');
  if (typeof of === 'string') {
    context.budget.read(of);
    const taken = sliced(characters(of), from, to, step);
    return context.budget.text(taken.join(''));
  }
  if (of instanceof List) {
    if (of.unordered) tripAsUnknownOrder();
    const taken = sliced(of.items, from, to, step);
    context.budget.elements(taken.length);
    return List.of(taken, of.literal);
  }
  if (of instanceof Tuple) return new Tuple(sliced<Held>(of.items, from, to, step));
  if (of instanceof PythonRange) {
    context.budget.elements(Number(of.length));
    return new UnknownValue('template', 'a slice of a range is not evaluated');
  }
  if (of instanceof Dict) throw new Raised('TypeError', "unhashable type: 'slice'");
  throw new Raised('TypeError', `'${typeName(of)}' object is not subscriptable`);
}

function sliced<T>(items: readonly T[], from: bigint | undefined, to: bigint | undefined, by = 1n): T[] {
  const { length } = items;
  const step = Number(by > 1_000_000_000n ? 1_000_000_000n : by < -1_000_000_000n ? -1_000_000_000n : by);
  const [low, high] = step > 0 ? [0, length] : [-1, length - 1];
  const bound = (given: bigint | undefined, standard: number): number => {
    if (given === undefined) return standard;
    const number = Number(given);
    return Math.max(low, Math.min(high, number < 0 ? number + length : number));
  };
  const start = bound(from, step > 0 ? low : high);
  const stop = bound(to, step > 0 ? high : low);
  const taken: T[] = [];
  for (let index = start; step > 0 ? index < stop : index > stop; index += step) taken.push(items[index] as T);
  return taken;
}
