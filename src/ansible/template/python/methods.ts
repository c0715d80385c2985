/** The methods and attributes that Python's values have in a template. */
import type { Context } from '../context.ts';
import { plugin, bind } from '../plugins/plugin.ts';
import type { TemplatePlugin, Plugins } from '../plugins/plugin.ts';
import { textMethodNamed } from './text-methods.ts';
import { Callable, Dict, List, DateValue, PythonRange, Tuple, forced, Lazy, tripOnMarker } from './python-values.ts';
import type { Value, Held } from './python-values.ts';
import { compareValues, isSameElement, truth } from './compare.ts';
import { knownElementsOf, elementsOf, wantInt } from '../context.ts';
import { repr } from './str-repr.ts';
import { Raised, tripAsUnsupported, tripAsUnknownOrder } from '../markers.ts';
import { quoted } from '../../../source/python.ts';

const none: ReadonlySet<string> = new Set();
const INT_NAMES = new Set(
  'as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag numerator real to_bytes'.split(' '),
);
const FLOAT_NAMES = new Set('as_integer_ratio conjugate fromhex hex imag is_integer real'.split(' '));
const TEXT_NAMES = new Set('encode isidentifier maketrans translate'.split(' '));
const listNames = new Set<string>();
const DICT_NAMES = new Set(['fromkeys']);
const TUPLE_NAMES = new Set(['count', 'index']);
const RANGE_NAMES = new Set(['count', 'index', 'start', 'step', 'stop']);
const MOMENT_NAMES = new Set(
  'ctime day isocalendar isoformat isoweekday max min month replace resolution strftime timetuple today toordinal weekday year astimezone combine date dst fold hour microsecond minute now second time timestamp timetz tzinfo tzname utcoffset'.split(
    ' ',
  ),
);

/** The names that Python's type has besides those evaluated here. */
export function unevaluatedAttributes(of: Value): ReadonlySet<string> {
  if (typeof of === 'string') return TEXT_NAMES;
  if (typeof of === 'bigint' || typeof of === 'boolean') return INT_NAMES;
  if (typeof of === 'number') return FLOAT_NAMES;
  if (of instanceof List) return listNames;
  if (of instanceof Dict) return DICT_NAMES;
  if (of instanceof Tuple) return TUPLE_NAMES;
  if (of instanceof PythonRange) return RANGE_NAMES;
  return of instanceof DateValue ? MOMENT_NAMES : none;
}

const numberMethods: Plugins = {
  is_integer: plugin('self', (_context, self) => Number.isInteger(self)),
  conjugate: plugin('self', (_context, self) => self),
};

/** A method bound to its value, or a plain attribute; undefined if the type has none of that name. */
export function methodOf(of: Value, name: string, context: Context): Value | undefined {
  if (typeof of === 'bigint' || typeof of === 'boolean' || typeof of === 'number') {
    const whole = typeof of === 'boolean' ? BigInt(of) : of;
    if (name === 'real' || name === 'numerator')
      return typeof of === 'number' && name === 'numerator' ? undefined : whole;
    if (name === 'denominator' && typeof of !== 'number') return 1n;
    if (name === 'imag') return typeof of === 'number' ? 0 : 0n;
  }
  const method = typeof of === 'string' ? textMethodNamed(name) : methodNamed(of, name);
  if (method === undefined) return undefined;
  const call = (args: readonly Value[], named: ReadonlyMap<string, Value>): Value => {
    context.budget.read(of, ...args);
    return method.run(context, ...bind(method, name, [of, ...args], named));
  };
  const isContainer = of instanceof List || of instanceof Dict;
  return new Callable(name, call, false, undefined, isContainer && CHANGING.has(name) ? of : undefined);
}

/** The methods that change a list or a dict. */
export const CHANGING: ReadonlySet<string> = new Set(
  'append clear extend insert pop popitem remove reverse setdefault sort update'.split(' '),
);

