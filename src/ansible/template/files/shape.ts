/** Shapes: where the parts of a container come from, also of one that an expression has made of others. */
import { Mapping, Scalar, Sequence } from '../../../source/tree.ts';
import type { Node } from '../../../source/tree.ts';
import { Tripped } from '../markers.ts';
import { Dict, Lazy, List, Tuple } from '../python/python-values.ts';
import type { Held, Value } from '../python/python-values.ts';

/** In the place of an item that is not a node. */
const NO_NODE = new Scalar(0, 0, 'null', null);

/**
 * Makes the tree of the nodes of a container's parts, before their templates are evaluated. A mapping leaves out
 * values that are not nodes. Undefined for other values, and if only a run can know the parts.
 */
export function shapeOf(value: Value): Node | undefined {
  try {
    return shapeOfKnown(value);
  } catch (trouble) {
    if (trouble instanceof Tripped) return undefined;
    throw trouble;
  }
}

function shapeOfKnown(value: Value): Node | undefined {
  if (value instanceof Dict) {
    if (value.node !== undefined || value.typeName !== 'dict') return value.node;
    const pairs = value.pairs().flatMap(([key, slot]) => {
      if (typeof key !== 'string') return [];
      const node = shapeOfSlot(slot);
      return node === undefined ? [] : [{ key: new Scalar(0, 0, 'str', key), value: node, mergedAt: undefined }];
    });
    return new Mapping(0, 0, pairs);
  }
  if (!(value instanceof List || value instanceof Tuple)) return undefined;
  if (value instanceof List && value.node !== undefined) return value.node;
  const items = value.items.map((slot) => shapeOfSlot(slot) ?? NO_NODE);
  return new Sequence(0, 0, items);
}

function shapeOfSlot(slot: Held): Node | undefined {
  return slot instanceof Lazy ? (slot.node ?? shapeOfKnown(slot.value)) : shapeOfKnown(slot);
}
