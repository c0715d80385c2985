/** TOML as Python's `tomllib` reads it, into the positioned tree. */
import { fault } from '../troubles/fault.ts';
import { TextFault } from './text-fault.ts';
import {
  leadsToDeclared,
  leadsIntoFrozen,
  makeTablesAlong,
  readKey,
  readPair,
  Table,
  TableList,
  TomlText,
  dotted,
} from './toml-value.ts';
import type { TomlKey } from './toml-value.ts';
import type { Reading, Scalar, SyntaxProblem } from './tree.ts';

/**
 * Reads a text as TOML 1.0, as `tomllib` of Python 3.11 does.
 *
 * A table starts at the first key that names it and ends after what was added to it last, wherever that is: the
 * headers `[web.hosts]` and `[web.vars]` need not be neighbours. `problem` is what Python refuses, at the place
 * that it reports; `root` is what was read before it.
 */
export function readToml(text: string): Reading {
  const reader = new TomlReader(text);
  try {
    reader.read();
    return { root: reader.root.node(), problem: undefined, duplicates: [] };
  } catch (error) {
    if (!(error instanceof TextFault)) throw error;
    const { start } = error.problem;
    const end = Math.min(start + 1, reader.toml.text.length);
    const problem: SyntaxProblem = { ...error.problem, ...reader.toml.range(start, end) };
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
      if (toml.next !== '\n') toml.fail(fault('toml/text-after-statement'));
      toml.at++;
    }
  }

  #statement(): void {
    const { toml } = this;
    if (toml.next === '\n' || toml.next === '#') return;
    if (toml.next === '[') this.#open();
    else if (/[A-Za-z0-9_"'-]/.test(toml.next)) this.#set();
    else toml.fail(fault('toml/no-statement'));
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
    this.#above = (brackets === 1 ? this.#declare(key) : this.#append(key)) ?? toml.fail(fault('toml/key-twice'));
    if (!toml.startsWith(']'.repeat(brackets)))
      toml.fail(fault('toml/unclosed-header', { closing: ']'.repeat(brackets) }));
    toml.at += brackets;
    this.#extend(this.#above);
  }

  #declare(key: TomlKey): readonly Table[] | undefined {
    if (leadsToDeclared(this.root, key) || leadsIntoFrozen(this.root, key))
      this.toml.fail(fault('toml/table-twice', { table: dotted(key) }));
    const tables = makeTablesAlong(this.root, key);
    const table = tables?.at(-1);
    if (table !== undefined) table.declared = true;
    return tables;
  }

  #append(key: TomlKey): readonly Table[] | undefined {
    if (leadsIntoFrozen(this.root, key)) this.toml.fail(fault('toml/closed-value', { table: dotted(key) }));
    const tables = makeTablesAlong(this.root, key.slice(0, -1));
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
      if (leadsToDeclared(table, [...parents.slice(0, index), part]))
        toml.fail(fault('toml/table-above', { table: dotted([...this.#header, ...parents.slice(0, index + 1)]) }));
    if (leadsIntoFrozen(table, parents))
      toml.fail(fault('toml/closed-value', { table: dotted([...this.#header, ...parents]) }));
    const tables = makeTablesAlong(table, parents) ?? toml.fail(fault('toml/key-twice'));
    const stem = key.at(-1) ?? key[0];
    const holder = tables.at(-1) ?? table;
    if (holder.has(stem)) toml.fail(fault('toml/key-twice'));
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
