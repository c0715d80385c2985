/** The comparison of an inventory with the cluster that runs, node by node and setting by setting. */
import type { Host, Inventory } from '../../ansible/index.ts';
import type { Drift, DriftingValue, Stranger, Unmatched } from '../../model/drift.ts';
import { grouped } from '../../model/multimap.ts';
import { isAddress } from '../../model/network-address.ts';
import { listed } from '../../model/phrases.ts';
import { secretsInText } from '../../model/secret-texts.ts';
import { keyOfPlace } from '../../model/setting.ts';
import type { Given, Origin, SettingReason, Unknown } from '../../model/setting.ts';
import type { Cluster, SearchNode, Stack } from '../../model/stack.ts';
import { shownHost } from '../hosts.ts';
import type { ObservedStack, RunningNode } from '../observed/observe-stack.ts';
import { placeOfOwner } from '../place.ts';
import { comparedSettings, NOT_SHOWN, shownHeap, shownValue } from '../products/compared-settings.ts';
import type { ComparedSetting } from '../products/compared-settings.ts';
import { setsHeap } from '../observed/heap-of-node.ts';
import { isListOfSecrets, isSecret } from '../secrecy/secret.ts';
import type { Values } from '../values.ts';
import { namesOfNode, textsIn } from './declared-node.ts';
import type { DeclaredNode } from './declared-node.ts';
import { matchedHosts, mayBeSame } from './matched-hosts.ts';
import type { HostToMatch, Matches, NodeToMatch } from './matched-hosts.ts';

/** The stack that an inventory declares. */
export interface DeclaredSide {
  readonly stack: Pick<Stack, 'clusters'>;
  readonly inventory: Inventory;
  readonly values: Values;
  readonly declaredNodes: ReadonlyMap<SearchNode, DeclaredNode>;
  /** The hosts to report. */
  readonly hosts: readonly Host[];
}

/** A node as the inventory declares it. */
export interface HostOfNode extends HostToMatch {
  readonly node: SearchNode;
  readonly declared: DeclaredNode;
  /** The cluster that it surely belongs to. */
  readonly cluster: Cluster | undefined;
}

/** A node as it runs. */
export interface NodeOfHost extends NodeToMatch {
  readonly node: SearchNode;
  readonly running: RunningNode;
}

export type NodeMatches = Matches<HostOfNode, NodeOfHost>;

/** Matches the search nodes that an inventory declares with those that run. */
export function matchedNodes(declared: DeclaredSide, observed: ObservedStack): NodeMatches {
  return matchedHosts(hostsOf(declared, observed), nodesOf(observed));
}

/** Compares each host with its node, and looks for hosts and nodes that have no counterpart. */
export function driftOf(declared: DeclaredSide, observed: ObservedStack, found: NodeMatches): Drift {
  const isReported = ({ declared: { host } }: HostOfNode): boolean => declared.hosts.includes(host);
  const matches = found.matches.filter(({ host }) => isReported(host));
  const compared = matches.flatMap(({ host, node }) => comparedNode(host, node));
  const values = compared.flatMap((one) => (one.outcome === 'different' ? [one] : []));
  const open = compared.flatMap((one) => (one.outcome === 'unknown' ? [one] : []));
  return {
    hosts: matches.map(({ host, node, by }) => ({ host: host.name, node: node.name, by })),
    values: driftingValues(values),
    open: open.flatMap(({ one, other, node }) => {
      const setting = [one, other].find((each) => each.state === 'unknown');
      return setting === undefined ? [] : [{ setting, node }];
    }),
    missing: missingHosts(declared, observed, found).filter(({ host }) => isReported(host)),
    strangers: strangers(declared, observed, found),
    compared: compared.length - open.length,
    differ: values.length,
    unknown: open.length,
  };
}

/** The declared clusters that may be the one that runs: those of its name, else all. */
function clustersMeant({ stack: { clusters } }: DeclaredSide, { name }: ObservedStack): readonly Cluster[] {
  const named = clusters.filter(({ label }) => label === name);
  return named.length > 0 ? named : clusters;
}

function hostsOf(declared: DeclaredSide, observed: ObservedStack): readonly HostOfNode[] {
  const { declaredNodes, inventory, values } = declared;
  const found = new Map<DeclaredNode, HostOfNode>();
  for (const cluster of clustersMeant(declared, observed))
    for (const [nodes, of] of [[cluster.nodes, cluster] as const, [cluster.possible, undefined] as const])
      for (const node of nodes) {
        const own = declaredNodes.get(node);
        if (own === undefined || found.has(own)) continue;
        const addresses = addressesOf(own, inventory, values);
        const nodeName = textsIn(own.given('node.name'))[0];
        found.set(own, { name: shownHost(own.host), nodeName, addresses, node, declared: own, cluster: of });
      }
  return [...found.values()];
}

function addressesOf(node: DeclaredNode, inventory: Inventory, values: Values): readonly string[] {
  return namesOfNode(node, inventory, values).filter(isAddress);
}

function nodesOf({ running }: ObservedStack): readonly NodeOfHost[] {
  return Array.from(running, ([node, own]) => {
    const addresses = node.addresses.state === 'known' ? node.addresses.value : [];
    return { name: node.host, addresses: addresses.map((one) => one.toLowerCase()), node, running: own };
  });
}

