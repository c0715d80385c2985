/**
 * Hosts that are written among the keys or the children of a group, where Ansible skips them or takes them for
 * groups.
 */
import { join } from 'node:path';
import type { NeighbourInventories } from '../discovery/neighbour-inventories.ts';
import type { Group, Inventory, SourcedInventory, Trouble } from '../inventory/entities.ts';
import type { VarsFolder } from '../variables/vars-files.ts';
import { madeOnce } from '../../ground/made-once.ts';
import { listed } from '../../model/phrases.ts';
import type { Document, Location } from '../../source/document.ts';
import { descendantsOf } from '../../source/tree.ts';
import type { Node, Pair } from '../../source/tree.ts';
import type { Doubt } from './doubt.ts';
import {
  whyIncomplete,
  whyMaybeExtendedByTask,
  whyMaybeInOtherInventory,
  whyMaybeMadeByTask,
} from './incomplete-inventory.ts';
import type { JudgedInventory } from './judged-project.ts';
import type { LostHostMistake } from '../../troubles/mistake.ts';

/** A host that is written among the keys of a group, where Ansible skips it, or that is taken for a group. */
export interface LostHost extends LostHostMistake {
  readonly at: Location;
  /** The reason why this host, or hosts in this group, may exist after all. */
  readonly unless: Doubt | undefined;
}

/** A group that is meant as a host, and what shows this: the host's address, name, number or variable file. */
interface HostAsGroup {
  readonly group: Group;
  readonly pair: Pair;
  readonly document: Document;
  readonly by: 'address' | 'name' | 'number' | 'file';
}

/** Variables that set the address of a host. */
const ADDRESSES: ReadonlySet<unknown> = new Set(['ansible_host', 'ansible_ssh_host']);
const SECTIONS: ReadonlySet<unknown> = new Set(['hosts', 'vars', 'children']);
/** The most groups that one message names. */
const NAMED = 5;

/** Finds the hosts that are surely meant as such: their names, their variables or their files are those of hosts. */
export function lostHosts(context: JudgedInventory, neighbours: NeighbourInventories): readonly LostHost[] {
  const { read } = context;
  const skipped = read.troubles
    .filter((one) => isSkippedHost(one, read))
    .map((trouble): LostHost => {
      const name = String(trouble.data['key']);
      const { document, start, end } = trouble;
      const at = { document, start, end };
      const unless = whyMaybeThere(name, context);
      return { name, group: String(trouble.data['groups']), as: 'key', at, unless };
    });
  const grouped = hostsAsGroups(context)
    .filter(({ group: { name }, by }) => by !== 'file' || !neighbours.others(read).some(({ hosts }) => hosts.has(name)))
    .map(({ group: { name, parents }, pair, document }): LostHost => {
      const at = { document, start: pair.key.start, end: pair.key.end };
      const group = listed(
        parents.map((parent) => parent.name),
        NAMED,
      );
      const unless =
        whyMaybeThere(name, context) ??
        whyMaybeInOtherInventory(context, neighbours, (other) => hostsOfGroup(name, other));
      return { name, group, as: 'group', at, unless };
    });
  return [...skipped, ...grouped];
}

/** Finds the troubles that report about lost hosts what Ansible warns about. */
export function troublesOfLostHosts(context: JudgedInventory): ReadonlySet<Trouble> {
  const { read } = context;
  const warnings = read.troubles.filter(({ code }) => isSkipped(code) || code === 'name/group-and-host');
  if (warnings.length === 0) return new Set();
  const lost = hostsAsGroups(context).filter(({ group: { name } }) => whyMaybeThere(name, context) === undefined);
  return new Set(
    warnings.filter((trouble) => {
      const { code, data, document } = trouble;
      if (code === 'name/group-and-host') return lost.some(({ group }) => group.name === data['name']);
      if (isSkippedHost(trouble, read)) return whyMaybeThere(String(data['key']), context) === undefined;
      const groups = groupsWithKey(String(data['key']), document, read);
      return groups.length > 0 && groups.every((group) => lost.some((one) => one.group === group));
    }),
  );
}

