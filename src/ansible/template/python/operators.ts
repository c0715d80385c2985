/** The arithmetic of expressions. */
import type { Spending } from '../budget.ts';
import { numeric } from './compare.ts';
import { percentFormat } from './format.ts';
import { divideInts, exactFraction, divmodFloats, divmodInts, toFloat } from './python-numbers.ts';
import type { Binary } from '../syntax/syntax.ts';
import {
  Exhausted,
  Marker,
  Raised,
  Undefined,
  UnknownValue,
  tripAsUnsupported,
  tripAsUnknownOrder,
} from '../markers.ts';
import { Blank, blankUsedError, List, DateValue, Opaque, tripOnMarker, Tuple, typeName } from './python-values.ts';
import type { Value } from './python-values.ts';

/** `left operator right`. Trips on markers, refuses what Python refuses. */
export function applyBinary(operator: Binary, left: Value, right: Value, budget: Spending): Value {
  // Python looks at what is formatted only if the text asks for it.
  if (
    operator === '%' &&
    typeof left === 'string' &&
    right instanceof Marker &&
    !(right instanceof UnknownValue) &&
    !left.includes('%')
  )
    return left;
  tripOnMarker(left);
  if (left instanceof List && !left.literal && right instanceof Undefined) refuseMissing(operator);
  tripOnMarker(right);
  const formats = operator === '%' && typeof left === 'string';
  if (left instanceof Blank || (right instanceof Blank && !formats)) throw blankUsedError();
  const [a, b] = [numeric(left), numeric(right)];
  if (a !== undefined && b !== undefined) return arithmetic(operator, a, b, budget);
  if (operator === '+') return add(left, right, budget);
  if (operator === '*') {
    if (typeof b === 'bigint') return repeat(left, b, budget) ?? refuse(operator, left, right);
    if (typeof a === 'bigint') return repeat(right, a, budget) ?? refuse(operator, left, right);
    if (sequence(left))
      throw new Raised('TypeError', `can't multiply sequence by non-int of type '${typeName(right)}'`);
  }
  if (formats) return percentFormat(left, right, budget);
  if (left instanceof DateValue || right instanceof DateValue || left instanceof Opaque)
    tripAsUnsupported('arithmetic of times');
  return refuse(operator, left, right);
}

/** Refuses an undefined operand of a list of Ansible's own: there it is an error, which `default` does not replace. */
function refuseMissing(operator: Binary): void {
  const missing = 'UndefinedMarker';
  if (operator === '+') throw new Raised('TypeError', `can only concatenate list (not "${missing}") to list`);
  if (operator === '*') throw new Raised('TypeError', `'${missing}' object cannot be interpreted as an integer`);
}

function sequence(value: Value): boolean {
  return typeof value === 'string' || value instanceof List || value instanceof Tuple;
}

function refuse(operator: Binary, left: Value, right: Value): never {
  const shown = operator === '**' ? '** or pow()' : operator;
  throw new Raised(
    'TypeError',
    `unsupported operand type(s) for ${shown}: '${typeName(left)}' and '${typeName(right)}'`,
  );
}

/** `-operand` or `+operand`. */
export function applySign(kind: 'negative' | 'positive', operand: Value): Value {
  tripOnMarker(operand);
  const number = numeric(operand);
  const sign = kind === 'negative' ? '-' : '+';
  if (number === undefined) throw new Raised('TypeError', `bad operand type for unary ${sign}: '${typeName(operand)}'`);
  return kind === 'negative' ? -number : number;
}

