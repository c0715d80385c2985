/** Values that every host overrides, and the reasons why another host may use them. */
import { resolve } from 'node:path';
import type { Assignment, Group, Host, Inventory } from '../inventory/entities.ts';
import { seenAndLosingPlaces, shadowedValues as shadowedIn } from '../variables/value-visibility.ts';
import { plainData } from '../../source/tree.ts';
import type { Node } from '../../source/tree.ts';
import { groupOfLevel, shownLevel } from '../inventory/level.ts';
import { replacedIniVariables } from '../inventory/assignment.ts';
import type { NeighbourInventories } from '../discovery/neighbour-inventories.ts';
import type { Doubt } from './doubt.ts';
import type { JudgedInventory } from './judged-project.ts';
import { whyMaybeInOtherInventory, whyMaybeExtendedByTask, whyIncomplete } from './incomplete-inventory.ts';
import { whyMaybeReadElsewhere } from './unused-files.ts';
import type { OverridingParent } from '../../troubles/mistake.ts';

/** A value that is overridden on every host that it applies to. */
export interface ShadowedValue {
  readonly assignment: Assignment;
  readonly hosts: readonly Host[];
  /** The values that the hosts get instead, each once. */
  readonly by: readonly Assignment[];
  readonly lostTo: OverridingParent | undefined;
  /** The reason why some host may see it after all, if one may. */
  readonly unless: Doubt | undefined;
}

/** Finds the shadowed values of an inventory, without those that another inventory or a play of the project uses. */
export function shadowedValues(context: JudgedInventory, neighbours: NeighbourInventories): readonly ShadowedValue[] {
  const { read, settings } = context;
  const found = shadowedIn(read, settings.mergeHashes);
  if (found.length === 0) return [];
  const duplicates = new Set(Array.from(replacedIniVariables(read), ({ replaced }) => replaced));
  return found
    .filter(({ assignment, by }) => by.some(({ value }) => !isEqual(value, assignment.value)))
    .filter(({ assignment }) => !duplicates.has(assignment) && !isSeenBeside(assignment, context, neighbours))
    .map(({ assignment, hosts, by }) => {
      const lostTo = parentFile(assignment, by, read);
      return {
        assignment,
        hosts,
        by,
        lostTo,
        // Who joins the group comes below its parents, too.
        unless: lostTo === undefined ? seenByOthers(assignment, context, neighbours) : undefined,
      };
    });
}

/** Tells whether another inventory uses a value, or a play that takes its file or runs on the local machine. */
function isSeenBeside(
  assignment: Assignment,
  { read, inventory, project, settings, cwd }: JudgedInventory,
  neighbours: NeighbourInventories,
): boolean {
  const { file } = assignment.document;
  if (groupOfLevel(assignment.level) === 'all' && !read.hosts.has('localhost') && project.containsText('localhost'))
    return true;
  const [named] = /(?:group|host)_vars\/.*$/s.exec(file) ?? [];
  if (named !== undefined && (project.mentionsPath(named) || isTaken(assignment, inventory))) return true;
  return neighbours.readersOf(resolve(cwd, file), read).some((other) => {
    const { seen, losing } = seenAndLosingPlaces(other, settings.mergeHashes);
    if (seen.has(assignment)) return true;
    return losing.has(assignment) && whyIncomplete(other, project) !== undefined;
  });
}

/** Tells whether a play takes the file for some host, so that the value wins there. */
function isTaken({ name, document, key }: Assignment, inventory: Inventory): boolean {
  if (!inventory.plays.assignments.some((one) => one.document === document)) return false;
  return [...inventory.hosts.values()].some((host) =>
    inventory
      .variablesOf(host)
      .winners(name)
      .some((one) => one.document === document && one.key.start === key.start),
  );
}

/** The file of group_vars for a parent group that overrides what an inventory file sets for a group. */
function parentFile({ level }: Assignment, by: readonly Assignment[], { groups }: Inventory): ShadowedValue['lostTo'] {
  const group = level.kind === 'inventory group' ? groups.get(level.owner ?? '') : undefined;
  if (group === undefined) return undefined;
  const parents = new Set<Group>(group.parents);
  for (const parent of parents) for (const above of parent.parents) parents.add(above);
  const names = new Set(Array.from(parents, (parent) => parent.name));
  const winner = by.find((one) => one.level.kind === 'group_vars' && names.has(one.level.owner ?? ''));
  if (winner === undefined) return undefined;
  const { file } = winner.document;
  const shown = shownLevel(winner.level);
  const expected = `${file.slice(0, file.lastIndexOf(shown))}group_vars/${group.name}.yml`;
  return { level: shown, expected };
}

/** Says why there may be hosts that use a value; no other host uses what is set for one. */
function seenByOthers(
  { level }: Assignment,
  context: JudgedInventory,
  neighbours: NeighbourInventories,
): Doubt | undefined {
  const { read, inventory, project } = context;
  const group = groupOfLevel(level);
  if (group === undefined) return undefined;
  const open = whyIncomplete(read, project) ?? whyMaybeExtendedByTask(inventory, group);
  if (open !== undefined) return open;
  const others = whyMaybeInOtherInventory(context, neighbours, (other) =>
    hasOthersIn(group, other, read) ? `more hosts of the group ${group}` : undefined,
  );
  if (others !== undefined) return others;
  return level.kind === 'group_vars'
    ? whyMaybeReadElsewhere(project, 'group_vars', group, shownLevel(level))
    : undefined;
}

/** Tells whether an inventory has hosts in a group that another one does not know. */
function hasOthersIn(name: string, inventory: Inventory, { hosts }: Inventory): boolean {
  const group = inventory.groups.get(name);
  return group !== undefined && inventory.members(group).some((host) => !hosts.has(host.name));
}

/** Tells whether a host sees the same value, though another place sets it. */
function isEqual(a: Node, b: Node): boolean {
  return JSON.stringify(plainData(a)) === JSON.stringify(plainData(b));
}
