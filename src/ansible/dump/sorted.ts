/** Sorting of what there is little of. */

/** As many items as are sorted sooner by putting each in its place. */
const FEW = 12;

/**
 * The items in order, equal ones as they stand; what is given stays as it is.
 *
 * For lists that are short and many: V8 sets 1.4 KB aside with each call of its own `sort`, however short the list, and
 * of the printed variables of a thousand hosts that was a tenth of all that was ever allocated.
 */
export function sorted<Item>(items: Iterable<Item>, compare: (a: Item, b: Item) => number): readonly Item[] {
  const result = [...items];
  if (result.length > FEW) return result.sort(compare);
  for (let end = 1; end < result.length; end++) {
    const item = result[end] as Item;
    let at = end;
    for (; at > 0 && compare(result[at - 1] as Item, item) > 0; at--) result[at] = result[at - 1] as Item;
    result[at] = item;
  }
  return result;
}
