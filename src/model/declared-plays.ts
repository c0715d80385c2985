/** Facts about the plays that reach hosts of a stack: what Ansible will stop at, or leave out without a word. */
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
export interface UnknownModule extends UnknownName {
  readonly kind:
    | 'unknown'
    | 'removed'
    /** The collection in the name of a module. */
    | 'collection'
    /** A key that is meant as a keyword of the task. */
    | 'keyword'
    /** A second module in one task. */
    | 'second'
    /** An argument of a module. */
    | 'argument'
    /** A word for an argument that takes only others. */
    | 'word';
  /** The module that has an argument, or is named beside a second one; empty for others. */
  readonly module: string;
  /** The module, keyword, argument or word that is meant, or those that took its place. */
  readonly expected: string;
}

/** A role that is not in the project. */
export interface UnknownRole extends UnknownName {
  readonly kind:
    /** There is one of nearly the same name. */
    | 'near'
    /** Ansible surely finds none. */
    | 'missing'
    /** It may be installed on the machine that runs Ansible. */
    | 'elsewhere'
    /** Its folder is there, and empty. */
    | 'empty';
  /** The folders that lack it, or the empty one. */
  readonly where: string;
  readonly nearest: NearName | undefined;
}

/** A name in a template, an argument or a condition that hosts come to, and that is not there for them. */
export interface UndefinedName extends UnknownName {
  /** What it is not there as: an attribute is a key that a known mapping lacks. */
  readonly kind: 'variable' | 'group' | 'host' | 'attribute';
  /** Ansible's own words, without a full stop. */
  readonly reason: string;
  /** Further places that use it. */
  readonly others: readonly FilePlace[];
  /** The places that use the values of variables that use it. */
  readonly users: readonly FilePlace[];
  readonly nearest: NearName | undefined;
  /** A place that sets the variable, for other hosts or in other plays. */
  readonly elsewhere: FilePlace | undefined;
}

/** A filter, test or lookup that no release of ansible-core has. */
export interface UnknownPlugin extends Omit<UnknownName, 'unless'> {
  readonly kind: 'filter' | 'test' | 'lookup';
  /** The one that may be meant. */
  readonly nearest: string;
}

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
export interface MissingFile extends UnknownName {
  readonly what: 'template' | 'file' | 'tasks' | 'variables';
  /** The folders that are searched for it, as they are shown. */
  readonly folders: readonly string[];
  /** The name of a file that is there and may be meant. */
  readonly nearest: string | undefined;
}

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
