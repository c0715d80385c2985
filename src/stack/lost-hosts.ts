/** Hosts that stand among the keys of a group, where Ansible skips them: the line `hosts:` above them is missing. */
import type { SourcedInventory, Trouble } from '../ansible/entities.ts';
import type { LostHost } from '../model/declared-inventory.ts';
import type { Document } from '../source/document.ts';
import { descendantsOf } from '../source/tree.ts';
import { placeIn } from './place.ts';

/** Finds the skipped keys that are surely meant as hosts: their names or their variables are those of hosts. */
export function lostHosts(inventory: SourcedInventory): readonly LostHost[] {
  return inventory.troubles
    .filter((one) => isLostHost(one, inventory))
    .map((trouble) => ({
      name: String(trouble.data['key']),
      group: String(trouble.data['groups']),
      at: placeIn(trouble.document, trouble),
    }));
}

/** Tells whether a trouble is about a key that is meant as a host. */
export function isLostHost({ code, data, document, start }: Trouble, { hosts }: SourcedInventory): boolean {
  if (code !== 'source/skipped-key' && code !== 'source/skipped-value') return false;
  return hosts.has(String(data['key'])) || holdsVariablesOfHost(document, start);
}

/** True where the value of a key sets an address; other variables may stand in a misspelt `vars`, too. */
function holdsVariablesOfHost({ root }: Document, start: number): boolean {
  if (root === undefined) return false;
  for (const node of descendantsOf(root)) {
    if (node.kind !== 'mapping') continue;
    const value = node.pairs.find(({ key }) => key.start === start)?.value;
    if (value !== undefined)
      return value.kind === 'mapping' && value.pairs.some(({ key }) => key.value === 'ansible_host');
  }
  return false;
}
