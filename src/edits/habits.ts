/** How a text writes its values: what is added to it is written as its neighbours are. */
import { plainTag } from '../source/yaml/typed-scalars.ts';
import { indentBefore, indentOfLine, lineBreakNear, startOfLine } from './lines-and-gaps.ts';
import { isCollection, isUnwritten } from './written.ts';
import type { WrittenCollection, WrittenNode, WrittenScalar } from './written.ts';

export type Quotes = 'single' | 'double';

export interface Habits {
  readonly isJson: boolean;
  /** How texts are written that need no quotes. */
  readonly texts: 'plain' | Quotes;
  /** The quotes of those that need them. */
  readonly quotes: Quotes;
  readonly keys: 'plain' | Quotes;
  /** The word of a truth value; others are of its kind. */
  readonly truth: string;
  /** Tells whether a text of several lines may be a block. */
  readonly blocks: boolean;
  readonly lineBreak: string;
  /** One indentation. */
  readonly step: string;
  /** How much further in lists are than their keys. */
  readonly itemStep: string;
  /** What is between a key and its value in brackets. */
  readonly colon: string;
  /** What is between two entries of a line in brackets. */
  readonly comma: string;
  /** Tells whether brackets have a line for each entry. */
  readonly spreads: boolean;
}

/** The habits of a text, and before them those of one collection in it. */
export function habitsOf(
  text: string,
  layout: WrittenNode | undefined,
  near: WrittenCollection | undefined,
  isJson: boolean,
): Habits {
  const all = layout === undefined ? [] : collectionsIn(layout);
  const own = near === undefined ? [] : scalarsOf(near);
  const values = all.flatMap(scalarsOf);
  const keys = near?.entries.flatMap(({ key }) => (key?.kind === 'scalar' ? key.style : [])) ?? [];
  const inBrackets = [...(near === undefined ? [] : [near]), ...all].filter(({ brackets }) => brackets);
  const colon = firstOf(inBrackets.flatMap((each) => colonsOf(text, each)));
  const comma = firstOf(inBrackets.flatMap((each) => commasOf(text, each)));
  const truths = (scalars: readonly WrittenScalar[]): readonly string[] =>
    scalars.filter(isTruth).map(({ value }) => value);
  const step = mostOf(all.flatMap((each) => stepsOf(text, each))) ?? '  ';
  return {
    isJson,
    texts: isJson ? 'double' : (mostOf(own.flatMap(styleOfText), values.flatMap(styleOfText)) ?? 'plain'),
    quotes: isJson ? 'double' : (mostOf(own.flatMap(quotesOf), values.flatMap(quotesOf)) ?? 'double'),
    keys: isJson ? 'double' : keysAlike(keys),
    truth: isJson ? 'true' : (mostOf(truths(own), truths(values)) ?? 'true'),
    blocks: true,
    lineBreak: lineBreakNear(text, near?.content ?? 0),
    step,
    itemStep: mostOf(all.flatMap((each) => itemSteps(text, each))) ?? step,
    colon: colon ?? (isJson && comma === ',' ? ':' : ': '),
    comma: comma ?? (isJson && colon === ':' ? ',' : ', '),
    spreads: inBrackets.some(({ entries }) => entries.some(({ start }) => indentBefore(text, start) !== undefined)),
  };
}

/** The column of an offset, from 0. */
export function columnOf(text: string, offset: number): number {
  return offset - startOfLine(text, offset);
}

/** A word for a truth value of the same kind as another word: `no` for `yes`, `False` for `True`. */
export function wordLike(word: string, value: boolean): string {
  const [yes, no] = wordsWith(word) ?? WORDS[0];
  const lower = value ? yes : no;
  if (word === word.toLowerCase()) return lower;
  return word === word.toUpperCase() ? lower.toUpperCase() : lower.charAt(0).toUpperCase() + lower.slice(1);
}

/** Tells whether a text is a word for a truth value, as it may be written in quotes. */
export function isTruthWord(text: string): boolean {
  return wordsWith(text) !== undefined;
}

