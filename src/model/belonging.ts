/** Judgements that hang on who belongs to a cluster, where the names of clusters are not all known. */
import { mostCommon } from './majority.ts';
import type { Cluster, Dashboard, SearchNode } from './stack.ts';

/** Leaves a judgement open because of the names of clusters, those that are unknown among them. */
export function leaveNamesOpen(members: readonly (SearchNode | Dashboard)[]): void {
  for (const member of members) member.readClusterName();
}

/**
 * The value that most nodes of a cluster have, so that the odd one can be named; undefined where none has one.
 *
 * Undefined too, and left open, where nodes have another one that may belong to the cluster or to another: nobody knows
 * which is usual then, or whether they have to agree at all.
 */
export function usualOf<T>(
  { nodes, possible, scattered }: Cluster,
  valueOf: (node: SearchNode) => T | undefined,
  keyOf: (value: T) => string,
): T | undefined {
  const valuesOf = (some: readonly SearchNode[]) => some.map(valueOf).filter((value) => value !== undefined);
  const own = valuesOf(nodes);
  const usual = mostCommon(own, keyOf);
  if (usual === undefined) return undefined;
  const doubtful = scattered ? [...own, ...valuesOf(possible)] : valuesOf(possible);
  const key = keyOf(usual);
  if (doubtful.every((value) => keyOf(value) === key)) return usual;
  leaveNamesOpen([...nodes, ...possible]);
  return undefined;
}
