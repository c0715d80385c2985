/** The words of a drawn topology, which every form of it has. */
import type { Service } from '../model/resilience.ts';
import type { DrawnCluster, DrawnHost, DrawnPart, Stops } from '../model/topology.ts';

/** `master, data_hot · 30 GB heap · 8.13.4`: what runs as a part, in a few words. */
export function partInWords(part: DrawnPart): string {
  const { heapGb, release } = part;
  return [
    kindInWords(part),
    ...(heapGb === undefined ? [] : [`${sizeOf(heapGb)} heap`]),
    ...(release === undefined ? [] : [release]),
  ].join(' · ');
}

/** The roles of a search node, or what else a part is. */
export function kindInWords({ kind, roles, program }: DrawnPart): string {
  if (kind !== 'search') return program ?? kind;
  if (roles === undefined) return 'roles not known';
  if (roles === 'all') return 'all roles';
  return roles.length === 0 ? 'coordinating' : roles.join(', ');
}

/** `30 GB`, `512 MB`: a size that is given in GB. */
export function sizeOf(gb: number): string {
  return gb < 1 ? `${String(Math.round(gb * 1024))} MB` : `${String(Number(gb.toFixed(1)))} GB`;
}

/** `stops elections, writes; may stop ingest`: what a loss does; undefined for nothing. */
export function stopsInWords({ surely, maybe }: Stops): string | undefined {
  const clause = (verb: string, services: readonly Service[]): readonly string[] =>
    services.length === 0 ? [] : [`${verb} ${services.join(', ')}`];
  const said = [...clause('stops', surely), ...clause('may stop', maybe)];
  return said.length === 0 ? undefined : said.join('; ');
}

/** The place of a host among the others: one that votes, one with other work of a search node, or one beside them. */
export type HostMark = 'voter' | 'node' | 'beside';

/** Tells how a host is marked; one that may vote counts as one that does. */
export function markOf({ parts }: DrawnHost): HostMark {
  const nodes = parts.filter(({ kind }) => kind === 'search');
  if (nodes.length === 0) return 'beside';
  return nodes.some(({ votes }) => votes !== false) ? 'voter' : 'node';
}

/** The title of a cluster: its name, and how many losses it survives. */
export function clusterInWords({ label, isKnown, summary }: DrawnCluster): readonly string[] {
  return [isKnown ? label : `${label} (its name is not known)`, ...(summary === undefined ? [] : [summary])];
}

/** The lines of a host's box: its name, what runs there but for shippers, and what its loss does. */
export function hostInWords({ name, parts, stops }: DrawnHost): readonly string[] {
  return [name, ...mainParts(parts).map(partInWords), ...effectInWords(stops)];
}

/** The lines of a zone's title: its name, and what its loss does. */
export function zoneInWords(name: string, stops: Stops): readonly string[] {
  return [name, ...effectInWords(stops)];
}

function effectInWords(stops: Stops): readonly string[] {
  const effect = stopsInWords(stops);
  return effect === undefined ? [] : [`its loss ${effect}`];
}

/** The parts of a host that a picture shows: shippers run on nearly every host. */
export function mainParts(parts: DrawnHost['parts']): DrawnHost['parts'] {
  return parts.filter(({ kind }) => kind !== 'shipper');
}

/** Makes the names of boxes, which no other box has: `host1`, `zone2`. */
export function numbered(): (kind: string) => string {
  let last = 0;
  return (kind) => `${kind}${String(++last)}`;
}
