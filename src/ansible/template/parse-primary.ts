/** Jinja's names, literals, and what follows them: attributes, items, calls, filters and tests. */
import type { Arguments, Expression, Slice } from './syntax.ts';
import { TokenStream } from './token-stream.ts';
import { unsupported } from './trouble.ts';

const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['none', null],
  ['None', null],
]);
const noArguments: Arguments = { positional: [], named: [], rest: undefined, more: undefined };

/** Parses what stands between operators. Throws TemplateSyntaxError. */
export abstract class PrimaryParser extends TokenStream {
  /** One expression with its conditional: `a if b else c`. */
  abstract expression(withCondition?: boolean): Expression;

  /** Expressions with commas between are a tuple. */
  tuple(
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

  protected primary(): Expression {
    const { kind, text, start, end } = this.token;
    if (kind === 'operator' && (text === '(' || text === '[' || text === '{')) return this.#bracket(text);
    if (!['name', 'string', 'integer', 'float'].includes(kind)) throw this.unexpected();
    this.next();
    if (kind === 'name') {
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
    if (kind === 'integer' && digits.length > 4300) unsupported('an integer of more than 4300 digits');
    // Ansible compiles it to `inf`, a name that Python does not know.
    if (kind === 'float' && !Number.isFinite(Number(digits))) unsupported('a float that is infinite');
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

  protected postfix(expression: Expression): Expression {
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
        if (++colons > 2) throw this.unexpected();
      } else if (this.sees(']') || this.sees(',')) break;
      else if (parts[colons] !== undefined) throw this.unexpected();
      else parts[colons] = this.expression();
    }
    const [from, to, step] = parts;
    if (colons > 0) return { kind: 'slice', from, to, step, start, end: this.last };
    if (from === undefined) throw this.unexpected();
    return from;
  }

  protected filters(expression: Expression): Expression {
    for (;;) {
      if (this.sees('|')) expression = this.filter(expression);
      else if (this.seesName('is')) expression = this.#test(expression);
      else if (this.sees('(')) expression = this.#call(expression);
      else return expression;
    }
  }

  /** One or more filters; those of a block start without `|`. */
  filter(of: Expression, inBlock = false): Expression {
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
      if (this.seesName('is')) throw this.trouble('You cannot chain multiple tests with is');
      args = { ...noArguments, positional: [this.postfix(this.primary())] };
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
      if (this.accept('*')) {
        if (rest !== undefined || more !== undefined) throw this.trouble('invalid syntax for function call expression');
        rest = this.expression();
      } else if (this.accept('**')) {
        if (more !== undefined) throw this.trouble('invalid syntax for function call expression');
        more = this.expression();
      } else if (this.token.kind === 'name' && this.ahead(1).text === '=' && this.ahead(1).kind === 'operator') {
        if (more !== undefined) throw this.trouble('invalid syntax for function call expression');
        const { text } = this.next();
        this.next();
        named.push([text, this.expression()]);
      } else {
        if (rest !== undefined || more !== undefined || named.length > 0)
          throw this.trouble('invalid syntax for function call expression');
        positional.push(this.expression());
      }
      comma = true;
    }
    this.expect(')');
    return { positional, named, rest, more };
  }
}
