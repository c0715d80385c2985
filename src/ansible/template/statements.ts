/** The statements of a template, and how what they print becomes one value. */
import { equals } from './python/compare.ts';
import { elementsOf } from './context.ts';
import { valueOf, Frame } from './expressions.ts';
import { parseTemplate, parseExpression } from './syntax/statement-parser.ts';
import { callableOf, plugin } from './plugins/plugin.ts';
import type { Rendering } from './rendering.ts';
import type { Expression, MacroSyntax, Statement, Target } from './syntax/syntax.ts';
import { Failure, Marker, Raised, TemplateSyntaxError, Tripped, tripAsUnsupported, Undefined } from './markers.ts';
import { Dict, forced, List, Namespace, Callable, Tuple } from './python/python-values.ts';
import type { Held, Value } from './python/python-values.ts';
import type { Range } from '../../source/tree.ts';
import type { Context } from './context.ts';

/** Something printed, with the place of its expression. */
export interface Printed extends Range {
  readonly value: Value;
}

/** The output of statements, in order. */
export type Output = Printed[];

/** Parses and runs a template: its value, or the marker that it ends in. */
export function renderTemplate(text: string, rendering: Rendering): Value {
  const statements = parsed(text, rendering, parseTemplate);
  if (statements instanceof Marker) return statements;
  const output: Output = [];
  try {
    run(statements, new Frame(undefined, statements), rendering, output);
  } catch (trouble) {
    output.push({ value: markerOfThrown(trouble, rendering), start: 0, end: 0 });
  }
  return rendering.ended(output, text);
}

/** Parses and runs an expression without braces: its value, or the marker that it ends in. */
export function renderExpression(text: string, rendering: Rendering): Value {
  const expression = parsed(text, rendering, parseExpression);
  if (expression instanceof Marker) return expression;
  try {
    return valueOf(expression, new Frame(), rendering);
  } catch (trouble) {
    return rendering.placed(markerOfThrown(trouble, rendering), expression);
  }
}

function parsed<Syntax>(text: string, { id, budget }: Rendering, parser: (text: string) => Syntax): Syntax | Marker {
  try {
    budget.room(text.length);
    return parser(text);
  } catch (trouble) {
    if (trouble instanceof Tripped) return trouble.marker.at(id, 0, text.length);
    if (!(trouble instanceof TemplateSyntaxError)) throw trouble;
    return new Failure(`Syntax error in template: ${trouble.message}`).at(id, trouble.start, trouble.end);
  }
}

/** Runs statements and gives what they print as one value. */
function concatenated(statements: readonly Statement[], frame: Frame, rendering: Rendering): Value {
  const output: Output = [];
  run(statements, frame, rendering, output);
  return rendering.joined(output);
}

/** The marker that something thrown leads to. */
export function markerOfThrown(trouble: unknown, rendering: Rendering): Marker {
  if (trouble instanceof Tripped) return trouble.marker;
  if (!(trouble instanceof Raised)) throw trouble;
  const { message, place } = trouble;
  return place === undefined ? new Failure(message) : new Failure(message).at(rendering.id, place.start, place.end);
}

/** Runs statements one after the other. */
export function run(statements: readonly Statement[], frame: Frame, rendering: Rendering, output: Output): void {
  for (const statement of statements) {
    const trouble = rendering.settled(() => execute(statement, frame, rendering, output), statement);
    if (trouble instanceof Marker) rendering.lose(trouble, statement, output);
  }
}

function execute(statement: Statement, frame: Frame, rendering: Rendering, output: Output): void {
  rendering.budget.step();
  switch (statement.kind) {
    case 'data':
      return rendering.write(rendering.budget.text(statement.text), statement, output);
    case 'print':
      return rendering.print(() => valueOf(statement.value, frame, rendering), statement, output);
    case 'if statement':
      return branch(statement, frame, rendering, output);
    case 'for':
      return loop(statement, frame, rendering, output);
    case 'set': {
      const value = rendering.traced(() => valueOf(statement.value, frame, rendering), statement.value);
      return assign(statement.target, value, frame, rendering);
    }
    case 'set block': {
      const value = concatenated(statement.body, new Frame(frame, statement.body), rendering);
      const filtered = rendering.traced(() => filteredBlock(value, statement.filter, frame, rendering), statement);
      return assign(statement.target, filtered, frame, rendering);
    }
    case 'filter block':
      return rendering.print(
        () => {
          const value = concatenated(statement.body, new Frame(frame, statement.body), rendering);
          return filteredBlock(value, statement.filter, frame, rendering);
        },
        statement,
        output,
      );
    case 'with': {
      const inner = new Frame(frame, statement.body);
      for (const [target, value] of statement.assignments) {
        assign(
          target,
          rendering.traced(() => valueOf(value, frame, rendering), value),
          inner,
          rendering,
        );
      }
      return run(statement.body, inner, rendering, output);
    }
    case 'macro':
      rendering.changes(frame);
      frame.set(statement.name, macroOf(statement.macro, frame, rendering));
      return;
    case 'call block': {
      const { start, end } = statement;
      const caller: Expression = { kind: 'constant', value: macroOf(statement.macro, frame, rendering), start, end };
      const { args } = statement.call;
      const call = { ...statement.call, args: { ...args, named: [...args.named, ['caller', caller] as const] } };
      return rendering.print(() => valueOf(call, frame, rendering), statement, output);
    }
    case 'do':
      valueOf(statement.value, frame, rendering);
      return;
    default:
      return rendering.runOther(statement, frame, output);
  }
}

