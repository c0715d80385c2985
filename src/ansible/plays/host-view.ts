/**
 * Variables that plays set around an inventory, as a host sees them:
 * - a `PlayLayer` is one step of Ansible's precedence: a play's `vars`, a role's defaults, what `-e` gives;
 * - a `PlayView` is all layers that the tasks of one role see in one play, above the inventory and below it;
 * - a `HostView` is all views of one host together. A check cannot tell which of them a reader means: what they agree
 *   on is known, and if they differ the value is unknown.
 */
import type { Assignment } from '../inventory/entities.ts';
import type { Unknown } from '../inventory/unknown.ts';
import { layersFromTop } from '../variables/precedence.ts';
import type { Layer } from '../variables/vars-files.ts';
import { layerOfPossible, unknownAsSetAt, unknownAsMaybeSetAt } from './possible-assignments.ts';
import type { PlayLayer, PossibleAssignments } from './possible-assignments.ts';
import { sameValue } from '../playbook/nodes.ts';
import { distinct } from './play-folders.ts';
import type { PlayFolder } from './play-folders.ts';

/** The layers that tasks of one role see in one play. */
export interface PlayView {
  /** Above and below the inventory, in rising precedence. */
  readonly above: readonly PlayLayer[];
  readonly below: readonly PlayLayer[];
  /** `site.yml:3`: the play. */
  readonly place: string;
  /** The folder of the play; undefined if no play is known to have the host. */
  readonly playFolder: PlayFolder | undefined;
  /** False if only a run can know whether the play contains the host, or applies the role. */
  readonly certain: boolean;
  /** True if Ansible ends before it runs the play. */
  readonly refused?: boolean;
  /** Tells whether the role is the one that reads a variable. */
  reads(name: string): boolean;
}

/** The view of a play if only the variables that it may set are known. */
export function viewOfPossible(possible: PossibleAssignments): PlayView {
  return {
    above: [layerOfPossible(possible)],
    below: [],
    place: '',
    playFolder: undefined,
    certain: false,
    reads: (name) => possible.about(name) !== undefined,
  };
}

/** One variable of a host, as its plays see it. */
interface VariableView {
  /** Assignments above and below the inventory, the winner first. */
  readonly above: readonly Assignment[];
  readonly below: readonly Assignment[];
  /** The reason why the value is not known, whatever the inventory sets. */
  readonly unknown: Unknown | undefined;
  /** The reason why the value is not known if at most a role's defaults set it. */
  readonly unknownBelow: Unknown | undefined;
  /** Files that cannot be read, above the winner and, if nothing sets the variable, below. */
  readonly unread: readonly Unknown[];
  readonly unreadBelow: readonly Unknown[];
  /** The folders of the plays that read it. */
  readonly playFolders: readonly PlayFolder[];
}

interface Names {
  readonly below: ReadonlySet<string>;
  readonly above: ReadonlySet<string>;
}

/** All views of a host together. */
export class HostView {
  readonly #views: readonly PlayView[];
  readonly #extra: readonly Layer[];
  /** The folders of its plays. */
  readonly playFolders: readonly PlayFolder[];
  readonly #found = new Map<string, VariableView>();
  #names: Names | undefined;

  /** `extra`: what the command line sets, above all views. `playFolders`: those of its plays, if no view has one. */
  constructor(views: readonly PlayView[], extra: readonly Layer[], playFolders: readonly PlayFolder[] = []) {
    this.#views = views;
    this.#extra = extra;
    const own = foldersOf(views);
    this.playFolders = own.length > 0 ? own : distinct(playFolders);
  }

  of(name: string): VariableView {
    let variable = this.#found.get(name);
    if (variable === undefined) this.#found.set(name, (variable = this.#agreedOn(name)));
    return variable;
  }

