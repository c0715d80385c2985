/** What the plays of a project set for the hosts of its inventory. */
import type { Doubt, Host, HostVariables, SourcedInventory } from '../entities.ts';
import type { Layer } from '../variables/vars-files.ts';
import { PlayReading } from './applications.ts';
import type { Application } from './applications.ts';
import { Doubts, doubtAboutUnseen } from './doubts.ts';
import type { Play } from './playbooks.ts';
import type { PlayFiles } from './play-files.ts';
import { Reaches } from './reach.ts';
import type { Reach } from './reach.ts';
import { mayRegroup } from './regrouping.ts';
import type { RefusedPlays } from './refused-plays.ts';
import type { Role, Roles } from './roles.ts';
import { variablesBeside } from './beside-playbooks.ts';
import type { VarsFilesOfPlays } from './play-vars-files.ts';
import type { Standing, Standings } from './standings.ts';
import { doubting, Sight, viewOfDoubts } from './view.ts';
import type { PlayLayer, View } from './view.ts';

/** What the roles that matter are told by. */
export interface KnownRoles {
  /** Names of a role, or of the collection that it is in. */
  readonly roles: readonly string[];
  /** Beginnings of its variables: `search_`, after a role of that name. */
  readonly prefixes: readonly string[];
  knows(variable: string): boolean;
}

/** What counts for all plays. */
interface PlaysContext {
  readonly vocabulary: KnownRoles | undefined;
  /** `--extra-vars`. */
  readonly extra: readonly Layer[];
  /** What may be set by playbooks that Ansible cannot read. */
  readonly broken: Doubts;
  readonly refused: RefusedPlays;
  readonly standings: Standings;
}

/** Sights of hosts; those with the same plays share one. */
export class Plays {
  readonly #inventory: SourcedInventory;
  readonly #reaches: Reaches;
  readonly #readings: ReadonlyMap<Play, PlayReading>;
  readonly #sights = new Map<string, Sight>();
  /** Roles of the project, by their folders. */
  readonly #own: readonly Role[];
  readonly #varsFiles: VarsFilesOfPlays;
  readonly #vocabulary: KnownRoles | undefined;
  readonly #extra: readonly Layer[];
  /** What broken playbooks may set is so for all hosts, and above all that plays set. */
  readonly #broken: readonly View[];
  /** Why what nothing sets may have a value, whatever plays a host has. */
  readonly #unread: Doubt | undefined;
  readonly #standings: Standings;
  #regroups: boolean | undefined;

  constructor(
    inventory: SourcedInventory,
    plays: readonly Play[],
    files: PlayFiles,
    roles: { readonly all: Roles; readonly own: readonly Role[] },
    varsFiles: VarsFilesOfPlays,
    { vocabulary, extra, broken, refused, standings }: PlaysContext,
  ) {
    this.#inventory = inventory;
    this.#reaches = new Reaches(
      inventory,
      plays,
      refused,
      () => (this.#regroups ??= mayRegroup([...this.#readings.values()], this.#own)),
    );
    this.#own = roles.own;
    this.#varsFiles = varsFiles;
    this.#vocabulary = vocabulary;
    this.#extra = extra;
    this.#standings = standings;
    // At once: whoever asks what of a document is a secret asks for all of it.
    this.#readings = new Map(plays.map((play) => [play, new PlayReading(play, files, roles.all)]));
    if (files.passedOver !== undefined) broken.addUnread(doubtAboutUnseen(files.passedOver));
    this.#unread = broken.unread;
    this.#broken = broken.isEmpty ? [] : [viewOfDoubts(broken)];
  }

  get readings(): Iterable<PlayReading> {
    return this.#readings.values();
  }

