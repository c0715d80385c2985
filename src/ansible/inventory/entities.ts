/** Hosts, groups and the places that set their variables, as Ansible has them after reading all sources. */
import type { Document, Location } from '../../source/document.ts';
import type { Node, Scalar } from '../../source/tree.ts';
import type { FatalCode, Fault } from '../../troubles/fault.ts';
import type { Level } from './level.ts';
import type { Unknown } from './unknown.ts';
import type { Vault } from '../vault/vault.ts';

/** One place that sets one variable. The assignments of a group are the same objects for each of its hosts. */
export interface Assignment {
  readonly name: string;
  readonly key: Scalar;
  readonly value: Node;
  readonly document: Document;
  readonly level: Level;
  /** The earlier assignment of the variable for the same group or host at this level, which this one replaced. */
  readonly replaced: Assignment | undefined;
  /** True for a pair that `<<` merges into a variable file from a mapping elsewhere. */
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
  /** The places where sources mention it, in order; empty for an implicit `all` or `ungrouped`. */
  readonly mentions: readonly Location[];
}

export interface Host {
  readonly name: string;
  /** Direct groups, in order of attachment. */
  readonly groups: readonly Group[];
  /** The absolute path of the source that first named it, or a list of hosts: Ansible's `inventory_file`. */
  readonly source: string | undefined;
  /** The reason why any variable of the host is unknown: a source that was not read to its end. */
  readonly unread?: Unknown | undefined;
  /** Inline variables from inventory sources, with `ansible_port` if the pattern set it. */
  readonly variables: Assignments;
  readonly mentions: readonly Location[];
  /** True if only a run can know all of its groups. */
  readonly mayHaveMoreGroups: boolean;
  /** For a made-up host: what it represents. */
  readonly standsFor?: StandsFor | undefined;
}

/** The group or role of the project that a made-up host represents. */
export interface StandsFor {
  readonly kind: 'group' | 'role';
  readonly name: string;
}

/** A name that does not exist, and those that do. */
export interface UnknownName {
  readonly name: string;
  readonly known: readonly string[];
}

/** A fault of a source, a variable file or a playbook, with its place. */
export interface Trouble extends Location, Fault {
  /**
   * Ansible's exit code, if the trouble ends the run: 4 for a broken variable file, 5 for a bad `ansible.cfg`, 250 for
   * an unexpected error, 1 for others.
   */
  readonly fatal: FatalCode | undefined;
  /** The unknown name that it is about; the sentence names a similar one as `expected`. */
  readonly unknown?: UnknownName | undefined;
}

/** The variables of one host as a task would see them (without facts). */
export interface HostVariables {
  /** The assignment that wins; with `hash_behaviour: merge` the highest of those that are merged. */
  get(name: string): Assignment | undefined;
  /** Every assignment that reaches the host for this name, the winner first, then in falling precedence. */
  candidates(name: string): readonly Assignment[];
  /** The assignments that win: one, or several where plays see different ones. */
  winners(name: string): readonly Assignment[];
  /** The value as Ansible has it: the winner's, or with `hash_behaviour: merge` the merged mapping. */
  value(name: string): Node | undefined;
  /**
   * All names that are set for the host, in rising precedence of the level that sets them first. The name of a key that
   * is not text starts with U+0000.
   */
  names(): Iterable<string>;
  /** The unreadable files that may override the winner; if nothing sets the variable, all those that reach the host. */
  unreadAbove(name: string): readonly Unknown[];
  /** The reason why the value is unknown: an unreadable file, or a task or play that may set the variable. */
  unknown(name: string): Unknown | undefined;
}

/** The variables of one host in the layers that set them. */
export interface LayeredHostVariables extends HostVariables {
  /** The variables from its groups; the same object for hosts with the same groups. */
  readonly shared: SharedVariables;
  /** The variables of only this host, in falling precedence; they override the shared ones. */
  readonly own: readonly Assignments[];
}

/** The variables that hosts with the same groups get from these. */
export interface SharedVariables {
  /** All assignments by name, in falling precedence. */
  readonly table: ReadonlyMap<string, readonly Assignment[]>;
}

/** The folders that hold `group_vars` and `host_vars`, in Ansible's order; absolute. */
export interface BaseFolders {
  /** One for each source that is a file or folder, even if several sources share it. */
  readonly sources: readonly string[];
  /** Folders of playbooks. For a play its own counts, otherwise the first. */
  readonly playbooks: readonly string[];
}

/** A task that puts hosts into groups. A name that is a template means every name that it may become. */
export interface GroupingTask extends Location {
  /** Undefined for an unreadable file, which may hold a task like this. */
  readonly action: 'add_host' | 'group_by' | undefined;
  /** The hosts that `add_host` names; `group_by` takes those of its play. */
  readonly hosts: readonly string[];
  readonly groups: readonly string[];
}

/** A name in the hosts of a play. */
export interface UnmatchedName extends Location {
  readonly name: string;
  /** The play has its hosts (`joined`), only those among its other hosts (`common`), or none of them (`excluded`). */
  readonly use: 'joined' | 'common' | 'excluded';
}

