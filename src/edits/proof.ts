/** Proves an edit: the text with it is read again, and its whole tree compared with the one that it should have. */
import { Document } from '../source/document.ts';
import { readJson, readJsonOrProblem } from '../source/json.ts';
import { readToml } from '../source/toml.ts';
import { Mapping, Sequence } from '../source/tree.ts';
import type { Dialect, Node, Pair, Reading } from '../source/tree.ts';
import { readYaml } from '../source/yaml/read.ts';
import { treeOfIni } from './ini-tree.ts';
import { applied } from './text-edit.ts';
import type { TextEdit } from './text-edit.ts';

/** Changes one value of a tree; undefined if that cannot be done. */
export type Change = (node: Node) => Node | undefined;

/** Tells whether edits can be made in a document at all: it was read without a fault, and is no vault. */
export function isEditable({ problem, isDecrypted, text }: Document): boolean {
  return problem === undefined && !isDecrypted && !/^\ufeff?\$ANSIBLE_VAULT/.test(text);
}

/** The tree of a document that is read from its text alone; undefined of one without values. */
export function treeOf(document: Document): Node | undefined {
  return document.format === 'ini' ? treeOfIni(document.text, 'tagged') : document.root;
}

/**
 * The edits, if the text with them has the tree that this one becomes by a change of one of its values, which is given
 * by its place, and no new fault; undefined if not. `root` is the tree, where that is another than the document's. A value that is in the tree several times, by aliases or merge
 * keys, would change in all of these places.
 */
export function proven(
  document: Document,
  edits: readonly TextEdit[],
  at: Node | undefined,
  change: Change,
  root = treeOf(document),
): readonly TextEdit[] | undefined {
  const text = applied(document.text, edits);
  if (text === undefined || !isEditable(document)) return undefined;
  const expected = at === undefined ? change(root ?? new Sequence(0, 0, [])) : changedAt(root, at, change);
  if (expected === undefined) return undefined;
  return DIALECTS.some((dialect) => {
    const reading = readAgain(new Document(document.file, text, document.format, {}), dialect);
    return (
      reading.problem === undefined &&
      reading.root !== undefined &&
      lostKeys(reading) <= lostKeys(document) &&
      new Comparison().areEqual(expected, reading.root)
    );
  })
    ? edits
    : undefined;
}

/** A document does not tell for which Ansible it was read; where that matters, the other tree is not equal. */
const DIALECTS: readonly Dialect[] = ['tagged', 'plain'];

/** The document with another text. What had no tree before has none. */
export function withText({ file, format, root, isDecrypted }: Document, text: string): Document {
  const unread = new Document(file, text, format, {}, isDecrypted);
  return root === undefined && format !== 'yaml'
    ? unread
    : new Document(file, text, format, readAgain(unread, 'tagged'));
}

/** Reads the text of a document as files of its format are read. */
export function readAgain({ text, format }: Document, dialect: Dialect): Partial<Reading> {
  switch (format) {
    case 'json':
      return readJsonOrProblem(text, dialect);
    case 'toml':
      return readToml(text);
    case 'ini':
      return { root: treeOfIni(text, dialect) };
    default:
      return readJson(text, dialect) ?? readYaml(text, dialect);
  }
}

function lostKeys({ duplicates }: Partial<Pick<Reading, 'duplicates'>>): number {
  return duplicates?.filter(({ merged }) => !merged).length ?? 0;
}

/** The tree with one value changed, where it comes first; undefined if it is not in the tree. */
function changedAt(root: Node | undefined, wanted: Node, change: Change): Node | undefined {
  const seen = new Set<readonly unknown[]>();
  const follow = (node: Node): Node | undefined => {
    if (isSamePlace(node, wanted)) return change(node);
    if (node.kind === 'scalar') return undefined;
    const parts = node.kind === 'sequence' ? node.items : node.pairs;
    if (seen.has(parts)) return undefined;
    seen.add(parts);
    if (node.kind === 'sequence') {
      for (const [index, item] of node.items.entries()) {
        const changed = follow(item);
        if (changed !== undefined)
          return new Sequence(node.start, node.end, node.items.with(index, changed), node.unordered);
      }
      return undefined;
    }
    for (const [index, pair] of node.pairs.entries()) {
      const value = follow(pair.value);
      if (value !== undefined) return new Mapping(node.start, node.end, node.pairs.with(index, withValue(pair, value)));
    }
    return undefined;
  };
  return root === undefined ? undefined : follow(root);
}

function withValue({ key, mergedAt }: Pair, value: Node): Pair {
  return { key, value, mergedAt };
}

/** Tells whether two nodes are one: a tree may have been read twice. */
export function isSamePlace(one: Node, other: Node): boolean {
  return (
    one.kind === other.kind &&
    one.start === other.start &&
    one.end === other.end &&
    one.usedAt?.start === other.usedAt?.start
  );
}

/** Compares trees without their places. What aliases share is compared once. */
class Comparison {
  readonly #equal = new Map<readonly unknown[], readonly unknown[]>();

  areEqual(one: Node, other: Node): boolean {
    if (one.kind === 'scalar')
      return (
        other.kind === 'scalar' &&
        one.type === other.type &&
        Object.is(one.value, other.value) &&
        one.mark === other.mark
      );
    if (one.kind === 'sequence')
      return (
        other.kind === 'sequence' &&
        one.unordered === other.unordered &&
        this.#each(one.items, other.items, (item, match) => this.areEqual(item, match))
      );
    return (
      other.kind === 'mapping' &&
      this.#each(
        one.pairs,
        other.pairs,
        (pair, match) => this.areEqual(pair.key, match.key) && this.areEqual(pair.value, match.value),
      )
    );
  }

  #each<Part>(parts: readonly Part[], others: readonly Part[], isEqual: (one: Part, other: Part) => boolean): boolean {
    if (parts.length !== others.length) return false;
    if (this.#equal.get(parts) === others) return true;
    const equal = parts.every((part, index) => {
      const other = others[index];
      return other !== undefined && isEqual(part, other);
    });
    if (equal) this.#equal.set(parts, others);
    return equal;
  }
}
