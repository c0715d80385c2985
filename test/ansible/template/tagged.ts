/** Nodes and outcomes in the form of the oracle's answers: types kept, places left out. */
import type { Scope } from '../../../src/ansible/template/evaluate.ts';
import type { Outcome } from '../../../src/ansible/template/outcome.ts';
import { floatText } from '../../../src/source/python.ts';
import type { Node } from '../../../src/source/tree.ts';
import { Mapping, Scalar, Sequence } from '../../../src/source/tree.ts';
import { readYaml } from '../../../src/source/yaml/read.ts';
import { readTextForFilter } from '../../../src/ansible/sources/text-values.ts';

export type Tagged = null | boolean | string | readonly Tagged[] | { readonly [tag: string]: Tagged };

export interface Answer {
  readonly value?: Tagged;
  readonly error?: string;
  readonly message?: string;
  readonly omit?: boolean;
}

export function tagged(node: Node): Tagged {
  if (node instanceof Sequence) return node.unordered ? { unordered: node.items.map(tagged) } : node.items.map(tagged);
  if (node instanceof Mapping) return { dict: node.pairs.map(({ key, value }) => [tagged(key), tagged(value)]) };
  const { type, value } = node;
  if (type === 'int') return { int: String(value) };
  if (type === 'float') return { float: floatText(value as number) };
  if (type === 'date' || type === 'datetime') return { [type]: String(value) };
  return value as null | boolean | string;
}

export function answerOf(outcome: Outcome): Answer | Outcome {
  if (outcome.state === 'known') return { value: tagged(outcome.value) };
  const { reason, message, loop } = outcome;
  if (reason === 'error' || reason === 'undefined') return { error: loop === undefined ? reason : 'loop', message };
  return reason === 'omit' ? { omit: true } : outcome;
}

/** JSON's values as nodes; numbers with a fraction are floats. */
export function nodeOf(value: unknown): Node {
  if (value === null) return new Scalar(0, 0, 'null', null);
  if (typeof value === 'boolean') return new Scalar(0, 0, 'bool', value);
  if (typeof value === 'string') return new Scalar(0, 0, 'str', value);
  if (typeof value === 'number') return new Scalar(0, 0, Number.isInteger(value) ? 'int' : 'float', value);
  if (Array.isArray(value)) return new Sequence(0, 0, value.map(nodeOf));
  const pairs = Object.entries(value as Record<string, unknown>).map(([key, item]) => {
    return { key: new Scalar(0, 0, 'str', key), value: nodeOf(item), mergedAt: undefined };
  });
  return new Mapping(0, 0, pairs);
}

/** A scope of variables that belong to no inventory. */
export function scopeOf(variables: ReadonlyMap<string, Node>, inventory: Partial<Scope> = {}): Scope {
  return {
    variable: (name) => variables.get(name),
    inventoryHostname: undefined,
    inventoryHostnameShort: undefined,
    groupNames: [],
    groups: new Map(),
    hosts: [],
    hostvars: () => undefined,
    read: readTextForFilter,
    ...inventory,
  };
}

/** Variables given as a mapping in YAML. */
export function fromYaml(text: string): Map<string, Node> {
  const { root } = readYaml(text);
  const pairs = root instanceof Mapping ? root.pairs : [];
  return new Map(pairs.map(({ key, value }) => [String(key.value), value]));
}
