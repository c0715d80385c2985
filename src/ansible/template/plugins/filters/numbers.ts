/** Filters on numbers. */
import { numeric, truth } from '../../python/compare.ts';
import { floatOf, wantInt, toText, wantText } from '../../context.ts';
import {
  exactDecimalLogarithm,
  naturalLogarithm,
  pythonFloat,
  pythonInt,
  round,
  toFloat,
  truncateFloat,
} from '../../python/python-numbers.ts';
import { applyBinary, powerOfFloats } from '../../python/operators.ts';
import { plugin } from '../plugin.ts';
import type { Plugins } from '../plugin.ts';
import { Raised, tripAsUnsupported } from '../../markers.ts';
import { Blank, blankUsedError, typeName } from '../../python/python-values.ts';
import type { Value } from '../../python/python-values.ts';
import { floatFormat } from '../../python/format.ts';

/** A number as a float; refuses anything else, in the words given. */
function float(value: Value, refusal: string): number {
  const number = numeric(value);
  if (number === undefined) throw new Raised('AnsibleError', refusal);
  return typeof number === 'bigint' ? toFloat(number) : number;
}

function logarithmTo(value: number, base: number): number {
  if (value <= 0 || base <= 0) throw new Raised('ValueError', 'math domain error');
  if (base === 1) throw new Raised('ZeroDivisionError', 'division by zero');
  if (base === 10) return exactDecimalLogarithm(value) ?? tripAsUnsupported('such a logarithm', 'log');
  return base === Math.E ? naturalLogarithm(value) : naturalLogarithm(value) / naturalLogarithm(base);
}

const methods: Readonly<Record<string, (value: number) => number>> = { ceil: Math.ceil, floor: Math.floor };

export const numberFilters: Plugins = {
  int: plugin('value default=0 base=10', (_context, value, standard, base) => {
    const number = numeric(value);
    if (typeof number === 'bigint') return number;
    if (number !== undefined) return Number.isNaN(number) ? standard : truncateFloat(number);
    if (value instanceof Blank) throw blankUsedError();
    if (typeof value !== 'string') return standard;
    const whole = pythonInt(value, Number(wantInt(base)));
    if (whole !== undefined) return whole;
    const fraction = pythonFloat(value);
    return fraction === undefined || !Number.isFinite(fraction) ? standard : truncateFloat(fraction);
  }),
  float: plugin('value default=0.0', (_context, value, standard) => {
    if (value instanceof Blank) throw blankUsedError();
    return floatOf(value) ?? (standard === '0.0' ? 0 : standard);
  }),
  abs: plugin('x', (_context, value) => {
    const number = numeric(value);
    if (number === undefined) throw new Raised('TypeError', `bad operand type for abs(): '${typeName(value)}'`);
    return typeof number === 'bigint' ? (number < 0n ? -number : number) : Math.abs(number);
  }),
  round: plugin('value precision=0 method=common', ({ budget }, value, precision, method) => {
    const number = numeric(value);
    if (number === undefined) throw new Raised('TypeError', `type ${typeName(value)} doesn't define __round__ method`);
    if (method === 'common') return round(number, Number(wantInt(precision)));
    const exactly = typeof method === 'string' ? methods[method] : undefined;
    if (exactly === undefined) throw new Raised('AnsibleError', 'method must be common, ceil or floor');
    const factor = applyBinary('**', 10n, precision, budget);
    const scaled = applyBinary('*', value, factor, budget);
    const whole = typeof scaled === 'number' ? truncateFloat(exactly(scaled)) : scaled;
    return applyBinary('/', whole, factor, budget);
  }),
  pow: plugin('x y', (_context, x, y) => {
    const words = 'pow() can only be used on numbers';
    const [base, exponent] = [float(x, words), float(y, words)];
    if (base < 0 && Number.isFinite(exponent) && !Number.isInteger(exponent))
      throw new Raised('ValueError', 'math domain error');
    if (base === 0 && exponent < 0) throw new Raised('ValueError', 'math domain error');
    return powerOfFloats(base, exponent);
  }),
  root: plugin('x base=2', (_context, x, base) => {
    const words = 'root() can only be used on numbers';
    const [value, degree] = [float(x, words), float(base, words)];
    if (value < 0) throw new Raised('AnsibleError', words);
    return degree === 2 ? Math.sqrt(value) : powerOfFloats(value, 1 / degree);
  }),
  log: plugin('x base=', (_context, x, base) => {
    const words = 'log() can only be used on numbers';
    if (base === '') return logarithmTo(float(x, words), Math.E);
    if (typeof base === 'string') throw new Raised('AnsibleError', words);
    return logarithmTo(float(x, words), float(base, words));
  }),
};

