/**
 * Reads the Python literals that most inventories have: whole numbers, texts without escapes, lists and mappings of
 * these.
 *
 * `readPythonLiteral` gives the same for them, but it parses all of Python's expressions: with it alone, a listing of
 * 1,000 hosts in INI executes 46 % more instructions (`valgrind --tool=callgrind node --single-threaded dist/cli.cjs
 * inventory --list -i hosts.ini`).
 */
import { copyWithoutSpareRoom, Mapping, Scalar, Sequence } from './tree.ts';
import type { Node, Pair, Range } from './tree.ts';

/** The deepest value that is read here; the parser knows the limit. */
const DEEPEST = 20;
/** The most keys that are searched for equal ones. */
const MOST_KEYS = 20;

const ESCAPE_OR_UNUSUAL = /[\\\0\ud800-\udfff]/;
const NUMBER = /-?(?:0|[1-9]\d{0,14})/y;
const WORD = /True|False|None/y;

/**
 * Reads one line as a plain literal; undefined if it is not one, though it may be another kind of literal.
 *
 * The text stands at `offset` in its document. `whole` is the range of the outermost node.
 */
export function readPlainLiteral(text: string, offset: number, whole: Range): Node | undefined {
  if (!/^[-\d'"[{TFN]/.test(text) || ESCAPE_OR_UNUSUAL.test(text)) return undefined;
  const reader = new PlainReader(text, offset);
  const node = reader.value(whole.start - offset, whole.end - offset, 0);
  return reader.isAtEnd ? node : undefined;
}

class PlainReader {
  readonly #text: string;
  readonly #offset: number;
  #at = 0;

  constructor(text: string, offset: number) {
    this.#text = text;
    this.#offset = offset;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  /** `end`: the end of the node, if it is known already. */
  value(start: number, end: number | undefined, depth: number): Node | undefined {
    if (depth > DEEPEST) return undefined;
    switch (this.#text[this.#at]) {
      case "'":
      case '"': {
        const text = this.#quoted();
        return text === undefined ? undefined : this.#scalar('str', text, start, end);
      }
      case '[':
        return this.#list(start, end, depth);
      case '{':
        return this.#mapping(start, end, depth);
      default:
        return this.#constant(start, end);
    }
  }

  #scalar(type: 'null' | 'bool' | 'int' | 'str', value: Scalar['value'], start: number, end = this.#at): Scalar {
    return new Scalar(this.#offset + start, this.#offset + end, type, value, 'bare');
  }

  #quoted(): string | undefined {
    const text = this.#text;
    const start = this.#at + 1;
    const quote = text.charAt(this.#at);
    const end = text.indexOf(quote, start);
    // A third quote would open a text that goes on.
    if (end < 0 || (end === start && text[start + 1] === quote)) return undefined;
    this.#at = end + 1;
    return text.slice(start, end);
  }

  #constant(start: number, end: number | undefined): Scalar | undefined {
    const text = this.#text;
    const isNumber = this.#matches(NUMBER);
    if (!isNumber && !this.#matches(WORD)) return undefined;
    const from = this.#at;
    this.#at = (isNumber ? NUMBER : WORD).lastIndex;
    const written = text.slice(from, this.#at);
    // Whole numbers have no negative zero.
    if (isNumber) return this.#scalar('int', Number(written) + 0, start, end);
    if (written === 'None') return this.#scalar('null', null, start, end);
    return this.#scalar('bool', written === 'True', start, end);
  }

  #matches(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    return pattern.test(this.#text);
  }

  #list(start: number, end: number | undefined, depth: number): Sequence | undefined {
    const items: Node[] = [];
    this.#at++;
    for (let more = !this.#takes(']'); more; more = !this.#takes(']')) {
      if (items.length > 0 && !this.#takes(',')) return undefined;
      const item = this.value(this.#at, undefined, depth + 1);
      if (item === undefined) return undefined;
      items.push(item);
    }
    return new Sequence(this.#offset + start, this.#offset + (end ?? this.#at), copyWithoutSpareRoom(items));
  }

  #mapping(start: number, end: number | undefined, depth: number): Mapping | undefined {
    const pairs: Pair[] = [];
    this.#at++;
    for (let more = !this.#takes('}'); more; more = !this.#takes('}')) {
      if (pairs.length > 0 && !this.#takes(',')) return undefined;
      const keyStart = this.#at;
      const first = this.#text[keyStart];
      const name = first === "'" || first === '"' ? this.#quoted() : undefined;
      if (name === undefined || pairs.length === MOST_KEYS || hasKey(pairs, name)) return undefined;
      const key = this.#scalar('str', name, keyStart);
      const value = this.#takes(':') ? this.value(this.#at, undefined, depth + 1) : undefined;
      if (value === undefined) return undefined;
      pairs.push({ key, value, mergedAt: undefined });
    }
    return new Mapping(this.#offset + start, this.#offset + (end ?? this.#at), copyWithoutSpareRoom(pairs));
  }

  /** Skips a sign and the blanks around it, if it comes next. */
  #takes(sign: string): boolean {
    const text = this.#text;
    let at = this.#at;
    while (text[at] === ' ') at++;
    this.#at = at;
    if (text[at] !== sign) return false;
    at++;
    // The value ends after a closing bracket; the rest is not read.
    if (sign === ',' || sign === ':') while (text[at] === ' ') at++;
    this.#at = at;
    return true;
  }
}

function hasKey(pairs: readonly Pair[], name: string): boolean {
  for (const { key } of pairs) if (key.value === name) return true;
  return false;
}
