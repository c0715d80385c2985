/** Methods of dicts, and of mappings that are asked rather than held. */
import { quoted } from '../../source/python.ts';
import { slots } from './context.ts';
import type { Context } from './context.ts';
import { plugin } from './plugin.ts';
import type { Plugins } from './plugin.ts';
import { repr } from './text.ts';
import { Raised, unsupported } from './trouble.ts';
import { Dict, forced, List, trip, Tuple } from './values.ts';
import type { Slot, Value } from './values.ts';

function changing(self: Value): Dict {
  const dict = self as Dict;
  if (dict.typeName !== 'dict') unsupported(`changing ${dict.typeName}`);
  dict.node = undefined;
  return dict;
}

/** The pairs that `dict()` and `update` take: a mapping's, or those of a list of two. */
export function dictPairs(value: Value, context: Context): (readonly [Value, Slot])[] {
  trip(value);
  if (value instanceof Dict) {
    context.budget.elements(value.size);
    return value.pairs();
  }
  return slots(value, context).map((slot, index) => {
    const pair = slots(forced(slot), context);
    const [key, item] = pair;
    if (pair.length !== 2 || key === undefined || item === undefined) {
      const problem = `dictionary update sequence element #${index} has length ${pair.length}; 2 is required`;
      throw new Raised('ValueError', problem);
    }
    return [trip(forced(key)), item] as const;
  });
}

export const dictMethods: Plugins = {
  clear: plugin('self', (_context, self) => {
    changing(self).entries.clear();
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
    return new List(pairs.map(([key, slot]) => new Tuple([key, trip(forced(slot))])));
  }),
  keys: plugin('self', (context, self) => new List([...slots(self, context)])),
  pop: plugin('self key *rest', (context, self, key, rest) => {
    const dict = changing(self);
    const slot = dict.find(key);
    dict.delete(key);
    if (slot !== undefined) return trip(forced(slot));
    const [standard] = (rest as Tuple).items;
    if (standard === undefined) throw new Raised('KeyError', repr(key, context.budget));
    return forced(standard);
  }),
  popitem: plugin('self', (_context, self) => {
    const dict = changing(self);
    const last = dict.pairs().at(-1);
    if (last === undefined) throw new Raised('KeyError', quoted('popitem(): dictionary is empty'));
    dict.delete(last[0]);
    return new Tuple(last);
  }),
  setdefault: plugin('self key default=none', (_context, self, key, standard) => {
    const slot = (self as Dict).find(key);
    if (slot !== undefined) return forced(slot);
    changing(self).set(key, standard);
    return standard;
  }),
  update: plugin('self other= **more', (context, self, other, more) => {
    const pairs = other === '' ? [] : dictPairs(other, context);
    const dict = changing(self);
    for (const [key, slot] of [...pairs, ...(more as Dict).pairs()]) dict.set(key, slot);
    return null;
  }),
  values: plugin('self', (_context, self) => new List((self as Dict).pairs().map(([, slot]) => trip(forced(slot))))),
};
