/**
 * The YAML that inventories mostly hold: block mappings and lists, with texts, quotes and flow collections that end on
 * the line where they begin, and anchors of whole values; no merge keys, tags, block scalars or escapes.
 *
 * `composeYaml` gives the same for it, token by token and event by event. Reading this much of it line by line takes a
 * quarter of the time while code is not hot, which for a thousand small files it hardly becomes.
 */
import type { Node, Pair } from '../tree.ts';
import { makeAliasedNode, copyWithoutSpareRoom, Mapping, MAX_VALUES, Scalar, Sequence } from '../tree.ts';
import { mayHaveEqualKeys } from './duplicate-keys.ts';
import { typedScalar, plainTag, ValueFault } from './typed-scalars.ts';

/** Tabs, other line breaks, byte-order marks, astral characters, and what YAML forbids. */
const UNUSUAL = /[^\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;
/** The text before the first value: empty lines and comments, around `---`. */
const HEAD = /(?:(?: *(?:#[^\n]*)?\n)*---(?: +#[^\n]*| *)\n)?(?: *(?:#[^\n]*)?\n)* */y;
/** The rest of a line after a value, empty lines and comments, and the indentation of the next line. */
const LINE_END = /(?: +#[^\n]*| *)\n(?: *(?:#[^\n]*)?\n)* */y;
/** An anchor between the colon of a key and its value. */
const ANCHOR = / &[\w-]+(?=[ \n])/y;

/** Deeper values are left to `composeYaml`, which counts, as are texts whose aliases refer to more values than this. */
const DEEPEST = 50;
const MOST_ALIASED = 100_000;

/** A line may have at most 1024 characters up to the colon of its key. */
const KEY = /[A-Za-z_][\w./-]{0,200}(?=:[ \n])/y;
const ALIAS = /\*[\w-]+(?=[ \n,\]}])/y;
const DOUBLE_QUOTED = /"[^"\\\n]*"/y;
const SINGLE_QUOTED = /'(?:[^'\n]|'')*'/y;
/** A text without quotes in a block collection; those in flow collections are mostly single words. */
const PLAIN = /(?:[^ \n\-?:,[\]{}#&*!|>'"%@`]|[-?:](?=[^ \n]))(?:[^ \n:#]|:(?=[^ \n])|(?<=[^ ])#| +(?=[^ \n#]))*/y;
const FLOW_PLAIN = /(?:[\w./+]|-(?=\w))[\w./+-]*(?: +[\w./+-]+)*/y;

/** The tree of a plain text; undefined for any other, which may be valid as well. */
export function readPlainYaml(text: string): Node | undefined {
  if (UNUSUAL.test(text)) return undefined;
  try {
    return new PlainReader(text.endsWith('\n') ? text : `${text}\n`).document();
  } catch (fault) {
    // V8 has no room for a pattern that goes on for millions of characters.
    if (fault instanceof ValueFault || fault instanceof RangeError) return undefined;
    throw fault;
  }
}

/** Each method reads what is at `at`, and gives undefined if that is not plain. */
class PlainReader {
  private readonly text: string;
  private at = 0;
  private values = 0;
  /** Anchored values, each with the number of values in it. */
  private readonly anchors = new Map<string, { readonly node: Node; readonly size: number }>();
  private aliased = 0;

  /** The column of the line that is read next, or is being read; -1 after the last. */
  private column = 0;

  constructor(text: string) {
    this.text = text;
  }

  document(): Node | undefined {
    this.takes(HEAD);
    this.startLine();
    const root = this.block(0);
    // A line that continues a text, or is misplaced, begins in no column of an open collection: reading ends before
    // it.
    return this.column < 0 ? root : undefined;
  }

  private takesLineEnd(): boolean {
    if (!this.takes(LINE_END)) return false;
    this.startLine();
    return true;
  }

  private startLine(): void {
    this.column = this.at === this.text.length ? -1 : this.at - 1 - this.text.lastIndexOf('\n', this.at - 1);
  }

  /** A block mapping, whose first key is here, in the column of the line. */
  private mapping(depth: number): Mapping | undefined {
    if (depth > DEEPEST) return undefined;
    const column = this.column;
    const start = this.at;
    const pairs: Pair[] = [];
    let end: number;
    do {
      const key = this.key();
      const value = key === undefined ? undefined : this.value(column, depth);
      if (key === undefined || value === undefined) return undefined;
      pairs.push({ key, value, mergedAt: undefined });
      end = writtenEnd(value);
    } while (this.column === column);
    if (this.isFull() || mayHaveEqualKeys(pairs)) return undefined;
    return new Mapping(start, end, copyWithoutSpareRoom(pairs));
  }

  /** The value after the colon of a key in this column; reading goes on to the line after it. */
  private value(column: number, depth: number): Node | undefined {
    if (this.text[this.at + 1] !== '&') return this.bareValue(column, depth);
    const start = this.at + 1;
    if (!this.takes(ANCHOR)) return undefined;
    const name = this.text.slice(start + 1, this.at);
    const before = this.values;
    const value = this.bareValue(column, depth);
    // An alias has no anchor, and a value that is not written has its place elsewhere.
    if (value === undefined || value.usedAt !== undefined || value.start === value.end || this.anchors.has(name))
      return undefined;
    const node = startingAt(start, value);
    this.anchors.set(name, { node, size: this.values - before });
    return node;
  }

  private bareValue(column: number, depth: number): Node | undefined {
    const at = this.at;
    if (!this.takesLineEnd()) return this.inLine(depth);
    if (this.column > column) return this.block(depth + 1);
    return this.column === column && this.isDash() ? this.sequence(depth + 1) : this.nothing(at);
  }

  /** The value that is not written here. */
  private nothing(at: number): Scalar | undefined {
    return this.isFull() ? undefined : new Scalar(at, at, 'null', null);
  }

  private isDash(): boolean {
    const { [this.at]: sign, [this.at + 1]: next } = this.text;
    return sign === '-' && (next === ' ' || next === '\n');
  }

  /** A mapping or a list that begins with the line. */
  private block(depth: number): Node | undefined {
    return this.isDash() ? this.sequence(depth) : this.mapping(depth);
  }

  private sequence(depth: number): Sequence | undefined {
    if (depth > DEEPEST) return undefined;
    const column = this.column;
    const start = this.at;
    const items: Node[] = [];
    let end: number;
    do {
      const item = this.item(column, depth);
      if (item === undefined) return undefined;
      items.push(item);
      end = writtenEnd(item);
    } while (this.column === column && this.isDash());
    return this.isFull() ? undefined : new Sequence(start, end, copyWithoutSpareRoom(items));
  }

  private item(column: number, depth: number): Node | undefined {
    const at = ++this.at;
    if (this.takesLineEnd()) return this.column > column ? this.block(depth + 1) : this.nothing(at);
    this.takesBlanks();
    if (this.isDash()) return undefined;
    if (!this.isAtKey()) return this.inLine(depth);
    this.column = column + this.at - at + 1;
    return this.mapping(depth + 1);
  }

  /** A value that ends in this line; a comment after it is stepped over. */
  private inLine(depth: number): Node | undefined {
    this.takesBlanks();
    const node = this.node(PLAIN, depth);
    return node !== undefined && this.takesLineEnd() ? node : undefined;
  }

  /** Steps over what matches here. */
  private takes(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    if (!pattern.test(this.text)) return false;
    this.at = pattern.lastIndex;
    return true;
  }

  private takesBlanks(): void {
    while (this.text[this.at] === ' ') this.at++;
  }

  /** Tells whether the text has as many values as one may have. */
  private isFull(): boolean {
    return ++this.values > MAX_VALUES;
  }

  private isAtKey(): boolean {
    KEY.lastIndex = this.at;
    return KEY.test(this.text);
  }

  /** A key, and the colon after it. */
  private key(): Scalar | undefined {
    const start = this.at;
    if (!this.takes(KEY) || this.isFull()) return undefined;
    const name = this.text.slice(start, this.at);
    if (plainTag(name) !== 'str') return undefined;
    return new Scalar(start, this.at++, 'str', name);
  }

  /** A value; `plain` is what a text without quotes may be here. */
  private node(plain: RegExp, depth: number): Node | undefined {
    const start = this.at;
    if (this.isFull()) return undefined;
    switch (this.text[start]) {
      case '"':
        return this.takes(DOUBLE_QUOTED)
          ? new Scalar(start, this.at, 'str', this.text.slice(start + 1, this.at - 1), 'double')
          : undefined;
      case "'": {
        if (!this.takes(SINGLE_QUOTED)) return undefined;
        const written = this.text.slice(start + 1, this.at - 1);
        return new Scalar(start, this.at, 'str', written.replaceAll("''", "'"), 'single');
      }
      case '*':
        return this.alias();
      case '[':
        return this.flowSequence(depth + 1);
      case '{':
        return this.flowMapping(depth + 1);
      default: {
        if (!this.takes(plain)) return undefined;
        const written = this.text.slice(start, this.at);
        const type = plainTag(written);
        return type === 'str'
          ? new Scalar(start, this.at, 'str', written)
          : typedScalar(type, written, start, this.at, 'plain', 'none');
      }
    }
  }

  private alias(): Node | undefined {
    const start = this.at;
    const anchored = this.takes(ALIAS) ? this.anchors.get(this.text.slice(start + 1, this.at)) : undefined;
    if (anchored === undefined || (this.aliased += anchored.size) > MOST_ALIASED) return undefined;
    this.values += anchored.size;
    return makeAliasedNode(anchored.node, { start, end: this.at });
  }

  private flowSequence(depth: number): Sequence | undefined {
    if (depth > DEEPEST) return undefined;
    const start = this.at++;
    const items: Node[] = [];
    for (let ended = this.takesSign(']'); !ended; ended = this.takesSign(']')) {
      if (items.length > 0 && !this.takesSign(',')) return undefined;
      const item = this.node(FLOW_PLAIN, depth);
      if (item === undefined) return undefined;
      items.push(item);
    }
    return new Sequence(start, this.at, copyWithoutSpareRoom(items));
  }

  private flowMapping(depth: number): Mapping | undefined {
    if (depth > DEEPEST) return undefined;
    const start = this.at++;
    const pairs: Pair[] = [];
    for (let ended = this.takesSign('}'); !ended; ended = this.takesSign('}')) {
      if (pairs.length > 0 && !this.takesSign(',')) return undefined;
      const key = this.key();
      if (key === undefined) return undefined;
      this.takesBlanks();
      const value = this.node(FLOW_PLAIN, depth);
      if (value === undefined) return undefined;
      pairs.push({ key, value, mergedAt: undefined });
    }
    return mayHaveEqualKeys(pairs) ? undefined : new Mapping(start, this.at, copyWithoutSpareRoom(pairs));
  }

  /** Steps over a sign of a flow collection with the blanks before it and, if it is a comma, after it. */
  private takesSign(sign: ']' | '}' | ','): boolean {
    this.takesBlanks();
    if (this.text[this.at] !== sign) return false;
    this.at++;
    if (sign === ',') this.takesBlanks();
    return true;
  }
}

/** The end of a value in the collection that it is written in. */
function writtenEnd(node: Node): number {
  return (node.usedAt ?? node).end;
}

function startingAt(start: number, node: Node): Node {
  if (node.kind === 'mapping') return new Mapping(start, node.end, node.pairs);
  if (node.kind === 'sequence') return new Sequence(start, node.end, node.items);
  return new Scalar(start, node.end, node.type, node.value, node.style, node.mark);
}
