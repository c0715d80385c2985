/** Shards that lie on nodes which the cluster was told to keep shards from: it is asked why they are still there. */
import { isMap } from '../ground/json-map.ts';
import { EXCLUDING, exclusionPatterns, fitsNode } from '../model/exclusions.ts';
import { isList } from './bounded-json.ts';
import type { Json } from './bounded-json.ts';

/** The most nodes of which one shard is explained: a cluster is not asked for long. */
const MOST_NODES = 10;

/** The first shard of each excluded node that is not on its way; the calls gave these answers. */
export function stayingShards(bodyOf: (call: string) => Json | undefined): readonly Readonly<Record<string, string>>[] {
  const [settings, nodes, shards] = [bodyOf('settings'), bodyOf('nodes'), bodyOf('shards')];
  const all = isMap(nodes) && isMap(nodes['nodes']) ? Object.entries(nodes['nodes']) : [];
  const told = [toldIn(settings, 'transient'), toldIn(settings, 'persistent')];
  const excluding = EXCLUDING.map((name) => {
    return [
      name,
      exclusionPatterns(told.map((kind) => kind[name]).find((value) => value !== undefined && value !== '')),
    ] as const;
  });
  const excluded = all.filter(([id, node]) =>
    excluding.some(([name, patterns]) =>
      patterns.some((one) => fitsNode(name, one, { id, told: isMap(node) ? node : {} })),
    ),
  );
  const listed: readonly unknown[] = isList(shards) ? shards : [];
  const rows = listed.filter(isMap);
  return excluded.slice(0, MOST_NODES).flatMap(([id]) => {
    const row = rows.find((one) => one['id'] === id && one['state'] === 'STARTED');
    if (row === undefined) return [];
    const { index, shard, prirep } = row;
    return [{ index: String(index), shard: String(shard), primary: String(prirep === 'p'), node: id }];
  });
}

/** The settings of one kind, by their whole names: the cluster is asked for them flat. */
function toldIn(settings: Json | undefined, kind: string): Readonly<Record<string, unknown>> {
  const told = isMap(settings) ? settings[kind] : undefined;
  return isMap(told) ? told : {};
}