const units = ['Y', 'Z', 'E', 'P', 'T', 'G', 'M', 'K', 'B'] as const;
const names: Readonly<Record<string, string>> = {
  B: '',
  K: 'kilo',
  M: 'mega',
  G: 'giga',
  T: 'tera',
  P: 'peta',
  E: 'exa',
  Z: 'zeta',
  Y: 'yotta',
};

function limitOf(unit: string): bigint | undefined {
  const index = (units as readonly string[]).indexOf(unit);
  return index < 0 ? undefined : 1n << BigInt((units.length - 1 - index) * 10);
}

export const sizeFilters: Plugins = {
  human_readable: plugin('size isbits=false unit=none', ({ budget }, size, isBits, unit) => {
    const number = numeric(size);
    if (number === undefined) throw new Raised('AnsibleError', 'human_readable() failed on bad input');
    const wanted = unit === null ? undefined : wantText(unit).toUpperCase();
    const found =
      units.find((name) => (wanted === undefined ? number >= (limitOf(name) ?? 1n) : wanted === name)) ?? 'B';
    const limit = limitOf(found) ?? 1n;
    const base = truth(isBits) ? 'bits' : 'Bytes';
    const suffix = limit === 1n ? base : found + base.charAt(0);
    const share = applyBinary('/', size, limit, budget) as number;
    return `${share < 0 || Object.is(share, -0) ? '-' : ''}${floatFormat('f', Math.abs(share), 2)} ${suffix}`;
  }),
  filesizeformat: plugin('value binary=false', (_context, value, binary) => {
    const bytes = floatOf(value);
    if (bytes === undefined) throw new Raised('ValueError', `${typeName(value)} is no size`);
    if (bytes === 1) return '1 Byte';
    const [base, ending] = truth(binary) ? [1024, 'iB'] : [1000, 'B'];
    if (bytes < base) return `${truncateFloat(bytes)} Bytes`;
    const larger = truth(binary) ? 'KMGTPEZY' : 'kMGTPEZY';
    let at = 0;
    while (at < larger.length - 1 && !(bytes < base ** (at + 2))) at += 1;
    return `${floatFormat('f', (base * bytes) / base ** (at + 2), 1)} ${larger.charAt(at)}${ending}`;
  }),
  human_to_bytes: plugin('size default_unit=none isbits=false', (context, size, standardUnit, isBits) => {
    const shown = toText(size, context);
    context.budget.step(shown.length ** 2 / 100);
    const fail = (): never => {
      throw new Raised('AnsibleError', "human_to_bytes() can't interpret the input");
    };
    const [, digits, ownUnit] = /^(\d*\.?\d+)(?:\s*([A-Za-z]+))?\s*$/.exec(shown) ?? [];
    if (digits === undefined) return fail();
    const number = Number(digits);
    const unit = ownUnit ?? (standardUnit === null ? undefined : wantText(standardUnit));
    if (unit === undefined) return whole(number);
    const key = unit.charAt(0).toUpperCase();
    const limit = limitOf(key);
    if (limit === undefined) return fail();
    const bits = truth(isBits);
    const long = `${names[key] ?? ''}${bits ? 'bit' : 'byte'}`;
    const short = (key === 'B' ? '' : key) + (bits ? 'b' : 'B');
    if (unit.length > 1 && unit.toLowerCase() !== long && unit !== short) return fail();
    return whole(number * Number(limit));
  }),
};

function whole(number: number): Value {
  return BigInt(round(number, 0));
}
