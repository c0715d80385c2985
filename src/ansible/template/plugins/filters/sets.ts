/** Set theory. What comes of Python's sets is in the order of hashes, which is known for small numbers only. */
import { contains, numeric, truth } from '../../python/compare.ts';
import {
  elementsInAnyOrder,
  knownElementsOf,
  iterateInAnyOrder,
  isAmong,
  isUnordered,
  attributeGetter,
  ignoringCase,
} from '../../context.ts';
import type { Context } from '../../context.ts';
import { plugin } from '../plugin.ts';
import type { TemplatePlugin, Plugins } from '../plugin.ts';
import { Raised, tripAsUnknownOrder } from '../../markers.ts';
import { hash, List, Tuple, typeName } from '../../python/python-values.ts';
import type { Value } from '../../python/python-values.ts';

/** Elements by hash; undefined if one cannot be hashed. */
function hashed(items: readonly Value[]): Map<string, Value> | undefined {
  try {
    const set = new Map<string, Value>();
    for (const item of items) {
      const key = hash(item);
      if (!set.has(key)) set.set(key, item);
    }
    return set;
  } catch (trouble) {
    if (trouble instanceof Raised && trouble.kind === 'TypeError') return undefined;
    throw trouble;
  }
}

/** The elements without repetitions: the first of those that are equal. */
function distinct(items: readonly Value[], context: Context): Value[] {
  const kept: Value[] = [];
  for (const item of items) if (!isAmong(kept, item, context)) kept.push(item);
  return kept;
}

/** A filter on two sets; lists whose elements have no hashes are compared in order. */
function joining(
  ofSets: (a: Map<string, Value>, b: Map<string, Value>) => Value[],
  ofLists: (a: Value, b: Value, context: Context) => Value[],
): TemplatePlugin {
  return plugin('a b', (context, a, b) => {
    const [left, right] = [hashed(elementsInAnyOrder(a, context)), hashed(elementsInAnyOrder(b, context))];
    if (left !== undefined && right !== undefined)
      return listOfSet(ofSets(left, right), [...left.values(), ...right.values()]);
    if (isUnordered(a) || isUnordered(b)) tripAsUnknownOrder();
    return new List(ofLists(a, b, context));
  });
}

/**
 * The list that Python makes of a set. `all` are the members of the sets that it came of: where each is a number
 * below the least size that Python's table may have then, each has a place of its own, and they are in order of size.
 */
function listOfSet(members: readonly Value[], all: readonly Value[]): List {
  let size = 8;
  // A table grows where more than three fifths of it are taken.
  while (members.length * 5 >= (size - 1) * 3) size *= 2;
  const isSmall = (item: Value): boolean => {
    const number = numeric(item);
    return number !== undefined && number >= 0 && number < size && Number.isInteger(Number(number));
  };
  if (!all.every(isSmall)) return new List([...members], undefined, true);
  return new List([...members].sort((a, b) => Number(a) - Number(b)));
}

function within(a: Value, b: Value, wanted: boolean, context: Context): Value[] {
  const has = (item: Value): boolean =>
    b instanceof List || b instanceof Tuple
      ? isAmong(iterateInAnyOrder(b, context), item, context)
      : contains(b, item, context.budget);
  return knownElementsOf(a, context).filter((item) => has(item) === wanted);
}

function bothLists(a: Value, b: Value, context: Context): Value[] {
  if (!(a instanceof List) || !(b instanceof List)) {
    throw new Raised('TypeError', `can only concatenate list (not "${typeName(b)}") to list`);
  }
  return distinct([...knownElementsOf(a, context), ...knownElementsOf(b, context)], context);
}

export const setFilters: Plugins = {
  unique: plugin('a case_sensitive=none attribute=none', (context, value, caseSensitive, attribute) => {
    const get = attributeGetter(attribute, context);
    const key = (item: Value): Value => (truth(caseSensitive) ? get(item) : ignoringCase(get(item)));
    const items = elementsInAnyOrder(value, context);
    const seen = new Map<string, Value>();
    try {
      const kept = items.filter((item) => {
        const name = hash(key(item));
        const first = seen.get(name);
        if (first === undefined) seen.set(name, item);
        // The order decides which of the two is the first.
        else if (isUnordered(value) && first !== item) tripAsUnknownOrder();
        return first === undefined;
      });
      return new List(kept, undefined, isUnordered(value));
    } catch (trouble) {
      if (!(trouble instanceof Raised)) throw trouble;
      if (caseSensitive === false || truth(attribute)) {
        const problem =
          "Jinja2's unique filter failed and we cannot fall back to Ansible's version as it does not support the parameters supplied.";
        throw new Raised('AnsibleError', problem);
      }
      return new List(distinct(items, context));
    }
  }),
  union: joining((a, b) => [...new Map([...b, ...a]).values()], bothLists),
  intersect: joining(
    (a, b) => {
      // Of two that are equal Python takes the one of the smaller set.
      const [smaller, larger] = b.size > a.size ? [a, b] : [b, a];
      return [...smaller].filter(([key]) => larger.has(key)).map(([, item]) => item);
    },
    (a, b, context) => distinct(within(a, b, true, context), context),
  ),
  difference: joining(
    (a, b) => [...a].filter(([key]) => !b.has(key)).map(([, item]) => item),
    (a, b, context) => distinct(within(a, b, false, context), context),
  ),
  symmetric_difference: joining(
    (a, b) =>
      [...[...a].filter(([key]) => !b.has(key)), ...[...b].filter(([key]) => !a.has(key))].map(([, item]) => item),
    (a, b, context) => {
      const both = distinct(within(a, b, true, context), context);
      return bothLists(a, b, context).filter((item) => !isAmong(both, item, context));
    },
  ),
};
