/** Logarithms rounded as the C library does it; `Math.log` is off by a last digit now and then. */
import { divideInts, exactly } from './numbers.ts';

/** Bits behind the point of the fixed-point numbers here. */
const BITS = 160n;
const one = 1n << BITS;

/** `2 * atanh(top / bottom)` in fixed point: the logarithm of `(bottom + top) / (bottom - top)`. */
function series(top: bigint, bottom: bigint): bigint {
  const ratio = (top << BITS) / bottom;
  const square = (ratio * ratio) >> BITS;
  let sum = 0n;
  let power = ratio;
  for (let odd = 1n; power !== 0n && power !== -1n; odd += 2n) {
    sum += power / odd;
    power = (power * square) >> BITS;
  }
  return 2n * sum;
}

const two = (): bigint => series(1n, 3n);

/** The natural logarithm of a positive float in fixed point. */
function fixed(value: number): bigint {
  const { numerator, power } = exactly(value);
  const exponent = BigInt(numerator.toString(2).length) - power;
  // The mantissa lies between a half and one, so the series is short.
  const mantissa = exponent >= -power ? (numerator << BITS) >> (exponent + power) : numerator << BITS;
  return exponent * two() + series(mantissa - one, mantissa + one);
}

/** The natural logarithm of a positive number. */
export function logarithm(value: number): number {
  if (!Number.isFinite(value) || value === 1) return value === 1 ? 0 : value;
  return divideInts(fixed(value), one);
}

/** The logarithm to base 10 of a power of ten; undefined for others, where C libraries differ in the last digit. */
export function decimalLogarithm(value: number): number | undefined {
  if (!Number.isFinite(value)) return value;
  const digits = Number(value.toExponential().split('e')[1]);
  return Number(`1e${digits}`) === value ? digits : undefined;
}
