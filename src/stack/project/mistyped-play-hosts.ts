/** Names in the hosts of plays that are one typing mistake away from those of groups or hosts. */
import type { NeighbourInventories } from '../../ansible/discovery/neighbour-inventories.ts';
import type { Inventory, SourcedInventory } from '../../ansible/entities.ts';
import type { MistypedHosts } from '../../model/declared-inventory.ts';
import { hostOrGroupOneTypoAway } from '../../model/nearest.ts';
import type { Origin, Unknown } from '../../model/setting.ts';
import { shownHost } from '../hosts.ts';
import { placeIn } from '../place.ts';
import { whyMaybeMadeByTask } from './incomplete-inventory.ts';

/**
 * Finds the names that no inventory of the project has. `whyIncompleteIn` says why an inventory may have more hosts and
 * groups than its files name; a task may make others.
 */
export function mistypedHostsInPlays(
  read: SourcedInventory,
  inventory: Inventory,
  neighbours: NeighbourInventories,
  whyIncompleteIn: (inventory: Inventory, at: Origin) => Unknown | undefined,
): readonly MistypedHosts[] {
  const all = [read, ...neighbours.others(read)];
  // Sorted, so that all inventories of the project report the same.
  const owners = all
    .flatMap(({ groups, hosts }) => [...groups.keys(), ...Array.from(hosts.values(), shownHost)])
    .sort();
  return inventory.plays.unmatchedNames.flatMap(({ document, start, end, name, use }) => {
    const nearest = owners.includes(name) ? undefined : hostOrGroupOneTypoAway(name, owners);
    if (nearest === undefined) return [];
    const at = placeIn(document, { start, end });
    const unless =
      all.map((one) => whyIncompleteIn(one, at)).find((one) => one !== undefined) ??
      whyMaybeMadeByTask(inventory, 'group', name, at) ??
      whyMaybeMadeByTask(inventory, 'host', name, at);
    return [{ name, nearest, use, at, unless }];
  });
}
