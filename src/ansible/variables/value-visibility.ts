/** Values that no host sees, as each host that they reach overrides them. */
import { madeOnce } from '../../ground/made-once.ts';
import { assignmentAndReplaced } from '../inventory/assignment.ts';
import type {
  Assignment,
  Host,
  LayeredHostVariables,
  SourcedInventory,
  SharedVariables,
} from '../inventory/entities.ts';

interface Shadowed {
  readonly assignment: Assignment;
  /** The hosts that the value reaches. */
  readonly hosts: readonly Host[];
  /** The first few assignments that these hosts see instead. */
  readonly by: readonly Assignment[];
}

/** The most places that are named for one value. */
const NAMED = 4;

/** Hosts with the same groups. */
interface HostsOfSameGroups {
  readonly hosts: Host[];
  /** The number of these hosts that set a variable of their own, by its name. */
  readonly overriding: Map<string, number>;
}

const replacing = new WeakMap<SourcedInventory, ValueVisibility>();
const merging = new WeakMap<SourcedInventory, ValueVisibility>();

function visibilityIn(inventory: SourcedInventory, mergeHashes: boolean): ValueVisibility {
  return madeOnce(mergeHashes ? merging : replacing, inventory, () => new ValueVisibility(inventory, mergeHashes));
}

/**
 * Finds the values that reach hosts and that none of these sees: those of hosts, then those of groups.
 *
 * With `mergeHashes` no mapping counts, as it may be seen in part. A place that sets many hosts (a range) is seen if
 * one of them sees it. The time grows with the number of assignments, not with hosts times variables.
 */
export function shadowedValues(inventory: SourcedInventory, mergeHashes: boolean): readonly Shadowed[] {
  return visibilityIn(inventory, mergeHashes).shadowed();
}

/** Finds the places that some host sees, and those that lose for some host; the others reach no host. */
export function seenAndLosingPlaces(
  inventory: SourcedInventory,
  mergeHashes: boolean,
): { readonly seen: AssignmentPlaces; readonly losing: AssignmentPlaces } {
  const { seen, losingPlaces } = visibilityIn(inventory, mergeHashes);
  return { seen, losing: losingPlaces };
}

/** Places that set variables, by file and offset of their keys: one place may set a variable of many hosts. */
export class AssignmentPlaces {
  readonly #byFile = new Map<string, Set<number>>();

  add({ document, key }: Assignment): void {
    const offsets = this.#byFile.get(document.file);
    if (offsets === undefined) this.#byFile.set(document.file, new Set([key.start]));
    else offsets.add(key.start);
  }

  has({ document, key }: Assignment): boolean {
    return this.#byFile.get(document.file)?.has(key.start) === true;
  }
}

function placeOf({ document, key }: Assignment): string {
  return `${document.file}:${String(key.start)}`;
}

class ValueVisibility {
  readonly seen = new AssignmentPlaces();
  /** Assignments that lose for these hosts; other hosts may still see them. */
  readonly losing: { readonly assignment: Assignment; readonly hosts: readonly Host[] }[] = [];
  /** The variables of each host, one for each folder of playbooks. */
  readonly #variables = new Map<Host, readonly LayeredHostVariables[]>();
  readonly #byGroups = new Map<SharedVariables, HostsOfSameGroups>();
  readonly #merges: boolean;
  #losingPlaces: AssignmentPlaces | undefined;

  constructor(inventory: SourcedInventory, mergeHashes: boolean) {
    this.#merges = mergeHashes;
    const all = inventory.groups.get('all');
    const { playbooks } = inventory.bases;
    for (const host of all === undefined ? [] : inventory.members(all)) {
      const variables = (playbooks.length > 0 ? playbooks : [undefined]).map((one) => inventory.variablesOf(host, one));
      this.#variables.set(host, variables);
      for (const one of variables) this.#recordHost(host, one);
    }
    for (const [shared, { hosts, overriding }] of this.#byGroups)
      for (const [name, candidates] of shared.table)
        // Only a run can know whether a host like this is in the groups that override a value.
        if (hosts.some(({ mayHaveMoreGroups }) => mayHaveMoreGroups))
          for (const one of candidates) this.#record(one, true, hosts);
        else
          for (const [index, one] of candidates.entries())
            this.#record(one, index === 0 && (overriding.get(name) ?? 0) < hosts.length, hosts);
  }

  get losingPlaces(): AssignmentPlaces {
    if (this.#losingPlaces !== undefined) return this.#losingPlaces;
    const places = new AssignmentPlaces();
    for (const { assignment } of this.losing) places.add(assignment);
    return (this.#losingPlaces = places);
  }

  shadowed(): readonly Shadowed[] {
    const found = new Map<string, { assignment: Assignment; hosts: Set<Host>; by: Map<string, Assignment> }>();
    const add = (assignment: Assignment, hosts: readonly Host[], by: Iterable<Assignment>): void => {
      const place = placeOf(assignment);
      const entry = found.get(place) ?? { assignment, hosts: new Set<Host>(), by: new Map<string, Assignment>() };
      found.set(place, entry);
      for (const host of hosts) entry.hosts.add(host);
      for (const one of by) if (entry.by.size < NAMED) entry.by.set(placeOf(one), one);
    };
    for (const { assignment, hosts } of this.losing)
      if (!this.seen.has(assignment)) add(assignment, hosts, this.#winners(hosts, assignment.name));
    return [...found.values()].map(({ assignment, hosts, by }) => ({
      assignment,
      hosts: [...hosts],
      by: [...by.values()],
    }));
  }

  #recordHost(host: Host, variables: LayeredHostVariables): void {
    const { shared, own } = variables;
    const group = madeOnce(this.#byGroups, shared, () => ({ hosts: [], overriding: new Map() }));
    group.hosts.push(host);
    const { overriding } = group;
    const hosts = [host];
    for (const assignments of own)
      for (const assignment of assignments.values()) {
        const { name } = assignment;
        const isSeen = variables.get(name) === assignment;
        this.#record(assignment, isSeen, hosts);
        if (isSeen) overriding.set(name, (overriding.get(name) ?? 0) + 1);
      }
  }

  /** Records an assignment, which loses if it is not seen; if mappings are merged, each is seen in part. */
  #record(assignment: Assignment, isSeen: boolean, hosts: readonly Host[]): void {
    for (const one of assignmentAndReplaced(assignment)) {
      if ((isSeen && one === assignment) || (this.#merges && one.value.kind === 'mapping')) this.seen.add(one);
      else this.losing.push({ assignment: one, hosts });
    }
  }

  /** The assignments of a name that these hosts see, at most as many as are named. */
  *#winners(hosts: readonly Host[], name: string): Iterable<Assignment> {
    const places = new Set<string>();
    for (const host of hosts)
      for (const variables of this.#variables.get(host) ?? []) {
        const winner = variables.get(name);
        if (winner === undefined || places.has(placeOf(winner))) continue;
        places.add(placeOf(winner));
        yield winner;
        if (places.size === NAMED) return;
      }
  }
}
