/** What is usual among several, so that the odd one can be named. */

/** The item whose key most items have, the first of equals; undefined where there is none. */
export function mostCommon<T>(items: Iterable<T>, keyOf: (item: T) => string): T | undefined {
  const counts = new Map<string, { readonly item: T; count: number }>();
  for (const item of items) {
    const key = keyOf(item);
    const entry = counts.get(key);
    if (entry === undefined) counts.set(key, { item, count: 1 });
    else entry.count++;
  }
  let best: { readonly item: T; count: number } | undefined;
  for (const entry of counts.values()) if (best === undefined || entry.count > best.count) best = entry;
  return best?.item;
}