/** A setting of one node, compared. */
type ComparedOnNode = ComparedSetting & { readonly node: string; readonly running: RunningNode };

/** Compares everything that an inventory declares for a node with what the node runs with. */
function comparedNode({ declared }: HostOfNode, { name: node, running }: NodeOfHost): readonly ComparedOnNode[] {
  const { settings } = running;
  const names = new Set(declared.names('').filter((name) => settings.mayTell(name)));
  if (isDeclaredOnce(declared, '-Xmx', '-Xms')) names.delete('-Xms');
  const isSame = (one: unknown, other: unknown, name: string): boolean | undefined => settings.isSame(name, one, other);
  return comparedSettings(
    names,
    (name) => declared.given(name),
    (name) => settings.inEffect(name),
    isSame,
  )
    .filter(({ one, other }) => !isLeftOut(one, other))
    .map((one) => ({ ...one, node, running }));
}

/** Tells whether one place declares two settings, which are then compared as one: a role sets the heap from a variable. */
function isDeclaredOnce(declared: DeclaredNode, ...names: readonly [string, string]): boolean {
  const [one, other] = names.map((name) => declared.given(name)?.origin);
  return one !== undefined && other !== undefined && keyOfPlace(one) === keyOfPlace(other);
}

/** What the vault hides or the role computes, and what another rule reports, is not compared. */
const LEFT_OUT: ReadonlySet<string> = new Set<SettingReason>(['vault', 'role-default', 'not-applicable', 'omit']);

function isLeftOut(one: Given<unknown>, other: Given<unknown>): boolean {
  return (
    (one.state === 'unknown' && LEFT_OUT.has(one.reason)) ||
    (one.state === 'known' && other.state === 'unknown' && (isSecret(one.value) || isListOfSecrets(one.value)))
  );
}

type KnownOnNode = Extract<ComparedOnNode, { readonly outcome: 'same' | 'different' }>;

/** The settings that differ, each once for all nodes to which one line declares it. */
function driftingValues(all: readonly KnownOnNode[]): readonly DriftingValue[] {
  const byLine = grouped(all, ({ name, one }) => `${name} ${keyOfPlace(one.origin)}`);
  return Array.from(byLine.values(), (same): DriftingValue => {
    const [{ name, one }] = same;
    const shown = (value: unknown): string => {
      const text = setsHeap(name) ? shownHeap(value) : shownValue(value);
      return secretsInText(`${name}: ${text}`).length === 0 ? text : NOT_SHOWN;
    };
    return {
      name,
      setting: one,
      declared: [...new Set(same.map((each) => shown(each.one.value)))],
      observed: [...new Set(same.map((each) => shown(each.other.value)))],
      isUnset: same.every(({ running: { settings } }) => settings.given(name) === undefined),
      places: same.flatMap(({ other: { origin } }) => ('call' in origin ? [origin] : [])),
      nodes: same.map(({ node }) => node),
    };
  });
}

/** The hosts of the cluster that no node is. */
function missingHosts(
  declared: DeclaredSide,
  observed: ObservedStack,
  { matches, hosts, nodes }: NodeMatches,
): readonly (Unmatched & { readonly host: HostOfNode })[] {
  const [only, ...others] = clustersMeant(declared, observed);
  const isMine = ({ cluster }: HostOfNode): boolean =>
    cluster !== undefined &&
    ((cluster === only && others.length === 0) || matches.some(({ host }) => host.cluster === cluster));
  const incomplete = observed.clusters[0]?.incomplete;
  return hosts.filter(isMine).map((host) => {
    const origin = placeOfOwner(host.declared.host);
    const alike = nodes.filter((node) => mayBeSame(host, node)).map(({ name }) => name);
    return { host, name: host.name, origin, unless: incomplete ?? undecidedBy(host.name, origin, 'node', alike) };
  });
}

/** The nodes that no host is. */
function strangers(
  declared: DeclaredSide,
  observed: ObservedStack,
  { hosts, nodes }: NodeMatches,
): readonly Stranger[] {
  const incomplete = clustersMeant(declared, observed).find((cluster) => cluster.incomplete !== undefined)?.incomplete;
  return nodes.map((node) => {
    const { origin } = node.running;
    const alike = hosts.filter((host) => mayBeSame(host, node)).map(({ name }) => name);
    const { shards: held } = node.node;
    const shards = held?.state === 'known' ? held.value.count : undefined;
    return { name: node.name, origin, unless: incomplete ?? undecidedBy(node.name, origin, 'host', alike), shards };
  });
}

/** Says that something without a match may be one of the other side; undefined if it can be none. */
function undecidedBy(
  name: string,
  origin: Origin,
  kind: 'host' | 'node',
  alike: readonly string[],
): Unknown | undefined {
  if (alike.length === 0) return undefined;
  const message = `${name} may be the ${kind} ${listed(alike, NAMED)}: neither a name nor an address tells`;
  return { state: 'unknown', variable: name, origin, reason: 'not-collected', message };
}

const NAMED = 3;
