/** Python's numbers: how they are read, rounded and divided. */
import { strip } from '../../../source/python.ts';
import { Raised, tripAsUnsupported } from '../markers.ts';

const digits = String.raw`\d+(?:_\d+)*`;
const INT_TEXT = new RegExp(`^[+-]?${digits}$`);
const FLOAT_PATTERN = new RegExp(`^[+-]?(?:(?:${digits})?\\.${digits}|${digits}\\.?)(?:e[+-]?${digits})?$`, 'i');

/** Python's `int(text, base)`; undefined if it raises ValueError. */
export function pythonInt(text: string, base: number): bigint | undefined {
  const trimmed = strip(text).toLowerCase();
  if (base === 10) {
    if (!INT_TEXT.test(trimmed)) return undefined;
    const plain = trimmed.replace(/[+-]/, '').replaceAll('_', '');
    // Python's own limit: sys.get_int_max_str_digits().
    if (plain.length > 4300) return undefined;
    return trimmed.startsWith('-') ? -BigInt(plain) : BigInt(plain);
  }
  const [, sign, prefix, body = ''] = /^([+-]?)(0[xob])?_?([\da-z_]+)$/.exec(trimmed) ?? [];
  const prefixBase = prefix === undefined ? undefined : { '0x': 16, '0o': 8, '0b': 2 }[prefix];
  let used = base;
  let rest = body;
  if (prefixBase !== undefined && (base === 0 || base === prefixBase)) used = prefixBase;
  else if (prefix !== undefined) rest = prefix + body;
  else if (base === 0) used = 10;
  if (base === 0 && prefix === undefined && /^0_*[1-9]/.test(rest)) return undefined;
  if (rest === '' || rest.startsWith('_') || rest.endsWith('_') || rest.includes('__')) return undefined;
  if (rest.length > 4300) return tripAsUnsupported('an integer of more than 4300 digits');
  let value = 0n;
  for (const digit of rest.replaceAll('_', '')) {
    const number = parseInt(digit, 36);
    if (number >= used) return undefined;
    value = value * BigInt(used) + BigInt(number);
  }
  return sign === '-' ? -value : value;
}

/** Python's `float(text)`; undefined if it raises ValueError. */
export function pythonFloat(text: string): number | undefined {
  const trimmed = strip(text);
  const [, sign, special] = /^([+-]?)(inf|infinity|nan)$/i.exec(trimmed) ?? [];
  if (special !== undefined) return special.toLowerCase() === 'nan' ? NaN : sign === '-' ? -Infinity : Infinity;
  return FLOAT_PATTERN.test(trimmed) ? Number(trimmed.replaceAll('_', '')) : undefined;
}

/** An int as a float. Throws if Python raises OverflowError. */
export function toFloat(value: bigint): number {
  const float = Number(value);
  if (!Number.isFinite(float)) throw new Raised('OverflowError', 'int too large to convert to float');
  return float;
}

/** A float's whole part. Throws if Python raises. */
export function truncateFloat(value: number): bigint {
  if (Number.isNaN(value)) throw new Raised('ValueError', 'cannot convert float NaN to integer');
  if (!Number.isFinite(value)) throw new Raised('OverflowError', 'cannot convert float infinity to integer');
  return BigInt(Math.trunc(value));
}

