/** The keys that entries of a playbook have. */

/** Those of a play that are lists of tasks. */
export const TASKS = ['tasks', 'pre_tasks', 'post_tasks', 'handlers'];
/** What a play may say. https://docs.ansible.com/ansible/latest/reference_appendices/playbooks_keywords.html#play */
export const KEYWORDS: ReadonlySet<string> = new Set([
  ...TASKS,
  ...(
    'any_errors_fatal become become_exe become_flags become_method become_user check_mode collections connection ' +
    'debugger diff environment fact_path force_handlers gather_facts gather_subset gather_timeout hosts ' +
    'ignore_errors ignore_unreachable max_fail_percentage module_defaults name no_log order port remote_user roles ' +
    'run_once serial strategy tags throttle timeout user validate_argspec vars vars_files vars_prompt'
  ).split(' '),
]);
/** The key of an entry that imports a playbook. */
export const IMPORT = /^(ansible\.(builtin|legacy)\.)?import_playbook$/;
/** The key that once did the same. */
export const INCLUDE = /^(ansible\.(builtin|legacy)\.)?include$/;
