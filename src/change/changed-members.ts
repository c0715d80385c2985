/** The members of a stack before and after a change, and the clusters that search nodes are in. */
import type { Group, Host } from '../ansible/index.ts';
import { append } from '../model/multimap.ts';
import { nameOneTypoAway } from '../model/nearest.ts';
import { placeBefore } from '../model/change.ts';
import type { ChangedCluster, ChangedMember, Gone } from '../model/change.ts';
import type { Origin } from '../model/setting.ts';
import { isKnownCluster } from '../model/stack.ts';
import type { Cluster, Member, SearchNode } from '../model/stack.ts';
import { headOfInventory, placeOfOwner } from '../stack/place.ts';
import { packagesAmong } from '../stack/rendered/packages.ts';
import type { PairedHosts, Side } from './paired-hosts.ts';

/** What members are paired by. */
export interface Pairing {
  readonly before: Side | undefined;
  readonly after: Side | undefined;
  readonly hosts: PairedHosts;
  readonly revision: string | undefined;
  /** Tells whether a file of the side before is there afterwards, under whichever name. */
  readonly isLeft: (file: string) => boolean;
}

/**
 * Pairs the members of a part: those of one host that are of the same product or program, in their order. What is left
 * of a host then has another product.
 */
export function changedMembers<M extends Member>(
  before: readonly M[],
  after: readonly M[],
  pairing: Pairing,
): readonly ChangedMember<M>[] {
  const { renamed } = pairing.hosts;
  const left = new Map<string, M[]>();
  for (const member of before) append(left, renamed.get(member.host) ?? member.host, member);
  const pairs = new Map<M, M>();
  for (const isSame of [haveSameProgram, haveOtherProduct])
    for (const member of after) {
      const all = left.get(member.host) ?? [];
      const at = pairs.has(member) ? -1 : all.findIndex((former) => isSame(former, member));
      const [former] = at < 0 ? [] : all.splice(at, 1);
      if (former !== undefined) pairs.set(member, former);
    }
  const gone = new Set([...left.values()].flat());
  return [
    ...after.map((member) => kept(pairs.get(member), member, pairing)),
    ...before.filter((member) => gone.has(member)).map((member) => goneMember(member, pairing)),
  ];
}

function haveSameProgram(one: Member, other: Member): boolean {
  return one.own?.product === other.own?.product && programOf(one) === programOf(other);
}

/** A host has several shippers, and none takes the place of another. */
function haveOtherProduct(one: Member, other: Member): boolean {
  return programOf(one) === undefined && programOf(other) === undefined;
}

function programOf(member: Member): string | undefined {
  return 'program' in member && typeof member.program === 'string' ? member.program : undefined;
}

function kept<M extends Member>(before: M | undefined, after: M, pairing: Pairing): ChangedMember<M> {
  const { hosts } = pairing;
  const at = placeOfHost(hosts.after.get(after.host)) ?? elsewhere(pairing);
  const was = before && placeWas(hosts.before.get(before.host), pairing);
  return { before, after, at, was, gone: undefined };
}

function goneMember<M extends Member>(before: M, pairing: Pairing): ChangedMember<M> {
  const { hosts, isLeft } = pairing;
  const host = hosts.before.get(before.host);
  const now = hosts.after.get(hosts.renamed.get(before.host) ?? before.host);
  const file = host?.mentions[0]?.document.file;
  return {
    before,
    after: undefined,
    at: placeOfHost(now) ?? placeOfGroup(host, pairing) ?? elsewhere(pairing),
    was: placeWas(host, pairing),
    gone: reasonOf(before, host, now, file !== undefined && !isLeft(file), pairing),
  };
}

function reasonOf(
  member: Member,
  former: Host | undefined,
  now: Host | undefined,
  isOfFile: boolean,
  pairing: Pairing,
): Gone {
  if (pairing.before?.inventory.standIn !== undefined) return 'stand-in';
  if (now === undefined) return isOfFile ? 'file' : 'host';
  if (isRegrouped(former, now, pairing)) return 'group';
  if (isSwitchedOff(member, pairing)) return 'switch';
  if (hasNewGap(former, now, pairing)) return 'unread';
  return isInstalled(member, now, pairing) ? 'installed' : 'member';
}

/** Tells whether the product of a member is still installed on its host. */
function isInstalled({ own }: Member, now: Host, { after }: Pairing): boolean {
  const installed = after?.deployments?.installationsOn(now) ?? [];
  return own !== undefined && packagesAmong(own.product, installed).length > 0;
}

/**
 * Tells whether a role of a host is not at hand that was, or that it had not, or whether plays were passed over: they may
 * make the host what it was.
 */
function hasNewGap(former: Host | undefined, now: Host, { before, after }: Pairing): boolean {
  if (after?.inventory.plays.isPartlyUnread === true) return true;
  const had = rolesOf(before, former);
  const known = new Set(had.filter(({ isMissing }) => isMissing).map(({ name }) => name));
  const has = rolesOf(after, now);
  const names = new Set(has.map(({ name }) => name));
  const dropped = had.map(({ name }) => name).filter((name) => !names.has(name));
  // A misspelt role is none that could be at hand.
  return has.some(
    ({ isMissing, name }) => isMissing && !known.has(name) && nameOneTypoAway(name, dropped) === undefined,
  );
}

function rolesOf(side: Side | undefined, host: Host | undefined) {
  const plays = (host && side?.deployments?.playsOf(host)) ?? [];
  return plays.flatMap(({ roles }) => roles);
}

