/** Plays, and the entries of lists of roles, as they are written. */
import { madeOnce } from '../../ground/made-once.ts';
import type { Mapping, Node, Pair, Scalar } from '../../source/tree.ts';
import { listOf, pairsOf, textOf } from './nodes.ts';
import { keywordsOf, tasksIn } from './task.ts';
import type { Keywords, TaskItem } from './task.ts';

/** A play as it is written. */
export interface WrittenPlay extends Keywords {
  readonly hosts: Pair | undefined;
  readonly roles: readonly RoleEntry[];
  readonly preTasks: readonly TaskItem[];
  readonly tasks: readonly TaskItem[];
  readonly postTasks: readonly TaskItem[];
  readonly handlers: readonly TaskItem[];
  readonly varsFiles: readonly Node[];
  readonly varsPrompt: readonly Node[];
  /** How many hosts run it at once: a number, a part of its hosts, or a list of them. */
  readonly serial: Pair | undefined;
  /** The name of its strategy: `linear`, `free`. */
  readonly strategy: string;
  /** True if its hosts come to each task together, so that one of them does what runs once. */
  readonly isInLockstep: boolean;
}

/** An entry of `roles` of a play, or of `dependencies` of a role. */
export interface RoleEntry {
  /** All of it. */
  readonly node: Node;
  /** Its name. */
  readonly named: Scalar;
  /** Undefined if it is only a name. */
  readonly keywords: Keywords | undefined;
  /** Parameters that it gives the role: all its keys that are not keywords. */
  readonly params: readonly Pair[];
}

/** Keys of an entry of `roles` that are not parameters. https://docs.ansible.com/ansible/latest/reference_appendices/playbooks_keywords.html */
const ROLE_KEYWORDS = new Set(
  (
    'name role vars when tags collections connection port remote_user module_defaults environment no_log run_once ' +
    'ignore_errors ignore_unreachable check_mode diff any_errors_fatal throttle timeout debugger become ' +
    'become_method become_user become_flags become_exe delegate_to delegate_facts'
  ).split(' '),
);

const PLAYS = new WeakMap<Mapping, WrittenPlay>();

/** The play of a mapping. */
export function playAt(node: Mapping): WrittenPlay {
  return madeOnce(PLAYS, node, () => {
    const value = (key: string): Node | undefined => node.get(key)?.value;
    const strategy = textOf(value('strategy')) ?? 'linear';
    return {
      ...keywordsOf(node),
      hosts: node.get('hosts'),
      roles: roleEntriesIn(value('roles')),
      preTasks: tasksIn(value('pre_tasks')),
      tasks: tasksIn(value('tasks')),
      postTasks: tasksIn(value('post_tasks')),
      handlers: tasksIn(value('handlers')),
      varsFiles: listOf(value('vars_files')),
      varsPrompt: listOf(value('vars_prompt')),
      serial: node.get('serial'),
      strategy,
      isInLockstep: value('serial') === undefined && /(^|\.)(linear|debug)$/.test(strategy),
    };
  });
}

/** Tells whether the hosts of a batch wait for each other after each task. */
export function waitsForOthers({ strategy }: Pick<WrittenPlay, 'strategy'>): boolean {
  return !/(?:^|\.)(?:free|host_pinned)$/.test(strategy);
}

const ENTRIES = new WeakMap<Node, RoleEntry | undefined>();

/** The entries of a list of roles that have a name. */
export function roleEntriesIn(list: Node | undefined): readonly RoleEntry[] {
  return listOf(list).flatMap((node) => madeOnce(ENTRIES, node, () => readEntry(node)) ?? []);
}

function readEntry(node: Node): RoleEntry | undefined {
  const mapping = node.kind === 'mapping' ? node : undefined;
  const names = [node, mapping?.get('role')?.value, mapping?.get('name')?.value];
  const named = names.find((name) => textOf(name) !== undefined);
  if (named?.kind !== 'scalar') return undefined;
  const params = pairsOf(mapping).filter(({ key }) => !ROLE_KEYWORDS.has(String(key.value)));
  return { node, named, keywords: mapping && keywordsOf(mapping), params };
}
