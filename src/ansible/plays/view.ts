/**
 * What plays set around an inventory, as a variable of a host sees it. From the small to the large:
 * - a _layer_ is one step of Ansible's precedence: a play's `vars`, a role's defaults, what `-e` gives;
 * - a _view_ is all layers that the tasks of one role see in one play, those above the inventory and those below it;
 * - a _sight_ is what the views of one host come to. A check does not know which of them a reader means: what they agree
 *   on is known, and where they differ there is a doubt;
 * - a _sighting_ is that of one variable.
 */
import type { Assignment } from '../entities.ts';
import type { Unknown } from '../unknown.ts';
import type { Layer } from '../variables/vars-files.ts';
import { doubtAboutSetter, doubtAt, placeOf } from './doubts.ts';
import type { Doubts } from './doubts.ts';
import { sameValue } from './nodes.ts';
import { distinct } from './standings.ts';
import type { Standing } from './standings.ts';

/** One step of precedence: what it sets, and what it may set. */
export interface PlayLayer extends Layer {
  readonly doubts?: Doubts;
}

/** A layer that sets nothing for certain. */
export function doubting(doubts: Doubts): PlayLayer {
  return { assignments: new Map(), document: undefined, doubts };
}

/** What tasks of one role in one play see. */
export interface View {
  /** Above and below the inventory, in rising precedence. */
  readonly above: readonly PlayLayer[];
  readonly below: readonly PlayLayer[];
  /** `site.yml:3`: the play. */
  readonly place: string;
  /** Where the play stands; undefined where nobody knows of a play that has the host. */
  readonly standing: Standing | undefined;
  /** False where nobody knows whether the play contains the host, or applies the role. */
  readonly certain: boolean;
  /** True where Ansible ends before it runs the play. */
  readonly refused?: boolean;
  /** Whether the role is the one that reads a variable. */
  reads(name: string): boolean;
}

/** The view of a play of which nobody knows more than which variables it may set. */
export function viewOfDoubts(doubts: Doubts): View {
  return {
    above: [doubting(doubts)],
    below: [],
    place: '',
    standing: undefined,
    certain: false,
    reads: (name) => doubts.about(name) !== undefined,
  };
}

/** What plays make of one variable of a host. */
interface Sighting {
  /** Assignments above and below the inventory, the winner first. */
  readonly above: readonly Assignment[];
  readonly below: readonly Assignment[];
  /** Why the value is not known, whatever the inventory has. */
  readonly doubt: Unknown | undefined;
  /** Why it is not known where at most a role's defaults set it. */
  readonly doubtBelow: Unknown | undefined;
  /** Documents that nobody can read, above the winner and, where nothing sets the variable, below. */
  readonly obscuring: readonly Unknown[];
  readonly obscuringBelow: readonly Unknown[];
  /** Where the plays stand that read it. */
  readonly standings: readonly Standing[];
}

interface Names {
  readonly below: ReadonlySet<string>;
  readonly above: ReadonlySet<string>;
}

/** What all views of a host say together. */
export class Sight {
  readonly #views: readonly View[];
  readonly #extra: readonly Layer[];
  /** Where the plays stand. */
  readonly standings: readonly Standing[];
  readonly #sightings = new Map<string, Sighting>();
  #names: Names | undefined;

  /** `extra`: what the command line sets, above all views. `standings` of plays, where no view has one. */
  constructor(views: readonly View[], extra: readonly Layer[], standings: readonly Standing[] = []) {
    this.#views = views;
    this.#extra = extra;
    const own = standingsOf(views);
    this.standings = own.length > 0 ? own : distinct(standings);
  }

