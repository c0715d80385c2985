/** What the plays of a project set for the hosts of its inventory. */
import type { Node } from '../../source/tree.ts';
import type { AppliedRole, Grouping, Host, Inventory, ProjectPlays, SourcedInventory, Trouble } from '../entities.ts';
import { inventoryWithPlays } from '../played.ts';
import type { HostSights } from '../played.ts';
import type { Layer } from '../variables/vars-files.ts';
import { isTemplate } from '../template/is-template.ts';
import { addBrokenRoles } from './broken-roles.ts';
import { mayBeSkipped, PlayReading } from './applications.ts';
import type { Application } from './applications.ts';
import { Doubts, doubtAboutUnseen } from './doubts.ts';
import { anyGrouping, doubtsAboutGroups } from './made-groups.ts';
import type { Play } from './playbooks.ts';
import type { PlayFiles } from './play-files.ts';
import { Reaches } from './reach.ts';
import type { Reach } from './reach.ts';
import { groupingsOf } from './regrouping.ts';
import type { RefusedPlays } from './refused-plays.ts';
import { PlayViews } from './play-views.ts';
import type { KnownRoles, PlayOfHost } from './play-views.ts';
import type { Role, Roles } from './roles.ts';
import { variablesBeside } from './beside-playbooks.ts';
import type { BesidePlaybooks } from './beside-playbooks.ts';
import type { VarsFilesOfPlays } from './play-vars-files.ts';
import type { Standing, Standings } from './standings.ts';
import { unmatchedNames } from './unmatched-names.ts';
import { doubting, Sight, viewOfDoubts } from './view.ts';
import type { PlayLayer } from './view.ts';

/** What counts for all plays. */
interface PlaysContext {
  /** Whether mappings of several levels are merged. */
  readonly mergeHashes: boolean;
  /** `--extra-vars`. */
  readonly extra: readonly Layer[];
  /** What may be set by playbooks that Ansible cannot read. */
  readonly broken: Doubts;
  /** What may be set by playbooks of collections that the project does not have. */
  readonly installed: Doubts;
  readonly refused: RefusedPlays;
  /** What Ansible stops at, as it is found. */
  readonly troubles: readonly Trouble[];
  readonly standings: Standings;
}

/** The plays of a project, with the hosts of an inventory that they contain. */
export class Plays {
  readonly #inventory: SourcedInventory;
  readonly #plays: readonly Play[];
  readonly #reaches: Reaches;
  readonly #readings: ReadonlyMap<Play, PlayReading>;
  readonly #varsFiles: VarsFilesOfPlays;
  readonly #context: PlaysContext;
  readonly #ownRoles: readonly Role[];
  readonly #files: PlayFiles;
  #regroups: boolean | undefined;

