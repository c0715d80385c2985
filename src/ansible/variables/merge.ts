/** `hash_behaviour: merge`: mappings of one variable are merged, key by key. */
import { Mapping } from '../../source/tree.ts';
import type { Pair } from '../../source/tree.ts';
import { nameOfKey } from './variable-name.ts';

/**
 * The mapping that Ansible makes of two: nested mappings are merged, anything else is replaced by `upper`'s.
 *
 * The result has `upper`'s range, for it is the one that took part last; its pairs keep the places they come from.
 */
export function mergeMappings(lower: Mapping, upper: Mapping): Mapping {
  if (lower.pairs.length === 0) return upper;
  if (upper.pairs.length === 0) return lower;
  const merged = new Map<string, Pair>(lower.pairs.map((pair) => [nameOfKey(pair.key), pair]));
  for (const pair of upper.pairs) {
    const name = nameOfKey(pair.key);
    const below = merged.get(name);
    if (below === undefined) merged.set(name, pair);
    else if (below.value.kind === 'mapping' && pair.value.kind === 'mapping')
      merged.set(name, { ...pair, key: below.key, value: mergeMappings(below.value, pair.value) });
    else merged.set(name, { ...pair, key: below.key });
  }
  return new Mapping(upper.start, upper.end, [...merged.values()], upper.usedAt);
}
