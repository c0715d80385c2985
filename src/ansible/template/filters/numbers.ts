/** Filters on numbers. */
import { numeric } from '../compare.ts';
import { floatOf, wantInt } from '../context.ts';
import { decimalLogarithm, logarithm } from '../logarithm.ts';
import { readFloat, readInt, round, toFloat, truncate } from '../numbers.ts';
import { binary, powerOfFloats } from '../operators.ts';
import { plugin } from '../plugin.ts';
import type { Plugins } from '../plugin.ts';
import { Raised, unsupported } from '../trouble.ts';
import { Blank, blankUsed, typeName } from '../values.ts';
import type { Value } from '../values.ts';

/** A number as a float; refuses what is none, in the words given. */
function float(value: Value, refusal: string): number {
  const number = numeric(value);
  if (number === undefined) throw new Raised('AnsibleError', refusal);
  return typeof number === 'bigint' ? toFloat(number) : number;
}

function logarithmTo(value: number, base: number): number {
  if (value <= 0 || base <= 0) throw new Raised('ValueError', 'math domain error');
  if (base === 1) throw new Raised('ZeroDivisionError', 'division by zero');
  if (base === 10) return decimalLogarithm(value) ?? unsupported('such a logarithm', 'log');
  return base === Math.E ? logarithm(value) : logarithm(value) / logarithm(base);
}

const methods: Readonly<Record<string, (value: number) => number>> = { ceil: Math.ceil, floor: Math.floor };

export const numberFilters: Plugins = {
  int: plugin('value default=0 base=10', (_context, value, standard, base) => {
    const number = numeric(value);
    if (typeof number === 'bigint') return number;
    if (number !== undefined) return Number.isNaN(number) ? standard : truncate(number);
    if (value instanceof Blank) throw blankUsed();
    if (typeof value !== 'string') return standard;
    const whole = readInt(value, Number(wantInt(base)));
    if (whole !== undefined) return whole;
    const fraction = readFloat(value);
    return fraction === undefined || !Number.isFinite(fraction) ? standard : truncate(fraction);
  }),
  float: plugin('value default=0.0', (_context, value, standard) => {
    if (value instanceof Blank) throw blankUsed();
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
    const factor = binary('**', 10n, precision, budget);
    const scaled = binary('*', value, factor, budget);
    const whole = typeof scaled === 'number' ? truncate(exactly(scaled)) : scaled;
    return binary('/', whole, factor, budget);
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
