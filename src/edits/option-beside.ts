/** Options of a JVM, put before others of the same value: `-Xms4g` before `-Xmx4g`, as a line, a word or an item. */
import type { Document } from '../source/document.ts';
import type { Node, Range, Scalar, Sequence } from '../source/tree.ts';
import { addItems, replaceScalar } from './document-edits.ts';
import { endOfLine, lineBreakNear, startOfLine } from './lines-and-gaps.ts';
import { treeOf } from './proof.ts';
import type { TextEdit } from './text-edit.ts';

/**
 * The edits that write an option which is at a place once more, under another name; undefined where it is not in one
 * piece there, or there several times.
 */
export function optionBeside(
  document: Document,
  at: Range,
  option: string,
  as: string,
): readonly TextEdit[] | undefined {
  const root = treeOf(document);
  const found = root && scalarAround(root, at, undefined);
  return found === undefined ? inLines(document.text, at, option, as) : inValue(document, found, option, as);
}

interface FoundScalar {
  readonly scalar: Scalar;
  readonly list: Sequence | undefined;
}

function scalarAround(node: Node, at: Range, list: Sequence | undefined): FoundScalar | undefined {
  if (node.usedAt !== undefined || node.start > at.start || node.end < at.end) return undefined;
  if (node.kind === 'scalar') return { scalar: node, list };
  for (const part of node.kind === 'sequence' ? node.items : node.pairs.map(({ value }) => value)) {
    const found = scalarAround(part, at, node.kind === 'sequence' ? node : undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

function inValue(
  document: Document,
  { scalar, list }: FoundScalar,
  option: string,
  as: string,
): readonly TextEdit[] | undefined {
  if (scalar.type !== 'str' || scalar.mark === 'vault') return undefined;
  const value = String(scalar.value);
  const [word, ...others] = wordsWith(value, option);
  if (word === undefined || others.length > 0) return undefined;
  const put = word.text.replace(option, as);
  const isWhole = value.trim() === word.text;
  if (isWhole && list !== undefined) return addItems(document, list, [put], scalar);
  const indent = isAlone(value, word) && (!isWhole || scalar.style === 'literal') ? indentOf(value, word) : undefined;
  const gap = indent === undefined ? ' ' : `\n${indent}`;
  return replaceScalar(document, scalar, value.slice(0, word.start) + put + gap + value.slice(word.start));
}

/** The edit of a text without a tree: a template, a file of options. */
function inLines(text: string, at: Range, option: string, as: string): readonly TextEdit[] | undefined {
  const start = startOfLine(text, at.start);
  const line = text.slice(start, endOfLine(text, at.start));
  const [word, ...others] = wordsWith(line, option);
  if (word === undefined || others.length > 0) return undefined;
  const put = word.text.replace(option, as);
  const before = start + word.start;
  const gap = isAlone(line, word) ? `${lineBreakNear(text, start)}${indentOf(line, word)}` : ' ';
  return [{ start: before, end: before, text: put + gap }];
}

interface Word extends Range {
  readonly text: string;
}

/** The words that an option begins, after the releases of Java that it may be for (`8-13:`), with templates in them. */
function wordsWith(text: string, option: string): readonly Word[] {
  const words = new RegExp(`(?:(?<!\\S)\\d+-?\\d*:)?${option}(?:\\{\\{.*?\\}\\}|[^\\s"',\\\\{}])+`, 'g');
  return Array.from(text.matchAll(words), ({ 0: word, index: start }) => ({
    start,
    end: start + word.length,
    text: word,
  }));
}

/** Tells whether a word has a line of its own. */
function isAlone(text: string, { start, end }: Range): boolean {
  return text.slice(startOfLine(text, start), endOfLine(text, start)).trim() === text.slice(start, end);
}

function indentOf(text: string, { start }: Range): string {
  return text.slice(startOfLine(text, start), start);
}
