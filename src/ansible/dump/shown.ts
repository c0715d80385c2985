/** What `ansible-inventory` prints of an inventory. */
import type { Node, Scalar } from '../source/tree.ts';
import type { Group, Host, HostVariables, Inventory } from './entities.ts';
import { byCodePoint } from './python.ts';
import { keyText, NotSerializable } from './python-json.ts';
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
  /** False where the current folder stands for the playbook's: then it counts for what hosts end up with, only. */
  readonly playbook: boolean;
}

type Values = Map<string, Printable>;

/** A variable with the key that sets it, which may be no text. */
interface Shown {
  readonly key: Scalar | string;
  readonly value: Node | number;
}

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
    const values = options.export ? byText(groupVariables(inventory, group, options)) : undefined;
    if (values !== undefined && values.size > 0) entry.set('vars', values);
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
  return byText(hostVariables(inventory, host, options));
}

function hostVariables(inventory: Inventory, host: Host, options: DumpOptions): readonly Shown[] {
  return shown(options.export ? inventory.ownVariablesOf(host, options.playbook) : inventory.variablesOf(host));
}

function groupVariables(inventory: Inventory, group: Group, { playbook }: DumpOptions): readonly Shown[] {
  const variables = shown(inventory.ownVariablesOf(group, playbook));
  if (group.priority === 1) return variables;
  const priority = 'ansible_group_priority';
  return [...variables.filter(({ key }) => keyOf(key) !== priority), { key: priority, value: group.priority }];
}

function shown(variables: HostVariables): readonly Shown[] {
  const result: Shown[] = [];
  for (const name of variables.names()) {
    const key = variables.get(name)?.key;
    const value = variables.value(name);
    if (key !== undefined && value !== undefined && !INTERNAL.has(name)) result.push({ key, value });
  }
  return result;
}

/** Keys become text; where two become the same, the later one's value stands. */
function byText(variables: readonly Shown[]): Values {
  return new Map(variables.map(({ key, value }) => [keyOf(key), value]));
}

function keyOf(key: Scalar | string): string {
  return typeof key === 'string' ? key : keyText(key);
}

/** `--graph`: the tree of groups below one, each with its own hosts; with `vars`, what is set for each. */
export function graph(inventory: Inventory, top: Group, options: DumpOptions & { readonly vars: boolean }): string {
  const lines: string[] = [];
  const line = (depth: number, text: string): void => {
    lines.push(depth === 0 ? text : `${'  |'.repeat(depth)}--${text}`);
  };
  const show = (variables: readonly Shown[], depth: number): void => {
    for (const { key, value } of sorted(variables)) {
      const name = typeof key === 'string' ? key : asText(key);
      line(depth, `{${name} = ${typeof value === 'number' ? value : asText(value)}}`);
    }
  };
  const add = (group: Group, depth: number): void => {
    line(depth, `@${group.name}:`);
    for (const child of group.children) add(child, depth + 1);
    for (const host of group.name === 'all' ? [] : group.hosts) {
      line(depth + 1, host.name);
      if (options.vars) show(hostVariables(inventory, host, options), depth + 2);
    }
    if (options.vars) show(groupVariables(inventory, group, options), depth + 1);
  };
  add(top, 0);
  return lines.join('\n');
}

/** Sorts by key as Python does; throws NotSerializable where it could not, for text and numbers have no order. */
function sorted(variables: readonly Shown[]): readonly Shown[] {
  const kinds = new Set(variables.map(({ key }) => orderOf(key)));
  if (variables.length > 1 && (kinds.size > 1 || kinds.has('null')))
    throw new NotSerializable(`'<' not supported between instances of ${[...kinds].join(' and ')}`);
  return [...variables].sort((a, b) =>
    kinds.has('number') ? numberOf(a.key) - numberOf(b.key) : byCodePoint(keyOf(a.key), keyOf(b.key)),
  );
}

function orderOf(key: Scalar | string): string {
  if (typeof key === 'string') return 'str';
  return key.type === 'int' || key.type === 'float' || key.type === 'bool' ? 'number' : key.type;
}

function numberOf(key: Scalar | string): number {
  return typeof key === 'string' ? NaN : Number(key.value);
}
