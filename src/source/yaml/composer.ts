/** A YAML text to its tree, event by event: any text, where `plain-yaml.ts` reads the plain ones. */
import type { Dialect, Duplicate, Node, Range, Reading, ScalarStyle, SyntaxProblem, Pair } from '../tree.ts';
import {
  Sequence,
  isSizeFault,
  makeAliasedNode,
  Mapping,
  MAX_EXPANDED,
  MAX_VALUES,
  Recurrence,
  Scalar,
  TOO_MANY_ALIASED,
  TOO_MANY_VALUES,
} from '../tree.ts';
import { parseYaml } from './parser.ts';
import type { Handler } from './parser.ts';
import { TextFault } from '../text-fault.ts';
import { ConstructionFaults, problemAtNode } from './construction-faults.ts';
import { mayHaveEqualKeys, withoutDuplicates } from './duplicate-keys.ts';
import { MergeKeys } from './merge-keys.ts';
import { plainTag } from './typed-scalars.ts';
import { fault } from '../../troubles/fault.ts';
import { isSetTag, Tags, typeOfTag, isPairListTag } from './tags.ts';
import type { RawPair } from './construction-faults.ts';
import type { MergeKey } from './merge-keys.ts';

/** Reads any text by its events, as `readYaml` tells. */
export function composeYaml(text: string, dialect: Dialect): Reading {
  const composer = new Composer(dialect);
  const { duplicates } = composer;
  try {
    parseYaml(text, composer);
  } catch (error) {
    if (!(error instanceof TextFault)) throw error;
    const { problem } = error;
    if (isSizeFault(problem)) return { root: undefined, problem, duplicates };
    // What ends in the line of the fault may be a part of it: for `a: b` with `  c: d` below, `b c` was read.
    const line = Math.max(text.lastIndexOf('\n', problem.start - 1), text.lastIndexOf('\r', problem.start - 1)) + 1;
    return { root: composer.finish(line), problem, duplicates, cut: composer.cut };
  }
  const { root } = composer;
  const problem = composer.refused();
  if (problem === undefined || problem.recurs !== undefined) return { root, problem, duplicates };
  return { root, problem, duplicates, cut: valuesFrom(problem, root) };
}

/** Reads a text of any number of documents: a list of them. Nothing is left of one that is broken. */
export function composeAll(text: string, dialect: Dialect): Reading {
  const documents = new Documents(dialect);
  const duplicates = (): Duplicate[] => documents.all.flatMap((composer) => composer.duplicates);
  try {
    parseYaml(text, documents);
  } catch (error) {
    if (!(error instanceof TextFault)) throw error;
    return { root: undefined, problem: error.problem, duplicates: duplicates() };
  }
  const [problem] = documents.all.flatMap((composer) => composer.refused() ?? []);
  const roots = documents.all.flatMap(({ root }) => root ?? []);
  const root = problem === undefined ? new Sequence(0, text.length, roots) : undefined;
  return { root, problem, duplicates: duplicates() };
}

/** Passes the events of each document to a composer of its own. */
class Documents implements Handler {
  readonly all: Composer[] = [];
  readonly #dialect: Dialect;
  #current: Composer;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
    this.#current = new Composer(dialect);
  }

  documentStart(start: number): void {
    this.#current = new Composer(this.#dialect);
    this.all.push(this.#current);
    this.#current.documentStart(start);
  }

  documentEnd(): void {
    this.#current.documentEnd();
  }

  alias(...event: Parameters<Handler['alias']>): void {
    this.#current.alias(...event);
  }

  scalar(...event: Parameters<Handler['scalar']>): void {
    this.#current.scalar(...event);
  }

  sequenceStart(...event: Parameters<Handler['sequenceStart']>): void {
    this.#current.sequenceStart(...event);
  }

  mappingStart(...event: Parameters<Handler['mappingStart']>): void {
    this.#current.mappingStart(...event);
  }

  collectionEnd(...event: Parameters<Handler['collectionEnd']>): void {
    this.#current.collectionEnd(...event);
  }
}

