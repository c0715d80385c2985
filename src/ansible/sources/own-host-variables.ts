/** What Ansible sets for each host itself, and what it hides by that. */
import { dirname, isAbsolute } from 'node:path';
import type { HostVariables } from '../entities.ts';
import { isWeakerThan } from '../level.ts';
import type { LevelKind } from '../level.ts';

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
  const weakest = OVERRIDDEN_FROM.get(name);
  if (weakest === undefined) return false;
  const assignment = variables.get(name);
  return assignment === undefined || isWeakerThan(assignment.level, weakest);
}

/** The level from which on a variable overrides what Ansible sets. */
const OVERRIDDEN_FROM: ReadonlyMap<string, LevelKind> = new Map([
  ['inventory_dir', 'saved answer'],
  ['inventory_file', 'saved answer'],
  ['inventory_hostname', 'host_vars'],
  ['inventory_hostname_short', 'host_vars'],
  ['group_names', 'host_vars'],
  ['hostvars', 'role defaults'],
  ['vars', 'role defaults'],
]);
