/** What a task writes that Ansible does not have: a module, a keyword, an argument, or a word for one. */
import { actionKeysOf, lookupLoopsOf, TASK_KEYWORDS } from '../playbook/action.ts';
import type { Action } from '../playbook/action.ts';
import { argumentsOf, takesFreeForm } from '../playbook/module-arguments.ts';
import { faultOfModule } from '../playbook/module-names.ts';
import { isFalse, isTrue, pairsOf, plainText } from '../playbook/nodes.ts';
import type { Task } from '../playbook/task.ts';
import { isTemplate } from '../template/syntax/is-template.ts';
import { pluginNames } from '../template/plugins/plugin-names.ts';
import type { Version } from '../../ground/releases.ts';
import { nearest, settingOneTypoAway } from '../../model/nearest.ts';
import type { Mapping, Pair, Range } from '../../source/tree.ts';
import type { ModuleMistake } from '../../troubles/mistake.ts';

/** A mistake in a task. */
export interface Mistake extends ModuleMistake {
  readonly at: Range;
  /** The name of the plugin that a project may have of its own, after which it is not a mistake. */
  readonly mayBeOwn: string | undefined;
}

/** Collections whose names are meant if a single letter differs. */
const COLLECTIONS = (
  'ansible.builtin ansible.legacy ansible.posix ansible.utils ansible.netcommon ansible.windows amazon.aws ' +
  'community.aws community.crypto community.docker community.elastic community.general community.grafana ' +
  'community.hashi_vault community.mysql community.postgresql community.windows containers.podman kubernetes.core'
).split(' ');

/** The mistakes of a task. If it has mistakes in the names of its keys, nothing is said about its arguments. */
export function mistakesOfTask({ node, action }: Task, version: Version): readonly Mistake[] {
  const ofKeys = mistakesOfKeys(node, version);
  if (ofKeys.length > 0 || action === undefined || isTemplate(action.written)) return ofKeys;
  const ofName = mistakeOfName(action, version);
  return ofName === undefined ? mistakesOfArguments(action, node) : [ofName];
}

/** Keys that are not keywords: a task has one, which is its module. */
function mistakesOfKeys(task: Mapping, version: Version): readonly Mistake[] {
  const loops = lookupLoopsOf(task).flatMap(({ key, lookup }) => {
    const near =
      lookup.includes('.') || pluginNames('lookup').has(lookup) ? undefined : nearest(lookup, pluginNames('lookup'));
    return near === undefined ? [] : [keyword(key.value as string, key, `with_${near}`, lookup)];
  });
  const keys = actionKeysOf(task);
  const [first, second] = keys;
  if (first === undefined || second === undefined || keys.some(({ value }) => value === 'block')) return loops;
  const misspelt = keys.flatMap((key) => {
    const name = String(key.value);
    const near = name.includes('.') ? undefined : nearest(name, TASK_KEYWORDS);
    return near === undefined || faultOfModule(name, version)?.kind !== 'unknown' ? [] : [keyword(name, key, near)];
  });
  if (misspelt.length > 0) return [...misspelt, ...loops];
  const both = { module: String(first.value), name: String(second.value), at: second };
  return [{ ...both, kind: 'second', expected: 'one module', mayBeOwn: undefined }, ...loops];
}

function keyword(name: string, at: Range, expected: string, mayBeOwn?: string): Mistake {
  return { kind: 'keyword', name, module: '', at, expected, mayBeOwn };
}

/** The mistake in the name of a module. */
function mistakeOfName({ name, written, at }: Action, version: Version): Mistake | undefined {
  const one = { name: written, module: '', at, mayBeOwn: written.startsWith('ansible.builtin.') ? undefined : name };
  const [collection] = /^\w+\.\w+(?=\.)/.exec(written) ?? [];
  const meant =
    collection === undefined || COLLECTIONS.includes(collection)
      ? undefined
      : settingOneTypoAway(collection, COLLECTIONS);
  if (collection !== undefined && meant !== undefined)
    return { ...one, kind: 'collection', name: collection, expected: meant, mayBeOwn: undefined };
  const fault = faultOfModule(written, version);
  if (fault?.kind === 'removed') return { ...one, kind: 'removed', expected: fault.instead };
  // What is near none may be a module that is installed somewhere.
  const near = fault && nearest(name, fault.known);
  return near === undefined ? undefined : { ...one, kind: 'unknown', expected: near };
}

/**
 * The mistakes in the arguments of a module. Unknown arguments may come from another release, unless their names are
 * close to a known one.
 */
function mistakesOfArguments({ name, written, value, pairs }: Action, task: Mapping): readonly Mistake[] {
  const known = argumentsOf(name);
  if (known === undefined || goesOn(task)) return [];
  const mayBeOwn = written.startsWith('ansible.builtin.') ? undefined : name;
  const isCommand = value.kind === 'scalar' && takesFreeForm(name);
  const given: readonly Pair[] = isCommand ? pairsOf(task.get('args')?.value) : pairs;
  return given.flatMap(({ key, value: word }): readonly Mistake[] => {
    const argument = String(key.value);
    const one = { module: name, at: key, mayBeOwn };
    if (!known.has(argument)) {
      const near = isTemplate(argument) ? undefined : nearest(argument, known.keys());
      return near === undefined ? [] : [{ ...one, kind: 'argument', name: argument, expected: near }];
    }
    const [words = [], text] = [known.get(argument), plainText(word)];
    const near = text === undefined || words.includes(text) ? undefined : nearest(text, words);
    if (text === undefined || near === undefined) return [];
    return [{ ...one, at: word, kind: 'word', name: `${argument}: ${text}`, expected: near }];
  });
}

/** Tells whether a run goes on after an error of the task. */
function goesOn(task: Mapping): boolean {
  return isFalse(task.get('failed_when')?.value) || isTrue(task.get('ignore_errors')?.value);
}
