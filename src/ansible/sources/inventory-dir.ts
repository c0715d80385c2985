/** `inventory_dir` and `inventory_file`: where the source stands that first named a host, and which one it is. */
import { dirname, isAbsolute } from 'node:path';
import type { HostVariables } from '../entities.ts';

/** The folder of a source's file; for a list of hosts Ansible has the word None. */
export function inventoryDir(source: string): string {
  return isAbsolute(source) ? dirname(source) : 'None';
}

/** Whether a value is hidden by one that Ansible sets for the host itself: it comes from a group or a role. */
export function isHidden(name: string, variables: HostVariables): boolean {
  if (name !== 'inventory_dir' && name !== 'inventory_file') return false;
  return /^(?:inventory group |group_vars\/|role defaults )/.test(variables.get(name)?.level ?? '');
}