/** The values of a mapping that do not end before a fault: those after it may have faults, too. */
function valuesFrom({ start }: Range, root: Node | undefined): ReadonlySet<Node> {
  const values = root?.kind === 'mapping' ? root.pairs.map(({ value }) => value) : [];
  return new Set(values.filter(({ end }) => end > start));
}

// The tree of a YAML text, made of the parser's events as PyYAML composes and constructs it, with Ansible's tags.

/** Deeper trees are refused: Python reads them, but whatever then walks the value fails in its recursion. */
const MAX_DEPTH = 1000;

/** Makes a tree of the events of one text. It throws TextFault for what only the values, not the grammar, forbid. */
class Composer implements Handler {
  root: Node | undefined;
  /** The values that a fault cuts short, or may do. */
  readonly cut = new Set<Node>();
  readonly duplicates: Duplicate[] = [];
  readonly faults = new ConstructionFaults();
  #selfContained: SyntaxProblem | undefined;
  #documents = 0;
  readonly #stack: OpenCollection[] = [];
  #open: OpenCollection | undefined;
  readonly #anchors = new Anchors();
  #written = 0;
  #expanded = 0;
  readonly #forgetful: ForgetfulUnsafe | undefined;
  readonly #tags: Tags;
  readonly #mergeKeys = new MergeKeys(this.faults);

  constructor(dialect: Dialect) {
    this.#forgetful = dialect === 'plain' ? new ForgetfulUnsafe() : undefined;
    this.#tags = new Tags(this.faults, this.#forgetful === undefined);
  }

