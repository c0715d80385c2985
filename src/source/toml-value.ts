/** Reads values of TOML and the keys before them. */
import { fault } from '../troubles/fault.ts';
import type { Fault } from '../troubles/fault.ts';
import { TextFault } from './text-fault.ts';
import { Mapping, Scalar, Sequence, MAX_VALUES, TOO_MANY_VALUES } from './tree.ts';
import type { Node, ScalarType, Range } from './tree.ts';

/** The deepest value: ansible-core 2.19 exhausts Python's stack when it marks deeper ones as templates. */
const MAX_DEPTH = 245;
/** The longest text that Python converts to an integer: https://docs.python.org/3/library/stdtypes.html#int-max-str-digits */
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

/** Reads a key with the blanks around its parts and after it. */
export function readKey(toml: TomlText): TomlKey {
  const key: [Scalar, ...Scalar[]] = [readKeyPart(toml)];
  for (toml.skipBlank(); toml.next === '.'; toml.skipBlank()) {
    toml.at++;
    toml.skipBlank();
    key.push(readKeyPart(toml));
  }
  if (key.length > MAX_DEPTH) toml.fail(fault('text/nested-too-deeply'));
  return key;
}

function readKeyPart(toml: TomlText): Scalar {
  toml.count();
  if (toml.next === '"' || toml.next === "'") return readLine(toml);
  const from = toml.at;
  const name = toml.match(BARE_KEY)?.[0] ?? toml.fail(fault('toml/malformed-key'));
  const { start, end } = toml.range(from);
  return new Scalar(start, end, 'str', name);
}

/** Reads `key = value`. */
export function readPair(toml: TomlText, depth = 0): { readonly key: TomlKey; readonly value: Node } {
  const key = readKey(toml);
  if (toml.next !== '=') toml.fail(fault('toml/missing-equals'));
  toml.at++;
  toml.skipBlank();
  return { key, value: readValue(toml, depth) };
}

/** Reads a value; `depth` is the number of lists and inline tables around it. */
function readValue(toml: TomlText, depth: number): Node {
  toml.count();
  if (depth > MAX_DEPTH) toml.fail(fault('text/nested-too-deeply'));
  switch (toml.next) {
    case '"':
    case "'":
      return readString(toml);
    case '[':
      return readList(toml, depth);
    case '{':
      return readInlineTable(toml, depth);
    default:
      return (
        readDate(toml) ??
        readTime(toml) ??
        readNumber(toml) ??
        readWord(toml) ??
        toml.fail(fault('toml/malformed-value'))
      );
  }
}

function readList(toml: TomlText, depth: number): Sequence {
  const from = toml.at++;
  const items: Node[] = [];
  for (toml.skipLines(); toml.next !== ']'; toml.skipLines()) {
    items.push(readValue(toml, depth + 1));
    toml.skipLines();
    if (toml.next === ']') break;
    if (toml.next !== ',') toml.fail(fault('toml/unclosed-list'));
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
      if (toml.next !== ',') toml.fail(fault('toml/unclosed-table'));
      toml.at++;
      toml.skipBlank();
    }
  toml.at++;
  table.extend(toml.range(from).end);
  return table.node();
}

function addInline(toml: TomlText, table: Table, depth: number): void {
  const { key, value } = readPair(toml, depth + 1);
  if (leadsIntoFrozen(table, key)) toml.fail(fault('toml/closed-value', { table: dotted(key) }));
  const tables = makeTablesAlong(table, key.slice(0, -1), true) ?? toml.fail(fault('toml/key-twice'));
  const stem = key.at(-1) ?? key[0];
  const holder = tables.at(-1) ?? table;
  if (holder.has(stem)) toml.fail(fault('toml/inline-key-twice', { key: dotted([stem]) }));
  holder.set(stem, value);
  for (const each of tables) each.extend(value.end);
}

