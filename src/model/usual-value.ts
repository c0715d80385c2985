/** The usual value among several, so that a finding can name the one that differs. */
import type { Related } from './finding.ts';
import { append } from './multimap.ts';
import { listed } from './phrases.ts';
import { keyOfPlace, placeOfOrigin, unknownSettingsAmong } from './setting.ts';
import type { Open, Setting } from './setting.ts';
import type { Cluster, SearchNode } from './stack.ts';

/** The item whose key most items have, the first if several keys are as frequent; undefined if there are no items. */
export function mostCommon<T>(items: Iterable<T>, keyOf: (item: T) => string): T | undefined {
  const counts = new Map<string, { readonly item: T; count: number }>();
  for (const item of items) {
    const key = keyOf(item);
    const entry = counts.get(key);
    if (entry === undefined) counts.set(key, { item, count: 1 });
    else entry.count++;
  }
  let best: { readonly item: T; count: number } | undefined;
  for (const entry of counts.values()) if (best === undefined || entry.count > best.count) best = entry;
  return best?.item;
}

/** The value that most nodes of a cluster have, or the unknown values that leave it undecided. */
interface Usual<T> {
  /** Undefined if no node has a value, and if the usual one is undecided. */
  readonly value: T | undefined;
  readonly open: readonly Open[];
}

/**
 * Finds the value that most nodes of a cluster have.
 *
 * It is undecided where a node with another value may or may not belong to the cluster: then it is unknown which
 * value is usual, and whether the nodes have to agree at all.
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
  return { value: undefined, open: unknownSettingsAmong([...nodes, ...possible], 'clusterName') };
}

/** The number of hosts to name with the line that gives them the usual value. */
const MAX_HOSTS = 5;

/** Lists the lines that set the usual value of a setting, each once, with the hosts that have it from there. */
export function linesOfUsual<N extends Pick<SearchNode, 'host'>>(
  nodes: readonly N[],
  settingOf: (node: N) => Setting<unknown>,
  isUsual: (node: N) => boolean,
  usual: string,
): readonly Related[] {
  const lines = new Map<string, N[]>();
  for (const node of nodes) {
    const setting = settingOf(node);
    if (setting.state === 'known' && isUsual(node)) append(lines, keyOfPlace(setting.origin), node);
  }
  return [...lines.values()].flatMap((sharing) => {
    const [first] = sharing;
    const hosts = listed(
      sharing.map(({ host }) => host),
      MAX_HOSTS,
    );
    return first === undefined ? [] : [{ ...placeOfOrigin(settingOf(first).origin), message: `${usual} on ${hosts}` }];
  });
}
