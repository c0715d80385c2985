/** Secrets in plain text in the variables of plays and roles. */
import type { AppliedRole, Assignment, Host } from '../../ansible/entities.ts';
import type { LevelKind } from '../../ansible/level.ts';
import type { PlaySecret } from '../../model/declared-inventory.ts';
import { isBelow } from '../../paths.ts';
import type { Node } from '../../source/tree.ts';
import { shownHost } from '../hosts.ts';
import { JudgedVariable } from '../variable.ts';
import type { VariableContext } from '../variable.ts';

/** Extra variables belong to one run, and the variables of tasks are judged by no rule. */
const NOT_JUDGED: ReadonlySet<LevelKind> = new Set(['extra vars', 'task vars']);

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
 * Defaults of roles are meant to be overridden: they count where some host may see them.
 */
export function playSecrets(
  reader: VariableContext,
  { isForeign, isOfInventory, absolute }: ShownFiles,
): readonly PlaySecret[] {
  const { assignments, visibleDefaults, appliedRoles } = reader.inventory.plays;
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
    const { hosts } = variable;
    const isAside = reader.isAside([...hosts, ...hostsOfRoles(assignment, appliedRoles, absolute).map(shownHost)]);
    return plainSecrets.map((secret) => ({ ...secret, hosts: secret.hosts ?? hosts, variable: name, isAside }));
  });
}

/**
 * The hosts of the roles whose file sets a variable, or to which a play gives it: its tasks see it, whatever others see.
 */
function hostsOfRoles(
  { document, key, level }: Assignment,
  applied: readonly AppliedRole[],
  absolute: ShownFiles['absolute'],
): readonly Host[] {
  const file = absolute(document.file);
  if (level.kind !== 'role params') {
    const own = applied.filter(({ folder }) => folder !== undefined && isBelow(file, folder));
    return own.flatMap(hostsOfRole);
  }
  const before = applied.filter(({ play }) => play.document === document && play.start < key.start);
  const start = Math.max(...before.map(({ play }) => play.start));
  return before.filter(({ play }) => play.start === start).flatMap(hostsOfRole);
}

function hostsOfRole({ hosts, possible }: AppliedRole): readonly Host[] {
  return [...hosts, ...possible];
}
