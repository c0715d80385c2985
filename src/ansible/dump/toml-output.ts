/** `ansible-inventory --toml`: a table for each group, as the Python package tomli-w 1.2 writes it. */
import type { Mapping, Node, Scalar, Sequence } from '../../source/tree.ts';
import type { Group, Host, Inventory } from '../entities.ts';
import { hasChange } from '../versions.ts';
import { asText } from '../../source/python-text.ts';
import { escaped } from './python-json.ts';
import {
  groupVariables,
  hostVariables,
  isPythonSet,
  DeferredFailure,
  Unprintable,
  withoutUndecodableBytes,
} from './output.ts';
import type { DumpOptions, Printer, ShownVariable } from './output.ts';

export const tomlPrinter: Printer = {
  leavesOut: isEmptyUngrouped,
  list(inventory, hosts, options) {
    const tables = new TomlTables(inventory, hosts, options);
    const all = inventory.groups.get('all');
    return printTable(options, () => {
      if (all !== undefined) tables.addGroup(all);
      return tables.failure.orThrow(tables.groups);
    });
  },
  host: (variables, options) => printTable(options, () => variablesTable(variables, options)),
};

function isEmptyUngrouped({ name, hosts }: Group): boolean {
  return name === 'ungrouped' && hosts.length === 0;
}

/** Prints the table. Up to 2.18, Ansible handles the error of a value that TOML cannot express: exit code 1. */
function printTable({ version }: DumpOptions, table: () => Table): string {
  try {
    return withoutUndecodableBytes(tableLines(table(), '').join(''));
  } catch (error) {
    if (!(error instanceof Unprintable) || hasChange(version, 'tagsValues')) throw error;
    throw new Unprintable(error.message, 1);
  }
}

/** Keys and values in their order; a key that is not text cannot be printed. */
type Table = ReadonlyMap<Scalar | string, TomlValue>;
type TomlValue = Node | readonly string[] | Table;

class TomlTables {
  readonly failure = new DeferredFailure();
  readonly groups = new Map<string, Table>();
  readonly #inventory: Inventory;
  readonly #shown: ReadonlySet<Host>;
  readonly #options: DumpOptions;
  readonly #seenHosts = new Set<Host>();

  constructor(inventory: Inventory, hosts: readonly Host[], options: DumpOptions) {
    this.#inventory = inventory;
    this.#options = options;
    this.#shown = new Set(hasChange(options.version, 'printsSelectedHostsOnly') ? hosts : inventory.hosts.values());
  }

