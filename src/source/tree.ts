/**
 * The positioned tree that every format is read into: YAML, JSON, TOML, and the values of INI.
 *
 * Offsets are UTF-16 code units into the document's text as read (a byte-order mark counts as one unit); lines and
 * columns are computed from them only if something is shown (`document.ts`).
 */
import { fault } from '../troubles/fault.ts';
import type { Fault } from '../troubles/fault.ts';

/** A half-open range of offsets: `end` is the first offset after it. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export type ScalarType = 'null' | 'bool' | 'int' | 'float' | 'str' | 'date' | 'datetime' | 'time' | 'bytes';

/** The most values of a text that is read: the trees of larger ones would take all memory. */
export const MAX_VALUES = 4_000_000;
export const TOO_MANY_VALUES = fault('text/too-many-values', { most: MAX_VALUES });
/** The most values that the aliases of a text may refer to. */
export const MAX_EXPANDED = 2_500_000;
export const TOO_MANY_ALIASED = fault('text/too-many-aliased-values', { most: MAX_EXPANDED });
/** The most values that the merge keys of a text may bring in. */
export const MAX_MERGED = 1_000_000;
export const TOO_MANY_MERGED = fault('text/too-many-merged-values', { most: MAX_MERGED });

/** Tells whether a text was given up only for its size, so that Ansible may read it all the same. */
export function isSizeFault({ code }: Fault): boolean {
  return code === TOO_MANY_VALUES.code || code === TOO_MANY_ALIASED.code || code === TOO_MANY_MERGED.code;
}

/** The style of a scalar. `bare` is text that no quoting rule of YAML or JSON applies to: an INI value. */
export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded' | 'bare';

/**
 * The mark of a value, besides its type.
 * - `vault`: `!vault`; the value is the encrypted text.
 * - `unsafe`: never a template, whatever braces it holds (`!unsafe`, and bytes literals of INI).
 * - `computed`: an expression that was evaluated while the sources were read; no reader makes one.
 * - `recurrent`: the place of a value within itself (`Recurrence`).
 */
export type Mark = 'none' | 'vault' | 'unsafe' | 'computed' | 'recurrent';

/**
 * One value without parts.
 *
 * `value` by type: `null` null, `bool` boolean, `int` number, or bigint beyond the safe integers, `float` number (may
 * be infinite or NaN; 1.0 is a float), `str` string, `date`, `datetime` and `time` (only TOML has it) the ISO text as
 * Python's `isoformat` prints it, `bytes` base64 text.
 */
export class Scalar implements Range {
  readonly kind = 'scalar';
  readonly start: number;
  readonly end: number;
  readonly type: ScalarType;
  readonly value: null | boolean | number | bigint | string;
  readonly style: ScalarStyle;
  readonly mark: Mark;
  /** The place of the alias (`*name`) that used this value; the node itself has the place of its text. */
  readonly usedAt: Range | undefined;

  constructor(
    start: number,
    end: number,
    type: ScalarType,
    value: null | boolean | number | bigint | string,
    style: ScalarStyle = 'plain',
    mark: Mark = 'none',
    usedAt: Range | undefined = undefined,
  ) {
    this.start = start;
    this.end = end;
    this.type = type;
    this.value = value;
    this.style = style;
    this.mark = mark;
    this.usedAt = usedAt;
  }
}

/** Copies items into an array without spare room: V8 gives a growing one room for 17, and most collections have 2. */
export function copyWithoutSpareRoom<Item>(items: readonly Item[]): readonly Item[] {
  return items.slice();
}

/**
 * A list. `unordered` holds where its members are known and their order is not, as Python does not keep it: for
 * `!!set`, and for what a template makes of sets.
 */
export class Sequence implements Range {
  readonly kind = 'sequence';
  readonly start: number;
  readonly end: number;
  readonly items: readonly Node[];
  readonly unordered: boolean;
  readonly usedAt: Range | undefined;

  constructor(
    start: number,
    end: number,
    items: readonly Node[],
    unordered = false,
    usedAt: Range | undefined = undefined,
  ) {
    this.start = start;
    this.end = end;
    this.items = items;
    this.unordered = unordered;
    this.usedAt = usedAt;
  }
}

/**
 * An alias within the very value that it refers to (`&a [1, *a]`), so that every tree ends: its text is that of the
 * alias, and only `whole` leads on.
 */
export class Recurrence extends Scalar {
  /** The value around it; an empty one while that is being read. */
  whole: Sequence | Mapping;

  constructor({ start, end }: Range, alias: string, whole: Sequence | Mapping) {
    super(start, end, 'str', alias, 'plain', 'recurrent', { start, end });
    this.whole = whole;
  }
}

/** A key with its value. `mergedAt` is the place of the `<<` that brought the pair in from another mapping. */
export interface Pair {
  readonly key: Scalar;
  readonly value: Node;
  readonly mergedAt: Range | undefined;
}

/**
 * A mapping as Ansible sees it: merge keys are applied (their pairs first), of equal keys one is left (the first
 * key's position in the order, the last one's value). What was dropped is in `Reading.duplicates`.
 */
export class Mapping implements Range {
  readonly kind = 'mapping';
  readonly start: number;
  readonly end: number;
  readonly pairs: readonly Pair[];
  readonly usedAt: Range | undefined;
  #index: Map<string, Pair> | undefined;

