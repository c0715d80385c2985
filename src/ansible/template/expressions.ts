/** The values of a template's expressions. Its statements are in `statements.ts`. */
import type { Node } from '../../source/tree.ts';
import { comparisonHolds, truth } from './python/compare.ts';
import { knownElementsOf, wantText } from './context.ts';
import { globalNamed } from './plugins/globals.ts';
import { attributeOf, sliceOf } from './python/attributes.ts';
import { applyBinary, applySign } from './python/operators.ts';
import type { Rendering } from './rendering.ts';
import { namesHiddenIn } from './syntax/hidden-names.ts';
import type { Arguments, Expression, Statement } from './syntax/syntax.ts';
import { Marker, Raised, Tripped, Undefined, markerWithoutParts } from './markers.ts';
import { Dict, forced, List, mergeBranchStates, Tuple, tripOnMarker } from './python/python-values.ts';
import type { Changeable, Held, Value } from './python/python-values.ts';

interface Given {
  readonly args: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
}

/** Expressions whose value may be a variable's own node. */
const REFERENCES: ReadonlySet<Expression['kind']> = new Set(['name', 'attribute', 'item', 'if', 'and', 'or', 'filter']);
/** Filters that may hand on what they are given, or a part of it. */
const PASSING: ReadonlySet<string> = new Set(['default', 'd', 'mandatory', 'extract', 'first', 'last', 'ternary']);

/** The value of an expression. Throws `Tripped` and `Raised`, placed at the innermost expression that failed. */
export function valueOf(expression: Expression, frame: Frame, rendering: Rendering): Value {
  rendering.budget.step();
  try {
    const value = computed(expression, frame, rendering);
    const { kind } = expression;
    if (!REFERENCES.has(kind) || (kind === 'filter' && !PASSING.has(expression.name)))
      rendering.evaluation.origin = undefined;
    return rendering.placed(value, expression);
  } catch (trouble) {
    if (trouble instanceof Tripped && trouble.marker.rendering !== rendering.id) {
      throw new Tripped(rendering.placed(trouble.marker, expression) as Marker);
    }
    if (trouble instanceof Raised) trouble.place ??= expression;
    throw trouble;
  }
}

function computed(expression: Expression, frame: Frame, rendering: Rendering): Value {
  switch (expression.kind) {
    case 'constant':
      return expression.value;
    case 'captured':
      return rendering.captured;
    case 'name':
      return nameValue(expression.name, frame, rendering);
    case 'list':
      return List.of(elementsOf(expression.items, frame, rendering), true);
    case 'tuple':
      return new Tuple(elementsOf(expression.items, frame, rendering));
    case 'dict':
      return Dict.of(
        expression.pairs.map(
          ([key, value]) => [keyValue(key, frame, rendering), slot(value, frame, rendering)] as const,
        ),
      );
    case 'concat':
      return rendering.concatenated(expression.items.map((item) => valueOf(item, frame, rendering)));
    case 'attribute':
      return rendering.lookedUp(attributeOf(valueOf(expression.of, frame, rendering), expression.name, rendering));
    case 'item':
      return rendering.lookedUp(itemValue(expression, frame, rendering));
    case 'call': {
      const callee = valueOf(expression.callee, frame, rendering);
      const { args, named } = given(expression.args, frame, rendering);
      return rendering.call(callee, args, named);
    }
    case 'filter':
      return filtered(expression, frame, rendering);
    case 'test': {
      const of = valueOf(expression.of, frame, rendering);
      const { args, named } = given(expression.args, frame, rendering, [of]);
      return rendering.test(expression.name, args, named);
    }
    case 'not':
      return !truth(valueOf(expression.operand, frame, rendering));
    case 'negative':
    case 'positive':
      return applySign(expression.kind, valueOf(expression.operand, frame, rendering));
    case 'and': {
      const left = valueOf(expression.left, frame, rendering);
      return truth(left) ? valueOf(expression.right, frame, rendering) : left;
    }
    case 'or': {
      const left = valueOf(expression.left, frame, rendering);
      return truth(left) ? left : valueOf(expression.right, frame, rendering);
    }
    case 'binary': {
      const left = valueOf(expression.left, frame, rendering);
      return applyBinary(expression.operator, left, valueOf(expression.right, frame, rendering), rendering.budget);
    }
    case 'compare':
      return comparison(expression, frame, rendering);
    case 'if': {
      const then = (): Value => valueOf(expression.then, frame, rendering);
      const holds = rendering.holds(expression.test, frame);
      if (holds === true) return then();
      const otherwise = (): Value => {
        if (expression.otherwise !== undefined) return valueOf(expression.otherwise, frame, rendering);
        rendering.evaluation.origin = undefined;
        return rendering.withoutElse();
      };
      return holds === false ? otherwise() : rendering.either(holds, [then, otherwise], expression);
    }
  }
}

function itemValue(expression: Expression & { kind: 'item' }, frame: Frame, rendering: Rendering): Value {
  const of = valueOf(expression.of, frame, rendering);
  if (expression.key.kind !== 'slice') return rendering.item(of, apart(expression.key, frame, rendering));
  const { from, to, step } = expression.key;
  const bounds = [from, to, step].map((bound) => (bound === undefined ? null : valueOf(bound, frame, rendering)));
  return of instanceof Marker ? markerWithoutParts(of) : sliceOf(of, bounds, rendering);
}