/** Says why there may be a host of a name that no source has, or a group of that name with hosts. */
function whyMaybeThere(name: string, { read, inventory, project }: JudgedInventory): Doubt | undefined {
  return (
    whyIncomplete(read, project) ??
    whyMaybeMadeByTask(inventory, 'host', name) ??
    whyMaybeExtendedByTask(inventory, name)
  );
}

function hostsOfGroup(name: string, other: Inventory): string | undefined {
  if (other.hosts.has(name)) return `a host ${name}`;
  const group = other.groups.get(name);
  return group !== undefined && other.members(group).length > 0 ? `hosts in the group ${name}` : undefined;
}

function isSkipped(code: string): boolean {
  return code === 'source/skipped-key' || code === 'source/skipped-value';
}

/** Tells whether a trouble is about a key beside the sections of a group that is meant as a host. */
function isSkippedHost({ code, data, document, start }: Trouble, { hosts }: SourcedInventory): boolean {
  return isSkipped(code) && (hosts.has(String(data['key'])) || hasAddress(pairAt(document, start)?.value));
}

/** Finds the groups of YAML without hosts, children, variables and sections that are meant as hosts. */
function hostsAsGroups(context: JudgedInventory): readonly HostAsGroup[] {
  const { read } = context;
  return [...read.groups.values()].flatMap((group): readonly HostAsGroup[] => {
    if (group.hosts.length + group.children.length + group.variables.size > 0) return [];
    for (const { document, start } of group.mentions) {
      const pair = pairAt(document, start);
      if (pair === undefined || hasSection(pair.value)) return [];
      const by = whatShowsHost(group, pair, context);
      if (by !== undefined) return [{ group, pair, document, by }];
    }
    return [];
  });
}

function whatShowsHost(group: Group, { value }: Pair, context: JudgedInventory): HostAsGroup['by'] | undefined {
  if (hasAddress(value)) return 'address';
  const { name, parents } = group;
  const { read } = context;
  // Variables of a group show that it is meant as one.
  if (hasFile('group_vars', name, context)) return undefined;
  const host = read.hosts.get(name);
  // If the group above has the host anyway, none is missing.
  if (host !== undefined) return parents.some((parent) => read.members(parent).includes(host)) ? undefined : 'name';
  if (/\d/.test(name) && [...read.hosts.keys()].some((other) => withoutNumbers(other) === withoutNumbers(name)))
    return 'number';
  return hasFile('host_vars', name, context) ? 'file' : undefined;
}

function hasFile(kind: VarsFolder, name: string, { read: { bases }, files, settings }: JudgedInventory): boolean {
  const ends = ['', ...settings.yamlExtensions];
  const folders = [...bases.sources, ...bases.playbooks].map((base) => join(base, kind));
  return folders.some((folder) => ends.some((end) => files.kind(join(folder, name + end)) !== undefined));
}

function withoutNumbers(name: string): string {
  return name.replace(/\d+/g, '0');
}

/** True if the value of a key sets an address; other variables may be in a misspelt `vars`, too. */
function hasAddress(value: Node | undefined): boolean {
  return value?.kind === 'mapping' && value.pairs.some(({ key }) => ADDRESSES.has(key.value));
}

function hasSection(value: Node): boolean {
  return value.kind === 'mapping' && value.pairs.some(({ key }) => SECTIONS.has(key.value));
}

/** The groups in whose body a document has a key. */
function groupsWithKey(name: string, document: Document, { groups }: SourcedInventory): readonly Group[] {
  return [...groups.values()].filter(({ mentions }) =>
    mentions.some((mention) => {
      const body = mention.document === document ? pairAt(document, mention.start)?.value : undefined;
      return body?.kind === 'mapping' && body.pairs.some(({ key }) => String(key.value) === name);
    }),
  );
}

const pairs = new WeakMap<Document, ReadonlyMap<number, Pair>>();

/** The pair of a document whose key begins at a place. */
function pairAt(document: Document, start: number): Pair | undefined {
  return madeOnce(pairs, document, () => {
    const { root } = document;
    const nodes = root === undefined ? [] : [root, ...descendantsOf(root)];
    const all = nodes.flatMap((node) => (node.kind === 'mapping' ? node.pairs : []));
    return new Map(all.map((pair) => [pair.key.start, pair]));
  }).get(start);
}
