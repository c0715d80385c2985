/** Methods of lists. */
import { compareValues } from './order.ts';
import { isSame, truth } from './compare.ts';
import { each, slots, wantInt } from './context.ts';
import type { Context } from './context.ts';
import { plugin } from './plugin.ts';
import type { Plugins } from './plugin.ts';
import { unorderedTrouble } from './text.ts';
import { Raised, Tripped, unsupported } from './trouble.ts';
import { forced, Lazy, List, trip } from './values.ts';
import type { Value } from './values.ts';

/** The list, about to be changed. */
function changing(self: Value): List {
  const list = self as List;
  if (list.unordered) throw new Tripped(unorderedTrouble());
  list.node = undefined;
  return list;
}

function indexOf(self: List, item: Value, context: Context): number {
  return each(self, context).findIndex((other) => isSame(other, item, context.budget));
}

export const listMethods: Plugins = {
  append: plugin('self item', (context, self, item) => {
    context.budget.elements(1);
    changing(self).items.push(item);
    return null;
  }),
  clear: plugin('self', (_context, self) => {
    changing(self).items = [];
    return null;
  }),
  copy: plugin('self', (context, self) => new List([...slots(self, context)])),
  count: plugin('self item', (context, self, item) => {
    const list = self as List;
    if (list.wrapped) unsupported('count on a computed list');
    // Ansible's lazy lists compare the item with elements that nobody has looked at yet, and find none.
    const seen = list.items.filter((slot) => !(slot instanceof Lazy) || slot.used);
    return BigInt(seen.filter((slot) => isSame(forced(slot), item, context.budget)).length);
  }),
  extend: plugin('self items', (context, self, items) => {
    const more = slots(items, context);
    changing(self).items.push(...more);
    return null;
  }),
  index: plugin('self item start=0 stop=none', (context, self, item, start, stop) => {
    if (start !== 0n || stop !== null) unsupported('index with a start');
    const at = indexOf(self as List, item, context);
    if (at < 0) throw new Raised('ValueError', 'the value is not in list');
    return BigInt(at);
  }),
  insert: plugin('self index item', (context, self, index, item) => {
    context.budget.elements(1);
    changing(self).items.splice(Number(wantInt(index)), 0, item);
    return null;
  }),
  pop: plugin('self index=-1', (_context, self, index) => {
    const list = changing(self);
    if (list.items.length === 0) throw new Raised('IndexError', 'pop from empty list');
    const at = Number(wantInt(index));
    const from = at < 0 ? at + list.items.length : at;
    const slot = from >= 0 && from < list.items.length ? list.items[from] : undefined;
    if (slot === undefined) throw new Raised('IndexError', 'pop index out of range');
    list.items.splice(from, 1);
    return trip(forced(slot));
  }),
  remove: plugin('self item', (context, self, item) => {
    const list = changing(self);
    const at = indexOf(list, item, context);
    if (at < 0) throw new Raised('ValueError', 'list.remove(x): x not in list');
    list.items.splice(at, 1);
    return null;
  }),
  reverse: plugin('self', (_context, self) => {
    changing(self).items.reverse();
    return null;
  }),
  sort: plugin('self key=none reverse=false', (context, self, key, reverse) => {
    if (key !== null) unsupported('sort with a key');
    const sorted = each(self, context).sort((a, b) => compareValues(a, b, truth(reverse), context));
    changing(self).items = sorted;
    return null;
  }),
};