  constructor(start: number, end: number, pairs: readonly Pair[], usedAt: Range | undefined = undefined) {
    this.start = start;
    this.end = end;
    this.pairs = pairs;
    this.usedAt = usedAt;
  }

  /** The pair whose key is this text; keys of other types (`1`, `true`) never match. */
  get(name: string): Pair | undefined {
    if (this.pairs.length < 8) return this.pairs.find(({ key }) => key.value === name && key.type === 'str');
    if (this.#index === undefined) {
      this.#index = new Map();
      for (const pair of this.pairs) if (pair.key.type === 'str') this.#index.set(pair.key.value as string, pair);
    }
    return this.#index.get(name);
  }
}

export type Node = Scalar | Sequence | Mapping;

/** Makes the value that an alias at `usedAt` gives: it shares the parts and the place of the original. */
export function makeAliasedNode(node: Node, usedAt: Range): Node {
  const { start, end } = node;
  if (node.kind === 'mapping') return new Mapping(start, end, node.pairs, usedAt);
  if (node.kind === 'sequence') return new Sequence(start, end, node.items, node.unordered, usedAt);
  return new Scalar(start, end, node.type, node.value, node.style, node.mark, usedAt);
}

/** Makes a mapping of texts to values, at a place. */
export function makeMapping({ start, end }: Range, values: Readonly<Record<string, Node>>): Mapping {
  const pairs = Object.entries(values).map(([name, value]) => ({
    key: new Scalar(start, end, 'str', name),
    value,
    mergedAt: undefined,
  }));
  return new Mapping(start, end, pairs);
}

/** The value below some keys, each in the mapping of the one before; undefined if there is none. */
export function valueAt(node: Node | undefined, ...keys: readonly string[]): Node | undefined {
  let found = node;
  for (const key of keys) found = found?.kind === 'mapping' ? found.get(key)?.value : undefined;
  return found;
}

/** Tells whether a node is null: written so, or empty. */
export function isNull(node: Node): boolean {
  return node.kind === 'scalar' && node.type === 'null';
}

/** Tells whether a node is another, or a part of it. */
export function containsNode(whole: Node, part: Node): boolean {
  if (whole === part) return true;
  if (whole.kind === 'scalar') return false;
  const parts = whole.kind === 'sequence' ? whole.items : whole.pairs.map(({ value }) => value);
  return parts.some((one) => containsNode(one, part));
}

/** The values within a list or mapping, at any depth, each once. */
export function descendantsOf(whole: Node): ReadonlySet<Node> {
  const found = new Set<Node>();
  const add = (node: Node): void => {
    if (node.kind === 'scalar') return;
    for (const part of node.kind === 'sequence' ? node.items : node.pairs.map(({ value }) => value)) {
      if (found.has(part)) continue;
      found.add(part);
      add(part);
    }
  };
  add(whole);
  return found;
}

/** Tells whether a part of a value is an alias of a value around it. */
export function containsItself(node: Node): boolean {
  return someScalar(node, ({ mark }) => mark === 'recurrent');
}

/** Tells whether a scalar of a value, keys aside, passes a test. */
export function someScalar(node: Node, test: (scalar: Scalar) => boolean): boolean {
  if (node.kind === 'scalar') return test(node);
  // Runs for every value, so it allocates nothing.
  if (node.kind === 'sequence') {
    for (const item of node.items) if (someScalar(item, test)) return true;
  } else for (const { value } of node.pairs) if (someScalar(value, test)) return true;
  return false;
}

/** The fault for which a text could not be read, and its place: the parser's own, if it gave up. */
export interface SyntaxProblem extends Fault, Range {
  /**
   * Defined if a value contains itself: true if all was read, and only what looks into that value fails; false if a
   * merge key brings it into itself, which no tree can keep.
   */
  readonly recurs?: boolean;
}

/** A key that a mapping has twice. The later one wins; `first` is the one that is lost. */
export interface Duplicate {
  readonly key: Scalar;
  readonly first: Scalar;
  /** True if the lost one came from a merge key (`<<`): Ansible warns, but it is how defaults are overridden. */
  readonly merged: boolean;
}

/** The result of reading one text. Where `problem` is set, `root` holds what was read before it, if anything. */
export interface Reading {
  readonly root: Node | undefined;
  readonly problem: SyntaxProblem | undefined;
  readonly duplicates: readonly Duplicate[];
  /** Values of keys that `problem` cuts short, or may do: they are unknown, though `root` has what was read of them. */
  readonly cut?: ReadonlySet<Node> | undefined;
}

// Which Ansible a text is read for: what it adds to YAML, JSON and Python's literals changed once.

/**
 * - `tagged`: since 2.19, values carry where they come from. The node of `!unsafe` is resolved as if it were plain, and
 *   `!vault` needs a text; bytes of INI are marked as no template.
 * - `plain`: up to 2.18. A scalar with `!unsafe` or `!vault` is a text, whatever it looks like.
 */
export type Dialect = 'tagged' | 'plain';

/** The value as plain data: maps by the text of their keys, dates and bytes as text, integers as numbers. */
export function plainData(node: Node): unknown {
  if (node.kind === 'scalar') return typeof node.value === 'bigint' ? Number(node.value) : node.value;
  if (node.kind === 'sequence') return node.items.map(plainData);
  return Object.fromEntries(node.pairs.map(({ key, value }) => [String(key.value), plainData(value)]));
}
