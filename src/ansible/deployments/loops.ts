/** The items of a task's loop, as one host sees them. */
import { makeMapping, Scalar, Sequence } from '../../source/tree.ts';
import type { Node, Range } from '../../source/tree.ts';
import { evaluateTemplatesIn } from '../template/resolve-value.ts';
import { UnknownValue } from '../template/markers.ts';
import type { Scope } from '../template/scope.ts';
import { evaluate } from '../template/evaluate.ts';
import type { UnknownOutcome } from '../template/outcome.ts';
import { isTemplate } from '../template/syntax/is-template.ts';
import { listOf, textOf } from '../playbook/nodes.ts';
import { firstFoundPaths } from '../plays/task-paths.ts';

/** The items; `oneOf` if exactly one of them is taken and only a run can know which. */
export type Items =
  | { readonly items: readonly Node[] }
  | { readonly oneOf: readonly Node[]; readonly why: UnknownValue }
  | { readonly unknown: UnknownValue };

/** The files of a project as loops ask for them. */
export interface LoopFiles {
  /** The files that a path of `first_found` may mean: one, or every path that a template may become. */
  candidates(path: string): readonly string[];
  /** The files that a pattern of `with_fileglob` matches; undefined if they are not known. */
  matching(pattern: string): readonly string[] | undefined;
  /** The hosts of a pattern; undefined if they are not known. */
  hosts(pattern: string): readonly string[] | undefined;
}

/** The most items that a loop is followed for. */
const MAX_ITEMS = 2_000;

/** Finds the items of a loop. */
export function itemsOf(kind: string, terms: Node, scope: Scope, files: LoopFiles): Items {
  if (kind === 'first_found') return firstFound(terms, scope, files);
  const value = valueOf(terms, scope);
  if (value instanceof UnknownValue) return { unknown: value };
  const found = SHAPES[kind]?.(value, scope, files);
  if (found === undefined)
    return { unknown: UnknownValue.named('lookup', `with_${kind}`, 'is not evaluated without a run') };
  if (found instanceof UnknownValue) return { unknown: found };
  if (found.length > MAX_ITEMS)
    return { unknown: new UnknownValue('template', `the loop has ${String(found.length)} items, which are too many`) };
  return { items: found };
}

type Shape = (value: Node, scope: Scope, files: LoopFiles) => readonly Node[] | UnknownValue;

const SHAPES: Readonly<Record<string, Shape>> = {
  loop: listItems,
  list: (value) => listOf(value),
  items: (value, scope) => flattened(value, scope, 1),
  flattened: (value, scope) => flattened(value, scope, Infinity),
  dict: (value) =>
    value.kind === 'mapping'
      ? value.pairs.map(({ key, value: item }) => makeMapping(value, { key, value: item }))
      : invalid('with_dict', 'a mapping'),
  indexed_items: (value, scope) => {
    const items = flattened(value, scope, 1);
    return items instanceof UnknownValue ? items : items.map((item, at) => sequence(item, [number(item, at), item]));
  },
  together: (value) => {
    const lists = listOf(value).map(listOf);
    const length = Math.max(0, ...lists.map((list) => list.length));
    return Array.from({ length }, (_, at) =>
      sequence(
        value,
        lists.map((list) => list[at] ?? nothing(value)),
      ),
    );
  },
  nested: (value) =>
    listOf(value)
      .map(listOf)
      .reduce<readonly (readonly Node[])[]>(
        (all, list) => all.flatMap((one) => list.map((item) => [...one, item])),
        [[]],
      )
      .map((items) => sequence(value, items)),
  subelements: (value) => {
    const [elements, key] = listOf(value);
    const name = textOf(key);
    if (elements === undefined || name === undefined) return invalid('with_subelements', 'a list and a key');
    const all = elements.kind === 'mapping' ? elements.pairs.map((pair) => pair.value) : listOf(elements);
    return all.flatMap((element) =>
      element.kind === 'mapping'
        ? listOf(element.get(name)?.value).map((item) => sequence(element, [element, item]))
        : [],
    );
  },
  sequence: (value) => counted(value),
  fileglob: (value, _scope, files) => {
    const found: Node[] = [];
    for (const item of listOf(value)) {
      const pattern = textOf(item) ?? '';
      const paths = files.matching(pattern);
      if (paths === undefined)
        return UnknownValue.named(
          'unreadable',
          pattern,
          'means files outside of the project, which only a run can know',
        );
      found.push(...paths.map((path) => plainText(path, item)));
    }
    return found;
  },
  inventory_hostnames: (value, _scope, files) => {
    const hosts = files.hosts(
      listOf(value)
        .map((item) => textOf(item) ?? '')
        .join(','),
    );
    return (
      hosts?.map((host) => plainText(host, value)) ?? invalid('with_inventory_hostnames', 'a pattern of known hosts')
    );
  },
};

/** The value of a loop's terms with all templates evaluated except those in the items of a list. */
function valueOf(terms: Node, scope: Scope): Node | UnknownValue {
  if (terms.kind === 'sequence') {
    const items = terms.items.map((item) => (textOf(item) === undefined ? item : valueOf(item, scope)));
    const unknown = items.find((item) => item instanceof UnknownValue);
    return unknown ?? new Sequence(terms.start, terms.end, items as Node[]);
  }
  const written = textOf(terms);
  if (terms.kind !== 'scalar' || written === undefined || !isTemplate(written) || terms.mark !== 'none') return terms;
  const outcome = evaluate(written, scope);
  return outcome.state === 'known' ? computedFrom(outcome.value, outcome.from) : unknownOf(outcome);
}

