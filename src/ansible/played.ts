/** An inventory with what plays, roles and the command line set around it. */
import type { Node } from '../source/tree.ts';
import type { Assignment, Host, HostVariables, Inventory, ProjectPlays, SourcedInventory } from './entities.ts';
import type { BesidePlaybooks } from './plays/beside-playbooks.ts';
import type { Standing } from './plays/standings.ts';
import type { Sight } from './plays/view.ts';
import { decisive } from './unknown.ts';
import type { Unknown } from './unknown.ts';
import { merged } from './variables/layers.ts';

/** How the hosts of an inventory see variables. */
export interface HostSights {
  /** What a host's variables have around them; the same object for hosts that have the same. */
  sightOf(host: Host): Sight;
  /** The same for another host's templates (`hostvars`): they see no play. */
  hostvarsSightOf(host: Host): Sight;
  /** The inventory's own variables as plays have them that stand in some folders. */
  variablesBeside(host: Host, standings: readonly Standing[]): BesidePlaybooks;
}

/** The inventory with the variables that a task of a play would see; all else of it is as it was. */
export function inventoryWithPlays(
  inventory: SourcedInventory,
  mergeHashes: boolean,
  sights: HostSights,
  plays: ProjectPlays = inventory.plays,
): Inventory {
  const remembered = (sightOf: (host: Host) => Sight): ((host: Host) => HostVariables) => {
    const known = new Map<Host, HostVariables>();
    return (host) => {
      let variables = known.get(host);
      if (variables === undefined) {
        const own = (standings: readonly Standing[]): BesidePlaybooks => sights.variablesBeside(host, standings);
        known.set(host, (variables = new PlayedVariables(own, sightOf(host), mergeHashes)));
      }
      return variables;
    };
  };
  return {
    ...inventory,
    documents: new Map([...plays.documents, ...inventory.documents]),
    plays,
    variablesOf: remembered((host) => sights.sightOf(host)),
    hostvarsOf: remembered((host) => sights.hostvarsSightOf(host)),
  };
}

class PlayedVariables implements HostVariables {
  readonly #owns: (standings: readonly Standing[]) => BesidePlaybooks;
  readonly #known = new Map<readonly Standing[], BesidePlaybooks>();
  readonly #sight: Sight;
  readonly #mergeHashes: boolean;

  constructor(owns: (standings: readonly Standing[]) => BesidePlaybooks, sight: Sight, mergeHashes: boolean) {
    this.#owns = owns;
    this.#sight = sight;
    this.#mergeHashes = mergeHashes;
  }

  get(name: string): Assignment | undefined {
    const { above, below, standings } = this.#sight.of(name);
    return above[0] ?? this.#own(standings).get(name) ?? below[0];
  }

  candidates(name: string): readonly Assignment[] {
    const { above, below, standings } = this.#sight.of(name);
    const own = this.#own(standings).candidates(name);
    return above.length + below.length === 0 ? own : [...above, ...own, ...below];
  }

  winners(name: string): readonly Assignment[] {
    const { above, below, standings } = this.#sight.of(name);
    const own = above.length > 0 ? above.slice(0, 1) : this.#own(standings).winners(name);
    return own.length > 0 ? own : below.slice(0, 1);
  }

  value(name: string): Node | undefined {
    const { above, below, standings } = this.#sight.of(name);
    const own = this.#own(standings);
    if (!this.#mergeHashes) return above[0]?.value ?? own.value(name) ?? below[0]?.value;
    const values = (assignments: readonly Assignment[]): readonly Node[] =>
      assignments.map(({ value }) => value).reverse();
    return merged([...values(below), own.value(name), ...values(above)]);
  }

  names(): Iterable<string> {
    const { names, standings } = this.#sight;
    return new Set([...names.below, ...this.#own(standings).names(), ...names.above]);
  }

  unreadAbove(name: string): readonly Unknown[] {
    const { above, obscuring, obscuringBelow, standings } = this.#sight.of(name);
    if (above.length > 0) return obscuring;
    return [...obscuring, ...this.#own(standings).unreadAbove(name), ...(this.#isOpen(name) ? obscuringBelow : [])];
  }

  unknown(name: string): Unknown | undefined {
    const { above, doubt, doubtBelow, standings } = this.#sight.of(name);
    // What is above hides that plays disagree below it, if it is not merged with that.
    const isOwnSeen = above.length === 0 || this.#mergeHashes;
    return (
      doubt ??
      (isOwnSeen ? this.#own(standings).disagreement(name) : undefined) ??
      decisive(this.unreadAbove(name), this.get(name) !== undefined) ??
      (doubtBelow !== undefined && this.#isOpen(name) ? doubtBelow : undefined)
    );
  }

  /** Whether nothing above a role's defaults sets a variable. */
  #isOpen(name: string): boolean {
    const { above, standings } = this.#sight.of(name);
    return above.length === 0 && this.#own(standings).get(name) === undefined;
  }

  /** What the inventory has for plays that stand in some folders. */
  #own(standings: readonly Standing[]): BesidePlaybooks {
    let own = this.#known.get(standings);
    if (own === undefined) this.#known.set(standings, (own = this.#owns(standings)));
    return own;
  }
}
