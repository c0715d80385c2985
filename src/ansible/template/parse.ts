/** Jinja's statements around its expressions. */
import { tokenize, tokenizeExpression } from './lexer.ts';
import { specialNames } from './macro-names.ts';
import { ExpressionParser } from './parse-expression.ts';
import type { Expression, MacroSyntax, Statement, Target } from './syntax.ts';
import { Exhausted } from './trouble.ts';
import type { TemplateSyntaxError } from './trouble.ts';

const MAX_DEPTH = 60;
const RESERVED: ReadonlySet<string> = new Set(['true', 'True', 'false', 'False', 'none', 'None']);

/** Parses a template. Throws `TemplateSyntaxError` with Jinja's words. */
export function parseTemplate(text: string): readonly Statement[] {
  return new Parser(tokenize(text)).template();
}

/** Parses an expression that stands alone. Throws `TemplateSyntaxError` with Jinja's words. */
export function parseExpression(text: string): Expression {
  const parser = new ExpressionParser(tokenizeExpression(text));
  const expression = parser.expression();
  if (parser.token.kind !== 'end') throw parser.trouble('chunk after expression');
  return expression;
}

class Parser extends ExpressionParser {
  readonly #open: { readonly tag: string; readonly ends: readonly string[] }[] = [];

  template(): readonly Statement[] {
    return this.#statements();
  }

