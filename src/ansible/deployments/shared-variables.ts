/**
 * Variables that tasks of one host set on others: roles that are included for all hosts of a play, tasks that run
 * once for all of them, facts that are delegated. A host that does not come to the task has them all the same, as
 * soon as another host does: which values it has, and when, is left open.
 */
import { madeOnce } from '../../ground/made-once.ts';
import type { Host } from '../inventory/entities.ts';
import { layerOfPossible, PossibleAssignments } from '../plays/possible-assignments.ts';
import type { PlayLayer } from '../plays/possible-assignments.ts';
import type { PlayReading } from '../plays/role-applications.ts';

/** The layers of roles, below the inventory and above it. */
export interface RoleLayers {
  readonly defaults: readonly PlayLayer[];
  readonly vars: readonly PlayLayer[];
}

export const NO_ROLES: RoleLayers = { defaults: [], vars: [] };

/** Variables that one task shares, once. */
interface Sharing {
  readonly roles: RoleLayers;
  readonly facts: readonly PossibleAssignments[];
}

/** The variables that are shared with the hosts of plays, and with single hosts. */
export class SharedVariables {
  readonly #all = new Map<PlayReading | Host, Map<string, Sharing>>();

  /** The number of times that something is shared. */
  get size(): number {
    let size = 0;
    for (const { size: own } of this.#all.values()) size += own;
    return size;
  }

  /** Adds a play or host, even if nothing is shared with it. */
  addReceiver(receiver: PlayReading | Host): Map<string, Sharing> {
    return madeOnce(this.#all, receiver, () => new Map<string, Sharing>());
  }

  /** Adds what a task shares, which may do so several times. */
  add(receiver: PlayReading | Host, task: string, { roles = NO_ROLES, facts = [] }: Partial<Sharing>): void {
    const shared = this.addReceiver(receiver);
    let turn = 1;
    while (shared.has(`${task}\0${String(turn)}`)) turn += 1;
    shared.set(`${task}\0${String(turn)}`, { roles, facts });
  }

  addAll(others: SharedVariables): void {
    for (const [receiver, shared] of others.#all) {
      const own = this.addReceiver(receiver);
      for (const [key, sharing] of shared) own.set(key, sharing);
    }
  }

  /** The variables that are shared here, but not in `others`, with the receivers of `others`. */
  without(others: SharedVariables): SharedVariables {
    const left = new SharedVariables();
    for (const [receiver, known] of others.#all)
      for (const [key, sharing] of this.#all.get(receiver) ?? [])
        if (!known.has(key)) left.addReceiver(receiver).set(key, sharing);
    return left;
  }

  /** The variables that may be shared with some receivers. */
  possibleFor(...receivers: readonly (PlayReading | Host)[]): Sharing {
    const all = receivers.flatMap((receiver) => [...(this.#all.get(receiver)?.values() ?? [])]);
    const roles = {
      defaults: all.flatMap((one) => one.roles.defaults),
      vars: all.flatMap((one) => one.roles.vars),
    };
    return { roles: asPossibleLayers(roles), facts: all.flatMap(({ facts }) => facts) };
  }
}

/** Layers that may set what other layers set. */
export function asPossibleLayers({ defaults, vars }: RoleLayers): RoleLayers {
  return { defaults: possibly(defaults), vars: possibly(vars) };
}

function possibly(layers: readonly PlayLayer[]): readonly PlayLayer[] {
  if (layers.length === 0) return [];
  const possible = new PossibleAssignments();
  for (const layer of layers) {
    possible.addAssigned(layer.assignments, 'a role');
    if (layer.possible !== undefined) possible.addAll(layer.possible);
  }
  return [{ ...layerOfPossible(possible), unread: layers.find((layer) => layer.unread !== undefined)?.unread }];
}
