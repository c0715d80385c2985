/** Plays of a project, and the variables that they set for the hosts of an inventory. */
import { madeOnce } from '../../ground/made-once.ts';
import type { Node } from '../../source/tree.ts';
import type {
  AppliedRole,
  GroupingTask,
  Host,
  Inventory,
  ProjectPlays,
  SourcedInventory,
  PlayReach,
  Trouble,
} from '../inventory/entities.ts';
import { inventoryWithPlays } from './inventory-with-plays.ts';
import type { HostViews } from './inventory-with-plays.ts';
import type { Settings } from '../settings/ansible-settings.ts';
import type { Layer } from '../variables/vars-files.ts';
import type { Unknown } from '../inventory/unknown.ts';
import { isTemplate } from '../template/syntax/is-template.ts';
import { addBrokenRoles, stopAtMissingRoles } from './refused-roles.ts';
import { isSurelyPlaybook } from './refused-plays.ts';
import type { RefusedPlays } from './refused-plays.ts';
import type { Collections } from './collections.ts';
import { mayBeSkipped, PlayReading } from './role-applications.ts';
import type { RoleApplication } from './role-applications.ts';
import { PossibleAssignments, unknownAsMaybeSetUnseen, layerOfPossible } from './possible-assignments.ts';
import { possibleGroupVariables, groupingsOf } from './dynamic-groups.ts';
import { groupingOfUnreadable } from './grouping-tasks.ts';
import type { Play } from './playbooks.ts';
import type { MissingFile, PlayFiles } from './play-files.ts';
import { PlayHosts, unmatchedNames } from './play-hosts.ts';
import type { PlayMatch } from './play-hosts.ts';
import { PlayViews } from './play-views.ts';
import type { KnownRoles, PlayOfHost } from './play-views.ts';
import { isAmongRoles } from './role-names.ts';
import type { FetchedRoles, Role, Roles } from './roles.ts';
import { hostVariablesForPlaysIn } from './play-folders.ts';
import type { FolderVariables, PlayFolder, PlayFolders } from './play-folders.ts';
import type { VarsFilesOfPlays } from './play-vars-files.ts';
import { HostView, viewOfPossible } from './host-view.ts';
import type { PlayLayer } from './possible-assignments.ts';

/** The playbooks and roles of a project. */
export interface ProjectPlaybooks {
  readonly settings: Settings;
  readonly root: string;
  readonly files: PlayFiles;
  readonly extra: readonly Layer[];
  readonly playbooks: readonly Play[];
  /** The variables that playbooks that Ansible cannot read may set. */
  readonly broken: PossibleAssignments;
  /** The variables that playbooks of collections that the project lacks may set. */
  readonly installed: PossibleAssignments;
  readonly collections: Collections;
  /** Folders of the project's roles. */
  readonly roles: ReadonlySet<string>;
  readonly playFolders: PlayFolders;
  /** The places where Ansible stops. */
  readonly troubles: readonly Trouble[];
  readonly refused: RefusedPlays;
  readonly fetching: FetchedRoles;
}

/** A play from the view of one of its hosts. */
export interface PlayOnHost {
  readonly reading: PlayReading;
  /** The layers of its `vars_files`. */
  readonly files: readonly PlayLayer[];
  /** Those of them that cannot be found. */
  readonly missingFiles: readonly MissingFile[];
  /** The folder whose group_vars and host_vars count beside the inventory's own. */
  readonly variablesFolder: string | undefined;
  /** Its hosts in order; undefined if only a run can know them. */
  readonly hosts: readonly Host[] | undefined;
}

/** A play with its hosts, including this machine; with all hosts of the inventory if only a run can know which. */
export interface PlayOnInventory {
  readonly reading: PlayReading;
  readonly hosts: readonly Host[];
}

/** The plays of a project, with the hosts of an inventory that they contain. */
export class Plays {
  readonly inventory: SourcedInventory;
  readonly files: PlayFiles;
  readonly roles: Roles;
  readonly #playHosts: PlayHosts;
  readonly #readings: ReadonlyMap<Play, PlayReading>;
  readonly #varsFiles: VarsFilesOfPlays;
  readonly #project: ProjectPlaybooks;
  readonly #ownRoles: readonly Role[];
  #playbooks: readonly (readonly Play[])[] | undefined;
  #regroups: boolean | undefined;

