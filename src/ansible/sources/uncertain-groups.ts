/** Groups that a host may be in as well, which only a run can know. */
import type { Group, Host } from '../entities.ts';
import { ancestors } from '../graph.ts';
import { GroupNode } from '../graph-nodes.ts';
import type { Graph } from '../graph.ts';
import { memberships } from '../reconcile.ts';

/** Finds them for the hosts of a graph. */
export class UncertainGroups {
  readonly #graph: Graph;
  readonly #namesOfFiles: () => Iterable<string>;
  /** Groups that are not there yet: they may have variable files all the same. */
  readonly #absent = new Map<string, GroupNode>();

  /** `namesOfFiles`: the names that have files in the folders of `group_vars`. */
  constructor(graph: Graph, namesOfFiles: () => Iterable<string>) {
    this.#graph = graph;
    this.#namesOfFiles = namesOfFiles;
  }

  /** The groups that a host may come into, with those above them. */
  of({ name }: Host): readonly Group[] {
    const host = this.#graph.hosts.get(name);
    if (host === undefined) return [];
    const groups = new Set<GroupNode>();
    for (const opening of host.openings)
      if ('name' in opening) groups.add(this.#named(opening.name));
      else
        for (const name of [...this.#graph.groups.keys(), ...this.#namesOfFiles()])
          if (name.startsWith(opening.start)) groups.add(this.#named(name));
    for (const group of [...groups]) for (const above of ancestors(group)) groups.add(above);
    const sure = memberships(host);
    return [...groups].filter((group) => !sure.has(group) && group !== this.#graph.ungrouped);
  }

  #named(name: string): GroupNode {
    const known = this.#graph.groups.get(name) ?? this.#absent.get(name);
    if (known !== undefined) return known;
    const group = new GroupNode(name);
    group.depth = 1;
    this.#absent.set(name, group);
    return group;
  }
}
