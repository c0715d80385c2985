/** The nodes of a cluster that hold data, by their roles. */
import type { SearchNode } from './stack.ts';

/** The roles of a node by which it holds data; undefined if they are not known. A node that sets none has all. */
export function dataTiers({ roles }: Pick<SearchNode, 'roles'>): readonly string[] | undefined {
  if (roles.state === 'unset') return ['data'];
  return roles.state === 'known' ? roles.value.filter((role) => /^data(?:_|$)/.test(role)) : undefined;
}

/** Tells whether a node holds data; undefined if that is not known. One for frozen data alone has a cache of it. */
export function holdsData(node: Pick<SearchNode, 'roles'>): boolean | undefined {
  return dataTiers(node)?.some((role) => role !== 'data_frozen');
}
