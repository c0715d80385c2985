/** Chooses the vocabulary of an inventory by the roles that plays apply, or by the variables in use. */
import type { AppliedRole, Inventory, ProjectTexts } from '../../ansible/index.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The vocabulary that fits, if one does. */
export interface Choice {
  readonly vocabulary: Vocabulary | undefined;
  /** Set where too little speaks for a vocabulary to choose it. */
  readonly doubt?: VocabularyDoubt | undefined;
}

/** A vocabulary that may fit. */
export interface VocabularyDoubt {
  readonly name: string;
  /** The reasons for and against it: a sentence without its full stop. */
  readonly message: string;
}

/** The number of signs needed: with one, it may be another role's variable of the same name. */
const ENOUGH = 2;

/**
 * The vocabulary that fits.
 *
 * If plays apply one of the vocabulary's roles, that decides; one that lies in the project is read itself, and needs no
 * vocabulary. Otherwise three kinds of signs count: variables that
 * only this role has, requirements that name it, and groups of its own; another role of the plays takes away what is
 * its own: the variables that begin with its name, and, if it lies in the project, those that its files read. Where
 * that leaves too little, none fits.
 */
export function chooseVocabulary(
  inventory: Inventory,
  appliedRoles: readonly AppliedRole[],
  vocabularies: readonly Vocabulary[],
  project: ProjectTexts,
): Choice {
  const inUse = new Set(inventory.assignments().map(({ name }) => name));
  let best: Vocabulary | undefined;
  let most = 0;
  let doubt: VocabularyDoubt | undefined;
  for (const vocabulary of vocabularies) {
    const { weight, doubt: ownDoubt } = judge(vocabulary, inUse, inventory, appliedRoles, project);
    doubt ??= ownDoubt;
    if (weight > most) {
      best = vocabulary;
      most = weight;
    }
  }
  return best === undefined ? { vocabulary: undefined, doubt } : { vocabulary: best };
}

/** The weight of the evidence for a vocabulary; 0 where it is too little. */
interface Judgement {
  readonly weight: number;
  readonly doubt?: VocabularyDoubt;
}

function judge(
  { name, head }: Vocabulary,
  inUse: ReadonlySet<string>,
  inventory: Inventory,
  appliedRoles: readonly AppliedRole[],
  project: ProjectTexts,
): Judgement {
  const evidence = head.evidence.filter((one) => inUse.has(one));
  const isNamed = head.roles.some((role) => project.namesRole(role));
  if (evidence.length === 0 && !isNamed && !head.roles.some((role) => project.containsWord(role))) return { weight: 0 };
  // If no role is published, the plays' own role may well be the one that is meant.
  const applied = head.roles.length === 0 ? [] : appliedRoles;
  if (installedRoles(applied, head.roles).length > 0) return { weight: Infinity };
  if (applied.some((role) => role.isAmong(head.roles))) return { weight: 0 };
  const rivals = applied.filter(
    (role) =>
      head.prefixes.includes(`${shortName(role)}_`) || evidence.some((variable) => isOf(role, variable, project)),
  );
  const counted = evidence.filter((variable) => !rivals.some((role) => isOf(role, variable, project)));
  const isMeant = isNamed && rivals.length === 0 && speaksOf(inventory, inUse, head);
  const hasOwnGroup = head.ownGroups?.some((group) => inventory.groups.has(group)) === true;
  const weight = counted.length + Number(isNamed) + Number(hasOwnGroup);
  // Where roles of the project claim most of the variables, one of them is a copy of the role, or much like it.
  const isClaimed = counted.length <= evidence.length / 2;
  if (isMeant || (!isClaimed && weight >= ENOUGH)) return { weight };
  const [variable] = evidence;
  const [rival] = rivals;
  if (variable === undefined && rival === undefined) return { weight: 0 };
  const seen = variable === undefined ? `the project names ${name}` : `${variable} may be a variable of ${name}`;
  const against =
    rival === undefined ? 'nothing else points to it' : `the plays apply another role, ${shortName(rival)}`;
  return { weight: 0, doubt: { name, message: `${seen}, but ${against}` } };
}

/** The uses of roles, of those among some, that are installed elsewhere: the project does not have them. */
export function installedRoles(applied: readonly AppliedRole[], among: readonly string[]): readonly AppliedRole[] {
  return applied.filter((role) => role.folder === undefined && role.isAmong(among));
}

/** A role's name without collection or folder, and without what people put before it. */
function shortName({ names: [written = ''] }: AppliedRole): string {
  return written.replace(/^.*[./]/s, '').replace(/^ansible[-_](?:role[-_])?/, '');
}

/** Tells whether a variable may be a role's own: it begins with the role's name, or a file of the role reads it. */
function isOf(role: AppliedRole, variable: string, project: ProjectTexts): boolean {
  const { folder } = role;
  return variable.startsWith(`${shortName(role)}_`) || (folder !== undefined && project.isReadInRole(folder, variable));
}

/** Tells whether the inventory has a group or a variable that may be meant for a role. */
function speaksOf({ groups }: Inventory, inUse: ReadonlySet<string>, { parts, prefixes }: Vocabulary['head']): boolean {
  if (
    Object.values(parts).some(({ members }) => members !== undefined && 'group' in members && groups.has(members.group))
  )
    return true;
  return [...inUse].some((name) => prefixes.some((prefix) => name.startsWith(prefix)));
}
