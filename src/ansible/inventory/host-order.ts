/** The order of the hosts of a group, which Ansible does not fix for all of them. */
import type { Group, Host } from './entities.ts';

/**
 * Counts the first hosts of a group whose positions are the same in each run of Ansible; Infinity for all.
 *
 * Ansible collects hosts from the groups below by distance, iterating over a set of groups at each distance. The order
 * of a set depends on hashes, which change from run to run; only direct children keep the order of their attachment
 * (`Group._walk_relationship`).
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
    let previous: readonly Host[] | undefined;
    for (const { children } of parents) {
      const fresh = children.filter((child) => !seen.has(child));
      for (const child of fresh) next.add(child);
      const hosts = new Set(fresh.flatMap((child) => child.hosts.filter((host) => !met.has(host))));
      if (hosts.size === 0) continue;
      if (previous !== undefined && !isSame(previous, [...hosts])) return met.size;
      previous = [...hosts];
    }
    reach(next);
    parents = [...next];
  }
  return Infinity;
}

function isSame(some: readonly Host[], others: readonly Host[]): boolean {
  return some.length === others.length && some.every((host, at) => host === others[at]);
}
