/**
 * Edits of one document that change the bytes that they must and no other: values in their own quotes, keys and items
 * as their neighbours are written. INI has the tree of `ini-tree.ts`, and other formats that of the document.
 *
 * Each gives undefined where it cannot be made safely: in a document with a fault or a vault, and wherever the text,
 * read again, would differ in anything else, as for a value that an alias or a merge key puts into other places too.
 */
import type { Document } from '../source/document.ts';
import { isNull } from '../source/tree.ts';
import type { Mapping, Node, Pair, Range, Sequence } from '../source/tree.ts';
import { addIniItems, addIniPair, removeIniItem, removeIniPair, renameIniName, replaceIniValue } from './ini-edits.ts';
import { isEditable, isSamePlace } from './proof.ts';
import { replaceWrittenScalar } from './replace-scalar.ts';
import type { ScalarValue } from './scalar-text.ts';
import {
  addWrittenItems,
  addWrittenPair,
  removeWrittenItem,
  removeWrittenPair,
  renameWrittenKey,
} from './structure.ts';
import type { Keyed } from './structure.ts';
import type { TextEdit } from './text-edit.ts';
import {
  addTomlItems,
  addTomlPair,
  removeTomlItem,
  removeTomlPair,
  renameTomlKey,
  replaceTomlValue,
} from './toml-edits.ts';
import type { PlainData } from './value-text.ts';

type Edits = readonly TextEdit[] | undefined;

/**
 * Replaces a value without parts. A text that is a number or a truth value in quotes stays a text (`"31"` to `"30"`); a
 * truth value keeps its kind of word (`yes` to `no`). An alias is replaced at its own place.
 */
export function replaceScalar(document: Document, node: Node, value: ScalarValue): Edits {
  if (!isEditable(document)) return undefined;
  switch (document.format) {
    case 'ini':
      return replaceIniValue(document, node, value);
    case 'toml':
      return replaceTomlValue(document, node, value);
    default:
      return replaceWrittenScalar(document, node, value);
  }
}

/** Renames a key, or in INI a host or group where it stands; there must be no other of that name in its mapping. */
export function renameKey(document: Document, pair: Pair, name: string): Edits {
  if (!isEditable(document)) return undefined;
  switch (document.format) {
    case 'ini':
      return renameIniName(document, pair, name);
    case 'toml':
      return renameTomlKey(document, pair, name);
    default:
      return renameWrittenKey(document, pair, name);
  }
}

/**
 * Removes a pair with its lines, the comment in its line and those above that are plainly its own. A mapping that
 * becomes empty is `{}`. The key may be one that is lost to a later one.
 */
export function removePair(document: Document, mapping: Mapping, { key }: Keyed): Edits {
  if (!isEditable(document)) return undefined;
  switch (document.format) {
    case 'ini':
      return removeIniPair(document, mapping, key);
    case 'toml':
      return removeTomlPair(document, mapping, key);
    default:
      return removeWrittenPair(document, mapping, key);
  }
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
  if (!isEditable(document)) return undefined;
  const { format } = document;
  if (format !== 'ini' && format !== 'toml') return addWrittenPair(document, mapping, key, value, after);
  if (mapping?.kind !== 'mapping') return undefined;
  return (format === 'ini' ? addIniPair : addTomlPair)(document, mapping, key, value, after);
}

/** Removes an item of a list as `removePair` does a pair; in INI also a line of a host or group. */
export function removeItem(document: Document, sequence: Sequence, item: Node): Edits {
  const index = sequence.items.findIndex((each) => isSamePlace(each, item));
  if (index < 0 || !isEditable(document)) return undefined;
  switch (document.format) {
    case 'ini':
      return removeIniItem(document, sequence, index);
    case 'toml':
      return removeTomlItem(document, sequence, index);
    default:
      return removeWrittenItem(document, sequence, index);
  }
}

/**
 * Adds items after another one of a list, or at its end. The list may be a null, which becomes one; in INI the lines of
 * hosts or groups are one.
 */
export function addItems(document: Document, list: Node, values: readonly PlainData[], after?: Node): Edits {
  if (!isEditable(document) || values.length === 0 || !(list.kind === 'sequence' || isNull(list))) return undefined;
  const items = list.kind === 'sequence' ? list.items : [];
  const index = after === undefined ? items.length : items.findIndex((item) => isSamePlace(item, after)) + 1;
  if (after !== undefined && index === 0) return undefined;
  const { format } = document;
  if (format !== 'ini' && format !== 'toml') return addWrittenItems(document, list, values, index);
  if (list.kind !== 'sequence') return undefined;
  return (format === 'ini' ? addIniItems : addTomlItems)(document, list, values, index);
}

/** Replaces a range of a text that has no tree, such as a line of a template. */
export function replaceText({ isDecrypted }: Document, { start, end }: Range, text: string): Edits {
  return isDecrypted ? undefined : [{ start, end, text }];
}
