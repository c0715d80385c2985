/** What `ansible-inventory` prints of an inventory. */
import type { Node } from '../source/tree.ts';
import type { Group, Host, HostVariables, Inventory } from './entities.ts';
import { byCodePoint } from './python.ts';
import { keyText } from './python-json.ts';
import type { Printable } from './python-json.ts';
import { asText } from './python-text.ts';

/** Names that Ansible sets itself: it never prints them, whoever else sets them. */
const INTERNAL: ReadonlySet<string> = new Set([
  'ansible_async_path',
  'ansible_collection_name',
  'ansible_config_file',
  'ansible_dependent_role_names',
  'ansible_diff_mode',
  'ansible_facts',
  'ansible_forks',
  'ansible_inventory_sources',
  'ansible_limit',
  'ansible_play_batch',
  'ansible_play_hosts',
  'ansible_play_hosts_all',
  'ansible_play_role_names',
  'ansible_playbook_python',
  'ansible_role_name',
  'ansible_role_names',
  'ansible_run_tags',
  'ansible_skip_tags',
  'ansible_verbosity',
  'ansible_version',
  'group_names',
  'groups',
  'hostvars',
  'inventory_dir',
  'inventory_file',
  'inventory_hostname',
  'inventory_hostname_short',
  'play_hosts',
  'playbook_dir',
  'role_name',
  'role_names',
  'role_path',
  'role_uuid',
]);

export interface DumpOptions {
  /** `--export`: what each host and group sets itself, instead of what each host ends up with. */
  readonly export: boolean;
}

type Values = Map<string, Printable>;

/** `--list`: groups with their hosts and children, and the hosts' variables under `_meta`. */
export function listing(inventory: Inventory, hosts: readonly Host[], options: DumpOptions): Printable {
  const shown = new Set(hosts);
  const result: Values = new Map();
  const seen = new Set<Group>();
  const add = (group: Group): void => {
    const entry: Values = new Map();
    const own = group.hosts.filter((host) => shown.has(host)).map(({ name }) => name);
    if (group.name !== 'all' && own.length > 0) entry.set('hosts', own);
    if (group.children.length > 0)
      entry.set(
        'children',
        group.children.map(({ name }) => name),
      );
    for (const child of group.children)
      if (!seen.has(child)) {
        add(child);
        seen.add(child);
      }
    const values = options.export ? groupValues(inventory, group) : new Map<string, Printable>();
    if (values.size > 0) entry.set('vars', values);
    if (entry.size > 0) result.set(group.name, entry);
  };
  const all = inventory.groups.get('all');
  if (all !== undefined) add(all);

  const hostvars: Values = new Map();
  for (const host of hosts) {
    const values = hostValues(inventory, host, options);
    if (values.size > 0) hostvars.set(host.name, values);
  }
  result.set(
    '_meta',
    new Map<string, Printable>([
      ['hostvars', hostvars],
      ['profile', 'inventory_legacy'],
    ]),
  );
  return result;
}

/** `--host`: the variables of one host. */
export function hostValues(inventory: Inventory, host: Host, options: DumpOptions): Values {
  return valuesOf(options.export ? inventory.ownVariablesOf(host) : inventory.variablesOf(host));
}

function groupValues(inventory: Inventory, group: Group): Values {
  const values = valuesOf(inventory.ownVariablesOf(group));
  if (group.priority !== 1) values.set('ansible_group_priority', group.priority);
  return values;
}

function valuesOf(variables: HostVariables): Values {
  const values: Values = new Map();
  for (const name of variables.names()) {
    const assignment = variables.get(name);
    const value = variables.value(name);
    if (assignment !== undefined && value !== undefined && !INTERNAL.has(name))
      values.set(keyText(assignment.key), value);
  }
  return values;
}

/** `--graph`: the tree of groups below one, each with its own hosts; with `vars`, what is set for each. */
export function graph(inventory: Inventory, top: Group, options: DumpOptions & { readonly vars: boolean }): string {
  const lines: string[] = [];
  const line = (depth: number, text: string): void => {
    lines.push(depth === 0 ? text : `${'  |'.repeat(depth)}--${text}`);
  };
  const show = (values: Values, depth: number): void => {
    for (const [name, value] of [...values].sort(([a], [b]) => byCodePoint(a, b)))
      line(depth, `{${name} = ${typeof value === 'number' ? value : asText(value as Node)}}`);
  };
  const add = (group: Group, depth: number): void => {
    line(depth, `@${group.name}:`);
    for (const child of group.children) add(child, depth + 1);
    for (const host of group.name === 'all' ? [] : group.hosts) {
      line(depth + 1, host.name);
      if (options.vars) show(hostValues(inventory, host, options), depth + 2);
    }
    if (options.vars) show(groupValues(inventory, group), depth + 1);
  };
  add(top, 0);
  return lines.join('\n');
}
