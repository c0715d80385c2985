/** `str.format`: replacement fields with Python's format specifications. */
import { floatText } from '../../source/python.ts';
import type { Context } from './context.ts';
import { part, toText } from './context.ts';
import { numeric } from './compare.ts';
import { floatFormat } from './format.ts';
import { pythonAttribute } from './lookup.ts';
import { toFloat } from './numbers.ts';
import { characters, repr, str, textLength } from './text.ts';
import { Raised, unsupported } from './trouble.ts';
import { forced, trip, typeName } from './values.ts';
import type { Value, Tuple } from './values.ts';

const FIELD = /\{\{|\}\}|\{([^{}!:]*)(?:!([rsa]))?(?::([^{}]*))?\}|[{}]/g;

/** What the fields of a format may take: `str.format_map` has a mapping alone, which is asked only where a field has a name. */
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
      if (whole === '{' && /\{[^{}]*\{/.test(format)) unsupported('a nested format');
      throw new Raised('ValueError', `Single '${whole}' encountered in format string`);
    }
    const [, first = '', path = ''] = /^([^.[]*)([^]*)$/.exec(name) ?? [];
    let value = argument(first);
    for (const [, attribute, key = ''] of path.matchAll(/\.([^.[]+)|\[([^\]]*)\]/g))
      value =
        attribute === undefined ? item(value, /^\d+$/.test(key) ? BigInt(key) : key) : own(value, attribute, context);
    if (conversion === 'a') unsupported('the conversion "!a"');
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
    return trip(forced(slot));
  };
}

/** `of[key]` of Python itself. */
function item(of: Value, key: string | bigint): Value {
  const slot = part(trip(of), key);
  if (slot !== undefined) return trip(forced(slot));
  throw new Raised('KeyError', typeof key === 'string' ? `'${key}'` : String(key));
}

/** `of.name` of Python itself. */
function own(of: Value, name: string, context: Context): Value {
  const value = pythonAttribute(of, name, context);
  if (value !== undefined) return trip(value);
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
  if (groups['alternate'] !== '') unsupported('the format flag "#"');
  const wide = Number(width === '' ? 0 : width);
  context.budget.room(wide);
  const number = numeric(value);
  if (number === undefined) {
    if (typeof value !== 'string') return unsupported('such a format of such a value');
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
  const float = Math.abs(typeof number === 'bigint' ? toFloat(number) : number);
  if (type === '%') return `${floatFormat('f', float * 100, places ?? 6)}%`;
  if (type === '' && places === undefined) return floatText(float);
  if (type === '' || !'eEfFgG'.includes(type)) return unsupported('such a format of a number');
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
