/** Facts about an inventory as a whole, in addition to the settings of its hosts. */
import type {
  LostHostMistake,
  PlayHostsMistake,
  NameMistake,
  OverridingParent,
  VariableFileMistake,
} from '../troubles/mistake.ts';
import type { Fault } from '../troubles/fault.ts';
import type { Origin, FilePlace, Malformed, Unknown } from './setting.ts';
import type { SettingName } from './settings.ts';
import type { DeclaredVariable, PlainSecret } from './source-document.ts';

/** The group that holds the hosts of one part of the stack. */
export interface PartGroup {
  /** The members in a sentence: `search nodes`, `dashboard hosts`. */
  readonly members: string;
  readonly group: string;
  /** True for the part that every stack has: the others are expected once they are declared or configured. */
  readonly needed: boolean;
  readonly state: 'missing' | 'empty' | 'filled';
  /** For a missing group, the name of an existing group that may be meant. */
  readonly nearest: string | undefined;
  /** A variable that only this part reads and that the inventory sets. */
  readonly variable: string | undefined;
  /** The place for a finding: the group's key, else the variable's, else the start of the inventory. */
  readonly at: FilePlace;
  /** The reason why it may be another group, if it may: the value of the role variable that names it is unknown. */
  readonly unless: Unknown | undefined;
  /** The reason why it may get more hosts, if it may: a task puts them into it. */
  readonly joined: Unknown | undefined;
}

/** A file or folder of `group_vars` or `host_vars` that Ansible never opens. */
export interface UnusedFile extends VariableFileMistake {
  readonly at: FilePlace;
  /** The reason why it may be read after all, if it may. */
  readonly unless: Unknown | undefined;
}

/** A value that is overridden on every host that it applies to. */
export interface ShadowedValue {
  /** Undefined if the name was decrypted. */
  readonly variable: string | undefined;
  readonly at: Origin;
  /** The level of precedence at which it is set: `group_vars/search`. */
  readonly level: string;
  readonly hosts: readonly string[];
  /** The places of the values that the hosts get instead, without repetitions. */
  readonly by: readonly FilePlace[];
  readonly lostTo: OverridingParent | undefined;
  readonly unless: Unknown | undefined;
}

/** A name in the hosts of a play that no inventory of the project has, with the name that may be meant. */
export interface MistypedHosts extends PlayHostsMistake {
  readonly at: FilePlace;
  /** The reason why a host or group may have the name after all, if one may. */
  readonly unless: Unknown | undefined;
}

/** A host that is written among the keys of a group, where Ansible skips it, or that is taken for a group. */
export interface LostHost extends LostHostMistake {
  readonly at: FilePlace;
  /** The reason why this host, or hosts in this group, may exist after all. */
  readonly unless: Unknown | undefined;
}

/** A secret in plain text in a variable of a play or a role. */
export interface PlaySecret extends PlainSecret {
  /** The hosts that get it; empty if its play is for other hosts. */
  readonly hosts: readonly string[];
  readonly variable: string | undefined;
  /** True if it is certain that no host of the stack gets it. */
  readonly isAside: boolean;
}

/** A name that Ansible takes for a host or group, and that was meant as something else. */
export interface MisplacedName extends NameMistake {
  readonly at: FilePlace;
  /** The name itself, where Ansible takes it for a host. */
  readonly hosts: readonly string[];
}

/** Variables that need each other's values. */
export interface ReferenceLoop {
  /** The names in the order of reference, the first again at the end; undefined for a name that was decrypted. */
  readonly names: readonly (string | undefined)[];
  /** The reference in the first variable's template. */
  readonly at: FilePlace;
  /** The other variables of the loop. */
  readonly others: readonly FilePlace[];
  readonly hosts: readonly string[];
}

/** A file that plays put on hosts and that its product cannot read. */
export interface RenderedFault {
  /** The place in the template, or in the task, that is at fault. */
  readonly at: Origin;
  /** The place that it repeats. */
  readonly first?: FilePlace | undefined;
  /** The product that cannot read it: `Elasticsearch`. */
  readonly product: string;
  /** The path on the hosts: `/etc/elasticsearch/elasticsearch.yml`. */
  readonly file: string;
  readonly hosts: readonly string[];
  /** A sentence without its full stop. */
  readonly reason: string;
}

/** A value, in a file that plays put on hosts, that the product that reads the file refuses. */
export interface RefusedValue extends Pick<Malformed, 'shown' | 'expected' | 'meant'> {
  readonly at: Origin;
  readonly host: string;
  /** `Logstash`. */
  readonly product: string;
  /** The variable that a person would change, or the product's own name of the setting. */
  readonly variable: string;
  /** The product's own name of the setting: `queue.type`. */
  readonly name: string;
  /** The setting of the model that it fills, if it fills one. */
  readonly fills: SettingName | undefined;
}

/** A key in a product's file that is surely not one of the settings of its release. */
export interface UnknownSetting {
  readonly at: Origin;
  readonly host: string;
  /** `Logstash`. */
  readonly product: string;
  readonly name: string;
  /** The setting that was meant, one typing error away, or what replaced it; undefined if nothing did. */
  readonly meant: string | undefined;
  /** For a setting that the product once had: its release, which does not. */
  readonly release?: string | undefined;
  /** For a setting that something else has: `Elasticsearch`, `indices`. */
  readonly owner?: string | undefined;
}

/** What is wrong with the body of a request that the project keeps. */
export interface RequestFault {
  readonly at: Origin;
  readonly fault: Fault;
  /** True if it is no JSON; else it is not of the shape that the product takes. */
  readonly isSyntax: boolean;
}

/** A setting that a variable declares but that has another value in the file that a role writes. */
export interface RenderedDifference {
  readonly at: Origin;
  readonly host: string;
  readonly variable: string;
  readonly declared: string;
  /** The product's own name of the setting, and its value in the file. */
  readonly setting: string;
  readonly rendered: string;
}

/** The inventory as a whole; each list is made when it is first asked for. */
export interface DeclaredInventory {
  readonly parts: readonly PartGroup[];
  /** The reason why there may be hosts and groups that no file names, if there may. */
  readonly incomplete: Unknown | undefined;
  readonly misplacedNames: readonly MisplacedName[];
  readonly unusedFiles: readonly UnusedFile[];
  readonly shadowedValues: readonly ShadowedValue[];
  readonly referenceLoops: readonly ReferenceLoop[];
  readonly mistypedHosts: readonly MistypedHosts[];
  readonly lostHosts: readonly LostHost[];
  /** The variables that the command line sets for all hosts (`--extra-vars`). */
  readonly extraVariables: readonly DeclaredVariable[];
  /** The secrets in the plays and roles of its project. */
  readonly playSecrets: readonly PlaySecret[];
  readonly renderedFaults: readonly RenderedFault[];
  readonly renderedDifferences: readonly RenderedDifference[];
  readonly refusedValues: readonly RefusedValue[];
  readonly unknownSettings: readonly UnknownSetting[];
  readonly requestFaults: readonly RequestFault[];
}
