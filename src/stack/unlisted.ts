/** Why there may be hosts and groups that no file of an inventory names. */
import type { Inventory, Trouble } from '../ansible/entities.ts';
import type { Origin, Reason, Unknown } from '../model/setting.ts';
import type { Document } from '../source/document.ts';

/** The reason, if there is one: a source that only a run can read, a broken or a vaulted one. */
export function unlistedHosts(inventory: Inventory, origin: Origin): Unknown | undefined {
  const open = (reason: Reason, message: string): Unknown => ({
    state: 'unknown',
    variable: 'hosts',
    origin,
    reason,
    message,
  });
  const [dynamic] = inventory.dynamic;
  if (dynamic !== undefined) {
    if (inventory.troubles.some(({ kind, document }) => kind === 'limit' && document.file === dynamic))
      return open('unreadable', `${dynamic} may name more hosts, but it is too much for stacklint`);
    const isRead = inventory.troubles.some(({ kind, document }) => kind === 'undecided' && document.file === dynamic);
    const may = isRead ? 'put more hosts into groups' : 'name more hosts';
    return open('dynamic-inventory', `${dynamic} may ${may}, which only a run can know`);
  }
  const broken = unreadSource(inventory, ({ severity }) => severity === 'error');
  if (broken !== undefined) return open('unreadable', `${broken.file} may name more hosts, but it cannot be read`);
  const vaulted = unreadSource(inventory, ({ kind }) => kind === 'vault');
  if (vaulted !== undefined) return open('vault', `${vaulted.file} may name more hosts, but it is vaulted`);
  return undefined;
}

function unreadSource(inventory: Inventory, hides: (trouble: Trouble) => boolean): Document | undefined {
  const broken = inventory.troubles.filter(hides).map(({ document }) => document);
  if (broken.length === 0) return undefined;
  const owners = [...inventory.groups.values(), ...inventory.hosts.values()];
  const variableFiles = new Set(owners.flatMap(({ files }) => files));
  return broken.find((document) => !variableFiles.has(document));
}
