/** Edits of keys and items of YAML and JSON: renamed, taken out, put in. */
import { Document } from '../source/document.ts';
import { isNull, Mapping, Sequence, someScalar } from '../source/tree.ts';
import type { Node, Pair, Range, Scalar } from '../source/tree.ts';
import { closingOf, headEnd, linesAfter, withoutBlockEntry } from './block-entries.ts';
import { withFlowEntries, withoutFlowEntry } from './flow-entries.ts';
import { columnOf, habitsOf } from './habits.ts';
import type { Habits } from './habits.ts';
import { layoutOf } from './layout.ts';
import { endOfLine, startOfLine } from './lines-and-gaps.ts';
import { isSamePlace, proven, readAgain, treeOf } from './proof.ts';
import { plainText, quotedText, scalarOf } from './scalar-text.ts';
import type { TextEdit } from './text-edit.ts';
import { flowPair, flowText, itemsLines, nodeOf, pairLines } from './value-text.ts';
import type { PlainData } from './value-text.ts';
import { foundIn, isCollection, isUnwritten, unwrittenEdit } from './written.ts';
import type { Entry, Found, WrittenCollection, WrittenNode } from './written.ts';

/** A key of a document: a pair of its tree, or a key that its tree lost to a later one. */
export interface Keyed {
  readonly key: Scalar;
}

interface FoundCollection extends Found {
  readonly node: WrittenCollection;
}

function collectionIn(layout: WrittenNode | undefined, wanted: Node): FoundCollection | undefined {
  const found = foundIn(layout, wanted);
  return found !== undefined && isCollection(found.node) ? { node: found.node, around: found.around } : undefined;
}

/** The edits that rename a key, in its own quotes. */
export function renameWrittenKey(document: Document, pair: Pair, name: string): readonly TextEdit[] | undefined {
  if (pair.mergedAt !== undefined) return undefined;
  const { text, format } = document;
  const layout = layoutOf(document);
  const found = foundIn(layout, pair.key);
  const written = found?.node;
  const around = found?.around[0]?.collection;
  if (around === undefined || written?.kind !== 'scalar') return undefined;
  const habits = habitsOf(text, layout, around, format === 'json');
  const put =
    written.style === 'single' || written.style === 'double'
      ? quotedText(name, written.style, habits.isJson)
      : (plainText(name, around.flow) ?? quotedText(name, habits.quotes, habits.isJson));
  const edits = [{ start: written.content, end: written.end, text: put }];
  return provenName(document, edits, pair.key, name);
}

/** The edits, if a key has another name with them. */
export function provenName(
  document: Document,
  edits: readonly TextEdit[],
  key: Scalar,
  name: string,
): readonly TextEdit[] | undefined {
  const holder = mappingWith(treeOf(document), key);
  if (holder === undefined) return undefined;
  return proven(document, edits, holder, (node) => {
    if (node.kind !== 'mapping') return undefined;
    const pairs = node.pairs.map((each) =>
      isSamePlace(each.key, key) ? { key: scalarOf(name), value: each.value, mergedAt: undefined } : each,
    );
    return new Mapping(0, 0, pairs);
  });
}

