/** The scope of templates in the names of imported playbooks, which are read before any host is looked at. */
import type { Node } from '../../source/tree.ts';
import type { Scope } from '../template/scope.ts';
import { UnknownValue } from '../template/markers.ts';
import { topAssignment } from '../variables/precedence.ts';
import type { Layer } from '../variables/vars-files.ts';

/** The variables of an import and those of the command line, which win; `layers` are in rising precedence. */
export function scopeBeforeInventory(layers: readonly Layer[]): Scope {
  const unknown = (name: string): UnknownValue =>
    UnknownValue.named('task', name, 'is not known when playbooks are read');
  const find = (name: string): Node | undefined => topAssignment(name, layers)?.value;
  return {
    variable: (name) => find(name) ?? unknown(name),
    inventoryHostname: undefined,
    inventoryHostnameShort: undefined,
    groupNames: unknown('group_names'),
    groups: unknown('groups'),
    hosts: unknown('hostvars'),
    hostvars: () => unknown('hostvars'),
  };
}
