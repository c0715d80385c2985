/** The variables of hosts and groups that `ansible-inventory` prints: all but Ansible's own names. */
import { Scalar } from '../../source/tree.ts';
import type { Node, Sequence } from '../../source/tree.ts';
import type { Assignment, Group, Host, HostVariables, Inventory } from '../inventory/entities.ts';
import { byCodePoint } from '../../source/python.ts';
import { valueUnlessUnknowable } from '../template/computed.ts';
import { hasChange } from '../versions.ts';
import type { Version } from '../../ground/releases.ts';

/** Names that Ansible sets itself. It never prints them, even if an inventory sets them. */
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

/** More of these names, from `hidesPlayNames` on. */
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
  /** `--export`: the variables set for each group and host itself, instead of the merged ones of each host. */
  readonly export: boolean;
  /** False if no playbook folder was named: the current folder then counts for merged variables only. */
  readonly playbook: boolean;
  /** `hash_behaviour: merge`: a mapping may be merged from several. */
  readonly merges: boolean;
}

/** An output format: JSON or YAML. */
export interface Printer {
  /** `--list`: the groups, and these hosts with their variables. */
  list(inventory: Inventory, hosts: readonly Host[], options: DumpOptions): string;
  /** `--host`: the variables of one host. */
  host(variables: readonly ShownVariable[], options: DumpOptions): string;
}

/** A value that the output format cannot express, or that is still encrypted. */
export class Unprintable extends Error {
  /** Ansible's exit code: 1 for an error that it handles, 250 for an unexpected one. */
  readonly fatal: 1 | 250;

  constructor(message: string, fatal: 1 | 250 = 250) {
    super(message);
    this.fatal = fatal;
  }
}

/** Defers the first Unprintable: Ansible reads all before it prints, so it stops at a broken file first. */
export class DeferredFailure {
  #first: Unprintable | undefined;

  /** Returns what `make` returns, or `instead` if it throws Unprintable. */
  attempt<T>(make: () => T, instead: T): T {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof Unprintable)) throw error;
      this.#first ??= error;
      return instead;
    }
  }

  /** Returns the finished output. Throws the deferred Unprintable if there is one. */
  orThrow<T>(all: T): T {
    if (this.#first !== undefined) throw this.#first;
    return all;
  }
}

/** Replaces each byte that is not UTF-8 by a question mark, as Ansible prints it. */
export function withoutUndecodableBytes(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '?');
}

/** A variable with its key, which need not be text. */
export interface ShownVariable {
  readonly key: Scalar | string;
  readonly value: Node;
  /** The assignment that sets it; undefined for `ansible_group_priority` as `groupVariables` adds it. */
  readonly from: Assignment | undefined;
}

/** The variables of a host, in the order in which Ansible first saw their names. */
export function hostVariables(inventory: Inventory, host: Host, options: DumpOptions): readonly ShownVariable[] {
  const variables = options.export ? inventory.ownVariablesOf(host, options.playbook) : inventory.variablesOf(host);
  return shownVariables(variables, options);
}

/** The variables set for the group itself, with its priority. */
export function groupVariables(inventory: Inventory, group: Group, options: DumpOptions): readonly ShownVariable[] {
  const variables = shownVariables(inventory.ownVariablesOf(group, options.playbook), options);
  if (group.priority === 1) return variables;
  const value = new Scalar(0, 0, 'int', group.priority);
  const priority: ShownVariable = { key: 'ansible_group_priority', value, from: undefined };
  const others = variables.filter(({ key }) => typeof key === 'string' || key.value !== priority.key);
  return [...others, priority];
}

/** The names that are never printed. */
export function hiddenNames(version: Version): ReadonlySet<string> {
  const ofPlays = hasChange(version, 'hidesPlayNames') ? OF_PLAYS : [];
  const omit = hasChange(version, 'showsOmit') ? [] : ['omit'];
  return new Set([...INTERNAL, ...ofPlays, ...omit]);
}

function shownVariables(variables: HostVariables, { version }: DumpOptions): readonly ShownVariable[] {
  const hidden = hiddenNames(version);
  const result: ShownVariable[] = [];
  for (const name of variables.names()) {
    const from = variables.get(name);
    const written = variables.value(name);
    const value = written === undefined ? undefined : valueUnlessUnknowable(written);
    if (from === undefined || value === undefined || hidden.has(name)) continue;
    // Of equal keys, such as 1 and true, Python keeps the first.
    const key = from.key.type === 'str' ? from.key : (variables.candidates(name).at(-1)?.key ?? from.key);
    result.push({ key, value, from });
  }
  return result;
}

/** Tells whether a list is a set in Python. Sets of INI sources become lists when they are read (`tagsValues`). */
export function isPythonSet(node: Sequence, from: Assignment | undefined, { version }: DumpOptions): boolean {
  return node.unordered && !(hasChange(version, 'tagsValues') && from?.document.format === 'ini');
}

/** Sorts by key as Python does; returns undefined if Python cannot: text, numbers and null do not compare. */
export function sortByPythonKey<T>(items: readonly T[], keyOf: (item: T) => Scalar | string): readonly T[] | undefined {
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
