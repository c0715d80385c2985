/**
 * Surroundings of a task: what it inherits from the play, the role, the blocks, the includes and the loops around it.
 */
import type { PlacedCause } from '../template/files/rendered-text.ts';
import type { Document, Location } from '../../source/document.ts';
import type { Node } from '../../source/tree.ts';
import type { Keywords, TaskItem } from '../playbook/task.ts';
import type { PlayLayer } from '../plays/possible-assignments.ts';
import type { PlayOnHost } from '../plays/plays.ts';
import type { RoleApplication } from '../plays/role-applications.ts';
import type { Layer } from '../variables/vars-files.ts';
import type { SharedVariables } from './shared-variables.ts';
import type { RunValue } from './task-scope.ts';

/**
 * The position of a task, and what it inherits there: everything that decides how a host sees it, except what earlier
 * tasks did.
 */
export interface Around {
  readonly play: PlayOnHost;
  readonly role: RoleApplication | undefined;
  readonly document: Document;
  /** The full path of the document. */
  readonly path: string;
  readonly keywords: InheritedKeywords;
  readonly variables: InheritedVariables;
  readonly route: Route;
}

/** The keywords of the play, the blocks and the imports around a task, with its own. */
export interface InheritedKeywords extends Pick<
  Keywords,
  'delegateTo' | 'throttle' | 'notify' | 'runsOnce' | 'ignoresErrors'
> {
  /** Ansible evaluates them at each task. */
  readonly when: readonly PlacedCondition[];
  /** The values in them. */
  readonly environment: readonly PlacedNode[];
}

/** The variables that are set on the way to a task, apart from those of its play and role. */
export interface InheritedVariables {
  /** Variables that tasks may set that only other hosts reach. */
  readonly missed: ReturnType<SharedVariables['possibleFor']>;
  /** `vars` of blocks and imports, and of dynamic includes. */
  readonly scope: readonly PlayLayer[];
  readonly params: readonly Layer[];
  /** Loop variables of the task and of includes. */
  readonly items: ReadonlyMap<string, RunValue>;
  /** Names of the facts that earlier items of the task's loop have set: they count above all for the later ones. */
  readonly setByItems: Set<string> | undefined;
}

/** The roles and includes that lead to a task. */
export interface Route {
  /** Tells them apart from others that lead to the same task. */
  readonly key: string;
  readonly depth: number;
  /** Set if only results of other tasks decide whether the host comes to the task. */
  readonly assumed: PlacedCause | undefined;
  /**
   * True if some hosts of the play may skip what others run: below an include, and in a role that was applied before.
   */
  readonly othersMaySkip: boolean;
  /** True in a role that was applied before: its own tasks do not run again. */
  readonly isRepeated: boolean;
}

/** A value of a keyword, with the document that holds it. */
interface PlacedNode {
  readonly node: Node;
  readonly document: Document;
}

/** A `when`. */
export interface PlacedCondition extends PlacedNode {
  /** True if the host goes on after an error in it: a value that is not a boolean then decides nothing. */
  readonly isStrict: boolean;
}

/** The surroundings of what a play itself holds. */
export function inPlay(play: PlayOnHost, missed: InheritedVariables['missed']): Around {
  const { document, path, environment, throttle, runsOnce, ignoresErrors } = play.reading.play;
  const placed = environmentOf(environment, document);
  return {
    play,
    role: undefined,
    document,
    path,
    keywords: {
      when: [],
      environment: placed,
      delegateTo: undefined,
      throttle,
      notify: [],
      runsOnce,
      ignoresErrors,
    },
    variables: { missed, scope: [], params: [], items: new Map(), setByItems: undefined },
    route: { key: '', depth: 0, assumed: undefined, othersMaySkip: false, isRepeated: false },
  };
}

/** The surroundings with some of their parts replaced. */
export function inherited(
  around: Around,
  own: {
    readonly keywords?: Partial<InheritedKeywords>;
    readonly variables?: Partial<InheritedVariables>;
    readonly route?: Partial<Route>;
  },
): Around {
  return {
    ...around,
    keywords: own.keywords === undefined ? around.keywords : { ...around.keywords, ...own.keywords },
    variables: own.variables === undefined ? around.variables : { ...around.variables, ...own.variables },
    route: own.route === undefined ? around.route : { ...around.route, ...own.route },
  };
}

/** The surroundings of what is in a role. `at`: the place that applies it. */
export function inRole(role: RoleApplication, at: Node, around: Around, othersMaySkip: boolean): Around {
  const route = { key: keyOf(at, around), depth: around.route.depth + 1, othersMaySkip, isRepeated: false };
  return { ...inherited(around, { variables: { scope: [], params: [] }, route }), role };
}

/** The surroundings of what is in a file of tasks. */
export function inFile(document: Document, path: string, around: Around): Around {
  return { ...inherited(around, { route: { depth: around.route.depth + 1 } }), document, path };
}

/**
 * The surroundings of a task, a block or an entry of a list of roles with its own keywords, which what is inside
 * inherits.
 */
export function within(own: Keywords, around: Around): Around {
  const { keywords, document } = around;
  const ignoresErrors = keywords.ignoresErrors || own.ignoresErrors;
  return inherited(around, {
    keywords: {
      when: [...keywords.when, ...conditionsAt(own.when, document, ignoresErrors)],
      environment: [...keywords.environment, ...environmentOf(own.environment, document)],
      delegateTo: own.delegateTo ?? keywords.delegateTo,
      throttle: own.throttle ?? keywords.throttle,
      notify: own.notify.length > 0 ? own.notify : keywords.notify,
      runsOnce: keywords.runsOnce || own.runsOnce,
      ignoresErrors,
    },
  });
}

/** The conditions that included tasks inherit from an include: those around it, not its own. */
export function conditionsInside({ when }: TaskItem, { keywords }: Around): readonly PlacedCondition[] {
  return keywords.when.slice(0, keywords.when.length - when.length);
}

/** Conditions with their document. */
export function conditionsAt(
  conditions: readonly Node[],
  document: Document,
  isStrict: boolean,
): readonly PlacedCondition[] {
  return conditions.map((node) => ({ node, document, isStrict }));
}

/** The values of `environment` of a task, block or play. */
function environmentOf(given: readonly Node[], document: Document): readonly PlacedNode[] {
  const values = given.flatMap((node) => (node.kind === 'mapping' ? node.pairs.map(({ value }) => value) : [node]));
  return values.map((node) => ({ node, document }));
}

/** The key of a task, or of what is at a node, together with the way to it. */
export function keyOf({ start }: Node, { document, route }: Around): string {
  return `${route.key}\0${document.file}\0${String(start)}`;
}

/** The place of a node in the document of a task. */
export function placeOf({ document }: Pick<Around, 'document'>, { start, end }: Node): Location {
  return { document, start, end };
}