  documentStart(start: number): void {
    if (this.#documents++ > 0) throw new TextFault(fault('yaml/second-document'), start);
  }

  documentEnd(): void {
    // A second document is refused where it starts.
  }

  alias(start: number, end: number, name: string): void {
    const anchored = this.#anchors.get(name);
    if (anchored === undefined) throw new TextFault(fault('yaml/undefined-alias', { name }), start);
    const { node } = anchored;
    this.#count(start, anchored.size);
    const usedAt = { start, end };
    if (anchored.open) {
      if (this.#mergesItself(anchored))
        return this.#add(new Recurrence(usedAt, `*${name}`, new Mapping(start, end, [])), end);
      const isValue = this.#open?.isAtValue() === true;
      this.#selfContained ??= {
        ...fault('yaml/value-within-itself'),
        ...usedAt,
        recurs: isValue,
      };
      const recurrence = isValue ? recurrenceOf(anchored, name, usedAt) : undefined;
      if (recurrence !== undefined) {
        this.faults.noteRecurrence();
        return this.#add(recurrence, end);
      }
    }
    const copy = makeAliasedNode(node, usedAt);
    if (node.kind === 'scalar') this.faults.share(node, copy);
    this.#add(copy, end);
  }

  scalar(
    start: number,
    end: number,
    anchor: string,
    tag: string,
    value: string,
    style: ScalarStyle,
    plain: boolean,
  ): void {
    const anchored = anchor === '' ? undefined : this.#anchors.open(anchor, start, new Sequence(start, end, []));
    this.#count(start, 1);
    const around = this.#open;
    const atKey = around?.isAtKey() === true;
    let type = plain ? plainTag(value) : typeOfTag(tag);
    if (atKey && !around.tuple) {
      if (type === 'merge') {
        around.mergeNext({ start, end });
        if (anchored !== undefined) complete(anchored, this.#tags.scalar(type, tag, start, end, value, style, false));
        return;
      }
      // `=` means a default value (YAML 1.1's value type), which as a key is only text for PyYAML.
      if (type === 'value') type = 'str';
    }
    const unsafe = around !== undefined && around.unsafe && (!atKey || around.tuple);
    const node =
      type === 'str'
        ? new Scalar(start, end, 'str', value, style, unsafe ? 'unsafe' : 'none')
        : this.#tags.scalar(type, tag, start, end, value, style, unsafe);
    if (anchored !== undefined) complete(anchored, node);
    this.#add(node, end);
  }

  sequenceStart(start: number, end: number, anchor: string, tag: string, flow: boolean): void {
    this.#begin(start, end, anchor, tag, flow, true);
  }

  mappingStart(start: number, end: number, anchor: string, tag: string, flow: boolean): void {
    this.#begin(start, end, anchor, tag, flow, false);
  }

  collectionEnd(_start: number, end: number): void {
    const ended = this.#stack.pop()!;
    this.#open = this.#stack.at(-1);
    if (ended.flow) ended.end = end;
    const whole = ended.items === undefined ? this.#mapping(ended) : this.#sequence(ended, ended.items);
    const node = ended.tag === '!unsafe' ? (this.#forgetful?.wrap(whole) ?? whole) : whole;
    if (ended.tag === '!unsafe' && ended.anchored?.recurrences !== undefined)
      this.faults.note(node, problemAtNode(node, fault('yaml/alias-within-its-value')));
    if (ended.anchored !== undefined) {
      complete(ended.anchored, node);
      ended.anchored.size = this.#expanded - ended.before;
    }
    this.#add(node, ended.end);
  }

  /** Gives what Python refuses of a text whose syntax is fine. */
  refused(): SyntaxProblem | undefined {
    return this.faults.first(this.root) ?? this.#selfContained;
  }

  /** Closes what is open and gives the tree as far as it is complete: without what ends after `sound`. */
  finish(sound: number): Node | undefined {
    const last = this.#open?.last;
    if (last !== undefined && last.end > sound) this.#open?.dropLast();
    // Right before the fault: a part of it may have been meant.
    else if (last !== undefined && last.kind !== 'scalar') this.cut.add(last);
    while (this.#open !== undefined) {
      const isValue = this.#stack.at(-2)?.isAtValue() === true;
      this.collectionEnd(0, this.#open.end);
      const cut = isValue ? this.#stack.at(-1)?.last : undefined;
      if (cut !== undefined) this.cut.add(cut);
    }
    return this.root;
  }

  #count(start: number, values: number): void {
    this.#expanded += values;
    if (++this.#written > MAX_VALUES) throw new TextFault(TOO_MANY_VALUES, start);
    if (this.#expanded > MAX_EXPANDED) throw new TextFault(TOO_MANY_ALIASED, start);
  }

  #begin(start: number, end: number, anchor: string, tag: string, flow: boolean, isSequence: boolean): void {
    const anchored =
      anchor === ''
        ? undefined
        : this.#anchors.open(anchor, start, isSequence ? new Sequence(start, end, []) : new Mapping(start, end, []));
    if (this.#stack.length >= MAX_DEPTH)
      throw new TextFault(fault('yaml/nested-too-deeply', { levels: MAX_DEPTH }), start);
    const before = this.#expanded;
    this.#count(start, 1);
    const around = this.#open;
    const unsafe = tag === '!unsafe' || (this.#forgetful === undefined && around?.unsafe === true);
    this.#open = new OpenCollection({ start, end, flow, tag, anchored, before, unsafe, isSequence }, around);
    this.#stack.push(this.#open);
  }

  #add(node: Node, end: number): void {
    if (this.#open === undefined) this.root = node;
    else this.#open.add(node, end);
  }

  /** Tells whether an alias merges a mapping into itself; what is open within that is merged along with it. */
  #mergesItself(anchored: Anchored): boolean {
    if (this.#open === undefined || this.#open.isAtKey() || this.#open.isAtValue()) return false;
    const index = this.#stack.findLastIndex((each) => each.anchored === anchored);
    const within = this.#stack.slice(index + 1);
    // If one of these has an anchor, it may be used before all of its pairs are known.
    if (this.#stack[index]?.isAtMerged() !== true || within.some((each) => !each.source || each.anchored !== undefined))
      return false;
    for (const each of within) each.deferred = true;
    return true;
  }

  #mapping({ start, end, tag, pairs: own, raw, mergeKeys, deferred, source, tuple }: OpenCollection): Node {
    const written = raw ?? own;
    const merged = mergeKeys === undefined || deferred ? undefined : this.#mergeKeys.merge(mergeKeys, written);
    const all = merged === undefined ? written : [...merged.pairs, ...written];
    const unique = all === own && !mayHaveEqualKeys(own);
    const pairs = unique ? own : withoutDuplicates(all, source || tuple ? [] : this.duplicates);
    const isSet = isSetTag(tag);
    const keys = isSet ? pairs.map((pair) => pair.key) : [];
    const node = isSet ? new Sequence(start, end, keys, true) : new Mapping(start, end, pairs);
    if (isSet || pairs.length < all.length) this.faults.keepPairs(node, all);
    if (raw !== undefined) this.faults.noteUnhashable();
    if (merged?.fault !== undefined) this.faults.noteMerge(node, merged.fault);
    if (mergeKeys !== undefined && deferred) this.#mergeKeys.defer(node, mergeKeys);
    if (tag !== '' && !isSet) this.#tags.mapping(node, tag);
    return node;
  }

  #sequence({ start, end, tag }: OpenCollection, items: readonly Node[]): Node {
    const node = new Sequence(start, end, items);
    return tag === '' ? node : this.#tags.sequence(node, tag);
  }
}

// A sequence or a mapping of YAML that is being read: what it holds so far, and what comes next in it.

/** The beginning of a collection. */
interface Opening {
  readonly start: number;
  readonly end: number;
  readonly flow: boolean;
  readonly tag: string;
  readonly anchored: Anchored | undefined;
  /** The number of values counted before it. */
  readonly before: number;
  /** Inside of `!unsafe`. */
  readonly unsafe: boolean;
  readonly isSequence: boolean;
}

/** A collection from its first event to its last. */
class OpenCollection implements Omit<Opening, 'isSequence'> {
  readonly start: number;
  /** The end of its last part. */
  end: number;
  readonly flow: boolean;
  readonly tag: string;
  readonly anchored: Anchored | undefined;
  readonly before: number;
  readonly unsafe: boolean;
  /** Written after `<<`: it is merged, never a value. */
  readonly source: boolean;
  /** The one pair of an item of `!!omap` or `!!pairs`: nothing is merged into it. */
  readonly tuple: boolean;
  /** The items of a sequence; undefined in a mapping. */
  readonly items: Node[] | undefined;
  readonly pairs: Pair[] = [];
  /** All pairs, once one of them has a key that is not a scalar. */
  raw: RawPair[] | undefined = undefined;
  /** The merge keys of a mapping. */
  mergeKeys: MergeKey[] | undefined = undefined;
  /** Merged into a mapping around it that it merges in turn. */
  deferred = false;
  /** The key whose value is read next. */
  #key: Node | undefined = undefined;
  /** The place of the `<<` whose value is read next. */
  #mergeAt: Range | undefined = undefined;

  constructor(opening: Opening, parent: OpenCollection | undefined) {
    this.start = opening.start;
    this.end = opening.end;
    this.flow = opening.flow;
    this.tag = opening.tag;
    this.anchored = opening.anchored;
    this.before = opening.before;
    this.unsafe = opening.unsafe;
    this.source = parent !== undefined && (parent.isAtMerged() || (parent.source && parent.items !== undefined));
    this.tuple = parent !== undefined && isPairListTag(parent.tag);
    this.items = opening.isSequence ? [] : undefined;
  }

  /** Tells whether a key comes next. */
  isAtKey(): boolean {
    return this.items === undefined && this.#key === undefined && this.#mergeAt === undefined;
  }

  /** Tells whether the value of a `<<` comes next. */
  isAtMerged(): boolean {
    return this.#mergeAt !== undefined;
  }

  /** Tells whether a value, or an item, comes next: no key, and nothing that is merged. */
  isAtValue(): boolean {
    if (this.#mergeAt !== undefined) return false;
    return this.items === undefined ? this.#key !== undefined : !this.source;
  }

  /** Takes a `<<` for the key that it is. */
  mergeNext(at: Range): void {
    this.#mergeAt = at;
    this.end = at.end;
  }

  /** Takes the next part in: an item, a key, the value of a key or of `<<`. */
  add(node: Node, end: number): void {
    this.end = end;
    if (this.items !== undefined) {
      this.items.push(node);
      return;
    }
    const key = this.#key;
    if (this.#mergeAt !== undefined) {
      (this.mergeKeys ??= []).push({ at: this.#mergeAt, value: node });
      this.#mergeAt = undefined;
    } else if (key === undefined) this.#key = node;
    else {
      this.#key = undefined;
      if (key.kind !== 'scalar') this.raw ??= [...this.pairs];
      else this.pairs.push({ key, value: node, mergedAt: undefined });
      this.raw?.push({ key, value: node, mergedAt: undefined });
    }
  }

  /** The last item or value; undefined if there is none, or if a key waits for its value. */
  get last(): Node | undefined {
    if (this.items !== undefined) return this.items.at(-1);
    return this.isAtKey() ? (this.raw ?? this.pairs).at(-1)?.value : undefined;
  }

  /** Takes the last part out. */
  dropLast(): void {
    (this.items ?? this.raw ?? this.pairs).pop();
  }
}

// The anchored values of a YAML text, and where they occur within themselves.

/** An anchored node with the number of values in it; an empty node while it is being read. */
interface Anchored {
  node: Node;
  size: number;
  open: boolean;
  /** The places at which it is within itself. */
  recurrences: Recurrence[] | undefined;
}

/** Anchored values by name. */
class Anchors {
  readonly #byName = new Map<string, Anchored>();

  get(name: string): Anchored | undefined {
    return this.#byName.get(name);
  }

  /** Adds one that is being read. Throws TextFault for a name that is taken: Ansible takes no second. */
  open(name: string, start: number, node: Node): Anchored {
    if (this.#byName.has(name)) throw new TextFault(fault('yaml/anchor-twice', { name }), start);
    const anchored = { node, size: 1, open: true, recurrences: undefined };
    this.#byName.set(name, anchored);
    return anchored;
  }
}

/** Gives an anchored value what was read of it, even if it occurs within itself. */
function complete(anchored: Anchored, node: Node): void {
  anchored.node = node;
  anchored.open = false;
  if (node.kind !== 'scalar') for (const recurrence of anchored.recurrences ?? []) recurrence.whole = node;
}

/** The place of a collection within itself; undefined of a scalar, which has no inside. */
function recurrenceOf(anchored: Anchored, name: string, usedAt: Range): Recurrence | undefined {
  if (anchored.node.kind === 'scalar') return undefined;
  const recurrence = new Recurrence(usedAt, `*${name}`, anchored.node);
  (anchored.recurrences ??= []).push(recurrence);
  return recurrence;
}

// `!unsafe` before collections, as Ansible read it up to 2.18.

/** Collections within one with the tag come out empty: they were copied before they were filled. */
class ForgetfulUnsafe {
  /** The collections that have the tag themselves: they are filled at once. */
  readonly #filled = new Set<Node>();

  /** The collection as it is left of one with the tag. */
  wrap(node: Node): Node {
    let wrapped = node;
    if (node.kind === 'sequence')
      wrapped = new Sequence(
        node.start,
        node.end,
        node.items.map((item) => this.#emptied(item)),
        node.unordered,
      );
    if (node.kind === 'mapping') {
      const pairs = node.pairs.map((pair) => ({ ...pair, value: this.#emptied(pair.value) }));
      wrapped = new Mapping(node.start, node.end, pairs);
    }
    this.#filled.add(wrapped);
    return wrapped;
  }

  #emptied(part: Node): Node {
    if (part instanceof Recurrence) return this.#emptied(part.whole);
    if (part.kind === 'scalar' || this.#filled.has(part)) return part;
    const { start, end } = part;
    return part.kind === 'mapping' ? new Mapping(start, end, []) : new Sequence(start, end, [], part.unordered);
  }
}
