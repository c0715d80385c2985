/** Facts about the plays that reach hosts of a stack: what Ansible will stop at, or leave out without a word. */
import type { FileMistake, ModuleMistake, PluginMistake, RoleMistake, UndefinedMistake } from '../troubles/mistake.ts';
import type { FilePlace, Unknown } from './setting.ts';

/** Something in a play or task that names what is not there. */
interface UnknownName {
  /** As it is written. */
  readonly name: string;
  readonly at: FilePlace;
  /** The hosts whose plays come to it. */
  readonly hosts: readonly string[];
  /** The reason why it may be there after all, if it may. */
  readonly unless: Unknown | undefined;
}

/** A name that is there, with its place if it has one in the project. */
export interface NearName {
  readonly name: string;
  readonly at?: FilePlace | undefined;
}

/** A module, keyword or argument that no release of ansible-core has, or no longer has. */
export interface UnknownModule extends UnknownName, ModuleMistake {}

/** A role that is not in the project. */
export interface UnknownRole extends UnknownName, RoleMistake {
  readonly nearest: NearName | undefined;
}

/** A name in a template, an argument or a condition that hosts come to, and that is not there for them. */
export interface UndefinedName extends UnknownName, UndefinedMistake {
  /** Further places that use it. */
  readonly others: readonly FilePlace[];
  /** The places that use the values of variables that use it. */
  readonly users: readonly FilePlace[];
  readonly nearest: NearName | undefined;
  /** A place that sets the variable, for other hosts or in other plays. */
  readonly elsewhere: FilePlace | undefined;
}

/** A filter, test or lookup that no release of ansible-core has. */
export interface UnknownPlugin extends Omit<UnknownName, 'unless'>, PluginMistake {}

/** A template that surely fails. */
export interface FailingTemplate {
  /** Ansible's own words, without a full stop. */
  readonly reason: string;
  readonly at: FilePlace;
  /** The place that uses the value, if it is the value of a variable. */
  readonly usedAt: FilePlace | undefined;
  readonly hosts: readonly string[];
}

/** A file that a play or task names but that Ansible finds nowhere. */
export interface MissingFile extends UnknownName, FileMistake {}

/** A name that a task notifies, and that no handler of its play has or listens to. */
export interface UnknownHandler extends UnknownName {
  readonly nearest: NearName | undefined;
}

/** The plays of a stack; each list is made when it is first asked for. */
export interface DeclaredPlays {
  readonly unknownModules: readonly UnknownModule[];
  readonly unknownRoles: readonly UnknownRole[];
  readonly undefinedNames: readonly UndefinedName[];
  readonly unknownPlugins: readonly UnknownPlugin[];
  readonly failingTemplates: readonly FailingTemplate[];
  readonly missingFiles: readonly MissingFile[];
  readonly unknownHandlers: readonly UnknownHandler[];
}
