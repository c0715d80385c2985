/** The paths below which nodes allow repositories: a repository in a folder has to lie below one of each node. */
import { liesUnder } from './host-paths.ts';
import type { Known } from './setting.ts';
import type { SearchNode } from './stack.ts';

type Node = Pick<SearchNode, 'host' | 'roles' | 'repositoryPaths'>;

/** A node with the only paths that it allows. */
interface Refusing {
  readonly host: string;
  readonly paths: Known<readonly string[]>;
}

/**
 * Tells whether a node takes part in snapshots: one that neither holds data nor can be the master only passes
 * requests on.
 */
export function needsPath({ roles }: Pick<Node, 'roles'>): boolean {
  return roles.state !== 'known' || roles.value.some((role) => /^(?:master|cluster_manager|data(?:_.*)?)$/.test(role));
}

/** The nodes that do not allow a repository at a location. A relative one lies below whatever they allow. */
export function nodesRefusing(location: string, nodes: readonly Node[]): readonly Refusing[] {
  if (!location.startsWith('/')) return [];
  return nodes.filter(needsPath).flatMap(({ host, repositoryPaths: paths }) => {
    const isAllowed = paths.state !== 'known' || paths.value.some((path) => liesUnder(location, path));
    return isAllowed ? [] : [{ host, paths }];
  });
}
