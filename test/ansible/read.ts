/** Inventories from files that are written into the test. */
import type { Inventory, SourcedInventory } from '../../src/ansible/inventory/entities.ts';
import { readInventory } from '../../src/ansible/read-inventory.ts';
import type { SourceOptions } from '../../src/ansible/sources/source-graph.ts';
import { Computed, valueUnlessUnknowable } from '../../src/ansible/template/computed.ts';
import type { Node } from '../../src/source/tree.ts';
import { inventoryOutcome } from '../../src/commands/inventory.ts';
import type { InventoryRequest } from '../../src/commands/inventory.ts';
import type { CommandOutcome } from '../../src/commands/command.ts';
import { memoryFiles } from '../memory-files.ts';
import { messageOf, severityOf } from '../../src/troubles/catalogue.ts';

type Tree = Readonly<Record<string, string | Uint8Array>>;

/** Files by path below the folder in which the program stands. */
export function below(cwd: string, tree: Tree): ReturnType<typeof memoryFiles> {
  return memoryFiles(Object.fromEntries(Object.entries(tree).map(([path, text]) => [`${cwd}/${path}`, text])));
}

/** Reads the sources; the first file where none is named. */
export function read(tree: Tree, options: Partial<SourceOptions> = {}): SourcedInventory {
  const sources = options.sources ?? [Object.keys(tree)[0] ?? ''];
  return readInventory(below('/p', tree), { cwd: '/p', ...options, sources });
}

/** The output of `stacklint inventory`, by default of `--list`. */
export function dump(tree: Tree, request: Partial<InventoryRequest> = {}, files = below('/p', tree)): CommandOutcome {
  const given = { list: false, graph: false, vars: false, export: false, environment: {}, ...request };
  const list = given.list || (!given.graph && given.host === undefined);
  const sources = [Object.keys(tree)[0] ?? ''];
  return inventoryOutcome(files, { cwd: '/p', sources, ...given, list });
}

/** The variables of a host as plain values. */
export function effective(inventory: Inventory, name: string): Record<string, unknown> {
  const host = inventory.hosts.get(name);
  if (host === undefined) throw new Error(`no host ${name}: ${[...inventory.hosts.keys()].join(' ')}`);
  const variables = inventory.variablesOf(host);
  return Object.fromEntries([...variables.names()].map((each) => [each, plain(variables.value(each))]));
}

/** The names of the hosts of a group and of those below it. */
export function members(inventory: Inventory, name: string): readonly string[] {
  const group = inventory.groups.get(name);
  return group === undefined ? ['no such group'] : inventory.members(group).map((host) => host.name);
}

/** The names of all groups of a host, in order of merging. */
export function groupsOf(inventory: Inventory, name: string): readonly string[] {
  const host = inventory.hosts.get(name);
  return host === undefined ? ['no such host'] : inventory.groupsOf(host).map((group) => group.name);
}

/** Each trouble as `file:line:column severity message`. */
export function troubles(inventory: Inventory): readonly string[] {
  return inventory.troubles.map((trouble) => {
    const { document, start } = trouble;
    const { line, column } = document.position(start);
    return `${document.file}:${line}:${column} ${severityOf(trouble)} ${messageOf(trouble)}`;
  });
}

/** A value as plain data; one that only a run can know is the reason, after `unknown: `. */
export function plain(written: Node | undefined): unknown {
  if (written instanceof Computed && written.outcome.state === 'unknown') return `unknown: ${written.outcome.message}`;
  const node = written === undefined ? undefined : valueUnlessUnknowable(written);
  if (node === undefined) return undefined;
  if (node.kind === 'sequence') return node.items.map(plain);
  if (node.kind === 'mapping')
    return Object.fromEntries(node.pairs.map(({ key, value }) => [String(key.value), plain(value)]));
  return node.value;
}
