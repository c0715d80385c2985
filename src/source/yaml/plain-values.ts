/** Values of plain YAML that end on the line where they begin: texts, numbers, quotes, aliases, flow collections. */
import type { Node, Pair } from '../tree.ts';
import { aliased, exact, Mapping, MAX_VALUES, Scalar, Sequence } from '../tree.ts';
import { mayRepeat } from './keys.ts';
import { construct, plainTag } from './resolve.ts';

/** Deeper values are left to `compose`, which counts, and texts whose aliases stand for more than these. */
export const DEEPEST = 50;
const MOST_ALIASED = 100_000;

/** A line may have at most 1024 characters up to the colon of its key. */
const KEY = /[A-Za-z_][\w./-]{0,200}(?=:[ \n])/y;
const ALIAS = /\*[\w-]+(?=[ \n,\]}])/y;
const DOUBLE_QUOTED = /"[^"\\\n]*"/y;
const SINGLE_QUOTED = /'(?:[^'\n]|'')*'/y;
/** A text without quotes in a block collection; those in flow collections are mostly single words. */
export const PLAIN =
  /(?:[^ \n\-?:,[\]{}#&*!|>'"%@`]|[-?:](?=[^ \n]))(?:[^ \n:#]|:(?=[^ \n])|(?<=[^ ])#| +(?=[^ \n#]))*/y;
const FLOW_PLAIN = /(?:[\w./+]|-(?=\w))[\w./+-]*(?: +[\w./+-]+)*/y;

/** Each method reads what stands at `at`, and gives undefined where that is not plain. */
export class InlineReader {
  protected readonly text: string;
  protected at = 0;
  protected values = 0;
  /** Anchored values, with how many values each stands for. */
  protected readonly anchors = new Map<string, { readonly node: Node; readonly size: number }>();
  #aliased = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Steps over what matches here. */
  protected takes(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    if (!pattern.test(this.text)) return false;
    this.at = pattern.lastIndex;
    return true;
  }

  protected takesBlanks(): void {
    while (this.text[this.at] === ' ') this.at++;
  }

  /** Whether no text may have any more values. */
  protected isFull(): boolean {
    return ++this.values > MAX_VALUES;
  }

  protected isAtKey(): boolean {
    KEY.lastIndex = this.at;
    return KEY.test(this.text);
  }

  /** A key, and the colon behind it. */
  protected key(): Scalar | undefined {
    const start = this.at;
    if (!this.takes(KEY) || this.isFull()) return undefined;
    const name = this.text.slice(start, this.at);
    if (plainTag(name) !== 'str') return undefined;
    return new Scalar(start, this.at++, 'str', name);
  }

  /** A value; `plain` is what a text without quotes may be here. */
  protected node(plain: RegExp, depth: number): Node | undefined {
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
        return this.#alias();
      case '[':
        return this.#flowSequence(depth + 1);
      case '{':
        return this.#flowMapping(depth + 1);
      default: {
        if (!this.takes(plain)) return undefined;
        const written = this.text.slice(start, this.at);
        const type = plainTag(written);
        return type === 'str'
          ? new Scalar(start, this.at, 'str', written)
          : construct(type, written, start, this.at, 'plain', 'none');
      }
    }
  }

  #alias(): Node | undefined {
    const start = this.at;
    const anchored = this.takes(ALIAS) ? this.anchors.get(this.text.slice(start + 1, this.at)) : undefined;
    if (anchored === undefined || (this.#aliased += anchored.size) > MOST_ALIASED) return undefined;
    this.values += anchored.size;
    return aliased(anchored.node, { start, end: this.at });
  }

  #flowSequence(depth: number): Sequence | undefined {
    if (depth > DEEPEST) return undefined;
    const start = this.at++;
    const items: Node[] = [];
    for (let ended = this.#takesSign(']'); !ended; ended = this.#takesSign(']')) {
      if (items.length > 0 && !this.#takesSign(',')) return undefined;
      const item = this.node(FLOW_PLAIN, depth);
      if (item === undefined) return undefined;
      items.push(item);
    }
    return new Sequence(start, this.at, exact(items));
  }

  #flowMapping(depth: number): Mapping | undefined {
    if (depth > DEEPEST) return undefined;
    const start = this.at++;
    const pairs: Pair[] = [];
    for (let ended = this.#takesSign('}'); !ended; ended = this.#takesSign('}')) {
      if (pairs.length > 0 && !this.#takesSign(',')) return undefined;
      const key = this.key();
      if (key === undefined) return undefined;
      this.takesBlanks();
      const value = this.node(FLOW_PLAIN, depth);
      if (value === undefined) return undefined;
      pairs.push({ key, value, mergedAt: undefined });
    }
    return mayRepeat(pairs) ? undefined : new Mapping(start, this.at, exact(pairs));
  }

  /** Steps over a sign of a flow collection with the blanks before it and, if it is a comma, behind it. */
  #takesSign(sign: ']' | '}' | ','): boolean {
    this.takesBlanks();
    if (this.text[this.at] !== sign) return false;
    this.at++;
    if (sign === ',') this.takesBlanks();
    return true;
  }
}
