/**
 * Values as they are written, with what their tree leaves out: a key that is there twice, merge keys, whether a
 * collection is in brackets. Edits of structure are made by it.
 */
import type { Node, Range, ScalarStyle } from '../source/tree.ts';
import { afterGap, endOfLine } from './lines-and-gaps.ts';
import type { TextEdit } from './text-edit.ts';

interface Written extends Range {
  /** The end of its anchor and tag, which come first; `start` if it has none. */
  readonly propertiesEnd: number;
  /** The offset of the value itself. */
  readonly content: number;
}

export interface WrittenScalar extends Written {
  readonly kind: 'scalar';
  readonly style: ScalarStyle;
  /** The text without quotes, escapes and indentation. */
  readonly value: string;
  readonly tag: string;
}

/** `*name` in the place of a value. */
export interface WrittenAlias extends Written {
  readonly kind: 'alias';
}

export interface WrittenCollection extends Written {
  readonly kind: 'mapping' | 'sequence';
  readonly flow: boolean;
  /** False for `a: 1` as an item of a list in brackets. */
  readonly brackets: boolean;
  readonly entries: readonly Entry[];
}

/** A key with its value, or an item. The range is from the dash, `?` or key to the end of what is written. */
export interface Entry extends Range {
  readonly key: WrittenNode | undefined;
  readonly value: WrittenNode;
}

export type WrittenNode = WrittenScalar | WrittenAlias | WrittenCollection;

/** A written value with the collections around it, the innermost first. */
export interface Found<Kind extends WrittenNode = WrittenNode> {
  readonly node: Kind;
  readonly around: readonly Around[];
}

export interface Around {
  readonly collection: WrittenCollection;
  readonly entry: Entry;
}

/** Finds where a value, or a key, of the tree is written: an alias at its own place. */
export function foundIn(layout: WrittenNode | undefined, wanted: Node): Found | undefined {
  const { start, end } = wanted.usedAt ?? wanted;
  const kind = wanted.usedAt === undefined ? wanted.kind : 'alias';
  const around: Around[] = [];
  let node = layout;
  while (node !== undefined) {
    if (node.kind === kind && node.start === start && node.end === end) return { node, around };
    if (!isCollection(node)) return undefined;
    const entry: Entry | undefined = node.entries.findLast((each) => each.start <= start);
    if (entry === undefined) return undefined;
    around.unshift({ collection: node, entry });
    node = entry.key !== undefined && start < entry.key.end ? entry.key : entry.value;
  }
  return undefined;
}

export function isCollection(node: WrittenNode): node is WrittenCollection {
  return node.kind === 'mapping' || node.kind === 'sequence';
}

/** Tells whether nothing is written. */
export function isUnwritten(node: WrittenNode): boolean {
  return node.start === node.end;
}

export function isBlockText(node: WrittenNode): boolean {
  return node.kind === 'scalar' && (node.style === 'literal' || node.style === 'folded');
}

/** The end of what is written of a value: without the break and the empty lines after a block of text. */
export function endOfContent(text: string, node: WrittenNode): number {
  if (isCollection(node)) return node.brackets ? node.end : (node.entries.at(-1)?.end ?? node.end);
  // With `+` in its header, the empty lines after a text belong to it.
  return keepsBreaks(text, node) ? node.end : endOfLines(text, node);
}

function keepsBreaks(text: string, { content, end }: WrittenNode): boolean {
  return /^[|>]\d?\+/.test(text.slice(content, end));
}

/** The end of the last line of a scalar that is not empty. */
export function endOfLines(text: string, node: WrittenScalar | WrittenAlias): number {
  if (!isBlockText(node)) return node.end;
  let end = node.end;
  while (end > node.content && /\s/.test(text.charAt(end - 1))) end--;
  return Math.min(endOfLine(text, end), node.end);
}

/** The block of text that a value ends with. */
export function lastBlockText(node: WrittenNode): WrittenScalar | undefined {
  if (node.kind === 'scalar') return isBlockText(node) ? node : undefined;
  const last = isCollection(node) && !node.flow ? node.entries.at(-1) : undefined;
  return last && lastBlockText(last.value);
}

/** The edit that writes a value where an entry has none: after the colon or the dash. */
export function unwrittenEdit(text: string, { key, end: start }: Entry, put: string): TextEdit {
  const hasColon = key === undefined || text[afterGap(text, key.end)] === ':';
  // The blanks before a comma or a bracket were in the place of a value.
  const blanks = /^ *(?=[,\]}])/.exec(text.slice(start))?.[0].length ?? 0;
  return { start, end: start + blanks, text: hasColon ? ` ${put}` : `: ${put}` };
}
