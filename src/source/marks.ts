/** Values with other marks on their texts. */
import { Mapping, Scalar, Sequence } from './tree.ts';
import type { Mark, Node, Pair } from './tree.ts';

/** The value whose texts with one mark have another; the very node where there are none. Keys stay as they are. */
export function remarked(node: Node, from: Mark, to: Mark): Node {
  return withScalars(node, (scalar) => {
    if (scalar.type !== 'str' || scalar.mark !== from) return scalar;
    return new Scalar(scalar.start, scalar.end, 'str', scalar.value, scalar.style, to, scalar.usedAt);
  });
}

/** The value with other nodes for its scalars; the very node where all stay. Keys stay as they are. */
export function withScalars(node: Node, change: (scalar: Scalar) => Node): Node {
  if (node.kind === 'scalar') return change(node);
  const { start, end, usedAt } = node;
  if (node.kind === 'sequence') {
    const items = node.items.map((item) => withScalars(item, change));
    const isSame = items.every((item, at) => item === node.items[at]);
    return isSame ? node : new Sequence(start, end, items, node.unordered, usedAt);
  }
  const pairs = node.pairs.map((pair): Pair => {
    const value = withScalars(pair.value, change);
    return value === pair.value ? pair : { ...pair, value };
  });
  return pairs.every((pair, at) => pair === node.pairs[at]) ? node : new Mapping(start, end, pairs, usedAt);
}