function filtered(expression: Expression & { kind: 'filter' }, frame: Frame, rendering: Rendering): Value {
  const of = valueOf(expression.of, frame, rendering);
  const { origin } = rendering.evaluation;
  const { args, named } = given(expression.args, frame, rendering, [of]);
  rendering.evaluation.origin = named.size === 0 && args.length <= 1 ? origin : undefined;
  const value = rendering.filter(expression.name, args, named);
  if (value === of) rendering.evaluation.origin = origin;
  return value;
}

function keyValue(expression: Expression, frame: Frame, rendering: Rendering): Value {
  const key = valueOf(expression, frame, rendering);
  rendering.budget.read(key);
  return key;
}

/** A key's value, without making it what the item is. */
function apart(expression: Expression, frame: Frame, rendering: Rendering): Value {
  const { origin } = rendering.evaluation;
  const value = valueOf(expression, frame, rendering);
  rendering.evaluation.origin = origin;
  return value;
}

function nameValue(name: string, frame: Frame, rendering: Rendering): Value {
  rendering.evaluation.origin = undefined;
  const own = frame.get(name);
  if (own !== undefined) return forced(own);
  const value = rendering.variable(name);
  if (value !== undefined) return rendering.lookedUp(value);
  return globalNamed(name, rendering) ?? Undefined.variable(name);
}

/** An element of a literal; one that is a variable's value stays that node. */
function slot(expression: Expression, frame: Frame, rendering: Rendering): Held {
  rendering.evaluation.origin = undefined;
  const value = valueOf(expression, frame, rendering);
  return value instanceof Marker ? value : original(value, rendering.evaluation.origin, rendering);
}

function elementsOf(expressions: readonly Expression[], frame: Frame, rendering: Rendering): Held[] {
  rendering.budget.elements(expressions.length);
  return expressions.map((expression) => slot(expression, frame, rendering));
}

function original(value: Value, node: Node | undefined, rendering: Rendering): Held {
  const isPart = node !== undefined && !(value instanceof List || value instanceof Dict);
  return isPart ? rendering.evaluation.held(value, node) : value;
}

function comparison(expression: Expression & { kind: 'compare' }, frame: Frame, rendering: Rendering): boolean {
  let left = valueOf(expression.first, frame, rendering);
  for (const { operator, operand } of expression.rest) {
    const right = valueOf(operand, frame, rendering);
    if (!comparisonHolds(operator, left, right, rendering.budget)) return false;
    left = right;
  }
  return true;
}

function given(syntax: Arguments, frame: Frame, rendering: Rendering, first: readonly Value[] = []): Given {
  const args = [...first, ...syntax.positional.map((argument) => valueOf(argument, frame, rendering))];
  const named = new Map(syntax.named.map(([name, value]) => [name, valueOf(value, frame, rendering)]));
  if (syntax.rest !== undefined) args.push(...knownElementsOf(valueOf(syntax.rest, frame, rendering), rendering));
  if (syntax.more !== undefined) {
    const more = tripOnMarker(valueOf(syntax.more, frame, rendering));
    if (!(more instanceof Dict)) throw new Raised('TypeError', 'argument after ** must be a mapping');
    for (const [key, slot] of more.pairs()) named.set(wantText(key, 'keywords'), forced(slot));
  }
  return { args, named };
}

/** The names of one frame, then those of the frames around it. */
export class Frame implements Changeable {
  #names = new Map<string, Held>();
  readonly #outer: Frame | undefined;
  /** Names that are undefined until they are set. */
  readonly #hidden: ReadonlySet<string>;
  /** The names of another part of a template that it sees without those which that hides from itself. */
  readonly #context: Frame | undefined;
  /** Set for the outermost names of a template: what it sets is set there too. */
  readonly exports: Frame | undefined;

  constructor(
    outer?: Frame,
    body: readonly Statement[] = [],
    { context, exports }: { readonly context?: Frame | undefined; readonly exports?: Frame } = {},
  ) {
    this.#outer = outer;
    this.#hidden = namesHiddenIn(body);
    this.#context = context ?? exports;
    this.exports = exports;
  }

  get(name: string): Held | undefined {
    const own = this.#names.get(name);
    if (own !== undefined) return own;
    if (this.#hidden.has(name)) return Undefined.variable(name);
    return this.#context === undefined ? this.#outer?.get(name) : this.#context.assigned(name);
  }

  /** The value that a name was given; what the template hides from itself it does not hide from others. */
  assigned(name: string): Held | undefined {
    const own = this.#names.get(name);
    return own === undefined ? (this.#context ?? this.#outer)?.assigned(name) : own;
  }

  set(name: string, value: Held): void {
    this.#names.set(name, value);
    this.exports?.set(name, value);
  }

  names(): Iterable<string> {
    return this.#names.keys();
  }

  get state(): ReadonlyMap<string, Held> {
    return new Map(this.#names);
  }

  set state(state: ReadonlyMap<string, Held>) {
    this.#names = new Map(state);
  }

  merge(states: readonly ReadonlyMap<string, Held>[], why: Marker): void {
    this.#names = mergeBranchStates(states, why);
  }
}
