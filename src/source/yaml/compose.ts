/** The tree of a YAML text, made of the parser's events as PyYAML composes and constructs it, with Ansible's tags. */
import type { Dialect } from '../dialect.ts';
import type { Duplicate, Node, Pair, Range, Reading, ScalarStyle, SyntaxProblem } from '../tree.ts';
import {
  aliased,
  Mapping,
  MAX_EXPANDED,
  MAX_VALUES,
  Scalar,
  Sequence,
  TOO_MANY_ALIASED,
  TOO_MANY_VALUES,
} from '../tree.ts';
import type { Anchored } from './anchors.ts';
import { Anchors, complete, recurrenceOf } from './anchors.ts';
import type { RawPair } from './faults.ts';
import { Faults, refusal, UNCONSTRUCTABLE } from './faults.ts';
import { mayRepeat, withoutDuplicates } from './keys.ts';
import { parse } from './parse.ts';
import type { Handler } from './parser/handler.ts';
import { MergeKeys } from './merge-keys.ts';
import type { Merged } from './merge-keys.ts';
import { plainTag } from './resolve.ts';
import { SyntaxFault, TooMuchFault } from './syntax-fault.ts';
import { ForgetfulUnsafe } from './forgetful-unsafe.ts';
import { isPairListTag, isSetTag, Tags, typeOfTag } from './tags.ts';

/** Deeper trees are refused: Python reads them, but whatever then walks the value fails in its recursion. */
const MAX_DEPTH = 1000;

/** Reads any text by its events, as `readYaml` tells. */
export function compose(text: string, dialect: Dialect): Reading {
  const composer = new Composer(dialect);
  const { duplicates } = composer;
  try {
    parse(text, composer);
  } catch (fault) {
    if (!(fault instanceof SyntaxFault)) throw fault;
    const problem = { start: fault.at, end: fault.at, message: fault.message, context: fault.context };
    if (fault instanceof TooMuchFault) return { root: undefined, problem, duplicates };
    // What ends in the line of the fault may be a part of it: of `a: b` with `  c: d` below, `b c` was read.
    const line = Math.max(text.lastIndexOf('\n', fault.at - 1), text.lastIndexOf('\r', fault.at - 1)) + 1;
    return { root: composer.finish(line), problem, duplicates };
  }
  return { root: composer.root, problem: composer.refused(), duplicates };
}

/** A collection that is being read. */
interface Frame {
  readonly start: number;
  /** Where the last part of it ends. */
  end: number;
  readonly flow: boolean;
  readonly tag: string;
  readonly anchored: Anchored | undefined;
  /** How many values were counted before it. */
  readonly before: number;
  /** Inside of `!unsafe`. */
  readonly unsafe: boolean;
  /** Written behind `<<`: it is merged, never a value. */
  readonly source: boolean;
  /** The one pair of an item of `!!omap` or `!!pairs`: nothing is merged into it. */
  readonly tuple: boolean;
  /** The items of a sequence; undefined in a mapping. */
  readonly items: Node[] | undefined;
  readonly pairs: Pair[];
  /** All pairs, once one of them has a key that is no scalar. */
  raw: RawPair[] | undefined;
  /** The key whose value is read next. */
  key: Node | undefined;
  /** Where the `<<` stands whose value is read next. */
  mergeAt: Range | undefined;
  merged: Merged | undefined;
}

