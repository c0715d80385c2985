/** What `ansible-inventory` prints of hosts and groups: their variables, but for Ansible's own names. */
import { Scalar } from '../../source/tree.ts';
import type { Node, Sequence } from '../../source/tree.ts';
import type { Assignment, Group, Host, HostVariables, Inventory } from '../entities.ts';
import { byCodePoint } from '../../source/python.ts';
import { worth } from '../template/computed.ts';
import { has } from '../versions.ts';
import type { Version } from '../versions.ts';

/** Names that Ansible sets itself: it never prints them, whoever else sets them. */
const INTERNAL: readonly string[] = [
  'ansible_config_file',
  'ansible_diff_mode',
  'ansible_facts',
  'ansible_forks',
  'ansible_inventory_sources',
  'ansible_limit',
  'ansible_playbook_python',
  'ansible_run_tags',
  'ansible_skip_tags',
  'ansible_verbosity',
  'ansible_version',
  'group_names',
  'groups',
  'inventory_dir',
  'inventory_file',
  'inventory_hostname',
  'inventory_hostname_short',
  'playbook_dir',
];

/** More of them, since `hidesPlayNames`. */
const OF_PLAYS: readonly string[] = [
  'ansible_async_path',
  'ansible_collection_name',
  'ansible_dependent_role_names',
  'ansible_play_batch',
  'ansible_play_hosts',
  'ansible_play_hosts_all',
  'ansible_play_role_names',
  'ansible_role_name',
  'ansible_role_names',
  'hostvars',
  'play_hosts',
  'role_name',
  'role_names',
  'role_path',
  'role_uuid',
];

export interface DumpOptions {
  readonly version: Version;
  /** `--export`: what each host and group sets itself, instead of what each host ends up with. */
  readonly export: boolean;
  /** False where the current folder stands for the playbook's: then it counts for what hosts end up with, only. */
  readonly playbook: boolean;
  /** `hash_behaviour: merge`: a value may be put together from several. */
  readonly merges: boolean;
}

/** A form of output: JSON, YAML or TOML. */
export interface Printer {
  /** Tells a group that it leaves out of a list; Ansible does not read the files of such a group. */
  readonly leavesOut?: (group: Group) => boolean;
  /** `--list`: groups, and the hosts that are given with their variables. */
  list(inventory: Inventory, hosts: readonly Host[], options: DumpOptions): string;
  /** `--host`: the variables of one host. */
  host(variables: readonly ShownVariable[], options: DumpOptions): string;
}

/** The output's form has nothing for a value, or the value is still encrypted. */
export class Unprintable extends Error {
  /** The code that Ansible ends with: 1 where it expects that, 250 where it does not. */
  readonly fatal: 1 | 250;

  constructor(message: string, fatal: 1 | 250 = 250) {
    super(message);
    this.fatal = fatal;
  }
}

/** Keeps back what cannot be printed until all is read, as Ansible reads all before it prints: a broken file ends it first. */
export class KeptBack {
  #first: Unprintable | undefined;

  /** What is made, or where that throws Unprintable, what stands in its place. */
  made<T>(make: () => T, instead: T): T {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof Unprintable)) throw error;
      this.#first ??= error;
      return instead;
    }
  }

  /** The whole, when all is made. Throws Unprintable where a part could not be printed. */
  whole<T>(all: T): T {
    if (this.#first !== undefined) throw this.#first;
    return all;
  }
}

/** A text as Ansible shows it: for each byte that is no UTF-8, a question mark. */
export function withoutBytes(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '?');
}

/** A variable with the key that sets it, which may be no text. */
export interface ShownVariable {
  readonly key: Scalar | string;
  readonly value: Node;
  /** Where it is set; undefined for what no place sets. */
  readonly from: Assignment | undefined;
}

/** The variables of a host, in the order in which Ansible first saw their names. */
export function hostVariables(inventory: Inventory, host: Host, options: DumpOptions): readonly ShownVariable[] {
  const variables = options.export ? inventory.ownVariablesOf(host, options.playbook) : inventory.variablesOf(host);
  return shown(variables, options);
}

/** What is set for a group itself. */
export function groupVariables(inventory: Inventory, group: Group, options: DumpOptions): readonly ShownVariable[] {
  const variables = shown(inventory.ownVariablesOf(group, options.playbook), options);
  if (group.priority === 1) return variables;
  const value = new Scalar(0, 0, 'int', group.priority);
  const priority: ShownVariable = { key: 'ansible_group_priority', value, from: undefined };
  const others = variables.filter(({ key }) => typeof key === 'string' || key.value !== priority.key);
  return [...others, priority];
}

let hidden: { readonly version: Version; readonly names: ReadonlySet<string> } | undefined;

/** The names that are never printed. */
export function hiddenNames(version: Version): ReadonlySet<string> {
  if (hidden?.version !== version) {
    const ofPlays = has(version, 'hidesPlayNames') ? OF_PLAYS : [];
    const omit = has(version, 'showsOmit') ? [] : ['omit'];
    hidden = { version, names: new Set([...INTERNAL, ...ofPlays, ...omit]) };
  }
  return hidden.names;
}

function shown(variables: HostVariables, { version }: DumpOptions): readonly ShownVariable[] {
  const hidden = hiddenNames(version);
  const result: ShownVariable[] = [];
  for (const name of variables.names()) {
    const from = variables.get(name);
    const written = variables.value(name);
    const value = written === undefined ? undefined : worth(written);
    if (from === undefined || value === undefined || hidden.has(name)) continue;
    // Of keys that are equal, such as 1 and true, Python keeps the first that it met.
    const key = from.key.type === 'str' ? from.key : (variables.candidates(name).at(-1)?.key ?? from.key);
    result.push({ key, value, from });
  }
  return result;
}

/** Whether a list is a set in Python: a set of an INI source becomes a list when it is read, where values are tagged. */
export function isSet(node: Sequence, from: Assignment | undefined, { version }: DumpOptions): boolean {
  return node.unordered && !(has(version, 'tagsValues') && from?.document.format === 'ini');
}

/** Sorts by key as Python does; undefined where it could not, for text, numbers and null have no order among them. */
export function inKeyOrder<T>(items: readonly T[], keyOf: (item: T) => Scalar | string): readonly T[] | undefined {
  const kinds = new Set(items.map((item) => orderOf(keyOf(item))));
  if (items.length > 1 && (kinds.size > 1 || kinds.has('null'))) return undefined;
  const numbers = kinds.has('number');
  return [...items].sort((a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)];
    return numbers ? numberOf(one) - numberOf(other) : byCodePoint(textOf(one), textOf(other));
  });
}

function orderOf(key: Scalar | string): string {
  if (typeof key === 'string') return 'str';
  if (key.type === 'datetime') return /[-+]\d\d:\d\d$/.test(String(key.value)) ? 'time with zone' : 'time';
  return key.type === 'int' || key.type === 'float' || key.type === 'bool' ? 'number' : key.type;
}

function numberOf(key: Scalar | string): number {
  return typeof key === 'string' ? NaN : Number(key.value);
}

function textOf(key: Scalar | string): string {
  if (typeof key === 'string') return key;
  return key.type === 'bytes' ? atob(String(key.value)) : String(key.value);
}
