/**
 * Whether an index still has a copy of each shard after a loss, wherever the cluster had put them.
 *
 * An index lies on the nodes of one tier; those with the role `data` are of every tier. Its copies, the primary and the
 * replicas, are on different nodes. With awareness of an attribute, a value of it has no more of them than all copies
 * divided by the values, rounded up, and a node without the attribute has none; values that are forced count though no
 * node has them. Copies that find no place stay away. So a loss may take all copies where it has room for as many as
 * leave none of the others a place.
 *
 * https://www.elastic.co/docs/deploy-manage/distributed-architecture/shard-allocation-relocation-recovery/shard-allocation-awareness
 * and, for the numbers, the classes `SameShardAllocationDecider` and `AwarenessAllocationDecider` of Elasticsearch and of
 * OpenSearch.
 */
import { dataTiers } from './data-nodes.ts';
import { isSetTo, whyRolesUnclear } from './elections-after-loss.ts';
import { both, NodesByHost } from './losses.ts';
import type { Maybe, PossibleLoss } from './losses.ts';
import { append } from './multimap.ts';
import { attributeOf, forcedValuesOf } from './node-attributes.ts';
import { messagesOf } from './setting.ts';
import type { Cluster, SearchNode } from './stack.ts';
import { certain, undecidedFor, worst } from './verdict.ts';
import type { Verdict } from './verdict.ts';
import { votingRights } from './voters.ts';

/** The setting that keeps copies apart that nodes on one host could have. */
const SAME_HOST = 'cluster.routing.allocation.same_shard.host';

const AWARENESS = 'cluster.routing.allocation.awareness.attributes';

/** The tiers in which new indices are made, where nodes have tiers: without a node of theirs nothing can be written. */
const WRITTEN = ['data_content', 'data_hot'];
/** The tiers to which indices move; others have what is mounted from snapshots. */
const AGED = ['data_warm', 'data_cold'];

/** A node that holds data, or may. */
interface Holder {
  readonly node: SearchNode;
  readonly belongs: Maybe;
  /** Undefined if it is not known. */
  readonly tiers: readonly string[] | undefined;
  /** What copies are kept apart by: the same text for nodes that count as one place. Undefined if it gets none. */
  readonly place: Place | undefined;
}

/** The values of a node for the attributes of awareness, and its host, if no two copies may share one. */
interface Place {
  readonly key: string;
  readonly values: readonly string[];
  readonly host: string | undefined;
}

/** The nodes that have the indices of some tiers. */
interface Tier {
  /** The tiers: `data`, or `data_content and data_hot`. */
  readonly names: readonly string[];
  readonly holders: readonly Holder[];
  readonly byHost: NodesByHost<Holder>;
}

/** The copies of shards in a cluster, and what becomes of them. */
export class Copies {
  /** The number of nodes that hold data, for sure and at most. */
  readonly nodes: { readonly least: number; readonly most: number };
  /** True if no node is there that could hold the shards of an index. */
  readonly areImpossible: boolean;
  readonly #cluster: Cluster;
  /** Those of each shard. */
  readonly #wanted: number;
  readonly #awareness: Awareness;
  readonly #tiers: readonly Tier[];
  readonly #all: readonly Holder[];
  readonly #known = new Map<string, Verdict>();
  /** The reasons why not everything is known of each tier. */
  readonly #whyOpen: readonly (readonly string[])[];

  constructor(cluster: Cluster, replicas: number) {
    const { nodes, possible, scattered, incomplete } = cluster;
    this.#cluster = cluster;
    this.#wanted = replicas + 1;
    this.#awareness = awarenessOf(cluster, this.#wanted);
    const holder = (node: SearchNode, belongs: Maybe): Holder => ({
      ...{ node, belongs, tiers: tiersOf(node) },
      place: this.#awareness.placeOf(node),
    });
    this.#all = [
      ...nodes.map((node) => holder(node, scattered ? undefined : true)),
      ...possible.map((node) => holder(node, undefined)),
    ].filter(({ tiers }) => tiers === undefined || tiers.some((tier) => tier !== 'data_frozen'));
    this.#tiers = tiersWith(this.#all);
    this.#whyOpen = this.#tiers.map(({ holders }) => [...new Set(this.#whyAlwaysOpen(holders))]);
    const sure = this.#all.filter((one) => one.belongs === true && one.tiers !== undefined);
    this.nodes = { least: sure.length, most: incomplete === undefined ? this.#all.length : Infinity };
    this.areImpossible =
      incomplete === undefined && this.#tiers.every(({ holders }) => holders.every((one) => !one.place));
  }

