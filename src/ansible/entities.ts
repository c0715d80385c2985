/** Hosts, groups and the places where their variables are set, as Ansible has them after all sources are read. */
import type { Document } from '../source/document.ts';
import type { Node, Pair, Range, Scalar } from '../source/tree.ts';
import type { Fault } from '../troubles/catalogue.ts';
import type { Level } from './level.ts';
import type { Unknown } from './unknown.ts';
import type { Vault } from './vault/vault.ts';

/** A range of text in a document. */
export interface Location extends Range {
  readonly document: Document;
}

/**
 * One place that sets one variable.
 *
 * Assignments are shared: a group's are the same objects for each of its hosts.
 */
export interface Assignment {
  readonly name: string;
  readonly key: Scalar;
  readonly value: Node;
  /** A pair that has an equal value, as `Pair.like`. */
  readonly like?: Pair | undefined;
  readonly document: Document;
  readonly level: Level;
  /** The assignment of the same variable at the same level (same group or host, read earlier) that this one replaced. */
  readonly replaced: Assignment | undefined;
  /** True for what a `<<` of a variable file brings in from a mapping where it is written. */
  readonly isMerged?: boolean;
}

/** Variables by name, in the order in which Ansible first saw them. */
export type Assignments = ReadonlyMap<string, Assignment>;

export interface Group {
  readonly name: string;
  /** The longest path from `all` (`all` itself is 0). */
  readonly depth: number;
  /** `ansible_group_priority`; 1 unless set in an inventory source. */
  readonly priority: number | bigint;
  /** Direct children and parents, in order of attachment. */
  readonly children: readonly Group[];
  readonly parents: readonly Group[];
  /** Own hosts, in order of insertion. */
  readonly hosts: readonly Host[];
  /** Variables from inventory sources (not from group_vars). */
  readonly variables: Assignments;
  /** Where sources mention it, the first first; empty for an implicit `all` or `ungrouped`. */
  readonly mentions: readonly Location[];
}

export interface Host {
  readonly name: string;
  /** Direct groups, in order of attachment. */
  readonly groups: readonly Group[];
  /** The file that first named it, absolute, or the list of hosts that did: Ansible's `inventory_file`. */
  readonly source: string | undefined;
  /** Why a source that was not read to its end may set any variable of the host. */
  readonly unread?: Unknown | undefined;
  /** Inline variables from inventory sources, with `ansible_port` where the pattern set it. */
  readonly variables: Assignments;
  readonly mentions: readonly Location[];
  /** True where it may be in more groups, which only a run can know. */
  readonly mayHaveMoreGroups: boolean;
}

export type FatalCode = 1 | 4 | 5 | 250;

/** A name that nothing has, and the names of what there is. */
export interface UnknownName {
  readonly name: string;
  readonly known: readonly string[];
}

/** What is wrong with a source, a variable file or a playbook, and where. */
export interface Trouble extends Location, Fault {
  /**
   * Ansible's exit code for it, where it ends the run: 4 a broken variable file, 5 a bad `ansible.cfg`, 250 an error that
   * Ansible does not expect, 1 others.
   */
  readonly fatal: FatalCode | undefined;
  /** The name that it is about, where another may be meant: the sentence then names that one as `expected`. */
  readonly unknown?: UnknownName | undefined;
}

/** The variables of one host as a task would see them (without facts). */
export interface HostVariables {
  /** The assignment that wins; with `hash_behaviour: merge` the highest one that takes part. */
  get(name: string): Assignment | undefined;
  /** Every assignment that reaches the host for this name, the winner first, then in falling precedence. */
  candidates(name: string): readonly Assignment[];
  /** The winner; where plays see different ones, each that wins in one of them. */
  winners(name: string): readonly Assignment[];
  /** The value as Ansible has it: the winner's, or with `hash_behaviour: merge` the merged mapping. */
  value(name: string): Node | undefined;
  /**
   * All names that are set for the host, in rising precedence of the level that sets them first. A key that is no
   * text has a name that starts with U+0000.
   */
  names(): Iterable<string>;
  /**
   * Files that cannot be read and may set the variable above the winner; where nothing sets it, all such files that
   * reach the host.
   */
  unreadAbove(name: string): readonly Unknown[];
  /** Why the value is not known: such a file, or a task or play that may set the variable. */
  unknown(name: string): Unknown | undefined;
}

/** The variables of one host in the layers that set them. */
export interface LayeredHostVariables extends HostVariables {
  /** What it has from its groups; the same object for hosts with the same groups. */
  readonly shared: SharedVariables;
  /** What is set for the host alone, in falling precedence; it overrides what it shares. */
  readonly own: readonly Assignments[];
}

/** What hosts with the same groups have from these groups. */
export interface SharedVariables {
  /** Every assignment by its name, the one that wins among them first. */
  readonly table: ReadonlyMap<string, readonly Assignment[]>;
}

/** The folders that hold `group_vars` and `host_vars`, in Ansible's order; absolute. */
export interface Bases {
  /** One for each source that is a file or folder; a folder that several sources share stands once for each. */
  readonly sources: readonly string[];
  /** Folders of playbooks: for a play the one that it stands in. The first counts where no play is meant. */
  readonly playbooks: readonly string[];
}

