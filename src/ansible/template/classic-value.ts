/**
 * What becomes of a template's value up to ansible-core 2.18, where `jinja2_native` is off: it is put into text, and a
 * text that looks like a list, a mapping or a truth value is read as one.
 */
import { readJson } from '../../source/json.ts';
import { readPythonLiteral } from '../../source/python-literal.ts';
import type { Node, Range } from '../../source/tree.ts';
import type { Spending } from './budget.ts';
import { joinsText, hasChanged } from './classic-syntax.ts';
import type { Evaluation } from './evaluation.ts';
import type { Scope } from './scope.ts';
import { newlines, str, withNewlines } from './text.ts';
import { Marker, Raised, Tripped, Undefined, UnknownValue } from './trouble.ts';
import { Dict, forced, List, PythonRange, Tuple } from './values.ts';
import type { Value } from './values.ts';

/** Ansible's `SINGLE_VAR` (`ansible/template/__init__.py`): such a template gives a number or truth value as it is. */
const SINGLE_VARIABLE = /^\{\{\s*(?:(\w+)\s*)?\}\}\n?$/;

/** `STRING_TYPE_FILTERS` of Ansible's configuration: what they give is never read as anything else. */
const TEXT_FILTERS = /\b(?:string|to_json|to_nice_json|to_yaml|to_nice_yaml|ppretty|json)\b/;

/** A value that an older release may give in another way. `why` is a clause. */
export function doubt(why: string): UnknownValue {
  return new UnknownValue('template', `${why}: Ansible up to 2.18 may take that in another way`);
}

/**
 * The value that another template sees of a variable which is this template; a marker where it cannot be told. `value` is
 * that of 2.19.
 */
export function classicValue(text: string, value: Value, scope: Scope, evaluation: Evaluation): Value {
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
  // Line ends are given back to texts alone; which of those at hand were, is not told.
  const bare = text.slice(0, text.length - newlines(text));
  const read = literal(bare, evaluation.budget);
  if (read === undefined) return withNewlines(text, template);
  const isClear = bare === text || (typeof read !== 'boolean' && !template.endsWith('\n\n'));
  if (read instanceof UnknownValue || !isClear || TEXT_FILTERS.test(template))
    return doubt('this gives a text that looks like a literal');
  return typeof read === 'boolean' ? read : evaluation.plain(read);
}

/** Whether a value or something in it, keys too, passes a test. */
export function someWithin(value: Value, budget: Spending, test: (value: Value) => boolean): boolean {
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

/** Whether Python reads the text of a value as the very value; parts are not looked at. */
function isLiteral(value: Value): boolean {
  if (value instanceof List) return !value.unordered;
  if (value instanceof Dict) return value.typeName === 'dict';
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || ['boolean', 'bigint', 'string'].includes(typeof value);
}

/** What Python reads a text as; undefined where it stays a text. */
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

/** Whether a node holds a set or bytes. */
function holdsOther(node: Node): boolean {
  if (node.kind === 'mapping') return node.pairs.some(({ key, value }) => holdsOther(key) || holdsOther(value));
  if (node.kind === 'sequence') return node.unordered || node.items.some(holdsOther);
  return node.type === 'bytes';
}
