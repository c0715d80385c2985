/** The statements of a template, and how what they print becomes one value. */
import { truth, equals } from './compare.ts';
import { elementsOf } from './context.ts';
import { valueOf, Frame } from './expressions.ts';
import { parseTemplate, parseExpression } from './parser.ts';
import { bound, plugin } from './plugin.ts';
import type { Rendering } from './rendering.ts';
import type { Expression, MacroSyntax, Statement, Target } from './syntax.ts';
import { withNewlines } from './str-repr.ts';
import {
  Failure,
  Marker,
  Raised,
  TemplateSyntaxError,
  Tripped,
  UnknownValue,
  unsupported,
  Undefined,
} from './markers.ts';
import { Dict, forced, List, Namespace, omit, Callable, Tuple } from './python-values.ts';
import type { Value } from './python-values.ts';
import type { Context } from './context.ts';

/** The printed values, with the places of their expressions. */
type Output = { readonly value: Value; readonly start: number; readonly end: number }[];

/** Parses and runs a template: its value, or the marker that it ends in. */
export function renderText(text: string, rendering: Rendering): Value {
  const statements = parsed(text, rendering, parseTemplate);
  if (statements instanceof Marker) return statements;
  const value = concatenated(statements, new Frame(), rendering, true);
  return typeof value === 'string' ? withNewlines(value, text) : value;
}

