/** `hash_behaviour: merge`: mappings of one variable are merged, key by key. */
import { Mapping, Recurrence, recurs } from '../../source/tree.ts';
import type { Node, Pair } from '../../source/tree.ts';
import { nameOfKey } from './variable-name.ts';

/**
 * The mapping that Ansible makes of two: nested mappings are merged, anything else is replaced by `upper`'s.
 *
 * The result has `upper`'s range, for it is the one that took part last; its pairs keep the places they come from.
 */
export function mergeMappings(lower: Mapping, upper: Mapping): Mapping {
  // Ansible copies a mapping over its equal, but not what is in it.
  if (lower.pairs.length === 0 || lower === upper)
    return new Mapping(upper.start, upper.end, [...upper.pairs], upper.usedAt);
  if (upper.pairs.length === 0) return lower;
  const merged = new Map<string, Pair>(lower.pairs.map((pair) => [nameOfKey(pair.key), pair]));
  for (const pair of upper.pairs) {
    const name = nameOfKey(pair.key);
    const below = merged.get(name);
    const value = below === undefined ? pair.value : mergeValues(below.value, pair.value);
    merged.set(name, below === undefined ? pair : { ...pair, key: below.key, value });
  }
  return new Mapping(upper.start, upper.end, [...merged.values()], upper.usedAt);
}

function mergeValues(lower: Node, upper: Node): Node {
  const [below, above] = [unfolded(lower, upper), unfolded(upper, lower)];
  return below.kind === 'mapping' && above.kind === 'mapping' ? mergeMappings(below, above) : upper;
}

/** What contains itself is merged as deep as the other goes; of two, Ansible has no end. */
function unfolded(node: Node, other: Node): Node {
  return node instanceof Recurrence && !recurs(other) ? node.whole : node;
}
