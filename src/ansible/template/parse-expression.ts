/** Jinja's expressions: a recursive descent through its operators, with Jinja's own precedence. */
import type { Binary, Comparison, Expression } from './syntax.ts';
import { PrimaryParser } from './parse-primary.ts';
import { Exhausted } from './trouble.ts';

const MAX_DEPTH = 120;
const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);

/** Parses expressions. Throws TemplateSyntaxError, and Exhausted where they are nested too deeply. */
export class ExpressionParser extends PrimaryParser {
  #depth = 0;

  override expression(withCondition = true): Expression {
    if (++this.#depth > MAX_DEPTH) throw new Exhausted();
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
    if (++this.#depth > MAX_DEPTH) throw new Exhausted();
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
      else if (this.seesName('not') && this.ahead(1).kind === 'name' && this.ahead(1).text === 'in') {
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
    if (++this.#depth > MAX_DEPTH) throw new Exhausted();
    let expression: Expression;
    if (sign === undefined) expression = this.primary();
    else expression = { kind: sign, operand: this.#unary(false), start, end: this.last };
    this.#depth -= 1;
    expression = this.postfix(expression);
    return withFilter ? this.filters(expression) : expression;
  }
}