/** Parses and runs an expression without braces: its value, or the marker that it ends in. */
export function renderExpression(text: string, rendering: Rendering): Value {
  const expression = parsed(text, rendering, parseExpression);
  if (expression instanceof Marker) return expression;
  try {
    return valueOf(expression, new Frame(), rendering);
  } catch (trouble) {
    return rendering.placed(troubleValue(trouble, rendering), expression);
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

/** Runs statements and gives what they print. */
function concatenated(statements: readonly Statement[], frame: Frame, rendering: Rendering, isWhole = false): Value {
  const output: Output = [];
  if (isWhole) {
    const place = { start: 0, end: 0 };
    try {
      run(statements, frame, rendering, output);
    } catch (trouble) {
      output.push({ value: troubleValue(trouble, rendering), ...place });
    }
  } else run(statements, frame, rendering, output);
  return joined(output, rendering);
}

/** One thing printed is the value, several are text, none is None. */
function joined(output: Output, rendering: Rendering): Value {
  const printed = output.filter(({ value }) => value !== null);
  const [only] = printed;
  if (only === undefined) {
    rendering.evaluation.origin = undefined;
    return null;
  }
  if (printed.length === 1) return only.value;
  rendering.evaluation.origin = undefined;
  let text = '';
  for (const { value, start, end } of printed) {
    if (value === omit) continue;
    try {
      text += rendering.budget.text(rendering.textOf(value));
    } catch (trouble) {
      return rendering.placed(troubleValue(trouble, rendering), { start, end });
    }
  }
  return text;
}

function troubleValue(trouble: unknown, rendering: Rendering): Marker {
  if (trouble instanceof Tripped) return trouble.marker;
  if (!(trouble instanceof Raised)) throw trouble;
  const { message, place } = trouble;
  return place === undefined ? new Failure(message) : new Failure(message).at(rendering.id, place.start, place.end);
}

function run(statements: readonly Statement[], frame: Frame, rendering: Rendering, output: Output): void {
  for (const statement of statements) execute(statement, frame, rendering, output);
}

function execute(statement: Statement, frame: Frame, rendering: Rendering, output: Output): void {
  rendering.budget.step();
  const { start, end } = statement;
  switch (statement.kind) {
    case 'data':
      output.push({ value: rendering.budget.text(statement.text), start, end });
      return;
    case 'print':
      output.push({ value: valueOf(statement.value, frame, rendering), start, end });
      return;
    case 'if statement': {
      const branch = statement.branches.find(({ test }) => truth(valueOf(test, frame, rendering)));
      return run(branch?.body ?? statement.otherwise, frame, rendering, output);
    }
    case 'for':
      return loop(statement, frame, rendering, output);
    case 'set':
      return assign(statement.target, valueOf(statement.value, frame, rendering), frame, rendering);
    case 'set block': {
      const value = concatenated(statement.body, new Frame(frame), rendering);
      return assign(statement.target, filteredBlock(value, statement.filter, frame, rendering), frame, rendering);
    }
    case 'filter block': {
      const value = concatenated(statement.body, new Frame(frame), rendering);
      output.push({ value: filteredBlock(value, statement.filter, frame, rendering), start, end });
      return;
    }
    case 'with': {
      const inner = new Frame(frame);
      for (const [target, value] of statement.assignments) {
        assign(target, valueOf(value, frame, rendering), inner, rendering);
      }
      return run(statement.body, inner, rendering, output);
    }
    case 'macro':
      frame.set(statement.name, macroOf(statement.macro, frame, rendering));
      return;
    case 'call block': {
      const caller: Expression = { kind: 'constant', value: macroOf(statement.macro, frame, rendering), start, end };
      const { args } = statement.call;
      const call = { ...statement.call, args: { ...args, named: [...args.named, ['caller', caller] as const] } };
      output.push({ value: valueOf(call, frame, rendering), start, end });
      return;
    }
    case 'unsupported': {
      const { tag } = statement;
      const reason = ['include', 'import', 'from', 'extends'].includes(tag) ? 'lookup' : 'template';
      throw new Tripped(new UnknownValue(reason, `{% ${tag} %} is not evaluated`, tag).at(rendering.id, start, end));
    }
  }
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
  const { start, end } = statement;
  const iterable = valueOf(statement.iterable, frame, rendering);
  if (!statement.recursive) return passes(statement, iterable, 0, frame, rendering, output);
  output.push({ value: recursive(statement, iterable, 0, frame, rendering), start, end });
}

/** The output of a recursive block as one value, which is also what it gives where it calls itself. */
function recursive(statement: For, iterable: Value, depth: number, frame: Frame, rendering: Rendering): Value {
  const printed: Output = [];
  passes(statement, iterable, depth, frame, rendering, printed);
  return joined(printed, rendering);
}

function passes(
  statement: For,
  iterable: Value,
  depth: number,
  frame: Frame,
  rendering: Rendering,
  output: Output,
): void {
  let items = elementsOf(iterable, rendering).map((slot) => rendering.placed(forced(slot), statement.iterable));
  const { test, target } = statement;
  if (test !== undefined) {
    items = items.filter((item) => {
      const inner = new Frame(frame);
      assign(target, item, inner, rendering);
      return truth(valueOf(test, inner, rendering));
    });
  }
  if (items.length === 0) return run(statement.otherwise, new Frame(frame), rendering, output);
  const size = iterable instanceof Dict ? iterable.size : iterable instanceof List ? iterable.items.length : 0;
  const again = plugin('iterable', (_context, more) => {
    if (!statement.recursive)
      throw new Raised('TypeError', "The loop must have the 'recursive' marker to be called recursively.");
    return rendering.within(true, () => recursive(statement, more, depth + 1, frame, rendering));
  });
  const state: Loop = { items, depth, again: bound(again, 'loop', rendering), changed: undefined };
  items.forEach((item, index) => {
    rendering.budget.step(4);
    const inner = new Frame(frame);
    inner.set('loop', loopVariable(state, index, rendering));
    assign(target, item, inner, rendering);
    run(statement.body, inner, rendering, output);
    if (iterable instanceof Dict && iterable.size !== size) {
      throw new Raised('AnsibleError', 'dictionary changed size during iteration');
    }
    if (iterable instanceof List && iterable.items.length !== size)
      unsupported('a list that grows while it is gone through');
  });
}

function assign(target: Target, value: Value, frame: Frame, rendering: Rendering): void {
  if (target.kind === 'name') return frame.set(target.name, value);
  if (target.kind === 'member') {
    const object = frame.get(target.name);
    if (!(object instanceof Namespace) || object.typeName !== 'Namespace') {
      throw new Raised('TypeError', 'cannot assign attribute on non-namespace object');
    }
    object.attributes.set(target.attribute, value);
    return;
  }
  const items = elementsOf(value, rendering);
  const { length } = target.items;
  if (items.length > length) throw new Raised('ValueError', `too many values to unpack (expected ${length})`);
  if (items.length < length) {
    throw new Raised('ValueError', `not enough values to unpack (expected ${length}, got ${items.length})`);
  }
  target.items.forEach((inner, index) => assign(inner, forced(items[index] ?? null), frame, rendering));
}

function macroOf(syntax: MacroSyntax, frame: Frame, rendering: Rendering): Value {
  return macro(syntax, frame, rendering, (body, inner) => concatenated(body, inner, rendering));
}

/** A `for` block that is run. */
interface Loop {
  readonly items: readonly Value[];
  /** The number of runs of the same block around it: a recursive one calls itself. */
  readonly depth: number;
  /** The function `loop()`. */
  readonly again: Callable;
  /** The last arguments of `loop.changed`. */
  changed: readonly Value[] | undefined;
}

/** `loop` for one pass. */
function loopVariable(loop: Loop, index: number, { budget }: Context): Namespace {
  const { items } = loop;
  const { length } = items;
  const cycle = (args: readonly Value[]): Value => {
    if (args.length === 0) throw new Raised('TypeError', 'no items for cycling given');
    return args[index % args.length] ?? null;
  };
  const changed = (args: readonly Value[]): boolean => {
    const before = loop.changed;
    loop.changed = args;
    if (before?.length !== args.length) return true;
    return !args.every((arg, at) => equals(arg, before[at] ?? null, budget));
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
    previtem: items[index - 1] ?? new Undefined('there is no previous item'),
    nextitem: items[index + 1] ?? new Undefined('there is no next item'),
    cycle: new Callable('cycle', cycle),
    changed: new Callable('changed', changed),
  };
  return new Namespace('LoopContext', new Map(Object.entries(attributes)), loop.again);
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
      const inner = new Frame(frame);
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

/** Sets `caller`, `kwargs` and `varargs` where the body reads them; other arguments are refused. */
function setSpecial(
  { name, parameters, special }: MacroSyntax,
  args: readonly Value[],
  more: Map<string, Value>,
  inner: Frame,
) {
  if (special === undefined) unsupported('a macro that sets caller, kwargs or varargs');
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
