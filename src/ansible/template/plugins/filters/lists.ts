/** Filters on lists. */
import { equals, ordered, truth, compareValues } from '../../python/compare.ts';
import {
  elementsInAnyOrder,
  knownElementsOf,
  iterateInAnyOrder,
  isUnordered,
  wantNoMarkers,
  elementsOf,
  toText,
  elementsAllowingMarkers,
  wantInt,
  wantText,
  attributeGetter,
  ignoringCase,
} from '../../context.ts';
import type { Context } from '../../context.ts';
import { applyBinary } from '../../python/operators.ts';
import { option, plugin } from '../plugin.ts';
import type { TemplatePlugin, Plugins } from '../plugin.ts';
import { characters, textLength } from '../../python/str-repr.ts';
import { Exhausted, Raised, Undefined, tripAsUnknownOrder } from '../../markers.ts';
import { Blank, Dict, forced, List, PythonRange, tripOnMarker, Tuple, typeName } from '../../python/python-values.ts';
import type { Held, Value } from '../../python/python-values.ts';
import type { Spending } from '../../budget.ts';

/** `len(value)`. */
export function size(value: Value): bigint {
  if (typeof value === 'string') return BigInt(textLength(value));
  if (value instanceof List || value instanceof Tuple) return BigInt(value.items.length);
  if (value instanceof Dict) return BigInt(value.size);
  if (value instanceof PythonRange) return value.length;
  if (value instanceof Blank) return 0n;
  throw new Raised('TypeError', `object of type '${typeName(value)}' has no len()`);
}

const count = plugin('obj', (_context, value) => size(value));

/** The element at an end of a value; one that is a variable's stays lazy. */
function end(side: 'first' | 'last'): TemplatePlugin {
  return plugin('seq', (context, value) => {
    const index = side === 'first' ? 0 : -1;
    const items = value instanceof List && !value.unordered ? value.items : elementsOf(value, context);
    const slot = items.at(index);
    if (slot === undefined) return new Undefined(`No ${side} item, sequence was empty.`);
    return tripOnMarker(forced(slot));
  });
}

function extreme(operator: '<' | '>'): TemplatePlugin {
  return plugin('value case_sensitive=false attribute=none', (context, value, caseSensitive, attribute) => {
    const items = isUnordered(value) ? elementsInAnyOrder(value, context) : elementsOf(value, context);
    const key = keyOf(attribute, caseSensitive, context);
    const taken = (slot: Held): Keyed => {
      const item = tripOnMarker(forced(slot));
      return { item, key: tripOnMarker(key(item)) };
    };
    const [first, ...rest] = items;
    if (first === undefined) return new Undefined('No aggregated item, sequence was empty.');
    let best = taken(first);
    for (const slot of rest) {
      const other = taken(slot);
      for (const { key } of [other, best]) if (key instanceof List) wantNoMarkers(key);
      if (isUnordered(value) && isTie(best, other, context)) tripAsUnknownOrder();
      if (ordered(operator, other.key, best.key, context.budget)) best = other;
    }
    return best.item;
  });
}

/** Gives the key that an element is sorted and grouped by. */
function keyOf(attribute: Value, caseSensitive: Value, context: Context): (value: Value) => Value {
  const get = attributeGetter(attribute, context);
  return truth(caseSensitive) ? get : (value) => ignoringCase(get(value));
}

/** True if two different elements have equal keys: then their order decides. */
function isTie(one: Keyed | undefined, other: Keyed, { budget }: Context): boolean {
  return one !== undefined && one.item !== other.item && equals(one.key, other.key, budget);
}

interface Keyed {
  readonly item: Value;
  readonly key: Value;
}

function sortedBy(items: readonly Value[], key: (value: Value) => Value, reverse: boolean, context: Context): Keyed[] {
  const keyed = items.map((item) => ({ item, key: tripOnMarker(key(item)) }));
  return keyed.sort((left, right) => compareValues(left.key, right.key, reverse, context.budget));
}