function wordsWith(word: string): (typeof WORDS)[number] | undefined {
  return WORDS.find((words) => words.some((each) => each === word.toLowerCase()));
}

/** The words that YAML 1.1 (https://yaml.org/type/bool.html) and Ansible take for truth values. */
const WORDS = [
  ['true', 'false'],
  ['yes', 'no'],
  ['on', 'off'],
  ['1', '0'],
  ['y', 'n'],
  ['t', 'f'],
] as const;

function collectionsIn(node: WrittenNode): readonly WrittenCollection[] {
  const found: WrittenCollection[] = [];
  const add = (part: WrittenNode): void => {
    if (!isCollection(part)) return;
    found.push(part);
    for (const { value } of part.entries) add(value);
  };
  add(node);
  return found;
}

function scalarsOf({ entries }: WrittenCollection): readonly WrittenScalar[] {
  return entries.flatMap(({ value }) => (value.kind === 'scalar' ? value : []));
}

function isTruth({ style, value }: WrittenScalar): boolean {
  return style === 'plain' && plainTag(value) === 'bool';
}

function quotesOf({ style }: WrittenScalar): readonly Quotes[] {
  return style === 'single' || style === 'double' ? [style] : [];
}

function styleOfText(scalar: WrittenScalar): readonly ('plain' | Quotes)[] {
  if (scalar.style === 'plain') return plainTag(scalar.value) === 'str' ? ['plain'] : [];
  return quotesOf(scalar);
}

function keysAlike(styles: readonly string[]): 'plain' | Quotes {
  const [first] = styles;
  return (first === 'single' || first === 'double') && styles.every((style) => style === first) ? first : 'plain';
}

/** How much further in entries are than the line of their bracket, and mappings than the key that they are a value of. */
function stepsOf(text: string, { kind, flow, brackets, content, entries }: WrittenCollection): readonly string[] {
  if (brackets) {
    const indent = entries[0] === undefined ? undefined : indentBefore(text, entries[0].start);
    return indent === undefined ? [] : further(indent, indentOfLine(text, content));
  }
  if (kind === 'sequence' || flow) return [];
  return entries.flatMap(({ start, value }) => {
    const first = value.kind === 'mapping' && !value.flow ? value.entries[0] : undefined;
    return first === undefined
      ? []
      : further(' '.repeat(columnOf(text, first.start)), ' '.repeat(columnOf(text, start)));
  });
}

function further(indent: string, outer: string): readonly string[] {
  return indent.length > outer.length ? [indent.slice(outer.length)] : [];
}

function itemSteps(text: string, { kind, flow, entries }: WrittenCollection): readonly string[] {
  if (kind !== 'mapping' || flow) return [];
  return entries.flatMap(({ start, value }) =>
    value.kind === 'sequence' && !value.flow && value.entries[0] !== undefined
      ? [' '.repeat(Math.max(0, columnOf(text, value.entries[0].start) - columnOf(text, start)))]
      : [],
  );
}

function colonsOf(text: string, { entries }: WrittenCollection): readonly string[] {
  return entries.flatMap(({ key, value }) => {
    const between = key === undefined || isUnwritten(value) ? '' : text.slice(key.end, value.start);
    return /^ *: *$/.test(between) ? [between] : [];
  });
}

function commasOf(text: string, { entries }: WrittenCollection): readonly string[] {
  return entries.slice(1).flatMap(({ start }, at) => {
    const between = text.slice(entries[at]?.end ?? start, start);
    return /^ *, *$/.test(between) ? [between] : [];
  });
}

function firstOf<Item>(items: readonly Item[]): Item | undefined {
  return items[0];
}

/** The most frequent of the first group that has any; of equally frequent ones the first. */
function mostOf<Item>(...groups: readonly (readonly Item[])[]): Item | undefined {
  const counts = new Map<Item, number>();
  for (const item of groups.find((group) => group.length > 0) ?? []) counts.set(item, (counts.get(item) ?? 0) + 1);
  let most: Item | undefined;
  for (const [item, count] of counts) if (most === undefined || count > (counts.get(most) ?? 0)) most = item;
  return most;
}
