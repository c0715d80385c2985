/** Changes the graph as Ansible does after all sources are read (`reconcile_inventory`). */
import type { Location } from '../../source/document.ts';
import { ancestors } from './graph.ts';
import type { Graph } from './graph.ts';
import type { GroupNode, HostNode } from './graph-nodes.ts';
import { fault } from '../../troubles/fault.ts';
import { Refused } from './refused.ts';
import type { Troubles } from '../inventory/troubles.ts';

/**
 * Attaches groups without parents to `all`, and keeps in `ungrouped` only hosts that are in no other group.
 *
 * Ansible stops (exit code 1) if this closes a loop, as `all` is a child of some group; here the edge is left out.
 */
export function reconcile(graph: Graph, troubles: Troubles): void {
  const { all, ungrouped } = graph;
  for (const group of graph.groups.values())
    if (group !== all && group.parents.length === 0) attachOrReport(graph, all, group.name, troubles);

  const grouped = new Set<HostNode>();
  for (const host of graph.hosts.values()) {
    const groups = allGroupsOf(host);
    if (!groups.has(ungrouped)) {
      if (groups.size === 0 || (groups.size === 1 && groups.has(all)))
        attachOrReport(graph, ungrouped, host.name, troubles);
    } else if ([...groups].some((group) => group !== all && group !== ungrouped) && removeFromGroup(host, ungrouped)) {
      grouped.add(host);
      leaveAncestors(host, ungrouped, all);
    }
  }
  if (grouped.size > 0) ungrouped.hosts = ungrouped.hosts.filter((host) => !grouped.has(host));
  warnOfClashes(graph, troubles);
}

/** The groups of a host with those above them. */
export function allGroupsOf(host: HostNode): Set<GroupNode> {
  const groups = new Set<GroupNode>(host.groups);
  for (const group of groups) for (const parent of group.parents) groups.add(parent);
  for (const group of host.removedFrom) groups.delete(group);
  return groups;
}

function attachOrReport(graph: Graph, parent: GroupNode, name: string, troubles: Troubles): void {
  try {
    graph.addChild(parent, name, undefined);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const at = whereAllIsChild(graph) ?? graph.groups.get(name)?.mentions[0];
    if (at !== undefined) troubles.add(at.document, at, { ...error.fault, refuses: 'groups' }, { fatal: 1 });
  }
}

function whereAllIsChild({ all }: Graph): Location | undefined {
  return all.parents[0]?.attachments.get(all);
}

function removeFromGroup(host: HostNode, group: GroupNode): boolean {
  const at = host.groups.indexOf(group);
  if (at < 0) return false;
  host.groups.splice(at, 1);
  group.hostNames.delete(host.name);
  return true;
}

/**
 * Removes a host from a group even if another of its groups is below that, and from the groups above, unless another of
 * its groups is below these, as Ansible does.
 */
function leaveAncestors(host: HostNode, left: GroupNode, all: GroupNode): void {
  if (allGroupsOf(host).has(left)) host.removedFrom = [...host.removedFrom, left];
  for (const group of ancestors(left)) {
    if (group === all || host.removedFrom.includes(group)) continue;
    const groups = allGroupsOf(host);
    if (!groups.has(group) || [...groups].some((other) => ancestors(other).has(group))) continue;
    leaveAncestors(host, group, all);
  }
}

function warnOfClashes(graph: Graph, troubles: Troubles): void {
  for (const [name, group] of graph.groups) {
    const at = graph.hosts.get(name)?.mentions[0] ?? group.mentions[0];
    if (graph.hosts.has(name) && at !== undefined)
      troubles.add(at.document, at, fault('name/group-and-host', { name }));
  }
}
