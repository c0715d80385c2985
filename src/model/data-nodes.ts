/** The nodes of a cluster that hold data, by their roles. */
import { unknownSettingsAmong } from './setting.ts';
import type { Open } from './setting.ts';
import type { Cluster, SearchNode } from './stack.ts';

/** The roles of a node by which it holds data; undefined if they are not known. A node that sets none has all. */
export function dataTiers({ roles }: Pick<SearchNode, 'roles'>): readonly string[] | undefined {
  if (roles.state === 'unset') return ['data'];
  return roles.state === 'known' ? roles.value.filter((role) => /^data(?:_|$)/.test(role)) : undefined;
}

/** Tells whether a node holds data; undefined if that is not known. One for frozen data alone has a cache of it. */
export function holdsData(node: Pick<SearchNode, 'roles'>): boolean | undefined {
  return dataTiers(node)?.some((role) => role !== 'data_frozen');
}

/** The number of nodes of a cluster that hold data: unknown settings leave it open between two bounds. */
interface DataNodes {
  readonly least: number;
  readonly most: number;
  /** What leaves it open. */
  readonly open: readonly Open[];
}

/** Counts the nodes of a cluster that hold data. */
export function countDataNodes({
  nodes,
  possible,
  scattered,
  incomplete,
}: Cluster<Pick<SearchNode, 'host' | 'roles' | 'clusterName'>>): DataNodes {
  const sure = scattered ? [] : nodes.filter((node) => holdsData(node) === true);
  const strangers = [...(scattered ? nodes : []), ...possible].filter((node) => holdsData(node) !== false);
  const unclear = scattered ? [] : nodes.filter((node) => holdsData(node) === undefined);
  return {
    least: sure.length,
    most: incomplete === undefined ? sure.length + unclear.length + strangers.length : Infinity,
    open: [
      ...(incomplete === undefined ? [] : [{ undecided: incomplete, hosts: [] }]),
      ...unknownSettingsAmong([...unclear, ...strangers], 'roles'),
      ...(strangers.length > 0 ? unknownSettingsAmong([...nodes, ...possible], 'clusterName') : []),
    ],
  };
}
