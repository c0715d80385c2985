/**
 * Templates as ansible-core 2.14 to 2.18 evaluate them, where that is known.
 *
 * They are evaluated as by 2.19, but strictly: what an older release takes in another way, or may, ends the template as
 * unknown. The value that is left goes through the text that older releases make of it (`classic-value.ts`).
 */
import type { Node } from '../../source/tree.ts';
import type { Spending } from './budget.ts';
import { classicValue, doubt, someWithin } from './classic-value.ts';
import { Evaluation } from './evaluation.ts';
import { Rendering } from './rendering.ts';
import type { Rendered } from './rendering.ts';
import type { Scope } from './scope.ts';
import { str } from './text.ts';
import { Marker, Tripped, Undefined, UnknownValue } from './trouble.ts';
import { Callable, Dict, forced, List, PythonRange, Tuple } from './values.ts';
import type { Value } from './values.ts';

/**
 * An evaluation in a scope that is `classic`. `isPart`: the template stands in a list or mapping, where a number that it
 * gives stays one; elsewhere that becomes text on the way to whoever uses it.
 */
export function classicEvaluation(budget: Spending, scope: Scope, isPart: boolean): Evaluation {
  return new ClassicEvaluation(budget, scope, isPart);
}

class ClassicEvaluation extends Evaluation {
  /** That of the host whose template is evaluated. */
  readonly #scope: Scope;
  #givesText: boolean;

  constructor(budget: Spending, scope: Scope, isPart: boolean) {
    super(budget);
    this.#scope = scope;
    this.#givesText = !isPart;
  }

  override render(text: string, scope: Scope, kind: 'template' | 'expression' = 'template'): Rendered {
    const givesText = this.#givesText;
    this.#givesText = false;
    if (kind === 'expression') return { value: notEvaluated('an expression without braces'), origin: undefined };
    if (scope.classic === 'native') return { value: notEvaluated('jinja2_native'), origin: undefined };
    const given = new ClassicRendering(this, scope).render(text);
    const value = classicValue(text, given.value, scope, this);
    const origin = value === given.value ? given.origin : undefined;
    return { value: givesText ? asText(value, this.budget) : value, origin };
  }

  /** The value of a node. Its parts are evaluated with it: where one is missing, all of it is. */
  override valueOf(node: Node, scope: Scope, name: string, inside?: Node): Value {
    const value = super.valueOf(node, scope, name, inside);
    const missing = value instanceof Marker ? value : missingPart(value);
    // In hostvars, a template with something undefined stands as it is written.
    if (missing instanceof Undefined && scope !== this.#scope)
      return doubt(`a variable of another host is undefined (${missing.message})`);
    return missing ?? value;
  }
}

function notEvaluated(what: string): UnknownValue {
  return new UnknownValue('template', `${what} is not evaluated as up to ansible-core 2.18`);
}

/** The first part that has no value. */
function missingPart(value: Value): Marker | undefined {
  const parts =
    value instanceof List ? value.items : value instanceof Dict ? value.pairs().map(([, slot]) => slot) : [];
  return parts.map(forced).find((part) => part instanceof Marker);
}

/** What a task sees of a template's value. */
function asText(value: Value, budget: Spending): Value {
  if (value === null) return '';
  return typeof value === 'bigint' || typeof value === 'number' ? str(value, budget) : value;
}

/** Methods that change a value, or their own: whether others see that has changed. */
const CHANGING = /^(?:append|clear|extend|insert|pop|popitem|remove|reverse|setdefault|sort|update)$/;

const SETS = /^(?:union|intersect|difference|symmetric_difference)$/;

class ClassicRendering extends Rendering {
  override filter(name: string, args: readonly Value[], named: ReadonlyMap<string, Value>): Value {
    this.#refuse(name, args, named);
    return ended(name, args, super.filter(name, args, named));
  }

  override test(name: string, args: readonly Value[], named: ReadonlyMap<string, Value>): Value {
    this.#refuse(name, args, named);
    return ended(name, args, super.test(name, args, named));
  }

  override call(called: Value, args: readonly Value[], named: ReadonlyMap<string, Value>): Value {
    if ([...args, ...named.values()].some((value) => value instanceof Undefined)) throw givenUndefined('a call');
    if (called instanceof Callable && CHANGING.test(called.name))
      throw new Tripped(doubt(`${called.name} changes a value`));
    return ended('a call', args, super.call(called, args, named));
  }

  override withoutElse(): Value {
    return doubt('this is an if without else');
  }

  override textOf(value: Value): string {
    if (someWithin(value, this.budget, (part) => part instanceof Tuple || part instanceof PythonRange))
      throw new Tripped(doubt('a tuple or range is printed'));
    return super.textOf(value);
  }

  /** Throws Tripped where a filter or test has changed, or may have for what it is given. */
  #refuse(name: string, args: readonly Value[], named: ReadonlyMap<string, Value>): void {
    const [given = null] = args;
    const hasChanged =
      name === 'type_debug' ||
      // What stands twice in a value is an anchor in YAML; when two things are one has changed.
      name === 'to_yaml' ||
      name === 'to_nice_yaml' ||
      // Full names of Jinja's own filters were unknown.
      name.includes('.') ||
      (/^(?:max|min)$/.test(name) && args.length + named.size > 1) ||
      (name === 'bool' && given === null) ||
      // Since 2.15 to 2.19.
      ['count', 'mandatory_count', 'profile', 'urlsafe'].some((option) => named.has(option));
    if (hasChanged) throw new Tripped(doubt(`${name} has changed`));
    if (given instanceof PythonRange && name !== 'list') throw new Tripped(doubt(`${name} is given a range`));
    if (SETS.test(name) && args.some((arg) => !(arg instanceof List)))
      throw new Tripped(doubt(`${name} is given what is no list`));
    if (args.some(missingPart)) throw givenUndefined(name);
    const sorts = name === 'to_nice_json' || (name === 'to_json' && named.has('sort_keys'));
    if (sorts && someWithin(given, this.budget, hasOtherKeys))
      throw new Tripped(doubt(`${name} sorts keys that are not all text`));
  }
}

/** What a filter, test or call gives. Trouble ended the template wherever it stood: it does not pass through others. */
function ended(name: string, args: readonly Value[], value: Value): Value {
  if (!(value instanceof Marker)) return value;
  if (!(value instanceof Undefined)) throw new Tripped(value);
  const isMissing = /^(?:first|last|attr)$/.test(name) && !args.includes(value);
  if (isMissing || /^(?:default|d)$/.test(name)) return value;
  throw givenUndefined(name);
}

/** Up to 2.18 that mostly failed, and some gave a value all the same. */
function givenUndefined(name: string): Tripped {
  return new Tripped(doubt(`${name} is given something undefined`));
}

function hasOtherKeys(value: Value): boolean {
  return value instanceof Dict && value.keys().some((key) => typeof key !== 'string');
}
