/** A parser for Python expressions that keeps what a literal is made of, and of the rest only that it is well-formed. */
import { decodeNumber, decodeString } from './python-constant.ts';
import type { Constant } from './python-constant.ts';
import { invalidSyntax, tokenize } from './python-token.ts';
import type { Token } from './python-token.ts';
import type { Range } from './tree.ts';

/**
 * A node of the syntax tree.
 * - `signed`: `+operand` or `-operand`; `sum`: `left + right` or `left - right`.
 * - `empty set`: the call `set()`, the only one that a literal may hold.
 * - `other`: any expression that is no literal; `target` says whether a `for` may assign to it, `form` that only some
 *   places may hold it (`*x`, `x := y`).
 */
export type Expression = Range &
  (
    | { readonly kind: 'constant'; readonly constant: Constant }
    | { readonly kind: 'tuple' | 'list' | 'set'; readonly items: readonly Expression[] }
    | { readonly kind: 'dict'; readonly entries: readonly (readonly [key: Expression, value: Expression])[] }
    | { readonly kind: 'signed'; readonly minus: boolean; readonly operand: Expression }
    | { readonly kind: 'sum'; readonly minus: boolean; readonly left: Expression; readonly right: Expression }
    | { readonly kind: 'empty set' }
    | { readonly kind: 'other'; readonly target: boolean; readonly name?: string; readonly form?: 'starred' | 'named' }
  );

const maximumDepth = 1000;

const binary: readonly (readonly string[])[] = [
  ['|'],
  ['^'],
  ['&'],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '//', '%', '@'],
];
const comparisons = new Set(['==', '!=', '<', '>', '<=', '>=', 'in', 'is', 'not']);

