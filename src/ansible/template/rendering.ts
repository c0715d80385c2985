/** The rendering of one template: what its statements and expressions share, and what filters may use of it. */
import type { Node, Range } from '../../source/tree.ts';
import type { Spending } from './budget.ts';
import type { Context } from './context.ts';
import type { Evaluation } from './evaluation.ts';
import { finalized } from './finalize.ts';
import { standardFilters } from './plugins/filters/standard.ts';
import { itemOf, pythonAttribute } from './python/attributes.ts';
import type { TemplatePlugin } from './plugins/plugin.ts';
import { isUnknownPlugin } from './plugins/plugin-names.ts';
import { filterNamed, testNamed } from './plugins/filters-and-tests.ts';
import type { Scope } from './scope.ts';
import { renderExpression, renderTemplate } from './statements.ts';
import type { Output } from './statements.ts';
import type { Frame } from './expressions.ts';
import type { Expression, Statement } from './syntax/syntax.ts';
import { str } from './python/str-repr.ts';
import { Exhausted, Marker, Tripped, Failure, Raised, UnknownValue, markerWithoutParts } from './markers.ts';
import { blank, Callable, List, Namespace, PythonRange, typeName } from './python/python-values.ts';
import type { Changeable, Held, Value } from './python/python-values.ts';
import { elementsOf } from './context.ts';
import { bind, resultWithOwnList } from './plugins/plugin.ts';

/** A value with the node that it is, unchanged, if it is one. */
export interface Rendered {
  readonly value: Value;
  readonly origin: Node | undefined;
}

/** A filter by its short name; those that most templates need, such as `default`, are loaded with the evaluator. */
function anyFilter(name: string): TemplatePlugin | undefined {
  return Object.hasOwn(standardFilters, name) ? standardFilters[name] : filterNamed(name);
}

/**
 * One text that is being rendered in one scope. What becomes of something missing, unknown or refused is said in two
 * ways: in the value of a variable it ends the text (`value-rendering.ts`), in a file the rest is printed
 * (`file-rendering.ts`).
 */
export abstract class Rendering implements Context {
  readonly evaluation: Evaluation;
  readonly scope: Scope;
  /** Tells the places in this text from those in others. */
  readonly id: number;
  readonly #variables = new Map<string, { value: Value; origin: Node | undefined }>();
  /** The number of open calls. */
  #depth = 0;
  #strict = false;
  /** The text that a filter block gives to its filter. */
  captured: Value = null;

  constructor(evaluation: Evaluation, scope: Scope) {
    this.evaluation = evaluation;
    this.scope = scope;
    this.id = evaluation.nextRendering();
  }

  get budget(): Spending {
    return this.evaluation.budget;
  }

