/** Values of TOML, and the keys before them. */
import { readLine, readString } from './toml-string.ts';
import { isFrozen, openTables, Table } from './toml-table.ts';
import type { TomlKey } from './toml-table.ts';
import type { TomlText } from './toml-text.ts';
import { quoted } from './python.ts';
import { Scalar, Sequence } from './tree.ts';
import type { Node, ScalarType } from './tree.ts';

/** Deeper values are refused: ansible-core 2.19 exhausts Python's stack when it marks them as templates. */
const MAX_DEPTH = 245;
/** Python converts no longer text to an integer: https://docs.python.org/3/library/stdtypes.html#int-max-str-digits */
const MAX_DIGITS = 4300;

const BARE_KEY = /[A-Za-z0-9_-]+/y;
const WORD = /true|false|[-+]?(?:inf|nan)/y;
const CLOCK = '(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]';
const TIME = new RegExp(`(${CLOCK})(?:\\.([0-9]{1,6})[0-9]*)?`, 'y');
const DATE = new RegExp(
  '([0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01]))' +
    `(?:[Tt ](${CLOCK})(?:\\.([0-9]{1,6})[0-9]*)?([Zz]|[-+](?:[01][0-9]|2[0-3]):[0-5][0-9])?)?`,
  'y',
);
const NUMBER =
  /0(?:x[0-9A-Fa-f](?:_?[0-9A-Fa-f])*|b[01](?:_?[01])*|o[0-7](?:_?[0-7])*)|[-+]?(?:0|[1-9](?:_?[0-9])*)((?:\.[0-9](?:_?[0-9])*)?(?:[eE][-+]?[0-9](?:_?[0-9])*)?)/y;

/** Reads a key, with the blanks around its parts and behind it. */
export function readKey(toml: TomlText): TomlKey {
  const key: [Scalar, ...Scalar[]] = [readKeyPart(toml)];
  for (toml.skipBlank(); toml.next === '.'; toml.skipBlank()) {
    toml.at++;
    toml.skipBlank();
    key.push(readKeyPart(toml));
  }
  if (key.length > MAX_DEPTH) toml.fail('maximum recursion depth exceeded');
  return key;
}

function readKeyPart(toml: TomlText): Scalar {
  toml.count();
  if (toml.next === '"' || toml.next === "'") return readLine(toml);
  const from = toml.at;
  const name = toml.match(BARE_KEY)?.[0] ?? toml.fail('Invalid initial character for a key part');
  const { start, end } = toml.range(from);
  return new Scalar(start, end, 'str', name);
}

/** Reads `key = value`. */
export function readPair(toml: TomlText, depth = 0): { readonly key: TomlKey; readonly value: Node } {
  const key = readKey(toml);
  if (toml.next !== '=') toml.fail("Expected '=' after a key in a key/value pair");
  toml.at++;
  toml.skipBlank();
  return { key, value: readValue(toml, depth) };
}

/** `depth`: how many lists and inline tables the value stands in. */
function readValue(toml: TomlText, depth: number): Node {
  toml.count();
  if (depth > MAX_DEPTH) toml.fail('maximum recursion depth exceeded');
  switch (toml.next) {
    case '"':
    case "'":
      return readString(toml);
    case '[':
      return readList(toml, depth);
    case '{':
      return readInlineTable(toml, depth);
    default:
      return readDate(toml) ?? readTime(toml) ?? readNumber(toml) ?? readWord(toml) ?? toml.fail('Invalid value');
  }
}

function readList(toml: TomlText, depth: number): Sequence {
  const from = toml.at++;
  const items: Node[] = [];
  for (toml.skipLines(); toml.next !== ']'; toml.skipLines()) {
    items.push(readValue(toml, depth + 1));
    toml.skipLines();
    if (toml.next === ']') break;
    if (toml.next !== ',') toml.fail('Unclosed array');
    toml.at++;
  }
  toml.at++;
  const { start, end } = toml.range(from);
  return new Sequence(start, end, items);
}

