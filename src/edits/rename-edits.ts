/** Renames a word wherever it names a thing in one document, and proves that nothing else is read otherwise. */
import type { Document } from '../source/document.ts';
import { rangeOfPart } from '../source/scalar-offsets.ts';
import { Mapping, Scalar, Sequence } from '../source/tree.ts';
import type { Node, Range } from '../source/tree.ts';
import { proven } from './proof.ts';
import type { TextEdit } from './text-edit.ts';

/**
 * The edits that put a name in place of another one at some places, whose text it has to be; undefined if a format
 * would read the text with them in any other way than by the names that are others.
 */
export function renameAtPlaces(
  document: Document,
  places: readonly Range[],
  name: string,
  by: string,
): readonly TextEdit[] | undefined {
  const { text, format, isDecrypted } = document;
  if (isDecrypted || places.some(({ start, end }) => text.slice(start, end) !== name)) return undefined;
  const edits = places.map(({ start, end }) => ({ start, end, text: by }));
  // Of templates there is no tree; places in them are whole words of Jinja.
  if (format === 'template' || format === 'text') return edits;
  const renamed = new RenamedTree(document, places, name, by);
  return proven(document, edits, undefined, (root) => renamed.node(root));
}

/** Makes the tree that is expected. */
class RenamedTree {
  readonly #text: string;
  readonly #places: readonly Range[];
  readonly #starts: ReadonlySet<number>;
  readonly #name: string;
  readonly #by: string;
  /** By the parts that aliases share. */
  readonly #known = new Map<readonly unknown[], Node>();

  constructor({ text }: Document, places: readonly Range[], name: string, by: string) {
    this.#text = text;
    this.#places = [...places].sort((a, b) => a.start - b.start);
    this.#starts = new Set(places.map(({ start }) => start));
    this.#name = name;
    this.#by = by;
  }

  node(node: Node): Node {
    if (node.kind === 'scalar') return this.#scalar(node);
    const parts = node.kind === 'sequence' ? node.items : node.pairs;
    const known = this.#known.get(parts);
    if (known !== undefined) return known;
    const { start, end } = node;
    const made =
      node.kind === 'sequence'
        ? new Sequence(start, end, node.items.map((item) => this.node(item)), node.unordered)
        : new Mapping(
            start,
            end,
            node.pairs.map(({ key, value, mergedAt }) => ({ key: this.#scalar(key), value: this.node(value), mergedAt })),
          ); // prettier-ignore
    this.#known.set(parts, made);
    return made;
  }

  /** Tells whether the first place that is not before an offset ends before another. */
  #hasPlaceIn(start: number, end: number): boolean {
    let [low, high] = [0, this.#places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#places[middle]?.start ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    return (this.#places[low]?.end ?? Infinity) <= end;
  }

  #scalar(scalar: Scalar): Scalar {
    const { start, end, type, value, style, mark, usedAt } = scalar;
    if (type !== 'str' || !this.#hasPlaceIn(start, end)) return scalar;
    const text = value as string;
    let [made, from] = ['', 0];
    for (let at = text.indexOf(this.#name); at >= 0; at = text.indexOf(this.#name, at + 1)) {
      const range = rangeOfPart(this.#text, scalar, { start: at, end: at + this.#name.length });
      if (range === undefined || !this.#starts.has(range.start)) continue;
      made += text.slice(from, at) + this.#by;
      from = at + this.#name.length;
    }
    return new Scalar(start, end, type, made + text.slice(from), style, mark, usedAt);
  }
}
