/** Plain data as text: over lines as in a block, or within brackets. */
import { Mapping, Sequence } from '../source/tree.ts';
import type { Node } from '../source/tree.ts';
import { allowedStyles } from '../source/yaml/emit.ts';
import type { Habits } from './habits.ts';
import { keyText, scalarOf, scalarText } from './scalar-text.ts';
import type { ScalarValue } from './scalar-text.ts';

/** A value of a new key or item. */
export type PlainData = ScalarValue | readonly PlainData[] | PlainMap;
export interface PlainMap {
  readonly [key: string]: PlainData;
}

/** The value in a tree. */
export function nodeOf(value: PlainData): Node {
  if (isList(value)) return new Sequence(0, 0, value.map(nodeOf));
  if (!isMap(value)) return scalarOf(value);
  const pairs = Object.entries(value).map(([key, part]) => ({
    key: scalarOf(key),
    value: nodeOf(part),
    mergedAt: undefined,
  }));
  return new Mapping(0, 0, pairs);
}

export function isList(value: PlainData): value is readonly PlainData[] {
  return Array.isArray(value);
}

export function isMap(value: PlainData): value is PlainMap {
  return typeof value === 'object' && value !== null && !isList(value);
}

/**
 * The lines of a pair of a block mapping, without the indentation of the first; the others begin with `indent` and
 * more. Undefined where a value cannot be written.
 */
export function pairLines(
  key: string,
  value: PlainData,
  indent: string,
  habits: Habits,
): readonly string[] | undefined {
  const name = `${keyText(key, habits, false)}:`;
  if (isList(value) && value.length > 0) {
    const inner = indent + habits.itemStep;
    const items = itemsLines(value, inner, habits);
    return items && [name, `${inner}${items[0] ?? ''}`, ...items.slice(1)];
  }
  const inner = indent + habits.step;
  if (isMap(value) && Object.keys(value).length > 0) {
    const pairs = lineGroups(Object.entries(value), ([part, data]) => pairLines(part, data, inner, habits), inner);
    return pairs && [name, ...pairs];
  }
  return scalarLines(name, value, inner, habits);
}

/** The lines of items of a block list, likewise. */
export function itemsLines(items: readonly PlainData[], indent: string, habits: Habits): readonly string[] | undefined {
  const [first = '', ...others] = lineGroups(items, (item) => itemLines(item, indent, habits), indent) ?? [];
  return first === '' ? undefined : [first.slice(indent.length), ...others];
}

function itemLines(item: PlainData, indent: string, habits: Habits): readonly string[] | undefined {
  // What begins in the line of a dash goes on in the column of what is after it.
  const inner = `${indent}  `;
  const groups =
    isList(item) && item.length > 0
      ? lineGroups(item, (part) => itemLines(part, inner, habits), inner)
      : isMap(item) && Object.keys(item).length > 0
        ? lineGroups(Object.entries(item), ([key, data]) => pairLines(key, data, inner, habits), inner)
        : undefined;
  if (groups === undefined) return scalarLines('-', item, inner, habits);
  const [first = '', ...others] = groups;
  return [`- ${first.slice(inner.length)}`, ...others];
}

/** The lines of several parts, all of them indented. */
function lineGroups<Part>(
  parts: readonly Part[],
  linesOf: (part: Part) => readonly string[] | undefined,
  indent: string,
): readonly string[] | undefined {
  const all: string[] = [];
  for (const part of parts) {
    const lines = linesOf(part);
    if (lines === undefined) return undefined;
    all.push(...lines.map((line, index) => (index === 0 ? indent + line : line)));
  }
  return all;
}

/** The lines of a value that is written after a key or a dash: a text of several lines is a block. */
function scalarLines(head: string, value: PlainData, indent: string, habits: Habits): readonly string[] | undefined {
  if (
    habits.blocks &&
    typeof value === 'string' &&
    /[^\n]\n/.test(value) &&
    !/^\s|\n\n$/.test(value) &&
    allowedStyles(value).block
  ) {
    const lines = value.replace(/\n$/, '').split('\n');
    return [`${head} |${value.endsWith('\n') ? '' : '-'}`, ...lines.map((line) => (line === '' ? '' : indent + line))];
  }
  const text = flowText(value, habits, false);
  return text === undefined ? undefined : [`${head} ${text}`];
}

/**
 * A value with its collections in brackets: on one line, or, in JSON that has a line for each entry, on lines if the
 * indentation of the first is given. Undefined where a value cannot be written.
 */
export function flowText(value: PlainData, habits: Habits, inFlow: boolean, indent?: string): string | undefined {
  const inner = indent === undefined ? undefined : indent + habits.step;
  if (isList(value))
    return inBrackets(
      '[]',
      value.map((item) => flowText(item, habits, true, inner)),
      habits,
      indent,
    );
  if (isMap(value)) {
    const pairs = Object.entries(value).map(([key, part]) => flowPair(key, part, habits, inner));
    return inBrackets('{}', pairs, habits, indent);
  }
  return scalarText(value, habits, inFlow || habits.isJson);
}

function inBrackets(
  brackets: '[]' | '{}',
  parts: readonly (string | undefined)[],
  { isJson, spreads, comma, lineBreak, step }: Habits,
  indent: string | undefined,
): string | undefined {
  if (parts.includes(undefined)) return undefined;
  const [opening, closing] = [brackets.charAt(0), brackets.charAt(1)];
  if (!isJson || !spreads || indent === undefined || parts.length === 0)
    return `${opening}${parts.join(comma)}${closing}`;
  const start = `${lineBreak}${indent}`;
  return `${opening}${start}${step}${parts.join(`,${start}${step}`)}${start}${closing}`;
}

/** A key with its value, within brackets, in a line with an indentation if that is given. */
export function flowPair(key: string, value: PlainData, habits: Habits, indent?: string): string | undefined {
  const name = keyText(key, habits, true);
  const text = flowText(value, habits, true, indent);
  // Without a blank after it, a colon is a part of a key without quotes.
  const colon = habits.isJson || habits.colon.endsWith(' ') ? habits.colon : `${habits.colon} `;
  return text === undefined ? undefined : `${name}${colon}${text}`;
}
