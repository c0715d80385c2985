/** Tests, which follow `is`. */
import { contains, equals, numeric, ordered, truth } from '../python/compare.ts';
import type { Order } from '../python/compare.ts';
import type { Context } from '../context.ts';
import { iterateInAnyOrder, isAmong, wantNoMarkers, toText, wantText } from '../context.ts';
import { regexOf } from './filters/regexes.ts';
import { applyBinary } from '../python/operators.ts';
import { plugin, pluginTakingMarkers } from './plugin.ts';
import type { TemplatePlugin, Plugins } from './plugin.ts';
import { isLower, isUpper } from '../python/string.ts';
import { Marker, Raised, Tripped, Undefined, tripAsUnsupported } from '../markers.ts';
import {
  Blank,
  Dict,
  forced,
  hash,
  List,
  Namespace,
  Opaque,
  PythonRange,
  Tuple,
  typeName,
} from '../python/python-values.ts';
import type { Value } from '../python/python-values.ts';

/** A test of the value alone. */
export function is(run: (value: Value) => boolean): TemplatePlugin {
  return plugin('value', (_context, value) => run(value));
}

function comparing(operator: Order): TemplatePlugin {
  return plugin('a b', (context, a, b) => ordered(operator, lookedThrough(a), lookedThrough(b), context.budget));
}

const same = plugin('a b', (context, a, b) => equals(wantNoMarkers(a), wantNoMarkers(b), context.budget));
const different = plugin('a b', (context, a, b) => !equals(wantNoMarkers(a), wantNoMarkers(b), context.budget));
const [less, lessOrEqual, greater, greaterOrEqual] = [comparing('<'), comparing('<='), comparing('>'), comparing('>=')];

/** Ansible's lazy lists look at all their elements before they are compared; its dicts do not. */
function lookedThrough(value: Value): Value {
  return value instanceof List ? wantNoMarkers(value) : value;
}

function within(container: Value, value: Value, context: Context): boolean {
  if (!(container instanceof List || container instanceof Tuple)) return contains(container, value, context.budget);
  // To settle a list goes through it, whether the value is its first element or none.
  context.budget.step(container.items.length);
  wantNoMarkers(container);
  return isAmong(container.items.map(forced), value, context);
}

function defined(wanted: boolean): TemplatePlugin {
  return pluginTakingMarkers('value', (_context, value) => {
    if (value instanceof Marker && !(value instanceof Undefined)) throw new Tripped(value);
    return (value instanceof Undefined || value instanceof Blank) !== wanted;
  });
}

function matching(where: 'search' | 'match'): TemplatePlugin {
  return plugin(
    'value= pattern= ignorecase=false multiline=false',
    (context, value, pattern, ignoreCase, multiline) => {
      const found = regexOf(pattern, ignoreCase, multiline, context).first(toText(value, context), context.budget);
      // The first match is the leftmost; one at the start is what `match` wants.
      return found !== null && (where === 'search' || found.index === 0);
    },
  );
}

const regex = plugin(
  'value= pattern= ignorecase=false multiline=false match_type=search',
  (context, value, pattern, ignoreCase, multiline, type) => {
    if (type === 'fullmatch') tripAsUnsupported('fullmatch', 'regex');
    return matching(type === 'match' ? 'match' : 'search').run(context, value, pattern, ignoreCase, multiline);
  },
);

function subset(flip: boolean): TemplatePlugin {
  return plugin('a b', (context, a, b) => {
    const [left, right] = [
      Array.from(iterateInAnyOrder(a, context), hash),
      Array.from(iterateInAnyOrder(b, context), hash),
    ];
    const [small, large] = flip ? [right, left] : [left, right];
    const all = new Set(large);
    return small.every((item) => all.has(item));
  });
}

/** True if some value counts as `wanted`; it looks no further than the first. */
function holdsOne(values: Iterable<Value>, wanted: boolean): boolean {
  for (const value of values) if (truth(value) === wanted) return true;
  return false;
}

function remainder(wanted: bigint): TemplatePlugin {
  return plugin('value', (context, value) =>
    equals(applyBinary('%', value, 2n, context.budget), wanted, context.budget),
  );
}

const version = plugin(
  'value version operator=eq strict=none version_type=none',
  (context, value, other, operator, strict, type) => {
    if (!truth(value)) throw new Raised('AnsibleError', 'Input version value cannot be empty');
    if (!truth(other)) throw new Raised('AnsibleError', 'Version parameter to compare against cannot be empty');
    if (truth(strict) || (type !== null && type !== 'loose'))
      tripAsUnsupported('another order of versions than the loose one', 'version');
    const [left, right] = [toText(value, context), toText(other, context)];
    context.budget.step(left.length + right.length);
    return compareVersions(left, wantText(operator), right);
  },
);

/** The tests on the result of a task: a dict. */
function ofResult(key: string, negated = false): TemplatePlugin {
  return plugin('result', (_context, result) => {
    if (!(result instanceof Dict)) throw new Raised('AnsibleError', `The '${key}' test expects a dictionary`);
    const slot = result.find(key);
    return (slot !== undefined && truth(forced(slot))) !== negated;
  });
}

/** A loop's result has changed where that of one of its items has. */
const changed = plugin('result', (context, result) => {
  if (!(result instanceof Dict)) throw new Raised('AnsibleError', "The 'changed' test expects a dictionary");
  const [own, results] = [result.find('changed'), result.find('results')];
  if (own !== undefined || results === undefined) return own !== undefined && truth(forced(own));
  const parts = [...iterateInAnyOrder(forced(results), context)].filter((part) => part instanceof Dict);
  return parts.some((part) => truth(forced(part.find('changed') ?? false)));
});

