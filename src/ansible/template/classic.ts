/**
 * Templates as ansible-core 2.14 to 2.18 evaluate them, if that is known.
 *
 * They are evaluated as by 2.19, but strictly: what an older release takes in another way, or may, ends the template as
 * unknown. The value that is left goes through the text that older releases make of it (`classic-value.ts`).
 */
import type { Node, Range } from '../../source/tree.ts';
import type { Spending } from './budget.ts';
import { Evaluation } from './evaluation.ts';
import { ValueRendering } from './value-rendering.ts';
import type { Rendered } from './rendering.ts';
import type { Scope } from './scope.ts';
import { str, countTrailingNewlines, restoreTrailingNewlines } from './python/str-repr.ts';
import { Marker, Tripped, Undefined, UnknownValue, Raised } from './markers.ts';
import { Callable, Dict, forced, List, PythonRange, Tuple } from './python/python-values.ts';
import type { Value } from './python/python-values.ts';
import { readJson } from '../../source/json.ts';
import { readPythonLiteral } from '../../source/python-literal.ts';
import { parseTemplate } from './syntax/statement-parser.ts';
import type { Expression, Statement } from './syntax/syntax.ts';

/** An evaluation in a scope that is `classic`. */
export class ClassicEvaluation extends Evaluation {
  /** That of the host whose template is evaluated. */
  readonly #scope: Scope;
  #givesText: boolean;

  /**
   * `isPart`: true for a template in a list or mapping, whose result stays a number if it is one. Elsewhere, numbers
   * become text.
   */
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