/** Runs the branches that may be the one: all of them from the first test on whose truth is not known. */
function branch(
  statement: Statement & { kind: 'if statement' },
  frame: Frame,
  rendering: Rendering,
  output: Output,
): void {
  const { branches, otherwise } = statement;
  const possible: (readonly Statement[])[] = [];
  let why: Marker | undefined;
  let isSettled = false;
  for (const { test, body } of branches) {
    const holds = rendering.holds(test, frame);
    if (holds === false) continue;
    possible.push(body);
    isSettled = holds === true;
    if (isSettled) break;
    why ??= holds as Marker;
  }
  if (!isSettled) possible.push(otherwise);
  if (why === undefined) return run(possible[0] ?? [], frame, rendering, output);
  rendering.choose(
    why,
    possible.map((body) => (own) => run(body, frame, rendering, own)),
    statement,
    output,
  );
}

function filteredBlock(value: Value, filter: Expression | undefined, frame: Frame, rendering: Rendering): Value {
  if (filter === undefined) return value;
  const outer = rendering.captured;
  rendering.captured = value;
  const result = valueOf(filter, frame, rendering);
  rendering.captured = outer;
  return result;
}

type For = Statement & { kind: 'for' };

function loop(statement: For, frame: Frame, rendering: Rendering, output: Output): void {
  const iterable = rendering.settled(() => valueOf(statement.iterable, frame, rendering), statement.iterable);
  if (!statement.recursive) return passes(statement, iterable, 0, frame, rendering, output);
  rendering.print(() => recursive(statement, iterable, 0, frame, rendering), statement, output);
}

/** The output of a recursive block as one value, which is also what it gives if it calls itself. */
function recursive(statement: For, iterable: Value, depth: number, frame: Frame, rendering: Rendering): Value {
  const printed: Output = [];
  passes(statement, iterable, depth, frame, rendering, printed);
  return rendering.joined(printed);
}

function passes(
  statement: For,
  iterable: Value,
  depth: number,
  frame: Frame,
  rendering: Rendering,
  output: Output,
): void {
  const { test, target, body, otherwise } = statement;
  const again = plugin('iterable', (_context, more) => {
    if (!statement.recursive)
      throw new Raised('TypeError', "The loop must have the 'recursive' marker to be called recursively.");
    return rendering.within(true, () => recursive(statement, more, depth + 1, frame, rendering));
  });
  const pass = (item: Held, variable: Namespace, own: Output): void => {
    const inner = new Frame(frame, body);
    if (statement.usesLoop) inner.set('loop', variable);
    assign(target, item, inner, rendering);
    run(body, inner, rendering, own);
  };
  const found = rendering.settled(
    () =>
      elementsOf(iterable, rendering).map((slot) =>
        rendering.traced(() => rendering.placed(forced(slot), statement.iterable), statement.iterable),
      ),
    statement.iterable,
  );
  const without = (own: Output): void => run(otherwise, new Frame(frame, otherwise), rendering, own);
  if (found instanceof Marker && iterable instanceof List && iterable.unordered) {
    // Two orders in which no element has the same place tell what depends on it.
    const [first, ...others] = iterable.items;
    const orders = [iterable.items, [...others, ...(first === undefined ? [] : [first])]];
    const runs = orders.map((items) => (own: Output) => {
      passes(statement, new List(items), depth, frame, rendering, own);
    });
    return rendering.choose(found, runs, statement, output);
  }
  if (found instanceof Marker) {
    const variable = unknownLoop(found, depth, callableOf(again, 'loop', rendering));
    return rendering.choose(found, [without, (own) => pass(found, variable, own)], statement, output, true);
  }
  const { items, doubts } = chosen(found, test, target, frame, rendering);
  if (items.length === 0) return without(output);
  const size = iterable instanceof Dict ? iterable.size : iterable instanceof List ? iterable.items.length : 0;
  const [doubt] = doubts.values();
  if (doubt !== undefined && doubts.size === items.length && otherwise.length > 0)
    rendering.choose(doubt, [without, () => undefined], statement, output);
  const state: Loop = { items, depth, again: callableOf(again, 'loop', rendering), last: new Namespace('', new Map()) };
  const unknown = doubt === undefined ? undefined : unknownLoop(doubt, depth, state.again);
  items.forEach((item, index) => {
    rendering.budget.step(4);
    const variable = unknown ?? loopVariable(state, index, rendering);
    const why = doubts.get(item);
    if (why === undefined) pass(item, variable, output);
    else rendering.choose(why, [() => undefined, (own) => pass(item, variable, own)], statement, output);
    if (iterable instanceof Dict && iterable.size !== size) {
      throw new Raised('AnsibleError', 'dictionary changed size during iteration');
    }
    if (iterable instanceof List && iterable.items.length !== size)
      tripAsUnsupported('a list that grows while it is gone through');
  });
}