  /** What becomes of writes to a replicated index after a loss, as far as its shards go. */
  after(loss: PossibleLoss): Verdict {
    return worst(this.#tiers.map((tier, index) => this.#ofTier(tier, loss, this.#whyOpen[index] ?? [])));
  }

  /** Tells whether a loss takes all nodes with data; undefined if that is not known. */
  isAllLost(loss: PossibleLoss): Maybe {
    const left = this.#all.filter(({ node }) => loss.takes(node.host) !== true);
    if (left.some((one) => one.belongs === true && one.tiers !== undefined && loss.takes(one.node.host) === false))
      return false;
    return left.length === 0 && this.#cluster.incomplete === undefined ? true : undefined;
  }

  #ofTier(tier: Tier, loss: PossibleLoss, always: readonly string[]): Verdict {
    const touched = tier.byHost.touchedBy(loss);
    if (touched.length === 0) return certain('works');
    if (loss.isOpen) return this.#verdictOfTier(tier, loss, always);
    // Hosts by the thousand are alike.
    const places = touched.map(({ belongs, tiers, place }) => [belongs, tiers === undefined, place?.key].join('\0'));
    const key = [loss.kind === 'zone', ...tier.names, ...places.sort()].join('\0\0');
    const known = this.#known.get(key) ?? this.#verdictOfTier(tier, loss, always);
    this.#known.set(key, known);
    return known;
  }