  /** The value of a node. Its parts are evaluated with it: if one is missing, all of it is. */
  override valueOf(node: Node, scope: Scope, name: string, inside?: Node): Value {
    const value = super.valueOf(node, scope, name, inside);
    const missing = value instanceof Marker ? value : missingPart(value);
    // In hostvars, a template with something undefined is left as written.
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

/** A template's value as a task sees it. */
function asText(value: Value, budget: Spending): Value {
  if (value === null) return '';
  return typeof value === 'bigint' || typeof value === 'number' ? str(value, budget) : value;
}

/** Methods that change a value, or their own: whether others see that has changed. */
const CHANGING = /^(?:append|clear|extend|insert|pop|popitem|remove|reverse|setdefault|sort|update)$/;

const SETS = /^(?:union|intersect|difference|symmetric_difference)$/;

class ClassicRendering extends ValueRendering {
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

  /** Throws Tripped if a filter or test has changed, or may have for what it is given. */
  #refuse(name: string, args: readonly Value[], named: ReadonlyMap<string, Value>): void {
    const [given = null] = args;
    const hasChanged =
      name === 'type_debug' ||
      // A part that occurs twice is an anchor in YAML; when two parts are one object has changed.
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

/** The result of a filter, test or call. A failure anywhere ended the template: it does not pass through others. */
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

/**
 * Ansible's `SINGLE_VAR` (`ansible/template/__init__.py`): a template of this form gives a number or truth value as
 * it is.
 */
const SINGLE_VARIABLE = /^\{\{\s*(?:(\w+)\s*)?\}\}\n?$/;

/** `STRING_TYPE_FILTERS` of Ansible's configuration: what they give is never read as anything else. */
const TEXT_FILTERS = /\b(?:string|to_json|to_nice_json|to_yaml|to_nice_yaml|ppretty|json)\b/;

/** A value that an older release may give in another way. `why` is a clause. */
function doubt(why: string): UnknownValue {
  return new UnknownValue('template', `${why}: Ansible up to 2.18 may take that in another way`);
}

/**
 * The value that another template sees of a variable which is this template; a marker if it is not known. `value` is
 * that of 2.19.
 */
function classicValue(text: string, value: Value, scope: Scope, evaluation: Evaluation): Value {
  const [, name = ''] = SINGLE_VARIABLE.exec(text) ?? [];
  const referred = name === '' ? undefined : scope.variable(name);
  if (referred !== undefined && !(referred instanceof UnknownValue) && isNumberOrNull(referred))
    return evaluation.plain(referred);
  if (value instanceof Marker && !(value instanceof Undefined))
    return value.reason === 'error' ? doubt('this is an error in Ansible 2.19') : value;
  if (hasChanged(text)) return doubt('this has changed since');
  if (value instanceof Undefined) return joinsText(text) ? doubt('this may print something undefined') : value;
  if (value instanceof PythonRange) return doubt('this is a range');
  try {
    if (!(value instanceof List || value instanceof Dict)) return printed(text, value, evaluation);
    const isUnclear = someWithin(value, evaluation.budget, (part) => !isLiteral(part));
    return isUnclear ? doubt('this is a list or mapping with values that have no literal') : value;
  } catch (trouble) {
    if (trouble instanceof Tripped) return trouble.marker;
    if (trouble instanceof Raised) return doubt('this has no text');
    throw trouble;
  }
}

/** The text of a value, or what it is read as. */
function printed(template: string, value: Value, evaluation: Evaluation): Value {
  const text = value === null ? '' : str(value, evaluation.budget);
  if (text.includes('{{') || text.includes('{%')) return doubt('this gives a text with braces');
  // Line ends are given back to texts alone; it is not known which of these were.
  const bare = text.slice(0, text.length - countTrailingNewlines(text));
  const read = literal(bare, evaluation.budget);
  if (read === undefined) return restoreTrailingNewlines(text, template);
  const isClear = bare === text || (typeof read !== 'boolean' && !template.endsWith('\n\n'));
  if (read instanceof UnknownValue || !isClear || TEXT_FILTERS.test(template))
    return doubt('this gives a text that looks like a literal');
  return typeof read === 'boolean' ? read : evaluation.plain(read);
}

/** True if a value or something in it, keys too, passes a test. */
function someWithin(value: Value, budget: Spending, test: (value: Value) => boolean): boolean {
  budget.step();
  if (test(value)) return true;
  if (value instanceof List || value instanceof Tuple)
    return value.items.some((slot) => someWithin(forced(slot), budget, test));
  return (
    value instanceof Dict &&
    value.pairs().some(([key, slot]) => someWithin(key, budget, test) || someWithin(forced(slot), budget, test))
  );
}

function isNumberOrNull(node: Node): boolean {
  return node.kind === 'scalar' && ['int', 'float', 'bool', 'null'].includes(node.type);
}

/** True if Python reads the text of a value as that value; parts are not examined. */
function isLiteral(value: Value): boolean {
  if (value instanceof List) return !value.unordered;
  if (value instanceof Dict) return value.typeName === 'dict';
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || ['boolean', 'bigint', 'string'].includes(typeof value);
}

/** The value that Python reads a text as; undefined if it stays a text. */
function literal(text: string, budget: Spending): Node | boolean | UnknownValue | undefined {
  if (text === 'True' || text === 'False') return text === 'True';
  if (!/^[[{]/.test(text)) return undefined;
  budget.step(text.length);
  const unclear = doubt('this looks like a literal');
  if (/\b(?:true|false|null)\b|\n/.test(text)) {
    // JSON is taken for Python but for blanks after it.
    const root = /\s$|\\|NaN|Infinity|__ansible/.test(text) ? undefined : readJson(text)?.root;
    return root ?? unclear;
  }
  const read = readPythonLiteral(text, offsets, { dialect: 'plain' });
  if (read === undefined) return undefined;
  // The tree does not tell tuples, complex numbers and the like from lists and texts.
  const isUnclear = /\(|\.\.\.|\dj/i.test(text) || isTuple(text) || read.kind === 'failure' || holdsOther(read);
  return isUnclear ? unclear : read;
}

/** `[1], [2]` is one. */
function isTuple(text: string): boolean {
  const listed = readPythonLiteral(`[${text}]`, offsets);
  return /,\s*$/.test(text) || listed?.kind !== 'sequence' || listed.items.length !== 1;
}

function offsets(start: number, end: number): Range {
  return { start, end };
}

/** True if a node holds a set or bytes. */
function holdsOther(node: Node): boolean {
  if (node.kind === 'mapping') return node.pairs.some(({ key, value }) => holdsOther(key) || holdsOther(value));
  if (node.kind === 'sequence') return node.unordered || node.items.some(holdsOther);
  return node.type === 'bytes';
}

type Syntax = Expression | Statement;

/** Filters of any list: to them, a view of a mapping is one. */
const TAKES_VIEWS: ReadonlySet<string> = new Set(['list', 'sort', 'join']);

/** True for a template with syntax whose meaning has changed since. */
function hasChanged(template: string): boolean {
  // Of a first line of settings, only these have been looked into.
  if (/^#jinja2:.*(?:string|lstrip)/.test(template)) return true;
  return holds(parseTemplate(template), isOther);
}

/** True for a template that puts values into text with `%` or `~`, which printed undefined values. */
function joinsText(template: string): boolean {
  return holds(
    parseTemplate(template),
    (part) => part.kind === 'concat' || (part.kind === 'binary' && part.operator === '%'),
  );
}

function isOther(part: Syntax): boolean {
  switch (part.kind) {
    // What these blocks print is a native value today, and was text.
    case 'filter block':
    case 'set block':
    case 'macro':
    case 'call block':
    case 'include':
    case 'import':
    case 'from':
    case 'extends':
    case 'block':
    case 'do':
    case 'autoescape':
      return true;
    // It was a text.
    case 'name':
      return part.name === 'omit';
    // What Python has of its own was there, and is undefined today.
    case 'attribute':
      return part.name.startsWith('_');
    // It prints as a view, and has no items by number.
    case 'call':
      return isView(part);
    // An unknown filter or test ended the template wherever it stood. Jinja's own had no full names.
    case 'filter':
    case 'test':
      return part.name.includes('.') || part.name === 'commonpath' || part.name === 'normpath';
    // Jinja judges constants before the template is run; what is undefined in them ends it there.
    case 'if':
      return isFolded(part.test);
    case 'and':
    case 'or':
      return isFolded(part.left);
    default:
      return false;
  }
}

function isView(part: Syntax): part is Expression & { readonly kind: 'call' } {
  return part.kind === 'call' && part.callee.kind === 'attribute' && /^(?:keys|values|items)$/.test(part.callee.name);
}

function isFolded(expression: Expression): boolean {
  return expression.kind !== 'constant' && !holds(expression, ({ kind }) => kind === 'name' || kind === 'call');
}

/** True if a part of a tree passes a test. Views of mappings are skipped if they look like lists. */
function holds(tree: unknown, test: (part: Syntax) => boolean): boolean {
  if (typeof tree !== 'object' || tree === null) return false;
  if (Array.isArray(tree)) return tree.some((part) => holds(part, test));
  const part = tree as Syntax;
  return test(part) || Object.values(withoutView(part)).some((inner) => holds(inner, test));
}

function withoutView(part: Syntax): object {
  if (part.kind === 'for') return { ...part, iterable: viewed(part.iterable) };
  return part.kind === 'filter' && TAKES_VIEWS.has(part.name) ? { ...part, of: viewed(part.of) } : part;
}

/** The mapping that a view is of; other expressions as they are. */
function viewed(expression: Expression): Expression {
  return isView(expression) && expression.callee.kind === 'attribute' ? expression.callee.of : expression;
}