/** The items that pass the test of a loop, or may pass it: then it says why that is not known. */
function chosen(
  found: readonly Held[],
  test: Expression | undefined,
  target: Target,
  frame: Frame,
  rendering: Rendering,
): { readonly items: readonly Held[]; readonly doubts: ReadonlyMap<Held, Marker> } {
  const doubts = new Map<Held, Marker>();
  if (test === undefined) return { items: found, doubts };
  const items = found.filter((item) => {
    const inner = new Frame(frame);
    assign(target, item, inner, rendering);
    const holds = rendering.holds(test, inner);
    if (holds instanceof Marker) doubts.set(item, holds);
    return holds !== false;
  });
  return { items, doubts };
}

/** Gives names their values. If that fails and the rendering goes on, they have no value. */
function assign(target: Target, value: Held, frame: Frame, rendering: Rendering): void {
  if (target.kind === 'name') {
    rendering.changes(frame);
    return frame.set(target.name, rendering.kept(value));
  }
  if (target.kind === 'member') {
    const object = forced(frame.get(target.name) ?? null);
    if (!(object instanceof Namespace) || object.typeName !== 'Namespace') {
      throw new Raised('TypeError', 'cannot assign attribute on non-namespace object');
    }
    rendering.changes(object);
    object.attributes.set(target.attribute, forced(value));
    return;
  }
  const { length } = target.items;
  const items = rendering.settled(() => {
    const items = elementsOf(forced(value), rendering);
    if (items.length > length) throw new Raised('ValueError', `too many values to unpack (expected ${length})`);
    if (items.length < length)
      throw new Raised('ValueError', `not enough values to unpack (expected ${length}, got ${items.length})`);
    return items;
  }, undefined);
  // Ansible would go no further.
  if (items instanceof Failure) throw new Tripped(items);
  target.items.forEach((inner, index) => {
    assign(inner, items instanceof Marker ? items : (items[index] ?? null), frame, rendering);
  });
}

function macroOf(syntax: MacroSyntax, frame: Frame, rendering: Rendering): Value {
  return macro(syntax, frame, rendering, (body, inner) => concatenated(body, inner, rendering));
}

/** A `for` block that is run. */
interface Loop {
  readonly items: readonly Held[];
  /** The number of runs of the same block around it: a recursive one calls itself. */
  readonly depth: number;
  /** The function `loop()`. */
  readonly again: Callable;
  /** The last arguments of `loop.changed`, as an attribute of this. */
  readonly last: Namespace;
}

