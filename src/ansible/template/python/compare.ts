/** Equality, order, membership and truth, as Python has them. */
import { byCodePoint } from '../../../source/python.ts';
import type { Spending } from '../budget.ts';
import type { Comparison } from '../syntax/syntax.ts';
import { Marker, Raised, UnknownValue, tripAsUnsupported, tripAsUnknownOrder } from '../markers.ts';
import {
  Blank,
  blankUsedError,
  Callable,
  Dict,
  forced,
  List,
  DateValue,
  Namespace,
  Omit,
  Opaque,
  PythonRange,
  tripOnMarker,
  Tuple,
  typeName,
  Virtual,
} from './python-values.ts';
import type { Held, Value } from './python-values.ts';

/**
 * The truth of `left operator right` in Python. Throws Tripped for a missing or unknown operand, Raised if Python
 * raises.
 */
export function comparisonHolds(operator: Comparison, left: Value, right: Value, budget: Spending): boolean {
  switch (operator) {
    case '==':
      return equals(left, right, budget);
    case '!=':
      return !equals(left, right, budget);
    case 'in':
      return contains(right, left, budget);
    case 'not in':
      return !contains(right, left, budget);
    default:
      return ordered(operator, left, right, budget);
  }
}

/** A number's value (booleans are 0 and 1); undefined for anything else. */
export function numeric(value: Value): bigint | number | undefined {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  return typeof value === 'bigint' || typeof value === 'number' ? value : undefined;
}

/** `left == right`. Trips on markers. */
export function equals(left: Value, right: Value, budget: Spending): boolean {
  budget.step();
  tripOnMarker(left);
  tripOnMarker(right);
  const [a, b] = [numeric(left), numeric(right)];
  if (a !== undefined && b !== undefined) return a <= b && a >= b;
  if (left === right && holdsOthers(left)) return equalsItself(left);
  if (left instanceof List && right instanceof List) {
    if (left.items.length !== right.items.length) return false;
    if (left.unordered || right.unordered) return sameInAnyOrder(left, right, budget);
    return sameItems(left.items, right.items, budget);
  }
  if (left instanceof Tuple && right instanceof Tuple) return sameItems(left.items, right.items, budget);
  if (left instanceof Dict && right instanceof Dict) {
    if (left.typeName !== 'dict' || right.typeName !== 'dict') tripAsUnsupported(`comparing ${left.typeName}`);
    if (left.size !== right.size) return false;
    return left.pairs().every(([key, slot]) => {
      const other = right.find(key);
      return other !== undefined && isSameElement(forced(slot), forced(other), budget);
    });
  }
  if (left instanceof DateValue && right instanceof DateValue)
    return left.type === right.type && left.iso === right.iso;
  if (left instanceof PythonRange && right instanceof PythonRange) {
    return (
      left.length === right.length &&
      (left.length === 0n || left.start === right.start) &&
      (left.length < 2n || left.step === right.step)
    );
  }
  if (left instanceof Blank && right instanceof Blank) return true;
  if (typeof left === 'string' && typeof right === 'string' && left.length === right.length) budget.read(left);
  if (left instanceof Opaque || right instanceof Opaque) tripAsUnsupported('comparing bytes');
  return left === right;
}

function sameItems(left: readonly Held[], right: readonly Held[], budget: Spending): boolean {
  if (left.length !== right.length) return false;
  return left.every((item, index) => isSameElement(forced(item), forced(right[index] ?? null), budget));
}

function holdsOthers(value: Value): value is List | Tuple | Dict {
  return value instanceof List || value instanceof Tuple || (value instanceof Dict && value.typeName === 'dict');
}

/** In Python a container equals itself, even with missing elements; Ansible evaluates them first. */
function equalsItself(container: List | Tuple | Dict): true {
  const slots = container instanceof Dict ? container.pairs().map(([, slot]) => slot) : container.items;
  for (const slot of slots) forced(slot);
  return true;
}

/**
 * Tells whether two elements are the same to Python. It does not compare an element with itself, so a missing one
 * equals itself. Ansible may have one object or two for it, depending on what read the container earlier, so that is
 * not evaluated.
 */
export function isSameElement(left: Value, right: Value, budget: Spending): boolean {
  if (left instanceof Marker && right instanceof Marker && left.isOneWith(right))
    tripAsUnsupported('comparing what is missing with itself');
  return left === right || equals(left, right, budget);
}

/**
 * False if an element of one list has no equal in the other. Otherwise their unknown order decides, and it trips: it
 * never returns true.
 */