  /** Statements up to a tag that ends the innermost open one; that tag is left to be read. */
  #statements(): readonly Statement[] {
    const statements: Statement[] = [];
    for (;;) {
      const { kind, text, start, end } = this.token;
      if (kind === 'end') {
        if (this.#open.length > 0) throw this.#unclosed('Unexpected end of template.');
        return statements;
      }
      this.next();
      if (kind === 'data') statements.push({ kind: 'data', text, start, end });
      else if (kind === 'variable_begin') {
        const value = this.tuple();
        this.expectKind('variable_end');
        statements.push({ kind: 'print', value, start: value.start, end: value.end });
      } else {
        if (this.token.kind === 'name' && this.#open.at(-1)?.ends.includes(this.token.text)) return statements;
        statements.push(...this.#tag(start));
      }
    }
  }

  #unclosed(problem: string): TemplateSyntaxError {
    const innermost = this.#open.at(-1);
    const ends = innermost?.ends.map((end) => `'${end}'`).join(' or ');
    const looking = `Jinja was looking for the following tags: ${ends}. The innermost block that needs to be closed is '${innermost?.tag}'.`;
    return this.trouble(innermost === undefined ? problem : `${problem} ${looking}`);
  }

  #tag(start: number): readonly Statement[] {
    if (this.token.kind !== 'name') throw this.trouble('tag name expected');
    const tag = this.token.text;
    const range = (): { start: number; end: number } => ({ start, end: this.last });
    switch (tag) {
      case 'if':
        return [{ ...this.#if(), ...range() }];
      case 'for':
        return [{ ...this.#for(), ...range() }];
      case 'set':
        return [{ ...this.#set(), ...range() }];
      case 'with':
        return [{ ...this.#with(), ...range() }];
      case 'filter': {
        this.next();
        const filter = this.filter({ kind: 'captured', ...range() }, true);
        return [{ kind: 'filter block', filter, body: this.#body('filter', ['endfilter']).body, ...range() }];
      }
      case 'macro': {
        this.next();
        const name = this.expectName();
        return [{ kind: 'macro', name, macro: this.#macro('macro', name, this.#parameters()), ...range() }];
      }
      case 'call':
        return [{ ...this.#call(), ...range() }];
      case 'print': {
        this.next();
        const value = this.tuple();
        this.expectKind('block_end');
        return [{ kind: 'print', value, ...range() }];
      }
      case 'include':
      case 'import':
      case 'from':
      case 'extends':
        this.#skipTag();
        this.expectKind('block_end');
        return [{ kind: 'unsupported', tag, ...range() }];
      case 'block':
      case 'autoescape':
        this.#skipTag();
        this.#body(tag, [`end${tag}`]);
        return [{ kind: 'unsupported', tag, ...range() }];
      default:
        throw this.#unclosed(`Encountered unknown tag '${tag}'.`);
    }
  }

  #skipTag(): void {
    for (let { kind } = this.next(); kind !== 'end'; kind = this.next().kind) {
      if (this.ahead(0).kind === 'block_end') return;
    }
    this.back();
  }

  /** The statements after a tag up to one of `ends`, which is read. */
  #body(
    tag: string,
    ends: readonly string[],
    between: readonly string[] = [],
  ): { body: readonly Statement[]; end: string } {
    this.expectKind('block_end');
    this.#open.push({ tag, ends: [...between, ...ends] });
    if (this.#open.length > MAX_DEPTH) throw new Exhausted();
    const body = this.#statements();
    this.#open.pop();
    const end = this.next().text;
    if (end === 'endblock' && this.token.kind === 'name') this.next();
    if (ends.includes(end)) this.expectKind('block_end');
    return { body, end };
  }

  #if(): Statement {
    const branches: { test: Expression; body: readonly Statement[] }[] = [];
    let otherwise: readonly Statement[] = [];
    for (;;) {
      this.next();
      const test = this.tuple({ withCondition: false });
      const { body, end } = this.#body('if', ['endif'], ['elif', 'else']);
      branches.push({ test, body });
      if (end === 'elif') {
        this.back();
        continue;
      }
      if (end === 'else') otherwise = this.#body('if', ['endif']).body;
      return { kind: 'if statement', branches, otherwise, start: 0, end: 0 };
    }
  }

  #for(): Statement {
    this.next();
    const target = this.#target((text) => text === 'in');
    if (!this.acceptName('in')) throw this.trouble(`expected token 'in', got '${this.describe()}'`);
    const iterable = this.tuple({ withCondition: false, stop: (text) => text === 'recursive' });
    const test = this.acceptName('if') ? this.expression() : undefined;
    const recursive = this.acceptName('recursive');
    const { body, end } = this.#body('for', ['endfor'], ['else']);
    const otherwise = end === 'else' ? this.#body('for', ['endfor']).body : [];
    return { kind: 'for', target, iterable, test, recursive, body, otherwise, start: 0, end: 0 };
  }

  #set(): Statement {
    this.next();
    const target = this.#target(() => false, true);
    if (this.accept('=')) {
      const value = this.tuple();
      this.expectKind('block_end');
      return { kind: 'set', target, value, start: 0, end: 0 };
    }
    const captured: Expression = { kind: 'captured', start: this.last, end: this.last };
    const filter = this.sees('|') ? this.filter(captured) : undefined;
    return { kind: 'set block', target, filter, body: this.#body('set', ['endset']).body, start: 0, end: 0 };
  }

  #with(): Statement {
    this.next();
    const assignments: [Target, Expression][] = [];
    while (this.token.kind !== 'block_end') {
      if (assignments.length > 0) this.expect(',');
      const target = this.#oneTarget(false);
      this.expect('=');
      assignments.push([target, this.expression()]);
    }
    return { kind: 'with', assignments, body: this.#body('with', ['endwith']).body, start: 0, end: 0 };
  }

  #call(): Statement {
    this.next();
    const parameters = this.sees('(') ? this.#parameters() : [];
    const call = this.expression();
    if (call.kind !== 'call') throw this.trouble('expected call');
    return { kind: 'call block', call, macro: this.#macro('call', undefined, parameters), start: 0, end: 0 };
  }

  #macro(tag: string, name: string | undefined, parameters: MacroSyntax['parameters']): MacroSyntax {
    const { body } = this.#body(tag, [`end${tag}`]);
    return { name, parameters, body, special: specialNames(parameters, body) };
  }

  #parameters(): MacroSyntax['parameters'] {
    const parameters: { name: string; standard: Expression | undefined }[] = [];
    this.expect('(');
    while (!this.sees(')')) {
      if (parameters.length > 0) this.expect(',');
      const parameter = this.expectName();
      const standard = this.accept('=') ? this.expression() : undefined;
      if (standard === undefined && parameters.at(-1)?.standard !== undefined)
        throw this.trouble('non-default argument follows default argument');
      parameters.push({ name: parameter, standard });
    }
    this.expect(')');
    return parameters;
  }

  #target(stop: (text: string) => boolean, withMember = false): Target {
    const items: Target[] = [];
    let isTuple = false;
    for (;;) {
      if (this.token.kind === 'block_end' || (this.token.kind === 'name' && items.length > 0 && stop(this.token.text)))
        break;
      items.push(this.#oneTarget(withMember));
      if (!this.accept(',')) break;
      isTuple = true;
    }
    const [first] = items;
    return !isTuple && first !== undefined ? first : { kind: 'targets', items };
  }

  #oneTarget(withMember: boolean): Target {
    if (this.accept('(')) {
      const items: Target[] = [];
      while (!this.sees(')')) {
        if (items.length > 0) this.expect(',');
        if (!this.sees(')')) items.push(this.#oneTarget(false));
      }
      this.expect(')');
      return { kind: 'targets', items };
    }
    const { token } = this;
    const name = this.expectName();
    if (RESERVED.has(name)) throw this.trouble("can't assign to 'const'", token);
    if (withMember && this.accept('.')) return { kind: 'member', name, attribute: this.expectName() };
    return { kind: 'name', name };
  }
}