function add(left: Value, right: Value, budget: Spending): Value {
  if (typeof left === 'string') {
    if (typeof right === 'string') return budget.text(left + right);
    throw new Raised('TypeError', `can only concatenate str (not "${typeName(right)}") to str`);
  }
  if (left instanceof List) {
    if (!(right instanceof List))
      throw new Raised('TypeError', `can only concatenate list (not "${typeName(right)}") to list`);
    budget.elements(left.items.length + right.items.length);
    if (left.unordered || right.unordered) tripAsUnknownOrder();
    return List.of([...left.items, ...right.items], left.literal && right.literal);
  }
  if (left instanceof Tuple) {
    if (!(right instanceof Tuple))
      throw new Raised('TypeError', `can only concatenate tuple (not "${typeName(right)}") to tuple`);
    budget.elements(left.items.length + right.items.length);
    return new Tuple([...left.items, ...right.items]);
  }
  if (left instanceof DateValue || right instanceof DateValue) tripAsUnsupported('arithmetic of times');
  return refuse('+', left, right);
}

function repeat(value: Value, times: bigint, budget: Spending): Value | undefined {
  const count = times < 0n ? 0 : Number(times);
  if (typeof value === 'string') {
    budget.room(value.length * count);
    return value.repeat(count);
  }
  if (!(value instanceof List) && !(value instanceof Tuple)) return undefined;
  budget.elements(value.items.length * count);
  const items = Array.from({ length: count }, () => value.items).flat();
  if (value instanceof List && value.unordered) tripAsUnknownOrder();
  return value instanceof List ? List.of(items, value.literal) : new Tuple(items);
}

function arithmetic(operator: Binary, left: bigint | number, right: bigint | number, budget: Spending): Value {
  if (typeof left === 'bigint' && typeof right === 'bigint') return integers(operator, left, right, budget);
  const [a, b] = [float(left), float(right)];
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      if (b === 0) throw new Raised('ZeroDivisionError', 'float division by zero');
      return a / b;
    case '//':
      return divmodFloats(a, b).quotient;
    case '%':
      if (b === 0) throw new Raised('ZeroDivisionError', 'float modulo');
      return divmodFloats(a, b).rest;
    case '**':
      return powerOfFloats(a, b);
  }
}

function float(value: bigint | number): number {
  return typeof value === 'bigint' ? toFloat(value) : value;
}

function integers(operator: Binary, left: bigint, right: bigint, budget: Spending): Value {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return multiplied(left, right, budget);
    case '/':
      return divideInts(left, right);
    case '//':
      return divmodInts(left, right).quotient;
    case '%':
      return divmodInts(left, right).rest;
    case '**': {
      if (right < 0n) return powerOfFloats(toFloat(left), toFloat(right));
      if (left === 0n || left === 1n || left === -1n) return right === 0n ? 1n : right % 2n === 0n ? left * left : left;
      const bits = BigInt(left.toString(2).length) * right;
      if (bits > 20_000n) throw new Exhausted();
      budget.room(Number(bits));
      return left ** right;
    }
  }
}

function multiplied(left: bigint, right: bigint, budget: Spending): bigint {
  const product = left * right;
  if (product > 1n << 64n || product < -(1n << 64n)) {
    const bits = product.toString(16).length * 4;
    if (bits > 20_000) throw new Exhausted();
    budget.room(bits);
  }
  return product;
}

/** `left ** right` of floats, with Python's errors. A power that is not a whole number is not exact here. */
export function powerOfFloats(left: number, right: number): number {
  if (left === 0 && right < 0) throw new Raised('ZeroDivisionError', '0.0 cannot be raised to a negative power');
  if (left === 1 || right === 0) return 1;
  if (!Number.isFinite(left) || !Number.isFinite(right) || left === 0) return left === -1 ? 1 : left ** right;
  if (right === 0.5) return Math.sqrt(left);
  if (!Number.isInteger(right) || Math.abs(right) > 1100) tripAsUnsupported('such a power');
  const { numerator, power } = exactFraction(left);
  const [top, bottom] = [numerator ** BigInt(Math.abs(right)), 1n << (power * BigInt(Math.abs(right)))];
  try {
    return right > 0 ? divideInts(top, bottom) : divideInts(bottom, top);
  } catch {
    throw new Raised('OverflowError', "(34, 'Numerical result out of range')");
  }
}
