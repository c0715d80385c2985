/** Scalars as Python has them: the type by text or tag, and the value. */
import { fault } from '../../troubles/fault.ts';
import type { Fault } from '../../troubles/fault.ts';
import { numberIfExact, quoted } from '../python.ts';
import type { Mark, ScalarStyle, ScalarType } from '../tree.ts';
import { Scalar } from '../tree.ts';

/** Thrown for a scalar that Python refuses to make a value from. */
export class ValueFault extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.code);
    this.fault = fault;
  }
}

const WORDS = new Map<string, 'bool' | 'null' | 'merge' | 'value'>([
  ...['yes', 'Yes', 'YES', 'no', 'No', 'NO', 'true', 'True', 'TRUE', 'false', 'False', 'FALSE'].map((word) => [word, 'bool'] as const),
  ...['on', 'On', 'ON', 'off', 'Off', 'OFF'].map((word) => [word, 'bool'] as const),
  ...['~', 'null', 'Null', 'NULL', ''].map((word) => [word, 'null'] as const),
  ['<<', 'merge'],
  ['=', 'value'],
]); // prettier-ignore

// PyYAML's implicit resolvers. Underscores count nowhere, exponents need a dot and a sign.
const INT =
  /^(?:[-+]?0b[01_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)$/;
const FLOAT =
  /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
const DATE =
  /^(?:\d{4}-\d\d-\d\d|\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?)$/;
/** Longer ones are refused by Python (`sys.set_int_max_str_digits`), or are not numbers. */
const MAX_DIGITS = 4300;

// By the first character: 1 may be a word of `WORDS`, 2 may be a number or a date.
const FIRST = new Uint8Array(128);
for (const c of 'yYnNtTfFoO~<=') FIRST[c.charCodeAt(0)] = 1;
for (const c of '+-.0123456789') FIRST[c.charCodeAt(0)] = 2;

/** Gives the type that a plain scalar has by its text (YAML 1.1 §3.3.2, with PyYAML's tables): the end of its tag. */
export function plainTag(text: string): string {
  // Python's `$` matches before a last line break too: only a text that is read as if plain can have one.
  const { length } = text;
  if (length === 0) return 'null';
  const value = length > 1 && text.charCodeAt(length - 1) === 10 ? text.slice(0, -1) : text;
  const first = value.charCodeAt(0);
  const kind = first < 128 ? FIRST[first]! : 0;
  if (kind === 0) return 'str';
  if (kind === 1) return (value.length < 6 && WORDS.get(value)) || 'str';
  if (value.length > 2 * MAX_DIGITS) return /[^0-9_]/.test(value) ? 'str' : 'int';
  if (first !== 48 && isDigits(value)) return 'int';
  // The engine compiles a pattern at its first use, so texts that cannot match are ruled out first.
  const dot = value.indexOf('.');
  if (dot < 0 ? INT.test(value) : !value.includes('.', dot + 1) && FLOAT.test(value)) return dot < 0 ? 'int' : 'float';
  return value.charAt(4) === '-' && DATE.test(value) ? 'timestamp' : 'str';
}

function isDigits(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const c = text.charCodeAt(at);
    if (c < 48 || c > 57) return false;
  }
  return true;
}

/**
 * Makes a scalar of a text, as PyYAML does; `tag` is the tag without `tag:yaml.org,2002:` (`int`, `bool`). Gives
 * undefined for other tags. Throws ValueFault if Python refuses the text.
 */
export function typedScalar(
  tag: string,
  text: string,
  start: number,
  end: number,
  style: ScalarStyle,
  mark: Mark,
): Scalar | undefined {
  const make = (type: ScalarType, value: Scalar['value']): Scalar => new Scalar(start, end, type, value, style, mark);
  switch (tag) {
    case 'str':
    case 'python/unicode':
      return make('str', text);
    case 'null':
      return make('null', null);
    case 'bool': {
      const word = text.toLowerCase();
      if (!TRUTHS.includes(word)) throw new ValueFault(fault('yaml/not-a-truth-value', { word }));
      return make('bool', word === 'yes' || word === 'true' || word === 'on');
    }
    case 'int':
      return make('int', toInt(text));
    case 'float':
      return make('float', toFloat(text));
    case 'timestamp': {
      const value = toDate(text);
      return make(value.includes('T') ? 'datetime' : 'date', value);
    }
    case 'binary':
      return make('bytes', toBase64(text));
    default:
      return undefined;
  }
}

const TRUTHS: readonly string[] = ['yes', 'no', 'true', 'false', 'on', 'off'];

function toInt(text: string): number | bigint {
  if (text !== '' && text.length < 16 && (text === '0' || !text.startsWith('0')) && isDigits(text)) return Number(text);
  let digits = text.replaceAll('_', '');
  if (digits === '') throw new ValueFault(fault('yaml/number-without-digits'));
  const sign = digits.startsWith('-') ? -1n : 1n;
  if (/^[-+]/.test(digits)) digits = digits.slice(1);
  if (digits === '') throw new ValueFault(fault('yaml/number-without-digits'));
  let value: bigint;
  if (digits.startsWith('0b')) value = parseInteger(digits.slice(2), 2);
  else if (digits.startsWith('0x')) value = parseInteger(digits.slice(2), 16);
  else if (digits.startsWith('0') && digits !== '0') value = parseInteger(digits, 8);
  else if (digits.includes(':'))
    value = digits.split(':').reduce((sum, part) => sum * 60n + parseInteger(part, 10), 0n);
  else value = parseInteger(digits, 10);
  return numberIfExact(value * sign);
}

