/**
 * Tasks and blocks as they are written, each read once: their keywords, their action, and what they hold, with their
 * places.
 */
import { madeOnce } from '../../ground/made-once.ts';
import { Scalar, valueAt } from '../../source/tree.ts';
import type { Mapping, Node } from '../../source/tree.ts';
import { isTemplate } from '../template/syntax/is-template.ts';
import { readAction } from './action.ts';
import type { Action } from './action.ts';
import { isTrue, listOf, textOf } from './nodes.ts';

/** The keywords of plays, roles, blocks and tasks which decide for what is inside whether and where it runs. */
export interface Keywords {
  readonly node: Mapping;
  /** Each condition of `when`. */
  readonly when: readonly Node[];
  readonly vars: Node | undefined;
  readonly delegateTo: Node | undefined;
  /** The most hosts that run a task at once. */
  readonly throttle: Node | undefined;
  /** What a change notifies; that of a block counts for its tasks that have none of their own. */
  readonly notify: readonly Node[];
  readonly environment: readonly Node[];
  readonly runsOnce: boolean;
  /** True if a host goes on after an error, or a template may make it so. */
  readonly ignoresErrors: boolean;
  /** True if it is tagged `never`: it runs only if a person asks for another of its tags. */
  readonly isNeverRun: boolean;
}

/** A block, with the items in it. */
export interface Block extends Keywords {
  readonly kind: 'block';
  readonly block: readonly TaskItem[];
  /** Undefined if it has none. */
  readonly rescue: readonly TaskItem[] | undefined;
  readonly always: readonly TaskItem[];
}

/** A task that is not a block; a handler is one, too. */
export interface Task extends Keywords {
  readonly kind: 'task';
  readonly name: Node | undefined;
  /** Undefined if no key of it can be one. */
  readonly action: Action | undefined;
  readonly loop: Loop | undefined;
  /** The name under which it keeps its result. */
  readonly register: Node | undefined;
  readonly delegatesFacts: boolean;
  /** The topics that a handler listens to. */
  readonly listen: readonly Node[];
  readonly changedWhen: Node | undefined;
  /** What must hold before the task is done: it is repeated until then. */
  readonly until: Node | undefined;
}

export type TaskItem = Block | Task;

/** A task whose action is there. */
export type ActingTask = Task & { readonly action: Action };

/** The loop of a task. */
export interface Loop {
  /** `loop`, or what follows `with_`. */
  readonly kind: string;
  readonly key: Scalar;
  readonly terms: Node;
  /** The name of the variable with the item; `item` if the task gives it no other. */
  readonly variable: string;
  /** The name of the variable with the item's number. */
  readonly index: string | undefined;
  /** The names that the task gives its variables. */
  readonly named: readonly Node[];
}

/** Tells whether a task has an action. */
export function isActing(task: Task): task is ActingTask {
  return task.action !== undefined;
}

/** The role that a task includes or imports. */
export function roleOf(task: ActingTask): Node | undefined {
  const { action } = task;
  return action.get('name') ?? action.get('role') ?? lineOf(task);
}

/** The file of tasks that a task includes or imports: what stands on its line counts more than `file`. */
export function tasksFileOf(task: ActingTask): Node | undefined {
  return lineOf(task) ?? task.action.get('file');
}

/** The folder or file of an `include_vars`: what stands on its line counts less than `file`. */
export function varsFileOf(task: ActingTask): Node | undefined {
  const { action } = task;
  return action.get('dir') ?? action.get('file') ?? lineOf(task);
}

/** What stands on the line of a task's action and is not an argument with a name. */
function lineOf({ action, node }: ActingTask): Scalar | undefined {
  return action.free === undefined ? undefined : new Scalar(node.start, node.end, 'str', action.free);
}

const ITEMS = new WeakMap<Mapping, TaskItem>();

/** The tasks and blocks of a list; only a mapping can be one. */
export function tasksIn(list: Node | undefined): readonly TaskItem[] {
  return listOf(list).flatMap((item) => (item.kind === 'mapping' ? [taskAt(item)] : []));
}

/** The task or block of a mapping. */
export function taskAt(node: Mapping): TaskItem {
  return madeOnce(ITEMS, node, () => readItem(node));
}

function readItem(node: Mapping): TaskItem {
  const value = (key: string): Node | undefined => node.get(key)?.value;
  const keywords = keywordsOf(node);
  const [block, rescue, always] = [value('block'), value('rescue'), value('always')];
  if ((block ?? rescue ?? always) !== undefined)
    return {
      kind: 'block',
      ...keywords,
      ignoresErrors: keywords.ignoresErrors || rescue !== undefined,
      block: tasksIn(block),
      rescue: rescue && tasksIn(rescue),
      always: tasksIn(always),
    };
  return {
    kind: 'task',
    ...keywords,
    name: value('name'),
    action: readAction(node),
    loop: loopOf(node),
    register: value('register'),
    delegatesFacts: isTrue(value('delegate_facts')),
    listen: listOf(value('listen')),
    changedWhen: value('changed_when'),
    until: value('until'),
  };
}

/** Reads the keywords of a play, a role, a block or a task. */
export function keywordsOf(node: Mapping): Keywords {
  const value = (key: string): Node | undefined => node.get(key)?.value;
  const ignoring = value('ignore_errors');
  return {
    node,
    when: listOf(value('when')),
    vars: value('vars'),
    delegateTo: value('delegate_to'),
    throttle: value('throttle'),
    notify: listOf(value('notify')),
    environment: listOf(value('environment')),
    runsOnce: isTrue(value('run_once')),
    ignoresErrors: isTrue(ignoring) || isTemplate(textOf(ignoring) ?? ''),
    isNeverRun: listOf(value('tags')).some((tag) => textOf(tag)?.split(',').includes('never') === true),
  };
}

function loopOf(task: Mapping): Loop | undefined {
  for (const { key, value } of task.pairs) {
    const [, kind] = /^(?:with_(?:ansible\.(?:builtin|legacy)\.)?([\w.]+)|loop)$/.exec(String(key.value)) ?? [];
    if (kind === undefined && key.value !== 'loop') continue;
    const [variable, index] = ['loop_var', 'index_var'].map((name) => valueAt(task, 'loop_control', name));
    return {
      kind: kind ?? 'loop',
      key,
      terms: value,
      variable: textOf(variable) ?? 'item',
      index: textOf(index),
      named: [variable, index].filter((name) => name !== undefined),
    };
  }
  return undefined;
}