  constructor(
    inventory: SourcedInventory,
    plays: readonly Play[],
    files: PlayFiles,
    roles: { readonly all: Roles; readonly own: readonly Role[] },
    varsFiles: VarsFilesOfPlays,
    context: PlaysContext,
  ) {
    this.#inventory = inventory;
    this.#plays = plays;
    this.#ownRoles = roles.own;
    this.#files = files;
    this.#context = context;
    this.#reaches = new Reaches(
      inventory,
      plays,
      context.refused,
      () => (this.#regroups ??= groupingsOf([...this.#readings.values()], roles.own).length > 0),
    );
    this.#varsFiles = varsFiles;
    this.#readings = new Map(plays.map((play) => [play, new PlayReading(play, files, roles.all)]));
    for (const { groupings, facts } of this.#readings.values())
      if (groupings.length > 0) facts.addAll(doubtsAboutGroups(groupings, files, inventory));
    if (files.passedOver !== undefined) context.broken.addUnread(doubtAboutUnseen(files.passedOver));
    addBrokenRoles(this.#readings.values(), files, context.refused);
  }

  /** The inventory with what the plays set around it. `roles`: those that matter; all where it is left out. */
  around(roles: KnownRoles | undefined): Inventory {
    const { mergeHashes, troubles, extra } = this.#context;
    const sights = this.#sights(roles);
    for (const host of this.#inventory.hosts.values()) sights.sightOf(host);
    const found = { groupings: this.#groupings, appliedRoles: this.appliedRoles, defaultsSeen: this.#defaultsSeen() };
    const plays: ProjectPlays = {
      ...found,
      documents: new Map(this.#files.documents.all),
      assignments: [...this.#files.assignments],
      isPartlyUnread: this.#files.hides || extra.some(({ unread }) => unread !== undefined),
      troubles: [...troubles],
      unmatchedNames: unmatchedNames(this.#plays, this.#files, this.#inventory),
      folders: [...new Set(this.#plays.map(({ folder }) => folder))],
    };
    return inventoryWithPlays(this.#inventory, mergeHashes, sights, plays);
  }

  /** The roles of the plays that have a host of the inventory, or may have one, at each of their uses. */
  get appliedRoles(): readonly AppliedRole[] {
    const plays = new Map<Play, { readonly sure: Host[]; readonly possible: Host[] }>();
    for (const host of this.#inventory.hosts.values())
      for (const { play, certain, possible } of this.#reaches.of(host)) {
        let hosts = plays.get(play);
        if (hosts === undefined) plays.set(play, (hosts = { sure: [], possible: [] }));
        if (certain) hosts.sure.push(host);
        else if (possible) hosts.possible.push(host);
      }
    return Array.from(plays, ([play, { sure, possible }]) =>
      this.#of(play).applications.map((application): AppliedRole => {
        const { names, role } = application;
        const { document, node } = play;
        const { start, end } = node.get('hosts')?.value ?? node;
        const isSure = !mayBeSkipped(application);
        return {
          names,
          folder: role?.path,
          play: { document, start, end },
          hosts: isSure ? sure : [],
          possible: isSure ? possible : [...sure, ...possible],
        };
      }),
    ).flat();
  }

  /**
   * The values in defaults of applied roles that some host may see: neither its inventory nor the play surely sets the
   * variable above them. What a task may set, and a file that may be read, is no reason to see no default.
   */
  #defaultsSeen(): ReadonlySet<Node> {
    const seen = new Set<Node>();
    for (const [play, reading] of this.#readings) {
      const hosts = this.#reaches.hostsIn(play);
      const ofPlay = [...this.#context.extra, ...reading.variables, ...reading.exported('vars')];
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

  /** The role that is applied; all of the project where a template names it. */
  #rolesOf({ role, use }: Application): readonly Role[] {
    if (role !== undefined) return [role];
    return isTemplate(use.name) ? this.#ownRoles : [];
  }

  /** Whether the inventory or `vars_files` of a play set a variable for a host. */
  #setsBeside(play: Play, host: Host, name: string): boolean {
    const standing = this.#context.standings.of(play);
    const variables = this.#variablesBeside(host, standing === undefined ? [] : [standing]);
    return variables.get(name) !== undefined || sets(this.#varsFiles.of(play, host).layers, name);
  }

  /**
   * The tasks that may make hosts and groups of the inventory: those of the plays that are meant for it, and only where there
   * are none, of plays that lie beside another.
   */
  get #groupings(): readonly Grouping[] {
    const readings = [...this.#readings.values()];
    const own = readings.filter(({ play }) => play.own);
    const found = groupingsOf(own.length > 0 ? own : readings, this.#ownRoles);
    const { passedOver } = this.#files;
    return passedOver === undefined ? found : [...found, anyGrouping(passedOver)];
  }

  /** How hosts see variables; those with the same plays share one sight. */
  #sights(roles: KnownRoles | undefined): HostSights {
    const { extra, standings, broken, installed } = this.#context;
    const views = new PlayViews(roles, this.#ownRoles);
    // What playbooks may set that cannot be read is so for all hosts, and above all that plays set.
    const unreadable = [broken, installed].filter(({ isEmpty }) => !isEmpty).map(viewOfDoubts);
    const shared = new Map<string, Sight>();
    const remembered = (key: string, make: () => Sight): Sight => {
      let sight = shared.get(key);
      if (sight === undefined) shared.set(key, (sight = make()));
      return sight;
    };
    const sights = new Map<Host, Sight>();
    const look = (host: Host): Sight => {
      const reaching = this.#reaches.of(host);
      const files = reaching.map(({ play }) => this.#varsFiles.of(play, host));
      const keys = reaching.map(
        ({ play, certain }, at) => `${play.number}${certain ? '' : '?'}${files[at]?.key ?? ''}`,
      );
      return remembered(keys.join(' '), () => {
        const met = reaching.map((reach, at) => this.#met(reach, reaching, files[at]?.layers ?? []));
        const folders = met.flatMap(({ standing }) => standing ?? []);
        return new Sight([...unreadable, ...views.of(met)], extra, folders);
      });
    };
    return {
      sightOf: (host) => {
        let sight = sights.get(host);
        if (sight === undefined) sights.set(host, (sight = look(host)));
        return sight;
      },
      hostvarsSightOf: (host) => {
        const reaching = this.#reaches.of(host);
        return remembered(`hostvars ${reaching.map(({ play }) => play.number).join(' ')}`, () => {
          const own = reaching.map(({ play }) => ({
            above: [doubting(this.#factsBefore(play, reaching))],
            below: [],
            place: play.place,
            // A host is seen with what lies beside the playbook of the play that asks, whichever that is.
            standing: undefined,
            certain: true,
            reads: () => true,
          }));
          return new Sight([...unreadable, ...own], extra, standings.all);
        });
      },
      variablesBeside: (host, seen) => this.#variablesBeside(host, seen),
    };
  }

  /** What the inventory sets for a host, as plays have it that stand in some folders. */
  #variablesBeside(host: Host, standings: readonly Standing[]): BesidePlaybooks {
    return variablesBeside(this.#inventory, host, standings, this.#context.standings.aside);
  }

  #met(reach: Reach, reaching: readonly Reach[], files: readonly PlayLayer[]): PlayOfHost {
    const { play, certain, refused } = reach;
    const facts = this.#factsBefore(play, reaching);
    return { reading: this.#of(play), facts, files, standing: this.#standingOf(reach), certain, refused };
  }

  /** A play that only might have the host, as nobody knows of one that has it, tells nothing of where that may be. */
  #standingOf({ play, possible }: Reach): Standing | undefined {
    return possible ? this.#context.standings.of(play) : undefined;
  }

  #of(play: Play): PlayReading {
    const reading = this.#readings.get(play);
    if (reading === undefined) throw new Error(`nobody read the play at ${play.place}`);
    return reading;
  }

  /** What tasks have set for a host when a play of its run is through. */
  #factsBefore(play: Play, reaching: readonly Reach[]): Doubts {
    const facts = new Doubts();
    const { unread } = this.#context.broken;
    // What nothing sets may have a value, whatever plays a host has.
    if (unread !== undefined) facts.addUnread(unread);
    for (const { play: other } of reaching)
      if (other.run === play.run && other.number <= play.number) facts.addAll(this.#of(other).facts);
    for (const [other, { everywhere }] of this.#readings) if (other.run === play.run) facts.addAll(everywhere);
    return facts;
  }
}

function sets(layers: readonly Layer[], name: string): boolean {
  return layers.some(({ assignments }) => assignments.has(name));
}
