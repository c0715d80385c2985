/** TOML as Python's `tomllib` reads it, into the positioned tree. */
import { TomlFault, TomlText, readKey, readPair, tuple } from './toml-value.ts';
import type { Reading, Scalar, Node, Range } from './tree.ts';
import { Mapping, Sequence } from './tree.ts';

/**
 * Reads a text as TOML 1.0, as `tomllib` of Python 3.11 does.
 *
 * A table starts at the first key that names it and ends behind what was added to it last, wherever that stands: the
 * headers `[web.hosts]` and `[web.vars]` need not be neighbours. `problem` carries Python's words and the place that it
 * tells; `root` is what was read before it.
 */
export function readToml(text: string): Reading {
  const reader = new TomlReader(text);
  try {
    reader.read();
    return { root: reader.root.node(), problem: undefined, duplicates: [] };
  } catch (fault) {
    if (!(fault instanceof TomlFault)) throw fault;
    const end = Math.min(fault.at + 1, reader.toml.text.length);
    const problem = { message: fault.message, context: undefined, ...reader.toml.range(fault.at, end) };
    return { root: reader.root.node(), problem, duplicates: [] };
  }
}

class TomlReader {
  readonly toml: TomlText;
  readonly root: Table;
  /** The header above, with the tables that it leads to. */
  #header: readonly Scalar[] = [];
  #above: readonly Table[] = [];
  /** Tables that dotted keys below this header opened: no later header may declare them. */
  #dotted: Table[] = [];

  constructor(text: string) {
    this.toml = new TomlText(text);
    this.root = new Table({ start: 0, end: text.length });
  }

  read(): void {
    const { toml } = this;
    for (toml.skipBlank(); toml.next !== ''; toml.skipBlank()) {
      this.#statement();
      toml.skipComment();
      if (toml.next === '') return;
      if (toml.next !== '\n') toml.fail('Expected newline or end of document after a statement');
      toml.at++;
    }
  }

  #statement(): void {
    const { toml } = this;
    if (toml.next === '\n' || toml.next === '#') return;
    if (toml.next === '[') this.#open();
    else if (/[A-Za-z0-9_"'-]/.test(toml.next)) this.#set();
    else toml.fail('Invalid statement');
    toml.skipBlank();
  }

  #open(): void {
    const { toml } = this;
    for (const table of this.#dotted) table.declared = true;
    this.#dotted = [];
    toml.count();
    const brackets = toml.startsWith('[[') ? 2 : 1;
    toml.at += brackets;
    toml.skipBlank();
    const key = readKey(toml);
    this.#header = key;
    this.#above = (brackets === 1 ? this.#declare(key) : this.#append(key)) ?? toml.fail('Cannot overwrite a value');
    if (!toml.startsWith(']'.repeat(brackets)))
      toml.fail(
        brackets === 1
          ? "Expected ']' at the end of a table declaration"
          : "Expected ']]' at the end of an array declaration",
      );
    toml.at += brackets;
    this.#extend(this.#above);
  }

  #declare(key: TomlKey): readonly Table[] | undefined {
    if (isDeclared(this.root, key) || isFrozen(this.root, key)) this.toml.fail(`Cannot declare ${tuple(key)} twice`);
    const tables = openTables(this.root, key);
    const table = tables?.at(-1);
    if (table !== undefined) table.declared = true;
    return tables;
  }

  #append(key: TomlKey): readonly Table[] | undefined {
    if (isFrozen(this.root, key)) this.toml.fail(`Cannot mutate immutable namespace ${tuple(key)}`);
    const tables = openTables(this.root, key.slice(0, -1));
    if (tables === undefined) return undefined;
    const stem = key.at(-1) ?? key[0];
    const holder = tables.at(-1) ?? this.root;
    const list = holder.get(stem);
    const table = new Table(stem);
    if (list instanceof TableList) list.tables.push(table);
    else if (list === undefined) holder.set(stem, new TableList(table));
    else return undefined;
    return [...tables, table];
  }

  #set(): void {
    const { toml } = this;
    const table = this.#above.at(-1) ?? this.root;
    const { key, value } = readPair(toml);
    const parents = key.slice(0, -1);
    for (const [index, part] of parents.entries())
      if (isDeclared(table, [...parents.slice(0, index), part]))
        toml.fail(`Cannot redefine namespace ${tuple([...this.#header, ...parents.slice(0, index + 1)])}`);
    if (isFrozen(table, parents))
      toml.fail(`Cannot mutate immutable namespace ${tuple([...this.#header, ...parents])}`);
    const tables = openTables(table, parents) ?? toml.fail('Cannot overwrite a value');
    const stem = key.at(-1) ?? key[0];
    const holder = tables.at(-1) ?? table;
    if (holder.has(stem)) toml.fail('Cannot overwrite a value');
    holder.set(stem, value);
    this.#dotted.push(...tables);
    this.#extend([...this.#above, ...tables]);
  }

  /** The tables end here. */
  #extend(tables: readonly Table[]): void {
    const { end } = this.toml.range(this.toml.at);
    for (const table of tables) table.extend(end);
  }
}

// Tables of a TOML document while they are read: later headers and dotted keys may still add to them.

/** A key with all of its parts: `web.hosts."h[1:3]"`. */
export type TomlKey = readonly [Scalar, ...Scalar[]];

/** What is read in one piece (a scalar, a list, an inline table) is a node at once, and nothing adds to it. */
type Value = Node | Table | TableList;

/** A table as it grows while the text is read. */
export class Table {
  /** A header, or a dotted key above the last header, declared it: neither may do so again. */
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

  /** The table ends behind what was added last. */
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

/** A list of tables, each with a header `[[key]]` of its own; what follows adds to the last one. */
class TableList {
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

/** True where a key leads to, or into, a list or table that was written in one piece. */
export function isFrozen(table: Table, key: readonly Scalar[]): boolean {
  let at: Table | TableList = table;
  for (const part of key) {
    const value: Value | undefined = at instanceof TableList ? at.last.get(part) : at.get(part);
    if (value === undefined) return false;
    if ('start' in value) return value.kind !== 'scalar';
    at = value;
  }
  return false;
}

/** True where a key leads to a table that was declared, or to a list of tables. */
function isDeclared(table: Table, key: readonly Scalar[]): boolean {
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
 * The tables along a key, the last being that which it names; missing ones are made.
 *
 * `inline` is true within an inline table, where no list is entered. Undefined where another value stands in the way.
 */
export function openTables(table: Table, key: readonly Scalar[], inline = false): readonly Table[] | undefined {
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
