/**
 * Edits of one document that change the bytes that they must and no other: values in their own quotes, keys and items
 * as their neighbours are written.
 *
 * Each gives undefined where it cannot be made safely: in a document with a fault or a vault, and wherever the text,
 * read again, would differ in anything else, as for a value that an alias or a merge key puts into other places too.
 */
import type { Document } from '../source/document.ts';
import type { Mapping, Node, Pair, Range, Sequence } from '../source/tree.ts';
import { isEditable } from './proof.ts';
import { replaceWrittenScalar } from './replace-scalar.ts';
import type { ScalarValue } from './scalar-text.ts';
import { addWrittenItem, addWrittenPair, removeWrittenItem, removeWrittenPair, renameWrittenKey } from './structure.ts';
import type { Keyed } from './structure.ts';
import type { TextEdit } from './text-edit.ts';
import type { PlainData } from './value-text.ts';

export type Edits = readonly TextEdit[] | undefined;

/**
 * Replaces a value without parts. A text that is a number or a truth value in quotes stays a text (`"31"` to `"30"`); a
 * truth value keeps its kind of word (`yes` to `no`). An alias is replaced at its own place.
 */
export function replaceScalar(document: Document, node: Node, value: ScalarValue): Edits {
  return isEditable(document) ? replaceWrittenScalar(document, node, value) : undefined;
}

/** Renames a key; there must be no other of that name in its mapping. */
export function renameKey(document: Document, pair: Pair, name: string): Edits {
  return isEditable(document) ? renameWrittenKey(document, pair, name) : undefined;
}

/**
 * Removes a pair with its lines, the comment in its line and those above that are plainly its own. A mapping that
 * becomes empty is `{}`. The key may be one that is lost to a later one.
 */
export function removePair(document: Document, mapping: Mapping, pair: Keyed): Edits {
  return isEditable(document) ? removeWrittenPair(document, mapping, pair) : undefined;
}

/**
 * Adds a pair after another one of its mapping, or at the end. Instead of a mapping there may be a null, which becomes
 * one, and undefined in a document without values.
 */
export function addPair(
  document: Document,
  mapping: Node | undefined,
  key: string,
  value: PlainData,
  after?: Pair,
): Edits {
  return isEditable(document) ? addWrittenPair(document, mapping, key, value, after) : undefined;
}

/** Removes an item of a list, as `removePair` does a pair. */
export function removeItem(document: Document, sequence: Sequence, item: Node): Edits {
  return isEditable(document) ? removeWrittenItem(document, sequence, item) : undefined;
}

/** Adds an item to a list, or to a null, which becomes one; after another item, or at the end. */
export function addItem(document: Document, sequence: Node, value: PlainData, after?: Node): Edits {
  return isEditable(document) ? addWrittenItem(document, sequence, value, after) : undefined;
}

/** Replaces a range of a text that has no tree, such as a line of a template. */
export function replaceText({ isDecrypted }: Document, { start, end }: Range, text: string): Edits {
  return isDecrypted ? undefined : [{ start, end, text }];
}