export const listFilters: Plugins = {
  length: count,
  count,
  first: end('first'),
  last: end('last'),
  min: extreme('<'),
  max: extreme('>'),
  list: plugin('value', (context, value) => {
    if (isUnordered(value)) return value;
    elementsAllowingMarkers(value, context);
    return new List([...elementsOf(value, context)]);
  }),
  sum: plugin('iterable attribute=none start=0', (context, value, attribute, start) => {
    const get = attributeGetter(attribute, context);
    if (typeof start === 'string') throw new Raised('TypeError', "sum() can't sum strings [use ''.join(seq) instead]");
    let sum: Value = start;
    for (const item of iterateInAnyOrder(value, context)) {
      const part = get(item);
      if (isUnordered(value) && (typeof part !== 'bigint' || typeof start !== 'bigint')) tripAsUnknownOrder();
      sum = applyBinary('+', sum, part, context.budget);
    }
    return sum;
  }),
  sort: plugin(
    'value reverse=false case_sensitive=false attribute=none',
    (context, value, reverse, caseSensitive, attribute) => {
      const paths = typeof attribute === 'string' ? attribute.split(',') : [attribute];
      const items = elementsInAnyOrder(value, context);
      // Keys are lists, which are first compared for equality: that looks at everything that a key holds, unless the
      // keys are the same object.
      const compared = (key: Value): Value => (items.every((item) => item === items[0]) ? key : wantNoMarkers(key));
      const getters = paths.map((path) => keyOf(path, caseSensitive, context));
      const key = (item: Value): Value => new List(getters.map((get) => compared(tripOnMarker(get(item)))));
      const sorted = sortedBy(items, key, truth(reverse), context);
      if (isUnordered(value) && sorted.some((one, at) => isTie(sorted[at - 1], one, context))) tripAsUnknownOrder();
      return new List(sorted.map(({ item }) => item));
    },
  ),
  reverse: plugin('value', (context, value) => {
    if (typeof value === 'string') return [...characters(value)].reverse().join('');
    if (isUnordered(value)) return value;
    // Python begins at the end, so a marker there is met first.
    const reversed = [...elementsOf(value, context)].reverse();
    return new List(reversed.map((slot) => tripOnMarker(forced(slot))));
  }),
  batch: plugin('value linecount fill_with=none', (context, value, linecount, fill) => {
    const [items, size] = [elementsAllowingMarkers(value, context), Number(wantInt(linecount))];
    const batches: Value[][] = [];
    for (const item of items) {
      const last = batches.at(-1);
      if (last === undefined || last.length === size) batches.push([item]);
      else last.push(item);
    }
    const last = batches.at(-1);
    if (fill !== null && last !== undefined && last.length < size) {
      context.budget.elements(size);
      while (last.length < size) last.push(fill);
    }
    return new List(batches.map((batch) => new List(batch)));
  }),
  slice: plugin('value slices fill_with=none', (context, value, slices, fill) => {
    const [items, many] = [elementsAllowingMarkers(value, context), Number(wantInt(slices))];
    if (many === 0) throw new Raised('ZeroDivisionError', 'integer division or modulo by zero');
    context.budget.elements(Math.max(0, many));
    const [size, longer] = [Math.floor(items.length / many), items.length % many];
    return new List(
      Array.from({ length: Math.max(0, many) }, (_, index) => {
        const start = index * size + Math.min(index, longer);
        const part = items.slice(start, start + size + (index < longer ? 1 : 0));
        if (fill !== null && index >= longer) part.push(fill);
        return new List(part);
      }),
    );
  }),
  groupby: plugin(
    'value attribute default=none case_sensitive=false',
    // The default comes too late: Ansible ends the filter if the attribute is missing.
    (context, value, attribute, _standard, caseSensitive) => {
      const key = keyOf(attribute, caseSensitive, context);
      const exact = attributeGetter(attribute, context);
      const groups: { key: Value; items: Value[] }[] = [];
      for (const { item, key: group } of sortedBy(knownElementsOf(value, context), key, false, context)) {
        const last = groups.at(-1);
        if (last !== undefined && equals(last.key, group, context.budget)) last.items.push(item);
        else groups.push({ key: group, items: [item] });
      }
      return new List(
        groups.map(({ items }) => {
          const grouper = tripOnMarker(exact(items[0] ?? null));
          return new Tuple([grouper, new List(items)], ['grouper', 'list']);
        }),
      );
    },
  ),
  flatten: plugin('mylist levels=none skip_nulls=true', (context, value, levels, skipNulls) => {
    const flat = (list: Value, left: number): Held[] =>
      elementsOf(list, context).flatMap((slot) => {
        const item = wantNoMarkers(tripOnMarker(forced(slot)));
        if (truth(skipNulls) && (item === null || item === 'None' || item === 'null')) return [];
        return (item instanceof List || item instanceof Tuple || item instanceof PythonRange) && left > 0
          ? flat(item, left - 1)
          : [slot];
      });
    return new List(flat(value, levels === null ? Infinity : Number(wantInt(levels))));
  }),
  zip: plugin('first *others', (context, first, others) => zipped(first, others, false, null, context)),
  zip_longest: plugin('first *others **named', (context, first, others, named) =>
    zipped(first, others, true, option(named, 'fillvalue', null), context),
  ),
  product: plugin('first *others **named', (context, first, others, named) => {
    const times = Number(wantInt(option(named, 'repeat', 1n)));
    const lists = [first, ...(others as Tuple).items.map(forced)].map((list) => knownElementsOf(list, context));
    return new List(product(Array.from({ length: Math.min(times, 100) }, () => lists).flat(), context.budget));
  }),
  permutations: plugin('iterable r=none', (context, value, r) => {
    const items = knownElementsOf(value, context);
    return new List(permutations(items, r === null ? items.length : Number(wantInt(r)), context.budget));
  }),
  combinations: plugin(
    'iterable r',
    (context, value, r) => new List(combinations(knownElementsOf(value, context), Number(wantInt(r)), context.budget)),
  ),
  subelements: plugin('obj subelements skip_missing=false', (context, value, path, skipMissing) => {
    const keys =
      typeof path === 'string' ? path.split('.') : knownElementsOf(path, context).map((key) => wantText(key));
    if (!(value instanceof Dict || value instanceof List)) {
      throw new Raised('AnsibleError', 'obj must be a list of dicts or a nested dict');
    }
    const elements =
      value instanceof Dict ? value.pairs().map(([, slot]) => tripOnMarker(forced(slot))) : elementsOf(value, context);
    return new List(
      elements.flatMap((slot) => {
        const element = tripOnMarker(forced(slot));
        let inner: Value = element;
        for (const key of keys) {
          if (!(inner instanceof Dict))
            throw new Raised(
              'TypeError',
              `the key ${key} should point to a dictionary, got '${toText(inner, context)}'`,
            );
          const next = inner.find(key);
          if (next === undefined) {
            if (truth(skipMissing)) return [];
            throw new Raised(
              'AnsibleError',
              `could not find '${key}' key in iterated item '${toText(inner, context)}'`,
            );
          }
          inner = tripOnMarker(forced(next));
        }
        if (!(inner instanceof List))
          throw new Raised('TypeError', `the key ${keys.at(-1) ?? ''} should point to a list`);
        return knownElementsOf(inner, context).map((item) => new Tuple([element, item]));
      }),
    );
  }),
};

