/** The tree of a YAML text, made of the parser's events as PyYAML composes and constructs it, with Ansible's tags. */
import type { Dialect } from '../dialect.ts';
import type { Duplicate, Node, ScalarStyle, SyntaxProblem } from '../tree.ts';
import {
  aliased,
  Mapping,
  MAX_EXPANDED,
  MAX_VALUES,
  Recurrence,
  Scalar,
  Sequence,
  TOO_MANY_ALIASED,
  TOO_MANY_VALUES,
} from '../tree.ts';
import type { Anchored } from './anchors.ts';
import { Anchors, complete, recurrenceOf } from './anchors.ts';
import { Faults, refusal, UNCONSTRUCTABLE } from './faults.ts';
import { ForgetfulUnsafe } from './forgetful-unsafe.ts';
import { mayRepeat, withoutDuplicates } from './keys.ts';
import { MergeKeys } from './merge-keys.ts';
import { OpenCollection } from './open-collection.ts';
import type { Handler } from './parser/handler.ts';
import { plainTag } from './resolve.ts';
import { SyntaxFault, TooMuchFault } from './syntax-fault.ts';
import { isSetTag, Tags, typeOfTag } from './tags.ts';

/** Deeper trees are refused: Python reads them, but whatever then walks the value fails in its recursion. */
const MAX_DEPTH = 1000;

/** Hears the events of one text. It throws SyntaxFault and TooMuchFault where the parser has no reason to. */
export class Composer implements Handler {
  root: Node | undefined;
  /** The values that a fault cuts short, or may do. */
  readonly cut = new Set<Node>();
  readonly duplicates: Duplicate[] = [];
  readonly faults = new Faults();
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
    if (this.#documents++ > 0)
      throw new SyntaxFault('but found another document', start, 'expected a single document in the stream');
  }

  documentEnd(): void {
    // A second document is refused where it starts.
  }

  alias(start: number, end: number, name: string): void {
    const anchored = this.#anchors.get(name);
    if (anchored === undefined) throw new SyntaxFault('found undefined alias', start);
    const { node } = anchored;
    this.#count(start, anchored.size);
    const usedAt = { start, end };
    if (anchored.open) {
      if (this.#mergesItself(anchored))
        return this.#add(new Recurrence(usedAt, `*${name}`, new Mapping(start, end, [])), end);
      const isValue = this.#open?.isAtValue() === true;
      this.#selfContained ??= {
        ...usedAt,
        message: 'found a value that contains itself',
        context: undefined,
        recurs: isValue,
      };
      const recurrence = isValue ? recurrenceOf(anchored, name, usedAt) : undefined;
      if (recurrence !== undefined) {
        this.faults.noteRecurrence();
        return this.#add(recurrence, end);
      }
    }
    const copy = aliased(node, usedAt);
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
      // `=` stands for a default value (YAML 1.1's value type), which PyYAML knows of keys only as a text.
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
      this.faults.note(node, refusal(node, UNCONSTRUCTABLE));
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

  /** Closes what is open and gives the tree as far as it is complete: without what ends behind `sound`. */
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
    if (++this.#written > MAX_VALUES) throw new TooMuchFault(TOO_MANY_VALUES, start);
    if (this.#expanded > MAX_EXPANDED) throw new TooMuchFault(TOO_MANY_ALIASED, start);
  }

  #begin(start: number, end: number, anchor: string, tag: string, flow: boolean, isSequence: boolean): void {
    const anchored =
      anchor === ''
        ? undefined
        : this.#anchors.open(anchor, start, isSequence ? new Sequence(start, end, []) : new Mapping(start, end, []));
    if (this.#stack.length >= MAX_DEPTH) throw new SyntaxFault(`nested more than ${MAX_DEPTH} levels deep`, start);
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
    // Where one of these has an anchor, it may be used before all of its pairs are known.
    if (this.#stack[index]?.isAtMerged() !== true || within.some((each) => !each.source || each.anchored !== undefined))
      return false;
    for (const each of within) each.deferred = true;
    return true;
  }

  #mapping({ start, end, tag, pairs: own, raw, mergeKeys, deferred, source, tuple }: OpenCollection): Node {
    const written = raw ?? own;
    const merged = mergeKeys === undefined || deferred ? undefined : this.#mergeKeys.merge(mergeKeys, written);
    const all = merged === undefined ? written : [...merged.pairs, ...written];
    const unique = all === own && !mayRepeat(own);
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
