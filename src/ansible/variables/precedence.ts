/** Precedence: what layers that override each other say about one variable, from the top layer down. */
import type { Assignment } from '../inventory/entities.ts';
import type { PlayLayer } from '../plays/possible-assignments.ts';
import type { Unknown } from '../inventory/unknown.ts';
import type { Layer } from './vars-files.ts';

/** A layer, and what it says about one variable. */
interface Said {
  readonly layer: PlayLayer;
  readonly assignment: Assignment | undefined;
  /** The reason why the layer may set the variable, whatever it sets for certain. */
  readonly maySet: Unknown | undefined;
  /** The reason why the layer may set it if no assignment of it was read. */
  readonly unread: Unknown | undefined;
}

/**
 * Walks down layers of rising precedence, past those that hold nothing for a variable.
 *
 * All three readers take the first assignment for the value, and none lets a vaulted file hide what a layer below sets.
 * They differ in what else they need to know, and so in where they stop:
 * - A host of the inventory takes the unread files above the assignment; `decisiveUnknown` chooses among them.
 * - A host in its plays takes also what may be set above it, as its views have to agree, and all overridden
 *   assignments, as these are shown.
 * - A task has one view, so the first layer that decides ends its search: one that sets the variable, may set it, or
 *   cannot be read for another reason than a vault.
 */
export function* layersFromTop(name: string, layers: readonly PlayLayer[]): Generator<Said, void> {
  for (let at = layers.length - 1; at >= 0; at--) {
    const layer = layers[at];
    if (layer === undefined) continue;
    const assignment = layer.assignments.get(name);
    const unread = assignment === undefined ? layer.unread : undefined;
    if (assignment === undefined && unread === undefined && layer.possible === undefined) continue;
    yield { layer, assignment, maySet: layer.possible?.about(name), unread };
  }
}

/** The assignment of a variable that overrides all others in layers of rising precedence. */
export function topAssignment(name: string, layers: readonly Layer[]): Assignment | undefined {
  return layers.findLast(({ assignments }) => assignments.has(name))?.assignments.get(name);
}
