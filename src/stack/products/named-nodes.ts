/** The nodes of a stack by the names and addresses at which others may find them. */
import type { Host, Inventory } from '../../ansible/index.ts';
import { madeOnce } from '../../ground/made-once.ts';
import type { DeployedProduct, Products } from './deployed-product.ts';
import { namesOfHost, shownHost } from '../hosts.ts';
import { textsIn } from '../plain.ts';
import type { Values } from '../values.ts';

/** A cluster with its nodes; `scattered` if it is not known whether they form one cluster. */
interface NamedCluster {
  readonly label: string;
  readonly nodes: readonly { readonly host: string }[];
  readonly scattered: boolean;
}

/** The nodes of a stack by the names and addresses at which others may find them. */
export class NamedNodes {
  readonly #clusters = new Map<string, Set<string>>();
  /** The clusters that have nodes on a host. */
  readonly #labels = new Map<string, Set<string>>();
  readonly #nodes: Products;

  constructor(nodes: Products, clusters: readonly NamedCluster[], inventory: Inventory, values: Values) {
    this.#nodes = nodes;
    for (const { label, nodes: members, scattered } of clusters)
      if (!scattered) for (const { host } of members) madeOnce(this.#labels, host, () => new Set()).add(label);
    for (const host of inventory.hosts.values()) {
      const labels = this.#labels.get(shownHost(host)) ?? new Set();
      if (labels.size === 0) continue;
      for (const name of namesOf(host, nodes.get(host) ?? [], inventory, values)) {
        const of = madeOnce(this.#clusters, name.toLowerCase(), () => new Set());
        for (const label of labels) of.add(label);
      }
    }
  }

  /** The clusters of the nodes that a name may mean, as a host sees it. */
  clustersAt(name: string, host: Host): ReadonlySet<string> {
    const beside = this.#nodes.get(host) ?? [];
    const own = this.#labels.get(shownHost(host));
    if (own !== undefined && (OWN_NAMES.has(name) || beside.some(({ service }) => service === name))) return own;
    return this.#clusters.get(name) ?? this.#clusters.get(name.split('.', 1)[0] ?? '') ?? new Set();
  }
}

/** Names of the machine itself. */
export const OWN_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1', '0.0.0.0']);

/** Settings with the name of a node, or an address at which it listens. */
const OF_NODES = ['node.name', 'network.host', 'network.publish_host', 'http.host', 'http.publish_host'];

function namesOf(
  host: Host,
  products: readonly DeployedProduct[],
  inventory: Inventory,
  values: Values,
): readonly string[] {
  const settings = OF_NODES.flatMap((name) => {
    const found = products.map((product) => product.valueOf(name));
    return found.flatMap((value) => (value?.state === 'known' ? textsIn(value.value) : []));
  });
  return [...namesOfHost(host, inventory, values), ...settings].filter(
    (name) => !OWN_NAMES.has(name) && !name.startsWith('_'),
  );
}
