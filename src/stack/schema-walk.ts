/** The way down a value, beside the schema that speaks of each part of it. */
import type { Node, Scalar } from '../source/tree.ts';
import { into, ORDINARY } from './secrecy/route.ts';
import type { Route } from './secrecy/route.ts';
import type { PropertySchema, Violation, Vocabulary } from './vocabulary.ts';

export interface Subschema {
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
  /** `search_extra_config: network.host`. */
  readonly path: string;
  /** Undefined where the vocabulary leaves it open. */
  readonly kinds: Kinds | undefined;
  /** What the names on the way say. */
  readonly route: () => Route;
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
  variable: string,
  start: () => Route,
): readonly FoundScalar[] {
  const found: FoundScalar[] = [];
  const take = (node: Node, expected: Subschema | undefined, path: string, route: () => Route): void => {
    const own = vocabulary && expected && resolved(vocabulary, expected);
    if (node.kind === 'scalar') found.push({ scalar: node, path, kinds: own && kindsOf(own), route });
    else if (node.kind === 'sequence') for (const item of node.items) take(item, own && below(own, ''), path, route);
    else
      for (const pair of node.pairs) {
        const key = String(pair.key.value);
        take(pair.value, own && below(own, key), `${path}: ${key}`, () => into(route(), pair, node));
      }
  };
  take(value, schema, variable, start);
  return found;
}

function kindsOf({ type, enum: words }: Subschema): Kinds | undefined {
  const types = typeof type === 'string' ? [type] : (type ?? words?.map((word) => typeof word) ?? []);
  if (types.length === 0) return undefined;
  const has = (one: string): boolean => types.includes(one);
  const truth = has('boolean');
  const text = has('string') && !truth && !has('integer') && !has('array') && !has('object');
  return { truth, text, number: !text && !truth && (has('integer') || has('number')) };
}

/** The keys and numbers of a JSON pointer. */
function steps(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The part of a value that a JSON pointer leads to, as far as it leads, with what the names on the way say. */
export function nodeAt(
  value: Node,
  pointer: string,
  from: Route = ORDINARY,
): {
  readonly node: Node;
  readonly route: Route;
  /** For people: keys, and `item 2` for the second of a list. */
  readonly path: readonly string[];
} {
  let node = value;
  let route = from;
  const path: string[] = [];
  for (const step of steps(pointer)) {
    if (node.kind === 'mapping') {
      const pair = node.pairs.find(({ key }) => String(key.value) === step);
      if (pair === undefined) break;
      route = into(route, pair, node);
      node = pair.value;
      path.push(step);
    } else {
      const item = node.kind === 'sequence' ? node.items[Number(step)] : undefined;
      if (item === undefined) break;
      node = item;
      path.push(`item ${String(Number(step) + 1)}`);
    }
  }
  return { node, route, path };
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
