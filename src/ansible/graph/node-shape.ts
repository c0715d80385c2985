/** Names of the shapes of values, for messages. */
import type { Node, ScalarType } from '../../source/tree.ts';

const SHAPES: Readonly<Record<ScalarType, string>> = {
  null: 'null',
  bool: 'a truth value',
  int: 'a number',
  float: 'a number',
  str: 'text',
  date: 'a date',
  datetime: 'a time',
  time: 'a time',
  bytes: 'binary data',
};

/** Names the shape of a value: `a list`, `a mapping`, `text`. */
export function shape(node: Node): string {
  if (node.kind !== 'scalar') return node.kind === 'sequence' ? 'a list' : 'a mapping';
  return node.mark === 'recurrent' ? 'what it is within' : SHAPES[node.type];
}