/** The mapping that a key is written in. */
function mappingWith(root: Node | undefined, key: Scalar): Mapping | undefined {
  const seen = new Set<readonly unknown[]>();
  const search = (node: Node): Mapping | undefined => {
    if (node.kind === 'scalar') return undefined;
    const parts = node.kind === 'sequence' ? node.items : node.pairs;
    if (seen.has(parts)) return undefined;
    seen.add(parts);
    if (node.kind === 'mapping' && node.pairs.some((pair) => pair.mergedAt === undefined && isSamePlace(pair.key, key)))
      return node;
    for (const part of node.kind === 'sequence' ? node.items : node.pairs.map(({ value }) => value)) {
      const found = search(part);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return root === undefined ? undefined : search(root);
}

/** The edits that take a pair out of a mapping. */
export function removeWrittenPair(document: Document, mapping: Mapping, key: Scalar): readonly TextEdit[] | undefined {
  const layout = layoutOf(document);
  const found = collectionIn(layout, mapping);
  const entry = found?.node.entries.find((each) => each.key?.start === key.start && each.key.end === key.end);
  if (found === undefined || entry === undefined) return undefined;
  const isTwice = document.duplicates.some(({ key: last, first }) => isSamePlace(last, key) || isSamePlace(first, key));
  const tree = isTwice ? treeWithout(document, entry.key) : document.root;
  return withoutEntry(document, found, entry, (edits) =>
    proven(document, edits, mapping, (node) => withoutPair(node, key), tree),
  );
}

/** A character that no text has, as nothing is agreed on what it means. */
const UNUSED = '\ue000';

/** The tree in which a key has another name of the same length, so that it is there beside its equal. */
function treeWithout({ file, text, format }: Document, key: WrittenNode | undefined): Node | undefined {
  if (key?.kind !== 'scalar') return undefined;
  const quote = key.style === 'plain' ? 0 : 1;
  const [start, end] = [key.content + quote, key.end - quote];
  const renamed = text.slice(0, start) + UNUSED.repeat(end - start) + text.slice(end);
  return readAgain(new Document(file, renamed, format, {}), 'tagged').root;
}

function withoutPair(node: Node, key: Scalar): Mapping | undefined {
  if (node.kind !== 'mapping') return undefined;
  const removed = node.pairs.find((pair) => isSamePlace(pair.key, key));
  if (removed === undefined || isVaulted(removed.value)) return undefined;
  return new Mapping(
    0,
    0,
    node.pairs.filter((pair) => pair !== removed),
  );
}

function isVaulted(node: Node): boolean {
  return someScalar(node, ({ mark }) => mark === 'vault');
}

function withoutEntry(
  { text }: Document,
  { node, around }: FoundCollection,
  entry: Entry,
  prove: (edits: readonly TextEdit[]) => readonly TextEdit[] | undefined,
): readonly TextEdit[] | undefined {
  if (node.flow) return prove(withoutFlowEntry(text, node, entry));
  const edits = (keepsBreak: boolean): readonly TextEdit[] =>
    withoutBlockEntry(text, node, entry, around[0], keepsBreak);
  return prove(edits(false)) ?? prove(edits(true));
}

/** The edits that take an item out of a list. */
export function removeWrittenItem(
  document: Document,
  sequence: Sequence,
  index: number,
): readonly TextEdit[] | undefined {
  const item = sequence.items[index];
  const found = collectionIn(layoutOf(document), sequence);
  const entry = found?.node.entries[index];
  if (
    found === undefined ||
    entry === undefined ||
    found.node.entries.length !== sequence.items.length ||
    item === undefined ||
    isVaulted(item)
  )
    return undefined;
  return withoutEntry(document, found, entry, (edits) =>
    proven(document, edits, sequence, (node) =>
      node.kind === 'sequence' ? new Sequence(0, 0, node.items.toSpliced(index, 1), node.unordered) : undefined,
    ),
  );
}

/** What is put into a collection. */
interface Addition {
  readonly kind: 'mapping' | 'sequence';
  /** Its lines in a block, the first without indentation. Undefined where a value cannot be written. */
  lines(indent: string, habits: Habits): readonly string[] | undefined;
  /** Its entries in brackets, each on a line with an indentation if that is given. */
  flow(habits: Habits, indent: string | undefined): readonly (string | undefined)[];
}

/**
 * The edits that put a pair into a mapping, after another one of it or at the end. The mapping may be empty, a null, or
 * missing in a document without values.
 */
export function addWrittenPair(
  document: Document,
  mapping: Node | undefined,
  key: string,
  value: PlainData,
  after: Pair | undefined,
): readonly TextEdit[] | undefined {
  const addition: Addition = {
    kind: 'mapping',
    lines: (indent, habits) => pairLines(key, value, indent, habits),
    flow: (habits, indent) => [flowPair(key, value, habits, indent)],
  };
  const pair: Pair = { key: scalarOf(key), value: nodeOf(value), mergedAt: undefined };
  const edits = added(document, mapping, addition, after?.key);
  return edits && proven(document, edits, mapping, (node) => withPair(node, pair, after));
}

function withPair(node: Node, pair: Pair, after: Pair | undefined): Node | undefined {
  const pairs = node.kind === 'mapping' ? node.pairs : isEmpty(node) ? [] : undefined;
  if (pairs === undefined) return undefined;
  const old = pairs.findIndex(({ key }) => key.type === 'str' && key.value === pair.key.value);
  // One that a merge key brings in has its place there.
  if (old >= 0) return pairs[old]?.mergedAt === undefined ? undefined : new Mapping(0, 0, pairs.with(old, pair));
  const at = after === undefined ? pairs.length : pairs.findIndex(({ key }) => isSamePlace(key, after.key)) + 1;
  return new Mapping(0, 0, pairs.toSpliced(at, 0, pair));
}

function isEmpty(node: Node): boolean {
  return isNull(node) || (node.kind === 'sequence' && node.items.length === 0);
}

/**
 * The edits that put items into a list, before the item of an index or, where there is none, at the end. The list may be
 * empty or a null.
 */
export function addWrittenItems(
  document: Document,
  list: Node,
  values: readonly PlainData[],
  index: number,
): readonly TextEdit[] | undefined {
  const addition: Addition = {
    kind: 'sequence',
    lines: (indent, habits) => itemsLines(values, indent, habits),
    flow: (habits, indent) => values.map((value) => flowText(value, habits, true, indent)),
  };
  const edits = added(document, list, addition, list.kind === 'sequence' ? list.items[index - 1] : undefined);
  return (
    edits &&
    proven(document, edits, list, (node) => {
      const items = node.kind === 'sequence' ? node.items : isEmpty(node) ? [] : undefined;
      return items && new Sequence(0, 0, items.toSpliced(index, 0, ...values.map(nodeOf)));
    })
  );
}

function added(
  document: Document,
  holder: Node | undefined,
  addition: Addition,
  after: Range | undefined,
): readonly TextEdit[] | undefined {
  const { text, format } = document;
  const isJson = format === 'json';
  const layout = layoutOf(document);
  if (layout === undefined || isUnwritten(layout)) return format === 'yaml' ? atEnd(text, addition) : undefined;
  const found = holder === undefined ? undefined : foundIn(layout, holder);
  if (found === undefined) return undefined;
  const { node, around } = found;
  const near = isCollection(node) && node.entries.length > 0 ? node : around[0]?.collection;
  const habits = habitsOf(text, layout, near, isJson);
  const inFlow = isJson || around.some(({ collection }) => collection.flow);
  if (!isCollection(node) || (node.entries.length === 0 && !inFlow))
    return filled(text, found, addition, withoutBlocksAtEnd(habits, text, node.end), inFlow);
  if (node.kind !== addition.kind) return undefined;
  const entry = after === undefined ? node.entries.at(-1) : entryAt(node, after);
  if (after !== undefined && entry === undefined) return undefined;
  if (node.flow)
    return node.brackets
      ? withFlowEntries(text, node, entry, (indent) => addition.flow(habits, indent), habits)
      : undefined;
  const first = node.entries[0];
  if (first === undefined || entry === undefined) return undefined;
  const indent = ' '.repeat(columnOf(text, first.start));
  const lines = addition.lines(indent, withoutBlocksAtEnd(habits, text, entry.end));
  return lines && [...closingOf(text, entry), linesAfter(text, entry.end, indent, lines)];
}

function entryAt(
  { entries }: WrittenCollection,
  node: Range & { readonly usedAt?: Range | undefined },
): Entry | undefined {
  const { start } = node.usedAt ?? node;
  return entries.find(({ key, value }) => (key ?? value).start === start);
}

/** The edits that make a collection of a null, or of empty brackets that are in no others. */
function filled(
  text: string,
  { node, around }: Found,
  addition: Addition,
  habits: Habits,
  inFlow: boolean,
): readonly TextEdit[] | undefined {
  if (node.kind === 'alias' || (node.propertiesEnd > node.start && node.kind !== 'scalar')) return undefined;
  const entry = around[0]?.entry;
  if (inFlow) {
    const parts = addition.flow(habits, undefined);
    if (parts.includes(undefined)) return undefined;
    const put = parts.join(habits.comma);
    const brackets = addition.kind === 'mapping' ? `{${put}}` : `[${put}]`;
    if (!isUnwritten(node)) return [{ start: node.content, end: node.end, text: brackets }];
    return entry && [unwrittenEdit(text, entry, brackets)];
  }
  if (entry === undefined) {
    const lines = addition.lines('', habits);
    return lines && [{ start: node.start, end: node.end, text: lines.join(habits.lineBreak) }];
  }
  const head = headEnd(text, entry);
  const outer = ' '.repeat(columnOf(text, entry.start));
  if (entry.key === undefined) {
    const lines = addition.lines(`${outer}  `, habits);
    const [first, ...others] = lines ?? [];
    if (first === undefined) return undefined;
    const end = Math.max(head, node.end);
    const put = { start: head, end, text: ` ${first}` };
    return others.length === 0 ? [put] : [put, linesAfter(text, end, '', others)];
  }
  const indent = outer + (addition.kind === 'sequence' ? habits.itemStep : habits.step);
  const lines = addition.lines(indent, habits);
  if (lines === undefined) return undefined;
  const properties = node.propertiesEnd > node.start ? node.propertiesEnd : head;
  const put = linesAfter(text, Math.max(properties, node.end), indent, lines);
  return node.end <= properties ? [put] : [{ start: properties, end: node.end, text: '' }, put];
}

/** A text without a last line break cannot end with a block of text, whose last line needs one. */
function withoutBlocksAtEnd(habits: Habits, text: string, offset: number): Habits {
  return startOfLine(text, text.length) < text.length && endOfLine(text, offset) === text.length
    ? { ...habits, blocks: false }
    : habits;
}

/** The edit that puts lines at the end of a text without values: after its comments. */
function atEnd(text: string, addition: Addition): readonly TextEdit[] | undefined {
  const at = /^\.\.\.(?=\s|$)/m.exec(text)?.index ?? text.length;
  const habits = withoutBlocksAtEnd(habitsOf(text, undefined, undefined, false), text, at);
  const lines = addition.lines('', habits);
  if (lines === undefined) return undefined;
  const put = lines.join(habits.lineBreak);
  const isAtStart = startOfLine(text, at) === at;
  return [{ start: at, end: at, text: isAtStart ? put + habits.lineBreak : habits.lineBreak + put }];
}