  constructor(
    inventory: SourcedInventory,
    project: ProjectPlaybooks,
    roles: { readonly all: Roles; readonly own: readonly Role[] },
    varsFiles: VarsFilesOfPlays,
  ) {
    const { playbooks: plays, files, refused, broken } = project;
    this.inventory = inventory;
    this.#ownRoles = roles.own;
    this.roles = roles.all;
    this.files = files;
    this.#project = project;
    this.#playHosts = new PlayHosts(
      inventory,
      plays,
      refused,
      () => (this.#regroups ??= groupingsOf([...this.#readings.values()], roles.own).length > 0),
    );
    this.#varsFiles = varsFiles;
    this.#readings = new Map(plays.map((play) => [play, new PlayReading(play, files, roles.all)]));
    for (const { groupings, facts } of this.#readings.values())
      if (groupings.length > 0) facts.addAll(possibleGroupVariables(groupings, files, inventory));
    if (files.passedOver !== undefined) broken.addUnreadFile(unknownAsMaybeSetUnseen(files.passedOver));
    stopAtMissingRoles(this.#readings.values(), files, roles.all, refused);
    addBrokenRoles(this.#readings.values(), files, refused);
  }

  /** `--extra-vars`. */
  get extra(): readonly Layer[] {
    return this.#project.extra;
  }

  /** True if mappings of several levels are merged. */
  get mergeHashes(): boolean {
    return this.#project.settings.mergeHashes;
  }

  /** The inventory with what the plays set around it. `roles`: those that matter; all if it is left out. */
  around(roles: KnownRoles | undefined): Inventory {
    const { troubles, extra, playbooks } = this.#project;
    const hostViews = this.#hostViews(roles);
    for (const host of this.inventory.hosts.values()) hostViews.viewOf(host);
    const found = {
      groupings: this.#groupings,
      reaches: [...this.#readings.keys()].map((play) => this.#reachOf(play)),
      appliedRoles: this.appliedRoles,
      visibleDefaults: this.#visibleDefaults(),
    };
    const plays: ProjectPlays = {
      ...found,
      documents: new Map(this.files.documents.all),
      assignments: [...this.files.assignments],
      isPartlyUnread: this.files.hides || extra.some(({ unread }) => unread !== undefined),
      troubles: [...troubles],
      unmatchedNames: unmatchedNames(playbooks, this.files, this.inventory),
      folders: [...new Set(playbooks.map(({ folder }) => folder))],
    };
    return inventoryWithPlays(this.inventory, this.mergeHashes, hostViews, plays);
  }

  #reachOf(play: Play): PlayReach {
    const { document, node } = play;
    return { document, start: node.start, end: node.end, hosts: this.#playHosts.hostsIn(play) };
  }

  /** The plays that have a host, or may have it, in the order in which each playbook runs them. */
  runsOf(host: Host): readonly (readonly PlayOnHost[])[] {
    return this.#runs.map((plays) => plays.flatMap((play) => this.#onHost(play, host) ?? []));
  }

  /** The plays that are certainly plays, are meant for the inventory, and have or may have a host of it. */
  get onInventory(): readonly PlayOnInventory[] {
    return [...this.#readings.values()].flatMap((reading) => {
      const { document, path, own } = reading.play;
      if (!own || !isSurelyPlaybook(document, this.files.within(path))) return [];
      const hosts = this.#playHosts.hostsIn(reading.play);
      return hosts.length === 0 ? [] : [{ reading, hosts }];
    });
  }

  /** The plays of each playbook that a person runs: those that are meant for the inventory, if there are any. */
  get #runs(): readonly (readonly Play[])[] {
    if (this.#playbooks !== undefined) return this.#playbooks;
    const { playbooks } = this.#project;
    const isOwn = playbooks.some(({ own }) => own);
    const runs = new Map<string, Play[]>();
    for (const play of playbooks) if (play.own || !isOwn) runs.set(play.run, [...(runs.get(play.run) ?? []), play]);
    return (this.#playbooks = [...runs.values()]);
  }

  #onHost(play: Play, host: Host): PlayOnHost | undefined {
    const hosts = this.#playHosts.knownHostsIn(play);
    if (!this.#playHosts.mayHave(play, host)) return undefined;
    const { layers, missing } = this.#varsFiles.of(play, host);
    return {
      reading: this.#of(play),
      files: layers,
      missingFiles: missing,
      variablesFolder: this.#project.playFolders.of(play)?.folder,
      hosts,
    };
  }

  /** Says why a variable that nothing sets may be set by a playbook that cannot be read. */
  unreadable(name: string): Unknown | undefined {
    return this.#project.broken.about(name) ?? this.#project.installed.about(name);
  }

  /** The folders of the project's roles. */
  get ownRoles(): readonly Role[] {
    return this.#ownRoles;
  }

  /** The roles of the plays that have a host of the inventory, or may have one, at each of their uses. */
  get appliedRoles(): readonly AppliedRole[] {
    const plays = new Map<Play, { readonly sure: Host[]; readonly possible: Host[] }>();
    for (const host of this.inventory.hosts.values())
      for (const { play, certain, possible } of this.#playHosts.of(host)) {
        const hosts = madeOnce(plays, play, () => ({ sure: [], possible: [] }));
        if (certain) hosts.sure.push(host);
        else if (possible) hosts.possible.push(host);
      }
    return Array.from(plays, ([play, { sure, possible }]) =>
      this.#of(play).applications.map((application): AppliedRole => {
        const { names, role } = application;
        const { document } = play;
        const { start, end } = play.hosts?.value ?? play.node;
        const isSure = !mayBeSkipped(application);
        return {
          names,
          isAmong: (roles) => names.some((name) => isAmongRoles(name, roles)),
          folder: role?.path,
          play: { document, start, end },
          hosts: isSure ? sure : [],
          possible: isSure ? possible : [...sure, ...possible],
        };
      }),
    ).flat();
  }

  /**
   * The values in defaults of applied roles that some host may see: neither its inventory nor the play surely sets
   * the variable above them. A task that may set it, or a file that may be read, does not hide the default.
   */
  #visibleDefaults(): ReadonlySet<Node> {
    const seen = new Set<Node>();
    for (const [play, reading] of this.#readings) {
      const hosts = this.#playHosts.hostsIn(play);
      const ofPlay = [...this.#project.extra, ...reading.variables, ...reading.exported('vars')];
      for (const application of reading.applications)
        for (const role of this.#rolesOf(application)) {
          const { use } = application;
          const above = [...ofPlay, ...reading.above({ ...application, role }), ...reading.parameters(application)];
          const defaults = role.layers('defaults', use.from.defaults).flatMap(({ assignments }) => [...assignments]);
          for (const [name, { value }] of defaults)
            if (!seen.has(value) && !sets(above, name) && hosts.some((host) => !this.#setsBeside(play, host, name)))
              seen.add(value);
        }
    }
    return seen;
  }

  /** The role that is applied; all roles of the project if a template names it. */
  #rolesOf({ role, use }: RoleApplication): readonly Role[] {
    if (role !== undefined) return [role];
    return isTemplate(use.name) ? this.#ownRoles : [];
  }

  /** Tells whether the inventory or `vars_files` of a play set a variable for a host. */
  #setsBeside(play: Play, host: Host, name: string): boolean {
    const playFolder = this.#project.playFolders.of(play);
    const variables = this.#variablesIn(host, playFolder === undefined ? [] : [playFolder]);
    return variables.get(name) !== undefined || sets(this.#varsFiles.of(play, host).layers, name);
  }

  /**
   * The tasks that may make hosts and groups of the inventory: those of the plays that are meant for it, and, only if
   * there are none, those of plays that lie beside another.
   */
  get #groupings(): readonly GroupingTask[] {
    const readings = [...this.#readings.values()];
    const own = readings.filter(({ play }) => play.own);
    const found = groupingsOf(own.length > 0 ? own : readings, this.#ownRoles);
    const { passedOver } = this.files;
    return passedOver === undefined ? found : [...found, groupingOfUnreadable(passedOver)];
  }

  /** The views that hosts have of variables; hosts with the same plays share one. */
  #hostViews(roles: KnownRoles | undefined): HostViews {
    const { extra, playFolders, broken, installed } = this.#project;
    const views = new PlayViews(roles, this.#ownRoles);
    // What unreadable playbooks may set counts for all hosts, and above everything that plays set.
    const unreadable = [broken, installed].filter(({ isEmpty }) => !isEmpty).map(viewOfPossible);
    const shared = new Map<string, HostView>();
    const hostViews = new Map<Host, HostView>();
    const look = (host: Host): HostView => {
      const matches = this.#playHosts.of(host);
      const files = matches.map(({ play }) => this.#varsFiles.of(play, host));
      const keys = matches.map(({ play, certain }, at) => `${play.number}${certain ? '' : '?'}${files[at]?.key ?? ''}`);
      return madeOnce(shared, keys.join(' '), () => {
        const met = matches.map((match, at) => this.#met(match, matches, files[at]?.layers ?? []));
        const folders = met.flatMap(({ playFolder }) => playFolder ?? []);
        return new HostView([...unreadable, ...views.of(met)], extra, folders);
      });
    };
    return {
      viewOf: (host) => madeOnce(hostViews, host, () => look(host)),
      hostvarsViewOf: (host) => {
        const matches = this.#playHosts.of(host);
        return madeOnce(shared, `hostvars ${matches.map(({ play }) => play.number).join(' ')}`, () => {
          const own = matches.map(({ play }) => ({
            above: [layerOfPossible(this.#factsBefore(play, matches))],
            below: [],
            place: play.place,
            // A host is seen with what lies beside the playbook of whichever play asks.
            playFolder: undefined,
            certain: true,
            reads: () => true,
          }));
          return new HostView([...unreadable, ...own], extra, playFolders.all);
        });
      },
      variablesIn: (host, seen) => this.#variablesIn(host, seen),
    };
  }

  /** The inventory's variables of a host, as plays in some folders see them. */
  #variablesIn(host: Host, playFolders: readonly PlayFolder[]): FolderVariables {
    return hostVariablesForPlaysIn(this.inventory, host, playFolders, this.#project.playFolders.withoutPlays);
  }

  #met(match: PlayMatch, matches: readonly PlayMatch[], files: readonly PlayLayer[]): PlayOfHost {
    const { play, certain, refused } = match;
    const facts = this.#factsBefore(play, matches);
    return { reading: this.#of(play), facts, files, playFolder: this.#folderOf(match), certain, refused };
  }

  /** The folder of a play; undefined if the play only may have the host, because no play is certain to have it. */
  #folderOf({ play, possible }: PlayMatch): PlayFolder | undefined {
    return possible ? this.#project.playFolders.of(play) : undefined;
  }

  #of(play: Play): PlayReading {
    const reading = this.#readings.get(play);
    if (reading === undefined) throw new Error(`there is no reading of the play at ${play.place}`);
    return reading;
  }

  /** The variables that tasks may have set for a host by the end of a play. */
  #factsBefore(play: Play, matches: readonly PlayMatch[]): PossibleAssignments {
    const facts = new PossibleAssignments();
    const { inUnreadFile } = this.#project.broken;
    // A variable that nothing sets may have a value, whatever plays a host has.
    if (inUnreadFile !== undefined) facts.addUnreadFile(inUnreadFile);
    for (const { play: other } of matches)
      if (other.run === play.run && other.number <= play.number) facts.addAll(this.#of(other).facts);
    for (const [other, { everywhere }] of this.#readings) if (other.run === play.run) facts.addAll(everywhere);
    return facts;
  }
}

function sets(layers: readonly Layer[], name: string): boolean {
  return layers.some(({ assignments }) => assignments.has(name));
}
