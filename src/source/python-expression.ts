/**
 * A parser for Python expressions. It keeps the parts of literals, and checks of all else only that it is
 * well-formed.
 */
import { Cursor, invalidSyntax } from './python-token.ts';
import type { Range } from './tree.ts';
import { SIMPLE_ESCAPES } from './python.ts';

/** The binary operators by precedence, the lowest first. */
const BY_LEVEL: readonly (readonly string[])[] = [
  ['|'],
  ['^'],
  ['&'],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '//', '%', '@'],
];
const COMPARISONS = new Set(['==', '!=', '<', '>', '<=', '>=', 'in', 'is', 'not']);

/** Parses one expression or unparenthesized tuple, as Python 3.11 does in `eval` mode. Throws `invalidSyntax`. */
export function parsePythonExpression(line: string): PythonExpression {
  const parser = new Parser(line);
  const expression = parser.expressions();
  parser.expect('');
  return expression;
}

/** The methods are named after the rules of Python's grammar that they read. */
class Parser extends Cursor {
  expressions(): PythonExpression {
    const first = this.expression();
    if (!this.sees(',')) return first;
    const items = [first];
    while (this.accept(',') && !this.sees('')) items.push(this.expression());
    return { kind: 'tuple', items, start: first.start, end: this.end };
  }

  /** Makes an expression that is not a literal from the text since `start`. */
  other(start: number, target = false): PythonExpression {
    return { kind: 'other', target, start, end: this.end };
  }

  expression(): PythonExpression {
    // Nearly every element is one; the way down through all operators takes ten times as long.
    if (this.standsAlone) return this.#atom();
    const { start } = this.token;
    if (this.accept('lambda')) {
      readParameters(this);
    } else {
      const node = this.disjunction();
      if (!this.accept('if')) return node;
      this.disjunction();
      this.expect('else');
    }
    this.deeper(() => this.expression());
    return this.other(start);
  }

  disjunction(): PythonExpression {
    const { start } = this.token;
    const node = this.#inversion();
    let joined = false;
    while (this.accept('or') || this.accept('and')) {
      this.#inversion();
      joined = true;
    }
    return joined ? this.other(start) : node;
  }

  #inversion(): PythonExpression {
    const { start } = this.token;
    let inverted = false;
    while (this.accept('not')) inverted = true;
    const node = this.#comparison();
    return inverted ? this.other(start) : node;
  }

  #comparison(): PythonExpression {
    const { start } = this.token;
    let node = this.binary();
    while (COMPARISONS.has(this.token.text) && this.token.kind !== 'string') {
      if (this.accept('not')) this.expect('in');
      else if (this.accept('is')) this.accept('not');
      else this.skip();
      this.binary();
      node = this.other(start);
    }
    return node;
  }

  /** Reads operands joined by the operators of a level, or of a higher one. */
  binary(level = 0): PythonExpression {
    const operators = BY_LEVEL[level];
    if (operators === undefined) return this.#factor();
    const { start } = this.token;
    let left = this.binary(level + 1);
    while (this.token.kind === 'operator' && operators.includes(this.token.text)) {
      const { text } = this.token;
      this.skip();
      const right = this.binary(level + 1);
      const additive = text === '+' || text === '-';
      left = additive ? { kind: 'sum', minus: text === '-', left, right, start, end: this.end } : this.other(start);
    }
    return left;
  }

  #factor(): PythonExpression {
    const { start, text, kind } = this.token;
    if (kind !== 'operator' || !'+-~'.includes(text)) return this.#power();
    this.skip();
    const operand = this.deeper(() => this.#factor());
    return text === '~' ? this.other(start) : { kind: 'signed', minus: text === '-', operand, start, end: this.end };
  }

  #power(): PythonExpression {
    const { start } = this.token;
    const awaited = this.accept('await');
    let node = this.primary();
    if (awaited) node = this.other(start);
    if (!this.accept('**')) return node;
    this.deeper(() => this.#factor());
    return this.other(start);
  }

  primary(): PythonExpression {
    const { start } = this.token;
    let node = this.#atom();
    for (;;) {
      if (this.accept('.')) {
        this.expectName();
        node = this.other(start, true);
      } else if (this.accept('(')) {
        const empty = this.accept(')');
        if (!empty) readCallArguments(this);
        const isSet = empty && node.kind === 'other' && node.name === 'set';
        node = isSet ? { kind: 'empty set', start, end: this.end } : this.other(start);
      } else if (this.accept('[')) {
        readSlices(this);
        node = this.other(start, true);
      } else return node;
    }
  }

  #atom(): PythonExpression {
    const { kind, text, start, end } = this.token;
    if (kind === 'string') return this.#strings();
    this.skip();
    if (kind === 'number') return { kind: 'constant', constant: decodeNumber(text), start, end };
    if (kind === 'name') return { kind: 'other', target: true, name: text.normalize('NFKC'), start, end };
    switch (text) {
      case 'None':
        return { kind: 'constant', constant: { type: 'null', value: null }, start, end };
      case 'True':
      case 'False':
        return { kind: 'constant', constant: { type: 'bool', value: text === 'True' }, start, end };
      case '...':
        return { kind: 'constant', constant: { type: 'ellipsis', value: '...' }, start, end };
      case '(':
        return readParenthesized(this, start);
      case '[':
        return readList(this, start);
      case '{':
        return readBraced(this, start);
      default:
        throw invalidSyntax;
    }
  }

  /** Reads adjacent strings, which are joined. */
  #strings(): PythonExpression {
    const { start } = this.token;
    const texts: string[] = [];
    while (this.token.kind === 'string') {
      texts.push(this.token.text);
      this.skip();
    }
    const constant = decodeString(texts);
    return constant === undefined ? this.other(start) : { kind: 'constant', constant, start, end: this.end };
  }

  named(): PythonExpression {
    const { start, kind } = this.token;
    if (kind !== 'name' || !this.sees(':=', 1)) return this.expression();
    this.skip(2);
    this.expression();
    return { kind: 'other', target: false, form: 'named', start, end: this.end };
  }
}

