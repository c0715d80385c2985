/**
 * The cluster that a dashboard serves if its files do not name it: that of the nodes that it connects to, or the only
 * one.
 */
import type { Host, Inventory } from '../../ansible/index.ts';
import { product as schemaOf } from '../../generated/vocabularies.ts';
import type { Cluster } from '../../model/stack.ts';
import type { Node } from '../../source/tree.ts';
import type { DeployedProduct } from './deployed-product.ts';
import { hostOf } from '../../model/network-address.ts';
import { textsIn } from '../plain.ts';
import { NamedNodes, OWN_NAMES } from './named-nodes.ts';
import type { Products } from './deployed-product.ts';
import type { Values } from '../values.ts';

/**
 * What a dashboard serves: a cluster of the stack, or whatever runs on hosts that are not nodes of it, as a text that
 * is the same for the same hosts. Undefined if that is not known.
 */
export type Served = { readonly cluster: string } | { readonly elsewhere: string } | undefined;

/** Tells what each dashboard serves, by what its files say about the nodes that it connects to. */
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
    for (const product of products) found.set(product, servedOn(host, product, named));
  const [only, ...others] = clusters;
  if (only === undefined || others.length > 0 || only.scattered) return found;
  // If no dashboard names a node of the only cluster, what they name may be its addresses, like those of a load
  // balancer.
  const isNamed = [...found.values()].some((served) => served !== undefined && 'cluster' in served);
  const cluster = { cluster: only.label };
  for (const [product, served] of found) found.set(product, (isNamed ? served : undefined) ?? cluster);
  return found;
}

function servedOn(host: Host, product: DeployedProduct, named: NamedNodes): Served {
  const { searchHosts = [], settings } = schemaOf(product.name);
  const given = searchHosts.map((name) => product.valueOf(name)).find((value) => value !== undefined);
  if (given?.state === 'unknown') return undefined;
  const standard = settings[searchHosts[0] ?? '']?.default;
  const addresses =
    given === undefined ? (Array.isArray(standard) ? standard.map(String) : []) : addressesIn(given.value);
  const hosts = [...new Set(addresses.map(hostOf))].sort();
  const found = new Set(hosts.flatMap((name) => [...named.clustersAt(name, host)]));
  const [cluster, ...others] = found;
  if (cluster !== undefined) return others.length === 0 ? { cluster } : undefined;
  return hosts.length === 0 || hosts.some((name) => OWN_NAMES.has(name)) ? undefined : { elsewhere: hosts.join(', ') };
}

/** The addresses in a value: a list, or a text with one or several, as environment variables have it. */
function addressesIn(value: Node): readonly string[] {
  return textsIn(value).flatMap((text) => {
    const [, inJson] = /^\s*\[\s*"(.*)"\s*\]\s*$/s.exec(text) ?? [];
    return inJson === undefined ? text.split(',') : inJson.split(/"\s*,\s*"/);
  });
}
