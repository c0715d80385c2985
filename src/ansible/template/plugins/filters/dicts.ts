/** Filters on dicts. */
import { contains, equals, truth, compareValues } from '../../python/compare.ts';
import {
  knownElementsOf,
  elementAt,
  wantNoMarkers,
  elementsOf,
  toText,
  wantText,
  ignoringCase,
} from '../../context.ts';
import type { Context } from '../../context.ts';
import { option, plugin } from '../plugin.ts';
import type { Plugins } from '../plugin.ts';
import { repr } from '../../python/str-repr.ts';
import { Marker, Raised, tripAsUnsupported } from '../../markers.ts';
import { Blank, Dict, forced, List, PythonRange, tripOnMarker, Tuple, typeName } from '../../python/python-values.ts';
import type { Value } from '../../python/python-values.ts';

function isSequence(value: Value): boolean {
  return value instanceof List || value instanceof Tuple || value instanceof PythonRange;
}

const MERGES: ReadonlySet<Value> = new Set(['replace', 'keep', 'append', 'prepend', 'append_rp', 'prepend_rp']);

/** Ansible's `merge_hash`: the pairs of `right` over those of `left`. */
function merged(left: Value, right: Value, recursive: boolean, listMerge: Value, context: Context): Dict {
  if (!(left instanceof Dict) || !(right instanceof Dict)) {
    const types = `a '${typeName(left)}' and a '${typeName(right)}'`;
    throw new Raised('AnsibleError', `failed to combine variables, expected dicts but got ${types}`);
  }
  context.budget.elements(left.size + right.size);
  for (const [, slot] of [...left.pairs(), ...right.pairs()]) context.passed(slot);
  if (left.size === 0 || areSame(left, right, context)) return Dict.of(right.pairs());
  const result = Dict.of(left.pairs());
  for (const [key, slot] of right.pairs()) {
    const before = left.find(key);
    if (before === undefined || (!recursive && listMerge === 'replace')) result.set(key, slot);
    else {
      const [old, over] = [forced(before), forced(slot)];
      if (over instanceof Marker) result.set(key, over);
      else if (old instanceof Marker) result.set(key, over instanceof Dict || over instanceof List ? old : slot);
      else if (old instanceof Dict && over instanceof Dict) {
        result.set(key, recursive ? merged(old, over, recursive, listMerge, context) : slot);
      } else if (old instanceof List && over instanceof List) {
        result.set(key, mergedLists(old, over, listMerge, context) ?? slot);
      } else result.set(key, slot);
    }
  }
  return result;
}

/** `left == right` as a filter asks it: what is missing in the elements that are compared is met. */
function areSame(left: Dict, right: Dict, context: Context): boolean {
  if (left.size !== right.size) return false;
  return left.pairs().every(([key, slot]) => {
    const other = right.find(key);
    const [one, two] = [forced(slot), forced(other ?? null)];
    if (other === undefined || one instanceof Marker || two instanceof Marker) return false;
    return equals(wantNoMarkers(one), wantNoMarkers(two), context.budget);
  });
}

function mergedLists(old: List, over: List, how: Value, context: Context): List | undefined {
  if (how === 'replace') return undefined;
  if (how === 'keep') return old;
  context.budget.elements(old.items.length + over.items.length);
  if (old.unordered || over.unordered) tripAsUnsupported('merging lists without an order');
  const kept =
    how === 'append_rp' || how === 'prepend_rp'
      ? old.items.filter((slot) => !contains(over, forced(slot), context.budget))
      : old.items;
  return new List(how === 'append' || how === 'append_rp' ? [...kept, ...over.items] : [...over.items, ...kept]);
}