  of(name: string): Sighting {
    let sighting = this.#sightings.get(name);
    if (sighting === undefined) this.#sightings.set(name, (sighting = this.#look(name)));
    return sighting;
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

  #look(name: string): Sighting {
    const readers = this.#views.filter((view) => view.reads(name));
    const views = readers.length > 0 ? readers : this.#views;
    const above = agreed(name, views, 'above');
    const below = agreed(name, views, 'below');
    const extra = lookAt(name, this.#extra);
    const standings = standingsOf(views);
    const isExtra = extra.assignments.length > 0;
    const isSetBelow = below.assignments.length > 0;
    const missing = above.missing ?? below.missing;
    return {
      above: [...extra.assignments, ...above.assignments],
      below: below.assignments,
      doubt: isExtra ? undefined : above.doubt,
      doubtBelow: below.doubt ?? above.unread ?? below.unread ?? (isSetBelow ? undefined : missing),
      obscuring: isExtra ? extra.obscuring : [...extra.obscuring, ...above.obscuring],
      obscuringBelow: below.obscuring,
      // The very list where it can be: it is what variables are known by.
      standings: [0, this.standings.length].includes(standings.length) ? this.standings : standings,
    };
  }
}

function standingsOf(views: readonly View[]): readonly Standing[] {
  return distinct(views.flatMap(({ standing }) => standing ?? []));
}

interface Look {
  readonly assignments: readonly Assignment[];
  readonly doubt: Unknown | undefined;
  readonly unread: Unknown | undefined;
  readonly missing: Unknown | undefined;
  readonly obscuring: readonly Unknown[];
}

const NOTHING: Look = { assignments: [], doubt: undefined, unread: undefined, missing: undefined, obscuring: [] };

function agreed(name: string, views: readonly View[], side: 'above' | 'below'): Look {
  let first: { readonly view: View; readonly look: Look } | undefined;
  let doubt: Unknown | undefined;
  let unread: Unknown | undefined;
  let missing: Unknown | undefined;
  const obscuring: Unknown[] = [];
  for (const view of views) {
    const look = lookAt(name, view[side]);
    unread ??= look.unread;
    missing ??= look.missing;
    doubt ??= look.doubt;
    const [winner] = look.assignments;
    // What nothing sets may stand in any file that nobody can read, be it that of a role which nobody is seen to apply.
    // And a file that Ansible stops at counts once it is mended.
    if (!view.certain && (side === 'below' || view.refused === true)) obscuring.push(...look.obscuring);
    if (!view.certain) doubt ??= winner && doubtAboutUncertain(winner, view);
    else if (first === undefined) first = { view, look };
    else doubt ??= difference(first.view, first.look.assignments[0], view, winner);
  }
  const look = first?.look ?? NOTHING;
  return { ...look, obscuring: [...look.obscuring, ...obscuring], doubt, unread, missing };
}

function doubtAboutUncertain(setter: Assignment, { refused }: View): Unknown {
  if (refused === true) return doubtAboutSetter(setter, ', in what Ansible stops at before the first play');
  return doubtAt(setter.document, setter.key);
}

/** Why two plays leave it open which value a variable has; undefined where they agree. */
function difference(
  one: View,
  first: Assignment | undefined,
  other: View,
  second: Assignment | undefined,
): Unknown | undefined {
  if (first === second || (first !== undefined && second !== undefined && sameValue(first.value, second.value)))
    return undefined;
  if (first === undefined || second === undefined) {
    const [setter, without] = first === undefined ? [second, one] : [first, other];
    return setter === undefined ? undefined : doubtAboutSetter(setter, `, but not in the play at ${without.place}`);
  }
  return doubtAboutSetter(first, `, and to another value at ${placeOf(second.document, second.key.start)}`);
}

function lookAt(name: string, layers: readonly PlayLayer[]): Look {
  const assignments: Assignment[] = [];
  const obscuring: Unknown[] = [];
  let doubt: Unknown | undefined;
  let unread: Unknown | undefined;
  let missing: Unknown | undefined;
  for (const layer of [...layers].reverse()) {
    const isOpen = assignments.length === 0;
    if (isOpen) {
      doubt ??= layer.doubts?.about(name);
      unread ??= layer.doubts?.unread;
      missing ??= layer.doubts?.missing;
    }
    const assignment = layer.assignments.get(name);
    if (assignment !== undefined) {
      // A role's variables reach it twice: as the role's own, and as those of all roles.
      if (!assignments.includes(assignment)) assignments.push(assignment);
    } else if (isOpen && layer.unread !== undefined) obscuring.push(layer.unread);
  }
  return { assignments, doubt, unread, missing, obscuring };
}
