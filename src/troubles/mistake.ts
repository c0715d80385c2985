/**
 * Mistakes in plays and inventories, in the same words from what finds them to the rules that report them. The one
 * adds documents, hosts and doubts, the other the places and names of the model.
 */

/** A module, keyword or argument that no release of ansible-core has, or no longer has. */
export interface ModuleMistake {
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
  /** As it is written. */
  readonly name: string;
  /** The module that has an argument, or is named beside a second one; empty for others. */
  readonly module: string;
  /** The module, keyword, argument or word that is meant, or those that took its place. */
  readonly expected: string;
}

/** A role that is not in the project. */
export interface RoleMistake {
  readonly kind:
    /** There is one of nearly the same name. */
    | 'near'
    /** Ansible surely finds none. */
    | 'missing'
    /** It may be installed on the machine that runs Ansible. */
    | 'elsewhere'
    /** Its folder is there, and empty. */
    | 'empty';
  /** The folders that lack it, or the empty one, as they are shown. */
  readonly where: string;
}

/** A name in a template, an argument or a condition that hosts come to, and that is not there for them. */
export interface UndefinedMistake {
  /** What it is not there as: an attribute is a key that a known mapping lacks. */
  readonly kind: 'variable' | 'group' | 'host' | 'attribute';
  /** Ansible's own words, without a full stop. */
  readonly reason: string;
}

/** A filter, test or lookup that no release of ansible-core has. */
export interface PluginMistake {
  readonly kind: 'filter' | 'test' | 'lookup';
  /** The one that may be meant. */
  readonly nearest: string;
}

/** A file that a play or task names but that Ansible finds nowhere. */
export interface FileMistake {
  readonly what: 'template' | 'file' | 'tasks' | 'variables';
  /** The folders that are searched for it, as they are shown. */
  readonly folders: readonly string[];
  /** The name of a file that is there and may be meant. */
  readonly nearest: string | undefined;
}

/** A file or folder of `group_vars` or `host_vars` that Ansible never opens. */
export interface VariableFileMistake {
  /** The end of its path: `group_vars/web.yml`. */
  readonly shown: string;
  readonly why:
    /** The group or host does not exist. `instead` is the nearest name, or the place where the file would be read. */
    | {
        readonly kind: 'noOwner';
        readonly owner: 'group' | 'host';
        readonly name: string;
        readonly instead: string | undefined;
      }
    /** Another file or folder of the same name comes first. */
    | { readonly kind: 'hidden'; readonly by: string }
    /** Ansible does not read files with this extension. */
    | { readonly kind: 'extension'; readonly expected: string }
    /** The folder lies deeper in a folder of sources than Ansible looks. */
    | { readonly kind: 'deeper'; readonly expected: string }
    /** A folder whose name looks like `group_vars` or `host_vars`. */
    | { readonly kind: 'misnamed'; readonly expected: string }
    /** It is a broken symbolic link to `target`. */
    | { readonly kind: 'dangling'; readonly target: string }
    /** A folder with neither a play nor an inventory next to it. */
    | { readonly kind: 'unreached'; readonly expected: string };
}

/** A group_vars file of a parent group that overrides a value that an inventory file sets for a group. */
export interface OverridingParent {
  /** `group_vars/all`. */
  readonly level: string;
  /** The file in which the group's own value would win. */
  readonly expected: string;
}

/** A name in the hosts of a play that no inventory of the project has, with the name that may be meant. */
export interface PlayHostsMistake {
  readonly name: string;
  readonly nearest: string;
  /** The play has its hosts, only those among its other hosts (`&`), or none of them (`!`). */
  readonly use: 'joined' | 'common' | 'excluded';
}

/** A host that is written among the keys of a group, where Ansible skips it, or that is taken for a group. */
export interface LostHostMistake {
  readonly name: string;
  /** The group, or the groups that have the same key or child. */
  readonly group: string;
  readonly as: 'key' | 'group';
}

/** A name that Ansible takes for a host or group, and that was meant as something else. */
export interface NameMistake {
  readonly kind:
    /** `vars`, `hosts` or `children` of a group, indented as one of its hosts, or as a group below it. */
    | 'keyword'
    | 'groupKeyword'
    /** `vars` or `children` at the top of a file, where groups are. */
    | 'topKeyword'
    /** `name=value` in a section of hosts. */
    | 'assignment'
    /** A name with a comma or semicolon after it. */
    | 'separator'
    /** A range in the notation of a shell: `es-{1..3}`. */
    | 'braces'
    /** The byte order mark that some editors put at the start of a file. */
    | 'byteOrderMark'
    /** A range that contains no host. */
    | 'emptyRange';
  readonly name: string;
}
