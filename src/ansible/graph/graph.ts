/** The graph of groups and hosts while the sources are read, by the rules of Ansible's `InventoryData`. */
import { madeOnce } from '../../ground/made-once.ts';
import { byCodePoint, numberIfExact, quoted, bigIntOf } from '../../source/python.ts';
import type { Document, Location } from '../../source/document.ts';
import { containsItself } from '../../source/tree.ts';
import type { Node, Pair } from '../../source/tree.ts';
import type { Group } from '../inventory/entities.ts';
import { GroupNode, HostNode } from './graph-nodes.ts';
import { fault } from '../../troubles/fault.ts';
import type { Level } from '../inventory/level.ts';
import { Refused } from './refused.ts';
import type { Settings } from '../settings/ansible-settings.ts';
import { valueUnlessUnknowable } from '../template/computed.ts';
import { TemplateTrust } from './template-trust.ts';
import { nameOfKey } from '../inventory/assignment.ts';
import { hasChange } from '../versions.ts';
import { shape } from './node-shape.ts';

/** Replaces characters that names of variables cannot have by `_` (`INVALID_VARIABLE_NAMES` of Ansible). */
export function safeGroupName(name: string): string {
  // Most names are valid, and classes of Unicode take long to compile.
  return /^[A-Za-z_]\w*$/.test(name) ? name : name.replace(/^\p{Nd}|[^\p{L}\p{N}_]/gu, '_');
}

/** The graph. Throws Refused if Ansible raises an error; what was added before stays, as in Ansible. */
export class Graph {
  readonly groups = new Map<string, GroupNode>();
  readonly hosts = new Map<string, HostNode>();
  readonly all: GroupNode;
  readonly ungrouped: GroupNode;
  /** The original names of groups that were renamed. */
  readonly renamed: { readonly name: string; readonly at: Location }[] = [];
  /** Ranges of hosts that expand to none. */
  readonly emptyRanges: Location[] = [];
  /** All attachments in order: a group, then its new member, and so on. */
  readonly history: (GroupNode | HostNode)[] = [];
  readonly #transform: boolean;
  /** Undefined for releases that do not distinguish templates from other texts. */
  readonly #trust: TemplateTrust | undefined;
  readonly #toleratesBadPriority: boolean;

  constructor(settings: Settings) {
    this.#transform = settings.transformGroupNames;
    this.#trust = hasChange(settings.version, 'tagsValues') ? new TemplateTrust() : undefined;
    this.#toleratesBadPriority = hasChange(settings.version, 'toleratesBadPriority');
    this.all = this.addGroup('all', undefined);
    this.ungrouped = this.addGroup('ungrouped', undefined);
    this.#attach(this.all, this.ungrouped, undefined);
  }

  /** The name that a group gets: with `force_valid_group_names` a valid one. */
  safeName(name: string, at: Location | undefined): string {
    if (!this.#transform) return name;
    const safe = safeGroupName(name);
    if (safe !== name && at !== undefined) this.renamed.push({ name, at });
    return safe;
  }

  addGroup(name: string, at: Location | undefined): GroupNode {
    if (name === '') throw new Refused(fault('source/empty-group-name', { found: 'an empty text' }));
    const safe = this.groups.has(name) ? name : this.safeName(name, at);
    const group = madeOnce(this.groups, safe, () => new GroupNode(safe));
    if (at !== undefined) group.mention(at);
    return group;
  }

  /** Adds a host to a group. The port counts only if this creates the host. */
  addHost(name: string, group: GroupNode, port: Pair | undefined, at: Location, source: string | undefined): HostNode {
    if (name === '') throw new Refused(fault('source/empty-host-name'));
    let host = this.hosts.get(name);
    if (host === undefined) {
      // Ansible's own variables of a host named like a group go to the group.
      this.hosts.set(name, (host = new HostNode(name, this.groups.has(name) ? undefined : source)));
      if (port !== undefined) host.assign(port, at.document);
    }
    host.mention(at);
    this.#join(group, host);
    return host;
  }

  /** Attaches the group of this name to a group or, if there is no such group, adds the host of this name to it. */
  addChild(parent: GroupNode, name: string, at: Location | undefined): void {
    const child = this.groups.get(name);
    if (child !== undefined) {
      if (at !== undefined) child.mention(at);
      return this.#attach(parent, child, at);
    }
    const host = this.hosts.get(name);
    if (host === undefined) throw new Refused(fault('source/unknown-child', { name }));
    if (at !== undefined) host.mention(at);
    this.#join(parent, host);
  }

  /** Sets a variable of the group of this name or, if there is no such group, of the host, at `hostLevel`. */
  setVariable(name: string, given: Pair, document: Document, hostLevel?: Level): void {
    const pair = this.#trust === undefined ? given : this.#withTrust(given, document, this.#trust);
    const group = this.groups.get(name);
    if (group === undefined) {
      const host = this.hosts.get(name);
      if (host === undefined) throw new Refused(fault('source/unknown-child', { name }));
      host.assign(pair, document, hostLevel);
    } else if (nameOfKey(pair.key) === 'ansible_group_priority') {
      this.#prioritize(group, pair.value);
    } else {
      group.assign(pair, document);
    }
  }

  #withTrust(given: Pair, { problem, format }: Document, trust: TemplateTrust): Pair {
    // Ansible copies values of sources, which never ends for one that contains itself.
    if (problem?.recurs === true && containsItself(given.value)) throw new Refused(fault('source/endless-value'));
    return trust.applied(given, format === 'toml');
  }

