/** The order in which the places of a variable are listed. */
import type { Assignment } from '../ansible/entities.ts';
import { byPrecedenceOfLevel } from '../ansible/level.ts';

/**
 * One order that agrees with the order of every list; places that no list compares come in that of their levels, as the
 * values of two hosts do: one in the inventory, and one in a file of `host_vars`.
 */
export function inOrder(lists: readonly (readonly Assignment[])[]): ReadonlySet<Assignment> {
  const below = new Map<Assignment, Set<Assignment>>();
  for (const list of lists)
    for (const [index, place] of list.entries()) {
      const before = list[index - 1];
      const set = below.get(place) ?? new Set();
      if (before !== undefined) set.add(before);
      below.set(place, set);
    }
  const order = new Set<Assignment>();
  const put = (place: Assignment, above: ReadonlySet<Assignment>) => {
    if (order.has(place) || above.has(place)) return;
    for (const before of below.get(place) ?? []) put(before, new Set([...above, place]));
    order.add(place);
  };
  const byLevel = [...below.keys()].sort((a, b) => byPrecedenceOfLevel(a.level, b.level));
  for (const place of byLevel) put(place, new Set());
  return order;
}
