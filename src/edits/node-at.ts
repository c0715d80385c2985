/** The node at a place that a finding points at, and what it is a part of. */
import type { Document } from '../source/document.ts';
import type { Mapping, Node, Range, Scalar, Sequence } from '../source/tree.ts';
import { treeOf } from './proof.ts';

/** A key or value of a mapping, or an item of a list; undefined for a whole document. */
type Within =
  | { readonly kind: 'mapping'; readonly mapping: Mapping; readonly key: Scalar }
  | { readonly kind: 'sequence'; readonly sequence: Sequence };

export interface FoundNode {
  readonly node: Node;
  readonly within: Within | undefined;
}

/** Tells whether a node is what stands at a place. */
type Test = (node: Range) => boolean;

/**
 * The outermost node whose text is at a place: a key, also one that a later one replaces, a value or an item. Anchors and
 * tags before it, and blank lines after it, do not count, as nobody selects them.
 */
export function nodeAt(document: Document, { start, end }: Range): FoundNode | undefined {
  const { text, duplicates } = document;
  const root = treeOf(document);
  const isIt: Test = (node) =>
    node.start <= start &&
    node.end >= end &&
    (node.start === start || PREFIX.test(text.slice(node.start, start))) &&
    (node.end === end || text.slice(end, node.end).trim() === '');
  const lost = duplicates.find(({ first }) => isIt(first))?.first;
  if (lost === undefined) return root && found(root, undefined, isIt);
  const mapping = root && mappingAround(root, lost);
  return mapping && { node: lost, within: { kind: 'mapping', mapping, key: lost } };
}

/** Anchors and tags before a node, with the blanks and comments after them. */
const PREFIX = /^(?:[&!]\S*(?:\s|#.*\n)*)*$/;

function found(node: Node, within: Within | undefined, isIt: Test): FoundNode | undefined {
  if (isIt(node)) return { node, within };
  if (node.kind === 'scalar') return undefined;
  if (node.kind === 'sequence')
    return firstOf(node.items, (item) => found(item, { kind: 'sequence', sequence: node }, isIt));
  return firstOf(node.pairs, ({ key, value, mergedAt }) => {
    if (mergedAt !== undefined) return undefined;
    const own: Within = { kind: 'mapping', mapping: node, key };
    return isIt(key) ? { node: key, within: own } : found(value, own, isIt);
  });
}

/** The innermost mapping around a key that has a later one of its name. */
function mappingAround(node: Node, lost: Scalar): Mapping | undefined {
  if (node.kind === 'scalar' || node.start > lost.start || node.end < lost.end) return undefined;
  const values = node.kind === 'sequence' ? node.items : node.pairs.map(({ value }) => value);
  const within = firstOf(values, (value) => mappingAround(value, lost));
  if (within !== undefined || node.kind === 'sequence') return within;
  return node.pairs.some(({ key }) => key.value === lost.value) ? node : undefined;
}

/** What is found in the first item in which it is. */
export function firstOf<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const one = find(item);
    if (one !== undefined) return one;
  }
  return undefined;
}
