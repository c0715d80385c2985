/** Tables of a TOML document while they are read: later headers and dotted keys may still add to them. */
import { Mapping, Sequence } from './tree.ts';
import type { Node, Range, Scalar } from './tree.ts';

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
export function isDeclared(table: Table, key: readonly Scalar[]): boolean {
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
