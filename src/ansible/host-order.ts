/** How far the hosts of a group have an order in Ansible. */
import type { Group, Host } from './entities.ts';

/**
 * How many hosts of a group, counted from the first, each run of Ansible has at the same place; Infinity for all.
 *
 * It takes them from the groups below by their distance. Those of one distance it reaches through a set of their
 * parents, which has the order of hashes that differ from run to run; only what hangs on the group itself has the order
 * in which it was hung there (`Group._walk_relationship`).
 */
export function stableHostCount(group: Group): number {
  const seen = new Set<Group>([group]);
  const met = new Set<Host>();
  const reach = (groups: Iterable<Group>): void => {
    for (const one of groups) {
      seen.add(one);
      for (const host of one.hosts) met.add(host);
    }
  };
  reach([group, ...group.children]);
  for (let parents: readonly Group[] = group.children; parents.length > 0;) {
    const next = new Set<Group>();
    let brought: readonly Host[] | undefined;
    for (const { children } of parents) {
      const fresh = children.filter((child) => !seen.has(child));
      for (const child of fresh) next.add(child);
      const hosts = new Set(fresh.flatMap((child) => child.hosts.filter((host) => !met.has(host))));
      if (hosts.size === 0) continue;
      if (brought !== undefined && !isSame(brought, [...hosts])) return met.size;
      brought = [...hosts];
    }
    reach(next);
    parents = [...next];
  }
  return Infinity;
}

function isSame(some: readonly Host[], others: readonly Host[]): boolean {
  return some.length === others.length && some.every((host, at) => host === others[at]);
}
