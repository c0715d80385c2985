/** The variables of a host from layers that override each other; hosts share the layers of groups. */
import { madeOnce } from '../../ground/made-once.ts';
import type { Node, Pair } from '../../source/tree.ts';
import type { Assignment, Assignments, LayeredHostVariables, SharedVariables } from '../inventory/entities.ts';
import type { Settings } from '../settings/ansible-settings.ts';
import { valueUnlessUnknowable } from '../template/computed.ts';
import { decisiveUnknown } from '../inventory/unknown.ts';
import type { Unknown } from '../inventory/unknown.ts';
import { layersFromTop, topAssignment } from './precedence.ts';
import type { Layer } from './vars-files.ts';
import { Mapping, Recurrence, containsItself } from '../../source/tree.ts';
import { nameOfKey } from '../inventory/assignment.ts';

/** One step of precedence: the layers of each folder, or the inline ones, in rising precedence. */
export type PrecedenceStep = readonly (readonly Layer[])[];

/** Makes the variables of one host from shared layers and its own. */
export function layered(
  shared: SharedLayers,
  own: readonly PrecedenceStep[],
  { mergeHashes }: Settings,
): LayeredHostVariables {
  return mergeHashes ? new MergedVariables(shared, own) : new LayeredVariables(shared, own);
}

/** All layers of the steps; a layer that occurs twice counts at its last position. */
function flattened(steps: readonly PrecedenceStep[]): readonly Layer[] {
  const layers: Layer[] = [];
  for (const step of steps)
    for (const layersOfFolder of step)
      for (const layer of layersOfFolder) {
        if (layer.assignments.size === 0 && layer.unread === undefined) continue;
        const before = layers.indexOf(layer);
        if (before >= 0) layers.splice(before, 1);
        layers.push(layer);
      }
  return layers;
}

const NOTHING_UNREAD: readonly Unknown[] = [];

function isPartlyUnread(layers: readonly Layer[]): boolean {
  return layers.some(({ unread }) => unread !== undefined);
}

/** The layers below the hosts' own, with the assignments of each name in falling precedence. */
export class SharedLayers {
  readonly steps: readonly PrecedenceStep[];
  readonly layers: readonly Layer[];
  /** True if one of them could not be read as a whole. */
  readonly isPartlyUnread: boolean;
  #table: Map<string, readonly Assignment[]> | undefined;

  constructor(steps: readonly PrecedenceStep[]) {
    this.steps = steps;
    this.layers = flattened(steps);
    this.isPartlyUnread = isPartlyUnread(this.layers);
  }