/** Shows a key as it may be written: `web."h[1:3]"`. */
export function dotted(key: readonly Scalar[]): string {
  return key
    .map(({ value }) => value as string)
    .map((part) => (/^[A-Za-z0-9_-]+$/.test(part) ? part : JSON.stringify(part)))
    .join('.');
}

function invalidCharacter(character: string): Fault {
  return fault('toml/character', { character: shownCharacter(character) });
}

/** Shows a character by its number, as it may be invisible. */
function shownCharacter(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function readDate(toml: TomlText): Scalar | undefined {
  const from = toml.at;
  const match = toml.match(DATE);
  if (match === undefined) return undefined;
  const [, day = '', clockText, fraction, zone = ''] = match;
  if (!isDay(day)) toml.fail(fault('toml/no-such-day'), from);
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

/** Prints microseconds as `isoformat` does: six digits, or none. */
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
    toml.fail(fault('text/too-many-digits', { digits: count, limit: MAX_DIGITS }), from);
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

// Strings of TOML.

const PLAIN_TEXT = /[^"\\\x00-\x08\x0a-\x1f\x7f]*/y;
const PLAIN_LINES = /[^"\\\x00-\x08\x0b-\x1f\x7f]*/y;
const LITERAL_TEXT = /[^'\x00-\x08\x0a-\x1f\x7f]*/y;
const JOINED_LINE = /\\[ \t]*/y;

const controls: Readonly<Record<string, string>> = {
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
  '"': '"',
  '\\': '\\',
};

/** Reads the string that starts here, of one line or of several. */
function readString(toml: TomlText): Scalar {
  const quote = toml.next;
  if (!toml.startsWith(quote.repeat(3))) return readLine(toml);
  const start = toml.at;
  toml.at += toml.text.startsWith('\n', start + 3) ? 4 : 3;
  let value = quote === '"' ? basicLines(toml) : literalLines(toml);
  // Up to two quotes may stand right before the three that end the string.
  for (let extra = 0; extra < 2 && toml.next === quote; extra++) {
    value += quote;
    toml.at++;
  }
  return stringScalar(toml, start, value, quote);
}

/** Reads the one-line string that starts here; a key may be no other. */
function readLine(toml: TomlText): Scalar {
  const start = toml.at;
  const quote = toml.next;
  toml.at++;
  const value = quote === '"' ? basicLine(toml) : literalLine(toml);
  return stringScalar(toml, start, value, quote);
}

function stringScalar(toml: TomlText, from: number, value: string, quote: string): Scalar {
  const { start, end } = toml.range(from);
  return new Scalar(start, end, 'str', value, quote === '"' ? 'double' : 'single');
}

function literalLine(toml: TomlText): string {
  const value = toml.match(LITERAL_TEXT)?.[0] ?? '';
  if (toml.next === "'") {
    toml.at++;
    return value;
  }
  // A missing end of the string is reported before a character that it may not hold.
  return toml.text.includes("'", toml.at) ? invalid(toml, toml.at) : noEnd(toml, "'");
}

function literalLines(toml: TomlText): string {
  const end = toml.text.indexOf("'''", toml.at);
  if (end < 0) return noEnd(toml, "'''");
  const value = toml.text.slice(toml.at, end);
  const illegal = value.search(/[\x00-\x08\x0b-\x1f\x7f]/);
  if (illegal >= 0) invalid(toml, toml.at + illegal);
  toml.at = end + 3;
  return value;
}

function noEnd(toml: TomlText, end: string): never {
  return toml.fail(fault('toml/unclosed-quotes', { closing: end }), toml.text.length);
}

function invalid(toml: TomlText, at: number): never {
  return toml.fail(invalidCharacter(toml.text.charAt(at)), at);
}

function basicLine(toml: TomlText): string {
  let value = '';
  for (;;) {
    value += toml.match(PLAIN_TEXT)?.[0] ?? '';
    if (toml.next === '"') {
      toml.at++;
      return value;
    }
    value += escaped(toml);
  }
}

function basicLines(toml: TomlText): string {
  let value = '';
  for (;;) {
    value += toml.match(PLAIN_LINES)?.[0] ?? '';
    if (toml.startsWith('"""')) {
      toml.at += 3;
      return value;
    }
    if (toml.next === '"') {
      toml.at++;
      value += '"';
    } else if (/^\\[ \t\n]/.test(toml.text.slice(toml.at, toml.at + 2))) skipJoint(toml);
    else value += escaped(toml);
  }
}

/** Skips a backslash at the end of a line, which joins the line with the next text. */
function skipJoint(toml: TomlText): void {
  toml.match(JOINED_LINE);
  if (toml.next === '') return;
  if (toml.next !== '\n') toml.fail(fault('toml/unknown-escape'));
  toml.match(BLANK_OR_BREAK);
}

/** Reads the escape that a backslash here begins; fails if there is no such escape. */
function escaped(toml: TomlText): string {
  if (toml.next === '') return toml.fail(fault('toml/unclosed-text'));
  if (toml.next !== '\\') return toml.fail(fault('toml/character-in-text', { character: shownCharacter(toml.next) }));
  const letter = toml.text.charAt(toml.at + 1);
  toml.at += 2;
  if (letter === 'u' || letter === 'U') return codePoint(toml, letter === 'u' ? 4 : 8);
  return (Object.hasOwn(controls, letter) ? controls[letter] : undefined) ?? toml.fail(fault('toml/unknown-escape'));
}

function codePoint(toml: TomlText, length: number): string {
  const digits = toml.text.slice(toml.at, toml.at + length);
  if (digits.length < length || /[^0-9a-fA-F]/.test(digits)) return toml.fail(fault('toml/incomplete-escape'));
  toml.at += length;
  const code = parseInt(digits, 16);
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return toml.fail(fault('toml/escape-of-no-character'));
  return String.fromCodePoint(code);
}

// The text of a TOML document while it is read.

const BLANK = /[ \t]*/y;
const BLANK_OR_BREAK = /[ \t\n]*/y;
const COMMENT = /#[^\x00-\x08\x0a-\x1f\x7f]*/y;

/** A text with the current position of reading. */
export class TomlText {
  /** The text with LF for CRLF, as Python reads TOML; `range` gives offsets in the text as written. */
  readonly text: string;
  at = 0;
  /** The offsets in `text` of line breaks that were a CRLF. */
  readonly #returns: readonly number[];
  #values = 0;

  constructor(written: string) {
    this.text = written.replaceAll('\r\n', '\n');
    let count = 0;
    this.#returns =
      this.text.length === written.length ? [] : Array.from(written.matchAll(/\r\n/g), ({ index }) => index - count++);
  }

  /** The character here; empty at the end. */
  get next(): string {
    return this.text.charAt(this.at);
  }

  startsWith(word: string): boolean {
    return this.text.startsWith(word, this.at);
  }

  /** Reads the match of a sticky pattern here. */
  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match === null) return undefined;
    this.at = pattern.lastIndex;
    return match;
  }

  skipBlank(): void {
    this.match(BLANK);
  }

  skipComment(): void {
    if (this.match(COMMENT) === undefined) return;
    if (this.next !== '\n' && this.next !== '') this.fail(invalidCharacter(this.next));
  }

  /** Skips blanks, line breaks and comments, which may be between the items of a list. */
  skipLines(): void {
    for (let before = -1; before !== this.at;) {
      before = this.at;
      this.match(BLANK_OR_BREAK);
      this.skipComment();
    }
  }

  /** The range from a place to here, or to another place, in the text as written. */
  range(start: number, end = this.at): Range {
    return { start: this.#written(start), end: this.#written(end) };
  }

  /** Counts a value; fails if there are more than any document may have. */
  count(): void {
    if (++this.#values > MAX_VALUES) this.fail(TOO_MANY_VALUES);
  }

  /** Refuses the text for a fault here, or at another place. */
  fail(refusal: Fault, at = this.at): never {
    throw new TextFault(refusal, at);
  }

  #written(at: number): number {
    let low = 0;
    let high = this.#returns.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#returns[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return at + low;
  }
}

// Tables of a TOML document while they are read: later headers and dotted keys may still add to them.

/** A key with all of its parts: `web.hosts."h[1:3]"`. */
export type TomlKey = readonly [Scalar, ...Scalar[]];

/** A value of a table: scalars, lists and inline tables are nodes at once, as nothing can be added to them. */
type Value = Node | Table | TableList;

/** A table that grows while the text is read. */
export class Table {
  /** True if a header, or a dotted key above the last header, declared the table; neither may do so again. */
  declared = false;
  readonly #start: number;
  #end: number;
  readonly #entries = new Map<string, { readonly key: Scalar; readonly value: Value }>();

  constructor({ start, end }: Range) {
    this.#start = start;
    this.#end = end;
  }

  has(key: Scalar): boolean {
    return this.#entries.has(key.value as string);
  }

  get(key: Scalar): Value | undefined {
    return this.#entries.get(key.value as string)?.value;
  }

  set(key: Scalar, value: Value): void {
    this.#entries.set(key.value as string, { key, value });
  }

  /** Moves the end of the table after the value that was added last. */
  extend(end: number): void {
    this.#end = Math.max(this.#end, end);
  }

  node(): Mapping {
    const pairs = [...this.#entries.values()].map(({ key, value }) => ({
      key,
      value: 'node' in value ? value.node() : value,
      mergedAt: undefined,
    }));
    return new Mapping(this.#start, this.#end, pairs);
  }
}

/** A list of tables, each with its own header `[[key]]`; later keys add to the last table. */
export class TableList {
  readonly tables: [Table, ...Table[]];

  constructor(first: Table) {
    this.tables = [first];
  }

  get last(): Table {
    return this.tables.at(-1) ?? this.tables[0];
  }

  node(): Sequence {
    const items = this.tables.map((table) => table.node());
    return new Sequence(items[0]?.start ?? 0, items.at(-1)?.end ?? 0, items);
  }
}

/** Tells whether a key leads to, or into, a list or an inline table. */
export function leadsIntoFrozen(table: Table, key: readonly Scalar[]): boolean {
  let at: Table | TableList = table;
  for (const part of key) {
    const value: Value | undefined = at instanceof TableList ? at.last.get(part) : at.get(part);
    if (value === undefined) return false;
    if ('start' in value) return value.kind !== 'scalar';
    at = value;
  }
  return false;
}

/** Tells whether a key leads to a table that was declared, or to a list of tables. */
export function leadsToDeclared(table: Table, key: readonly Scalar[]): boolean {
  const value = find(table, key);
  return value instanceof TableList || (value instanceof Table && value.declared);
}

function find(table: Table, key: readonly Scalar[]): Value | undefined {
  let at: Value | undefined = table;
  for (const part of key) {
    if (at instanceof TableList) at = at.last;
    if (!(at instanceof Table)) return undefined;
    at = at.get(part);
  }
  return at;
}

/**
 * All tables along a key, from the outermost to the one that it names; missing ones are made.
 *
 * `inline` is true within an inline table, where no list is entered. Undefined if another value is in the way.
 */
export function makeTablesAlong(table: Table, key: readonly Scalar[], inline = false): readonly Table[] | undefined {
  const tables: Table[] = [];
  let at = table;
  for (const part of key) {
    let next = at.get(part);
    if (next === undefined) at.set(part, (next = new Table(part)));
    if (next instanceof TableList && !inline) next = next.last;
    if (!(next instanceof Table)) return undefined;
    tables.push(next);
    at = next;
  }
  return tables;
}
