/** The clusters of a stack as reports list and count them. */
import type { ReportedStack } from './reported-check.ts';

type Clusters = Pick<ReportedStack, 'clusters'>;

/**
 * Names with numbers of nodes. Nodes whose cluster is not known are listed under the name of their group, unless they
 * may belong to another listed cluster.
 */
export function clusterSizes({ clusters }: Clusters): readonly { readonly name: string; readonly nodes: number }[] {
  const counts = new Map<string, number>();
  const known = clusters.filter(({ isKnown }) => isKnown);
  for (const { label, nodes } of known.length > 0 ? known : clusters)
    counts.set(label, (counts.get(label) ?? 0) + nodes.length);
  return Array.from(counts, ([name, nodes]) => ({ name, nodes }));
}

/**
 * The number of clusters in several stacks. Nodes whose cluster is not known count as one only if no known cluster
 * may be theirs.
 */
export function countClusters(stacks: readonly Clusters[]): number {
  return stacks.reduce((sum, { clusters }) => {
    const known = new Set(clusters.filter(({ isKnown }) => isKnown).map(({ label }) => label));
    return sum + (known.size > 0 ? known.size : Math.min(clusters.length, 1));
  }, 0);
}
