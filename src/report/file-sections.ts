/** Findings as people read them: one section a file, in it the places, at each of them all that is wrong there. */
import type { Finding } from '../model/finding.ts';
import { grouped } from '../model/multimap.ts';
import type { Place } from '../model/setting.ts';
import { naturally } from './natural-order.ts';
import { bySeverity } from './shown-findings.ts';

/** The findings of a file, or of an answer of a cluster. */
export interface FileSection {
  /** The path as it is shown, or the call. */
  readonly name: string;
  readonly places: readonly PlaceSection[];
}

/** All that is wrong at a place; several places of a file that say the same are one, with the hosts of all. */
export interface PlaceSection {
  readonly at: Place;
  /** The other places that say the same. */
  readonly also: readonly Place[];
  /** The worst first. */
  readonly findings: readonly [Finding, ...Finding[]];
}

/**
 * Sorts findings into files and places. A file is one section, also where it has errors and warnings, and a place is
 * shown once; so files whose worst is an error come before those with warnings alone, and so do the places of a file.
 */
export function fileSections(findings: readonly Finding[]): readonly FileSection[] {
  const files = grouped(findings, ({ at }) => ('call' in at ? at.call : at.file));
  const sections = Array.from(files, ([name, own]) => ({ name, places: placesOf(own) }));
  return sections.sort((a, b) => byWorst(a.places[0], b.places[0]) || naturally(a.name, b.name));
}

function placesOf(findings: readonly Finding[]): readonly PlaceSection[] {
  const places = grouped(findings, ({ at }) => ('call' in at ? at.pointer : `${at.start}-${at.end}`));
  const sorted = Array.from(places.values(), ([first, ...rest]): readonly [Finding, ...Finding[]] => {
    const [worst = first, ...others] = [first, ...rest].sort(bySeverity);
    return [worst, ...others];
  });
  const alike = grouped(sorted, (own) =>
    JSON.stringify(own.map(({ rule, severity, message, variable }) => [rule, severity, message, variable])),
  );
  return Array.from(alike.values(), folded).sort((a, b) => byWorst(a, b) || byPlace(a.at, b.at));
}

function folded(alike: readonly [PlaceSection['findings'], ...PlaceSection['findings'][]]): PlaceSection {
  const [[first, ...rest], ...others] = alike;
  const merged = (finding: Finding, index: number): Finding =>
    together(
      finding,
      others.flatMap((own) => own[index] ?? []),
    );
  return {
    at: first.at,
    also: others.map(([{ at }]) => at),
    findings: [merged(first, 0), ...rest.map((finding, index) => merged(finding, index + 1))],
  };
}

/** One finding for several that say the same, with the hosts and the related places of all. */
function together(one: Finding, others: readonly Finding[]): Finding {
  if (others.length === 0) return one;
  const all = [one, ...others];
  const union = (key: 'hosts' | 'clusters' | 'stacks') => [...new Set(all.flatMap((finding) => finding[key]))];
  const related = all.flatMap((finding) => finding.related);
  return { ...one, hosts: union('hosts'), clusters: union('clusters'), stacks: union('stacks'), related };
}

function byWorst(a: PlaceSection | undefined, b: PlaceSection | undefined): number {
  return a === undefined || b === undefined ? 0 : bySeverity(a.findings[0], b.findings[0]);
}

/** The order of two places in one file or answer. */
function byPlace(a: Place, b: Place): number {
  if ('call' in a || 'call' in b) return 'call' in a && 'call' in b ? naturally(a.pointer, b.pointer) : 0;
  return a.start - b.start;
}
