/** Changes the marks of texts in values. */
import { Mapping, Scalar, Sequence } from './tree.ts';
import type { Mark, Node, Pair } from './tree.ts';

/** Replaces one mark by another in a value; returns the same node if nothing has the mark. Keys stay as they are. */
export function replaceMarkInValue(node: Node, from: Mark, to: Mark): Node {
  return replaceScalarsInValue(node, (scalar) => {
    if (scalar.type !== 'str' || scalar.mark !== from) return scalar;
    return new Scalar(scalar.start, scalar.end, 'str', scalar.value, scalar.style, to, scalar.usedAt);
  });
}

/** Replaces the scalars of a value; returns the same node where all stay. Keys stay as they are. */
export function replaceScalarsInValue(node: Node, change: (scalar: Scalar) => Node): Node {
  if (node.kind === 'scalar') return change(node);
  const { start, end, usedAt } = node;
  if (node.kind === 'sequence') {
    const items = node.items.map((item) => replaceScalarsInValue(item, change));
    const isSame = items.every((item, at) => item === node.items[at]);
    return isSame ? node : new Sequence(start, end, items, node.unordered, usedAt);
  }
  const pairs = node.pairs.map((pair): Pair => {
    const value = replaceScalarsInValue(pair.value, change);
    return value === pair.value ? pair : { ...pair, value };
  });
  return pairs.every((pair, at) => pair === node.pairs[at]) ? node : new Mapping(start, end, pairs, usedAt);
}
