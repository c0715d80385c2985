/** Drift: what an inventory declares, compared with the cluster that runs. */
import type { ClusterPlace, Known, Origin, Unknown } from './setting.ts';

/** A host of the inventory, and the node that it is. */
export interface MatchedHost {
  readonly host: string;
  readonly node: string;
  readonly by: 'name' | 'address';
}

/** A declared setting with another value than nodes run with. */
export interface DriftingValue {
  /** The product's own name for it. */
  readonly name: string;
  readonly setting: Known<unknown>;
  /** The values as they are shown; several if the line declares another for each host. */
  readonly declared: readonly string[];
  readonly observed: readonly string[];
  /** True if nothing sets it on any of the nodes, which run with the product's default. */
  readonly isUnset: boolean;
  readonly places: readonly ClusterPlace[];
  /** The names of the nodes. */
  readonly nodes: readonly string[];
}

/** A host that no node is, or a node that no host is. */
export interface Unmatched {
  readonly name: string;
  readonly origin: Origin;
  /** The reason why it may have a counterpart all the same, if it may. */
  readonly unless: Unknown | undefined;
}

/** A node that no host is. */
export interface Stranger extends Unmatched {
  /** The number of shards that it holds; undefined if it is not known. */
  readonly shards: number | undefined;
}

/** The numbers of settings, each counted once for each node. */
export interface DriftCounts {
  /** Those whose values are known on both sides. */
  readonly compared: number;
  /** Those of them that differ. */
  readonly differ: number;
  /** Those that are declared but whose value is not known on one of the sides. */
  readonly unknown: number;
}

/** An inventory compared with a running cluster. */
export interface Drift extends DriftCounts {
  readonly hosts: readonly MatchedHost[];
  readonly values: readonly DriftingValue[];
  /** The settings that could not be compared, each with the name of its node. */
  readonly open: readonly { readonly setting: Unknown; readonly node: string }[];
  /** The hosts of the cluster that no node is. */
  readonly missing: readonly Unmatched[];
  /** The nodes that no host is. */
  readonly strangers: readonly Stranger[];
}