/** `left / right` of ints, rounded once. */
export function divideInts(left: bigint, right: bigint): number {
  if (right === 0n) throw new Raised('ZeroDivisionError', 'division by zero');
  const safe = BigInt(Number.MAX_SAFE_INTEGER);
  if (absolute(left) <= safe && absolute(right) <= safe) return Number(left) / Number(right);
  const negative = left < 0n !== right < 0n;
  const [a, b] = [absolute(left), absolute(right)];
  const shift = BigInt(Math.max(0, b.toString(2).length - a.toString(2).length + 66));
  const scaled = a << shift;
  // A bit below the last one remembers that the division left a rest, so that the one rounding is right.
  const quotient = ((scaled / b) << 1n) | (scaled % b === 0n ? 0n : 1n);
  const float = Number(quotient) / 2 ** Number(shift + 1n);
  if (!Number.isFinite(float)) throw new Raised('OverflowError', 'integer division result too large for a float');
  return negative ? -float : float;
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** `left // right` and `left % right` of ints, towards minus infinity. */
export function divmodInts(left: bigint, right: bigint): { quotient: bigint; rest: bigint } {
  if (right === 0n) throw new Raised('ZeroDivisionError', 'integer division or modulo by zero');
  const rest = left % right;
  const adjust = rest !== 0n && rest < 0n !== right < 0n;
  return { quotient: left / right - (adjust ? 1n : 0n), rest: adjust ? rest + right : rest };
}

/** `left // right` and `left % right` of floats, as Python's `float_divmod`. */
export function divmodFloats(left: number, right: number): { quotient: number; rest: number } {
  if (right === 0) throw new Raised('ZeroDivisionError', 'float floor division by zero');
  let rest = left % right;
  let quotient = (left - rest) / right;
  if (rest !== 0) {
    if (right < 0 !== rest < 0) {
      rest += right;
      quotient -= 1;
    }
  } else rest = right < 0 ? -0 : 0;
  if (quotient === 0) return { quotient: 0 * (left / right), rest };
  const floor = Math.floor(quotient);
  return { quotient: quotient - floor > 0.5 ? floor + 1 : floor, rest };
}

/** A float's exact value as `numerator / 2 ** power`. */
export function exactFraction(value: number): { numerator: bigint; power: bigint } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = (bits >> 52n) & 0x7ffn;
  const fraction = bits & 0xfffffffffffffn;
  const mantissa = exponent === 0n ? fraction : fraction | 0x10000000000000n;
  const power = 1075n - (exponent === 0n ? 1n : exponent);
  const signed = bits >> 63n === 1n ? -mantissa : mantissa;
  return power < 0n ? { numerator: signed << -power, power: 0n } : { numerator: signed, power };
}

/** `value * 10 ** places`, rounded half to even: exact for floats, as Python rounds and formats them. */
export function scaledAndRounded(value: number | bigint, places: number): bigint {
  const { numerator, power } = typeof value === 'bigint' ? { numerator: value, power: 0n } : exactFraction(value);
  const top = places > 0 ? numerator * 10n ** BigInt(places) : numerator;
  const bottom = (1n << power) * (places < 0 ? 10n ** BigInt(-places) : 1n);
  const { quotient, rest } = divmodInts(top, bottom);
  const twice = rest * 2n;
  return twice > bottom || (twice === bottom && quotient % 2n !== 0n) ? quotient + 1n : quotient;
}

/** Python's `round(value, places)`. */
export function round(value: number | bigint, places: number): number | bigint {
  if (typeof value === 'bigint') {
    if (places >= 0) return value;
    return places < -400 ? 0n : scaledAndRounded(value, places) * 10n ** BigInt(-places);
  }
  if (!Number.isFinite(value) || places > 330) return value;
  if (places < -330) return Math.sign(value) * 0;
  const rounded = Number(`${scaledAndRounded(value, places)}e${-places}`);
  return rounded === 0 && (value < 0 || Object.is(value, -0)) ? -0 : rounded;
}

/** Bits after the point of the fixed-point numbers here. */
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

/** The natural logarithm of 2 in fixed point. */
const logarithmOfTwo = (): bigint => series(1n, 3n);

/** The natural logarithm of a positive float in fixed point. */
function fixed(value: number): bigint {
  const { numerator, power } = exactFraction(value);
  const exponent = BigInt(numerator.toString(2).length) - power;
  // The mantissa lies between a half and one, so the series is short.
  const mantissa = exponent >= -power ? (numerator << BITS) >> (exponent + power) : numerator << BITS;
  return exponent * logarithmOfTwo() + series(mantissa - one, mantissa + one);
}

/** The natural logarithm of a positive number. */
export function naturalLogarithm(value: number): number {
  if (!Number.isFinite(value) || value === 1) return value === 1 ? 0 : value;
  return divideInts(fixed(value), one);
}

/** The logarithm to base 10 of a power of ten; undefined for others, where C libraries differ in the last digit. */
export function exactDecimalLogarithm(value: number): number | undefined {
  if (!Number.isFinite(value)) return value;
  const digits = Number(value.toExponential().split('e')[1]);
  return Number(`1e${digits}`) === value ? digits : undefined;
}
