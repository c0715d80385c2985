/** The way down a value, beside the schema that speaks of each part of it. */
import { shownName } from '../model/secret-texts.ts';
import type { Mapping, Node, Pair, Scalar } from '../source/tree.ts';
import { isSecretWithin } from './secrecy/secrecy.ts';
import type { PropertySchema, Violation, Vocabulary } from './vocabulary.ts';

interface Subschema {
  readonly $ref?: string;
  readonly expected?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly items?: Subschema;
  readonly properties?: Readonly<Record<string, Subschema>>;
  readonly additionalProperties?: Subschema;
}

/** What a schema takes for a scalar. */
export interface Kinds {
  /** Text, and numbers at most as a way to write one. */
  readonly text: boolean;
  readonly number: boolean;
  readonly truth: boolean;
}

/** A scalar in a variable's value, with what is said of it. */
export interface FoundScalar {
  readonly scalar: Scalar;
  /** Undefined where the vocabulary leaves it open. */
  readonly kinds: Kinds | undefined;
  /** Undefined where no mapping leads there. */
  readonly way: Way | undefined;
}

/** A step into a pair of a mapping, behind those that lead to the mapping: each scalar has one, and few are asked for it. */
interface Way {
  readonly pair: Pair;
  readonly mapping: Mapping;
  readonly from: Way | undefined;
}

/** The names that lead from a variable to a part of its value: `search_extra_config: network.host`. */
export function pathAlong(way: Way | undefined, variable: string): string {
  return way === undefined ? variable : `${pathAlong(way.from, variable)}: ${shownName(String(way.pair.key.value))}`;
}

/** The keys on the way, with dots between them as configuration has them; empty for the variable itself. */
export function keysAlong(way: Way | undefined): string {
  if (way === undefined) return '';
  const key = String(way.pair.key.value);
  return way.from === undefined ? key : `${keysAlong(way.from)}.${key}`;
}

/** Whether the names on a way, or the variable's own, say that a value is a secret. */
export function isSecretAlong(way: Way | undefined, variable: boolean): boolean {
  return way === undefined ? variable : isSecretWithin(isSecretAlong(way.from, variable), way.pair, way.mapping);
}

/** The schema that a reference in the vocabulary stands for. */
function resolved(vocabulary: Vocabulary, schema: Subschema): Subschema {
  const name = schema.$ref?.replace('#/definitions/', '');
  return name === undefined ? schema : { ...vocabulary.schema.definitions?.[name], ...schema };
}

/** The schema of a part, one step down; undefined where none speaks of it. */
function below({ items, properties = {}, additionalProperties }: Subschema, step: string): Subschema | undefined {
  return items ?? (Object.hasOwn(properties, step) ? properties[step] : additionalProperties);
}

/** Each scalar of a value, in order. */
export function scalarsIn(
  vocabulary: Vocabulary | undefined,
  schema: Subschema | undefined,
  value: Node,
): readonly FoundScalar[] {
  if (value.kind === 'scalar') return [foundScalar(vocabulary, schema, value, undefined)];
  const found: FoundScalar[] = [];
  gather(found, vocabulary, schema, value, undefined);
  return found;
}

function gather(
  found: FoundScalar[],
  vocabulary: Vocabulary | undefined,
  schema: Subschema | undefined,
  node: Node,
  way: Way | undefined,
): void {
  if (node.kind === 'scalar') {
    found.push(foundScalar(vocabulary, schema, node, way));
    return;
  }
  const own = vocabulary && schema && resolved(vocabulary, schema);
  if (node.kind === 'sequence')
    for (const item of node.items) gather(found, vocabulary, own && below(own, ''), item, way);
  else
    for (const pair of node.pairs) {
      const inner = own && below(own, String(pair.key.value));
      gather(found, vocabulary, inner, pair.value, { pair, mapping: node, from: way });
    }
}

function foundScalar(
  vocabulary: Vocabulary | undefined,
  schema: Subschema | undefined,
  scalar: Scalar,
  way: Way | undefined,
): FoundScalar {
  return { scalar, kinds: vocabulary && schema && kindsOf(resolved(vocabulary, schema)), way };
}

function kindsOf({ type, enum: words }: Subschema): Kinds | undefined {
  const types = type ?? words?.map((word) => typeof word);
  if (types === undefined || types.length === 0) return undefined;
  const truth = isAmong(types, 'boolean');
  const integer = isAmong(types, 'integer');
  const text = !truth && !integer && isAmong(types, 'string') && !isAmong(types, 'array') && !isAmong(types, 'object');
  return { truth, text, number: !text && !truth && (integer || isAmong(types, 'number')) };
}

function isAmong(types: string | readonly string[], type: string): boolean {
  return typeof types === 'string' ? types === type : types.includes(type);
}

/** The keys and numbers of a JSON pointer. */
function steps(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/**
 * The part of a value that a JSON pointer leads to, or the last on its way that there is; `named` is true where a name on
 * the way says that it is a secret, as `from` does for the whole value.
 */
export function nodeAt(
  value: Node,
  pointer: string,
  from = false,
): {
  readonly node: Node;
  readonly named: boolean;
  /** For people: keys, and `item 2` for the second of a list. */
  readonly path: readonly string[];
} {
  let node = value;
  let named = from;
  const path: string[] = [];
  for (const step of steps(pointer)) {
    if (node.kind === 'mapping') {
      const pair = node.pairs.find(({ key }) => String(key.value) === step);
      if (pair === undefined) break;
      named = isSecretWithin(named, pair, node);
      node = pair.value;
      path.push(shownName(step));
    } else {
      const item = node.kind === 'sequence' ? node.items[Number(step)] : undefined;
      if (item === undefined) break;
      node = item;
      path.push(`item ${String(Number(step) + 1)}`);
    }
  }
  return { node, named, path };
}

/** The schema's own words for what was expected at the place of a violation, the deepest that has some. */
export function expectedOf(
  vocabulary: Vocabulary,
  property: PropertySchema,
  { instancePath, message }: Violation,
): string {
  let schema: Subschema | undefined = property;
  let expected = resolved(vocabulary, schema).expected;
  for (const step of steps(instancePath)) {
    schema = below(resolved(vocabulary, schema), step);
    if (schema === undefined) break;
    expected = resolved(vocabulary, schema).expected ?? expected;
  }
  return expected ?? `that it ${message ?? 'fits the schema'}`;
}
