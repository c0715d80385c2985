/**
 * The topology of stacks as a flowchart of Mermaid, which Markdown pages of GitHub, GitLab and many wikis draw.
 * https://mermaid.js.org/syntax/flowchart.html
 */
import type { DrawnCluster, DrawnHost, DrawnZone, Topology } from '../model/topology.ts';
import { clusterInWords, hostInWords, mainParts, markOf, numbered, zoneInWords } from './topology-words.ts';

/** The flowchart: a box for each cluster and zone, in it the hosts; shippers are left out where they are alone. */
export function topologyMermaid(stacks: readonly Topology[]): string {
  const nextId = numbered();
  const lines = stacks.flatMap(({ clusters }) => clusters.flatMap((cluster) => clusterLines(cluster, nextId)));
  return `${['flowchart LR', ...lines.map((line) => `  ${line}`), ...CLASSES].join('\n')}\n`;
}

const CLASSES = [
  '  classDef voter stroke-width:3px',
  '  classDef beside stroke-dasharray:4',
  '  classDef critical stroke:#d1242f',
];

function clusterLines(cluster: DrawnCluster, nextId: (kind: string) => string): readonly string[] {
  return [
    `subgraph ${nextId('cluster')}["${quoted(clusterInWords(cluster), ' · ')}"]`,
    ...cluster.zones.flatMap((zone) => zoneLines(zone, nextId)).map((line) => `  ${line}`),
    'end',
  ];
}

function zoneLines({ name, stops, hosts }: DrawnZone, nextId: (kind: string) => string): readonly string[] {
  const lines = hosts.filter(({ parts }) => mainParts(parts).length > 0).map((host) => hostLine(host, nextId('host')));
  if (name === undefined) return lines;
  return [
    `subgraph ${nextId('zone')}["${quoted(zoneInWords(name, stops))}"]`,
    ...lines.map((line) => `  ${line}`),
    'end',
  ];
}

function hostLine(host: DrawnHost, id: string): string {
  const mark = host.stops.surely.length > 0 ? 'critical' : markOf(host);
  return `${id}["${quoted(hostInWords(host))}"]${mark === 'node' ? '' : `:::${mark}`}`;
}

/** Lines to stand between quotes: what Mermaid or HTML would read as its own is written by its number. */
function quoted(lines: readonly string[], separator = '<br>'): string {
  const escaped = lines.map((line) =>
    line.replace(/[^\p{L}\p{N} .,:;()/_\u00b7-]/gu, (sign) => `#${String(sign.codePointAt(0))};`),
  );
  return escaped.join(separator);
}
