/** The variables that Ansible sets for each host itself, which may hide others of their names. */
import { dirname, isAbsolute } from 'node:path';
import type { HostVariables } from './entities.ts';
import { isWeakerThan } from './level.ts';
import type { LevelKind } from './level.ts';

/** The value of `inventory_dir`: the folder of the host's first source; the text None for a list of hosts. */
export function inventoryDirOfSource(source: string): string {
  return isAbsolute(source) ? dirname(source) : 'None';
}

/**
 * Tells whether Ansible's own value hides what the inventory sets under a name.
 *
 * Ansible sets `inventory_dir` and `inventory_file` before the source's own variables of the host, and the names of the
 * host and its groups after these. Files in `host_vars` and plays override all of them. (`hostvars` and `vars` override
 * everything where they exist, and nothing else is meant by these names where they do not.)
 */
export function isHiddenByMagic(name: string, variables: HostVariables): boolean {
  const weakest = OVERRIDDEN_FROM.get(name);
  if (weakest === undefined) return false;
  const assignment = variables.get(name);
  return assignment === undefined || isWeakerThan(assignment.level, weakest);
}

/** The lowest level at which a variable overrides Ansible's own value. */
const OVERRIDDEN_FROM: ReadonlyMap<string, LevelKind> = new Map([
  ['inventory_dir', 'saved answer'],
  ['inventory_file', 'saved answer'],
  ['inventory_hostname', 'host_vars'],
  ['inventory_hostname_short', 'host_vars'],
  ['group_names', 'host_vars'],
  ['hostvars', 'role defaults'],
  ['vars', 'role defaults'],
]);
