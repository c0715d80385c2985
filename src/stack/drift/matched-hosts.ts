/** Hosts of an inventory matched with the nodes of a running cluster: by name, else by an address that leaves no doubt. */
import { append } from '../../model/multimap.ts';
import { isAddress } from '../../model/network-address.ts';
import { madeOnce } from '../../ground/made-once.ts';

/** A host as its inventory has it. */
export interface HostToMatch {
  readonly name: string;
  /** The name that its node is given; undefined if nothing declares one, or it is not known. */
  readonly nodeName: string | undefined;
  /** The addresses by which others reach it, as far as they are known; no names. */
  readonly addresses: readonly string[];
}

/** A node as it answers. */
export interface NodeToMatch {
  readonly name: string;
  readonly addresses: readonly string[];
}

export interface Match<H, N> {
  readonly host: H;
  readonly node: N;
  readonly by: 'name' | 'address';
}

export interface Matches<H, N> {
  /** In the order of the hosts. */
  readonly matches: readonly Match<H, N>[];
  readonly hosts: readonly H[];
  readonly nodes: readonly N[];
}

/** Ways in which a host and a node have one name, the surest first: both give the key under which they are the same. */
const NAMES: readonly {
  readonly ofHost: (host: HostToMatch) => string | undefined;
  readonly ofNode: (node: NodeToMatch) => string;
}[] = [
  { ofHost: ({ nodeName }) => nodeName, ofNode: ({ name }) => name },
  { ofHost: ({ name }) => name.toLowerCase(), ofNode: ({ name }) => name.toLowerCase() },
  // Only one of both has a domain: two domains are two machines.
  { ofHost: ({ name }) => firstLabel(name), ofNode: ({ name }) => name.toLowerCase() },
  { ofHost: ({ name }) => name.toLowerCase(), ofNode: ({ name }) => firstLabel(name) ?? '' },
];

/** Matches hosts with nodes, each with one at most. What two of a side claim is nobody's. */
export function matchedHosts<H extends HostToMatch, N extends NodeToMatch>(
  hosts: readonly H[],
  nodes: readonly N[],
): Matches<H, N> {
  const found = new Map<H, Match<H, N>>();
  const taken = new Set<N>();
  const match = (host: H, node: N, by: Match<H, N>['by']): void => {
    found.set(host, { host, node, by });
    taken.add(node);
  };
  const open = (): { readonly hosts: readonly H[]; readonly nodes: readonly N[] } => ({
    hosts: hosts.filter((host) => !found.has(host)),
    nodes: nodes.filter((node) => !taken.has(node)),
  });
  for (const { ofHost, ofNode } of NAMES) {
    const left = open();
    const hostsByKey = new Map<string, H[]>();
    for (const host of left.hosts) append(hostsByKey, ofHost(host) ?? '', host);
    const nodesByKey = new Map<string, N[]>();
    for (const node of left.nodes) append(nodesByKey, ofNode(node), node);
    for (const [key, [host, ...otherHosts]] of hostsByKey) {
      const [node, ...otherNodes] = nodesByKey.get(key) ?? [];
      if (key === '' || host === undefined || node === undefined) continue;
      if (otherHosts.length + otherNodes.length === 0) match(host, node, 'name');
    }
  }
  const [byAddress, left] = [addressesOf(hosts, nodes), open()];
  const claims = left.hosts.map((host) => ({ host, claimed: nodesOfHost(host, byAddress, left.nodes) }));
  for (const node of left.nodes) {
    const [claim, ...others] = claims.filter(({ claimed }) => claimed.includes(node));
    if (claim !== undefined && others.length === 0 && claim.claimed.length === 1) match(claim.host, node, 'address');
  }
  return { ...open(), matches: hosts.flatMap((host) => found.get(host) ?? []) };
}

/** The nodes that have an address of a host. */
function nodesOfHost<N extends NodeToMatch>(
  host: HostToMatch,
  byAddress: ReadonlyMap<string, N>,
  nodes: readonly N[],
): readonly N[] {
  const at = new Set(host.addresses.flatMap((address) => byAddress.get(address) ?? []));
  return nodes.filter((node) => at.has(node));
}

/**
 * The nodes by their addresses, without an address that several hosts or several nodes have: loopback or a tunnel says
 * nothing about who is behind it.
 */
function addressesOf<N extends NodeToMatch>(
  hosts: readonly HostToMatch[],
  nodes: readonly N[],
): ReadonlyMap<string, N> {
  const found = new Map<string, { readonly hosts: Set<HostToMatch>; readonly nodes: Set<N> }>();
  const at = (address: string) =>
    madeOnce(found, address, () => ({ hosts: new Set<HostToMatch>(), nodes: new Set<N>() }));
  for (const host of hosts) for (const address of host.addresses) at(address).hosts.add(host);
  for (const node of nodes) for (const address of node.addresses) at(address).nodes.add(node);
  const own = Array.from(found, ([address, of]): readonly (readonly [string, N])[] => {
    const [node, ...others] = of.nodes;
    return node === undefined || others.length > 0 || of.hosts.size > 1 ? [] : [[address, node]];
  });
  return new Map(own.flat());
}

/**
 * Tells whether a host and a node without a match may be the same: the address of one is not known, or is one that every
 * machine has.
 */
export function mayBeSame(host: HostToMatch, node: NodeToMatch): boolean {
  const own = host.addresses.filter((address) => !isOfEveryMachine(address));
  const others = node.addresses.filter((address) => !isOfEveryMachine(address));
  return own.length === 0 || others.length === 0 || own.some((address) => others.includes(address));
}

function isOfEveryMachine(address: string): boolean {
  return /^(?:127\.|0\.0\.0\.0$|::1?$)/.test(address);
}

/** The name before its domain; undefined for an address, and for a name without one. */
function firstLabel(name: string): string | undefined {
  return isAddress(name) || !name.includes('.') ? undefined : name.toLowerCase().split('.')[0];
}
