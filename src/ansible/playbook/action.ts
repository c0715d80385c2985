/** The action of a task, in each of the ways to write one. */
import { Scalar, valueAt } from '../../source/tree.ts';
import type { Mapping, Node, Pair, Range } from '../../source/tree.ts';
import { readKeyValues } from './key-values.ts';
import { pairsOf, textOf } from './nodes.ts';

export interface Action {
  /** Without `ansible.builtin.`. */
  readonly name: string;
  /** The name as it is written, and its place. */
  readonly written: string;
  readonly at: Range;
  /** Everything after the name: a mapping of arguments, or a text of them. */
  readonly value: Node;
  readonly pairs: readonly Pair[];
  /** The text on its line that is no `key=value`: a file's name; or the template that gives all arguments. */
  readonly free: string | undefined;
  get(argument: string): Node | undefined;
}

/** Keys of a task that are not an action. https://docs.ansible.com/ansible/latest/reference_appendices/playbooks_keywords.html#task */
export const TASK_KEYWORDS: ReadonlySet<string> = new Set(
  (
    'any_errors_fatal args async become become_exe become_flags become_method become_user changed_when check_mode ' +
    'collections connection debugger delay delegate_facts delegate_to diff environment failed_when ignore_errors ' +
    'ignore_unreachable loop loop_control module_defaults name no_log notify poll port register remote_user retries ' +
    'run_once tags throttle timeout until vars when sudo sudo_user su su_user listen static private always_run'
  ).split(' '),
);

/** The keys of a task that are not keywords: only its action, if nothing is misspelt. */
export function actionKeysOf(task: Mapping): readonly Scalar[] {
  return task.pairs.flatMap(({ key }) => (isKeyword(String(key.value)) ? [] : [key]));
}

/** The `with_` keys of a task, each with the lookup that it names. */
export function lookupLoopsOf(task: Mapping): readonly { readonly key: Scalar; readonly lookup: string }[] {
  return task.pairs.flatMap(({ key }) => {
    const lookup = /^with_(.+)$/.exec(String(key.value))?.[1];
    return lookup === undefined ? [] : [{ key, lookup }];
  });
}

function isKeyword(name: string): boolean {
  return TASK_KEYWORDS.has(name) || name.startsWith('with_');
}

/** The action of a task: the first key that is not a keyword of tasks, or what `action` and `local_action` name. */
export function readAction(task: Mapping): Action | undefined {
  for (const { key, value } of task.pairs) {
    const word = bare(String(key.value));
    if (word !== 'action' && word !== 'local_action') {
      if (!isKeyword(word)) return action({ written: String(key.value), at: key }, value, task);
      continue;
    }
    const given = value.kind === 'mapping' ? valueAt(value, 'module') : value;
    const module = textOf(given) ?? '';
    const [, written = '', line = ''] = /^\s*(\S+)\s*(.*)$/s.exec(module) ?? [];
    if (isKeyword(bare(written))) continue;
    const start = value.start + Math.max(0, module.indexOf(line));
    const rest = value.kind === 'mapping' ? value : new Scalar(start, value.end, 'str', line);
    return action({ written, at: given ?? value }, rest, task);
  }
  return undefined;
}

function action({ written, at }: Pick<Action, 'written' | 'at'>, value: Node, task: Mapping): Action {
  const text = textOf(value);
  const read = text === undefined ? undefined : readKeyValues(text, value.start);
  const args = task.get('args')?.value;
  const pairs = [...pairsOf(value), ...(read?.pairs ?? []), ...pairsOf(args)].filter(
    ({ key }) => key.value !== 'module',
  );
  const free = (read === undefined ? text : read.rest?.trim()) ?? textOf(args);
  const get = (argument: string): Node | undefined => pairs.find(({ key }) => key.value === argument)?.value;
  return { name: bare(written), written, at, value, pairs, free, get };
}

function bare(name: string): string {
  return name.replace(/^ansible\.(builtin|legacy)\./, '');
}