function isNumber(value: Value): boolean {
  return numeric(value) !== undefined;
}

function isIterable(value: Value): boolean {
  if (value instanceof Opaque) return tripAsUnsupported('what looks into bytes');
  return (
    typeof value === 'string' ||
    value instanceof List ||
    value instanceof Tuple ||
    value instanceof Dict ||
    value instanceof PythonRange ||
    value instanceof Blank
  );
}

function cased(isCased: (text: string) => boolean): TemplatePlugin {
  return plugin('value', (context, value) => isCased(toText(value, context)));
}

export const tests: Plugins = {
  defined: defined(true),
  undefined: defined(false),
  none: is((value) => value === null),
  boolean: is((value) => typeof value === 'boolean'),
  true: is((value) => value === true),
  false: is((value) => value === false),
  integer: is((value) => typeof value === 'bigint'),
  float: is((value) => typeof value === 'number'),
  number: is(isNumber),
  string: is((value) => typeof value === 'string'),
  mapping: is((value) => value instanceof Dict),
  iterable: is((value) => (value instanceof Namespace ? tripAsUnsupported('such an object') : isIterable(value))),
  sequence: is((value) => isIterable(value)),
  callable: is(
    (value) =>
      typeName(value) === 'method' ||
      value instanceof Blank ||
      (value instanceof Namespace && value.callable !== undefined),
  ),
  sameas: plugin('value other', (_context, value, other) => {
    const isSingle = (item: Value): boolean => item === null || typeof item === 'boolean';
    return isSingle(value) || isSingle(other)
      ? value === other
      : tripAsUnsupported('identity of such values', 'sameas');
  }),
  odd: remainder(1n),
  even: remainder(0n),
  divisibleby: plugin('value num', (context, value, by) =>
    equals(applyBinary('%', value, by, context.budget), 0n, context.budget),
  ),
  lower: cased(isLower),
  upper: cased(isUpper),
  in: plugin('value seq', (context, value, container) => within(container, value, context)),
  contains: plugin('seq value', (context, container, value) => within(container, value, context)),
  eq: same,
  equalto: same,
  '==': same,
  ne: different,
  '!=': different, // prettier-ignore
  lt: less,
  lessthan: less,
  '<': less,
  le: lessOrEqual,
  '<=': lessOrEqual, // prettier-ignore
  gt: greater,
  greaterthan: greater,
  '>': greater,
  ge: greaterOrEqual,
  '>=': greaterOrEqual, // prettier-ignore
  match: matching('match'),
  search: matching('search'),
  regex,
  version,
  version_compare: version,
  subset: subset(false),
  issubset: subset(false),
  superset: subset(true),
  issuperset: subset(true),
  any: plugin('value', (context, value) => holdsOne(iterateInAnyOrder(value, context), true)),
  all: plugin('value', (context, value) => !holdsOne(iterateInAnyOrder(value, context), false)),
  truthy: plugin('value convert_bool=false', (_context, value, convert) =>
    truth(convert) ? tripAsUnsupported('truthy with convert_bool') : truth(value),
  ),
  falsy: plugin('value convert_bool=false', (_context, value, convert) =>
    truth(convert) ? tripAsUnsupported('falsy with convert_bool') : !truth(value),
  ),
  nan: is((value) => Number.isNaN(value)),
  isnan: is((value) => Number.isNaN(value)),
  changed,
  change: changed,
  failed: ofResult('failed'),
  failure: ofResult('failed'),
  succeeded: ofResult('failed', true),
  success: ofResult('failed', true),
  successful: ofResult('failed', true),
  unreachable: ofResult('unreachable'),
  reachable: ofResult('unreachable', true),
  skipped: ofResult('skipped'),
  skip: ofResult('skipped'),
};

type VersionPart = number | string;

const operators: Readonly<Record<string, (order: number) => boolean>> = {
  '==': (order) => order === 0, '=': (order) => order === 0, eq: (order) => order === 0,
  '!=': (order) => order !== 0, '<>': (order) => order !== 0, ne: (order) => order !== 0,
  '<': (order) => order < 0, lt: (order) => order < 0,
  '<=': (order) => order <= 0, le: (order) => order <= 0,
  '>': (order) => order > 0, gt: (order) => order > 0,
  '>=': (order) => order >= 0, ge: (order) => order >= 0,
}; // prettier-ignore

/** `left operator right`. Refuses where a number meets letters. */
function compareVersions(left: string, operator: string, right: string): boolean {
  const holds = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
  if (holds === undefined) throw new Raised('AnsibleError', `Invalid operator type (${operator}).`);
  return holds(order(parts(left), parts(right)));
}

function parts(version: string): readonly VersionPart[] {
  const pieces = version.split(/(\d+|[a-z]+|\.)/).filter((piece) => piece !== '' && piece !== '.');
  return pieces.map((piece) => (/^\d+$/.test(piece) ? Number(piece) : piece));
}

function order(left: readonly VersionPart[], right: readonly VersionPart[]): number {
  for (const [index, one] of left.entries()) {
    const other = right[index];
    if (other === undefined) break;
    if (one === other) continue;
    if (typeof one !== typeof other) {
      const types = typeof one === 'number' ? "'int' and 'str'" : "'str' and 'int'";
      throw new Raised('AnsibleError', `Version comparison failed: '<' not supported between instances of ${types}`);
    }
    return one < other ? -1 : 1;
  }
  return left.length - right.length;
}