class Composer implements Handler {
  root: Node | undefined;
  readonly duplicates: Duplicate[] = [];
  readonly faults = new Faults();
  #selfContained: SyntaxProblem | undefined;
  #documents = 0;
  readonly #stack: Frame[] = [];
  #frame: Frame | undefined;
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
    // To merge a mapping into itself changes nothing.
    if (anchored.open && (this.#frame?.mergeAt === undefined || this.#frame.anchored !== anchored)) {
      const isValue = this.#atValue();
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
    const frame = this.#frame;
    const atKey =
      frame !== undefined && frame.items === undefined && frame.key === undefined && frame.mergeAt === undefined;
    let type = plain ? plainTag(value) : typeOfTag(tag);
    if (atKey && !frame.tuple) {
      if (type === 'merge') {
        frame.mergeAt = { start, end };
        frame.end = end;
        if (anchored !== undefined) complete(anchored, this.#tags.scalar(type, tag, start, end, value, style, false));
        return;
      }
      // `=` stands for a default value (YAML 1.1's value type), which PyYAML knows of keys only as a text.
      if (type === 'value') type = 'str';
    }
    const unsafe = frame !== undefined && frame.unsafe && (!atKey || frame.tuple);
    const node =
      type === 'str'
        ? new Scalar(start, end, 'str', value, style, unsafe ? 'unsafe' : 'none')
        : this.#tags.scalar(type, tag, start, end, value, style, unsafe);
    if (anchored !== undefined) complete(anchored, node);
    this.#add(node, end);
  }

  sequenceStart(start: number, end: number, anchor: string, tag: string, flow: boolean): void {
    this.#open(start, end, anchor, tag, flow, []);
  }

  mappingStart(start: number, end: number, anchor: string, tag: string, flow: boolean): void {
    this.#open(start, end, anchor, tag, flow, undefined);
  }

  collectionEnd(_start: number, end: number): void {
    const frame = this.#stack.pop()!;
    this.#frame = this.#stack.at(-1);
    if (frame.flow) frame.end = end;
    const whole = frame.items === undefined ? this.#mapping(frame) : this.#sequence(frame, frame.items);
    const node = frame.tag === '!unsafe' ? (this.#forgetful?.wrap(whole) ?? whole) : whole;
    if (frame.tag === '!unsafe' && frame.anchored?.recurrences !== undefined)
      this.faults.note(node, refusal(node, UNCONSTRUCTABLE));
    if (frame.anchored !== undefined) {
      complete(frame.anchored, node);
      frame.anchored.size = this.#expanded - frame.before;
    }
    this.#add(node, frame.end);
  }

  /** Gives what Python refuses of a text whose syntax is fine. */
  refused(): SyntaxProblem | undefined {
    return this.faults.first(this.root) ?? this.#selfContained;
  }

  /** Closes what is open and gives the tree as far as it is complete: without what ends behind `sound`. */
  finish(sound: number): Node | undefined {
    const { items, raw, pairs = [], key } = this.#frame ?? {};
    const own = raw ?? pairs;
    if (items !== undefined) {
      if ((items.at(-1)?.end ?? 0) > sound) items.pop();
    } else if (key === undefined && (own.at(-1)?.value.end ?? 0) > sound) own.pop();
    while (this.#frame !== undefined) this.collectionEnd(0, this.#frame.end);
    return this.root;
  }

  /** Whether what comes next is a value, or an item: no key, and nothing that is merged. */
  #atValue(): boolean {
    const frame = this.#frame;
    if (frame === undefined || frame.mergeAt !== undefined) return false;
    return frame.items === undefined ? frame.key !== undefined : !frame.source;
  }

  #count(start: number, values: number): void {
    this.#expanded += values;
    if (++this.#written > MAX_VALUES) throw new TooMuchFault(TOO_MANY_VALUES, start);
    if (this.#expanded > MAX_EXPANDED) throw new TooMuchFault(TOO_MANY_ALIASED, start);
  }

  #open(start: number, end: number, anchor: string, tag: string, flow: boolean, items: Node[] | undefined): void {
    let anchored: Anchored | undefined;
    if (anchor !== '')
      anchored = this.#anchors.open(
        anchor,
        start,
        items === undefined ? new Mapping(start, end, []) : new Sequence(start, end, []),
      );
    if (this.#stack.length >= MAX_DEPTH) throw new SyntaxFault(`nested more than ${MAX_DEPTH} levels deep`, start);
    const before = this.#expanded;
    this.#count(start, 1);
    const parent = this.#frame;
    const source =
      parent !== undefined && (parent.mergeAt !== undefined || (parent.source && parent.items !== undefined));
    const unsafe = tag === '!unsafe' || (this.#forgetful === undefined && parent?.unsafe === true);
    this.#frame = {
      start,
      end,
      flow,
      tag,
      anchored,
      before,
      unsafe,
      source,
      tuple: parent !== undefined && isPairListTag(parent.tag),
      items,
      pairs: [],
      raw: undefined,
      key: undefined,
      mergeAt: undefined,
      merged: undefined,
    };
    this.#stack.push(this.#frame);
  }

  #add(node: Node, end: number): void {
    const frame = this.#frame;
    if (frame === undefined) {
      this.root = node;
      return;
    }
    frame.end = end;
    if (frame.items !== undefined) {
      frame.items.push(node);
      return;
    }
    const { key } = frame;
    if (frame.mergeAt !== undefined) {
      this.#mergeKeys.merge((frame.merged ??= { pairs: [], fault: undefined }), frame.mergeAt, node);
      frame.mergeAt = undefined;
    } else if (key === undefined) frame.key = node;
    else {
      frame.key = undefined;
      if (key.kind !== 'scalar') frame.raw ??= [...frame.pairs];
      else frame.pairs.push({ key, value: node, mergedAt: undefined });
      frame.raw?.push({ key, value: node, mergedAt: undefined });
    }
  }

  #mapping(frame: Frame): Node {
    const own = frame.raw ?? frame.pairs;
    const all = frame.merged === undefined ? own : [...frame.merged.pairs, ...own];
    const unique = all === frame.pairs && !mayRepeat(frame.pairs);
    const pairs = unique ? frame.pairs : withoutDuplicates(all, frame.source || frame.tuple ? [] : this.duplicates);
    const isSet = isSetTag(frame.tag);
    const keys = isSet ? pairs.map((pair) => pair.key) : [];
    const node = isSet ? new Sequence(frame.start, frame.end, keys, true) : new Mapping(frame.start, frame.end, pairs);
    if (isSet || pairs.length < all.length) this.faults.keepPairs(node, all);
    if (frame.raw !== undefined) this.faults.noteUnhashable();
    if (frame.merged?.fault !== undefined) this.faults.noteMerge(node, frame.merged.fault);
    if (frame.tag !== '' && !isSet) this.#tags.mapping(node, frame.tag);
    return node;
  }

  #sequence(frame: Frame, items: readonly Node[]): Node {
    const node = new Sequence(frame.start, frame.end, items);
    return frame.tag === '' ? node : this.#tags.sequence(node, frame.tag);
  }
}
