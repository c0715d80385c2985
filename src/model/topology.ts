/** The topology of a stack, to be drawn: its clusters by zones, what runs on each host, and what the loss of each stops. */
import { grouped } from './multimap.ts';
import { naturally } from './natural-order.ts';
import { headOf, resilienceOf, SERVICES, USUAL_REPLICAS } from './resilience.ts';
import type { ClusterResilience, LossEffects, Service } from './resilience.ts';
import type { Setting } from './setting.ts';
import { isKnownCluster } from './stack.ts';
import type { Cluster, Dashboard, Member, Pipeline, SearchNode, Shipper, Stack } from './stack.ts';
import { votingRights } from './voters.ts';

/** The stack as it is drawn. */
export interface Topology {
  readonly stack: string;
  readonly clusters: readonly DrawnCluster[];
}

/** A search cluster with all that belongs to it, or members of which no cluster is known. */
export interface DrawnCluster {
  readonly label: string;
  /** False if only a run knows the name of the cluster. */
  readonly isKnown: boolean;
  /** `survives 1 loss of a voter`; undefined if it has no search nodes. */
  readonly summary: string | undefined;
  readonly zones: readonly DrawnZone[];
}

/** The hosts of a cluster in one zone, or all that are in none. */
export interface DrawnZone {
  /** `zone a`, by the attribute of its nodes; undefined for the hosts that are in none. */
  readonly name: string | undefined;
  readonly stops: Stops;
  /** Voters first, then nodes with data, then the others, each in the order of their names. */
  readonly hosts: readonly DrawnHost[];
}

/** A host, or a node of a running cluster. */
export interface DrawnHost {
  readonly name: string;
  readonly stops: Stops;
  /** What runs there for this cluster: nodes first. */
  readonly parts: readonly DrawnPart[];
}

/** The services that a loss surely stops, and those that it may. */
export interface Stops {
  readonly surely: readonly Service[];
  readonly maybe: readonly Service[];
}

/** A member that runs on a host. */
export interface DrawnPart {
  readonly kind: 'search' | 'dashboard' | 'pipeline' | 'shipper';
  /** `filebeat`, for a shipper. */
  readonly program?: string;
  /** The roles of a search node; undefined if they are not known, `all` if nothing sets them. */
  readonly roles?: readonly string[] | 'all' | undefined;
  /** Whether it votes; undefined if that is not known. */
  readonly votes?: boolean | undefined;
  /** In GB. */
  readonly heapGb?: number | undefined;
  readonly release?: string | undefined;
}

/** The topology of a stack; `replicas` of each index are taken for granted. */
export function topologyOf(stack: Stack, replicas = USUAL_REPLICAS): Topology {
  const resilience = resilienceOf(stack, replicas);
  const byLabel = new Map<string, ClusterParts>();
  const partsOf = (label: string): ClusterParts => {
    const known = byLabel.get(label) ?? { parts: [] };
    byLabel.set(label, known);
    return known;
  };
  for (const [at, cluster] of stack.clusters.entries()) {
    const own = partsOf(cluster.label);
    own.cluster ??= cluster;
    own.resilience ??= resilience[at];
    for (const node of cluster.nodes) own.parts.push([node, partOfNode(node)]);
  }
  const others: readonly (readonly [Member, DrawnPart])[] = [
    ...stack.dashboards.flatMap(({ instances }) => instances.map((one) => [one, partOfDashboard(one)] as const)),
    ...stack.pipelines.map((one) => [one, partOfPipeline(one)] as const),
    ...(stack.shippers ?? []).map((one) => [one, partOfShipper(one)] as const),
  ];
  for (const [member, part] of others) partsOf(member.clusterLabel).parts.push([member, part]);
  return { stack: stack.name, clusters: [...byLabel].map(([label, parts]) => drawnCluster(label, parts)) };
}

interface ClusterParts {
  cluster?: Cluster;
  resilience?: ClusterResilience | undefined;
  readonly parts: (readonly [Member, DrawnPart])[];
}

function drawnCluster(label: string, { cluster, resilience, parts }: ClusterParts): DrawnCluster {
  const losses = resilience?.losses ?? [];
  const stopsByHost = new Map(
    losses.filter(({ hosts }) => hosts.length === 1).map((loss) => [loss.hosts[0], stopsOf(loss)]),
  );
  const hosts = [...grouped(parts, ([{ host }]) => host)].map(([name, own]): DrawnHost => ({
    name,
    stops: stopsByHost.get(name) ?? NOTHING,
    parts: own.map(([, part]) => part),
  }));
  const zones = zonesOf(losses).map(({ attribute, name, hosts: names, ...loss }) => {
    const own = new Set(names);
    return {
      name: `${attribute ?? 'zone'} ${name}`,
      stops: stopsOf(loss),
      hosts: hosts.filter((host) => own.has(host.name)).sort(inDrawnOrder),
    };
  });
  const inZones = new Set(zones.flatMap((zone) => zone.hosts));
  const rest = hosts.filter((host) => !inZones.has(host)).sort(inDrawnOrder);
  return {
    label,
    isKnown: cluster === undefined || isKnownCluster(cluster),
    summary: resilience && headOf(resilience),
    zones: [...zones, ...(rest.length === 0 ? [] : [{ name: undefined, stops: NOTHING, hosts: rest }])],
  };
}

/** The zones by the first attribute that tells any: a host is drawn once. */
function zonesOf(losses: readonly LossEffects[]): readonly LossEffects[] {
  const zones = losses.filter(({ kind }) => kind === 'zone');
  return zones.filter(({ attribute }) => attribute === zones[0]?.attribute);
}

const NOTHING: Stops = { surely: [], maybe: [] };

function stopsOf({ effects }: Pick<LossEffects, 'effects'>): Stops {
  const ending = (outcome: string): readonly Service[] =>
    SERVICES.filter((service) => effects.some((one) => one.service === service && one.outcome === outcome));
  return { surely: ending('stops'), maybe: ending('may-stop') };
}

function inDrawnOrder(one: DrawnHost, other: DrawnHost): number {
  return rankOf(one) - rankOf(other) || naturally(one.name, other.name);
}

function rankOf({ parts }: DrawnHost): number {
  return Math.min(
    ...parts.map(({ kind, votes, roles }) => {
      if (kind !== 'search') return 2 + KINDS.indexOf(kind);
      if (votes !== false) return 0;
      return roles !== 'all' && roles?.some((role) => role.startsWith('data')) === false ? 2 : 1;
    }),
  );
}

const KINDS: readonly DrawnPart['kind'][] = ['search', 'dashboard', 'pipeline', 'shipper'];

function partOfNode(node: SearchNode): DrawnPart {
  const { roles, heapGb, release } = node;
  return {
    kind: 'search',
    roles: roles.state === 'unset' ? 'all' : valueOf(roles),
    votes: votingRights(node).votes,
    heapGb: valueOf(heapGb),
    release: valueOf(release),
  };
}

function partOfDashboard({ release }: Dashboard): DrawnPart {
  return { kind: 'dashboard', release: valueOf(release) };
}

function partOfPipeline({ heapGb, release }: Pipeline): DrawnPart {
  return { kind: 'pipeline', heapGb: valueOf(heapGb), release: valueOf(release) };
}

function partOfShipper({ program }: Shipper): DrawnPart {
  return { kind: 'shipper', program };
}

function valueOf<Value>(setting: Setting<Value>): Value | undefined {
  return setting.state === 'known' ? setting.value : undefined;
}
