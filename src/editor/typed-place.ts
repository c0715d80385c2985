/** The place in a text of YAML at which a person types: the keys that lead there, even where the text is broken. */
import { firstOf } from '../edits/node-at.ts';
import type { Mapping, Node, Range, Scalar } from '../source/tree.ts';
import { readYaml } from '../source/yaml/read.ts';

/** A key of a mapping, or undefined for an item of a list. */
export type Step = string | undefined;

/** A word that a person types, with what is around it. */
export interface TypedPlace {
  /** The word at the cursor, which is what a chosen one replaces. */
  readonly word: Range;
  /** The steps from the top to the value that the word is in, or to the mapping that it is a key of. */
  readonly route: readonly Step[];
  /** The mapping that the word is a key of, with that key; undefined if the word is in a value. */
  readonly keyOf: Mapping | undefined;
  /** Tells whether it is the only key, and without brackets: it may become a value, or an item, just as well. */
  readonly isAlone: boolean;
  /** The innermost mapping around the word. */
  readonly around: Mapping | undefined;
  /** The rest of the value, before and after the word. */
  readonly before: string;
  readonly after: string;
  /** The offset at which the block of text begins that the word is in; undefined if it is in none. */
  readonly block: number | undefined;
  /** All that was read, with `MARK` in place of the word. */
  readonly root: Node;
}

