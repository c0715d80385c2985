/** The options in the configuration of the inventory plugin `constructed`. */
import type { Document } from '../../source/document.ts';
import { isFalsy } from '../../source/python.ts';
import type { Mapping, Node, Pair } from '../../source/tree.ts';
import { Scalar } from '../../source/tree.ts';
import { fault } from '../../troubles/fault.ts';
import { explainedYamlProblem } from '../../source/yaml/exact-problem.ts';
import { isTrueSetting } from '../settings/setting-values.ts';
import type { Settings } from '../settings/ansible-settings.ts';
import { SourceFailure, unreadText } from '../inventory/source-failure.ts';
import { hasChange } from '../versions.ts';

export interface ConstructedOptions {
  /** True if an expression that fails ends the reading of the source (`strict`). */
  readonly strict: boolean;
  /** Variables by name, each with its expression. */
  readonly compose: readonly Pair[];
  /** Groups by name, each with its condition. */
  readonly groups: readonly Pair[];
  readonly keyedGroups: readonly Node[];
  readonly leadingSeparator: boolean;
  readonly useExtraVars: boolean;
  readonly useVarsPlugins: boolean;
}

/**
 * Reads the options of a configuration whose key `plugin` is one of `names`.
 *
 * Throws SourceFailure if Ansible gives the source up because of an option.
 */
export function readConstructedOptions(
  { root, problem, text }: Document,
  names: ReadonlySet<string>,
  { useExtraVars, version }: Settings,
): ConstructedOptions {
  if (problem !== undefined) throw unreadText(explainedYamlProblem(problem, text));
  if (root === undefined || isFalsy(root)) throw new SourceFailure(fault('source/empty'), root);
  if (root.kind !== 'mapping') throw new SourceFailure(fault('constructed/options'), root);
  const plugin = root.get('plugin');
  if (plugin?.value.kind !== 'scalar' || !names.has(String(plugin.value.value)))
    throw new SourceFailure(fault('constructed/other-plugin', { plugins: [...names].join(' or ') }), plugin?.value);
  const takesAny = hasChange(version, 'nativeTemplates');
  for (const name of ['strict', 'leading_separator', 'use_extra_vars', 'use_vars_plugins']) {
    const value = root.get(name)?.value;
    if (!takesAny && value !== undefined && value.kind !== 'scalar')
      throw new SourceFailure(fault('constructed/option-type', { option: name, expected: 'true or false' }), value);
  }
  return {
    strict: truth(root, 'strict', false),
    compose: mapping(root, 'compose'),
    groups: mapping(root, 'groups'),
    keyedGroups: list(root, 'keyed_groups'),
    leadingSeparator: truth(root, 'leading_separator', true),
    useExtraVars: truth(root, 'use_extra_vars', useExtraVars),
    useVarsPlugins: truth(root, 'use_vars_plugins', false),
  };
}

function option(root: Mapping, name: string): Node | undefined {
  const value = root.get(name)?.value;
  return value?.kind === 'scalar' && value.type === 'null' ? undefined : value;
}

function truth(root: Mapping, name: string, otherwise: boolean): boolean {
  const value = option(root, name);
  if (value === undefined) return otherwise;
  return value.kind === 'scalar' && value.mark !== 'vault' && isTrueSetting(value.value);
}

function mapping(root: Mapping, name: string): readonly Pair[] {
  const value = option(root, name);
  if (value === undefined) return [];
  if (value.kind !== 'mapping')
    throw new SourceFailure(fault('constructed/option-type', { option: name, expected: 'a mapping' }), value);
  return value.pairs;
}

/** A list option, which may also be written as words with commas between them. */
function list(root: Mapping, name: string): readonly Node[] {
  const value = option(root, name);
  if (value === undefined) return [];
  if (value.kind === 'sequence') return value.items;
  if (value.kind === 'scalar' && value.type === 'str' && value.mark !== 'vault')
    return String(value.value)
      .split(',')
      .map((word) => new Scalar(value.start, value.end, 'str', word));
  throw new SourceFailure(fault('constructed/option-type', { option: name, expected: 'a list' }), value);
}