/** A task that puts hosts into groups, where it is written. Each name may be a template: it stands for all that it may become. */
export interface Grouping extends Location {
  /** Undefined for a text that nobody can read: it may hold such a task. */
  readonly action: 'add_host' | 'group_by' | undefined;
  /** The hosts that `add_host` names; `group_by` takes those of its play. */
  readonly hosts: readonly string[];
  readonly groups: readonly string[];
}

/** A name in the hosts of a play. */
export interface UnmatchedName extends Location {
  readonly name: string;
}

/** A role that a play applies. */
export interface AppliedRole {
  /** Its name as it is written, and with each collection that may hold it. */
  readonly names: readonly string[];
  /** Where it lies; undefined where it is not in the project. */
  readonly folder: string | undefined;
  /** The hosts of the play. */
  readonly play: Location;
  /** The hosts that the play surely applies it to. */
  readonly hosts: readonly Host[];
  /** Further hosts that it may be applied to, which only a run can know. */
  readonly possible: readonly Host[];
}

/** What the plays and roles of a project and `--extra-vars` add to an inventory. */
export interface ProjectPlays {
  /** Every document that was read for it, by its shown path; some may be of the inventory itself. */
  readonly documents: ReadonlyMap<string, Document>;
  /** The places that set variables, as far as some host may see them. */
  readonly assignments: readonly Assignment[];
  /** True where a file of variables could not be read, so that it may set any. */
  readonly isPartlyUnread: boolean;
  /** What Ansible stops at in playbooks. */
  readonly troubles: readonly Trouble[];
  /** Names in the hosts of plays that the inventory does not have. */
  readonly unmatchedNames: readonly UnmatchedName[];
  /** Tasks that may make hosts and groups which no source names. */
  readonly groupings: readonly Grouping[];
  /** The folders of playbooks, absolute. */
  readonly folders: readonly string[];
  /** The roles of the plays that have a host of the inventory, or may have one, at each of their uses. */
  readonly appliedRoles: readonly AppliedRole[];
  /** The values in defaults of applied roles that some host may see. */
  readonly defaultsSeen: ReadonlySet<Node>;
}

/** Groups and hosts with what their sources say of them: no file of variables has been read. */
export interface InventoryGraph {
  /** By name, in order of creation; includes `all` and `ungrouped`. */
  readonly groups: ReadonlyMap<string, Group>;
  readonly hosts: ReadonlyMap<string, Host>;
  /** Every document that was read, by its shown path. */
  readonly documents: ReadonlyMap<string, Document>;
  readonly troubles: readonly Trouble[];
  /**
   * Sources that only a run can read (scripts, plugins), or of whose groups only a run can know which hosts they have;
   * and those that stand for more than this program reads.
   */
  readonly dynamic: readonly string[];
  /** Vaulted sources that no password opens. */
  readonly closed: readonly string[];
  /** How templates are evaluated where not as since 2.19: into text, or with `jinja2_native`. */
  readonly classic?: 'text' | 'native' | undefined;
  /** Saved answers of such sources that were read in their place. */
  readonly saved: readonly string[];
  /** True where at least one source was parsed. */
  readonly parsed: boolean;
  /** What opens the vaulted values of its documents. */
  readonly vault: Vault;
  /** A vars plugin that is not run, if there is one, and what that leaves unknown. */
  readonly varsPlugin?: { readonly name: string; readonly unknown: Unknown } | undefined;
  /** All hosts of a group and its descendants, each once, in Ansible's order (own hosts, then breadth-first). */
  members(group: Group): readonly Host[];
  /** All groups of a host with their ancestors, in order of merging: by depth, priority, name (`all` first). */
  groupsOf(host: Host): readonly Group[];
}

/** The groups and hosts of an inventory with their variables. */
export interface Inventory extends InventoryGraph {
  /** The documents of group_vars or host_vars that Ansible loads for a group or host: beside the sources, then beside playbooks. */
  filesOf(owner: Group | Host): readonly Document[];
  variablesOf(host: Host): HostVariables;
  /** The variables as templates of other hosts see them: without those of plays. */
  hostvarsOf(host: Host): HostVariables;
  readonly plays: ProjectPlays;
  /**
   * What is set for this very group or host, inline and in its own files, without what it inherits; `playbook` (true
   * where it is left out) tells whether the files beside playbooks count.
   */
  ownVariablesOf(entity: Group | Host, playbook?: boolean): HostVariables;
}

/** An inventory as its sources and variable files have it, without what plays set. */
export interface SourcedInventory extends Inventory {
  /** Absolute paths, or lists of hosts. */
  readonly sources: readonly string[];
  readonly bases: Bases;
  /** Where sources name hosts by a range that stands for none: Ansible says nothing. */
  readonly emptyRanges: readonly Location[];
  /** `playbookDir`: the one of `bases.playbooks` that counts; the first where it is left out. */
  variablesOf(host: Host, playbookDir?: string): LayeredHostVariables;
}
