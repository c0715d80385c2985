/** Roles that plays name and that are not in the project. */
import { basename } from 'node:path';
import type { PlayReading, RoleApplication } from '../plays/role-applications.ts';
import { isTemplate } from '../template/syntax/is-template.ts';
import { madeOnce } from '../../ground/made-once.ts';
import { nameOneTypoAway, nearestOwner } from '../../model/nearest.ts';
import { FoundInPlays } from './found-in-plays.ts';
import type { UnknownName } from './found-in-plays.ts';
import { hostsReached } from './hosts-reached.ts';
import type { JudgedPlays } from './judged-project.ts';
import type { RoleMistake } from '../../troubles/mistake.ts';

/** A role that is not in the project. */
export interface UnknownRole extends UnknownName, RoleMistake {
  /** The role that may be meant, with its file of tasks as it is shown. */
  readonly nearest: { readonly name: string; readonly file: string | undefined } | undefined;
}

/** Finds the missing roles, except those that a list of roles to fetch brings. */
export function unknownRoles(context: JudgedPlays): readonly UnknownRole[] {
  const found = new FoundInPlays<Omit<UnknownRole, 'hosts'>>();
  // A role to install is one thing to do, however many plays apply it.
  const toInstall = new Map<string, Omit<UnknownRole, 'hosts'>>();
  for (const { reading, hosts } of context.plays.onInventory)
    for (const application of reading.applications) {
      const missing = missingRole(application, reading, context);
      const step = { task: application.use, application };
      if (missing === undefined) continue;
      const one = missing.kind === 'elsewhere' ? madeOnce(toInstall, missing.name, () => missing) : missing;
      found.add(one, hostsReached(step, hosts, context.scopes));
    }
  return found.all;
}

function missingRole(
  application: RoleApplication,
  { play }: PlayReading,
  { plays, project, shown }: JudgedPlays,
): Omit<UnknownRole, 'hosts'> | undefined {
  const { use, role, chain } = application;
  const { name } = use;
  const outer = chain.at(-1)?.role;
  if (role !== undefined || isTemplate(name)) return undefined;
  if (plays.roles.findInRuns(name, play, outer) !== undefined) return undefined;
  const one = { name, at: use.at, unless: undefined };
  const empty = plays.roles.emptyFolder(name, play);
  if (empty !== undefined) return { ...one, kind: 'empty', where: shown(empty), nearest: undefined };
  const folders = plays.roles.foldersWithout(name, play);
  const where = folders?.map(shown).join(' or ') ?? '';
  const own = new Map(plays.ownRoles.map((each) => [basename(each.path), each]));
  // One of the very name is where Ansible does not look.
  const misplaced = folders === undefined ? undefined : own.get(name);
  const others = [...own.keys()].filter((other) => other !== name);
  const near = misplaced === undefined ? nearName(name, others, folders !== undefined) : name;
  if (folders === undefined && project.listsRole(name)) return undefined;
  if (near === undefined && plays.roles.mayBeOfCollection(name, play)) return undefined;
  // Plays without an inventory are mostly examples of a role or collection.
  if (near === undefined && folders === undefined && plays.inventory.standIn !== undefined) return undefined;
  if (near === undefined)
    return { ...one, kind: folders === undefined ? 'elsewhere' : 'missing', where, nearest: undefined };
  const main = own.get(near)?.file('tasks');
  const file = main === undefined ? undefined : shown(main);
  return {
    ...one,
    kind: 'near',
    where,
    nearest: { name: misplaced === undefined ? near : shown(misplaced.path), file },
  };
}

/**
 * The role that may be meant: a role that may be installed elsewhere has another name for certain but for a single
 * slip.
 */
function nearName(name: string, known: readonly string[], isCertain: boolean): string | undefined {
  return isCertain ? nearestOwner(name, known) : nameOneTypoAway(name, known);
}