  /** Adds a group and those below it. A group met again replaces its table by one without its hosts' variables. */
  addGroup(group: Group): void {
    const table = new Map<string, TomlValue>();
    const known = this.groups.get(group.name);
    if (known === undefined) this.groups.set(group.name, table);
    const children = group.children.filter((child) => !isEmptyUngrouped(child));
    for (const child of children) this.addGroup(child);
    if (group.name !== 'all') {
      if (children.length > 0)
        table.set(
          'children',
          children.map(({ name }) => name),
        );
      const hosts = this.#hosts(group);
      if (hosts.size > 0) table.set('hosts', hosts);
    }
    const variables = this.#options.export ? groupVariables(this.#inventory, group, this.#options) : [];
    if (variables.length > 0) table.set('vars', this.#variables(variables));
    if (table.size > 0) this.groups.set(group.name, table);
    else if (known === undefined) this.groups.delete(group.name);
  }

  #hosts({ hosts }: Group): Table {
    const table = new Map<string, Table>();
    for (const host of hosts.filter((each) => this.#shown.has(each))) {
      const first = !this.#seenHosts.has(host);
      this.#seenHosts.add(host);
      table.set(host.name, this.#variables(first ? hostVariables(this.#inventory, host, this.#options) : []));
    }
    return table;
  }

  #variables(variables: readonly ShownVariable[]): Table {
    return this.failure.attempt(() => variablesTable(variables, this.#options), new Map());
  }
}

/** Throws Unprintable for a set. */
function variablesTable(variables: readonly ShownVariable[], options: DumpOptions): Table {
  for (const { value, from } of variables)
    if (holds(value, (node) => isPythonSet(node, from, options))) throw new Unprintable('TOML has no form for a set');
  return new Map(variables.map(({ key, value }) => [key, value]));
}

function holds(node: Node, matches: (node: Sequence) => boolean): boolean {
  if (node.kind === 'mapping') return node.pairs.some(({ value }) => holds(value, matches));
  return node.kind === 'sequence' && (matches(node) || node.items.some((item) => holds(item, matches)));
}

const INDENT = '    ';
/** The most characters of an array item that is written as an inline table. */
const LONGEST = 100;

type Tables = Omit<Sequence, 'items'> & { readonly items: readonly Mapping[] };
type Part = readonly [key: string, value: TomlValue];

/** A table with those below it; `inArray` for an item of an array of tables. */
function tableLines(table: Table, name: string, inArray = false): readonly string[] {
  const own: Part[] = [];
  const tables: (readonly [key: string, table: Table, inArray: boolean])[] = [];
  for (const [written, value] of table) {
    const key = keyPart(written);
    if (isTable(value)) tables.push([key, tableOf(value), false]);
    else if (isArrayOfTables(value)) for (const item of value.items) tables.push([key, tableOf(item), true]);
    else own.push([key, value]);
  }
  const lines: string[] = [];
  if (inArray) lines.push(`[[${name}]]\n`);
  else if (name !== '' && (own.length > 0 || tables.length === 0)) lines.push(`[${name}]\n`);
  for (const [key, value] of own) lines.push(`${key} = ${literal(value, 0)}\n`);
  for (const [key, below, isItem] of tables) {
    if (lines.length > 0) lines.push('\n');
    for (const line of tableLines(below, name === '' ? key : `${name}.${key}`, isItem)) lines.push(line);
  }
  return lines;
}

function isTable(value: TomlValue): value is Table | Mapping {
  return value instanceof Map || (typeof value === 'object' && 'kind' in value && value.kind === 'mapping');
}

function tableOf(value: Table | Mapping): Table {
  if (!('kind' in value)) return value;
  return new Map(value.pairs.map(({ key, value: part }) => [key, part]));
}

function isArrayOfTables(value: TomlValue): value is Tables {
  if (typeof value !== 'object' || !('kind' in value) || value.kind !== 'sequence') return false;
  const { items } = value;
  if (items.length === 0 || !items.every((item) => item.kind === 'mapping')) return false;
  return !items.every((item) => fitsLine(`${INDENT}${inlineTable(item)},`));
}

function fitsLine(text: string): boolean {
  return !text.includes('\n') && text.replace(/[\ud800-\udbff]/g, '').length <= LONGEST;
}

function literal(value: TomlValue, level: number): string {
  if (isTable(value)) return inlineTable(value);
  if (!('kind' in value)) return array(value.map(quoted), level);
  if (value.kind === 'sequence')
    return array(
      value.items.map((item) => literal(item, level + 1)),
      level,
    );
  return scalar(value);
}

function array(items: readonly string[], level: number): string {
  if (items.length === 0) return '[]';
  const lines = items.map((item) => `${INDENT.repeat(level + 1)}${item}`);
  return `[\n${lines.join(',\n')},\n${INDENT.repeat(level)}]`;
}

function inlineTable(value: Table | Mapping): string {
  const parts = [...tableOf(value)].map(([key, part]) => `${keyPart(key)} = ${literal(part, 0)}`);
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

/** Throws Unprintable for null, binary data and encrypted values. */
function scalar(value: Scalar): string {
  if (value.mark === 'vault') throw new Unprintable("Object of type 'EncryptedString' is not TOML serializable");
  if (value.mark === 'recurrent') throw new Unprintable('a value contains itself');
  switch (value.type) {
    case 'null':
    case 'bytes':
      throw new Unprintable(`TOML has no form for a value of type ${value.type}`);
    case 'str':
      return quoted(value.value as string);
    case 'bool':
      return String(value.value);
    default:
      return asText(value);
  }
}

function keyPart(key: Scalar | string): string {
  const name = typeof key === 'string' ? key : key.value;
  if (typeof name !== 'string' || (typeof key !== 'string' && key.type !== 'str'))
    throw new Unprintable('Invalid mapping key: TOML needs text');
  return /^[A-Za-z0-9_-]+$/.test(name) ? name : quoted(name);
}

function quoted(text: string): string {
  return `"${escaped(text, /["\\\0-\x08\n-\x1f\x7f]/g)}"`;
}
