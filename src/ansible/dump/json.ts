/** `ansible-inventory --list` and `--host` as JSON, the form of inventory scripts. */
import type { Group, Host, Inventory } from '../entities.ts';
import { has } from '../versions.ts';
import type { Version } from '../versions.ts';
import { printJson } from './python-json.ts';
import type { Entries, JsonOptions, Printable } from './python-json.ts';
import { groupVariables, hostVariables } from './shown.ts';
import type { DumpOptions, Printer, Shown } from './shown.ts';

export const jsonPrinter: Printer = {
  list: (inventory, hosts, options) => printJson(listing(inventory, hosts, options), json(options.version, isValue)),
  host: (variables, { version }) =>
    printJson(
      entries(variables),
      json(version, (path) => path[1] === 'vars' && path.length >= 3),
    ),
};

type Values = Map<string, Printable>;

function listing(inventory: Inventory, hosts: readonly Host[], options: DumpOptions): Entries {
  const shown = new Set(hosts);
  const hidesOthers = has(options.version, 'printsSelectedHostsOnly');
  const result: Values = new Map();
  const seen = new Set<Group>();
  const add = (group: Group): void => {
    const entry: Values = new Map();
    const own = group.hosts.filter((host) => !hidesOthers || shown.has(host)).map(({ name }) => name);
    if (group.name !== 'all' && own.length > 0) entry.set('hosts', own);
    const children = group.children.map(({ name }) => name);
    if (children.length > 0) entry.set('children', children);
    // A group stands before its children, also where it is left out below.
    result.set(group.name, entry);
    for (const child of group.children)
      if (!seen.has(child)) {
        add(child);
        seen.add(child);
      }
    const values = options.export ? entries(groupVariables(inventory, group, options)) : undefined;
    if (values !== undefined && values.size > 0) entry.set('vars', values);
    if (entry.size === 0) result.delete(group.name);
  };
  const all = inventory.groups.get('all');
  if (all !== undefined) add(all);
  result.set('_meta', meta(inventory, hosts, options));
  return result;
}

function meta(inventory: Inventory, hosts: readonly Host[], options: DumpOptions): Values {
  const hostvars: Values = new Map();
  for (const host of hosts) {
    const values = entries(hostVariables(inventory, host, options));
    if (values.size > 0) hostvars.set(host.name, values);
  }
  const result: Values = new Map([['hostvars', hostvars]]);
  if (has(options.version, 'namesProfile')) result.set('profile', 'inventory_legacy');
  return result;
}

function entries(variables: readonly Shown[]): Entries {
  return new Map(variables.map(({ key, value }) => [key, value]));
}

function json(version: Version, marks: JsonOptions['marks']): JsonOptions {
  const tagged = has(version, 'tagsValues');
  return { marks: tagged ? marks : () => true, textKeys: has(version, 'sortsKeysAsText'), sets: tagged };
}

/** Only variables' values are marked, not the names of groups and hosts. */
function isValue(path: readonly string[]): boolean {
  return (
    (path.length >= 4 && path[0] === '_meta' && path[1] === 'hostvars') || (path.length >= 3 && path[1] === 'vars')
  );
}
