/** The hosts of a stack before and after a change: the same by name, or by address where the name has changed. */
import type { Host } from '../ansible/index.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import { hasMembers } from '../model/stack.ts';
import { isAddress } from '../model/network-address.ts';
import type { Member } from '../model/stack.ts';
import { matchedHosts } from '../stack/drift/matched-hosts.ts';
import { namesOfHost, shownHost } from '../stack/hosts.ts';

/** A side of a change: the stack as it was, or is. */
export type Side = OpenedStack;

/** Hosts by the names that reports give them, and those that have another name by now. */
export interface PairedHosts {
  readonly before: ReadonlyMap<string, Host>;
  readonly after: ReadonlyMap<string, Host>;
  /** The name after of each host that has another one, by its name before. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** Pairs the hosts of both sides. A host counts as renamed where its address is on no other, and its parts are the same. */
export function pairedHosts(before: Side | undefined, after: Side | undefined): PairedHosts {
  const [former, latter] = [hostsByName(before), hostsByName(after)];
  const sides = { before: former, after: latter };
  if (before === undefined || after === undefined) return { ...sides, renamed: new Map() };
  const gone = toMatch(before, former, latter);
  const come = toMatch(after, latter, former);
  const { matches } = matchedHosts(gone, come);
  const same = matches.filter(({ host, node }) => host.parts === node.parts);
  return { ...sides, renamed: new Map(same.map(({ host, node }) => [host.name, node.name])) };
}

function hostsByName(side: Side | undefined): ReadonlyMap<string, Host> {
  return new Map(
    side === undefined ? [] : Array.from(side.inventory.hosts.values(), (host) => [shownHost(host), host]),
  );
}

/** The members of a stack that are in parts, with the names of these. */
export function membersByPart({ clusters, dashboards, pipelines, shippers = [] }: Side['stack']) {
  return {
    search: clusters.flatMap(({ nodes }) => nodes),
    dashboard: dashboards.flatMap(({ instances }) => instances),
    pipeline: pipelines,
    shipper: shippers,
  };
}

/** The hosts that one side alone has, with their addresses and parts; hosts without parts are left out. */
function toMatch(side: Side, own: ReadonlyMap<string, Host>, others: ReadonlyMap<string, Host>) {
  if (!hasMembers(side.stack)) return [];
  const parts = new Map<string, string>();
  for (const [part, members] of Object.entries(membersByPart(side.stack)))
    for (const { host } of members as readonly Member[])
      if (!others.has(host)) parts.set(host, `${parts.get(host) ?? ''} ${part}`);
  return Array.from(parts, ([name, itsParts]) => {
    const host = own.get(name);
    const names = host === undefined ? [] : namesOfHost(host, side.inventory, side.values);
    return { name, nodeName: undefined, addresses: names.filter(isAddress), parts: itsParts };
  });
}
