/** Judgements that depend on who belongs to a cluster, where the names of clusters are not all known. */
import { mostCommon } from './majority.ts';
import { unknownOf } from './setting.ts';
import type { Open } from './setting.ts';
import type { Cluster, SearchNode } from './stack.ts';

/** The value that most nodes of a cluster have, or what leaves open which one that is. */
interface Usual<T> {
  /** Undefined where no node has one, and where that is open. */
  readonly value: T | undefined;
  readonly open: readonly Open[];
}

/**
 * Finds the value that most nodes of a cluster have, so that the odd one can be named.
 *
 * It is open where nodes have another value that may belong to the cluster or to another: then nobody knows which is
 * usual, or whether they have to agree at all.
 */
export function usualOf<N extends Pick<SearchNode, 'host' | 'clusterName'>, T>(
  { nodes, possible, scattered }: Pick<Cluster<N>, 'nodes' | 'possible' | 'scattered'>,
  valueOf: (node: N) => T | undefined,
  keyOf: (value: T) => string,
): Usual<T> {
  const valuesOf = (some: readonly N[]) => some.map(valueOf).filter((value) => value !== undefined);
  const own = valuesOf(nodes);
  const usual = mostCommon(own, keyOf);
  if (usual === undefined) return { value: undefined, open: [] };
  const doubtful = scattered ? [...own, ...valuesOf(possible)] : valuesOf(possible);
  const key = keyOf(usual);
  if (doubtful.every((value) => keyOf(value) === key)) return { value: usual, open: [] };
  return { value: undefined, open: unknownOf([...nodes, ...possible], 'clusterName') };
}