function sameInAnyOrder(left: List, right: List, budget: Spending): boolean {
  const rest = right.items.map(forced);
  for (const item of left.items) {
    const at = rest.findIndex((other) => isSameElement(forced(item), other, budget));
    if (at < 0) return false;
    rest.splice(at, 1);
  }
  tripAsUnknownOrder();
}

export type Order = '<' | '<=' | '>' | '>=';

/** `left < right` and the like. Trips on markers; refuses if the types have no order. */
export function ordered(operator: Order, left: Value, right: Value, budget: Spending): boolean {
  budget.step();
  tripOnMarker(left);
  tripOnMarker(right);
  const [a, b] = [numeric(left), numeric(right)];
  if (a !== undefined && b !== undefined) return holds(operator, a < b ? -1 : a > b ? 1 : a <= b ? 0 : NaN);
  if (typeof left === 'string' && typeof right === 'string') {
    budget.read(left, right);
    return holds(operator, byCodePoint(left, right));
  }
  if ((left instanceof List && right instanceof List) || (left instanceof Tuple && right instanceof Tuple)) {
    const [these, those] = [ordinary(left), ordinary(right)];
    for (let index = 0; index < these.length && index < those.length; index++) {
      const [one, other] = [forced(these[index] as Held), forced(those[index] as Held)];
      if (!isSameElement(one, other, budget)) return ordered(operator, one, other, budget);
    }
    return holds(operator, these.length - those.length);
  }
  if (left instanceof DateValue && right instanceof DateValue && left.type === right.type) {
    if (/[+-]\d\d:\d\d$/.test(left.iso + right.iso)) tripAsUnsupported('the order of times with a zone');
    return holds(operator, byCodePoint(left.iso, right.iso));
  }
  if (left instanceof Blank || right instanceof Blank) throw blankUsedError();
  throw new Raised(
    'TypeError',
    `'${operator}' not supported between instances of '${typeName(left)}' and '${typeName(right)}'`,
  );
}

function ordinary(value: List | Tuple): readonly Held[] {
  if (value instanceof List && value.unordered) tripAsUnknownOrder();
  return value.items;
}

function holds(operator: Order, comparison: number): boolean {
  if (operator === '<') return comparison < 0;
  if (operator === '<=') return comparison <= 0;
  return operator === '>' ? comparison > 0 : comparison >= 0;
}

/** `bool(value)`. Trips on markers. */
export function truth(value: Value): boolean {
  tripOnMarker(value);
  if (value === null || value instanceof Blank) return false;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return value !== 0n;
  if (typeof value === 'number') return value !== 0;
  if (typeof value === 'string') return value !== '';
  if (value instanceof List || value instanceof Tuple) return value.items.length > 0;
  if (value instanceof Dict) return value.size > 0;
  if (value instanceof PythonRange) return value.length > 0n;
  if (value instanceof DateValue || value instanceof Callable || value instanceof Namespace) return true;
  return value instanceof Omit
    ? tripAsUnsupported('omit as a condition', 'omit')
    : tripAsUnsupported('bytes as a condition');
}

/** `item in container`. */
export function contains(container: Value, item: Value, budget: Spending): boolean {
  tripOnMarker(container);
  if (typeof container === 'string') {
    tripOnMarker(item);
    budget.read(container);
    if (typeof item === 'string') return container.includes(item);
    throw new Raised('TypeError', `'in <string>' requires string as left operand, not ${typeName(item)}`);
  }
  if (container instanceof List || container instanceof Tuple)
    return container.items.some((slot) => isSameElement(forced(slot), item, budget));
  if (container instanceof Dict) {
    budget.read(item);
    const found = container.find(item);
    // What may be there: a host of a dynamic source, a variable that a task may set.
    if (container instanceof Virtual && found instanceof UnknownValue) tripOnMarker(found);
    return found !== undefined;
  }
  if (container instanceof PythonRange) {
    const number = numeric(tripOnMarker(item));
    if (number === undefined || (typeof number === 'number' && !Number.isInteger(number))) return false;
    const offset = BigInt(number) - container.start;
    const within =
      container.step > 0n
        ? offset >= 0n && BigInt(number) < container.stop
        : offset <= 0n && BigInt(number) > container.stop;
    return within && offset % container.step === 0n;
  }
  if (container instanceof Blank) return false;
  throw new Raised('TypeError', `argument of type '${typeName(container)}' is not iterable`);
}

/** A comparison for `Array.sort`. */
export function compareValues(left: Value, right: Value, reverse: boolean, budget: Spending): number {
  if (ordered('<', left, right, budget)) return reverse ? 1 : -1;
  return ordered('<', right, left, budget) ? (reverse ? -1 : 1) : 0;
}
