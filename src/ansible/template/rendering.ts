/** The rendering of one template: its expressions. The statements are in `statements.ts`. */
import type { Node } from '../../source/tree.ts';
import type { Spending } from './budget.ts';
import { call, invoke } from './calls.ts';
import { compared, truth } from './compare.ts';
import type { Context } from './context.ts';
import { each, wantText } from './context.ts';
import type { Evaluation } from './evaluation.ts';
import { finalized } from './finalize.ts';
import { standardFilters } from './filters/standard.ts';
import type { Frame } from './frame.ts';
import { globals } from './globals.ts';
import { attributeOf, itemOf, sliceOf } from './lookup.ts';
import { binary, signed } from './operators.ts';
import type { Plugin } from './plugin.ts';
import { filterNamed, testNamed } from './plugins.ts';
import type { Scope } from './scope.ts';
import { renderExpression, renderText } from './statements.ts';
import type { Arguments, Expression } from './syntax.ts';
import { str } from './text.ts';
import { Exhausted, Marker, Refusal, Tripped, Undefined } from './trouble.ts';
import { blank, Dict, forced, List, Tuple, trip } from './values.ts';
import type { Slot, Value } from './values.ts';

/** A value with the node that it is, unchanged, if it is one. */
export interface Rendered {
  readonly value: Value;
  readonly origin: Node | undefined;
}

interface Given {
  readonly args: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
}

/** Expressions whose value may be a variable's own node. */
const references: ReadonlySet<Expression['kind']> = new Set(['name', 'attribute', 'item', 'if', 'and', 'or', 'filter']);
const passing: ReadonlySet<string> = new Set(['default', 'd', 'mandatory', 'extract', 'first', 'last', 'ternary']);

/** What most templates need, such as `default`, is at hand. */
function anyFilter(name: string): Plugin | undefined {
  return Object.hasOwn(standardFilters, name) ? standardFilters[name] : filterNamed(name);
}

export class Rendering implements Context {
  readonly evaluation: Evaluation;
  readonly scope: Scope;
  readonly id: number;
  readonly #variables = new Map<string, { value: Value; origin: Node | undefined }>();
  #depth = 0;
  /** What a filter block gives to its filter. */
  captured: Value = null;

  constructor(evaluation: Evaluation, scope: Scope) {
    this.evaluation = evaluation;
    this.scope = scope;
    this.id = evaluation.nextRendering();
  }

  get budget(): Spending {
    return this.evaluation.budget;
  }