  #prioritize(group: GroupNode, value: Node): void {
    try {
      const known = valueUnlessUnknowable(value);
      if (known !== undefined) group.priority = readPriority(known);
    } catch (error) {
      if (!(error instanceof Refused && this.#toleratesBadPriority)) throw error;
    }
  }

  #join(group: GroupNode, host: HostNode): void {
    if (group.hostNames.has(host.name)) return;
    this.history.push(group, host);
    group.hostNames.add(host.name);
    group.hosts.push(host);
    if (!host.groups.includes(group)) host.groups.push(group);
  }

  #attach(parent: GroupNode, child: GroupNode, at: Location | undefined): void {
    if (parent === child) throw new Refused(fault('source/group-in-itself', { group: child.name }));
    if (parent.children.includes(child)) return;
    // A group without children or a parent without parents closes no loop, so long chains are built without walks.
    if (child.children.length > 0 && parent.parents.length > 0 && ancestors(parent).has(child))
      throw new Refused(fault('source/group-loop', { child: child.name, parent: parent.name }));
    this.history.push(parent, child);
    parent.children.push(child);
    if (at !== undefined) parent.attachments.set(child, at);
    if (!child.parents.includes(parent)) child.parents.push(parent);
  }
}

/** Sets each group's depth: its longest path from a group without parents. The graph has no loops. */
export function setDepths(graph: Graph): void {
  const waitingFor = new Map<GroupNode, number>();
  const ready: GroupNode[] = [];
  for (const group of graph.groups.values())
    if (group.parents.length === 0) ready.push(group);
    else waitingFor.set(group, group.parents.length);
  // A group is ready after all of its parents.
  for (const group of ready)
    for (const child of group.children) {
      child.depth = Math.max(child.depth, group.depth + 1);
      const left = (waitingFor.get(child) ?? 1) - 1;
      waitingFor.set(child, left);
      if (left === 0) ready.push(child);
    }
}

/** Compares groups by the order in which their variables are merged. */
export function byPrecedence(a: Group, b: Group): number {
  if (a.depth !== b.depth) return a.depth - b.depth;
  if (a.priority !== b.priority) return a.priority < b.priority ? -1 : 1;
  return byCodePoint(a.name, b.name);
}

/** The groups above a group. */
export function ancestors(group: GroupNode): ReadonlySet<GroupNode> {
  const above = new Set<GroupNode>(group.parents);
  for (const parent of above) for (const next of parent.parents) above.add(next);
  return above;
}

/** Reads a priority as Python's `int()` does. Throws Refused for anything but a number. */
function readPriority(value: Node): number | bigint {
  const refuse = (found: string): never => {
    throw new Refused(fault('source/priority', { found }));
  };
  if (value.kind !== 'scalar') return refuse(shape(value));
  if (typeof value.value === 'boolean') return Number(value.value);
  if (typeof value.value === 'bigint') return numberIfExact(value.value);
  if (value.type === 'str') return numberIfExact(bigIntOf(String(value.value)) ?? refuse(quoted(String(value.value))));
  if (typeof value.value !== 'number') return refuse(shape(value));
  return Number.isFinite(value.value) ? numberIfExact(BigInt(Math.trunc(value.value))) : refuse('not finite');
}