  sightOf(host: Host): Sight {
    const reaching = this.#reaches.of(host);
    const files = reaching.map(({ play }) => this.#varsFiles.of(play, host));
    const key = reaching.map(({ play, certain }, at) => `${play.number}${certain ? '' : '?'}${files[at]?.key ?? ''}`);
    return this.#cached(key.join(' '), () => {
      const standings = reaching.flatMap((reach) => this.#standingOf(reach) ?? []);
      return new Sight(
        [...this.#broken, ...this.#views(reaching, (at) => files[at]?.layers ?? [])],
        this.#extra,
        standings,
      );
    });
  }

  hostvarsSightOf(host: Host): Sight {
    const reaching = this.#reaches.of(host);
    const key = `hostvars ${reaching.map(({ play }) => play.number).join(' ')}`;
    return this.#cached(key, () => {
      const views = reaching.map(({ play }) => ({
        above: [doubting(this.#factsBefore(play, reaching))],
        below: [],
        place: play.place,
        // A host is seen with what lies beside the playbook of the play that asks, whichever that is.
        standing: undefined,
        certain: true,
        reads: () => true,
      }));
      return new Sight([...this.#broken, ...views], this.#extra, this.#standings.all);
    });
  }

  /** What the inventory sets for a host, as plays have it that stand in some folders. */
  variablesBeside(host: Host, standings: readonly Standing[]): HostVariables {
    return variablesBeside(this.#inventory, host, standings, this.#standings.aside);
  }

  #cached(key: string, make: () => Sight): Sight {
    let sight = this.#sights.get(key);
    if (sight === undefined) this.#sights.set(key, (sight = make()));
    return sight;
  }

  /** A play that only might have the host, as nobody knows of one that has it, tells nothing of where that may be. */
  #standingOf({ play, possible }: Reach): Standing | undefined {
    return possible ? this.#standings.of(play) : undefined;
  }

  #of(play: Play): PlayReading {
    const reading = this.#readings.get(play);
    if (reading === undefined) throw new Error(`nobody read the play at ${play.place}`);
    return reading;
  }

  /** What tasks have set for a host when a play of its run is through. */
  #factsBefore(play: Play, reaching: readonly Reach[]): Doubts {
    const facts = new Doubts();
    if (this.#unread !== undefined) facts.addUnread(this.#unread);
    for (const { play: other } of reaching)
      if (other.run === play.run && other.number <= play.number) facts.addAll(this.#of(other).facts);
    for (const [other, { everywhere }] of this.#readings) if (other.run === play.run) facts.addAll(everywhere);
    return facts;
  }

  /** The plays that count: those that apply the vocabulary's roles, else those that apply any, else all. */
  #views(reaching: readonly Reach[], filesOf: (at: number) => readonly PlayLayer[]): readonly View[] {
    const own: View[] = [];
    const withRoles: View[] = [];
    const all: View[] = [];
    for (const [at, reach] of reaching.entries()) {
      const { play, certain, refused } = reach;
      const reading = this.#of(play);
      const met: PlayOfHost = {
        reading,
        facts: this.#factsBefore(play, reaching),
        files: filesOf(at),
        standing: this.#standingOf(reach),
        certain,
        refused,
      };
      own.push(...reading.applications.filter((each) => this.#belongs(each)).map((each) => this.#view(each, met)));
      if (reading.isOpen) own.push(...this.#ownRoles());
      const view = this.#playView(met);
      all.push(view);
      if (reading.applications.length > 0) withRoles.push(view);
    }
    if (!reaching.some(({ certain }) => certain)) own.push(...this.#ownRoles());
    return [own, withRoles, all].find((views) => views.length > 0) ?? [];
  }

  #belongs({ names, role, use }: Application): boolean {
    const vocabulary = this.#vocabulary;
    if (vocabulary === undefined) return false;
    if (names.some((name) => vocabulary.roles.some((own) => name === own || name.startsWith(`${own}.`)))) return true;
    if (vocabulary.prefixes.includes(`${lastOf(use.name)}_`)) return true;
    const layers = [
      ...(role?.layers('defaults') ?? []),
      ...use.params,
      ...(use.entry === undefined ? [] : [use.entry]),
    ];
    return layers.some(({ assignments }) => [...assignments.keys()].some((name) => vocabulary.knows(name)));
  }

  /** What tasks of one role see in a play. */
  #view(application: Application, { reading, facts, files, ...known }: PlayOfHost): View {
    const { role, use } = application;
    const prefix = `${lastOf(use.name)}_`;
    return {
      above: [
        ...this.#ofPlay(reading, files),
        ...reading.above(application),
        doubting(facts),
        ...reading.parameters(application),
      ],
      below: [...reading.exported('defaults'), ...reading.below(application)],
      place: reading.play.place,
      ...known,
      reads: (variable) => role?.declares(variable) === true || variable.startsWith(prefix),
    };
  }

  /** What tasks of a play see where nobody knows which of its roles matters. */
  #playView({ reading, facts, files, ...known }: PlayOfHost): View {
    const single = new Doubts();
    single.addAll(reading.own);
    for (const { use, tasks } of reading.applications) {
      single.addAll(tasks.own);
      single.addAll(tasks.params);
      for (const layer of [...use.params, ...use.scope, ...(use.entry === undefined ? [] : [use.entry])])
        single.addAssigned(layer.assignments);
    }
    return {
      above: [...this.#ofPlay(reading, files), doubting(facts), doubting(single)],
      below: reading.exported('defaults'),
      place: reading.play.place,
      ...known,
      reads: () => true,
    };
  }

  #ofPlay(reading: PlayReading, files: readonly PlayLayer[]): readonly PlayLayer[] {
    return [...reading.variables, ...files, ...reading.exported('vars')];
  }

  /** Roles of the project that nobody is seen to apply: something else may. */
  #ownRoles(): readonly View[] {
    return this.#own
      .filter((role) =>
        role.layers('defaults').some(({ assignments, opaque }) => opaque !== undefined || this.#hasKnown(assignments)),
      )
      .map((role) => ({
        above: [...role.layers('vars'), doubting(role.tasks(role.path).facts)],
        below: role.layers('defaults'),
        place: role.name,
        standing: undefined,
        certain: false,
        reads: (variable) => role.declares(variable),
      }));
  }

  #hasKnown(assignments: Layer['assignments']): boolean {
    const vocabulary = this.#vocabulary;
    return vocabulary === undefined || [...assignments.keys()].some((name) => vocabulary.knows(name));
  }
}

/** A play as a host meets it: what all views of it have in common. */
interface PlayOfHost {
  readonly reading: PlayReading;
  readonly facts: Doubts;
  readonly files: readonly PlayLayer[];
  readonly standing: Standing | undefined;
  readonly certain: boolean;
  readonly refused: boolean;
}

/** A role's name without its collection or folder. */
function lastOf(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('/')) + 1);
}
