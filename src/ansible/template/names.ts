/** Names that have a meaning of their own: magic variables, facts, and what only a task has. */
import { UnknownValue } from './markers.ts';

const OF_TASKS: ReadonlySet<string> = new Set([
  'item', 'play_hosts', 'role_name', 'role_names', 'role_path', 'role_uuid', 'ansible_check_mode', 'ansible_version',
  'ansible_run_tags', 'ansible_skip_tags', 'ansible_limit', 'ansible_forks', 'ansible_diff_mode', 'ansible_verbosity',
  'ansible_inventory_sources', 'ansible_role_name', 'ansible_role_names', 'ansible_collection_name',
  'ansible_dependent_role_names', 'ansible_parent_role_names', 'ansible_parent_role_paths', 'ansible_search_path',
  'ansible_config_file', 'ansible_playbook_python', 'ansible_loop', 'ansible_loop_var', 'ansible_index_var',
  'ansible_failed_task', 'ansible_failed_result', 'ansible_local_tmp', 'environment',
]); // prettier-ignore
const OF_TASKS_START =
  /^ansible_(?:play_|connection|user|password|port|ssh_|become|sudo|su_|shell_|remote_|python_interpreter|network_|paramiko_|winrm_|psrp_|pipelining|timeout|private_key|async|module_|delegated_vars|callback)/;
/** Functions: Jinja's own and Ansible's. A variable of the name goes before them. */
const FUNCTIONS: ReadonlySet<string> = new Set([
  'range', 'dict', 'lipsum', 'cycler', 'joiner', 'namespace', 'lookup', 'query', 'q', 'now', 'undef',
]); // prettier-ignore
/** Outside of tasks, these are set by the inventory or not at all. */
const CONNECTION: ReadonlySet<string> = new Set(['ansible_host', 'ansible_group_priority']);

/** Set by Ansible for every host, whatever is unread. */
const OF_HOSTS: ReadonlySet<string> = new Set([
  'inventory_hostname', 'inventory_hostname_short', 'group_names', 'groups', 'hostvars', 'vars', 'omit', 'ansible_facts',
  'playbook_dir', 'inventory_dir', 'inventory_file',
]); // prettier-ignore

/** True for a variable that Ansible sets for every host itself. */
export function isMagic(name: string): boolean {
  return OF_HOSTS.has(name);
}

/** True for a name that is a function in every template, unless a variable sets it. */
export function isFunction(name: string): boolean {
  return FUNCTIONS.has(name);
}

/** Says why a name that nothing sets may have a value in a run; undefined if it cannot. */
export function whyKnownOnlyInARun(name: string): UnknownValue | undefined {
  if (CONNECTION.has(name)) return undefined;
  if (OF_TASKS.has(name) || OF_TASKS_START.test(name)) {
    return UnknownValue.named('task', name, 'is set by the play or the task that uses it');
  }
  if (name.startsWith('ansible_')) {
    return UnknownValue.named('fact', name, 'is a fact, which only a run can know');
  }
  return undefined;
}
