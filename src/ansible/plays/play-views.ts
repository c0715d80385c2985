/** Makes the views (`host-view.ts`) of a host's plays, for the roles of one vocabulary. */
import { isAmongRoles, withoutCollection } from './role-names.ts';
import type { Layer } from '../variables/vars-files.ts';
import type { RoleApplication, PlayReading } from './role-applications.ts';
import { PossibleAssignments, layerOfPossible } from './possible-assignments.ts';
import type { Role } from './roles.ts';
import type { PlayFolder } from './play-folders.ts';
import type { PlayView } from './host-view.ts';
import type { PlayLayer } from './possible-assignments.ts';

/** The roles that matter. */
export interface KnownRoles {
  /** Names of a role, or of the collection that it is in. */
  readonly roles: readonly string[];
  /** Beginnings of its variables: `search_`, after a role of that name. */
  readonly prefixes: readonly string[];
  knows(variable: string): boolean;
}

/** A play from the view of one host: what all views of it have in common. */
export interface PlayOfHost {
  readonly reading: PlayReading;
  readonly facts: PossibleAssignments;
  readonly files: readonly PlayLayer[];
  readonly playFolder: PlayFolder | undefined;
  readonly certain: boolean;
  readonly refused: boolean;
}

/** Makes the views of plays, for the roles of a vocabulary; without one, for all roles. */
export class PlayViews {
  readonly #vocabulary: KnownRoles | undefined;
  /** Roles of the project, by their folders. */
  readonly #own: readonly Role[];

  constructor(vocabulary: KnownRoles | undefined, own: readonly Role[]) {
    this.#vocabulary = vocabulary;
    this.#own = own;
  }

  /** The plays that count: those that apply the vocabulary's roles, else those that apply any, else all. */
  of(plays: readonly PlayOfHost[]): readonly PlayView[] {
    const own: PlayView[] = [];
    const withRoles: PlayView[] = [];
    const all: PlayView[] = [];
    for (const met of plays) {
      const { reading } = met;
      own.push(...reading.applications.filter((each) => this.#belongs(each)).map((each) => this.#view(each, met)));
      if (reading.isOpen) own.push(...this.#ownRoles());
      const view = this.#playView(met);
      all.push(view);
      if (reading.applications.length > 0) withRoles.push(view);
    }
    if (!plays.some(({ certain }) => certain)) own.push(...this.#ownRoles());
    return [own, withRoles, all].find((views) => views.length > 0) ?? [];
  }

  #belongs({ names, role, use }: RoleApplication): boolean {
    const vocabulary = this.#vocabulary;
    if (vocabulary === undefined) return false;
    if (names.some((name) => isAmongRoles(name, vocabulary.roles))) return true;
    if (vocabulary.prefixes.includes(`${withoutCollection(use.name)}_`)) return true;
    const layers = [
      ...(role?.layers('defaults') ?? []),
      ...use.params,
      ...(use.entry === undefined ? [] : [use.entry]),
    ];
    return layers.some(({ assignments }) => [...assignments.keys()].some((name) => vocabulary.knows(name)));
  }

  /** The view of the tasks of one role in a play. */
  #view(application: RoleApplication, { reading, facts, files, ...known }: PlayOfHost): PlayView {
    const { role, use } = application;
    const prefix = `${withoutCollection(use.name)}_`;
    return {
      above: [
        ...this.#ofPlay(reading, files),
        ...reading.above(application),
        layerOfPossible(facts),
        ...reading.parameters(application),
      ],
      below: [...reading.exported('defaults'), ...reading.below(application)],
      place: reading.play.place,
      ...known,
      reads: (variable) => role?.declares(variable) === true || variable.startsWith(prefix),
    };
  }

  /** The view of the tasks of a play if it is not known which of its roles matters. */
  #playView({ reading, facts, files, ...known }: PlayOfHost): PlayView {
    const single = new PossibleAssignments();
    single.addAll(reading.own);
    for (const { use, tasks } of reading.applications) {
      single.addAll(tasks.own);
      single.addAll(tasks.params);
      for (const layer of [...use.params, ...use.scope, ...(use.entry === undefined ? [] : [use.entry])])
        single.addAssigned(layer.assignments);
    }
    return {
      above: [...this.#ofPlay(reading, files), layerOfPossible(facts), layerOfPossible(single)],
      below: reading.exported('defaults'),
      place: reading.play.place,
      ...known,
      reads: () => true,
    };
  }

  #ofPlay(reading: PlayReading, files: readonly PlayLayer[]): readonly PlayLayer[] {
    return [...reading.variables, ...files, ...reading.exported('vars')];
  }

  /** Views of roles of the project that no known play applies: something else may apply them. */
  #ownRoles(): readonly PlayView[] {
    return this.#own
      .filter((role) =>
        role.layers('defaults').some(({ assignments, unread }) => unread !== undefined || this.#hasKnown(assignments)),
      )
      .map((role) => ({
        above: [...role.layers('vars'), layerOfPossible(role.tasks(role.path).facts)],
        below: role.layers('defaults'),
        place: role.name,
        playFolder: undefined,
        certain: false,
        reads: (variable) => role.declares(variable),
      }));
  }

  #hasKnown(assignments: Layer['assignments']): boolean {
    const vocabulary = this.#vocabulary;
    return vocabulary === undefined || [...assignments.keys()].some((name) => vocabulary.knows(name));
  }
}
