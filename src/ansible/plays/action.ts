/** The action of a task, in each of the ways to write one. */
import { Scalar } from '../../source/tree.ts';
import type { Mapping, Node, Pair } from '../../source/tree.ts';
import { readKeyValues } from './key-values.ts';
import { pairsOf, textOf } from './nodes.ts';

/** Actions that set variables, put hosts into groups, or bring in tasks and roles. */
const ACTIONS = new Set([
  'set_fact',
  'include_vars',
  'include_tasks',
  'import_tasks',
  'include',
  'include_role',
  'import_role',
  'add_host',
  'group_by',
]);

export interface Action {
  /** Without `ansible.builtin.`. */
  readonly name: string;
  readonly pairs: readonly Pair[];
  /** The text on its line that is no `key=value`: a file's name; or the template that gives all arguments. */
  readonly free: string | undefined;
  get(argument: string): Node | undefined;
}

/** The action of a task if it is one that matters to variables. */
export function actionOf(task: Mapping): Action | undefined {
  for (const { key, value } of task.pairs) {
    const word = bare(String(key.value));
    if (ACTIONS.has(word)) return action(word, value, task);
    if (word !== 'action' && word !== 'local_action') continue;
    const module = textOf(value) ?? textOf(value.kind === 'mapping' ? value.get('module')?.value : undefined) ?? '';
    const [, name = '', line = ''] = /^\s*(\S+)\s*(.*)$/s.exec(module) ?? [];
    if (!ACTIONS.has(bare(name))) continue;
    const start = value.start + Math.max(0, module.indexOf(line));
    const rest = value.kind === 'mapping' ? value : new Scalar(start, value.end, 'str', line);
    return action(bare(name), rest, task);
  }
  return undefined;
}

function action(name: string, value: Node, task: Mapping): Action {
  const text = textOf(value);
  const read = text === undefined ? undefined : readKeyValues(text, value.start);
  const args = task.get('args')?.value;
  const pairs = [...pairsOf(value), ...(read?.pairs ?? []), ...pairsOf(args)].filter(
    ({ key }) => key.value !== 'module',
  );
  const free = (read === undefined ? text : read.rest?.trim()) ?? textOf(args);
  const get = (argument: string): Node | undefined => pairs.find(({ key }) => key.value === argument)?.value;
  return { name, pairs, free, get };
}

function bare(name: string): string {
  return name.replace(/^ansible\.(builtin|legacy)\./, '');
}