function readInlineTable(toml: TomlText, depth: number): Node {
  const from = toml.at++;
  const table = new Table(toml.range(from));
  toml.skipBlank();
  if (toml.next !== '}')
    for (;;) {
      addInline(toml, table, depth);
      toml.skipBlank();
      if (toml.next === '}') break;
      if (toml.next !== ',') toml.fail('Unclosed inline table');
      toml.at++;
      toml.skipBlank();
    }
  toml.at++;
  table.extend(toml.range(from).end);
  return table.node();
}

function addInline(toml: TomlText, table: Table, depth: number): void {
  const { key, value } = readPair(toml, depth + 1);
  if (isFrozen(table, key)) toml.fail(`Cannot mutate immutable namespace ${tuple(key)}`);
  const tables = openTables(table, key.slice(0, -1), true) ?? toml.fail('Cannot overwrite a value');
  const stem = key.at(-1) ?? key[0];
  const holder = tables.at(-1) ?? table;
  if (holder.has(stem)) toml.fail(`Duplicate inline table key ${quoted(stem.value as string)}`);
  holder.set(stem, value);
  for (const each of tables) each.extend(value.end);
}

/** A key as Python prints a tuple of texts. */
export function tuple(key: readonly Scalar[]): string {
  const parts = key.map(({ value }) => quoted(value as string));
  return parts.length === 1 ? `(${parts.join('')},)` : `(${parts.join(', ')})`;
}

function readDate(toml: TomlText): Scalar | undefined {
  const from = toml.at;
  const match = toml.match(DATE);
  if (match === undefined) return undefined;
  const [, day = '', clockText, fraction, zone = ''] = match;
  if (!isDay(day)) toml.fail('Invalid date or datetime', from);
  if (clockText === undefined) return scalar(toml, from, 'date', day);
  const offset = /^(?:z|-00:00)$/i.test(zone) ? '+00:00' : zone;
  return scalar(toml, from, 'datetime', `${day}T${clockText}${micros(fraction)}${offset}`);
}

function isDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`);
  return !day.startsWith('0000') && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}

function readTime(toml: TomlText): Scalar | undefined {
  const from = toml.at;
  const match = toml.match(TIME);
  return match === undefined ? undefined : scalar(toml, from, 'time', `${match[1] ?? ''}${micros(match[2])}`);
}

/** As `isoformat` prints them: six digits, or none at all. */
function micros(fraction = ''): string {
  return /[1-9]/.test(fraction) ? `.${fraction.padEnd(6, '0')}` : '';
}

function readNumber(toml: TomlText): Scalar | undefined {
  const from = toml.at;
  const match = toml.match(NUMBER);
  if (match === undefined) return undefined;
  const digits = match[0].replaceAll('_', '');
  if (match[1] !== undefined && match[1] !== '') return scalar(toml, from, 'float', Number(digits));
  const count = digits.replace(/^[-+]/, '').length;
  if (count > MAX_DIGITS && !/^0[xob]/.test(digits))
    toml.fail(
      `Exceeds the limit (${MAX_DIGITS} digits) for integer string conversion: value has ${count} digits; use sys.set_int_max_str_digits() to increase the limit`,
      from,
    );
  const value = Number(digits);
  // Integers have no negative zero.
  return scalar(toml, from, 'int', Number.isSafeInteger(value) ? value + 0 : BigInt(digits.replace(/^\+/, '')));
}

function readWord(toml: TomlText): Scalar | undefined {
  const from = toml.at;
  const text = toml.match(WORD)?.[0];
  if (text === undefined) return undefined;
  if (text === 'true' || text === 'false') return scalar(toml, from, 'bool', text === 'true');
  const size = text.endsWith('inf') ? Infinity : NaN;
  return scalar(toml, from, 'float', text.startsWith('-') ? -size : size);
}

function scalar(toml: TomlText, from: number, type: ScalarType, value: Scalar['value']): Scalar {
  const { start, end } = toml.range(from);
  return new Scalar(start, end, type, value);
}
