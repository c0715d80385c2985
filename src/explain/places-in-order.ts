/** The order in which the places of a variable are told. */
import type { Assignment } from '../ansible/entities.ts';

/**
 * What the levels of places begin with, from the weakest on: the order of Ansible's documentation ("Understanding variable
 * precedence"), as far as it does not hang on settings.
 */
const LEVELS = [
  'role defaults',
  'inventory group all',
  'inventory group',
  'group_vars/all',
  'group_vars',
  'saved answer',
  'inventory host',
  'host_vars',
  'play vars',
  'import vars',
  'vars_files',
  'role vars',
  'task vars',
  'role params',
  'extra vars',
];

/**
 * One order that agrees with the order of every list; places that no list compares stand in that of their levels, as the
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
  for (const place of byLevel([...below.keys()])) put(place, new Set());
  return order;
}

function byLevel(places: readonly Assignment[]): readonly Assignment[] {
  const ranks = new Map(places.map((place) => [place, rankOf(place)]));
  return places.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
}

function rankOf({ level }: Assignment): number {
  const rank = LEVELS.findIndex(
    (name) => level === name || level.startsWith(`${name} `) || level.startsWith(`${name}/`),
  );
  return rank < 0 ? LEVELS.length : rank;
}