/**
 * A node of the syntax tree.
 * - `signed`: `+operand` or `-operand`; `sum`: `left + right` or `left - right`.
 * - `empty set`: the call `set()`, the only one that a literal may hold.
 * - `other`: any expression that is not a literal; `target` says whether a `for` may assign to it, `form` that only
 *   some places may hold it (`*x`, `x := y`).
 */
export type PythonExpression = Range &
  (
    | { readonly kind: 'constant'; readonly constant: Constant }
    | { readonly kind: 'tuple' | 'list' | 'set'; readonly items: readonly PythonExpression[] }
    | {
        readonly kind: 'dict';
        readonly entries: readonly (readonly [key: PythonExpression, value: PythonExpression])[];
      }
    | { readonly kind: 'signed'; readonly minus: boolean; readonly operand: PythonExpression }
    | {
        readonly kind: 'sum';
        readonly minus: boolean;
        readonly left: PythonExpression;
        readonly right: PythonExpression;
      }
    | { readonly kind: 'empty set' }
    | { readonly kind: 'other'; readonly target: boolean; readonly name?: string; readonly form?: 'starred' | 'named' }
  );

/** Tells whether a node may be in some places only; with `form`, whether it has this form. */
function isForm(node: PythonExpression, form?: 'starred' | 'named'): boolean {
  return node.kind === 'other' && (form === undefined ? node.form !== undefined : node.form === form);
}

/** Tells whether a `for` may assign to a node. */
function isTarget(node: PythonExpression): boolean {
  return node.kind === 'other'
    ? node.target
    : (node.kind === 'tuple' || node.kind === 'list') && node.items.every(isTarget);
}

/**
 * A constant of Python. `int` is a number or, beyond the safe integers, a bigint; `complex` is only the imaginary
 * part; `bytes` holds one character for each byte.
 */
export type Constant =
  | { readonly type: 'null'; readonly value: null }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'int'; readonly value: number | bigint }
  | { readonly type: 'float' | 'complex'; readonly value: number }
  | { readonly type: 'str' | 'bytes' | 'ellipsis'; readonly value: string };

/** Python's limit for the conversion of decimal digits. */
const MAX_DIGITS = 4300;

