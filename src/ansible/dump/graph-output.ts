/** `ansible-inventory --graph`: groups and hosts as a tree. */
import { sentenceOf } from '../../troubles/catalogue.ts';
import type { Scalar } from '../../source/tree.ts';
import type { Group, Inventory } from '../inventory/entities.ts';
import { decryptedOrWhy } from '../vault/opening.ts';
import { hasChange } from '../versions.ts';
import { asText } from '../../source/python-text.ts';
import { groupVariables, hostVariables, sortByPythonKey, isPythonSet, Unprintable } from './output.ts';
import type { DumpOptions, ShownVariable } from './output.ts';

/**
 * The text of the tree of groups below one, each with its own hosts; with `vars`, also the variables of groups and
 * hosts.
 *
 * Throws Unprintable if names of variables do not compare, and for a vaulted value that cannot be decrypted.
 */
export function graphText(inventory: Inventory, top: Group, options: DumpOptions & { readonly vars: boolean }): string {
  const lines: string[] = [];
  const line = (depth: number, text: string): void => {
    lines.push(depth === 0 ? text : `${'  |'.repeat(depth)}--${text}`);
  };
  const decryptsParts = !hasChange(options.version, 'tagsValues');
  const revealed = (value: Scalar): string => plainText(inventory, value);
  const valueText = (value: ShownVariable['value'], from: ShownVariable['from']): string => {
    if (value.kind === 'scalar' && value.mark === 'vault') return revealed(value);
    return asText(value, {
      isSet: (node) => isPythonSet(node, from, options),
      revealed: decryptsParts ? revealed : undefined,
    });
  };
  const show = (variables: readonly ShownVariable[], depth: number): void => {
    const sorted = sortByPythonKey(variables, ({ key }) => key);
    if (sorted === undefined) throw new Unprintable('the names of variables have no order');
    for (const { key, value, from } of sorted) {
      const name = typeof key === 'string' ? key : asText(key);
      line(depth, `{${name} = ${valueText(value, from)}}`);
    }
  };
  const add = (group: Group, depth: number): void => {
    line(depth, `@${group.name}:`);
    for (const child of group.children) add(child, depth + 1);
    for (const host of group.name === 'all' ? [] : group.hosts) {
      line(depth + 1, host.name);
      if (options.vars) show(hostVariables(inventory, host, options), depth + 2);
    }
    if (options.vars) show(groupVariables(inventory, group, options), depth + 1);
  };
  add(top, 0);
  return lines.join('\n');
}

/** The plain text of a vaulted value. */
function plainText({ vault }: Inventory, value: Scalar): string {
  const text = decryptedOrWhy(vault, value);
  if (typeof text === 'string') return text;
  throw new Unprintable(sentenceOf(text.faultOf('a value that is to be printed')), 1);
}
