/** Names in the hosts of plays that are one typing mistake away from those of groups or hosts. */
import type { Location } from '../../source/document.ts';
import type { NeighbourInventories } from '../discovery/neighbour-inventories.ts';
import { nameOneTypoAway } from '../../model/nearest.ts';
import type { Doubt } from './doubt.ts';
import { whyIncomplete, whyMaybeMadeByTask } from './incomplete-inventory.ts';
import type { JudgedInventory } from './judged-project.ts';
import type { PlayHostsMistake } from '../../troubles/mistake.ts';

/** A name in the hosts of a play that no inventory of the project has, with the name that may be meant. */
export interface MistypedHosts extends PlayHostsMistake {
  readonly at: Location;
  /** The reason why a host or group may have the name after all, if one may. */
  readonly unless: Doubt | undefined;
}

/** Finds the names that no inventory of the project has. */
export function mistypedHostsInPlays(
  { read, inventory, project }: JudgedInventory,
  neighbours: NeighbourInventories,
): readonly MistypedHosts[] {
  const all = [read, ...neighbours.others(read)];
  // Sorted, so that all inventories of the project report the same.
  const owners = all.flatMap(({ groups, hosts }) => [...groups.keys(), ...hosts.keys()]).sort();
  return inventory.plays.unmatchedNames.flatMap(({ document, start, end, name, use }) => {
    const nearest = owners.includes(name) ? undefined : nameOneTypoAway(name, owners);
    if (nearest === undefined) return [];
    const at = { document, start, end };
    const unless =
      all.map((one) => whyIncomplete(one, project)).find((one) => one !== undefined) ??
      whyMaybeMadeByTask(inventory, 'group', name) ??
      whyMaybeMadeByTask(inventory, 'host', name);
    return [{ name, nearest, use, at, unless }];
  });
}