const PARTS = /^([a-z]*)('''|"""|'|")([^]*)\2$/i;
const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|([^]))/g;

/** The value of a number token. Throws `invalidSyntax` for more decimal digits than Python converts. */
function decodeNumber(token: string): Constant {
  const digits = token.replaceAll('_', '');
  if (/^0[xob]/i.test(digits)) return integer(digits);
  if (/j$/i.test(digits)) return { type: 'complex', value: Number(digits.slice(0, -1)) };
  if (/[.e]/i.test(digits)) return { type: 'float', value: Number(digits) };
  if (digits.length > MAX_DIGITS) throw invalidSyntax;
  return integer(digits);
}

function integer(digits: string): Constant {
  const value = Number(digits);
  return { type: 'int', value: Number.isSafeInteger(value) ? value : BigInt(digits) };
}

/**
 * The value of adjacent string tokens; undefined if one of them is formatted (`f''`), because that is not a constant.
 * Throws `invalidSyntax` if text and bytes are mixed or an escape is broken; the fields of a formatted one are not
 * looked into. Names of characters (`\N{DASH}`) are not known here: a string with one is taken for broken.
 */
function decodeString(tokens: readonly string[]): Constant | undefined {
  let joined = '';
  let formatted = false;
  const bytes = isBytes(tokens[0] ?? '');
  for (const token of tokens) {
    if (isBytes(token) !== bytes) throw invalidSyntax;
    const [, prefix = '', , body = ''] = PARTS.exec(token) ?? [];
    if (bytes && /[^\0-\x7f]/.test(body)) throw invalidSyntax;
    if (/f/i.test(prefix)) formatted = true;
    joined += /r/i.test(prefix) ? body : unescape(body, bytes);
  }
  return formatted ? undefined : { type: bytes ? 'bytes' : 'str', value: joined };
}

function isBytes(token: string): boolean {
  return /^r?b/i.test(token);
}

function unescape(body: string, bytes: boolean): string {
  if (!body.includes('\\')) return body;
  return body.replace(ESCAPE, (written, x?: string, u?: string, U?: string, octal?: string, letter?: string) => {
    const code = u ?? U;
    if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8) & (bytes ? 0xff : 0x1ff));
    if (x !== undefined) return String.fromCharCode(parseInt(x, 16));
    if (code !== undefined) return bytes ? written : character(parseInt(code, 16));
    if (letter === 'x' || (!bytes && letter !== undefined && 'uUN'.includes(letter))) throw invalidSyntax;
    return SIMPLE_ESCAPES[letter ?? ''] ?? written;
  });
}

function character(code: number): string {
  if (code > 0x10ffff) throw invalidSyntax;
  return String.fromCodePoint(code);
}

/** Reads what `(` opens: a tuple, or an expression in parentheses. */
function readParenthesized(parser: Parser, start: number): PythonExpression {
  if (parser.accept(')')) return { kind: 'tuple', items: [], start, end: parser.end };
  if (parser.accept('yield')) {
    if (parser.accept('from')) parser.expression();
    else readItems(parser, ')', false);
    parser.expect(')');
    return parser.other(start);
  }
  const first = readItem(parser);
  if (parser.accept(',')) {
    const items = [first, ...readItems(parser, ')')];
    parser.expect(')');
    return { kind: 'tuple', items, start, end: parser.end };
  }
  if (isForm(first, 'starred')) throw invalidSyntax;
  const comprehension = readComprehension(parser, first);
  parser.expect(')');
  return comprehension || isForm(first, 'named') ? parser.other(start) : first;
}

/** Reads what `[` opens. */
function readList(parser: Parser, start: number): PythonExpression {
  const items = readItems(parser, ']');
  const comprehension = items.length === 1 && readComprehension(parser, items[0]);
  parser.expect(']');
  return comprehension ? parser.other(start) : { kind: 'list', items, start, end: parser.end };
}

/** Reads what `{` opens: a set or a dictionary. */
function readBraced(parser: Parser, start: number): PythonExpression {
  if (parser.sees('}') || parser.sees('**')) return readDictionary(parser, start, undefined);
  const first = readItem(parser);
  if (parser.sees(':') && !isForm(first)) return readDictionary(parser, start, first);
  const items = parser.accept(',') ? [first, ...readItems(parser, '}')] : [first];
  const comprehension = items.length === 1 && readComprehension(parser, first);
  parser.expect('}');
  return comprehension ? parser.other(start) : { kind: 'set', items, start, end: parser.end };
}

/** The rest of a dictionary whose first key was read, unless it starts with `**` or is empty. */
function readDictionary(parser: Parser, start: number, first: PythonExpression | undefined): PythonExpression {
  const entries: (readonly [PythonExpression, PythonExpression])[] = [];
  let key = first;
  while (!parser.sees('}')) {
    if (key === undefined && parser.accept('**')) {
      const unpacked = parser.binary();
      entries.push([parser.other(unpacked.start), unpacked]);
    } else {
      key ??= parser.expression();
      parser.expect(':');
      entries.push([key, parser.expression()]);
      if (entries.length === 1 && readComprehension(parser, key)) {
        parser.expect('}');
        return parser.other(start);
      }
    }
    key = undefined;
    if (!parser.accept(',')) break;
  }
  parser.expect('}');
  return { kind: 'dict', entries, start, end: parser.end };
}

/** Reads items up to a closing bracket, which is left; a comma may come before it. */
function readItems(parser: Parser, close: string, named = true): PythonExpression[] {
  const items: PythonExpression[] = [];
  while (!parser.sees(close)) {
    items.push(readItem(parser, named));
    if (!parser.accept(',')) break;
  }
  return items;
}

function readItem(parser: Parser, named = true): PythonExpression {
  const { start } = parser.token;
  if (parser.accept('*')) {
    const target = isTarget(parser.binary());
    return { kind: 'other', target, form: 'starred', start, end: parser.end };
  }
  return named ? parser.named() : parser.expression();
}

/** Reads the names between `lambda` and its colon. */
function readParameters(parser: Parser): void {
  let slash = false;
  let star: 'none' | 'bare' | 'done' = 'none';
  let defaults = false;
  for (let count = 0; !parser.accept(':'); count++) {
    if (count > 0) {
      parser.expect(',');
      if (parser.sees(':')) continue;
    }
    if (parser.accept('**')) {
      if (star === 'bare') throw invalidSyntax;
      parser.expectName();
      parser.accept(',');
      parser.expect(':');
      return;
    }
    if (parser.accept('/')) {
      if (slash || count === 0 || star !== 'none') throw invalidSyntax;
      slash = true;
    } else if (parser.accept('*')) {
      if (star !== 'none') throw invalidSyntax;
      star = parser.sees(',') ? 'bare' : 'done';
      if (star === 'done') parser.expectName();
    } else {
      parser.expectName();
      if (parser.accept('=')) {
        parser.expression();
        defaults = true;
      } else if (defaults && star === 'none') throw invalidSyntax;
      if (star === 'bare') star = 'done';
    }
  }
  if (star === 'bare') throw invalidSyntax;
}

/** Reads the `for` clauses after an element; returns false if there are none. */
function readComprehension(parser: Parser, element: PythonExpression | undefined): boolean {
  if (!startsClause(parser)) return false;
  if (element === undefined || isForm(element, 'starred')) throw invalidSyntax;
  while (startsClause(parser)) {
    parser.accept('async');
    parser.expect('for');
    do readTarget(parser);
    while (parser.accept(',') && !parser.sees('in'));
    parser.expect('in');
    parser.disjunction();
    while (parser.accept('if')) parser.disjunction();
  }
  return true;
}

function startsClause(parser: Parser): boolean {
  return parser.sees('for') || (parser.sees('async') && parser.sees('for', 1));
}

function readTarget(parser: Parser): void {
  parser.accept('*');
  if (!isTarget(parser.primary())) throw invalidSyntax;
}

/** Reads the arguments of a call with the closing parenthesis. */
function readCallArguments(parser: Parser): void {
  let latest: 'positional' | 'keyword' | 'unpacked' = 'positional';
  for (let count = 0; !parser.accept(')'); count++) {
    if (count > 0) {
      parser.expect(',');
      if (parser.sees(')')) continue;
    }
    if (parser.accept('**')) {
      parser.expression();
      latest = 'unpacked';
    } else if (parser.accept('*')) {
      if (latest === 'unpacked') throw invalidSyntax;
      parser.expression();
    } else if (parser.token.kind === 'name' && parser.sees('=', 1)) {
      parser.skip(2);
      parser.expression();
      if (latest === 'positional') latest = 'keyword';
    } else {
      if (latest !== 'positional') throw invalidSyntax;
      const element = parser.named();
      if (count === 0 && readComprehension(parser, element)) {
        parser.expect(')');
        return;
      }
    }
  }
}

/** Reads a subscript with the closing bracket. */
function readSlices(parser: Parser): void {
  do {
    if (parser.accept('*')) parser.expression();
    else {
      const first = parser.sees(':') ? undefined : parser.named();
      if (first !== undefined && isForm(first)) continue;
      for (let colons = 0; colons < 2 && parser.accept(':'); colons++)
        if (!parser.sees(':') && !parser.sees(',') && !parser.sees(']')) parser.expression();
    }
  } while (parser.accept(',') && !parser.sees(']'));
  parser.expect(']');
}