  /** Names that are set below the inventory, and those above. */
  get names(): Names {
    if (this.#names !== undefined) return this.#names;
    const certain = this.#views.filter((view) => view.certain);
    const namesOf = (layers: readonly Layer[]) => layers.flatMap(({ assignments }) => [...assignments.keys()]);
    const below = namesOf(certain.flatMap((view) => view.below));
    const above = namesOf([...certain.flatMap((view) => view.above), ...this.#extra]);
    return (this.#names = { below: new Set(below), above: new Set(above) });
  }

  #agreedOn(name: string): VariableView {
    const readers = this.#views.filter((view) => view.reads(name));
    const views = readers.length > 0 ? readers : this.#views;
    const above = agreed(name, views, 'above');
    const below = agreed(name, views, 'below');
    const extra = seenIn(name, this.#extra);
    const playFolders = foldersOf(views);
    const isExtra = extra.assignments.length > 0;
    const isSetBelow = below.assignments.length > 0;
    const inMissingFile = above.inMissingFile ?? below.inMissingFile;
    return {
      above: [...extra.assignments, ...above.assignments],
      below: below.assignments,
      unknown: isExtra ? undefined : above.unknown,
      unknownBelow:
        below.unknown ?? above.inUnreadFile ?? below.inUnreadFile ?? (isSetBelow ? undefined : inMissingFile),
      unread: isExtra ? extra.unread : [...extra.unread, ...above.unread],
      unreadBelow: below.unread,
      // The same list object if possible: variables are identified by it.
      playFolders: [0, this.playFolders.length].includes(playFolders.length) ? this.playFolders : playFolders,
    };
  }
}

function foldersOf(views: readonly PlayView[]): readonly PlayFolder[] {
  return distinct(views.flatMap(({ playFolder }) => playFolder ?? []));
}

interface Seen {
  readonly assignments: readonly Assignment[];
  readonly unknown: Unknown | undefined;
  readonly inUnreadFile: Unknown | undefined;
  readonly inMissingFile: Unknown | undefined;
  readonly unread: readonly Unknown[];
}

const NOTHING: Seen = {
  assignments: [],
  unknown: undefined,
  inUnreadFile: undefined,
  inMissingFile: undefined,
  unread: [],
};

function agreed(name: string, views: readonly PlayView[], side: 'above' | 'below'): Seen {
  let first: { readonly view: PlayView; readonly seen: Seen } | undefined;
  let unknown: Unknown | undefined;
  let inUnreadFile: Unknown | undefined;
  let inMissingFile: Unknown | undefined;
  const unread: Unknown[] = [];
  for (const view of views) {
    const seen = seenIn(name, view[side]);
    inUnreadFile ??= seen.inUnreadFile;
    inMissingFile ??= seen.inMissingFile;
    unknown ??= seen.unknown;
    const [winner] = seen.assignments;
    // A variable that nothing sets may be in any file that cannot be read, even in that of a role that no known play
    // applies. A file that Ansible stops at counts, too, as it will once it is fixed.
    if (!view.certain && (side === 'below' || view.refused === true)) unread.push(...seen.unread);
    if (!view.certain) unknown ??= winner && uncertainAt(winner, view);
    else if (first === undefined) first = { view, seen };
    else unknown ??= difference(first.view, first.seen.assignments[0], view, winner);
  }
  const seen = first?.seen ?? NOTHING;
  return { ...seen, unread: [...seen.unread, ...unread], unknown, inUnreadFile, inMissingFile };
}

function uncertainAt(setter: Assignment, { refused }: PlayView): Unknown {
  if (refused === true) return unknownAsSetAt(setter, ', in what Ansible stops at before the first play');
  return unknownAsMaybeSetAt(setter.document, setter.key);
}

/** Says how two plays disagree about a variable; undefined if they agree. */
function difference(
  one: PlayView,
  first: Assignment | undefined,
  other: PlayView,
  second: Assignment | undefined,
): Unknown | undefined {
  if (first === second || (first !== undefined && second !== undefined && sameValue(first.value, second.value)))
    return undefined;
  if (first === undefined || second === undefined) {
    const [setter, without] = first === undefined ? [second, one] : [first, other];
    return setter === undefined ? undefined : unknownAsSetAt(setter, `, but not in the play at ${without.place}`);
  }
  return unknownAsSetAt(first, `, and to another value at ${second.document.fileAndLine(second.key.start)}`);
}

function seenIn(name: string, layers: readonly PlayLayer[]): Seen {
  const assignments: Assignment[] = [];
  const unread: Unknown[] = [];
  let unknown: Unknown | undefined;
  let inUnreadFile: Unknown | undefined;
  let inMissingFile: Unknown | undefined;
  for (const said of layersFromTop(name, layers)) {
    if (assignments.length === 0) {
      unknown ??= said.maySet;
      inUnreadFile ??= said.layer.possible?.inUnreadFile;
      inMissingFile ??= said.layer.possible?.inMissingFile;
      if (said.unread !== undefined) unread.push(said.unread);
    }
    // A role's variables reach it twice: as the role's own, and as those of all roles.
    if (said.assignment !== undefined && !assignments.includes(said.assignment)) assignments.push(said.assignment);
  }
  return { assignments, unknown, inUnreadFile, inMissingFile, unread };
}