  /** Runs what a call within the template leads to: a macro, or a loop that calls itself, which is `strict`. */
  within<T>(strict: boolean, run: () => T): T {
    const outer = this.#strict;
    if (++this.#depth > 40) throw new Exhausted();
    this.#strict = strict;
    try {
      return run();
    } finally {
      this.#strict = outer;
      this.#depth -= 1;
    }
  }

  /** A value that an expression looks up. In a loop that calls itself, Ansible accepts nothing missing. */
  lookedUp(value: Value): Value {
    if (this.#strict && value instanceof Marker) throw new Tripped(value);
    return value;
  }

  /** Renders a template's text, or that of an expression; every trouble becomes the value. */
  render(text: string, kind: 'template' | 'expression' = 'template'): Rendered {
    this.evaluation.origin = undefined;
    const value = kind === 'template' ? renderTemplate(text, this) : renderExpression(text, this);
    return { value, origin: value instanceof Marker ? undefined : this.evaluation.origin };
  }

  /** The value; a marker that comes from elsewhere gets its place in this template. */
  placed(value: Value, { start, end }: { readonly start: number; readonly end: number }): Value {
    return value instanceof Marker && value.rendering !== this.id ? value.at(this.id, start, end) : value;
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

  call(called: Value, args: readonly Value[], named: ReadonlyMap<string, Value>): Value {
    return call(called, args, named);
  }

  /** The value of an `if` without `else` whose condition is false. */
  withoutElse(): Value {
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

  attribute(of: Value, name: string): Value | undefined {
    return pythonAttribute(of, name, this);
  }

  item(of: Value, key: Value): Value {
    return itemOf(of, key, this);
  }

  plain(node: Node): Value {
    return this.evaluation.plain(node);
  }

  /** The texts of values, joined. */
  abstract concatenated(values: readonly Value[]): Value;

  /** Runs what may meet a marker or fail; gives the marker that it ends in if the rendering goes on. */
  abstract settled<T>(run: () => T, place: Range | undefined): T | Marker;

  /** The truth of a test, or why it is not known. */
  abstract holds(test: Expression, frame: Frame): boolean | Marker;

  /** Runs an expression whose value gets a name. */
  abstract traced(run: () => Value, place: Range): Held;

  /** A value as a name has it. */
  abstract kept(value: Held): Held;

  abstract passed(slot: Held): Held;

  abstract changes(object: Changeable): void;

  /** Prints text of the template. */
  abstract write(text: string, place: Range, output: Output): void;

  /** Prints the value of an expression. */
  abstract print(run: () => Value, statement: Statement, output: Output): void;

  /** The output as one value. */
  abstract joined(output: Output): Value;

  /** The output of a whole template as its value. */
  abstract ended(output: Output, template: string): Value;

  /**
   * Prints what one of several alternatives prints; only a run can know which. `repeats`: the last may run more than
   * once.
   */
  abstract choose(
    why: Marker,
    alternatives: readonly ((output: Output) => void)[],
    place: Range,
    output: Output,
    repeats?: boolean,
  ): void;

  /** The value of one of several expressions; only a run can know which. */
  abstract either(why: Marker, runs: readonly (() => Value)[], place: Range): Value;

  /** Goes on after a statement that failed as a whole. */
  abstract lose(trouble: Marker, place: Range, output: Output): void;

  /** Runs a statement that only a template in a file has: for other templates, and for blocks that they replace. */
  abstract runOther(statement: Statement, frame: Frame, output: Output): void;

  abstract lookup(name: string, terms: readonly Value[], named: ReadonlyMap<string, Value>): Held[] | undefined;
}

/** Calls a value; a marker that is met is the result. */
function call(called: Value, args: readonly Value[], named: ReadonlyMap<string, Value>): Value {
  const callable = called instanceof Namespace ? called.callable : called;
  const takesMarkers = callable instanceof Callable && callable.takesMarkers;
  const marker = takesMarkers ? undefined : firstMarker(args, named);
  if (marker !== undefined) return marker;
  if (called instanceof Marker) return markerWithoutParts(called);
  try {
    if (!(callable instanceof Callable)) throw new Raised('TypeError', `'${typeName(called)}' object is not callable`);
    return resultWithOwnList(callable.call(args, named));
  } catch (trouble) {
    return caught(trouble, (message) => message);
  }
}

/** Calls a filter or test by name, as `named` finds it; a marker that is met is the result. */
function invoke(
  kind: 'filter' | 'test',
  named: (name: string) => TemplatePlugin | undefined,
  fullName: string,
  args: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
  context: Context,
): Value {
  context.budget.step(5);
  const name = fullName.replace(/^ansible\.(?:builtin|legacy)\./, '');
  const found = named(name);
  const marker = found?.takesMarkers === true ? undefined : firstMarker(args, keywords);
  const missing = found === undefined && isUnknownPlugin(kind, name) ? kind : undefined;
  // Jinja looks for its plugins before it evaluates anything.
  if (marker !== undefined && missing === undefined) return marker;
  if (found === undefined)
    return new UnknownValue('template', `the ${kind} '${fullName}' is not evaluated`, fullName, undefined, missing);
  try {
    context.budget.read(...args);
    const value = found.run(context, ...bind(found, name, args, keywords));
    return resultWithOwnList(value instanceof PythonRange ? new List([...elementsOf(value, context)]) : value);
  } catch (trouble) {
    return caught(trouble, (message) => `The ${kind} plugin 'ansible.builtin.${name}' failed: ${message}`);
  }
}

function firstMarker(args: readonly Value[], named: ReadonlyMap<string, Value>): Marker | undefined {
  const marker = [...args, ...named.values()].find((value) => value instanceof Marker);
  return marker && markerWithoutParts(marker);
}

function caught(trouble: unknown, shown: (message: string) => string): Marker {
  if (trouble instanceof Tripped) return trouble.marker;
  if (trouble instanceof Raised) return new Failure(shown(trouble.message));
  throw trouble;
}
