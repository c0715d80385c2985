/** What Ansible sets for each host itself, and what it hides by that. */
import { dirname, isAbsolute } from 'node:path';
import type { HostVariables } from '../entities.ts';

/** `inventory_dir`, the folder of the source that first named the host; for a list of hosts Ansible has the word None. */
export function inventoryDir(source: string): string {
  return isAbsolute(source) ? dirname(source) : 'None';
}

/**
 * Whether a variable of such a name is hidden by what Ansible sets itself, or set by nobody.
 *
 * `inventory_dir` and `inventory_file` are variables of the host that its source sets first; its name and those of its
 * groups come after what sources set. Files in `host_vars` and plays override all of them. (`hostvars` and `vars` are
 * over everything where they are; nobody means others by these names where they are not.)
 */
export function isHidden(name: string, variables: HostVariables): boolean {
  const below = BELOW_ANSIBLES.get(name);
  if (below === undefined) return false;
  const assignment = variables.get(name);
  return assignment === undefined || below.test(assignment.level);
}

const GROUPS_AND_ROLES = /^(?:inventory group |group_vars\/|role defaults )/;
const SOURCES_TOO = /^(?:inventory |saved answer|group_vars\/|role defaults )/;
const NOTHING = /(?!)/;
/** The levels that are below what Ansible sets. */
const BELOW_ANSIBLES: ReadonlyMap<string, RegExp> = new Map([
  ['inventory_dir', GROUPS_AND_ROLES],
  ['inventory_file', GROUPS_AND_ROLES],
  ['inventory_hostname', SOURCES_TOO],
  ['inventory_hostname_short', SOURCES_TOO],
  ['group_names', SOURCES_TOO],
  ['hostvars', NOTHING],
  ['vars', NOTHING],
]);
