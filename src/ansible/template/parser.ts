/** Jinja's statements and expressions: a recursive descent with Jinja's own precedence. */
import { tokenize, tokenizeExpression } from './lexer.ts';
import type { Token } from './lexer.ts';
import { specialNames } from './syntax.ts';
import type {
  Arguments,
  Binary,
  Comparison,
  Expression,
  MacroSyntax,
  Slice,
  Statement,
  StatementSyntax,
  Target,
} from './syntax.ts';
import { Exhausted, TemplateSyntaxError, unsupported } from './markers.ts';

const MAX_BLOCKS = 60;
const MAX_NESTING = 120;
const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
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

/** Parses a template. Throws `TemplateSyntaxError` with Jinja's words. */
export function parseTemplate(text: string): readonly Statement[] {
  return new Parser(tokenize(text)).statements();
}

/** Parses an expression without braces. Throws `TemplateSyntaxError` with Jinja's words. */
export function parseExpression(text: string): Expression {
  return new Parser(tokenizeExpression(text)).onlyExpression();
}

/** Throws `TemplateSyntaxError` for a token that Jinja does not expect, and `Exhausted` where blocks or expressions are nested too deeply. */
class Parser {
  readonly #tokens: readonly Token[];
  readonly #end: Token;
  #at = 0;
  /** The blocks around the current tag, with the tags that may end each. */
  readonly #open: { readonly tag: string; readonly ends: readonly string[] }[] = [];
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
    this.#end = tokens.at(-1) ?? { kind: 'end', text: '', start: 0, end: 0 };
  }

  onlyExpression(): Expression {
    const expression = this.#expression();
    if (this.#token.kind !== 'end') throw this.#trouble('chunk after expression');
    return expression;
  }

  /** Reads statements up to a tag that ends the innermost open block; that tag is left to be read. */
  statements(): readonly Statement[] {
    const statements: Statement[] = [];
    for (;;) {
      const { kind, text, start, end } = this.#token;
      if (kind === 'end') {
        if (this.#open.length > 0) throw this.#unclosed('Unexpected end of template.');
        return statements;
      }
      this.#next();
      if (kind === 'data') statements.push({ kind: 'data', text, start, end });
      else if (kind === 'variable_begin') {
        const value = this.#tuple();
        this.#expectKind('variable_end');
        statements.push({ kind: 'print', value, start: value.start, end: value.end });
      } else {
        if (this.#token.kind === 'name' && this.#open.at(-1)?.ends.includes(this.#token.text)) return statements;
        statements.push({ ...this.#tag(start), start, end: this.#last });
      }
    }
  }

  #unclosed(problem: string): TemplateSyntaxError {
    const innermost = this.#open.at(-1);
    const ends = innermost?.ends.map((end) => `'${end}'`).join(' or ');
    const looking = `Jinja was looking for the following tags: ${ends}. The innermost block that needs to be closed is '${innermost?.tag}'.`;
    return this.#trouble(innermost === undefined ? problem : `${problem} ${looking}`);
  }

  /** Reads a tag, and its block. */
  #tag(start: number): StatementSyntax {
    if (this.#token.kind !== 'name') throw this.#trouble('tag name expected');
    const tag = this.#token.text;
    switch (tag) {
      case 'if':
        return this.#if();
      case 'for':
        return this.#for();
      case 'set':
        return this.#set();
      case 'with':
        return this.#with();
      case 'filter': {
        this.#next();
        const filter = this.#filter({ kind: 'captured', start, end: this.#last }, true);
        return { kind: 'filter block', filter, body: this.#body('filter', ['endfilter']).body };
      }
      case 'macro': {
        this.#next();
        const name = this.#expectName();
        return { kind: 'macro', name, macro: this.#macro('macro', name, this.#parameters()) };
      }
      case 'call':
        return this.#callBlock();
      case 'print': {
        this.#next();
        const value = this.#tuple();
        this.#expectKind('block_end');
        return { kind: 'print', value };
      }
      case 'include':
      case 'import':
      case 'from':
      case 'extends':
        this.#skipTag();
        this.#expectKind('block_end');
        return { kind: 'unsupported', tag };
      case 'block':
      case 'autoescape':
        this.#skipTag();
        this.#body(tag, [`end${tag}`]);
        return { kind: 'unsupported', tag };
      default:
        throw this.#unclosed(`Encountered unknown tag '${tag}'.`);
    }
  }

  #skipTag(): void {
    for (let { kind } = this.#next(); kind !== 'end'; kind = this.#next().kind) {
      if (this.#ahead(0).kind === 'block_end') return;
    }
    this.#back();
  }

  /** The statements after a tag up to one of `ends`, which is read. */
  #body(
    tag: string,
    ends: readonly string[],
    between: readonly string[] = [],
  ): { body: readonly Statement[]; end: string } {
    this.#expectKind('block_end');
    this.#open.push({ tag, ends: [...between, ...ends] });
    if (this.#open.length > MAX_BLOCKS) throw new Exhausted();
    const body = this.statements();
    this.#open.pop();
    const end = this.#next().text;
    if (end === 'endblock' && this.#token.kind === 'name') this.#next();
    if (ends.includes(end)) this.#expectKind('block_end');
    return { body, end };
  }

  #if(): StatementSyntax {
    const branches: { test: Expression; body: readonly Statement[] }[] = [];
    let otherwise: readonly Statement[] = [];
    for (;;) {
      this.#next();
      const test = this.#tuple({ withCondition: false });
      const { body, end } = this.#body('if', ['endif'], ['elif', 'else']);
      branches.push({ test, body });
      if (end === 'elif') {
        this.#back();
        continue;
      }
      if (end === 'else') otherwise = this.#body('if', ['endif']).body;
      return { kind: 'if statement', branches, otherwise };
    }
  }

  #for(): StatementSyntax {
    this.#next();
    const target = this.#target((text) => text === 'in');
    if (!this.#acceptName('in')) throw this.#trouble(`expected token 'in', got '${this.#describe()}'`);
    const iterable = this.#tuple({ withCondition: false, stop: (text) => text === 'recursive' });
    const test = this.#acceptName('if') ? this.#expression() : undefined;
    const recursive = this.#acceptName('recursive');
    const { body, end } = this.#body('for', ['endfor'], ['else']);
    const otherwise = end === 'else' ? this.#body('for', ['endfor']).body : [];
    return { kind: 'for', target, iterable, test, recursive, body, otherwise };
  }

  #set(): StatementSyntax {
    this.#next();
    const target = this.#target(() => false, true);
    if (this.#accept('=')) {
      const value = this.#tuple();
      this.#expectKind('block_end');
      return { kind: 'set', target, value };
    }
    const captured: Expression = { kind: 'captured', start: this.#last, end: this.#last };
    const filter = this.#sees('|') ? this.#filter(captured) : undefined;
    return { kind: 'set block', target, filter, body: this.#body('set', ['endset']).body };
  }

  #with(): StatementSyntax {
    this.#next();
    const assignments: [Target, Expression][] = [];
    while (this.#token.kind !== 'block_end') {
      if (assignments.length > 0) this.#expect(',');
      const target = this.#oneTarget(false);
      this.#expect('=');
      assignments.push([target, this.#expression()]);
    }
    return { kind: 'with', assignments, body: this.#body('with', ['endwith']).body };
  }

  #callBlock(): StatementSyntax {
    this.#next();
    const parameters = this.#sees('(') ? this.#parameters() : [];
    const call = this.#expression();
    if (call.kind !== 'call') throw this.#trouble('expected call');
    return { kind: 'call block', call, macro: this.#macro('call', undefined, parameters) };
  }

  #macro(tag: string, name: string | undefined, parameters: MacroSyntax['parameters']): MacroSyntax {
    const { body } = this.#body(tag, [`end${tag}`]);
    return { name, parameters, body, special: specialNames(parameters, body) };
  }

  #parameters(): MacroSyntax['parameters'] {
    const parameters: { name: string; standard: Expression | undefined }[] = [];
    this.#expect('(');
    while (!this.#sees(')')) {
      if (parameters.length > 0) this.#expect(',');
      const parameter = this.#expectName();
      const standard = this.#accept('=') ? this.#expression() : undefined;
      if (standard === undefined && parameters.at(-1)?.standard !== undefined)
        throw this.#trouble('non-default argument follows default argument');
      parameters.push({ name: parameter, standard });
    }
    this.#expect(')');
    return parameters;
  }

  #target(stop: (text: string) => boolean, withMember = false): Target {
    const items: Target[] = [];
    let isTuple = false;
    for (;;) {
      if (
        this.#token.kind === 'block_end' ||
        (this.#token.kind === 'name' && items.length > 0 && stop(this.#token.text))
      )
        break;
      items.push(this.#oneTarget(withMember));
      if (!this.#accept(',')) break;
      isTuple = true;
    }
    const [first] = items;
    return !isTuple && first !== undefined ? first : { kind: 'targets', items };
  }

  #oneTarget(withMember: boolean): Target {
    if (this.#accept('(')) {
      const items: Target[] = [];
      while (!this.#sees(')')) {
        if (items.length > 0) this.#expect(',');
        if (!this.#sees(')')) items.push(this.#oneTarget(false));
      }
      this.#expect(')');
      return { kind: 'targets', items };
    }
    const token = this.#token;
    const name = this.#expectName();
    if (CONSTANTS.has(name)) throw this.#trouble("can't assign to 'const'", token);
    if (withMember && this.#accept('.')) return { kind: 'member', name, attribute: this.#expectName() };
    return { kind: 'name', name };
  }

  // Expressions.

  #expression(withCondition = true): Expression {
    if (++this.#depth > MAX_NESTING) throw new Exhausted();
    const expression = withCondition ? this.#conditional() : this.#or();
    this.#depth -= 1;
    return expression;
  }

  #conditional(): Expression {
    let expression = this.#or();
    while (this.#acceptName('if')) {
      const test = this.#or();
      const otherwise = this.#acceptName('else') ? this.#conditional() : undefined;
      expression = { kind: 'if', test, then: expression, otherwise, start: expression.start, end: this.#last };
    }
    return expression;
  }

  #or(): Expression {
    let left = this.#and();
    while (this.#acceptName('or')) left = this.#joined('or', left, this.#and());
    return left;
  }

  #and(): Expression {
    let left = this.#not();
    while (this.#acceptName('and')) left = this.#joined('and', left, this.#not());
    return left;
  }

  #joined(kind: 'and' | 'or', left: Expression, right: Expression): Expression {
    return { kind, left, right, start: left.start, end: right.end };
  }

  #not(): Expression {
    const { start } = this.#token;
    if (!this.#acceptName('not')) return this.#compare();
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
      if (this.#token.kind === 'operator' && COMPARISONS.has(this.#token.text))
        operator = this.#next().text as Comparison;
      else if (this.#acceptName('in')) operator = 'in';
      else if (this.#seesName('not') && this.#ahead(1).kind === 'name' && this.#ahead(1).text === 'in') {
        this.#next();
        this.#next();
        operator = 'not in';
      } else break;
      rest.push({ operator, operand: this.#sum() });
    }
    return rest.length === 0 ? first : { kind: 'compare', first, rest, start: first.start, end: this.#last };
  }

  #sum(): Expression {
    return this.#binary(['+', '-'], () => this.#concat());
  }

  #concat(): Expression {
    const first = this.#product();
    if (!this.#sees('~')) return first;
    const items = [first];
    while (this.#accept('~')) items.push(this.#product());
    return { kind: 'concat', items, start: first.start, end: this.#last };
  }

  #product(): Expression {
    return this.#binary(['*', '/', '//', '%'], () => this.#binary(['**'], () => this.#unary()));
  }

  #binary(operators: readonly Binary[], operand: () => Expression): Expression {
    let left = operand();
    while (this.#token.kind === 'operator' && (operators as readonly string[]).includes(this.#token.text)) {
      const operator = this.#next().text as Binary;
      const right = operand();
      left = { kind: 'binary', operator, left, right, start: left.start, end: right.end };
    }
    return left;
  }

  #unary(withFilter = true): Expression {
    const { start } = this.#token;
    const sign = this.#accept('-') ? 'negative' : this.#accept('+') ? 'positive' : undefined;
    if (++this.#depth > MAX_NESTING) throw new Exhausted();
    let expression: Expression;
    if (sign === undefined) expression = this.#primary();
    else expression = { kind: sign, operand: this.#unary(false), start, end: this.#last };
    this.#depth -= 1;
    expression = this.#postfix(expression);
    return withFilter ? this.#filters(expression) : expression;
  }

  /** Expressions with commas between are a tuple. */
  #tuple(
    options: { withCondition?: boolean; parenthesized?: boolean; stop?: (text: string) => boolean } = {},
  ): Expression {
    const { withCondition = true, parenthesized = false, stop } = options;
    const { start } = this.#token;
    const items: Expression[] = [];
    let isTuple = false;
    for (;;) {
      if (items.length > 0) this.#expect(',');
      if (this.#endsTuple(stop)) break;
      items.push(this.#expression(withCondition));
      if (!this.#sees(',')) break;
      isTuple = true;
    }
    const [first] = items;
    if (!isTuple && first !== undefined) return first;
    if (!isTuple && !parenthesized) throw this.#trouble(`Expected an expression, got '${this.#describe()}'`);
    return { kind: 'tuple', items, start, end: this.#last };
  }

  #endsTuple(stop: ((text: string) => boolean) | undefined): boolean {
    const { kind, text } = this.#token;
    if (kind === 'variable_end' || kind === 'block_end' || (kind === 'operator' && text === ')')) return true;
    return kind === 'name' && stop?.(text) === true;
  }

  #primary(): Expression {
    const { kind, text, start, end } = this.#token;
    if (kind === 'operator' && (text === '(' || text === '[' || text === '{')) return this.#bracket(text);
    if (!['name', 'string', 'integer', 'float'].includes(kind)) throw this.#unexpected();
    this.#next();
    if (kind === 'name') {
      const constant = CONSTANTS.get(text);
      return constant === undefined
        ? { kind: 'name', name: text, start, end }
        : { kind: 'constant', value: constant, start, end };
    }
    if (kind === 'string') {
      let value = text;
      while (this.#token.kind === 'string') value += this.#next().text;
      return { kind: 'constant', value, start, end: this.#last };
    }
    const digits = text.replaceAll('_', '');
    // Python's own limit: sys.get_int_max_str_digits().
    if (kind === 'integer' && digits.length > 4300) unsupported('an integer of more than 4300 digits');
    // Ansible compiles it to `inf`, a name that Python does not know.
    if (kind === 'float' && !Number.isFinite(Number(digits))) unsupported('a float that is infinite');
    return { kind: 'constant', value: kind === 'integer' ? BigInt(digits) : Number(digits), start, end };
  }

  #bracket(open: '(' | '[' | '{'): Expression {
    const { start } = this.#next();
    if (open === '(') {
      const inner = this.#tuple({ parenthesized: true });
      this.#expect(')');
      return { ...inner, start, end: this.#last };
    }
    const items: Expression[] = [];
    const pairs: [Expression, Expression][] = [];
    const close = open === '[' ? ']' : '}';
    while (!this.#sees(close)) {
      if (items.length + pairs.length > 0) this.#expect(',');
      if (this.#sees(close)) break;
      const item = this.#expression();
      if (open === '[') items.push(item);
      else {
        this.#expect(':');
        pairs.push([item, this.#expression()]);
      }
    }
    this.#expect(close);
    const range = { start, end: this.#last };
    return open === '[' ? { kind: 'list', items, ...range } : { kind: 'dict', pairs, ...range };
  }

  #postfix(expression: Expression): Expression {
    for (;;) {
      if (this.#sees('.') || this.#sees('[')) expression = this.#subscript(expression);
      else if (this.#sees('(')) expression = this.#call(expression);
      else return expression;
    }
  }

  #call(callee: Expression): Expression {
    const args = this.#arguments();
    return { kind: 'call', callee, args, start: callee.start, end: this.#last };
  }

  #subscript(of: Expression): Expression {
    const { start } = of;
    if (this.#accept('.')) {
      const { kind, text, start: at, end } = this.#next();
      if (kind === 'name') return { kind: 'attribute', of, name: text, start, end };
      if (kind !== 'integer') throw this.#trouble('expected name or number');
      const key: Expression = { kind: 'constant', value: BigInt(text.replaceAll('_', '')), start: at, end };
      return { kind: 'item', of, key, start, end };
    }
    const open = this.#next();
    const keys: (Expression | Slice)[] = [];
    while (!this.#sees(']')) {
      if (keys.length > 0) this.#expect(',');
      keys.push(this.#key());
    }
    this.#expect(']');
    const [first] = keys;
    if (first === undefined) throw this.#trouble('Expected an expression, got ]', open);
    const tuple = { kind: 'tuple' as const, items: keys.filter((key) => key.kind !== 'slice'), start: open.start };
    return { kind: 'item', of, key: keys.length === 1 ? first : { ...tuple, end: this.#last }, start, end: this.#last };
  }

  #key(): Expression | Slice {
    const { start } = this.#token;
    const parts: (Expression | undefined)[] = [undefined, undefined, undefined];
    let colons = 0;
    for (;;) {
      if (this.#accept(':')) {
        if (++colons > 2) throw this.#unexpected();
      } else if (this.#sees(']') || this.#sees(',')) break;
      else if (parts[colons] !== undefined) throw this.#unexpected();
      else parts[colons] = this.#expression();
    }
    const [from, to, step] = parts;
    if (colons > 0) return { kind: 'slice', from, to, step, start, end: this.#last };
    if (from === undefined) throw this.#unexpected();
    return from;
  }

  #filters(expression: Expression): Expression {
    for (;;) {
      if (this.#sees('|')) expression = this.#filter(expression);
      else if (this.#seesName('is')) expression = this.#test(expression);
      else if (this.#sees('(')) expression = this.#call(expression);
      else return expression;
    }
  }

  /** One or more filters; those of a block start without `|`. */
  #filter(of: Expression, inBlock = false): Expression {
    let expression = of;
    while (this.#sees('|') || inBlock) {
      if (!inBlock) this.#next();
      const name = this.#dottedName();
      const args = this.#sees('(') ? this.#arguments() : noArguments;
      expression = { kind: 'filter', of: expression, name, args, start: of.start, end: this.#last };
      inBlock = false;
    }
    return expression;
  }

  #dottedName(): string {
    let name = this.#expectName();
    while (this.#accept('.')) name += `.${this.#expectName()}`;
    return name;
  }

  #test(of: Expression): Expression {
    this.#next();
    const negated = this.#acceptName('not');
    const name = this.#dottedName();
    const { start } = of;
    let args = noArguments;
    if (this.#sees('(')) args = this.#arguments();
    else if (this.#startsArgument()) {
      if (this.#seesName('is')) throw this.#trouble('You cannot chain multiple tests with is');
      args = { ...noArguments, positional: [this.#postfix(this.#primary())] };
    }
    const test: Expression = { kind: 'test', of, name, args, start, end: this.#last };
    return negated ? { kind: 'not', operand: test, start, end: this.#last } : test;
  }

  #startsArgument(): boolean {
    const { kind, text } = this.#token;
    if (kind === 'name') return !['else', 'or', 'and'].includes(text);
    return ['string', 'integer', 'float'].includes(kind) || (kind === 'operator' && ['(', '[', '{'].includes(text));
  }

  #arguments(): Arguments {
    this.#expect('(');
    const positional: Expression[] = [];
    const named: [string, Expression][] = [];
    let rest: Expression | undefined;
    let more: Expression | undefined;
    let comma = false;
    while (!this.#sees(')')) {
      if (comma) {
        this.#expect(',');
        if (this.#sees(')')) break;
      }
      const isNamed = this.#token.kind === 'name' && this.#ahead(1).kind === 'operator' && this.#ahead(1).text === '=';
      const isLate = isNamed ? more !== undefined : rest !== undefined || more !== undefined || named.length > 0;
      if (this.#sees('**') ? more !== undefined : this.#sees('*') ? (rest ?? more) !== undefined : isLate)
        throw this.#trouble('invalid syntax for function call expression');
      if (this.#accept('*')) rest = this.#expression();
      else if (this.#accept('**')) more = this.#expression();
      else if (isNamed) {
        const { text } = this.#next();
        this.#next();
        named.push([text, this.#expression()]);
      } else positional.push(this.#expression());
      comma = true;
    }
    this.#expect(')');
    return { positional, named, rest, more };
  }

  // Tokens.

  get #token(): Token {
    return this.#ahead(0);
  }

  /** The end of the token that was read last. */
  get #last(): number {
    return this.#tokens[this.#at - 1]?.end ?? 0;
  }

  #ahead(count: number): Token {
    return this.#tokens[this.#at + count] ?? this.#end;
  }

  #next(): Token {
    const token = this.#token;
    this.#at += 1;
    return token;
  }

  /** Goes back by one token. */
  #back(): void {
    this.#at -= 1;
  }

  #sees(operator: string): boolean {
    return this.#token.kind === 'operator' && this.#token.text === operator;
  }

  #seesName(name: string): boolean {
    return this.#token.kind === 'name' && this.#token.text === name;
  }

  #accept(operator: string): boolean {
    if (!this.#sees(operator)) return false;
    this.#at += 1;
    return true;
  }

  #acceptName(name: string): boolean {
    if (!this.#seesName(name)) return false;
    this.#at += 1;
    return true;
  }

  #expect(operator: string): void {
    if (!this.#accept(operator)) throw this.#expected(operator);
  }

  #expectName(): string {
    if (this.#token.kind !== 'name') throw this.#expected('name');
    return this.#next().text;
  }

  #expectKind(kind: 'block_end' | 'variable_end'): void {
    if (this.#token.kind !== kind) throw this.#expected(KINDS[kind] ?? kind);
    this.#next();
  }

  /** The current token as Jinja names it. */
  #describe(): string {
    const { kind, text } = this.#token;
    return KINDS[kind] ?? text;
  }

  #unexpected(): TemplateSyntaxError {
    return this.#trouble(
      this.#token.kind === 'end' ? 'unexpected end of template' : `unexpected '${this.#describe()}'`,
    );
  }

  #trouble(message: string, { start, end }: Token = this.#token): TemplateSyntaxError {
    return new TemplateSyntaxError(message, start, end);
  }

  #expected(what: string): TemplateSyntaxError {
    if (this.#token.kind === 'end') return this.#trouble(`unexpected end of template, expected '${what}'.`);
    return this.#trouble(`expected token '${what}', got '${this.#describe()}'`);
  }
}