function zipped(first: Value, others: Value, longest: boolean, fill: Value, context: Context): List {
  const lists = [first, ...(others as Tuple).items.map(forced)].map((list) => {
    if (isUnordered(list)) tripAsUnknownOrder();
    if (list instanceof PythonRange && list.length > 100_000n && longest) throw new Exhausted();
    return list;
  });
  const columns = lists.map((list) => elementsAllowingMarkers(list, context));
  const lengths = columns.map((column) => column.length);
  const length = longest ? Math.max(...lengths) : Math.min(...lengths);
  context.budget.elements(length * columns.length);
  return new List(
    Array.from(
      { length },
      (_, index) => new Tuple(columns.map((column) => (index < column.length ? (column[index] ?? null) : fill))),
    ),
  );
}

/** `itertools.product(*lists)`. Throws if the budget's size is spent. */
function product(lists: readonly (readonly Value[])[], budget: Spending): Tuple[] {
  let rows: (readonly Value[])[] = [[]];
  for (const list of lists) {
    budget.elements(rows.length * list.length * lists.length);
    rows = rows.flatMap((row) => list.map((item) => [...row, item]));
  }
  return rows.map((row) => new Tuple(row));
}

/** `itertools.permutations(items, length)`. Throws if the budget's size is spent, or the length is negative. */
function permutations(items: readonly Value[], length: number, budget: Spending): Tuple[] {
  return chosen(items.length, length, budget, (row, index) => !row.includes(index)).map(
    (row) => new Tuple(row.map((index) => items[index] ?? null)),
  );
}

/** `itertools.combinations(items, length)`. Throws as `permutations` does. */
function combinations(items: readonly Value[], length: number, budget: Spending): Tuple[] {
  return chosen(items.length, length, budget, (row, index) => index > (row.at(-1) ?? -1)).map(
    (row) => new Tuple(row.map((index) => items[index] ?? null)),
  );
}

/** Every row of `length` indices in which each index fits those before it. */
function chosen(
  count: number,
  length: number,
  budget: Spending,
  fits: (row: readonly number[], index: number) => boolean,
): (readonly number[])[] {
  if (length < 0) throw new Raised('ValueError', 'r must be non-negative');
  if (length > count) return [];
  let rows: (readonly number[])[] = [[]];
  for (let step = 0; step < length; step++) {
    rows = rows.flatMap((row) => {
      const next: number[][] = [];
      for (let index = 0; index < count; index++) if (fits(row, index)) next.push([...row, index]);
      budget.elements(next.length * (step + 1));
      return next;
    });
  }
  return rows;
}
