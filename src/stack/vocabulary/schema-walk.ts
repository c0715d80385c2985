/** Walks down a value and its schema together. */
import { madeOnce } from '../../ground/made-once.ts';
import { shownName } from '../../model/secret-texts.ts';
import type { Mapping, Node, Pair, Scalar } from '../../source/tree.ts';
import { isSecretPair } from '../secrecy/secret-search.ts';
import type { PropertySchema, Subschema, Violation, Vocabulary } from './vocabulary.ts';

/** The kinds of scalars that a schema allows. */
export interface ExpectedKinds {
  /** Text; numbers only as a way to write one. */
  readonly text: boolean;
  readonly number: boolean;
  readonly truth: boolean;
}

/** A scalar in a variable's value, with its schema and its path. */
export interface FoundScalar {
  readonly scalar: Scalar;
  /** Undefined if the vocabulary takes any value. */
  readonly kinds: ExpectedKinds | undefined;
  /** Undefined if no mapping is above it. */
  readonly keyPath: KeyPath | undefined;
}

/**
 * The path of keys to a value: the last pair, and the path to its mapping. Linked, as few of the paths are ever
 * shown.
 */
interface KeyPath {
  readonly pair: Pair;
  readonly mapping: Mapping;
  readonly from: KeyPath | undefined;
}

/** The path to a part of a variable's value as findings show it: `search_extra_config: network.host`. */
export function shownKeyPath(keyPath: KeyPath | undefined, variable: string): string {
  return keyPath === undefined
    ? variable
    : `${shownKeyPath(keyPath.from, variable)}: ${shownName(String(keyPath.pair.key.value))}`;
}

/** The keys of a path with dots between them, as configuration files have them; empty for the variable itself. */
export function dottedKeyPath(keyPath: KeyPath | undefined): string {
  if (keyPath === undefined) return '';
  const key = String(keyPath.pair.key.value);
  return keyPath.from === undefined ? key : `${dottedKeyPath(keyPath.from)}.${key}`;
}

/** Tells whether a name on a path says that the value is a secret; `variable`: whether the variable's own name does. */
export function isSecretByNames(keyPath: KeyPath | undefined, variable: boolean): boolean {
  return keyPath === undefined
    ? variable
    : isSecretPair(isSecretByNames(keyPath.from, variable), keyPath.pair, keyPath.mapping);
}

/** A schema with that of its reference merged in. */
export function withReference(vocabulary: Pick<Vocabulary, 'schema'>, schema: Subschema): Subschema {
  const name = schema.$ref?.replace('#/definitions/', '');
  if (name === undefined) return schema;
  return madeOnce(referring, schema, () => ({ ...vocabulary.schema.definitions?.[name], ...schema }));
}

/** Schemas of vocabularies, with the schemas that they refer to and the kinds of scalars that they allow. */
const referring = new WeakMap<Subschema, Subschema>();
const kindsOfSchemas = new WeakMap<Subschema, ExpectedKinds | undefined>();

/** The schema of an item or of the value of a key; undefined if there is none. */
export function subschemaAt(
  { items, properties = {}, additionalProperties }: Subschema,
  step: string,
): Subschema | undefined {
  if (items !== undefined || Object.hasOwn(properties, step)) return items ?? properties[step];
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

/** Finds all scalars of a value, in order. */
export function scalarsIn(
  vocabulary: Vocabulary | undefined,
  schema: Subschema | undefined,
  value: Node,
): readonly FoundScalar[] {
  if (value.kind === 'scalar') return [foundScalar(vocabulary, schema, value, undefined)];
  const found: FoundScalar[] = [];
  collectScalars(found, vocabulary, schema, value, undefined);
  return found;
}

function collectScalars(
  found: FoundScalar[],
  vocabulary: Vocabulary | undefined,
  schema: Subschema | undefined,
  node: Node,
  keyPath: KeyPath | undefined,
): void {
  if (node.kind === 'scalar') {
    found.push(foundScalar(vocabulary, schema, node, keyPath));
    return;
  }
  const own = vocabulary && schema && withReference(vocabulary, schema);
  if (node.kind === 'sequence')
    for (const item of node.items) collectScalars(found, vocabulary, own && subschemaAt(own, ''), item, keyPath);
  else
    for (const pair of node.pairs) {
      const inner = own && subschemaAt(own, String(pair.key.value));
      collectScalars(found, vocabulary, inner, pair.value, { pair, mapping: node, from: keyPath });
    }
}

function foundScalar(
  vocabulary: Vocabulary | undefined,
  schema: Subschema | undefined,
  scalar: Scalar,
  keyPath: KeyPath | undefined,
): FoundScalar {
  return { scalar, kinds: vocabulary && schema && kindsAt(vocabulary, schema), keyPath };
}

function kindsAt(vocabulary: Vocabulary, schema: Subschema): ExpectedKinds | undefined {
  return madeOnce(kindsOfSchemas, schema, () => kindsOf(withReference(vocabulary, schema)));
}

function kindsOf({ type, enum: words }: Subschema): ExpectedKinds | undefined {
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
export function stepsOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/**
 * Finds the part of a value at a JSON pointer, or the last part above it that exists. `named` is true if a name above
 * it says that it is a secret, as `isNamed` does for the whole value.
 */
export function nodeAt(
  value: Node,
  pointer: string,
  isNamed = false,
): {
  readonly node: Node;
  readonly named: boolean;
  /** The path for people: keys, and `item 2` for the second item of a list. */
  readonly path: readonly string[];
} {
  let node = value;
  let named = isNamed;
  const path: string[] = [];
  for (const step of stepsOf(pointer)) {
    if (node.kind === 'mapping') {
      const pair = node.pairs.find(({ key }) => String(key.value) === step);
      if (pair === undefined) break;
      named = isSecretPair(named, pair, node);
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

/** The schema's words for the value expected at a violation: those of the deepest subschema that has any. */
export function expectedOf(
  vocabulary: Pick<Vocabulary, 'schema'> | undefined,
  whole: PropertySchema | Subschema,
  { instancePath, message }: Violation,
): string {
  const referred = (one: Subschema): Subschema => (vocabulary === undefined ? one : withReference(vocabulary, one));
  let schema: Subschema | undefined = whole;
  let expected = referred(schema).expected;
  for (const step of stepsOf(instancePath)) {
    schema = subschemaAt(referred(schema), step);
    if (schema === undefined) break;
    expected = referred(schema).expected ?? expected;
  }
  return expected ?? `that it ${message ?? 'fits the schema'}`;
}
