/**
 * The YAML that inventories mostly hold: block mappings and lists, with texts, quotes and flow collections that end on
 * the line where they begin, and anchors of whole values; no merge keys, tags, block scalars or escapes.
 *
 * `compose` gives the same for it, token by token and event by event. Reading this much of it line by line takes a
 * quarter of the time while code is not hot, which for a thousand small files it hardly becomes.
 */
import type { Node, Pair } from '../tree.ts';
import { exact, Mapping, Scalar, Sequence } from '../tree.ts';
import { mayRepeat } from './keys.ts';
import { DEEPEST, InlineReader, PLAIN } from './plain-values.ts';
import { ValueFault } from './resolve.ts';

/** Tabs, other line breaks, byte-order marks, astral characters, and what YAML forbids. */
const UNUSUAL = /[^\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;
/** What stands before the first value: empty lines and those of comments, around `---`. */
const HEAD = /(?:(?: *(?:#[^\n]*)?\n)*---(?: +#[^\n]*| *)\n)?(?: *(?:#[^\n]*)?\n)* */y;
/** The rest of a line behind a value, such lines, and the indentation of the line behind them. */
const LINE_END = /(?: +#[^\n]*| *)\n(?: *(?:#[^\n]*)?\n)* */y;
/** An anchor between the colon of a key and its value. */
const ANCHOR = / &[\w-]+(?=[ \n])/y;

/** The tree of such a text; undefined for any other, which may be fine as well. */
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

/** Reads the lines of block collections; as of values within a line, undefined stands for what is not plain. */
class PlainReader extends InlineReader {
  /** The column of the line that is read next, or is being read; -1 behind the last. */
  #column = 0;

  document(): Node | undefined {
    this.takes(HEAD);
    this.#startLine();
    const root = this.#block(0);
    // A line that goes on with a text, or is misplaced, stands in no column of what is open: reading ends before it.
    return this.#column < 0 ? root : undefined;
  }

  #takesLineEnd(): boolean {
    if (!this.takes(LINE_END)) return false;
    this.#startLine();
    return true;
  }

  #startLine(): void {
    this.#column = this.at === this.text.length ? -1 : this.at - 1 - this.text.lastIndexOf('\n', this.at - 1);
  }

  /** A block mapping, whose first key is here, in the column of the line. */
  #mapping(depth: number): Mapping | undefined {
    if (depth > DEEPEST) return undefined;
    const column = this.#column;
    const start = this.at;
    const pairs: Pair[] = [];
    let end: number;
    do {
      const key = this.key();
      const value = key === undefined ? undefined : this.#value(column, depth);
      if (key === undefined || value === undefined) return undefined;
      pairs.push({ key, value, mergedAt: undefined });
      end = writtenEnd(value);
    } while (this.#column === column);
    if (this.isFull() || mayRepeat(pairs)) return undefined;
    return new Mapping(start, end, exact(pairs));
  }

  /** What stands behind the colon of a key in this column: to its end, and on to the line behind it. */
  #value(column: number, depth: number): Node | undefined {
    if (this.text[this.at + 1] !== '&') return this.#bareValue(column, depth);
    const start = this.at + 1;
    if (!this.takes(ANCHOR)) return undefined;
    const name = this.text.slice(start + 1, this.at);
    const before = this.values;
    const value = this.#bareValue(column, depth);
    // An alias has no anchor, and what is not written stands somewhere else.
    if (value === undefined || value.usedAt !== undefined || value.start === value.end || this.anchors.has(name))
      return undefined;
    const node = startingAt(start, value);
    this.anchors.set(name, { node, size: this.values - before });
    return node;
  }

  #bareValue(column: number, depth: number): Node | undefined {
    const at = this.at;
    if (!this.#takesLineEnd()) return this.#inLine(depth);
    if (this.#column > column) return this.#block(depth + 1);
    return this.#column === column && this.#isDash() ? this.#sequence(depth + 1) : this.#nothing(at);
  }

  /** The value that is not written here. */
  #nothing(at: number): Scalar | undefined {
    return this.isFull() ? undefined : new Scalar(at, at, 'null', null);
  }

  #isDash(): boolean {
    const { [this.at]: sign, [this.at + 1]: next } = this.text;
    return sign === '-' && (next === ' ' || next === '\n');
  }

  /** A mapping or a list that begins with the line. */
  #block(depth: number): Node | undefined {
    return this.#isDash() ? this.#sequence(depth) : this.#mapping(depth);
  }

  #sequence(depth: number): Sequence | undefined {
    if (depth > DEEPEST) return undefined;
    const column = this.#column;
    const start = this.at;
    const items: Node[] = [];
    let end: number;
    do {
      const item = this.#item(column, depth);
      if (item === undefined) return undefined;
      items.push(item);
      end = writtenEnd(item);
    } while (this.#column === column && this.#isDash());
    return this.isFull() ? undefined : new Sequence(start, end, exact(items));
  }

  #item(column: number, depth: number): Node | undefined {
    const at = ++this.at;
    if (this.#takesLineEnd()) return this.#column > column ? this.#block(depth + 1) : this.#nothing(at);
    this.takesBlanks();
    if (this.#isDash()) return undefined;
    if (!this.isAtKey()) return this.#inLine(depth);
    this.#column = column + this.at - at + 1;
    return this.#mapping(depth + 1);
  }

  /** A value that ends in this line; what may stand behind it is stepped over. */
  #inLine(depth: number): Node | undefined {
    this.takesBlanks();
    const node = this.node(PLAIN, depth);
    return node !== undefined && this.#takesLineEnd() ? node : undefined;
  }
}

/** Where a value ends in the collection that it is written in. */
function writtenEnd(node: Node): number {
  return (node.usedAt ?? node).end;
}

function startingAt(start: number, node: Node): Node {
  if (node.kind === 'mapping') return new Mapping(start, node.end, node.pairs);
  if (node.kind === 'sequence') return new Sequence(start, node.end, node.items);
  return new Scalar(start, node.end, node.type, node.value, node.style, node.mark);
}
