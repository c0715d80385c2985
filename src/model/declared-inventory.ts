/** What the inventory as a whole declares, beside the settings of its hosts. */
import type { Origin, FilePlace, Unknown } from './setting.ts';
import type { DeclaredVariable, PlainSecret } from './document.ts';

/** The group that holds the hosts of one part of the stack. */
export interface PartGroup {
  /** For a sentence: `search nodes`, `dashboard hosts`. */
  readonly members: string;
  readonly group: string;
  /** True for the part that every stack has: the others count once they are declared or configured. */
  readonly needed: boolean;
  readonly state: 'missing' | 'empty' | 'filled';
  /** Of a missing group: the name of a group that the inventory has and that may be meant. */
  readonly nearest: string | undefined;
  /** A variable that only this part reads and that the inventory sets. */
  readonly variable: string | undefined;
  /** Where a finding about it points: the group's key, else the variable's, else the head of the inventory. */
  readonly at: FilePlace;
  /** Why it may be another group, if it may: nobody knows what the role variable that names it is worth. */
  readonly unless: Unknown | undefined;
  /** Why a task may put more hosts into it, if one may. */
  readonly joined: Unknown | undefined;
}

/** A file or folder of `group_vars` or `host_vars` that Ansible never opens. */
export interface UnusedFile {
  readonly at: FilePlace;
  /** Its name as a person sees it: `group_vars/web.yml`. */
  readonly shown: string;
  readonly why:
    /** There is no such group or host. `instead` is the nearest name, or the place where it would be read. */
    | {
        readonly kind: 'nobody';
        readonly owner: 'group' | 'host';
        readonly name: string;
        readonly instead: string | undefined;
      }
    /** Another file or folder of the same name comes first. */
    | { readonly kind: 'hidden'; readonly by: string }
    /** The extension is none of those that Ansible reads. */
    | { readonly kind: 'extension'; readonly expected: string }
    /** The folder lies deeper in a folder of sources than Ansible looks. */
    | { readonly kind: 'deeper'; readonly expected: string }
    /** A folder whose name looks like `group_vars` or `host_vars`. */
    | { readonly kind: 'misnamed'; readonly expected: string }
    /** It is a link to what is not there, named by `target`. */
    | { readonly kind: 'dangling'; readonly target: string }
    /** A folder that lies beside neither a play nor an inventory. */
    | { readonly kind: 'unreached'; readonly expected: string };
  /** Why it may be read all the same, if it may. */
  readonly unless: Unknown | undefined;
}

/** A value that each host which it reaches overrides. */
export interface ShadowedValue {
  /** Undefined where the name was decrypted. */
  readonly variable: string | undefined;
  readonly at: Origin;
  /** The level of precedence that it is set at: `group_vars/search`. */
  readonly level: string;
  readonly hosts: readonly string[];
  /** What the hosts see instead, each place once. */
  readonly by: readonly FilePlace[];
  /** Where a file of group_vars for a parent group overrides what an inventory file sets for a group. */
  readonly lostTo:
    | {
        /** `group_vars/all`. */
        readonly level: string;
        /** The file in which the group's own value would win. */
        readonly expected: string;
      }
    | undefined;
  readonly unless: Unknown | undefined;
}

/** A name in the hosts of a play that no inventory of the project has, and another that it may be meant for. */
export interface MistypedHosts {
  readonly name: string;
  readonly nearest: string;
  readonly at: FilePlace;
  /** Why some host or group may have the name, if that may be. */
  readonly unless: Unknown | undefined;
}

/** A secret in plain text in a variable of a play or a role. */
export interface PlaySecret extends PlainSecret {
  /** The hosts that see it; empty where its play is for others. */
  readonly hosts: readonly string[];
  readonly variable: string | undefined;
}

/** A name that Ansible takes for a host or group, and that was meant as something else. */
export interface MisplacedName {
  readonly kind:
    /** `vars`, `hosts` or `children` of a group, indented as one of its hosts, or as a group below it. */
    | 'keyword'
    | 'groupKeyword'
    /** `vars` or `children` at the top of a file, where groups are. */
    | 'topKeyword'
    /** `name=value` in a section of hosts. */
    | 'assignment'
    /** With a comma or semicolon after it. */
    | 'separator'
    /** A range as a shell writes it: `es-{1..3}`. */
    | 'braces'
    /** The mark that some editors put at the head of a file. */
    | 'byteOrderMark'
    /** A range that stands for no host. */
    | 'emptyRange';
  readonly name: string;
  readonly at: FilePlace;
  /** The name itself, where Ansible takes it for a host. */
  readonly hosts: readonly string[];
}

/** Variables that need each other's values. */
export interface ReferenceLoop {
  /** In the order of reference, the first again at the end; undefined for one that was decrypted. */
  readonly names: readonly (string | undefined)[];
  /** The reference in the first variable's template. */
  readonly at: FilePlace;
  /** The other variables of the loop. */
  readonly others: readonly FilePlace[];
  readonly hosts: readonly string[];
}

/** The inventory as a whole; each list is made when it is first asked for. */
export interface DeclaredInventory {
  readonly parts: readonly PartGroup[];
  /** Says why there may be hosts and groups that no file names. */
  readonly incomplete: Unknown | undefined;
  readonly misplacedNames: readonly MisplacedName[];
  readonly unusedFiles: readonly UnusedFile[];
  readonly shadowedValues: readonly ShadowedValue[];
  readonly referenceLoops: readonly ReferenceLoop[];
  readonly mistypedHosts: readonly MistypedHosts[];
  /** What the command line sets (`--extra-vars`), for all hosts. */
  readonly extraVariables: readonly DeclaredVariable[];
  /** In the plays and roles of its project. */
  readonly playSecrets: readonly PlaySecret[];
}
