/**
 * The topology of stacks as a graph of Graphviz.
 * https://graphviz.org/doc/info/lang.html
 */
import type { DrawnCluster, DrawnHost, DrawnZone, Topology } from '../model/topology.ts';
import { clusterInWords, hostInWords, mainParts, markOf, numbered, zoneInWords } from './topology-words.ts';

/** The graph: a box for each cluster and zone, in it the hosts; shippers are left out where they are alone. */
export function topologyDot(stacks: readonly Topology[]): string {
  const nextId = numbered();
  const lines = stacks.flatMap(({ clusters }) => clusters.flatMap((cluster) => clusterLines(cluster, nextId)));
  return `${['graph stacklint {', ...[...HEAD, ...lines].map((line) => `  ${line}`), '}'].join('\n')}\n`;
}

const HEAD = [
  'node [shape=box style=rounded fontname="sans-serif" fontsize=11]',
  'graph [fontname="sans-serif" fontsize=12]',
];
const LOOKS = { voter: ' penwidth=2.5', node: '', beside: ' style="rounded,dashed"' } as const;

function clusterLines(cluster: DrawnCluster, nextId: (kind: string) => string): readonly string[] {
  return boxed(
    clusterInWords(cluster),
    cluster.zones.flatMap((zone) => zoneLines(zone, nextId)),
    nextId,
  );
}

function zoneLines({ name, stops, hosts }: DrawnZone, nextId: (kind: string) => string): readonly string[] {
  const lines = hosts.filter(({ parts }) => mainParts(parts).length > 0).map((host) => hostLine(host, nextId('host')));
  return name === undefined ? lines : boxed(zoneInWords(name, stops), lines, nextId);
}

/** Graphviz draws a box around a subgraph whose name begins with `cluster`. */
function boxed(
  title: readonly string[],
  lines: readonly string[],
  nextId: (kind: string) => string,
): readonly string[] {
  return [`subgraph ${nextId('cluster')} {`, `  label=${quoted(title)}`, ...lines.map((line) => `  ${line}`), '}'];
}

function hostLine(host: DrawnHost, id: string): string {
  const label = quoted(hostInWords(host));
  return `${id} [label=${label}${LOOKS[markOf(host)]}${host.stops.surely.length > 0 ? ' color="#d1242f"' : ''}]`;
}

/** Lines of a label in quotes. */
function quoted(lines: readonly string[]): string {
  return `"${lines.map((line) => line.replace(/[\\"]/g, '\\$&')).join('\\n')}"`;
}