function methodNamed(of: Value, name: string): TemplatePlugin | undefined {
  const table =
    of instanceof List ? listMethods : of instanceof Dict ? dictMethods : typeof of === 'number' ? numberMethods : {};
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** The list, about to be changed. */
function changedList(self: Value, context: Context): List {
  const list = self as List;
  context.changes(list);
  if (list.unordered) tripAsUnknownOrder();
  list.node = undefined;
  return list;
}

function indexOf(self: List, item: Value, context: Context): number {
  return knownElementsOf(self, context).findIndex((other) => isSameElement(other, item, context.budget));
}

const listMethods: Plugins = {
  append: plugin('self item', (context, self, item) => {
    context.budget.elements(1);
    changedList(self, context).items.push(item);
    return null;
  }),
  clear: plugin('self', (context, self) => {
    changedList(self, context).items = [];
    return null;
  }),
  copy: plugin('self', (context, self) => new List([...elementsOf(self, context)])),
  count: plugin('self item', (context, self, item) => {
    const list = self as List;
    if (list.wrapped) tripAsUnsupported('count on a computed list');
    // Ansible's lazy lists compare the item with elements that are not evaluated yet, and find none.
    const seen = list.items.filter((slot) => !(slot instanceof Lazy) || slot.used);
    return BigInt(seen.filter((slot) => isSameElement(forced(slot), item, context.budget)).length);
  }),
  extend: plugin('self items', (context, self, items) => {
    const more = elementsOf(items, context);
    changedList(self, context).items.push(...more);
    return null;
  }),
  index: plugin('self item start=0 stop=none', (context, self, item, start, stop) => {
    if (start !== 0n || stop !== null) tripAsUnsupported('index with a start');
    const at = indexOf(self as List, item, context);
    if (at < 0) throw new Raised('ValueError', 'the value is not in list');
    return BigInt(at);
  }),
  insert: plugin('self index item', (context, self, index, item) => {
    context.budget.elements(1);
    changedList(self, context).items.splice(Number(wantInt(index)), 0, item);
    return null;
  }),
  pop: plugin('self index=-1', (context, self, index) => {
    const list = changedList(self, context);
    if (list.items.length === 0) throw new Raised('IndexError', 'pop from empty list');
    const at = Number(wantInt(index));
    const from = at < 0 ? at + list.items.length : at;
    const slot = from >= 0 && from < list.items.length ? list.items[from] : undefined;
    if (slot === undefined) throw new Raised('IndexError', 'pop index out of range');
    list.items.splice(from, 1);
    return tripOnMarker(forced(slot));
  }),
  remove: plugin('self item', (context, self, item) => {
    const list = changedList(self, context);
    const at = indexOf(list, item, context);
    if (at < 0) throw new Raised('ValueError', 'list.remove(x): x not in list');
    list.items.splice(at, 1);
    return null;
  }),
  reverse: plugin('self', (context, self) => {
    changedList(self, context).items.reverse();
    return null;
  }),
  sort: plugin('self key=none reverse=false', (context, self, key, reverse) => {
    if (key !== null) tripAsUnsupported('sort with a key');
    const sorted = knownElementsOf(self, context).sort((a, b) => compareValues(a, b, truth(reverse), context.budget));
    changedList(self, context).items = sorted;
    return null;
  }),
};

/** The dict, about to be changed. */
function changedDict(self: Value, context: Context): Dict {
  const dict = self as Dict;
  context.changes(dict);
  if (dict.typeName !== 'dict') tripAsUnsupported(`changing ${dict.typeName}`);
  dict.node = undefined;
  return dict;
}

/** The pairs that `dict()` and `update` take: a mapping's, or those of a list of two. */
export function dictPairs(value: Value, context: Context): (readonly [Value, Held])[] {
  tripOnMarker(value);
  if (value instanceof Dict) {
    context.budget.elements(value.size);
    return value.pairs();
  }
  return elementsOf(value, context).map((slot, index) => {
    const pair = elementsOf(forced(slot), context);
    const [key, item] = pair;
    if (pair.length !== 2 || key === undefined || item === undefined) {
      const problem = `dictionary update sequence element #${index} has length ${pair.length}; 2 is required`;
      throw new Raised('ValueError', problem);
    }
    return [tripOnMarker(forced(key)), item] as const;
  });
}

const dictMethods: Plugins = {
  clear: plugin('self', (context, self) => {
    changedDict(self, context).entries.clear();
    return null;
  }),
  copy: plugin('self', (_context, self) => Dict.of((self as Dict).pairs())),
  get: plugin('self key default=none', (_context, self, key, standard) => {
    const slot = (self as Dict).find(key);
    return slot === undefined ? standard : forced(slot);
  }),
  items: plugin('self', (context, self) => {
    const pairs = (self as Dict).pairs();
    context.budget.elements(pairs.length * 2);
    return new List(pairs.map(([key, slot]) => new Tuple([key, context.passed(slot)])));
  }),
  keys: plugin('self', (context, self) => new List([...elementsOf(self, context)])),
  pop: plugin('self key *rest', (context, self, key, rest) => {
    const dict = changedDict(self, context);
    const slot = dict.find(key);
    dict.delete(key);
    if (slot !== undefined) return tripOnMarker(forced(slot));
    const [standard] = (rest as Tuple).items;
    if (standard === undefined) throw new Raised('KeyError', repr(key, context.budget));
    return forced(standard);
  }),
  popitem: plugin('self', (context, self) => {
    const dict = changedDict(self, context);
    const last = dict.pairs().at(-1);
    if (last === undefined) throw new Raised('KeyError', quoted('popitem(): dictionary is empty'));
    dict.delete(last[0]);
    return new Tuple(last);
  }),
  setdefault: plugin('self key default=none', (context, self, key, standard) => {
    const slot = (self as Dict).find(key);
    if (slot !== undefined) return forced(slot);
    changedDict(self, context).set(key, standard);
    return standard;
  }),
  update: plugin('self other= **more', (context, self, other, more) => {
    const pairs = other === '' ? [] : dictPairs(other, context);
    const dict = changedDict(self, context);
    for (const [key, slot] of [...pairs, ...(more as Dict).pairs()]) dict.set(key, slot);
    return null;
  }),
  values: plugin('self', (context, self) => new List((self as Dict).pairs().map(([, slot]) => context.passed(slot)))),
};
