/** The order in which Ansible's inventory lists the groups of a host: that in which the host got into them. */
import { madeOnce } from '../../ground/made-once.ts';
import { GroupNode } from '../graph/graph-nodes.ts';
import type { Graph } from '../graph/graph.ts';
import type { HostNode } from '../graph/graph-nodes.ts';

/** Groups that a host gets into at once, in no fixed order, as Ansible keeps them in a set. */
type Arrivals = readonly GroupNode[];

/**
 * Replays the history of a graph.
 *
 * A group that is attached to another when it already has hosts comes before that: in YAML, where children are read
 * first, `all` comes last.
 */
export class GroupOrder {
  readonly #graph: Graph;
  readonly #arrivals = new Map<HostNode, Arrivals[]>();
  readonly #known = new Map<HostNode, Set<GroupNode>>();
  readonly #parents = new Map<GroupNode, GroupNode[]>();
  readonly #members = new Map<GroupNode, { readonly groups: GroupNode[]; readonly hosts: HostNode[] }>();
  #read = 0;

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** The groups of a host so far, with those above them. */
  of(host: HostNode): readonly Arrivals[] {
    const { history } = this.#graph;
    for (; this.#read < history.length; this.#read += 2) {
      const group = history[this.#read] as GroupNode;
      const member = history[this.#read + 1];
      if (member instanceof GroupNode) this.#attach(group, member);
      else if (member !== undefined) this.#join(group, member);
    }
    return this.#arrivals.get(host) ?? [];
  }

  #join(group: GroupNode, host: HostNode): void {
    this.#arrive(host, this.#above(group));
    this.#arrive(host, [group]);
    this.#membersOf(group).hosts.push(host);
  }

  #attach(parent: GroupNode, child: GroupNode): void {
    const before = new Set(this.#above(child));
    const after = [...this.#above(parent), parent].filter((group) => !before.has(group));
    for (const host of this.#hostsBelow(child)) this.#arrive(host, after);
    this.#membersOf(parent).groups.push(child);
    this.#parents.set(child, [...(this.#parents.get(child) ?? []), parent]);
  }

  #arrive(host: HostNode, groups: readonly GroupNode[]): void {
    const known = this.#known.get(host) ?? new Set();
    const fresh = groups.filter((group) => !known.has(group));
    if (fresh.length === 0) return;
    for (const group of fresh) known.add(group);
    this.#known.set(host, known);
    this.#arrivals.set(host, [...(this.#arrivals.get(host) ?? []), fresh]);
  }

  #above(group: GroupNode): readonly GroupNode[] {
    const above = new Set(this.#parents.get(group));
    for (const parent of above) for (const next of this.#parents.get(parent) ?? []) above.add(next);
    return [...above];
  }

  #hostsBelow(group: GroupNode): Iterable<HostNode> {
    const groups = new Set([group]);
    const hosts = new Set<HostNode>();
    for (const one of groups) {
      const { groups: children, hosts: own } = this.#membersOf(one);
      for (const host of own) hosts.add(host);
      for (const child of children) groups.add(child);
    }
    return hosts;
  }

  #membersOf(group: GroupNode): { readonly groups: GroupNode[]; readonly hosts: HostNode[] } {
    return madeOnce(this.#members, group, () => ({ groups: [], hosts: [] }));
  }
}
