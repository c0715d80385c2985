/** `inventory_dir`: where the source stands that first named a host. */
import { dirname, isAbsolute } from 'node:path';

/** The folder of a source's file; for a list of hosts Ansible has the word None. */
export function inventoryDir(source: string): string {
  return isAbsolute(source) ? dirname(source) : 'None';
}
