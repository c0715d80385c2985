/** What may be lost of a cluster at once: a host, a node of a running cluster, a machine with several, or a zone. */
import { addressesIn } from './host-addresses.ts';
import { append, grouped } from './multimap.ts';
import { naturally } from './natural-order.ts';
import { attributeOf, namesPlace } from './node-attributes.ts';
import { messagesOf } from './setting.ts';
import type { Cluster, SearchNode } from './stack.ts';

/** True, false, or undefined if that is not known. */
export type Maybe = boolean | undefined;

/** Tells whether two things are both so. */
export function both(one: Maybe, other: Maybe): Maybe {
  return one === false || other === false ? false : one && other;
}

/** Something whose loss takes all that runs there. */
export interface Loss {
  /** A running cluster tells of nodes, and of machines where several of them share an address. */
  readonly kind: 'host' | 'node' | 'machine' | 'zone';
  /** The name of the host or node, the address of the machine, or the value of the attribute: `es-1`, `a`. */
  readonly name: string;
  /** The attribute of nodes that tells the zone: `zone`. */
  readonly attribute?: string | undefined;
  /** What goes with it. */
  readonly hosts: readonly string[];
}

/** What nodes are, by their hosts: most losses touch few of thousands. */
export class NodesByHost<T extends { readonly node: Pick<SearchNode, 'host'> }> {
  readonly #all: readonly T[];
  readonly #byHost: ReadonlyMap<string, readonly T[]>;

  constructor(all: readonly T[]) {
    this.#all = all;
    this.#byHost = grouped(all, ({ node }) => node.host);
  }

  /** Those that a loss takes, or may. */
  touchedBy(loss: PossibleLoss): readonly T[] {
    if (loss.isOpen) return this.#all.filter(({ node }) => loss.takes(node.host) !== false);
    return loss.hosts.flatMap((host) => this.#byHost.get(host) ?? []);
  }
}

type Node = Pick<SearchNode, 'host' | 'nodeAttributes' | 'awarenessAttributes' | 'addresses'>;

/** A loss that knows what it takes. */
export class PossibleLoss implements Loss {
  readonly kind: Loss['kind'];
  readonly name: string;
  readonly attribute: string | undefined;
  readonly hosts: readonly string[];
  readonly #hosts: ReadonlySet<string>;
  readonly #open: ReadonlyMap<string, string>;

  /** `open`: hosts of which it is not known whether they go as well, each with the reason. */
  constructor({ kind, name, attribute, hosts }: Loss, open: ReadonlyMap<string, string> = new Map()) {
    this.kind = kind;
    this.name = name;
    this.attribute = attribute;
    this.#hosts = new Set(hosts);
    this.#open = open;
    this.hosts = [...this.#hosts].sort(naturally);
  }

  /** True if there are hosts of which it is not known whether they go as well. */
  get isOpen(): boolean {
    return this.#open.size > 0;
  }

  /** Tells whether it takes a host. Of what has no zone, such as a dashboard, a zone takes what shares a host with it. */
  takes(host: string): Maybe {
    return this.#hosts.has(host) || (this.#open.has(host) ? undefined : false);
  }

  /** The reason why it is not known whether it takes a host. */
  whyOpen(host: string): readonly string[] {
    const why = this.#hosts.has(host) ? undefined : this.#open.get(host);
    return why === undefined ? [] : [why];
  }
}

/**
 * Lists what may be lost of a cluster and of what runs beside it: first hosts, then zones, each in the order of their
 * names. A running cluster has its nodes in place of hosts.
 */
export function lossesOf(
  { nodes, possible }: Pick<Cluster<Node>, 'nodes' | 'possible'>,
  hostsBeside: readonly string[],
  isObserved: boolean,
): readonly PossibleLoss[] {
  const all = [...nodes, ...possible];
  const names = [...new Set([...all.map(({ host }) => host), ...hostsBeside])].sort(naturally);
  const ofNodes = new Set(all.map(({ host }) => host));
  return [
    ...names.map((name) => {
      const kind = isObserved && ofNodes.has(name) ? 'node' : 'host';
      return new PossibleLoss({ kind, name, hosts: [name] });
    }),
    ...(isObserved ? machinesOf(all) : []),
    ...zonesOf(nodes),
  ];
}

/** The machines on which several nodes of a running cluster are. */
function machinesOf(nodes: readonly Node[]): readonly PossibleLoss[] {
  const byAddress = new Map<string, string[]>();
  for (const { host, addresses } of nodes)
    for (const address of new Set(addressesIn(addresses))) append(byAddress, address, host);
  const seen = new Set<string>();
  return [...byAddress].flatMap(([name, hosts]) => {
    const key = hosts.join('\0');
    if (hosts.length < 2 || seen.has(key)) return [];
    seen.add(key);
    return [new PossibleLoss({ kind: 'machine', name, hosts })];
  });
}

/**
 * The zones of a cluster: by the attributes by which it keeps copies of shards apart, or else by those that are named
 * as places are.
 */
function zonesOf(nodes: readonly Node[]): readonly PossibleLoss[] {
  const named = new Set(nodes.flatMap(({ awarenessAttributes: all }) => (all.state === 'known' ? all.value : [])));
  const attributes = named.size > 0 ? named : new Set(nodes.flatMap(attributesOfPlaces));
  const open = new Map(
    nodes.flatMap(({ host, nodeAttributes: all }) => messagesOf(all).map((message) => [host, message] as const)),
  );
  return [...attributes].flatMap((attribute) => {
    const byValue = new Map<string, string[]>();
    for (const node of nodes) {
      const value = attributeOf(node, attribute)?.value;
      if (value !== undefined) append(byValue, value, node.host);
    }
    return [...byValue]
      .sort(([one], [other]) => naturally(one, other))
      .map(([name, hosts]) => new PossibleLoss({ kind: 'zone', name, attribute, hosts }, open));
  });
}

function attributesOfPlaces({ nodeAttributes: all }: Node): readonly string[] {
  const names = all.state === 'known' ? all.value.map((one) => one.split('=', 1)[0] ?? '') : [];
  return names.filter(namesPlace);
}
