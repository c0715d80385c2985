/** An area of the catalogue: the texts of its codes. */

/**
 * - `syntax`: the text is not YAML, JSON, TOML or INI.
 * - `structure`: it is, but not of the shape that Ansible wants there.
 * - `unreadable`: no permission, no such file, a pipe.
 * - `limit`: Ansible may read it, but it means more than this program reads, or can tell.
 * - `vault`: encrypted, and no password was given. No fault of the project.
 * - `wrong-password`: encrypted, and the password that was given is another.
 * - `dynamic`: only a run can read it (a program, a plugin's configuration). No fault either.
 * - `undecided`: it was read, but only a run can know the value of one expression in it. No fault either.
 */
export type TroubleKind =
  'syntax' | 'structure' | 'unreadable' | 'limit' | 'vault' | 'wrong-password' | 'dynamic' | 'undecided';

/** The text of one code. */
export interface Entry {
  /**
   * One sentence without its full stop: what is wrong, then what was expected. `{{name}}` is replaced by that value of
   * the trouble's data.
   */
  readonly says: string;
  /** Further sentences for `stacklint explain CODE`: why Ansible refuses it, and what to do. */
  readonly more: string;
  /** `syntax` for the areas of grammars and `structure` for all others, unless it is given here. */
  readonly kind?: TroubleKind;
  /** `error` if it is left out: Ansible drops the file or stops. With a `warning` it goes on. */
  readonly severity?: 'warning';
  /** True in a text that is YAML all the same: Python makes no value of a part of it, or Ansible takes none. */
  readonly ofValue?: true;
}

/** The entries of one area by their codes, `area/what-is-wrong`. */
export type Area = Readonly<Record<string, Entry>>;
