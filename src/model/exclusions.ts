/** What a running cluster was told to keep shards from, and the shards that its nodes hold. */
import { addressIn } from './network-address.ts';
import type { Origin } from './setting.ts';

/** A name, an address or a pattern of such, by which nodes are excluded from the allocation of shards. */
export interface Exclusion {
  /** As it is written: `es-7`, `10.0.0.*`. */
  readonly pattern: string;
  /** The nodes of the cluster that it fits. */
  readonly hosts: readonly string[];
  /** Those of them that hold data and are hosts of the inventory, where the cluster is compared with one. */
  readonly declared?: readonly string[];
}

/** The shards that a running node holds. */
export interface ShardsOfNode {
  readonly count: number;
  /** The size of all. */
  readonly bytes: number;
  /** The number of those that are on their way to another node. */
  readonly leaving: number;
  /** One of those that have to leave, if the cluster explained why it is still there. */
  readonly example?: StayingShard | undefined;
}

/** A shard that has to leave its node, and what keeps it from doing so. */
export interface StayingShard {
  readonly origin: Origin;
  readonly index: string;
  readonly number: number;
  readonly isPrimary: boolean;
  /** The product's verdict: `no`, or `throttled` and `yes` for one that waits for its turn. */
  readonly verdict: string;
  /** The product's names for what is against the other nodes, such as `same_shard`; empty if nothing is. */
  readonly against: readonly string[];
}

/** A node as a cluster's answer about nodes has it, with its key there. */
export interface ExcludableNode {
  readonly id: string;
  /** Its `name`, `host`, `ip` and `transport_address`, as far as they are told. */
  readonly told: Readonly<Record<string, unknown>>;
}

/**
 * What each setting that excludes nodes compares. Attributes that people give their nodes are left out: data may be kept
 * from a zone for good.
 *
 * https://www.elastic.co/docs/reference/elasticsearch/configuration-reference/cluster-level-shard-allocation-routing-settings
 * (cluster-level shard allocation filtering)
 */
const COMPARED: Readonly<Record<string, readonly string[]>> = {
  'cluster.routing.allocation.exclude._name': ['name'],
  'cluster.routing.allocation.exclude._ip': ['ip', 'transport_address'],
  'cluster.routing.allocation.exclude._host': ['host', 'ip'],
  'cluster.routing.allocation.exclude._host_ip': ['ip'],
  'cluster.routing.allocation.exclude._publish_ip': ['transport_address'],
  'cluster.routing.allocation.exclude._id': ['id'],
};

/** The settings that exclude nodes from the allocation of shards. */
export const EXCLUDING: readonly string[] = Object.keys(COMPARED);

/** The patterns in a value of such a setting: a list, or a text with commas between them. */
export function exclusionPatterns(value: unknown): readonly string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  return items.map((item) => String(item).trim()).filter((pattern) => pattern !== '');
}

/** Tells whether a pattern of a setting fits a node: `*` stands for any text. */
export function fitsNode(setting: string, pattern: string, { id, told }: ExcludableNode): boolean {
  const any = pattern.split('*').map((text) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const fitting = new RegExp(`^${any.join('.*')}$`, 's');
  return (COMPARED[setting] ?? []).some((key) => {
    const text = key === 'id' ? id : told[key];
    return typeof text === 'string' && fitting.test(key === 'transport_address' ? addressIn(text) : text);
  });
}