/** What stands for the word: a character of private use, which every text allows. */
const MARK = '\ue010';
/** The most characters that are read while a person waits: of a longer text, the lines that lead to the place. */
export const LONGEST_READ = 50_000;
/** What may be part of a word: names with dots, globs of rules, addresses. */
const OF_WORD = /[\w./*@-]/;
/** What comes before the first key, or item, of a line. */
const HEAD = /^[ \t]*(?:- +)*/;
/** A line that begins with a key, and the beginning of a block of text after it. */
const KEYED = /^([ \t]*(?:- +)*)([^\s#:'"[\]{},-][^:#]*|-\S[^:#]*|"[^"]*"|'[^']*')[ \t]*:(?=\s|$)(.*)$/;
const OPENS_TEXT = /^[ \t]*(?:![\w-]+[ \t]+)?[|>][-+\d]*[ \t]*(?:#.*)?$/;

/** The place at an offset of a text; undefined if nothing there can be completed. */
export function typedPlaceAt(text: string, offset: number): TypedPlace | undefined {
  const word = wordAt(text, offset);
  const lineStart = text.lastIndexOf('\n', word.start - 1) + 1;
  const head = text.slice(lineStart, word.start);
  // What is right after a colon or a dash is not yet apart from it.
  if (/(?:^|[\s[{,])[^\s"'[{,]*:$/.test(head) || text.slice(word.start, word.end) === '-') return undefined;
  const isFirst = HEAD.exec(head)?.[0].length === head.replace(/["']$/, '').length;
  if (text.length > LONGEST_READ) return leadingPlace(text, word, lineStart, isFirst);
  const found = markIn(readYaml(markedText(text, word, isFirst)).root);
  return found === undefined ? leadingPlace(text, word, lineStart, isFirst) : { word, ...found };
}

/** The text with `MARK` in place of a word. One that is the first of its line becomes a key. */
function markedText(text: string, { start, end }: Range, isFirst: boolean): string {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  if (!isFirst || /^["']?[ \t]*:(?:\s|$)/.test(after)) return before + MARK + after;
  const quote = /["']$/.exec(before)?.[0] ?? '';
  return `${before}${MARK}${quote}:${quote !== '' && after.startsWith(quote) ? after.slice(1) : after}`;
}

/** The place as the lines that lead there tell it. */
function leadingPlace(text: string, word: Range, lineStart: number, isFirst: boolean): TypedPlace | undefined {
  const found = markIn(readYaml(linesLeadingTo(text, lineStart, isFirst)).root);
  return found === undefined || found.block !== undefined ? undefined : { word, ...found };
}

/** The word around an offset. */
export function wordAt(text: string, offset: number, ofWord = OF_WORD): Range {
  let [start, end] = [offset, offset];
  while (start > 0 && ofWord.test(text.charAt(start - 1))) start--;
  while (end < text.length && ofWord.test(text.charAt(end))) end++;
  return { start, end };
}

type Found = Omit<TypedPlace, 'word'>;

/** The place of `MARK` in a tree; undefined if it is not there, or in a vault. */
function markIn(root: Node | undefined): Found | undefined {
  if (root === undefined) return undefined;
  type Place = Omit<Found, 'root'>;
  const within = (node: Node, route: readonly Step[], around: Mapping | undefined): Place | undefined => {
    if (node.usedAt !== undefined) return undefined;
    if (node.kind === 'scalar')
      return isMarked(node) && node.mark !== 'vault'
        ? { route, keyOf: undefined, isAlone: false, around, ...partsOf(node) }
        : undefined;
    if (node.kind === 'sequence') return firstOf(node.items, (item) => within(item, [...route, undefined], around));
    return firstOf(node.pairs, ({ key, value, mergedAt }) => {
      if (mergedAt !== undefined) return undefined;
      if (isMarked(key)) {
        const isAlone = node.pairs.length === 1 && node.start === key.start;
        return { route, keyOf: node, isAlone, around: node, ...partsOf(key) };
      }
      return within(value, [...route, String(key.value)], node);
    });
  };
  const found = within(root, [], undefined);
  return found && { ...found, root };
}

function isMarked({ value }: Scalar): boolean {
  return typeof value === 'string' && value.includes(MARK);
}

function partsOf({ start, value, style }: Scalar): Pick<TypedPlace, 'before' | 'after' | 'block'> {
  const [before = '', after = ''] = String(value).split(MARK);
  return { before, after, block: style === 'literal' || style === 'folded' ? start : undefined };
}

/**
 * A text with nothing but the block of text that begins at an offset of it, in the same place: one that is YAML can be
 * read as if it were a file.
 */
export function onlyBlock(text: string, start: number): string {
  const lines = text.split('\n');
  const header = text.slice(0, start).split('\n').length - 1;
  const indent = /^[ \t]*(?:- +)*/.exec(lines[header] ?? '')?.[0].length ?? 0;
  const end = lines.findIndex((line, at) => at > header && line.trim() !== '' && columnOf(line) <= indent);
  return lines.map((line, at) => (at > header && (end < 0 || at < end) ? line : ' '.repeat(line.length))).join('\n');
}

function columnOf(line: string): number {
  return /^[ \t]*/.exec(line)?.[0].length ?? 0;
}

/**
 * The lines that lead to the one at an offset by their indentation, and the keys beside it, without all others: what
 * is broken there does not matter. The line itself has `MARK` in place of the key, or of the value, that it holds.
 */
function linesLeadingTo(text: string, lineStart: number, isFirst: boolean): string {
  const above = text.slice(0, lineStart).split(/\r?\n/).slice(0, -1);
  const [own = '', ...below] = text.slice(lineStart).split(/\r?\n/);
  const [indent = ''] = HEAD.exec(own) ?? [];
  const key = KEYED.exec(own)?.[2];
  const kept = [`${indent}${isFirst ? `${MARK}:` : `${key === undefined ? '' : `${key}: `}${MARK}`}`];
  let level = { column: indent.length, isItem: false };
  if (indent.includes('-')) level = { column: indent.indexOf('-'), isItem: true };
  else
    for (const line of below) {
      const column = columnOf(line);
      if (isEmpty(line)) continue;
      if (column < level.column) break;
      const beside = column === level.column ? KEYED.exec(line)?.[2] : undefined;
      if (beside !== undefined) kept.push(`${' '.repeat(column)}${beside}:`);
    }
  for (const line of above.reverse()) {
    if (columnOf(line) > level.column) continue;
    const [, head = '', name, value = ''] = KEYED.exec(line) ?? [];
    if (name === undefined || isEmpty(line)) continue;
    const column = head.length;
    const dash = head.includes('-') ? head.lastIndexOf('-') : undefined;
    const first = head.indexOf('-');
    const isAround = column < level.column || (level.isItem && column === level.column && dash === undefined);
    const isBeside = !level.isItem && column === level.column;
    if (!isAround && !isBeside) continue;
    kept.unshift(`${head}${name}:${isAround && OPENS_TEXT.test(value) ? value : ''}`);
    if (dash !== undefined) level = { column: first, isItem: true };
    else if (isAround) level = { column, isItem: false };
  }
  return kept.join('\n');
}

function isEmpty(line: string): boolean {
  return /^[ \t]*(?:#.*)?$/.test(line);
}
