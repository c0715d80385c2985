/** `ansible-inventory --list` and `--host` as JSON, in the format of inventory scripts. */
import type { Group, Host, Inventory } from '../inventory/entities.ts';
import { hasChange } from '../versions.ts';
import type { Version } from '../../ground/releases.ts';
import { JsonPrinter, joinedList, jsonEntry, joinedObject, jsonString, Unordered } from './python-json.ts';
import type { PythonJsonOptions } from './python-json.ts';
import { groupVariables, hostVariables, DeferredFailure } from './output.ts';
import type { DumpOptions, Printer, ShownVariable } from './output.ts';

export const jsonPrinter: Printer = {
  list: (inventory, hosts, options) =>
    printOrdered(options.version, (json) => new Listing(inventory, hosts, options, json).text()),
  host: (variables, { version }) =>
    printOrdered(version, (json) => json.entries(variables, 0, !hasChange(version, 'tagsValues'))),
};

/** Prints all mappings unsorted if Python cannot sort the keys of one, as Ansible does. */
function printOrdered(version: Version, print: (json: JsonPrinter) => string): string {
  const allTypes = hasChange(version, 'tagsValues');
  const printer = (order: PythonJsonOptions['order']): JsonPrinter => new JsonPrinter({ order, allTypes });
  if (hasChange(version, 'sortsKeysAsText')) return print(printer('text'));
  try {
    return print(printer('python'));
  } catch (error) {
    if (!(error instanceof Unordered)) throw error;
    return print(printer('none'));
  }
}

/** The levels of indentation of a group's sections, as of all hosts, and of a host's variables. */
const OF_GROUP = 2;
const OF_HOST = 3;

class Listing {
  readonly #inventory: Inventory;
  readonly #hosts: readonly Host[];
  readonly #options: DumpOptions;
  readonly #json: JsonPrinter;
  readonly #failure = new DeferredFailure();

  constructor(inventory: Inventory, hosts: readonly Host[], options: DumpOptions, json: JsonPrinter) {
    this.#inventory = inventory;
    this.#hosts = hosts;
    this.#options = options;
    this.#json = json;
  }

  text(): string {
    const printed = this.#groups();
    const meta = new Map([['hostvars', this.#object(this.#failure.orThrow(this.#hostvars()), OF_GROUP)]]);
    if (hasChange(this.#options.version, 'namesProfile')) meta.set('profile', '"inventory_legacy"');
    printed.set('_meta', this.#object(meta, 1));
    return this.#object(printed, 0);
  }

  #groups(): Map<string, string> {
    const shown = new Set(this.#hosts);
    const hidesOthers = hasChange(this.#options.version, 'printsSelectedHostsOnly');
    const result = new Map<string, string>();
    const seen = new Set<Group>();
    const add = (group: Group): void => {
      const own = group.hosts.filter((host) => !hidesOthers || shown.has(host)).map(({ name }) => jsonString(name));
      const children = group.children.map(({ name }) => jsonString(name));
      // The group takes its place before its children, even if it is removed below.
      result.set(group.name, '');
      for (const child of group.children)
        if (!seen.has(child)) {
          add(child);
          seen.add(child);
        }
      const variables = this.#options.export ? groupVariables(this.#inventory, group, this.#options) : [];
      const parts = new Map<string, string>();
      if (group.name !== 'all' && own.length > 0) parts.set('hosts', joinedList(own, OF_GROUP));
      if (children.length > 0) parts.set('children', joinedList(children, OF_GROUP));
      if (variables.length > 0) parts.set('vars', this.#variables(variables, OF_GROUP));
      if (parts.size === 0) result.delete(group.name);
      else result.set(group.name, this.#object(parts, 1));
    };
    const all = this.#inventory.groups.get('all');
    if (all !== undefined) add(all);
    result.delete('_meta');
    return result;
  }

  #hostvars(): Map<string, string> {
    const result = new Map<string, string>();
    for (const host of this.#hosts) {
      const printed = this.#variables(hostVariables(this.#inventory, host, this.#options), OF_HOST);
      if (printed !== '{}') result.set(host.name, printed);
    }
    return result;
  }

  #variables(variables: readonly ShownVariable[], level: number): string {
    return this.#failure.attempt(() => this.#json.entries(variables, level, true), '{}');
  }

  #object(parts: ReadonlyMap<string, string>, level: number): string {
    const names = this.#json.names(parts.keys());
    return joinedObject(
      names.map((name) => jsonEntry(name, parts.get(name) ?? '')),
      level,
    );
  }
}
