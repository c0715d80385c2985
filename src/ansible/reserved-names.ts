/**
 * Names that Ansible keeps for itself: keywords of plays, roles, blocks and tasks, and the functions of its templates
 * (`ansible.vars.reserved.get_reserved_names` of ansible-core 2.19, without those that it says nothing of;
 * https://docs.ansible.com/ansible/latest/reference_appendices/playbooks_keywords.html).
 */
const NAMES =
  'action always any_errors_fatal args async async_val become become_exe become_flags become_method become_user block ' +
  'changed_when check_mode collections connection cycler debugger delay delegate_facts delegate_to dict diff ' +
  'environment fact_path failed_when force_handlers gather_facts gather_timeout handlers hosts ignore_errors ' +
  'ignore_unreachable joiner lipsum local_action lookup loop loop_control loop_with max_fail_percentage ' +
  'module_defaults name namespace no_log notify now omit order poll port post_tasks pre_tasks q query range register ' +
  'remote_user rescue retries roles run_once serial strategy tags tasks throttle timeout undef until vars_files ' +
  'vars_prompt when with_';

let names: ReadonlySet<string> | undefined;

/** Whether Ansible warns of a variable of this name: a play that uses it may mean the keyword or the function. */
export function isReserved(name: string): boolean {
  names ??= new Set(NAMES.split(' '));
  return names.has(name);
}