/** `loop` for one pass. */
function loopVariable(loop: Loop, index: number, context: Context): Namespace {
  const { items } = loop;
  const itemAt = (at: number): Value | undefined => {
    const item = items[at];
    return item === undefined ? undefined : forced(item);
  };
  const { length } = items;
  const cycle = (args: readonly Value[]): Value => {
    if (args.length === 0) throw new Raised('TypeError', 'no items for cycling given');
    return args[index % args.length] ?? null;
  };
  const changed = (args: readonly Value[]): Value => {
    const before = loop.last.attributes.get('last');
    context.changes(loop.last);
    loop.last.attributes.set('last', new Tuple(args));
    if (before instanceof Marker) return before;
    if (!(before instanceof Tuple) || before.items.length !== args.length) return true;
    return !args.every((arg, at) => equals(arg, forced(before.items[at] ?? null), context.budget));
  };
  const attributes: Record<string, Value> = {
    index: BigInt(index + 1),
    index0: BigInt(index),
    revindex: BigInt(length - index),
    revindex0: BigInt(length - index - 1),
    first: index === 0,
    last: index === length - 1,
    length: BigInt(length),
    depth: BigInt(loop.depth + 1),
    depth0: BigInt(loop.depth),
    previtem: itemAt(index - 1) ?? new Undefined('there is no previous item'),
    nextitem: itemAt(index + 1) ?? new Undefined('there is no next item'),
    cycle: new Callable('cycle', cycle),
    changed: new Callable('changed', changed),
  };
  return new Namespace('LoopContext', new Map(Object.entries(attributes)), loop.again);
}

/** `loop` where it is not known which passes there are. */
function unknownLoop(why: Marker, depth: number, again: Callable): Namespace {
  const names = 'index index0 revindex revindex0 first last length previtem nextitem cycle changed'.split(' ');
  const attributes = new Map<string, Value>(names.map((name) => [name, why]));
  attributes.set('depth', BigInt(depth + 1)).set('depth0', BigInt(depth));
  return new Namespace('LoopContext', attributes, again);
}

type Named = ReadonlyMap<string, Value>;

/** The value of a macro's name; `printed` gives what its body prints. */
function macro(
  syntax: MacroSyntax,
  frame: Frame,
  rendering: Rendering,
  printed: (body: readonly Statement[], frame: Frame) => Value,
): Callable {
  const call = (args: readonly Value[], named: Named): Value => {
    rendering.budget.step(10);
    return rendering.within(false, () => {
      const inner = new Frame(frame, syntax.body);
      const more = fill(syntax, args, named, inner, rendering);
      setSpecial(syntax, args, more, inner);
      return printed(syntax.body, inner);
    });
  };
  return new Callable(syntax.name ?? 'caller', call, true, attributesOf(syntax));
}

/** Sets the parameters; what no parameter takes of the named arguments is left. */
function fill({ parameters }: MacroSyntax, args: readonly Value[], named: Named, inner: Frame, rendering: Rendering) {
  const more = new Map(named);
  parameters.forEach((parameter, index) => {
    const { name } = parameter;
    const given = index < args.length ? args[index] : named.get(name);
    if (index >= args.length) more.delete(name);
    inner.set(name, given ?? (given === null ? null : standard(parameter, inner, rendering)));
  });
  return more;
}

/** Sets `caller`, `kwargs` and `varargs` if the body reads them; other arguments are refused. */
function setSpecial(
  { name, parameters, special }: MacroSyntax,
  args: readonly Value[],
  more: Map<string, Value>,
  inner: Frame,
) {
  if (special === undefined) tripAsUnsupported('a macro that sets caller, kwargs or varargs');
  const shown = name === undefined ? 'None' : `'${name}'`;
  if (special.has('caller')) {
    inner.set('caller', more.get('caller') ?? new Undefined('No caller defined', 'caller'));
    more.delete('caller');
  }
  const [keyword] = more.keys();
  if (special.has('kwargs')) inner.set('kwargs', Dict.of(more));
  else if (more.has('caller'))
    throw new Raised(
      'TypeError',
      `macro ${shown} was invoked with two values for the special caller argument. This is most likely a bug.`,
    );
  else if (keyword !== undefined)
    throw new Raised('TypeError', `macro ${shown} takes no keyword argument '${keyword}'`);
  if (special.has('varargs')) inner.set('varargs', new Tuple(args.slice(parameters.length)));
  else if (args.length > parameters.length)
    throw new Raised('TypeError', `macro ${shown} takes not more than ${parameters.length} argument(s)`);
}

function standard(parameter: MacroSyntax['parameters'][number], frame: Frame, rendering: Rendering): Value {
  if (parameter.standard !== undefined) return valueOf(parameter.standard, frame, rendering);
  return new Undefined(`parameter '${parameter.name}' was not provided`, parameter.name);
}

function attributesOf({ name, parameters, special }: MacroSyntax): ReadonlyMap<string, Value> {
  return new Map<string, Value>([
    ['name', name ?? null],
    ['arguments', new Tuple(parameters.map((parameter) => parameter.name))],
    ['catch_kwargs', special?.has('kwargs') === true],
    ['catch_varargs', special?.has('varargs') === true],
    ['caller', special?.has('caller') === true],
    ['explicit_caller', false],
  ]);
}
