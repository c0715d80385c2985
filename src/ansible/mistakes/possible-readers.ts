/** The hosts that may get the variables of a file, whatever else sets them. */
import type { Assignment, Host, Inventory } from '../inventory/entities.ts';
import { groupOfLevel } from '../inventory/level.ts';
import type { LevelKind } from '../inventory/level.ts';
import type { Document } from '../../source/document.ts';
import { whyIncomplete, whyMaybeExtendedByTask, whyMaybeMadeByTask } from './incomplete-inventory.ts';

const OF_INVENTORY: ReadonlySet<LevelKind> = new Set(['inventory group', 'group_vars', 'inventory host', 'host_vars']);

/**
 * Finds those that may get a variable of a group or host: those of the group, or the host, and those of the plays
 * that read its file as one of their own; undefined if a run may bring others. A variable of `vars_files` has the
 * hosts of these plays alone.
 */
export function possibleReaders(
  { document, level }: Pick<Assignment, 'document' | 'level'>,
  inventory: Inventory,
): readonly Host[] | undefined {
  const { kind, owner } = level;
  if (kind === 'vars_files') return readersAsVarsFile(document, inventory);
  if (owner === undefined || whyIncomplete(inventory) !== undefined) return undefined;
  const isOfGroup = groupOfLevel(level) !== undefined;
  const open = isOfGroup ? whyMaybeExtendedByTask(inventory, owner) : whyMaybeMadeByTask(inventory, 'host', owner);
  const ofPlays = readersAsVarsFile(document, inventory);
  if (open !== undefined || ofPlays === undefined) return undefined;
  const [group, host] = isOfGroup ? [inventory.groups.get(owner)] : [undefined, inventory.hosts.get(owner)];
  return [...(group === undefined ? [] : inventory.members(group)), ...(host === undefined ? [] : [host]), ...ofPlays];
}

/** The hosts of the plays that have a file among their `vars_files`; undefined if tasks read it, too. */
function readersAsVarsFile(document: Document, { plays }: Inventory): readonly Host[] | undefined {
  const others = plays.assignments.filter((one) => one.document === document && !OF_INVENTORY.has(one.level.kind));
  if (others.some(({ level }) => level.kind !== 'vars_files')) return undefined;
  const playbooks = new Set(others.map(({ level }) => level.owner));
  const readers = plays.reaches.filter((play) => playbooks.has(play.document.file));
  return readers.length < playbooks.size ? undefined : readers.flatMap(({ hosts }) => hosts);
}