  get table(): ReadonlyMap<string, readonly Assignment[]> {
    if (this.#table !== undefined) return this.#table;
    const table = new Map<string, Assignment[]>();
    // A layer that occurs twice counts at its last position, but its names are ordered by its first.
    for (const { assignments } of this.steps.flat(2))
      for (const [name, assignment] of assignments) {
        const candidates = table.get(name);
        if (candidates === undefined) table.set(name, [assignment]);
        else {
          const before = candidates.indexOf(assignment);
          if (before >= 0) candidates.splice(before, 1);
          candidates.unshift(assignment);
        }
      }
    return (this.#table = table);
  }
}

class LayeredVariables implements LayeredHostVariables {
  readonly #shared: SharedLayers;
  readonly #steps: readonly PrecedenceStep[];
  /** In rising precedence. */
  readonly #own: readonly Layer[];
  readonly #isPartlyUnread: boolean;

  constructor(shared: SharedLayers, own: readonly PrecedenceStep[]) {
    this.#shared = shared;
    this.#steps = own;
    this.#own = flattened(own);
    this.#isPartlyUnread = shared.isPartlyUnread || isPartlyUnread(this.#own);
  }

  get shared(): SharedVariables {
    return this.#shared;
  }

  get own(): readonly Assignments[] {
    return this.#own.map(({ assignments }) => assignments).reverse();
  }

  get(name: string): Assignment | undefined {
    return topAssignment(name, this.#own) ?? this.#shared.table.get(name)?.[0];
  }

  candidates(name: string): readonly Assignment[] {
    const shared = this.#shared.table.get(name) ?? [];
    const own = this.#own.map(({ assignments }) => assignments.get(name)).filter((found) => found !== undefined);
    return own.length === 0 ? shared : [...own.reverse(), ...shared];
  }

  winners(name: string): readonly Assignment[] {
    return this.candidates(name).slice(0, 1);
  }

  value(name: string): Node | undefined {
    return this.get(name)?.value;
  }

  *names(): Iterable<string> {
    yield* this.#shared.table.keys();
    const seen = new Set<string>();
    for (const { assignments } of this.#steps.flat(2))
      for (const name of assignments.keys())
        if (!seen.has(name) && !this.#shared.table.has(name)) {
          seen.add(name);
          yield name;
        }
  }

  unreadAbove(name: string): readonly Unknown[] {
    if (!this.#isPartlyUnread) return NOTHING_UNREAD;
    const above: Unknown[] = [];
    for (const { assignment, unread } of layersFromTop(name, [...this.#shared.layers, ...this.#own])) {
      if (assignment !== undefined) return above;
      if (unread !== undefined) above.push(unread);
    }
    return above;
  }

  unknown(name: string): Unknown | undefined {
    return this.#isPartlyUnread ? decisiveUnknown(this.unreadAbove(name), this.get(name) !== undefined) : undefined;
  }
}

/** With `hash_behaviour: merge`, mappings of different layers are merged. */
class MergedVariables extends LayeredVariables {
  readonly #sharedSteps: readonly PrecedenceStep[];
  readonly #ownSteps: readonly PrecedenceStep[];

  constructor(shared: SharedLayers, own: readonly PrecedenceStep[]) {
    super(shared, own);
    this.#sharedSteps = shared.steps.map(withoutRepeats);
    this.#ownSteps = own.map(withoutRepeats);
  }

  /** Merges from the inside out, as Ansible does: text over a mapping hides that only within its step. */
  override value(name: string): Node | undefined {
    const ofSteps = (
      steps: readonly PrecedenceStep[],
      ofInline: typeof mergedHistory,
    ): readonly (Node | undefined)[] => {
      const ofLayer = ({ assignments }: Layer): Node | undefined => ofInline(assignments.get(name));
      return steps.map((step) => merged(step.map((layers) => merged(layers.map(ofLayer)))));
    };
    return merged([...ofSteps(this.#sharedSteps, mergedSharedHistory), ...ofSteps(this.#ownSteps, mergedHistory)]);
  }
}

/** Removes repeated layers of a folder that is read again: Ansible does not merge variables that are all equal. */
function withoutRepeats(step: PrecedenceStep): PrecedenceStep {
  const repeats = (layers: readonly Layer[], before: readonly Layer[] | undefined): boolean =>
    layers.length === before?.length && layers.every((layer, at) => layer === before[at]);
  return step.filter((layers, at) => !repeats(layers, step[at - 1]));
}

/** Merges all values that an inline variable had. */
function mergedHistory(assignment: Assignment | undefined): Node | undefined {
  const values: Node[] = [];
  for (let at = assignment; at !== undefined; at = at.replaced) values.unshift(at.value);
  return merged(values);
}

const histories = new WeakMap<Assignment, Node>();

/** The merged values of a group's inline variable: one node for all of its hosts. */
function mergedSharedHistory(assignment: Assignment | undefined): Node | undefined {
  if (assignment?.replaced === undefined) return assignment?.value;
  return madeOnce(histories, assignment, () => mergedHistory(assignment) ?? assignment.value);
}

/** Merges values in rising precedence as `hash_behaviour: merge` does. */
export function merged(values: readonly (Node | undefined)[]): Node | undefined {
  let result: Node | undefined;
  for (const value of values) {
    if (result === undefined || value === undefined) result = value ?? result;
    else {
      const [lower, upper] = [valueUnlessUnknowable(result), valueUnlessUnknowable(value)];
      if (lower?.kind === 'mapping' && upper?.kind === 'mapping') result = mergeMappings(lower, upper);
      // An unknown value may be a mapping, so the result of a mapping over it is unknown, too.
      else if (lower !== undefined || upper?.kind !== 'mapping') result = value;
    }
  }
  return result;
}

/**
 * Merges two mappings as Ansible does: nested mappings are merged, other values replaced by those of `upper`.
 *
 * The result has the range of `upper`; its pairs keep their own places.
 */
function mergeMappings(lower: Mapping, upper: Mapping): Mapping {
  // Ansible copies the mapping itself here, but not its values.
  if (lower.pairs.length === 0 || lower === upper)
    return new Mapping(upper.start, upper.end, [...upper.pairs], upper.usedAt);
  if (upper.pairs.length === 0) return lower;
  const merged = new Map<string, Pair>(lower.pairs.map((pair) => [nameOfKey(pair.key), pair]));
  for (const pair of upper.pairs) {
    const name = nameOfKey(pair.key);
    const below = merged.get(name);
    const value = below === undefined ? pair.value : mergeValues(below.value, pair.value);
    merged.set(name, below === undefined ? pair : { ...pair, key: below.key, value });
  }
  return new Mapping(upper.start, upper.end, [...merged.values()], upper.usedAt);
}

function mergeValues(lower: Node, upper: Node): Node {
  const [below, above] = [unrolled(lower, upper), unrolled(upper, lower)];
  return below.kind === 'mapping' && above.kind === 'mapping' ? mergeMappings(below, above) : upper;
}

/** Unrolls a value that contains itself as deep as the other goes; for two values like that, Ansible never ends. */
function unrolled(node: Node, other: Node): Node {
  return node instanceof Recurrence && !containsItself(other) ? node.whole : node;
}