/** A role that a play applies. */
export interface AppliedRole {
  /** The name as written, with each collection that may hold the role, and the repositories that it is fetched from. */
  readonly names: readonly string[];
  /** Tells whether it is among roles, or belongs to a collection among them. */
  isAmong(roles: readonly string[]): boolean;
  /** The role's folder; undefined if it is not in the project. */
  readonly folder: string | undefined;
  /** The hosts of the play. */
  readonly play: Location;
  /** The hosts to which the play certainly applies it. */
  readonly hosts: readonly Host[];
  /** Further hosts to which a run may apply it. */
  readonly possible: readonly Host[];
}

/** A play, at the place of all of it. */
export interface PlayReach extends Location {
  readonly hosts: readonly Host[];
}

/** The variables, groups and roles that plays and `--extra-vars` add to an inventory. */
export interface ProjectPlays {
  /** The documents that were read for them, by their shown paths; some may be the inventory's own. */
  readonly documents: ReadonlyMap<string, Document>;
  /** The places that set variables that some host may see. */
  readonly assignments: readonly Assignment[];
  /** True if a file of variables could not be read, which may set any variable. */
  readonly isPartlyUnread: boolean;
  /** The faults in playbooks that Ansible stops at. */
  readonly troubles: readonly Trouble[];
  /** Names in the `hosts` of plays that the inventory does not have. */
  readonly unmatchedNames: readonly UnmatchedName[];
  /** Tasks that may make hosts and groups that no source names. */
  readonly groupings: readonly GroupingTask[];
  /** The folders of playbooks, absolute. */
  readonly folders: readonly string[];
  /** Each play, with the hosts of the inventory that it has, or may have. */
  readonly reaches: readonly PlayReach[];
  /** Each use of a role in plays that have, or may have, a host of the inventory. */
  readonly appliedRoles: readonly AppliedRole[];
  /** The values in defaults of applied roles that some host may see. */
  readonly visibleDefaults: ReadonlySet<Node>;
}

/**
 * The replacement of an inventory that was not found: a `scenario` that tests a role or collection, or `made-up`
 * hosts, one for each group that plays name. Neither says how many hosts a deployment has.
 */
export type StandIn = 'scenario' | 'made-up';

/** Groups and hosts as their sources declare them, without variable files. */
export interface InventoryGraph {
  /** By name, in order of creation; includes `all` and `ungrouped`. */
  readonly groups: ReadonlyMap<string, Group>;
  readonly hosts: ReadonlyMap<string, Host>;
  /** Every document that was read, by its shown path. */
  readonly documents: ReadonlyMap<string, Document>;
  readonly troubles: readonly Trouble[];
  /** Sources that only a run can read completely (scripts, plugins), and those that are too large. */
  readonly dynamicSources: readonly string[];
  /** Vaulted sources that no password opens. */
  readonly lockedSources: readonly string[];
  /** The kind of template evaluation before 2.19: into text, or with `jinja2_native`; undefined from then on. */
  readonly classic?: 'text' | 'native' | undefined;
  /** Saved answers that were read in place of dynamic sources. */
  readonly savedAnswers: readonly string[];
  /** True if at least one source was parsed. */
  readonly hasParsedSource: boolean;
  /** What it is in place of an inventory that was not found; undefined for one that is written. */
  readonly standIn?: StandIn | undefined;
  /** The vault that opens the vaulted values of its documents. */
  readonly vault: Vault;
  /** A vars plugin that is not run, and the reason it gives for unknown variables. */
  readonly varsPlugin?: { readonly name: string; readonly unknown: Unknown } | undefined;
  /** All hosts of a group and its descendants, each once, in Ansible's order (own hosts, then breadth-first). */
  members(group: Group): readonly Host[];
  /** All groups of a host with their ancestors, in order of merging: by depth, priority, name (`all` first). */
  groupsOf(host: Host): readonly Group[];
}

/** The groups and hosts of an inventory with their variables. */
export interface Inventory extends InventoryGraph {
  /** The files of group_vars or host_vars that Ansible loads for a group or host, in order. */
  filesOf(owner: Group | Host): readonly Document[];
  /** The path, beside a source, of the variable file that a group or host would have: `group_vars/web.yml`. */
  newFileOf(owner: Group | Host): string;
  /**
   * All assignments of groups and hosts, even replaced and overridden ones: for each group or host, those of sources,
   * then those of its variable files. A file that several share is visited once.
   */
  assignments(): readonly Assignment[];
  variablesOf(host: Host): HostVariables;
  /** The variables that templates of other hosts see in `hostvars`: without those of plays. */
  hostvarsOf(host: Host): HostVariables;
  readonly plays: ProjectPlays;
  /** The memory of hosts that a person tells, where no file does; undefined if nobody does. */
  readonly supposedMemory?: { of(host: Host): Assignment | undefined } | undefined;
  /**
   * The variables of a group or host itself, inline and in its own files, without inherited ones. `playbook`: whether
   * the files next to playbooks count (true if left out).
   */
  ownVariablesOf(entity: Group | Host, playbook?: boolean): HostVariables;
}

/** An inventory from its sources and variable files, without the variables of plays. */
export interface SourcedInventory extends Inventory {
  /** Absolute paths, or lists of hosts. */
  readonly sources: readonly string[];
  readonly bases: BaseFolders;
  /** Ranges of hosts that expand to none, which Ansible does not report. */
  readonly emptyRanges: readonly Location[];
  /** `playbookDir`: the one of `bases.playbooks` that counts; the first where left out. */
  variablesOf(host: Host, playbookDir?: string): LayeredHostVariables;
}
