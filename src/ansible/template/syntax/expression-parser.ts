/** Jinja's expressions: a recursive descent with Jinja's own precedence. */
import type { Token } from './lexer.ts';
import { Exhausted, TemplateSyntaxError, tripAsUnsupported } from '../markers.ts';
import type { Arguments, Binary, Comparison, Expression, Slice } from './syntax.ts';

const MAX_NESTING = 120;
export const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true], ['True', true], ['false', false], ['False', false], ['none', null], ['None', null],
]); // prettier-ignore
const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);
const noArguments: Arguments = { positional: [], named: [], rest: undefined, more: undefined };

/** Jinja's names for kinds of tokens. */
const KINDS: Readonly<Partial<Record<Token['kind'], string>>> = {
  block_begin: 'begin of statement block',
  block_end: 'end of statement block',
  variable_begin: 'begin of print statement',
  variable_end: 'end of print statement',
  data: 'template data / text',
  end: 'end of template',
};

/**
 * Reads expressions, token by token. Throws `TemplateSyntaxError` for a token that Jinja does not expect, and
 * `Exhausted` if expressions are nested too deeply.
 */
export class ExpressionParser {
  readonly #tokens: readonly Token[];
  readonly #end: Token;
  #at = 0;
  #depth = 0;
  /** The number of times that `loop` was read. */
  protected loops = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
    this.#end = tokens.at(-1) ?? { kind: 'end', text: '', start: 0, end: 0 };
  }

  onlyExpression(): Expression {
    const expression = this.expression();
    if (this.token.kind !== 'end') throw this.trouble('chunk after expression');
    return expression;
  }

  protected expression(withCondition = true): Expression {
    if (++this.#depth > MAX_NESTING) throw new Exhausted();
    const expression = withCondition ? this.#conditional() : this.#or();
    this.#depth -= 1;
    return expression;
  }

  #conditional(): Expression {
    let expression = this.#or();
    while (this.acceptName('if')) {
      const test = this.#or();
      const otherwise = this.acceptName('else') ? this.#conditional() : undefined;
      expression = { kind: 'if', test, then: expression, otherwise, start: expression.start, end: this.last };
    }
    return expression;
  }

  #or(): Expression {
    let left = this.#and();
    while (this.acceptName('or')) left = this.#joined('or', left, this.#and());
    return left;
  }

  #and(): Expression {
    let left = this.#not();
    while (this.acceptName('and')) left = this.#joined('and', left, this.#not());
    return left;
  }

  #joined(kind: 'and' | 'or', left: Expression, right: Expression): Expression {
    return { kind, left, right, start: left.start, end: right.end };
  }

  #not(): Expression {
    const { start } = this.token;
    if (!this.acceptName('not')) return this.#compare();
    if (++this.#depth > MAX_NESTING) throw new Exhausted();
    const operand = this.#not();
    this.#depth -= 1;
    return { kind: 'not', operand, start, end: operand.end };
  }

  #compare(): Expression {
    const first = this.#sum();
    const rest: { operator: Comparison; operand: Expression }[] = [];
    for (;;) {
      let operator: Comparison;
      if (this.token.kind === 'operator' && COMPARISONS.has(this.token.text)) operator = this.next().text as Comparison;
      else if (this.acceptName('in')) operator = 'in';
      else if (this.#seesName('not') && this.#ahead(1).kind === 'name' && this.#ahead(1).text === 'in') {
        this.next();
        this.next();
        operator = 'not in';
      } else break;
      rest.push({ operator, operand: this.#sum() });
    }
    return rest.length === 0 ? first : { kind: 'compare', first, rest, start: first.start, end: this.last };
  }

  #sum(): Expression {
    return this.#binary(['+', '-'], () => this.#concat());
  }

  #concat(): Expression {
    const first = this.#product();
    if (!this.sees('~')) return first;
    const items = [first];
    while (this.accept('~')) items.push(this.#product());
    return { kind: 'concat', items, start: first.start, end: this.last };
  }

  #product(): Expression {
    return this.#binary(['*', '/', '//', '%'], () => this.#binary(['**'], () => this.#unary()));
  }

  #binary(operators: readonly Binary[], operand: () => Expression): Expression {
    let left = operand();
    while (this.token.kind === 'operator' && (operators as readonly string[]).includes(this.token.text)) {
      const operator = this.next().text as Binary;
      const right = operand();
      left = { kind: 'binary', operator, left, right, start: left.start, end: right.end };
    }
    return left;
  }

  #unary(withFilter = true): Expression {
    const { start } = this.token;
    const sign = this.accept('-') ? 'negative' : this.accept('+') ? 'positive' : undefined;
    if (++this.#depth > MAX_NESTING) throw new Exhausted();
    let expression: Expression;
    if (sign === undefined) expression = this.#primary();
    else expression = { kind: sign, operand: this.#unary(false), start, end: this.last };
    this.#depth -= 1;
    expression = this.#postfix(expression);
    return withFilter ? this.#filters(expression) : expression;
  }

  /** Expressions with commas between are a tuple. */
  protected tuple(
    options: { withCondition?: boolean; parenthesized?: boolean; stop?: (text: string) => boolean } = {},
  ): Expression {
    const { withCondition = true, parenthesized = false, stop } = options;
    const { start } = this.token;
    const items: Expression[] = [];
    let isTuple = false;
    for (;;) {
      if (items.length > 0) this.expect(',');
      if (this.#endsTuple(stop)) break;
      items.push(this.expression(withCondition));
      if (!this.sees(',')) break;
      isTuple = true;
    }
    const [first] = items;
    if (!isTuple && first !== undefined) return first;
    if (!isTuple && !parenthesized) throw this.trouble(`Expected an expression, got '${this.describe()}'`);
    return { kind: 'tuple', items, start, end: this.last };
  }

  #endsTuple(stop: ((text: string) => boolean) | undefined): boolean {
    const { kind, text } = this.token;
    if (kind === 'variable_end' || kind === 'block_end' || (kind === 'operator' && text === ')')) return true;
    return kind === 'name' && stop?.(text) === true;
  }

  #primary(): Expression {
    const { kind, text, start, end } = this.token;
    if (kind === 'operator' && (text === '(' || text === '[' || text === '{')) return this.#bracket(text);
    if (!['name', 'string', 'integer', 'float'].includes(kind)) throw this.#unexpected();
    this.next();
    if (kind === 'name') {
      if (text === 'loop') this.loops += 1;
      const constant = CONSTANTS.get(text);
      return constant === undefined
        ? { kind: 'name', name: text, start, end }
        : { kind: 'constant', value: constant, start, end };
    }
    if (kind === 'string') {
      let value = text;
      while (this.token.kind === 'string') value += this.next().text;
      return { kind: 'constant', value, start, end: this.last };
    }
    const digits = text.replaceAll('_', '');
    // Python's own limit: sys.get_int_max_str_digits().
    if (kind === 'integer' && digits.length > 4300) tripAsUnsupported('an integer of more than 4300 digits');
    // Ansible compiles it to `inf`, a name that Python does not know.
    if (kind === 'float' && !Number.isFinite(Number(digits))) tripAsUnsupported('a float that is infinite');
    return { kind: 'constant', value: kind === 'integer' ? BigInt(digits) : Number(digits), start, end };
  }

  #bracket(open: '(' | '[' | '{'): Expression {
    const { start } = this.next();
    if (open === '(') {
      const inner = this.tuple({ parenthesized: true });
      this.expect(')');
      return { ...inner, start, end: this.last };
    }
    const items: Expression[] = [];
    const pairs: [Expression, Expression][] = [];
    const close = open === '[' ? ']' : '}';
    while (!this.sees(close)) {
      if (items.length + pairs.length > 0) this.expect(',');
      if (this.sees(close)) break;
      const item = this.expression();
      if (open === '[') items.push(item);
      else {
        this.expect(':');
        pairs.push([item, this.expression()]);
      }
    }
    this.expect(close);
    const range = { start, end: this.last };
    return open === '[' ? { kind: 'list', items, ...range } : { kind: 'dict', pairs, ...range };
  }

  #postfix(expression: Expression): Expression {
    for (;;) {
      if (this.sees('.') || this.sees('[')) expression = this.#subscript(expression);
      else if (this.sees('(')) expression = this.#call(expression);
      else return expression;
    }
  }

  #call(callee: Expression): Expression {
    const args = this.#arguments();
    return { kind: 'call', callee, args, start: callee.start, end: this.last };
  }

  #subscript(of: Expression): Expression {
    const { start } = of;
    if (this.accept('.')) {
      const { kind, text, start: at, end } = this.next();
      if (kind === 'name') return { kind: 'attribute', of, name: text, start, end };
      if (kind !== 'integer') throw this.trouble('expected name or number');
      const key: Expression = { kind: 'constant', value: BigInt(text.replaceAll('_', '')), start: at, end };
      return { kind: 'item', of, key, start, end };
    }
    const open = this.next();
    const keys: (Expression | Slice)[] = [];
    while (!this.sees(']')) {
      if (keys.length > 0) this.expect(',');
      keys.push(this.#key());
    }
    this.expect(']');
    const [first] = keys;
    if (first === undefined) throw this.trouble('Expected an expression, got ]', open);
    const tuple = { kind: 'tuple' as const, items: keys.filter((key) => key.kind !== 'slice'), start: open.start };
    return { kind: 'item', of, key: keys.length === 1 ? first : { ...tuple, end: this.last }, start, end: this.last };
  }

  #key(): Expression | Slice {
    const { start } = this.token;
    const parts: (Expression | undefined)[] = [undefined, undefined, undefined];
    let colons = 0;
    for (;;) {
      if (this.accept(':')) {
        if (++colons > 2) throw this.#unexpected();
      } else if (this.sees(']') || this.sees(',')) break;
      else if (parts[colons] !== undefined) throw this.#unexpected();
      else parts[colons] = this.expression();
    }
    const [from, to, step] = parts;
    if (colons > 0) return { kind: 'slice', from, to, step, start, end: this.last };
    if (from === undefined) throw this.#unexpected();
    return from;
  }

  #filters(expression: Expression): Expression {
    for (;;) {
      if (this.sees('|')) expression = this.filter(expression);
      else if (this.#seesName('is')) expression = this.#test(expression);
      else if (this.sees('(')) expression = this.#call(expression);
      else return expression;
    }
  }

  /** One or more filters; those of a block start without `|`. */
  protected filter(of: Expression, inBlock = false): Expression {
    let expression = of;
    while (this.sees('|') || inBlock) {
      if (!inBlock) this.next();
      const name = this.#dottedName();
      const args = this.sees('(') ? this.#arguments() : noArguments;
      expression = { kind: 'filter', of: expression, name, args, start: of.start, end: this.last };
      inBlock = false;
    }
    return expression;
  }

  #dottedName(): string {
    let name = this.expectName();
    while (this.accept('.')) name += `.${this.expectName()}`;
    return name;
  }

  #test(of: Expression): Expression {
    this.next();
    const negated = this.acceptName('not');
    const name = this.#dottedName();
    const { start } = of;
    let args = noArguments;
    if (this.sees('(')) args = this.#arguments();
    else if (this.#startsArgument()) {
      if (this.#seesName('is')) throw this.trouble('You cannot chain multiple tests with is');
      args = { ...noArguments, positional: [this.#postfix(this.#primary())] };
    }
    const test: Expression = { kind: 'test', of, name, args, start, end: this.last };
    return negated ? { kind: 'not', operand: test, start, end: this.last } : test;
  }

  #startsArgument(): boolean {
    const { kind, text } = this.token;
    if (kind === 'name') return !['else', 'or', 'and'].includes(text);
    return ['string', 'integer', 'float'].includes(kind) || (kind === 'operator' && ['(', '[', '{'].includes(text));
  }

  #arguments(): Arguments {
    this.expect('(');
    const positional: Expression[] = [];
    const named: [string, Expression][] = [];
    let rest: Expression | undefined;
    let more: Expression | undefined;
    let comma = false;
    while (!this.sees(')')) {
      if (comma) {
        this.expect(',');
        if (this.sees(')')) break;
      }
      const isNamed = this.token.kind === 'name' && this.#ahead(1).kind === 'operator' && this.#ahead(1).text === '=';
      const isLate = isNamed ? more !== undefined : rest !== undefined || more !== undefined || named.length > 0;
      if (this.sees('**') ? more !== undefined : this.sees('*') ? (rest ?? more) !== undefined : isLate)
        throw this.trouble('invalid syntax for function call expression');
      if (this.accept('*')) rest = this.expression();
      else if (this.accept('**')) more = this.expression();
      else if (isNamed) {
        const { text } = this.next();
        this.next();
        named.push([text, this.expression()]);
      } else positional.push(this.expression());
      comma = true;
    }
    this.expect(')');
    return { positional, named, rest, more };
  }

  // Tokens.

  protected get token(): Token {
    return this.#ahead(0);
  }

  /** The end of the token that was read last. */
  protected get last(): number {
    return this.#tokens[this.#at - 1]?.end ?? 0;
  }

  #ahead(count: number): Token {
    return this.#tokens[this.#at + count] ?? this.#end;
  }

  protected next(): Token {
    const token = this.token;
    this.#at += 1;
    return token;
  }

  /** Goes back by one token. */
  protected back(): void {
    this.#at -= 1;
  }

  protected sees(operator: string): boolean {
    return this.token.kind === 'operator' && this.token.text === operator;
  }

  #seesName(name: string): boolean {
    return this.token.kind === 'name' && this.token.text === name;
  }

  protected accept(operator: string): boolean {
    if (!this.sees(operator)) return false;
    this.#at += 1;
    return true;
  }

  protected acceptWords(first: string, second: string): boolean {
    if (!this.#seesName(first) || this.#ahead(1).kind !== 'name' || this.#ahead(1).text !== second) return false;
    this.#at += 2;
    return true;
  }

  protected acceptName(name: string): boolean {
    if (!this.#seesName(name)) return false;
    this.#at += 1;
    return true;
  }

  protected expect(operator: string): void {
    if (!this.accept(operator)) throw this.expected(operator);
  }

  protected expectName(): string {
    if (this.token.kind !== 'name') throw this.expected('name');
    return this.next().text;
  }

  protected expectKind(kind: 'block_end' | 'variable_end'): void {
    if (this.token.kind !== kind) throw this.expected(KINDS[kind] ?? kind);
    this.next();
  }

  /** The current token as Jinja names it. */
  protected describe(): string {
    const { kind, text } = this.token;
    return KINDS[kind] ?? text;
  }

  #unexpected(): TemplateSyntaxError {
    return this.trouble(this.token.kind === 'end' ? 'unexpected end of template' : `unexpected '${this.describe()}'`);
  }

  protected trouble(message: string, { start, end }: Token = this.token): TemplateSyntaxError {
    return new TemplateSyntaxError(message, start, end);
  }

  protected expected(what: string): TemplateSyntaxError {
    if (this.token.kind === 'end') return this.trouble(`unexpected end of template, expected '${what}'.`);
    return this.trouble(`expected token '${what}', got '${this.describe()}'`);
  }
}