  /** Counts the calls of macros that are open. */
  deeper(): void {
    if (++this.#depth > 40) throw new Exhausted();
  }

  shallower(): void {
    this.#depth -= 1;
  }

  /** Renders a template's text, or that of an expression; every trouble becomes the value. */
  render(text: string, kind: 'template' | 'expression' = 'template'): Rendered {
    this.evaluation.origin = undefined;
    const value = kind === 'template' ? renderText(text, this) : renderExpression(text, this);
    return { value, origin: value instanceof Marker ? undefined : this.evaluation.origin };
  }

  /** The value of an expression. Throws `Tripped` and `Refusal`, placed at the innermost expression that failed. */
  expression(expression: Expression, frame: Frame): Value {
    this.budget.step();
    try {
      const value = this.#value(expression, frame);
      const { kind } = expression;
      if (!references.has(kind) || (kind === 'filter' && !passing.has(expression.name)))
        this.evaluation.origin = undefined;
      return this.placed(value, expression);
    } catch (trouble) {
      if (trouble instanceof Tripped && trouble.marker.rendering !== this.id) {
        throw new Tripped(this.placed(trouble.marker, expression) as Marker);
      }
      if (trouble instanceof Refusal) trouble.place ??= expression;
      throw trouble;
    }
  }

  /** The value; a marker that comes from elsewhere gets its place in this template. */
  placed(value: Value, { start, end }: { readonly start: number; readonly end: number }): Value {
    return value instanceof Marker && value.rendering !== this.id ? value.at(this.id, start, end) : value;
  }

  #value(expression: Expression, frame: Frame): Value {
    switch (expression.kind) {
      case 'constant':
        return expression.value;
      case 'captured':
        return this.captured;
      case 'name':
        return this.#name(expression.name, frame);
      case 'list':
        return new List(this.#slots(expression.items, frame));
      case 'tuple':
        return new Tuple(this.#slots(expression.items, frame));
      case 'dict':
        return Dict.of(
          expression.pairs.map(([key, value]) => [this.#key(key, frame), this.#slot(value, frame)] as const),
        );
      case 'concat': {
        const items = expression.items.map((item) => this.expression(item, frame));
        return this.budget.text(items.map((item) => str(item, this.budget)).join(''));
      }
      case 'attribute':
        return attributeOf(this.expression(expression.of, frame), expression.name, this);
      case 'item': {
        const of = this.expression(expression.of, frame);
        if (expression.key.kind !== 'slice') return this.item(of, this.#apart(expression.key, frame));
        const { from, to, step } = expression.key;
        const bounds = [from, to, step].map((bound) => (bound === undefined ? null : this.expression(bound, frame)));
        return of instanceof Marker ? of : sliceOf(of, bounds, this);
      }
      case 'call':
        return this.#call(expression.callee, expression.args, frame);
      case 'filter': {
        const of = this.expression(expression.of, frame);
        const { origin } = this.evaluation;
        const { args, named } = this.#given(expression.args, frame, [of]);
        this.evaluation.origin = named.size === 0 && args.length <= 1 ? origin : undefined;
        const value = this.filter(expression.name, args, named);
        if (value === of) this.evaluation.origin = origin;
        return value;
      }
      case 'test': {
        const of = this.expression(expression.of, frame);
        const { args, named } = this.#given(expression.args, frame, [of]);
        return this.test(expression.name, args, named);
      }
      case 'not':
        return !truth(this.expression(expression.operand, frame));
      case 'negative':
      case 'positive':
        return signed(expression.kind, this.expression(expression.operand, frame));
      case 'and': {
        const left = this.expression(expression.left, frame);
        return truth(left) ? this.expression(expression.right, frame) : left;
      }
      case 'or': {
        const left = this.expression(expression.left, frame);
        return truth(left) ? left : this.expression(expression.right, frame);
      }
      case 'binary': {
        const left = this.expression(expression.left, frame);
        return binary(expression.operator, left, this.expression(expression.right, frame), this.budget);
      }
      case 'compare':
        return this.#compare(expression, frame);
      case 'if':
        if (truth(this.expression(expression.test, frame))) return this.expression(expression.then, frame);
        if (expression.otherwise !== undefined) return this.expression(expression.otherwise, frame);
        this.evaluation.origin = undefined;
        return this.withoutElse();
    }
  }

  #key(expression: Expression, frame: Frame): Value {
    const key = this.expression(expression, frame);
    this.budget.read(key);
    return key;
  }

  /** A key's value, without making it what the item is. */
  #apart(expression: Expression, frame: Frame): Value {
    const { origin } = this.evaluation;
    const value = this.expression(expression, frame);
    this.evaluation.origin = origin;
    return value;
  }

  #name(name: string, frame: Frame): Value {
    this.evaluation.origin = undefined;
    const own = frame.get(name);
    if (own !== undefined) return own;
    const value = this.variable(name);
    if (value !== undefined) return value;
    return globals(name, this) ?? new Undefined(`'${name}' is undefined`, name);
  }

  variable(name: string): Value | undefined {
    const known = this.#variables.get(name);
    if (known !== undefined) {
      if (known.origin !== undefined) this.evaluation.touch(known.origin, undefined);
      return known.value;
    }
    this.evaluation.origin = undefined;
    const value = this.evaluation.variable(name, this.scope);
    if (value !== undefined) this.#variables.set(name, { value, origin: this.evaluation.origin });
    return value;
  }

  /** An element of a literal; one that is a variable's value stays that node. */
  #slot(expression: Expression, frame: Frame): Slot {
    this.evaluation.origin = undefined;
    const value = this.expression(expression, frame);
    return value instanceof Marker ? value : this.#original(value, this.evaluation.origin);
  }

  #slots(expressions: readonly Expression[], frame: Frame): Slot[] {
    this.budget.elements(expressions.length);
    return expressions.map((expression) => this.#slot(expression, frame));
  }

  #original(value: Value, node: Node | undefined): Slot {
    const isPart = node !== undefined && !(value instanceof List || value instanceof Dict);
    return isPart ? this.evaluation.held(value, node) : value;
  }

  #compare(expression: Expression & { kind: 'compare' }, frame: Frame): boolean {
    let left = this.expression(expression.first, frame);
    for (const { operator, operand } of expression.rest) {
      const right = this.expression(operand, frame);
      if (!compared(operator, left, right, this.budget)) return false;
      left = right;
    }
    return true;
  }

  #given(syntax: Arguments, frame: Frame, first: readonly Value[] = []): Given {
    const args = [...first, ...syntax.positional.map((argument) => this.expression(argument, frame))];
    const named = new Map(syntax.named.map(([name, value]) => [name, this.expression(value, frame)]));
    if (syntax.rest !== undefined) args.push(...each(this.expression(syntax.rest, frame), this));
    if (syntax.more !== undefined) {
      const more = trip(this.expression(syntax.more, frame));
      if (!(more instanceof Dict)) throw new Refusal('TypeError', 'argument after ** must be a mapping');
      for (const [key, slot] of more.pairs()) named.set(wantText(key, 'keywords'), forced(slot));
    }
    return { args, named };
  }

  #call(callee: Expression, syntax: Arguments, frame: Frame): Value {
    const called = this.expression(callee, frame);
    const { args, named } = this.#given(syntax, frame);
    return this.call(called, args, named);
  }

  protected call(called: Value, args: readonly Value[], named: ReadonlyMap<string, Value>): Value {
    return call(called, args, named);
  }

  /** What an `if` without `else` gives whose condition does not hold. */
  protected withoutElse(): Value {
    return blank;
  }

  /** A value's text among others that are printed. */
  textOf(value: Value): string {
    return str(finalized(value, this.budget), this.budget);
  }

  filter(name: string, args: readonly Value[], named: ReadonlyMap<string, Value>): Value {
    return invoke('filter', anyFilter, name, args, named, this);
  }

  test(name: string, args: readonly Value[], named: ReadonlyMap<string, Value>): Value {
    return invoke('test', testNamed, name, args, named, this);
  }

  item(of: Value, key: Value): Value {
    return itemOf(of, key, this);
  }

  plain(node: Node): Value {
    return this.evaluation.plain(node);
  }
}
