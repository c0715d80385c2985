/** The last steps of a value: to the text that is printed, and to a node. */
import { numberIfExact } from '../../source/python.ts';
import type { Node } from '../../source/tree.ts';
import { Mapping, Scalar, Sequence } from '../../source/tree.ts';
import type { Spending } from './budget.ts';
import { Raised, tripAsUnsupported } from './markers.ts';
import {
  Dict,
  forced,
  Lazy,
  List,
  DateValue,
  omit,
  Opaque,
  tripOnMarker,
  Tuple,
  typeName,
} from './python/python-values.ts';
import type { Held, Value } from './python/python-values.ts';

/** The value as it is put into text: nothing lazy, nothing omitted, tuples as lists. Trips on markers. */
export function finalized(value: Value, budget: Spending): Value {
  tripOnMarker(value);
  if (value instanceof List || (value instanceof Tuple && value.fields.length === 0)) {
    budget.elements(value.items.length);
    const items = value.items.map(forced).filter((item) => item !== omit);
    const kept = items.map((item) => finalized(item, budget));
    return new List(kept, undefined, value instanceof List && value.unordered);
  }
  if (!(value instanceof Dict)) return value;
  budget.elements(value.size);
  const pairs = value.pairs().map(([key, slot]) => [key, forced(slot)] as const);
  return Dict.of(
    pairs.filter(([, item]) => item !== omit).map(([key, item]) => [key, finalized(item, budget)] as const),
  );
}

/** A range of the template's text that computed nodes are placed at. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/** The value as a node. What is a node already, and holds no template, stays that node. */
export function toNode(value: Value, place: Place, budget: Spending, origin?: Node): Node {
  budget.step();
  tripOnMarker(value);
  if (origin !== undefined && isScalarOf(value, origin)) return origin;
  const { start, end } = place;
  if (value instanceof List || value instanceof Tuple) {
    const kept = value.items.filter((slot) => slot instanceof Lazy || slot !== omit);
    const items = kept.map((slot) => slotNode(slot, place, budget)).filter((node) => node !== undefined);
    const unordered = value instanceof List && value.unordered;
    const own = value instanceof List ? value.node : undefined;
    if (own instanceof Sequence && same(items, own.items)) return own;
    return new Sequence(start, end, items, unordered);
  }
  if (value instanceof Dict) {
    const own = value.node instanceof Mapping ? value.node : undefined;
    const pairs = value.pairs().flatMap(([key, slot]) => {
      const node = slotNode(slot, place, budget);
      if (node === undefined) return [];
      return [{ key: keyNode(key, place, own), value: node, mergedAt: undefined }];
    });
    if (
      own !== undefined &&
      same(
        pairs.map((pair) => pair.value),
        own.pairs.map((pair) => pair.value),
      )
    )
      return own;
    return new Mapping(start, end, pairs);
  }
  return scalarNode(value, place);
}

/** The node of an element; undefined if it is omitted. */
function slotNode(slot: Held, place: Place, budget: Spending): Node | undefined {
  const value = forced(slot);
  if (value === omit) return undefined;
  const origin = slot instanceof Lazy ? slot.origin : undefined;
  return toNode(value, place, budget, origin);
}

function same(nodes: readonly Node[], others: readonly Node[]): boolean {
  return nodes.length === others.length && nodes.every((node, index) => node === others[index]);
}

function keyNode(key: Value, place: Place, own: Mapping | undefined): Scalar {
  const found = typeof key === 'string' ? own?.get(key)?.key : undefined;
  return found ?? scalarNode(key, place);
}

/** True if a node holds this very value, and no template that gave it. */
function isScalarOf(value: Value, node: Node): boolean {
  if (node.kind !== 'scalar') return false;
  if (value instanceof Opaque) return value.node === node;
  if (value instanceof DateValue) return node.value === value.iso;
  if (typeof value === 'bigint') return node.type === 'int' && BigInt(node.value as number | bigint) === value;
  return Object.is(node.value, value) && (typeof value !== 'number' || node.type === 'float');
}

function scalarNode(value: Value, { start, end }: Place): Scalar {
  if (value === null) return new Scalar(start, end, 'null', null);
  if (typeof value === 'boolean') return new Scalar(start, end, 'bool', value);
  if (typeof value === 'string') return new Scalar(start, end, 'str', value, 'plain', 'unsafe');
  if (typeof value === 'number') return new Scalar(start, end, 'float', value);
  if (typeof value === 'bigint') return new Scalar(start, end, 'int', numberIfExact(value));
  if (value instanceof DateValue) return new Scalar(start, end, value.type, value.iso);
  if (value instanceof Opaque && value.node.kind === 'scalar') return value.node;
  if (value instanceof Tuple) return tripAsUnsupported('a key that is a tuple');
  throw new Raised('TypeError', `Type '${typeName(value)}' is unsupported for variable storage.`);
}
