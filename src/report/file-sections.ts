/**
 * Findings as people read them: one section for each file, in it the places, and at each place everything that is
 * wrong there.
 */
import type { Finding } from '../model/finding.ts';
import { grouped } from '../model/multimap.ts';
import { pointerOfAnyNode } from '../model/setting.ts';
import type { Place } from '../model/setting.ts';
import { naturally } from '../model/natural-order.ts';
import { bySeverity } from './shown-findings.ts';

/** The findings of a file, or of an answer of a cluster. */
export interface FileSection {
  /** The path as it is shown, or the call. */
  readonly name: string;
  readonly places: readonly PlaceSection[];
}

/** A place that has a line of a list to itself. */
export interface ItemOfList {
  readonly at: Place;
  /** What tells it from the others. */
  readonly name: string;
}

/**
 * Everything that is wrong at a place; several places of a file with the same findings are one, with the hosts of all
 * of them.
 */
export interface PlaceSection {
  readonly at: Place;
  /** The other places that say the same. */
  readonly also: readonly Place[];
  /** The places of a list's items, if the place is a list; its findings speak of all of them. */
  readonly items: readonly ItemOfList[];
  /** The worst first. */
  readonly findings: readonly [Finding, ...Finding[]];
}

/**
 * Sorts findings into files and places. A file is one section, even if it has errors and warnings, and a place is
 * shown once; so files whose worst is an error come before those with only warnings, and so do the places of a file.
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
  const inOrder = Array.from(alike.values(), folded).sort((a, b) => byPlace(a.at, b.at));
  return inLists(inOrder).toSorted((a, b) => byWorst(a, b) || byPlace(a.at, b.at));
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
    items: [],
    findings: [merged(first, 0), ...rest.map((finding, index) => merged(finding, index + 1))],
  };
}

/** The number of places of one kind from which a file shows them as a list. */
const FEWEST_IN_LIST = 3;

/** Puts places into one list if a file has many with findings of one kind. */
function inLists(places: readonly PlaceSection[]): readonly PlaceSection[] {
  const kinds = grouped(places, ({ findings }) =>
    JSON.stringify(findings.map(({ rule, severity, inList }) => [rule, severity, inList?.all])),
  );
  return [...kinds.values()].flatMap((own) => {
    const isList = own.length >= FEWEST_IN_LIST && own[0].findings.every(({ inList }) => inList !== undefined);
    return isList ? [asList(own)] : own;
  });
}

function asList([first, ...others]: readonly [PlaceSection, ...PlaceSection[]]): PlaceSection {
  const items = [first, ...others]
    .flatMap(({ at, also, findings: [{ inList }] }) =>
      [at, ...also].map((place) => ({ at: place, name: inList?.name ?? '' })),
    )
    .sort((a, b) => byPlace(a.at, b.at));
  const merged = (finding: Finding, index: number): Finding => {
    const all = together(
      finding,
      others.flatMap(({ findings }) => findings[index] ?? []),
    );
    // The places in other files that each has to itself would be too many.
    return { ...all, message: `${String(items.length)} ${finding.inList?.all ?? ''}`, related: [] };
  };
  const [one, ...rest] = first.findings;
  return { at: first.at, also: [], items, findings: [merged(one, 0), ...rest.map((each, at) => merged(each, at + 1))] };
}

/** One finding for several that say the same, with the hosts and the related places of all. */
function together(one: Finding, others: readonly Finding[]): Finding {
  if (others.length === 0) return one;
  const all = [one, ...others];
  const union = (key: 'hosts' | 'clusters' | 'stacks') =>
    [...new Set(all.flatMap((finding) => finding[key]))].sort(naturally);
  const related = all.flatMap((finding) => finding.related);
  return { ...one, hosts: union('hosts'), clusters: union('clusters'), stacks: union('stacks'), related };
}

function byWorst(a: PlaceSection | undefined, b: PlaceSection | undefined): number {
  return a === undefined || b === undefined ? 0 : bySeverity(a.findings[0], b.findings[0]);
}

/** The order of two places in one file or answer. */
function byPlace(a: Place, b: Place): number {
  if ('call' in a || 'call' in b)
    return 'call' in a && 'call' in b ? naturally(pointerOfAnyNode(a.pointer), pointerOfAnyNode(b.pointer)) : 0;
  return a.start - b.start;
}
