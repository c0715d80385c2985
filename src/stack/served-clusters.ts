/** Which cluster a dashboard serves whose files do not name it: that of the nodes to which it connects, or the only one. */
import type { Host, Inventory } from '../ansible/entities.ts';
import { product as schemaOf } from '../generated/vocabularies.ts';
import { madeOnce } from '../made-once.ts';
import type { Cluster } from '../model/stack.ts';
import type { Node } from '../source/tree.ts';
import type { DeployedProduct } from './deployed-settings.ts';
import { shownHost } from './hosts.ts';
import { scalarText } from './plain.ts';
import type { Values } from './values.ts';

/**
 * What a dashboard serves: a cluster of the stack, or what is at hosts that are no nodes of it, as a text that is the same for
 * the same hosts. Undefined where that is not known.
 */
export type Served = { readonly cluster: string } | { readonly elsewhere: string } | undefined;

/** The products of a part, by host. */
type Products = ReadonlyMap<Host, readonly DeployedProduct[]>;

/** Tells what each dashboard serves, by what its files say about the nodes to which it connects. */
export function clustersServed(
  dashboards: Products,
  nodes: Products,
  clusters: readonly Cluster[],
  inventory: Inventory,
  values: Values,
): ReadonlyMap<DeployedProduct, Served> {
  const named = new NamedNodes(nodes, clusters, inventory, values);
  const found = new Map<DeployedProduct, Served>();
  for (const [host, products] of dashboards)
    for (const product of products) found.set(product, named.servedBy(host, product));
  const [only, ...others] = clusters;
  if (only === undefined || others.length > 0 || only.scattered) return found;
  // What the stack does not know may be an address of its only cluster, unless there are several such addresses.
  const apart = new Set([...found.values()].map((served) => served && ('cluster' in served ? '' : served.elsewhere)));
  apart.delete(undefined);
  const cluster = { cluster: only.label };
  for (const [product, served] of found) found.set(product, apart.size < 2 ? cluster : (served ?? cluster));
  return found;
}

/** The nodes of a stack by the names and addresses at which others may find them. */
class NamedNodes {
  readonly #clusters = new Map<string, Set<string>>();
  /** The clusters of which a host has nodes. */
  readonly #labels = new Map<string, Set<string>>();
  readonly #nodes: Products;

  constructor(nodes: Products, clusters: readonly Cluster[], inventory: Inventory, values: Values) {
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

  servedBy(host: Host, product: DeployedProduct): Served {
    const { searchHosts = [], settings } = schemaOf(product.name);
    const given = searchHosts.map((name) => product.valueOf(name)).find((value) => value !== undefined);
    if (given?.state === 'unknown') return undefined;
    const standard = settings[searchHosts[0] ?? '']?.default;
    const addresses =
      given === undefined ? (Array.isArray(standard) ? standard.map(String) : []) : addressesIn(given.value);
    const hosts = [...new Set(addresses.map(hostOf))].sort();
    const found = new Set(hosts.flatMap((name) => [...this.#clustersAt(name, host)]));
    const [cluster, ...others] = found;
    if (cluster !== undefined) return others.length === 0 ? { cluster } : undefined;
    return hosts.length === 0 || hosts.some((name) => OWN.has(name)) ? undefined : { elsewhere: hosts.join(', ') };
  }

  /** The clusters of the nodes that a name may mean, as a dashboard on a host sees it. */
  #clustersAt(name: string, host: Host): ReadonlySet<string> {
    const beside = this.#nodes.get(host) ?? [];
    const own = this.#labels.get(shownHost(host));
    if (own !== undefined && (OWN.has(name) || beside.some(({ service }) => service === name))) return own;
    return this.#clusters.get(name) ?? this.#clusters.get(name.split('.', 1)[0] ?? '') ?? new Set();
  }
}

/** Names of the machine itself. */
const OWN: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1', '0.0.0.0']);

/** Variables with the address of a host. */
const ADDRESSES = ['ansible_host', 'ansible_ssh_host'];
/** Settings with the name of a node, or an address at which it listens. */
const OF_NODES = ['node.name', 'network.host', 'network.publish_host', 'http.host', 'http.publish_host'];

function namesOf(
  host: Host,
  products: readonly DeployedProduct[],
  inventory: Inventory,
  values: Values,
): readonly string[] {
  const variables = inventory.variablesOf(host);
  const addresses = ADDRESSES.flatMap((name) => {
    const assignment = variables.unknown(name) === undefined ? variables.get(name) : undefined;
    const result = assignment && values.of(host, assignment.value);
    return result?.state === 'known' ? textsIn(result.value) : [];
  });
  const settings = OF_NODES.flatMap((name) => {
    const found = products.map((product) => product.valueOf(name));
    return found.flatMap((value) => (value?.state === 'known' ? textsIn(value.value) : []));
  });
  return [host.name, ...addresses, ...settings].filter((name) => !OWN.has(name) && !name.startsWith('_'));
}

function textsIn(value: Node): readonly string[] {
  if (value.kind === 'sequence') return value.items.flatMap(textsIn);
  return value.kind === 'scalar' && value.value !== null ? [scalarText(value)] : [];
}

/** The addresses in a value: a list, or a text with one or several, as environment variables have it. */
function addressesIn(value: Node): readonly string[] {
  return textsIn(value).flatMap((text) => {
    const [, inJson] = /^\s*\[\s*"(.*)"\s*\]\s*$/s.exec(text) ?? [];
    return inJson === undefined ? text.split(',') : inJson.split(/"\s*,\s*"/);
  });
}

/** The name or address of the host in `https://user@es-1.example.org:9200/path`, in small letters. */
function hostOf(address: string): string {
  const [, bracketed, plain = ''] = /^(?:\w+:\/\/)?(?:[^@/]*@)?(?:\[([^\]]*)\]|([^:/]*))/.exec(address.trim()) ?? [];
  return (bracketed ?? plain).toLowerCase();
}
