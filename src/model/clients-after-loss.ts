/** Whether dashboards and pipelines are left after a loss that still reach a node of their cluster. */
import { isSearchPlugin } from './search-clients.ts';
import { CalledNodes } from './known-as.ts';
import { NodesByHost } from './losses.ts';
import type { Maybe, PossibleLoss } from './losses.ts';
import { hostOf } from './network-address.ts';
import { listed } from './phrases.ts';
import type { Setting } from './setting.ts';
import { clusterOf } from './stack.ts';
import type { Cluster, SearchNode, Stack } from './stack.ts';
import { certain, undecidedFor } from './verdict.ts';
import type { Verdict } from './verdict.ts';

/** A dashboard or a pipeline, with the addresses at which it asks its cluster. */
interface Client {
  readonly host: string;
  /** False if it is not known whether it is one of this cluster. */
  readonly belongs: boolean;
  /** The addresses; a reason for each list that is not known. */
  readonly addresses: readonly string[];
  readonly whyOpen: readonly string[];
}

/** The clients of one kind that a cluster has. */
export class Clients {
  /** Their hosts, each once. */
  readonly hosts: readonly string[];
  /** True if none of them is known to be of this cluster. */
  readonly areOpen: boolean;
  /** The noun for one of them: `instance`. */
  readonly #noun: string;
  readonly #clients: readonly Client[];
  readonly #nodes: readonly SearchNode[];
  readonly #called: CalledNodes<SearchNode>;
  readonly #byHost: NodesByHost<{ readonly node: SearchNode }>;

  constructor(noun: string, clients: readonly Client[], { nodes, possible }: Cluster) {
    this.#noun = noun;
    this.#clients = clients;
    this.#nodes = [...nodes, ...possible];
    this.#byHost = new NodesByHost(this.#nodes.map((node) => ({ node })));
    this.#called = new CalledNodes(this.#nodes);
    this.hosts = [...new Set(clients.map(({ host }) => host))];
    this.areOpen = !clients.some(({ belongs }) => belongs);
  }

  /** What becomes of them after a loss, if each works before it. */
  after(loss: PossibleLoss): Verdict {
    const isTouched = this.#byHost.touchedBy(loss).length > 0;
    const left = this.#clients.filter(({ host }) => loss.takes(host) !== true);
    if (!isTouched && this.#clients.every(({ host }) => loss.takes(host) === false)) return certain('works');
    if (left.length === 0)
      return certain(
        'stops',
        this.#clients.length === 1 ? `the only ${this.#noun} is there` : `all ${this.#noun}s are there`,
      );
    if (this.#nodes.every((node) => loss.takes(node.host) === true))
      return certain('stops', 'no node of the cluster is left');
    const reached = left.map((client) => ({ client, reaches: isTouched ? this.#reaches(client, loss) : true }));
    if (reached.some(({ client, reaches }) => client.belongs && reaches === true && loss.takes(client.host) === false))
      return certain('works');
    if (reached.every(({ reaches }) => reaches === false)) {
      const names = listed([...new Set(left.map(({ host }) => host))]);
      return certain('stops', `${names} ${left.length === 1 ? 'asks' : 'ask'} no node that is left`);
    }
    return undecidedFor(...left.flatMap((client) => this.#whyOpen(client, loss)));
  }

  /** Tells whether a client reaches a node that is left, among those that it names. */
  #reaches({ addresses, host, whyOpen }: Client, loss: PossibleLoss): Maybe {
    const all = addresses.map((address) => {
      const called = this.#called.at(hostOf(address), host);
      if (called.length === 0) return undefined;
      return called.some((node) => loss.takes(node.host) === false)
        ? true
        : called.every((node) => loss.takes(node.host) === true)
          ? false
          : undefined;
    });
    if (all.includes(true)) return true;
    return all.includes(undefined) || whyOpen.length > 0 || all.length === 0 ? undefined : false;
  }

  #whyOpen({ addresses, host, whyOpen, belongs }: Client, loss: PossibleLoss): readonly string[] {
    const strange = addresses.filter((address) => this.#called.at(hostOf(address), host).length === 0);
    return [
      ...(belongs ? [] : [`it is not known whether ${host} serves this cluster`]),
      ...whyOpen,
      ...loss.whyOpen(host),
      ...(strange.length > 0 ? [`${host} asks ${listed(strange)}, which no node is known by`] : []),
    ];
  }
}

/** The dashboards of a cluster; undefined if it has none. */
export function dashboardsOfCluster({ clusters, dashboards }: Stack, cluster: Cluster): Clients | undefined {
  const clients = dashboards.flatMap((group) => {
    const served = clusterOf(clusters, group);
    const isOther = served === undefined ? !group.scattered : served !== cluster;
    const open = served === cluster ? group.possible : [];
    return [
      ...(isOther ? [] : group.instances.map((one) => ({ one, belongs: served === cluster }))),
      ...open.map((one) => ({ one, belongs: false })),
    ].map(({ one, belongs }): Client => ({ host: one.host, belongs, ...asked(one.host, [one.searchAddresses]) }));
  });
  return clients.length === 0 ? undefined : new Clients('dashboard', clients, cluster);
}

/** The pipeline nodes that send to a cluster; undefined if there are none. */
export function pipelinesOfCluster({ clusters, pipelines }: Stack, cluster: Cluster): Clients | undefined {
  const all = clusters.map((one) => ({ one, called: new CalledNodes(one.nodes) }));
  const clients = pipelines.flatMap((pipeline): readonly Client[] => {
    const { host } = pipeline;
    const outputs = pipeline.each.flatMap((one) => one.outputs.known).filter(({ plugin }) => isSearchPlugin(plugin));
    const incomplete = pipeline.each.flatMap((one) => one.outputs.incomplete?.message ?? []);
    const { addresses, whyOpen } = asked(
      host,
      outputs.map(({ searchAddresses }) => searchAddresses),
    );
    const means = ({ called }: (typeof all)[number], address: string): boolean =>
      called.at(hostOf(address), host).length > 0;
    const own = addresses.filter((address) => all.some((each) => each.one === cluster && means(each, address)));
    const strange = addresses.filter((address) => !all.some((each) => means(each, address)));
    const open = [...whyOpen, ...incomplete];
    // One that sends nowhere else sends here.
    const belongs = own.length > 0 || clusters.length === 1;
    if (own.length + strange.length + open.length === 0) return [];
    return [{ host, belongs, addresses: [...own, ...strange], whyOpen: open }];
  });
  return clients.length === 0 ? undefined : new Clients('pipeline node', clients, cluster);
}

/** The addresses in lists of them, and why some are not known. */
function asked(host: string, lists: readonly Setting<readonly string[]>[]): Pick<Client, 'addresses' | 'whyOpen'> {
  const standard = (list: Setting<readonly string[]>) =>
    list.state === 'unset' && list.productDefault !== undefined ? [list.productDefault] : [];
  return {
    addresses: lists.flatMap((list) => (list.state === 'known' ? list.value : standard(list))),
    whyOpen: lists.flatMap((list) => {
      if (list.state === 'known' || standard(list).length > 0) return [];
      return [list.state === 'unknown' ? list.message : `nothing tells which nodes ${host} asks`];
    }),
  };
}
