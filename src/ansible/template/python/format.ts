/** Python's `%` formatting. */
import { floatText, quoted } from '../../../source/python.ts';
import type { Spending } from '../budget.ts';
import { numeric } from './compare.ts';
import { scaledAndRounded, toFloat, truncateFloat } from './python-numbers.ts';
import { characters, repr, str, textLength } from './str-repr.ts';
import { Raised, tripAsUnsupported } from '../markers.ts';
import { Dict, forced, List, PythonRange, tripOnMarker, Tuple, typeName } from './python-values.ts';
import type { Value } from './python-values.ts';
import type { Context } from '../context.ts';
import { elementAt, toText } from '../context.ts';

const SPECIFIER =
  /%(?:\((?<key>[^)]*)\))?(?<flags>[#0\- +]*)(?<width>\*|\d+)?(?:\.(?<precision>\*|\d+)?)?[hlL]?(?<type>[^])?/g;

/** `format % value`. */
export function percentFormat(format: string, value: Value, budget: Spending): string {
  const values = value instanceof Tuple ? value.items.map(forced) : [value];
  let used = 0;
  const next = (): Value => {
    const item = values[used++];
    if (item === undefined) throw new Raised('TypeError', 'not enough arguments for format string');
    return tripOnMarker(item);
  };
  const count = (text: string | undefined): number | undefined => {
    if (text !== '*') return text === undefined ? undefined : Number(text);
    const number = next();
    if (typeof number !== 'bigint') throw new Raised('TypeError', '* wants int');
    return Number(number);
  };
  const result = format.replace(SPECIFIER, (whole, ...rest) => {
    const groups = rest.at(-1) as Record<string, string | undefined>;
    const { key, flags = '', type } = groups;
    if (type === undefined) throw new Raised('ValueError', 'incomplete format');
    if (type === '%') return whole === '%%' ? '%' : tripAsUnsupported(`the format "${whole}"`);
    const width = count(groups['width']) ?? 0;
    let precision = count(groups['precision']);
    if (precision === undefined && whole.includes('.')) precision = 0;
    let item: Value;
    if (key === undefined) item = next();
    else {
      if (!(value instanceof Dict)) throw new Raised('TypeError', 'format requires a mapping');
      const slot = value.find(key);
      if (slot === undefined) throw new Raised('KeyError', quoted(key));
      item = tripOnMarker(forced(slot));
    }
    budget.room(width + (precision ?? 0));
    return filled(converted(type, item, flags, precision, budget), flags, width, /[sra]/.test(type));
  });
  const isTaken =
    used >= values.length || value instanceof Dict || value instanceof List || value instanceof PythonRange;
  if (!isTaken) throw new Raised('TypeError', 'not all arguments converted during string formatting');
  return budget.text(result);
}

function converted(type: string, value: Value, flags: string, precision: number | undefined, budget: Spending): string {
  if (type === 's' || type === 'r') {
    const text = type === 's' ? str(value, budget) : repr(value, budget);
    return precision === undefined ? text : characters(text).slice(0, precision).join('');
  }
  if (type === 'c' || type === 'a') return tripAsUnsupported(`the format "%${type}"`);
  const number = numeric(value);
  if ('diuoxX'.includes(type)) {
    if (number === undefined || (typeof number === 'number' && 'oxX'.includes(type))) {
      const wanted = 'oxX'.includes(type) ? 'an integer' : 'a real number';
      throw new Raised('TypeError', `%${type} format: ${wanted} is required, not ${typeName(value)}`);
    }
    const whole = typeof number === 'bigint' ? number : truncateFloat(number);
    const base = type === 'o' ? 8 : type === 'x' || type === 'X' ? 16 : 10;
    let digits = (whole < 0n ? -whole : whole).toString(base).padStart(precision ?? 0, '0');
    if (flags.includes('#')) digits = ({ o: '0o', x: '0x', X: '0x' }[type] ?? '') + digits;
    return sign(whole < 0n, flags) + (type === 'X' ? digits.toUpperCase() : digits);
  }
  if ('eEfFgG'.includes(type)) {
    if (number === undefined) throw new Raised('TypeError', `must be real number, not ${typeName(value)}`);
    const float = typeof number === 'bigint' ? toFloat(number) : number;
    const text = floatFormat(type.toLowerCase() as 'e', Math.abs(float), precision ?? 6, flags.includes('#'));
    return sign(float < 0 || Object.is(float, -0), flags) + (type === type.toLowerCase() ? text : text.toUpperCase());
  }
  throw new Raised('ValueError', `unsupported format character '${type}'`);
}

function sign(negative: boolean, flags: string): string {
  return negative ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
}

function filled(text: string, flags: string, width: number, isText: boolean): string {
  const missing = width - textLength(text);
  if (missing <= 0) return text;
  if (flags.includes('-')) return text + ' '.repeat(missing);
  if (!flags.includes('0') || isText || /inf|nan/i.test(text)) return ' '.repeat(missing) + text;
  const [, start = '', rest = ''] = /^([-+ ]?(?:0[xXo])?)(.*)$/.exec(text) ?? [];
  return start + '0'.repeat(missing) + rest;
}

/** A float without sign in one of the forms `e`, `f` and `g`. */
export function floatFormat(form: 'e' | 'f' | 'g', value: number, precision: number, alternate = false): string {
  if (!Number.isFinite(value)) return floatText(value);
  if (precision > 300) tripAsUnsupported('such a precision');
  if (form === 'f') return fixed(value, precision);
  if (form === 'e') return scientific(value, precision);
  const digits = Math.max(1, precision);
  const [mantissa = '', exponentText = '0'] = scientific(value, digits - 1).split('e');
  const exponent = Number(exponentText);
  const small = exponent >= -4 && exponent < digits;
  const text = small ? fixed(value, digits - 1 - exponent) : mantissa;
  const kept = alternate || !text.includes('.') ? text : text.replace(/\.?0+$/, '');
  return small ? kept : `${kept}e${exponentText}`;
}

function fixed(value: number, precision: number): string {
  const digits = scaledAndRounded(value, precision)
    .toString()
    .padStart(precision + 1, '0');
  return precision === 0 ? digits : `${digits.slice(0, -precision)}.${digits.slice(-precision)}`;
}

function scientific(value: number, precision: number): string {
  let exponent = value === 0 ? 0 : Math.floor(Math.log10(value));
  let digits = scaledAndRounded(value, precision - exponent).toString();
  if (value !== 0 && digits.length !== precision + 1) {
    exponent += digits.length > precision + 1 ? 1 : -1;
    digits = scaledAndRounded(value, precision - exponent).toString();
    if (digits.length > precision + 1) digits = digits.slice(0, precision + 1);
  }
  digits = digits.padEnd(precision + 1, '0');
  const mantissa = precision === 0 ? digits : `${digits.slice(0, 1)}.${digits.slice(1)}`;
  return `${mantissa}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

const FIELD = /\{\{|\}\}|\{([^{}!:]*)(?:!([rsa]))?(?::([^{}]*))?\}|[{}]/g;

/** The arguments of a format: `str.format_map` has only a mapping, which is used only if a field has a name. */
interface Fields {
  readonly positional: Tuple | undefined;
  readonly named: Value;
}

/** `format.format(*args, **named)`. */
export function strFormat(format: string, fields: Fields, context: Context): string {
  const argument = argumentsOf(fields);
  const result = format.replace(FIELD, (whole: string, name?: string, conversion?: string, spec?: string) => {
    if (whole === '{{' || whole === '}}') return whole.charAt(0);
    if (name === undefined) {
      if (whole === '{' && /\{[^{}]*\{/.test(format)) tripAsUnsupported('a nested format');
      throw new Raised('ValueError', `Single '${whole}' encountered in format string`);
    }
    const [, first = '', path = ''] = /^([^.[]*)([^]*)$/.exec(name) ?? [];
    let value = argument(first);
    for (const [, attribute, key = ''] of path.matchAll(/\.([^.[]+)|\[([^\]]*)\]/g))
      value =
        attribute === undefined ? item(value, /^\d+$/.test(key) ? BigInt(key) : key) : own(value, attribute, context);
    if (conversion === 'a') tripAsUnsupported('the conversion "!a"');
    if (conversion === 'r') value = repr(value, context.budget);
    if (conversion === 's') value = str(value, context.budget);
    return context.budget.text(formatted(value, spec ?? '', context));
  });
  return context.budget.text(result);
}

/** Gives the arguments that fields name. They are numbered all, or none. */
function argumentsOf({ positional, named }: Fields): (name: string) => Value {
  let automatic = 0;
  let numbered = 0;
  return (name) => {
    if (name !== '' && !/^\d+$/.test(name)) return item(named, name);
    if (positional === undefined) throw new Raised('ValueError', 'Format string contains positional fields');
    if (name === '' ? numbered > 0 : automatic > 0)
      throw new Raised('ValueError', 'cannot switch between manual field specification and automatic field numbering');
    const index = name === '' ? automatic++ : Number(name);
    if (name !== '') numbered += 1;
    const slot = positional.items[index];
    if (slot === undefined)
      throw new Raised('IndexError', `Replacement index ${index} out of range for positional args tuple`);
    return tripOnMarker(forced(slot));
  };
}

/** `of[key]` of Python itself. */
function item(of: Value, key: string | bigint): Value {
  const slot = elementAt(tripOnMarker(of), key);
  if (slot !== undefined) return tripOnMarker(forced(slot));
  throw new Raised('KeyError', typeof key === 'string' ? `'${key}'` : String(key));
}

/** `of.name` of Python itself. */
function own(of: Value, name: string, context: Context): Value {
  const value = context.attribute(of, name);
  if (value !== undefined) return tripOnMarker(value);
  throw new Raised('AttributeError', `'${typeName(of)}' object has no attribute '${name}'`);
}

const SPECIFICATION =
  /^(?:(?<fill>[^])?(?<align>[<>=^]))?(?<sign>[-+ ]?)(?<alternate>#?)(?<zero>0?)(?<width>\d*)(?<group>[,_]?)(?:\.(?<precision>\d+))?(?<type>[bcdeEfFgGnosxX%]?)$/u;

/** `format(value, spec)`. */
function formatted(value: Value, spec: string, context: Context): string {
  if (spec === '') return toText(value, context);
  const groups = SPECIFICATION.exec(spec)?.groups;
  if (groups === undefined) throw new Raised('ValueError', 'Invalid format specifier');
  const { fill, align, sign = '', zero, width = '', group = '', precision, type = '' } = groups;
  if (groups['alternate'] !== '') tripAsUnsupported('the format flag "#"');
  const wide = Number(width === '' ? 0 : width);
  context.budget.room(wide);
  const number = numeric(value);
  if (number === undefined) {
    if (typeof value !== 'string') return tripAsUnsupported('such a format of such a value');
    if ((type !== '' && type !== 's') || sign !== '' || align === '=') {
      throw new Raised('ValueError', `Unknown format code '${type}' for object of type 'str'`);
    }
    if (group !== '') throw new Raised('ValueError', `Cannot specify '${group}' with 's'.`);
    const cut = precision === undefined ? value : characters(value).slice(0, Number(precision)).join('');
    return padded(cut, '', wide, align ?? '<', fill ?? (zero === '0' ? '0' : ' '));
  }
  const negative = number < 0 || Object.is(number, -0);
  const shownSign = negative ? '-' : sign === '-' ? '' : sign;
  const digits = grouped(numberText(number, type, precision), group);
  return padded(digits, shownSign, wide, align ?? (zero === '0' ? '=' : '>'), fill ?? (zero === '0' ? '0' : ' '));
}

function numberText(number: bigint | number, type: string, precision: string | undefined): string {
  const places = precision === undefined ? undefined : Number(precision);
  if (typeof number === 'bigint' && 'bdonxX'.includes(type)) {
    if (places !== undefined) throw new Raised('ValueError', 'Precision not allowed in integer format specifier');
    const base = { b: 2, o: 8, x: 16, X: 16 }[type] ?? 10;
    const digits = (number < 0n ? -number : number).toString(base);
    return type === 'X' ? digits.toUpperCase() : digits;
  }
  if (typeof number === 'number' && type !== '' && 'bcdoxX'.includes(type))
    throw new Raised('ValueError', `Unknown format code '${type}' for object of type 'float'`);
  const float = Math.abs(typeof number === 'bigint' ? toFloat(number) : number);
  if (type === '%') return `${floatFormat('f', float * 100, places ?? 6)}%`;
  if (type === '' && places === undefined) return floatText(float);
  if (type === '' || !'eEfFgG'.includes(type)) return tripAsUnsupported('such a format of a number');
  const shown = floatFormat(type.toLowerCase() as 'e', float, places ?? 6);
  return type === type.toLowerCase() ? shown : shown.toUpperCase();
}

function grouped(digits: string, separator: string): string {
  if (separator === '') return digits;
  const [, whole = '', rest = ''] = /^(\d*)([^]*)$/.exec(digits) ?? [];
  return whole.replace(/\B(?=(?:\d{3})+$)/g, separator) + rest;
}

function padded(digits: string, sign: string, width: number, align: string, fill: string): string {
  const missing = Math.max(0, width - textLength(sign + digits));
  if (align === '=') return sign + fill.repeat(missing) + digits;
  if (align === '<') return sign + digits + fill.repeat(missing);
  if (align === '>') return fill.repeat(missing) + sign + digits;
  const left = Math.floor(missing / 2);
  return fill.repeat(left) + sign + digits + fill.repeat(missing - left);
}
