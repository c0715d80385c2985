/** Levels of precedence: the kinds of places that set variables, and their order. */

/**
 * The kinds of levels from the weakest to the strongest, in the order of Ansible's documentation where settings do not
 * change it.
 * https://docs.ansible.com/ansible/latest/playbook_guide/playbooks_variables.html#understanding-variable-precedence
 */
const PRECEDENCE = [
  'hardware hint',
  'role defaults',
  'inventory group',
  'group_vars',
  'saved answer',
  'inventory host',
  'host_vars',
  'facts',
  'play vars',
  'import vars',
  'vars_files',
  'role vars',
  'task vars',
  'include_vars',
  'role params',
  'extra vars',
] as const;

export type LevelKind = (typeof PRECEDENCE)[number];

/** The level of a place that sets a variable. */
export interface Level {
  readonly kind: LevelKind;
  /** The name of the group, host or role, or the file of the playbook; undefined for kinds without an owner. */
  readonly owner?: string;
}

/** A level in Ansible's words: `group_vars/search`, `inventory host es-1`, `extra vars`. */
export function shownLevel({ kind, owner }: Level): string {
  if (owner === undefined) return kind;
  return `${kind}${kind === 'group_vars' || kind === 'host_vars' ? '/' : ' '}${owner}`;
}

/** The name of the group whose variables a level holds; undefined for a level that belongs to no group. */
export function groupOfLevel({ kind, owner }: Level): string | undefined {
  return kind === 'inventory group' || kind === 'group_vars' ? owner : undefined;
}

/** Tells whether another kind of level overrides a level. */
export function isWeakerThan({ kind }: Level, stronger: LevelKind): boolean {
  return PRECEDENCE.indexOf(kind) < PRECEDENCE.indexOf(stronger);
}

/** Tells whether a level is that of inline variables of sources. */
export function isSetInSource({ kind }: Level): boolean {
  return kind === 'inventory group' || kind === 'inventory host';
}

/** Compares levels, the weakest first; of groups, `all` is the weakest. */
export function weakestLevelFirst(a: Level, b: Level): number {
  return PRECEDENCE.indexOf(a.kind) - PRECEDENCE.indexOf(b.kind) || isOfAll(b) - isOfAll(a);
}

function isOfAll(level: Level): number {
  return groupOfLevel(level) === 'all' ? 1 : 0;
}