  #verdictOfTier({ names, holders }: Tier, loss: PossibleLoss, always: readonly string[]): Verdict {
    const reasons =
      loss.kind === 'zone' ? [...always, ...holders.flatMap(({ node }) => loss.whyOpen(node.host))] : always;
    const { attributes, whyOpen } = this.#awareness;
    // With awareness, a further node may take places away as well as give some.
    if (attributes.length + whyOpen.length > 0 && reasons.length > 0) return undecidedFor(...reasons);
    const [bad, good] = [true, false].map((isWorst) =>
      this.#inWorld(names, worldOf(holders, loss, isWorst), attributes),
    );
    if (bad === undefined || good === undefined) return certain('works');
    const isOpen = this.#cluster.incomplete !== undefined;
    const best = isOpen ? certain('works') : good;
    if (bad.outcome === best.outcome && !(isOpen && loss.kind === 'zone')) return bad;
    return undecidedFor(...reasons);
  }

  #inWorld(names: readonly string[], { lost, left }: World, attributes: readonly string[]): Verdict {
    const tier = names[0] === 'data' ? '' : ` of ${names.join(' and ')}`;
    if (lost.length === 0) return certain('works');
    if (left.length === 0)
      return names.some((name) => name === 'data' || WRITTEN.includes(name))
        ? certain('stops', `no node${tier || ' with data'} is left`)
        : certain('may-stop', `no node${tier} is left`);
    if (!mayHaveAll(lost, left, this.#wanted, this.#awareness)) return certain('works');
    if (this.#wanted === 1) return certain('may-stop', `the only copy of a shard${tier} may be there`);
    const why = attributes.length > 0 ? `: awareness of ${attributes.join(' and ')} leaves no other place` : '';
    const isFull = lost.length >= this.#wanted;
    return certain('may-stop', `all copies of a shard${tier} may be there${isFull ? '' : why}`);
  }

  /** The reasons why not everything is known that counts, whatever is lost. */
  #whyAlwaysOpen(holders: readonly Holder[]): readonly string[] {
    const { incomplete } = this.#cluster;
    return [
      ...this.#awareness.whyOpen,
      ...holders.flatMap(({ node, belongs, tiers }) => [
        ...(belongs === true ? [] : whyElsewhere(this.#cluster)),
        ...(tiers === undefined ? whyTiersUnclear(node) : []),
      ]),
      ...(incomplete === undefined ? [] : [incomplete.message]),
    ];
  }
}

/** The tiers of a node; undefined if it is not known whether it holds data, and which. */
function tiersOf(node: SearchNode): readonly string[] | undefined {
  const tiers = dataTiers(node);
  // A tier that the product does not have is a role that is meant otherwise, or one that holds no data.
  return node.product.hasOtherRoles === true
    ? tiers?.filter((tier) => node.product.roles.includes(tier))
    : tiers?.every((tier) => node.product.roles.includes(tier)) === true
      ? tiers
      : undefined;
}

function whyTiersUnclear(node: SearchNode): readonly string[] {
  return node.roles.state === 'unknown' ? [node.roles.message] : whyRolesUnclear(node);
}

/** The reasons why nodes may be of another cluster. */
function whyElsewhere({ nodes, possible }: Cluster): readonly string[] {
  return [...nodes, ...possible].flatMap(({ clusterName }) => messagesOf(clusterName));
}

/** The tiers that have indices, those together whose nodes are the same. */
function tiersWith(all: readonly Holder[]): readonly Tier[] {
  const named = new Set(all.flatMap(({ tiers }) => tiers ?? []));
  const hasTiers = [...WRITTEN, ...AGED].some((tier) => named.has(tier));
  const isOpen = all.some((one) => one.tiers === undefined);
  const tiers = hasTiers ? [...WRITTEN, ...AGED.filter((tier) => isOpen || named.has(tier))] : ['data'];
  const places = new Map(all.map((one, index) => [one, index]));
  const byHolders = new Map<string, Tier & { readonly names: string[] }>();
  for (const name of tiers) {
    const holders = all.filter(
      (one) => one.tiers === undefined || one.tiers.some((own) => own === 'data' || own === name),
    );
    const key = holders.map((one) => places.get(one)).join();
    const same = byHolders.get(key);
    if (same !== undefined) same.names.push(name);
    else if (holders.length > 0) byHolders.set(key, { names: [name], holders, byHost: new NodesByHost(holders) });
  }
  return [...byHolders.values()];
}

/** The nodes of one possible world that can have copies. */
interface World {
  readonly lost: readonly Place[];
  readonly left: readonly Place[];
}

/** The worst or the best of the worlds that unknown values leave open, where it is clear which is which. */
function worldOf(holders: readonly Holder[], loss: PossibleLoss, isWorst: boolean): World {
  const world = { lost: [] as Place[], left: [] as Place[] };
  for (const { node, belongs, tiers, place } of holders) {
    const taken = loss.takes(node.host);
    const isLost = isWorst ? taken !== false : taken === true;
    const holds = both(belongs, tiers === undefined ? undefined : true);
    if (place !== undefined && (isLost === isWorst ? holds !== false : holds === true))
      world[isLost ? 'lost' : 'left'].push(place);
  }
  return world;
}

/** What keeps the copies of a shard apart. */
interface Awareness {
  readonly attributes: readonly string[];
  /** True if no two copies are on one host. */
  readonly isPerHost: boolean;
  /** The most copies of a shard for each value of each attribute. */
  readonly most: readonly number[];
  readonly whyOpen: readonly string[];
  readonly placeOf: (node: SearchNode) => Place | undefined;
}

/** The setting is that of the elected master, or of the cluster as a whole. */
function awarenessOf(cluster: Cluster, copies: number): Awareness {
  const { nodes, possible } = cluster;
  const leading = nodes.filter((node) => votingRights(node).leads !== false);
  const [told, forced] = [
    leading.map(({ awarenessAttributes: all }) => all),
    leading.map(({ awarenessForced: all }) => all),
  ];
  const lists = told.flatMap((all) => (all.state === 'known' ? [all.value] : all.state === 'unset' ? [[]] : []));
  const attributes = [...new Set(lists.flat())];
  const isOneList = lists.every((list) => list.length === attributes.length);
  const data = nodes.filter((node) => dataTiers(node)?.length !== 0);
  // Nodes without any attribute would get no shards at all: then there is no awareness.
  const mayHave = data.some(({ nodeAttributes: all }) => all.state !== 'unset');
  const open = mayHave ? told.flatMap(messagesOf) : [];
  if (attributes.length > 0) {
    open.push(...data.flatMap(({ nodeAttributes: all }) => messagesOf(all)), ...forced.flatMap(messagesOf));
    if (possible.some((node) => dataTiers(node)?.length !== 0)) open.push(...whyElsewhere(cluster));
    if (!isOneList) open.push(`${AWARENESS} is not the same on all nodes that may lead`);
  }
  const isPerHost = leading.some(({ own }) => isSetTo(own?.of(SAME_HOST), 'true'));
  return {
    attributes,
    isPerHost,
    most: attributes.map((attribute) => {
      const values = new Set([
        ...data.flatMap((node) => attributeOf(node, attribute)?.value ?? []),
        ...leading.flatMap((node) => forcedValuesOf(node, attribute).map(({ value }) => value)),
      ]);
      return Math.ceil(copies / Math.max(1, values.size));
    }),
    whyOpen: [...new Set(open)],
    placeOf: (node) => {
      const values = attributes.flatMap((attribute) => attributeOf(node, attribute)?.value ?? []);
      const host = isPerHost ? node.host : undefined;
      return values.length < attributes.length ? undefined : { key: [...values, host ?? ''].join('\0'), values, host };
    },
  };
}

/**
 * Tells whether all copies of a shard may be at lost places: whether some of these have as many as are wanted, or so
 * many that no place, lost or left, takes another one.
 */
function mayHaveAll(lost: readonly Place[], left: readonly Place[], wanted: number, awareness: Awareness): boolean {
  const { attributes, isPerHost, most } = awareness;
  if (attributes.length === 0 && !isPerHost) return lost.length >= wanted;
  const [rooms, others] = [roomsOf(lost), roomsOf(left)];
  const taken = new Map<Room, number>();
  const perValue = attributes.map(() => new Map<string, number>());
  const hosts = new Set<string>();
  const fits = (room: Room): boolean =>
    (taken.get(room) ?? 0) < room.nodes &&
    (room.place.host === undefined || !hosts.has(room.place.host)) &&
    room.place.values.every((value, index) => (perValue[index]?.get(value) ?? 0) < (most[index] ?? 0));
  const put = (room: Room, by: 1 | -1): void => {
    taken.set(room, (taken.get(room) ?? 0) + by);
    for (const [index, value] of room.place.values.entries())
      perValue[index]?.set(value, (perValue[index].get(value) ?? 0) + by);
    if (room.place.host !== undefined && by === 1) hosts.add(room.place.host);
    else if (room.place.host !== undefined) hosts.delete(room.place.host);
  };
  const search = (from: number, count: number): boolean => {
    if (count === wanted || (count > 0 && ![...rooms, ...others].some(fits))) return true;
    for (const [index, room] of rooms.entries()) {
      if (index < from || !fits(room)) continue;
      put(room, 1);
      const isFound = search(index, count + 1);
      put(room, -1);
      if (isFound) return true;
    }
    return false;
  };
  return search(0, 0);
}

/** Places that count as one, with the number of nodes there. */
interface Room {
  readonly place: Place;
  readonly nodes: number;
}

function roomsOf(places: readonly Place[]): readonly Room[] {
  const byKey = new Map<string, Place[]>();
  for (const place of places) append(byKey, place.key, place);
  return [...byKey.values()].flatMap((same) => (same[0] === undefined ? [] : [{ place: same[0], nodes: same.length }]));
}
