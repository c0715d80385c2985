/** Surroundings of a task: all that decides how a host sees it, apart from what tasks have done to the host before. */
import type { Document } from '../../source/document.ts';
import type { Node } from '../../source/tree.ts';
import type { TaskItem } from '../playbook/task.ts';
import type { PlayLayer } from '../plays/possible-assignments.ts';
import type { PlayOnHost } from '../plays/plays.ts';
import type { RoleApplication } from '../plays/role-applications.ts';
import type { TextPlace } from '../template/files/rendered-text.ts';
import type { Layer } from '../variables/vars-files.ts';
import type { SharedVariables } from './shared-variables.ts';
import type { Why } from './task-arguments.ts';
import type { RunValue } from './task-scope.ts';

/** The surroundings of a task. */
export interface Around {
  readonly play: PlayOnHost;
  readonly document: Document;
  /** The full path of the document. */
  readonly path: string;
  readonly role: RoleApplication | undefined;
  /** The variables that tasks may set which only other hosts come to. */
  readonly missed: ReturnType<SharedVariables['possibleFor']>;
  /** `vars` of blocks and imports, and of dynamic includes, on the way. */
  readonly scope: readonly PlayLayer[];
  readonly params: readonly Layer[];
  /** Loop variables of includes on the way. */
  readonly items: ReadonlyMap<string, RunValue>;
  /** Names of the facts that earlier items of the task's loop have set: they count above all for the later ones. */
  readonly setByItems: Set<string> | undefined;
  /** `when` of blocks and imports on the way, which Ansible evaluates at each task, and of the task itself. */
  readonly conditions: readonly PlacedCondition[];
  /** The values of `environment` of the task, and of the play and blocks around it. */
  readonly environment: readonly PlacedNode[];
  readonly delegate: Node | undefined;
  readonly runsOnce: boolean;
  /** True where the host goes on after an error. */
  readonly ignoresErrors: boolean;
  /** Set where results of other tasks alone decide whether the task runs. */
  readonly assumed: Why | undefined;
  readonly depth: number;
  /** The includes and roles on the way: several of them may lead to the same task. */
  readonly way: string;
  /** True where some hosts of the play may skip what others run: below an include, and in a role that was applied before. */
  readonly othersMaySkip: boolean;
  /** True in a role that was applied before: its own tasks do not run again. */
  readonly isRepeated: boolean;
}

/** A value of a keyword with the document that it is of. */
interface PlacedNode {
  readonly node: Node;
  readonly document: Document;
}

/** A `when`. */
export interface PlacedCondition extends PlacedNode {
  /** True where the host goes on after an error in it: a value that is no boolean then decides nothing. */
  readonly isStrict: boolean;
}

/** The key of a task, or of what is at a node, and of the way to it. */
export function keyOf({ start }: Node, { document, way }: Around): string {
  return `${way}\0${document.file}\0${String(start)}`;
}

/** The place of a node in the document of a task. */
export function placeOf({ document }: Pick<Around, 'document'>, { start, end }: Node): TextPlace {
  return { document, start, end };
}

/** The values of `environment` of a task, block or play. */
export function environmentOf(given: readonly Node[], document: Document): Around['environment'] {
  const values = given.flatMap((node) => (node.kind === 'mapping' ? node.pairs.map(({ value }) => value) : [node]));
  return values.map((node) => ({ node, document }));
}

/** The surroundings of a task or block with its own keywords, which what is inside inherits. */
export function within({ when, environment, delegateTo, runsOnce, ignoresErrors }: TaskItem, around: Around): Around {
  const own = { document: around.document, ignoresErrors: around.ignoresErrors || ignoresErrors };
  return {
    ...around,
    conditions: [...around.conditions, ...placed(when, own)],
    environment: [...around.environment, ...environmentOf(environment, around.document)],
    delegate: delegateTo ?? around.delegate,
    runsOnce: around.runsOnce || runsOnce,
    ignoresErrors: own.ignoresErrors,
  };
}

/** The conditions that the tasks inherit which a task includes: those around it, not its own. */
export function conditionsInside({ when }: TaskItem, { conditions }: Around): readonly PlacedCondition[] {
  return conditions.slice(0, conditions.length - when.length);
}

/** Conditions with their document. */
export function placed(
  conditions: readonly Node[],
  { document, ignoresErrors }: Pick<Around, 'document' | 'ignoresErrors'>,
): readonly PlacedCondition[] {
  return conditions.map((node) => ({ node, document, isStrict: ignoresErrors }));
}