function unknownOf(outcome: UnknownOutcome, template?: Scalar): UnknownValue {
  const { reason, message, name, clause, missing, shared, start, end } = outcome;
  const within = outcome.within ?? (template && { template, start, end });
  return new UnknownValue(reason, message, name, clause, missing, shared).at(0, start, end, within);
}

function listItems(value: Node): readonly Node[] | UnknownValue {
  return value.kind === 'sequence' ? value.items : invalid('loop', 'a list');
}

function flattened(value: Node, scope: Scope, depth: number): readonly Node[] | UnknownValue {
  const items: Node[] = [];
  for (const item of listOf(value)) {
    const evaluated = valueOf(item, scope);
    if (evaluated instanceof UnknownValue) return evaluated;
    const inner = evaluated.kind === 'sequence' && depth > 0 ? flattened(evaluated, scope, depth - 1) : [evaluated];
    if (inner instanceof UnknownValue) return inner;
    items.push(...inner);
  }
  return items;
}

/** `start=1 end=4 format=node%02d`, or `4`. */
function counted(value: Node): readonly Node[] | UnknownValue {
  const written = listOf(value)
    .map((item) => (item.kind === 'scalar' ? String(item.value) : ''))
    .join(' ');
  const given = new Map([...written.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', word = '']) => [name, word] as const));
  const start = Number(given.get('start') ?? 1);
  const stride = Number(given.get('stride') ?? 1);
  const count = given.get('count');
  const end = count === undefined ? Number(given.get('end') ?? written) : start + (Number(count) - 1) * stride;
  if (![start, stride, end].every(Number.isInteger) || stride === 0) return invalid('with_sequence', 'whole numbers');
  const length = Math.max(0, Math.floor((end - start) / stride) + 1);
  if (length > MAX_ITEMS) return invalid('with_sequence', `at most ${String(MAX_ITEMS)} items`);
  const format = given.get('format') ?? '%d';
  return Array.from({ length }, (_, at) => plainText(formatted(format, start + at * stride), value));
}

function formatted(format: string, value: number): string {
  return format.replace(/%(0?)(\d*)([dx])/, (_, zero: string, width: string, kind: string) =>
    value.toString(kind === 'x' ? 16 : 10).padStart(Number(width), zero === '0' ? '0' : ' '),
  );
}

/** `first_found`: texts, or `files` in each of `paths`. An unknown template in them leaves several candidates. */
function firstFound(terms: Node, scope: Scope, files: LoopFiles): Items {
  const candidates: string[] = [];
  let why: UnknownValue | undefined;
  for (const path of firstFoundPaths(terms)) {
    const outcome = isTemplate(path) ? evaluate(path, scope) : undefined;
    const isOpen = outcome !== undefined && outcome.state !== 'known';
    if (isOpen) why ??= unknownOf(outcome);
    const known = outcome?.state === 'known' ? outcome.value : undefined;
    const names = known === undefined ? [path] : listOf(known).map((item) => textOf(item) ?? '');
    const found = names.flatMap((name) => files.candidates(name));
    candidates.push(...found);
    if (!isOpen && found.length > 0) return chosen(candidates, why, terms);
  }
  return chosen(candidates, why, terms);
}

function chosen(candidates: readonly string[], why: UnknownValue | undefined, terms: Node): Items {
  const oneOf = [...new Set(candidates)].map((path) => plainText(path, terms));
  const [only] = oneOf;
  if (why !== undefined && oneOf.length !== 1) return oneOf.length === 0 ? { unknown: why } : { oneOf, why };
  return { items: only === undefined ? [] : [only] };
}

function invalid(loop: string, expected: string): UnknownValue {
  return new UnknownValue('error', `${loop} takes ${expected}`);
}

/** Makes a text that is never a template. */
export function plainText(value: string, { start, end }: Range = { start: 0, end: value.length }): Scalar {
  return new Scalar(start, end, 'str', value, 'plain', 'unsafe');
}

function number({ start, end }: Node, value: number): Scalar {
  return new Scalar(start, end, 'int', value);
}

function nothing({ start, end }: Node): Scalar {
  return new Scalar(start, end, 'null', null);
}

function sequence({ start, end }: Node, items: readonly Node[]): Sequence {
  return new Sequence(start, end, items);
}

/** Evaluates a value that a task sets. A container with an unknown part keeps the others. */
export function evaluateTaskValue(node: Node, scope: Scope): Node | UnknownValue {
  const outcome = evaluateTemplatesIn(node, scope);
  return outcome.state === 'known' ? computedFrom(outcome.value, outcome.from) : unknownOf(outcome, outcome.template);
}

/** The nodes that went into computed values of tasks. */
const SOURCES = new WeakMap<Node, readonly Node[]>();

/** The nodes that went into a value that a task computes, such as a fact that it sets; none for a literal value. */
export function inputsOfComputed(computed: Node): readonly Node[] {
  return SOURCES.get(computed) ?? [];
}

function computedFrom(value: Node, from: readonly Node[]): Node {
  const others = from.filter((node) => node !== value);
  if (others.length === 0 || SOURCES.has(value)) return value;
  SOURCES.set(value, others);
  // An expression may pick a part of it.
  if (value.kind === 'sequence') for (const item of value.items) computedFrom(item, others);
  if (value.kind === 'mapping') for (const pair of value.pairs) computedFrom(pair.value, others);
  return value;
}