/** Tells whether a variable switches a shipper off, or may. */
function isSwitchedOff(member: Member, { hosts, after }: Pairing): boolean {
  if (!('program' in member)) return false;
  const host = hosts.renamed.get(member.host) ?? member.host;
  const shipping = after?.stack.shipping?.find((one) => one.host === host);
  const isShipped = member.program === 'metricbeat' ? shipping?.metrics() : shipping?.logs();
  return isShipped !== undefined && isShipped.state !== 'unset';
}

/** Tells whether a host is in other groups than before. */
function isRegrouped(former: Host | undefined, now: Host, { before, after }: Pairing): boolean {
  if (former === undefined || before === undefined || after === undefined) return false;
  const groups = new Set(after.inventory.groupsOf(now).map(({ name }) => name));
  return before.inventory.groupsOf(former).some(({ name }) => !groups.has(name));
}

function placeOfHost(host: Host | undefined): Origin | undefined {
  return host === undefined || host.mentions.length === 0 ? undefined : placeOfOwner(host);
}

function placeWas(host: Host | undefined, { before, revision }: Pairing): Origin | undefined {
  const place = placeOfHost(host) ?? (before && headOfInventory(before.inventory));
  return place && placeBefore({ revision }, place);
}

/** The line of the innermost group of a host that is still there. */
function placeOfGroup(host: Host | undefined, { before, after }: Pairing): Origin | undefined {
  if (host === undefined || before === undefined || after === undefined) return undefined;
  const groups = before.inventory
    .groupsOf(host)
    .map(({ name }) => after.inventory.groups.get(name))
    .filter((group): group is Group => group !== undefined && group.mentions.length > 0);
  const innermost = groups.toSorted((one, other) => other.depth - one.depth)[0];
  return innermost && placeOfOwner(innermost);
}

/** A line of what is left; where nothing is, one of what was. */
function elsewhere({ before, after, revision }: Pairing): Origin {
  if (after !== undefined && after.inventory.documents.size > 0) return headOfInventory(after.inventory);
  return placeBefore(
    { revision },
    before === undefined ? { file: '', start: 0, end: 0 } : headOfInventory(before.inventory),
  );
}

/**
 * Pairs clusters: those of one name, then those that have most of their nodes in common: such a cluster has another
 * name.
 */
export function changedClusters(pairing: Pairing): readonly ChangedCluster[] {
  const [former, latter] = [pairing.before?.stack.clusters ?? [], pairing.after?.stack.clusters ?? []];
  const nodes = changedMembers(nodesOf(former), nodesOf(latter), pairing);
  const clusterOf = new Map([...former, ...latter].flatMap((cluster) => cluster.nodes.map((node) => [node, cluster])));
  const of = (node: SearchNode | undefined): Cluster | undefined => node && clusterOf.get(node);
  const pairs = pairedClusters(former, latter, nodes, of);
  return pairs.map(([before, after]) => {
    const was = before && placeBefore(pairing, before.origin);
    return {
      before,
      after,
      at: after?.origin ?? placeOfGoneCluster(before, pairing),
      was,
      nodes: nodes.flatMap((one) => nodeOfPair(one, before, after, of)),
    };
  });
}

function nodesOf(clusters: readonly Cluster[]): readonly SearchNode[] {
  return clusters.flatMap(({ nodes }) => nodes);
}

function placeOfGoneCluster(cluster: Cluster | undefined, pairing: Pairing): Origin {
  const [first] = cluster?.nodes ?? [];
  return placeOfGroup(first && pairing.hosts.before.get(first.host), pairing) ?? elsewhere(pairing);
}

type Pair = readonly [before: Cluster | undefined, after: Cluster | undefined];

function pairedClusters(
  before: readonly Cluster[],
  after: readonly Cluster[],
  nodes: readonly ChangedMember<SearchNode>[],
  of: (node: SearchNode | undefined) => Cluster | undefined,
): readonly Pair[] {
  const pairs: Pair[] = [];
  const [former, latter] = [new Set(before), new Set(after)];
  const pair = (one: Cluster, other: Cluster): void => {
    pairs.push([one, other]);
    former.delete(one);
    latter.delete(other);
  };
  for (const one of before) {
    const same = [...latter].find(({ label }) => label === one.label);
    if (same !== undefined) pair(one, same);
  }
  for (const one of [...former]) {
    const own = nodes.filter((node) => of(node.before) === one);
    const common = ([...latter] as readonly Cluster[])
      .map((other) => ({ other, count: own.filter((node) => of(node.after) === other).length }))
      .toSorted((left, right) => right.count - left.count)[0];
    if (common !== undefined && common.count * 2 > own.length) pair(one, common.other);
  }
  return [
    ...pairs,
    ...Array.from(former, (one): Pair => [one, undefined]),
    ...Array.from(latter, (one): Pair => [undefined, one]),
  ];
}

/**
 * A node as a pair of clusters has it: one that moves from or to another cluster leaves or joins. Where nobody knows which
 * one it is in, before or afterwards, it counts as one that stays.
 */
function nodeOfPair(
  one: ChangedMember<SearchNode>,
  before: Cluster | undefined,
  after: Cluster | undefined,
  of: (node: SearchNode | undefined) => Cluster | undefined,
): readonly ChangedMember<SearchNode>[] {
  const isBefore = one.before !== undefined && of(one.before) === before;
  const isAfter = one.after !== undefined && of(one.after) === after;
  if (isBefore && isAfter) return [one];
  const isOpen = (cluster: Cluster | undefined): boolean => cluster !== undefined && !isKnownCluster(cluster);
  if (isBefore) {
    if (one.after === undefined || isOpen(of(one.after))) return [one];
    return isOpen(before) ? [] : [{ ...one, after: undefined, gone: 'cluster' }];
  }
  if (!isAfter || (one.before !== undefined && isOpen(after))) return [];
  return isOpen(of(one.before)) ? [one] : [{ ...one, before: undefined, was: undefined, gone: undefined }];
}