/** Reads an integer as Python's `int(text, base)` does. */
function parseInteger(text: string, base: 2 | 8 | 10 | 16): bigint {
  const prefix = { 2: '0b', 8: '0o', 10: '', 16: '0x' }[base];
  const match = /^([-+]?)(.*)$/s.exec(text.trim())!;
  let digits = match[2]!;
  if (prefix !== '' && digits.toLowerCase().startsWith(prefix)) digits = digits.slice(2);
  const allowed = { 2: /^[01]+$/, 8: /^[0-7]+$/, 10: /^[0-9]+$/, 16: /^[0-9a-f]+$/i }[base];
  if (!allowed.test(digits))
    throw new ValueFault(fault('yaml/not-an-integer', { text: quoted(text).slice(0, 200), base }));
  if (base === 10 && digits.length > MAX_DIGITS)
    throw new ValueFault(fault('text/too-many-digits', { digits: digits.length, limit: MAX_DIGITS }));
  const value = BigInt((base === 10 ? '' : base === 8 ? '0o' : prefix) + digits);
  return match[1] === '-' ? -value : value;
}

function toFloat(text: string): number {
  let digits = text.replaceAll('_', '').toLowerCase();
  if (digits === '') throw new ValueFault(fault('yaml/number-without-digits'));
  const sign = digits.startsWith('-') ? -1 : 1;
  if (/^[-+]/.test(digits)) digits = digits.slice(1);
  if (digits === '.inf') return sign * Infinity;
  if (digits === '.nan') return NaN;
  if (!digits.includes(':')) return sign * parseFloatText(digits);
  let base = 1;
  let value = 0;
  for (const part of digits.split(':').reverse()) {
    if (base === Infinity) throw new ValueFault(fault('yaml/number-too-large'));
    value += parseFloatText(part) * base;
    base *= 60;
  }
  return sign * value;
}

/** Reads a number as Python's `float(text)` does. */
function parseFloatText(text: string): number {
  const digits = text.trim();
  if (/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/.test(digits)) return Number(digits);
  const word = /^([-+]?)(?:(inf|infinity)|nan)$/.exec(digits);
  if (word === null) throw new ValueFault(fault('yaml/not-a-number', { text: quoted(text) }));
  return word[2] === undefined ? NaN : word[1] === '-' ? -Infinity : Infinity;
}

const DATE_PARTS =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:(?:[Tt]|[ \t]+)(\d\d?):(\d\d):(\d\d)(?:\.(\d*))?(?:[ \t]*(Z|([-+])(\d\d?)(?::(\d\d))?))?)?\n?$/;

/** Gives a date or a time as Python's `isoformat` prints it. */
function toDate(text: string): string {
  const match = DATE_PARTS.exec(text);
  if (match === null) throw new ValueFault(fault('yaml/not-a-date'));
  const part = (group: number): number => Number(match[group] ?? 0);
  const [year, month, day, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)];
  const zone = match[4] === undefined ? '' : zoneText(match[8], match[9], part(10), part(11));
  if (year < 1) refusePart('year', year, '0001 to 9999');
  if (month < 1 || month > 12) refusePart('month', month, '1 to 12');
  const days = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  if (day < 1 || day > days) refusePart('day', day, `1 to ${days}`);
  const two = (part: number): string => String(part).padStart(2, '0');
  const date = `${match[1]}-${two(month)}-${two(day)}`;
  if (match[4] === undefined) return date;
  if (hour > 23) refusePart('hour', hour, '0 to 23');
  if (minute > 59) refusePart('minute', minute, '0 to 59');
  if (second > 59) refusePart('second', second, '0 to 59');
  const micro = (match[7] ?? '').slice(0, 6).padEnd(6, '0');
  return `${date}T${two(hour)}:${two(minute)}:${two(second)}${Number(micro) === 0 ? '' : `.${micro}`}${zone}`;
}

function refusePart(part: string, value: number, expected: string): never {
  throw new ValueFault(fault('yaml/date-out-of-range', { part, value, expected }));
}

function zoneText(zone: string | undefined, sign: string | undefined, hours: number, minutes: number): string {
  if (zone === undefined) return '';
  if (sign === undefined) return '+00:00';
  const total = (sign === '-' ? -1 : 1) * (hours * 60 + minutes);
  if (Math.abs(total) >= 24 * 60) throw new ValueFault(fault('yaml/time-zone-out-of-range', { minutes: total }));
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${total < 0 ? '-' : '+'}${two(Math.floor(Math.abs(total) / 60))}:${two(Math.abs(total) % 60)}`;
}

/**
 * Checks base64 as Python's `binascii` does, which skips characters outside of its alphabet, and returns it without
 * these.
 */
function toBase64(text: string): string {
  const foreign = /[^\x00-\x7f]/u.exec(text);
  if (foreign !== null) {
    const position = Array.from(text.slice(0, foreign.index)).length;
    throw new ValueFault(fault('yaml/base64-character', { character: foreign[0], position }));
  }
  let data = '';
  let padding = 0;
  for (const c of text) {
    if (c === '=') {
      padding++;
      if (data.length % 4 >= 2 && (data.length % 4) + padding >= 4)
        return Buffer.from(data, 'base64').toString('base64');
    } else if (/[A-Za-z0-9+/]/.test(c)) {
      data += c;
      padding = 0;
    }
  }
  if (data.length % 4 === 1) throw new ValueFault(fault('yaml/base64-length', { count: data.length }));
  if (data.length % 4 !== 0) throw new ValueFault(fault('yaml/base64-padding'));
  return data;
}
