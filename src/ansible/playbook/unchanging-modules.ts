/** Modules that change nothing, so that a task of theirs notifies only where `changed_when` says so. */
export const CHANGES_NOTHING: ReadonlySet<string> = new Set(
  (
    'assert debug fail find getent include_role include_tasks include_vars import_role import_tasks meta package_facts pause ' +
    'ping service_facts set_fact setup slurp stat wait_for wait_for_connection'
  ).split(' '),
);
