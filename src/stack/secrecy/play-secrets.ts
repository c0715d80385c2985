/** Secrets in plain text in the variables of plays and roles. */
import { possibleReaders } from '../../ansible/index.ts';
import type { Assignment, Host, Inventory } from '../../ansible/index.ts';
import type { PlaySecret } from '../../model/declared-inventory.ts';
import { isBelow } from '../../ground/paths.ts';
import type { Node } from '../../source/tree.ts';
import { shownHost } from '../hosts.ts';
import { JudgedVariable } from '../vocabulary/variable.ts';
import type { VariableContext } from '../vocabulary/variable.ts';

type LevelKind = Assignment['level']['kind'];

/** Extra variables belong to one run, and the variables of tasks are judged by no rule. */
const NOT_JUDGED: ReadonlySet<LevelKind> = new Set(['extra vars', 'task vars']);

/** The levels of files of roles. */
const OF_ROLES: ReadonlySet<LevelKind> = new Set(['role defaults', 'role vars']);

/** The files of a project, by the paths that are shown. */
export interface ShownFiles {
  /** True for a document that others wrote, or that deploys nothing. */
  readonly isForeign: (file: string) => boolean;
  /** True for a document of the inventory, whose variables are judged by themselves. */
  readonly isOfInventory: (file: string) => boolean;
  readonly absolute: (file: string) => string;
}

/**
 * Finds the secrets in the variables of plays and roles, each once, with the hosts that see them.
 *
 * Defaults of roles are meant to be overridden: they count if some host may see them.
 */
export function playSecrets(
  reader: VariableContext,
  { isForeign, isOfInventory, absolute }: ShownFiles,
): readonly PlaySecret[] {
  const { plays } = reader.inventory;
  const { assignments, visibleDefaults } = plays;
  const judged = new Set<Node>();
  return assignments.flatMap((assignment) => {
    const { document, value, level } = assignment;
    if (judged.has(value) || NOT_JUDGED.has(level.kind)) return [];
    judged.add(value);
    if (isOfInventory(document.file) || isForeign(document.file)) return [];
    if (level.kind === 'role defaults' && !visibleDefaults.has(value)) return [];
    const variable = new JudgedVariable(assignment, reader);
    const { plainSecrets, name } = variable;
    if (plainSecrets.length === 0) return [];
    const winning = variable.hosts;
    const reached = hostsReached(assignment, reader.inventory, absolute)?.map(shownHost);
    // Where hosts are in further plays, none sees the variable everywhere.
    const hosts = winning.length > 0 || OF_ROLES.has(level.kind) ? winning : (reached ?? []);
    const isAside = reached !== undefined && reader.isAside([...winning, ...reached]);
    return plainSecrets.map((secret) => ({ ...secret, hosts: secret.hosts ?? hosts, variable: name, isAside }));
  });
}

/**
 * The hosts that reach what sets a variable, whatever sets it for others: those of the play around it, of the plays
 * that read its file, or of those that apply the role that the file belongs to; undefined if none of them is known.
 */
function hostsReached(
  assignment: Assignment,
  inventory: Inventory,
  absolute: ShownFiles['absolute'],
): readonly Host[] | undefined {
  const { document, key, level } = assignment;
  const { reaches, appliedRoles } = inventory.plays;
  const around = reaches.filter((play) => play.document === document && play.start <= key.start && key.end <= play.end);
  if (around.length > 0) return around.flatMap(({ hosts }) => hosts);
  if (level.kind === 'vars_files') return possibleReaders(assignment, inventory);
  if (!OF_ROLES.has(level.kind)) return undefined;
  const file = absolute(document.file);
  const uses = appliedRoles.filter(({ folder }) => folder !== undefined && isBelow(file, folder));
  // A task may apply it by a name that only a run can know.
  return uses.length === 0 ? undefined : uses.flatMap(({ hosts, possible }) => [...hosts, ...possible]);
}
