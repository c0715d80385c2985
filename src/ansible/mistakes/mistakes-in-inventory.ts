/** The mistakes in an inventory: names and files that Ansible takes for something else, and values without effect. */
import { resolve } from 'node:path';
import { isBelow } from '../../ground/paths.ts';
import type { NeighbourInventories } from '../discovery/neighbour-inventories.ts';
import type { Trouble } from '../inventory/entities.ts';
import type { JudgedInventory } from './judged-project.ts';
import { lostHosts, troublesOfLostHosts } from './lost-hosts.ts';
import type { LostHost } from './lost-hosts.ts';
import { namesMistakenForHosts } from './misplaced-names.ts';
import type { MisplacedName } from './misplaced-names.ts';
import { mistypedHostsInPlays } from './mistyped-play-hosts.ts';
import type { MistypedHosts } from './mistyped-play-hosts.ts';
import { shadowedValues } from './shadowed-values.ts';
import type { ShadowedValue } from './shadowed-values.ts';
import { unreachedFolders } from './unreached-folders.ts';
import { unusedFiles } from './unused-files.ts';
import type { UnusedFile } from './unused-files.ts';

/**
 * Finds the mistakes of each kind. A stand-in for an inventory that was not found has none: hosts and groups are
 * those of a test, or made up.
 */
export class MistakesInInventory {
  readonly #judged: JudgedInventory;

  constructor(judged: JudgedInventory) {
    this.#judged = judged;
  }

  get #isStandIn(): boolean {
    return this.#judged.read.standIn !== undefined;
  }

  /** The names that Ansible takes for hosts or groups, and that were meant as something else. */
  get misplacedNames(): readonly MisplacedName[] {
    return this.#isStandIn ? [] : namesMistakenForHosts(this.#judged.read);
  }

  /** The troubles that report about lost hosts what Ansible warns about. */
  get troublesOfLostHosts(): ReadonlySet<Trouble> {
    return troublesOfLostHosts(this.#judged);
  }

  /** The hosts that Ansible skips, or takes for groups. */
  lostHosts(neighbours: NeighbourInventories): readonly LostHost[] {
    return this.#isStandIn ? [] : lostHosts(this.#judged, neighbours);
  }

  /** The names in the hosts of plays that are one typing mistake away from another. */
  mistypedHosts(neighbours: NeighbourInventories): readonly MistypedHosts[] {
    const { inventory } = this.#judged;
    const isNone = inventory.plays.unmatchedNames.length === 0 || this.#isStandIn;
    return isNone ? [] : mistypedHostsInPlays(this.#judged, neighbours);
  }

  /** The files and folders of variables that nothing reads, each once. */
  unusedFiles(neighbours: NeighbourInventories): readonly UnusedFile[] {
    if (this.#isStandIn) return [];
    const unreached = unreachedFolders(this.#judged, neighbours);
    const { cwd } = this.#judged;
    const isTold = ({ file, why }: UnusedFile): boolean =>
      unreached.some(({ folder }) => isBelow(resolve(cwd, file), folder)) ||
      (why.kind === 'noOwner' &&
        why.owner === 'host' &&
        this.lostHosts(neighbours).some(({ name }) => name === why.name));
    return [...unusedFiles(this.#judged, neighbours).filter((one) => !isTold(one)), ...unreached];
  }

  /** The values that every host overrides. */
  shadowedValues(neighbours: NeighbourInventories): readonly ShadowedValue[] {
    return this.#isStandIn ? [] : shadowedValues(this.#judged, neighbours);
  }
}