/** Parses one expression or unparenthesized tuple, as Python 3.11 does in `eval` mode. Throws `invalidSyntax`. */
export function parseExpression(line: string): Expression {
  const parser = new Parser(tokenize(line));
  const expression = parser.expressions();
  parser.expect('');
  return expression;
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  expressions(): Expression {
    const first = this.#expression();
    if (!this.#sees(',')) return first;
    const items = [first];
    while (this.#accept(',') && !this.#sees('')) items.push(this.#expression());
    return { kind: 'tuple', items, start: first.start, end: this.#end() };
  }

  expect(text: string): void {
    if (!this.#accept(text)) throw invalidSyntax;
  }

  get #token(): Token {
    const token = this.#tokens[Math.min(this.#at, this.#tokens.length - 1)];
    if (token === undefined) throw invalidSyntax;
    return token;
  }

  /** The end of the token before. */
  #end(): number {
    return this.#tokens[this.#at - 1]?.end ?? 0;
  }

  #sees(text: string, ahead = 0): boolean {
    const token = this.#tokens[this.#at + ahead];
    return token?.text === text && token.kind !== 'string';
  }

  #accept(text: string): boolean {
    if (!this.#sees(text)) return false;
    this.#at++;
    return true;
  }

  #other(start: number, target = false): Expression {
    return { kind: 'other', target, start, end: this.#end() };
  }

  #expression(): Expression {
    if (++this.#depth > maximumDepth) throw invalidSyntax;
    const { start } = this.#token;
    let node: Expression;
    if (this.#accept('lambda')) {
      this.#parameters();
      this.#expression();
      node = this.#other(start);
    } else {
      node = this.#disjunction();
      if (this.#accept('if')) {
        this.#disjunction();
        this.expect('else');
        this.#expression();
        node = this.#other(start);
      }
    }
    this.#depth--;
    return node;
  }

  /** The names between `lambda` and its colon. */
  #parameters(): void {
    let slash = false;
    let star: 'none' | 'bare' | 'done' = 'none';
    let defaults = false;
    for (let count = 0; !this.#accept(':'); count++) {
      if (count > 0) {
        this.expect(',');
        if (this.#sees(':')) continue;
      }
      if (this.#accept('**')) {
        if (star === 'bare') throw invalidSyntax;
        this.#name();
        this.#accept(',');
        this.expect(':');
        return;
      }
      if (this.#accept('/')) {
        if (slash || count === 0 || star !== 'none') throw invalidSyntax;
        slash = true;
      } else if (this.#accept('*')) {
        if (star !== 'none') throw invalidSyntax;
        star = this.#sees(',') ? 'bare' : 'done';
        if (star === 'done') this.#name();
      } else {
        this.#name();
        if (this.#accept('=')) {
          this.#expression();
          defaults = true;
        } else if (defaults && star === 'none') throw invalidSyntax;
        if (star === 'bare') star = 'done';
      }
    }
    if (star === 'bare') throw invalidSyntax;
  }

  #name(): void {
    if (this.#token.kind !== 'name') throw invalidSyntax;
    this.#at++;
  }

  #disjunction(): Expression {
    const { start } = this.#token;
    const node = this.#inversion();
    let joined = false;
    while (this.#accept('or') || this.#accept('and')) {
      this.#inversion();
      joined = true;
    }
    return joined ? this.#other(start) : node;
  }

  #inversion(): Expression {
    const { start } = this.#token;
    let inverted = false;
    while (this.#accept('not')) inverted = true;
    const node = this.#comparison();
    return inverted ? this.#other(start) : node;
  }

  #comparison(): Expression {
    const { start } = this.#token;
    let node = this.#binary(0);
    while (comparisons.has(this.#token.text) && this.#token.kind !== 'string') {
      if (this.#accept('not')) this.expect('in');
      else if (this.#accept('is')) this.#accept('not');
      else this.#at++;
      this.#binary(0);
      node = this.#other(start);
    }
    return node;
  }

  #binary(level: number): Expression {
    const operators = binary[level];
    if (operators === undefined) return this.#factor();
    const { start } = this.#token;
    let left = this.#binary(level + 1);
    while (this.#token.kind === 'operator' && operators.includes(this.#token.text)) {
      const { text } = this.#token;
      this.#at++;
      const right = this.#binary(level + 1);
      const additive = text === '+' || text === '-';
      left = additive ? { kind: 'sum', minus: text === '-', left, right, start, end: this.#end() } : this.#other(start);
    }
    return left;
  }

  #factor(): Expression {
    const { start, text, kind } = this.#token;
    if (kind !== 'operator' || !'+-~'.includes(text)) return this.#power();
    if (++this.#depth > maximumDepth) throw invalidSyntax;
    this.#at++;
    const operand = this.#factor();
    this.#depth--;
    return text === '~'
      ? this.#other(start)
      : { kind: 'signed', minus: text === '-', operand, start, end: this.#end() };
  }

  #power(): Expression {
    const { start } = this.#token;
    const awaited = this.#accept('await');
    let node = this.#primary();
    if (awaited) node = this.#other(start);
    if (!this.#accept('**')) return node;
    if (++this.#depth > maximumDepth) throw invalidSyntax;
    this.#factor();
    this.#depth--;
    return this.#other(start);
  }

  #primary(): Expression {
    const { start } = this.#token;
    let node = this.#atom();
    for (;;) {
      if (this.#accept('.')) {
        this.#name();
        node = this.#other(start, true);
      } else if (this.#accept('(')) {
        const empty = this.#accept(')');
        if (!empty) this.#arguments();
        const isSet = empty && node.kind === 'other' && node.name === 'set';
        node = isSet ? { kind: 'empty set', start, end: this.#end() } : this.#other(start);
      } else if (this.#accept('[')) {
        this.#slices();
        node = this.#other(start, true);
      } else return node;
    }
  }

  #atom(): Expression {
    const { kind, text, start, end } = this.#token;
    if (kind === 'string') return this.#strings();
    this.#at++;
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
        return this.#parenthesized(start);
      case '[':
        return this.#list(start);
      case '{':
        return this.#braced(start);
      default:
        throw invalidSyntax;
    }
  }

  /** Adjacent strings, which join. */
  #strings(): Expression {
    const { start } = this.#token;
    const texts: string[] = [];
    while (this.#token.kind === 'string') {
      texts.push(this.#token.text);
      this.#at++;
    }
    const constant = decodeString(texts);
    return constant === undefined ? this.#other(start) : { kind: 'constant', constant, start, end: this.#end() };
  }

  #parenthesized(start: number): Expression {
    if (this.#accept(')')) return { kind: 'tuple', items: [], start, end: this.#end() };
    if (this.#accept('yield')) {
      if (this.#accept('from')) this.#expression();
      else this.#items(')', false);
      this.expect(')');
      return this.#other(start);
    }
    const first = this.#item();
    if (this.#accept(',')) {
      const items = [first, ...this.#items(')')];
      this.expect(')');
      return { kind: 'tuple', items, start, end: this.#end() };
    }
    if (isForm(first, 'starred')) throw invalidSyntax;
    const comprehension = this.#comprehension(first);
    this.expect(')');
    return comprehension || isForm(first, 'named') ? this.#other(start) : first;
  }

  #list(start: number): Expression {
    const items = this.#items(']');
    const comprehension = items.length === 1 && this.#comprehension(items[0]);
    this.expect(']');
    return comprehension ? this.#other(start) : { kind: 'list', items, start, end: this.#end() };
  }

  #braced(start: number): Expression {
    if (this.#sees('}') || this.#sees('**')) return this.#dict(start, undefined);
    const first = this.#item();
    if (this.#sees(':') && !isForm(first)) return this.#dict(start, first);
    const items = this.#accept(',') ? [first, ...this.#items('}')] : [first];
    const comprehension = items.length === 1 && this.#comprehension(first);
    this.expect('}');
    return comprehension ? this.#other(start) : { kind: 'set', items, start, end: this.#end() };
  }

  /** The rest of a mapping whose first key was read, unless it starts with `**` or is empty. */
  #dict(start: number, first: Expression | undefined): Expression {
    const entries: (readonly [Expression, Expression])[] = [];
    let key = first;
    while (!this.#sees('}')) {
      if (key === undefined && this.#accept('**')) {
        const unpacked = this.#binary(0);
        entries.push([this.#other(unpacked.start), unpacked]);
      } else {
        key ??= this.#expression();
        this.expect(':');
        entries.push([key, this.#expression()]);
        if (entries.length === 1 && this.#comprehension(key)) {
          this.expect('}');
          return this.#other(start);
        }
      }
      key = undefined;
      if (!this.#accept(',')) break;
    }
    this.expect('}');
    return { kind: 'dict', entries, start, end: this.#end() };
  }

  /** Items up to a closing bracket, which stays; a last comma may stand before it. */
  #items(close: string, named = true): Expression[] {
    const items: Expression[] = [];
    while (!this.#sees(close)) {
      items.push(this.#item(named));
      if (!this.#accept(',')) break;
    }
    return items;
  }

  #item(named = true): Expression {
    const { start } = this.#token;
    if (this.#accept('*')) {
      const target = isTarget(this.#binary(0));
      return { kind: 'other', target, form: 'starred', start, end: this.#end() };
    }
    return named ? this.#named() : this.#expression();
  }

  #named(): Expression {
    const { start, kind } = this.#token;
    if (kind !== 'name' || !this.#sees(':=', 1)) return this.#expression();
    this.#at += 2;
    this.#expression();
    return { kind: 'other', target: false, form: 'named', start, end: this.#end() };
  }

  /** Reads the `for` clauses behind an element; false where there are none. */
  #comprehension(element: Expression | undefined): boolean {
    if (!this.#startsClause()) return false;
    if (element === undefined || isForm(element, 'starred')) throw invalidSyntax;
    while (this.#startsClause()) {
      this.#accept('async');
      this.expect('for');
      do this.#target();
      while (this.#accept(',') && !this.#sees('in'));
      this.expect('in');
      this.#disjunction();
      while (this.#accept('if')) this.#disjunction();
    }
    return true;
  }

  #startsClause(): boolean {
    return this.#sees('for') || (this.#sees('async') && this.#sees('for', 1));
  }

  #target(): void {
    this.#accept('*');
    if (!isTarget(this.#primary())) throw invalidSyntax;
  }

  /** The arguments of a call, with its closing parenthesis. */
  #arguments(): void {
    let latest: 'positional' | 'keyword' | 'unpacked' = 'positional';
    for (let count = 0; !this.#accept(')'); count++) {
      if (count > 0) {
        this.expect(',');
        if (this.#sees(')')) continue;
      }
      if (this.#accept('**')) {
        this.#expression();
        latest = 'unpacked';
      } else if (this.#accept('*')) {
        if (latest === 'unpacked') throw invalidSyntax;
        this.#expression();
      } else if (this.#token.kind === 'name' && this.#sees('=', 1)) {
        this.#at += 2;
        this.#expression();
        if (latest === 'positional') latest = 'keyword';
      } else {
        if (latest !== 'positional') throw invalidSyntax;
        const element = this.#named();
        if (count === 0 && this.#comprehension(element)) {
          this.expect(')');
          return;
        }
      }
    }
  }

  /** What stands in the brackets of a subscript, with the closing one. */
  #slices(): void {
    do {
      if (this.#accept('*')) this.#expression();
      else {
        const first = this.#sees(':') ? undefined : this.#named();
        if (first !== undefined && isForm(first)) continue;
        for (let colons = 0; colons < 2 && this.#accept(':'); colons++)
          if (!this.#sees(':') && !this.#sees(',') && !this.#sees(']')) this.#expression();
      }
    } while (this.#accept(',') && !this.#sees(']'));
    this.expect(']');
  }
}

function isForm(node: Expression, form?: 'starred' | 'named'): boolean {
  return node.kind === 'other' && (form === undefined ? node.form !== undefined : node.form === form);
}

function isTarget(node: Expression): boolean {
  return node.kind === 'other'
    ? node.target
    : (node.kind === 'tuple' || node.kind === 'list') && node.items.every(isTarget);
}
