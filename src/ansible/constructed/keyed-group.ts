/** Entries of `keyed_groups`: names of groups from the value of an expression. */
import { isFalsy } from '../../source/python.ts';
import type { Mapping, Node, Range } from '../../source/tree.ts';
import { isNull, Scalar } from '../../source/tree.ts';
import { safeGroupName } from '../graph/graph.ts';
import { fault } from '../../troubles/fault.ts';
import { Refused } from '../graph/refused.ts';
import { asText } from '../../source/python-text.ts';

export interface KeyedGroup {
  readonly key: Node;
  readonly parent: Node | undefined;
  readonly prefix: string;
  readonly separator: string;
  /** `default_value`: the name for a missing value, if any. */
  readonly default: Node | undefined;
  /** `trailing_separator`: whether a key without a value ends in the separator; undefined if not set. */
  readonly trailingSeparator: Node | undefined;
  /** True if null is a missing value, as from 2.19 on; an empty text always is. */
  readonly nullIsMissing: boolean;
  /** The place that makes the groups. */
  readonly place: Range;
}

/** Reads an entry; returns undefined if it is not a mapping or an empty one. */
export function readKeyedGroup(entry: Node, missesNull: boolean): KeyedGroup | undefined {
  if (entry.kind !== 'mapping' || entry.pairs.length === 0) return undefined;
  const key = entry.get('key')?.value ?? new Scalar(entry.start, entry.end, 'null', null);
  return {
    key,
    parent: entry.get('parent_group')?.value,
    prefix: textOr(entry, 'prefix', ''),
    separator: textOr(entry, 'separator', '_'),
    default: nonNullOption(entry, 'default_value'),
    trailingSeparator: nonNullOption(entry, 'trailing_separator'),
    nullIsMissing: missesNull,
    place: key,
  };
}

/** An option as text; a value of any type becomes its text, even null. */
function textOr(entry: Mapping, name: string, otherwise: string): string {
  const value = entry.get(name)?.value;
  return value === undefined ? otherwise : textOf(value);
}

function textOf(node: Node): string {
  if (node.kind === 'scalar' && node.mark === 'vault') throw new Refused(fault('constructed/encrypted-name'));
  return asText(node);
}

function nonNullOption(entry: Mapping, name: string): Node | undefined {
  const value = entry.get(name)?.value;
  return value === undefined || isNull(value) ? undefined : value;
}

/**
 * Tells whether the value of a key can name groups.
 *
 * Throws Refused if Ansible gives the source up; with `strict` also for an empty value.
 */
export function canNameGroups(entry: KeyedGroup, value: Node, strict: boolean): boolean {
  if (entry.default !== undefined && entry.trailingSeparator !== undefined)
    throw new Refused(fault('constructed/two-defaults'));
  if (!isFalsy(value) || (isMissing(value, entry) && entry.default !== undefined)) return true;
  if (strict && value.kind === 'scalar') throw new Refused(fault('constructed/no-key-value'));
  return false;
}

/** Makes the names of the groups from the value of a key. Throws Refused if Ansible gives the source up. */
export function groupNames(entry: KeyedGroup, value: Node, leadingSeparator: boolean): readonly string[] {
  const fallback = isMissing(value, entry) ? entry.default : undefined;
  return unprefixedNames(entry, fallback ?? value, fallback !== undefined).map((name) =>
    safeGroupName(namePrefix(entry, leadingSeparator) + name),
  );
}

/** The prefix that all group names of an entry have, before invalid characters are replaced. */
export function namePrefix({ prefix, separator }: KeyedGroup, leadingSeparator: boolean): string {
  return prefix === '' && !leadingSeparator ? '' : prefix + separator;
}

function unprefixedNames(entry: KeyedGroup, value: Node, isDefault: boolean): readonly string[] {
  if (isDefault) return [textOf(value)];
  if (value.kind === 'scalar') {
    if (value.type === 'str') return [String(value.value)];
    throw new Refused(fault('constructed/key-type'));
  }
  if (value.kind === 'sequence')
    return value.items.map((item) => textOf(isMissing(item, entry) ? (entry.default ?? item) : item));
  return value.pairs.map(({ key, value: inner }) => {
    const name = textOf(key);
    if (!isMissing(inner, entry)) return name + entry.separator + textOf(inner);
    if (entry.default !== undefined) return name + entry.separator + textOf(entry.default);
    const { trailingSeparator } = entry;
    const bare = trailingSeparator?.kind === 'scalar' && trailingSeparator.value === false;
    return bare ? name : name + entry.separator + textOf(inner);
  });
}

function isMissing(node: Node, { nullIsMissing }: KeyedGroup): boolean {
  return (
    (nullIsMissing && isNull(node)) ||
    (node.kind === 'scalar' && node.type === 'str' && node.value === '' && node.mark !== 'vault')
  );
}