export const dictFilters: Plugins = {
  combine: plugin('*terms **options', (context, terms, options) => {
    const given = options as Dict;
    if (given.keys().some((key) => key !== 'recursive' && key !== 'list_merge')) {
      throw new Raised('AnsibleError', "'recursive' and 'list_merge' are the only valid keyword arguments");
    }
    const isNull = (value: Value): boolean => value === null || value === 'None' || value === 'null';
    const dicts = (terms as Tuple).items
      .map((slot) => tripOnMarker(forced(slot)))
      .flatMap((term) => (isSequence(term) ? knownElementsOf(term, context) : [term]))
      .filter((term) => {
        if (term instanceof Dict && term.typeName === 'dict') for (const [, slot] of term.pairs()) context.passed(slot);
        return !isNull(term instanceof Dict ? term : wantNoMarkers(term));
      });
    const last = dicts.pop();
    if (last === undefined) return new Dict();
    if (dicts.length === 0) return last;
    const [recursive, listMerge] = [truth(option(given, 'recursive', false)), option(given, 'list_merge', 'replace')];
    if (!MERGES.has(listMerge)) {
      const kinds = "'replace', 'keep', 'append', 'prepend', 'append_rp' or 'prepend_rp'";
      throw new Raised('AnsibleError', `merge_hash: 'list_merge' argument can only be equal to ${kinds}`);
    }
    return dicts.reduceRight<Value>((over, under) => merged(under, over, recursive, listMerge, context), last);
  }),
  dict2items: plugin('mydict key_name=key value_name=value', (context, value, keyName, valueName) => {
    if (!(value instanceof Dict)) {
      throw new Raised('TypeError', `dict2items requires a dictionary, got ${typeName(value)} instead.`);
    }
    context.budget.elements(value.size * 2);
    return new List(
      value.pairs().map(([key, slot]) => {
        context.passed(slot);
        return Dict.of([
          [keyName, key],
          [valueName, slot],
        ] as const);
      }),
    );
  }),
  items2dict: plugin('mylist key_name=key value_name=value', (context, value, keyName, valueName) => {
    if (!(value instanceof List || value instanceof Tuple)) {
      throw new Raised('TypeError', `items2dict requires a list, got ${typeName(value)} instead.`);
    }
    return Dict.of(
      knownElementsOf(value, context).map((item) => {
        const [key, held] = [elementAt(item, keyName), elementAt(item, valueName)];
        if ((key === undefined || held === undefined) && !(item instanceof Dict)) {
          const shown = repr(value, context.budget);
          throw new Raised('TypeError', `items2dict requires a list of dictionaries, got ${shown} instead.`);
        }
        if (key === undefined || held === undefined) {
          const names = `'${toText(keyName, context)}' and '${toText(valueName, context)}'`;
          throw new Raised('TypeError', `items2dict requires each dictionary in the list to contain the keys ${names}`);
        }
        return [tripOnMarker(forced(key)), context.passed(held)] as const;
      }),
    );
  }),
  dictsort: plugin('value case_sensitive=false by=key reverse=false', (context, value, caseSensitive, by, reverse) => {
    if (by !== 'key' && by !== 'value')
      throw new Raised('AnsibleError', 'You can only sort by either "key" or "value"');
    if (!(value instanceof Dict))
      throw new Raised('AttributeError', `'${typeName(value)}' object has no attribute 'items'`);
    const rows = value.pairs().map(([key, slot]) => {
      const item = tripOnMarker(forced(slot));
      const sorted = by === 'key' ? key : item;
      return { row: new Tuple([key, slot]), by: truth(caseSensitive) ? sorted : ignoringCase(sorted) };
    });
    context.budget.elements(rows.length * 2);
    rows.sort((left, right) => compareValues(left.by, right.by, truth(reverse), context.budget));
    return new List(rows.map(({ row }) => row));
  }),
  items: plugin('value', (context, value) => {
    if (value instanceof Blank) return new List([]);
    if (!(value instanceof Dict)) throw new Raised('TypeError', 'Can only get item pairs from a mapping.');
    return new List(value.pairs().map(([key, slot]) => new Tuple([key, context.passed(slot)])));
  }),
  rekey_on_member: plugin('data key duplicates=error', (context, data, key, duplicates) => {
    if (duplicates !== 'error' && duplicates !== 'overwrite') {
      throw new Raised(
        'AnsibleError',
        `duplicates parameter to rekey_on_member has unknown value '${toText(duplicates, context)}'`,
      );
    }
    if (typeof data === 'string') throw new Raised('AnsibleError', 'Type is not a valid list, set, or dict');
    const result = new Dict();
    // One by one: an item that is not a mapping is refused before a later one that is missing.
    for (const slot of data instanceof Dict ? data.pairs().map(([, slot]) => slot) : elementsOf(data, context)) {
      const item = tripOnMarker(forced(slot));
      if (!(item instanceof Dict)) throw new Raised('AnsibleError', 'List item is not a valid dict');
      const held = item.find(key);
      if (held === undefined) throw new Raised('AnsibleError', `Key '${wantText(key)}' was not found.`);
      const member = tripOnMarker(forced(held));
      if (result.find(member) !== undefined && duplicates === 'error') {
        throw new Raised('AnsibleError', `Key '${toText(member, context)}' is not unique, cannot convert to dict.`);
      }
      result.set(member, item);
    }
    return result;
  }),
};
