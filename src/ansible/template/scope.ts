/** The variables of one host, in which a template is evaluated. */
import type { Node, Scalar } from '../../source/tree.ts';
import type { UnknownValue } from './markers.ts';

/** The names of a group's hosts. */
export interface GroupHosts {
  readonly names: readonly string[];
  readonly isOrdered: boolean;
}

/**
 * The variables of one host, asked for as they are needed. It must answer the same for as long as an evaluation runs,
 * and `hostvars` must give the same object for the same host: loops are recognised by it.
 */
export interface Scope {
  /** The value as it is written, templates and all; why it cannot be known; undefined if nothing sets it. */
  variable(name: string): Node | UnknownValue | undefined;
  /** `inventory_hostname`; undefined if no host is meant. */
  readonly inventoryHostname: string | undefined;
  /** `inventory_hostname_short`. */
  readonly inventoryHostnameShort: string | undefined;
  /** `group_names`: sorted, without `all`. */
  readonly groupNames: readonly string[] | UnknownValue;
  /** `groups`: the hosts of each, which Ansible may take from the groups below it in no fixed order. */
  readonly groups: ReadonlyMap<string, GroupHosts> | UnknownValue;
  /** The keys of `hostvars`: all hosts, in the order in which the sources first name them. */
  readonly hosts: readonly string[] | UnknownValue;
  /** `hostvars[host]`, undefined if there is no such host. */
  hostvars(host: string): Scope | UnknownValue | undefined;
  /** True if `hostvars` of another scope gave it: then Ansible has no `hostvars` and no `vars` in it. */
  readonly viaHostvars?: boolean;
  /**
   * Why a name that nothing sets may have a value all the same. Only a scope used while the sources are still being
   * read has this: of the names that Ansible itself sets, only those of the host and its groups exist then.
   */
  missing?(name: string): UnknownValue | undefined;
  /** True for the scope of a task, which has the `item` of its loop, if it has one. */
  readonly hasItems?: boolean;
  /** The memory of the host that a person tells, in place of the fact; undefined if nobody does. */
  readonly supposedMemory?: Node | undefined;
  /** Templates are evaluated as up to ansible-core 2.18: `native` with its `jinja2_native`. */
  readonly classic?: 'text' | 'native' | undefined;
  /** `playbook_dir`, where one folder counts for all plays. */
  readonly playbookDir?: string | undefined;
  readonly inventoryDir?: string | undefined;
  readonly inventoryFile?: string | undefined;
  /** The text of a vaulted value of a variable, or why it is not known. Without it, no vaulted text is known. */
  decrypted?(value: Scalar, name: string): string | UnknownValue;
  /**
   * Reads a text for `from_json`, `from_yaml` and `from_yaml_all` (`yaml documents`, a list of them): its value, or
   * why it has none. Without this reader the values of these filters are unknown, and so is a value for which it
   * answers undefined.
   */
  read?(
    format: 'json' | 'yaml' | 'yaml documents',
    text: string,
  ): { readonly node: Node } | { readonly problem: string } | undefined;
}
