/** A variable in a hover: its meaning, its values on hosts, the places that set it, and what it goes into. */
import { shownLevel } from '../ansible/index.ts';
import type { Assignment } from '../ansible/index.ts';
import { valueAsWritten } from '../explain/effective-values.ts';
import { valueLines } from '../explain/value-outline.ts';
import { meaningOfVariable, rulesReading } from '../explain/variable-meaning.ts';
import {
  fatesOf,
  whyOthersMayWin,
  newFate,
  strongestFirst,
  placesOf,
  variableOnHosts,
  whyUnreached,
} from '../explain/variable-places.ts';
import type { Fate } from '../explain/variable-places.ts';
import type { HostReport } from '../explain/variables-report.ts';
import { exactJson } from '../model/exact-json.ts';
import { counted, listed } from '../model/phrases.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import { MAX_NAMES } from '../report/terminal-text.ts';
import { shownHost } from '../stack/hosts.ts';
import { placeIn } from '../stack/place.ts';
import { dataInOneLine } from '../stack/secrecy/masked.ts';
import { codeBlock, code, hostList, linkTo, plain } from './markdown.ts';
import type { Snapshot } from './snapshot.ts';
import { stackIndexOf } from './stack-index.ts';
import { propertyOf } from '../stack/vocabulary/vocabulary.ts';

/** The most places, values, files and uses that a hover lists: it is read at a glance. */
const MAX_PLACES = 5;
/** The number of places to list if there are more, when the values come before them. */
const SOME_PLACES = 3;
const MAX_VALUES = 4;
const MAX_FILES = 3;
const MAX_USES = 4;
/** The most lines of a value that is a list or a map. */
const MAX_LINES = 8;
/** The columns of a value. */
const WIDTH = 80;

/** Describes a variable in one stack, in paragraphs of Markdown. `here`: the assignment that a person points at. */
export function variableParagraphs(
  snapshot: Snapshot,
  opened: OpenedStack,
  name: string,
  here: Assignment | undefined,
): readonly string[] {
  const reports = variableOnHosts(name, opened);
  const places = strongestFirst(placesOf(name, opened, reports));
  const meaning = meaningOfVariable(name, opened).map(plain);
  const set =
    places.length === 0
      ? unset(snapshot, opened, name)
      : [
          ...valuesOn(reports, name, places.length),
          placeList(snapshot, opened, name, { places, reports, here }),
          ...notSetOn(reports),
        ];
  const unsure = whyOthersMayWin(name, reports)
    .slice(0, 2)
    .map((message) => `${plain(message)}.`);
  const paragraphs = [meaning.join('  \n'), ...set, ...unsure, goesInto(snapshot, opened, name)];
  return paragraphs.filter((text) => text !== '');
}

/** A variable that no file sets. */
function unset(snapshot: Snapshot, opened: OpenedStack, name: string): readonly string[] {
  const tasks = stackIndexOf(opened)
    .mentionsOf(name)
    .filter(({ kind }) => kind === 'fact')
    .map((one) => linkTo(snapshot, placeIn(one.document, one)));
  if (tasks.length > 0) return [`Set by ${tasks.length === 1 ? 'a task' : 'tasks'}: ${listed(tasks, MAX_USES)}.`];
  const [first] = opened.inventory.hosts.values();
  const giver = opened.values.scopes.giverOf(name, first);
  if (giver === undefined) return ['No file of the stack sets it.'];
  return [giver === 'Ansible' ? 'Ansible itself sets it.' : `${plain(name)} ${plain(giver.clause)}.`];
}

/** The values on hosts, if the list of places does not show them: those of many places, and lists and maps. */
function valuesOn(reports: readonly HostReport[], name: string, places: number): readonly string[] {
  const folds = new Map<string, { readonly value: unknown; readonly says: string; readonly hosts: string[] }>();
  for (const { host, variables } of reports) {
    const [effective] = variables;
    if (effective === undefined) continue;
    const worth = effective.shown;
    const value = worth.state === 'known' ? worth.value : undefined;
    const says = worth.state === 'known' ? code(dataInOneLine(value)) : `unknown: ${plain(worth.message)}`;
    const key = exactJson([worth.state, value ?? worth.state === 'unknown', says]);
    const fold = folds.get(key);
    if (fold === undefined) folds.set(key, { value, says, hosts: [shownHost(host)] });
    else fold.hosts.push(shownHost(host));
  }
  const all = [...folds.values()].sort((a, b) => b.hosts.length - a.hosts.length);
  const [only] = all;
  const lines = only === undefined || all.length > 1 ? [] : valueLines(name, only.value, WIDTH);
  if (lines.length > 1) return [codeBlock('yaml', lines, MAX_LINES)];
  if (places <= MAX_PLACES) return [];
  const rest = all.slice(MAX_VALUES);
  const others = rest.flatMap(({ hosts }) => hosts);
  const list = all.slice(0, MAX_VALUES).map(({ says, hosts }) => `- ${says} for ${hostList(hosts, reports.length)}`);
  const more =
    rest.length === 0 ? [] : [`- ${counted(rest.length, 'other value')} for ${counted(others.length, 'host')}`];
  return [[...list, ...more].join('\n')];
}

function notSetOn(reports: readonly HostReport[]): readonly string[] {
  const without = reports.filter(({ variables }) => variables.length === 0).map(({ host }) => shownHost(host));
  return without.length > 0 ? [`Not set for ${hostList(without, reports.length)}.`] : [];
}

interface Places {
  /** The strongest first. */
  readonly places: readonly Assignment[];
  readonly reports: readonly HostReport[];
  readonly here: Assignment | undefined;
}

/** The places that set it, the strongest first, with what each says and for whom it counts. */
function placeList(snapshot: Snapshot, opened: OpenedStack, name: string, { places, reports, here }: Places): string {
  const fates = fatesOf(reports);
  const chosen = chosenOf(places, fates, here);
  const intro =
    places.length === 1 ? 'Set in one place:' : `Set in ${String(places.length)} places, the strongest first:`;
  const items = chosen.map(
    (place) => `- ${onePlace(snapshot, opened, name, place, fates.get(place) ?? newFate(), reports.length, here)}`,
  );
  const rest = places.length - chosen.length;
  return [intro, '', ...items, ...(rest > 0 ? [`- and ${String(rest)} more`] : [])].join('\n');
}

/** The places to show of many: the one that a person points at, and those that count for the most hosts. */
function chosenOf(
  places: readonly Assignment[],
  fates: ReadonlyMap<Assignment, Fate>,
  here: Assignment | undefined,
): readonly Assignment[] {
  if (places.length <= MAX_PLACES) return places;
  const weight = (place: Assignment): number =>
    isSame(place, here) ? Infinity : (fates.get(place)?.wins.length ?? 0) + (fates.get(place)?.open.length ?? 0);
  const heaviest = new Set([...places].sort((a, b) => weight(b) - weight(a)).slice(0, SOME_PLACES));
  return places.filter((place) => heaviest.has(place));
}

function isSame(one: Assignment, other: Assignment | undefined): boolean {
  return one === other || (one.document.file === other?.document.file && one.key.start === other.key.start);
}

function onePlace(
  snapshot: Snapshot,
  opened: OpenedStack,
  name: string,
  place: Assignment,
  { wins, loses, open, computed }: Fate,
  all: number,
  here: Assignment | undefined,
): string {
  const { document, key, value, level } = place;
  const linked = linkTo(snapshot, placeIn(document, key));
  const label = shownLevel(level);
  const from = document.file.includes(label) ? '' : ` (${plain(label)})`;
  const says = [
    ...(wins.length > 0 ? [`wins for ${hostList(wins, all)}`] : []),
    ...(open.length > 0 ? [`wins in some plays for ${hostList(open, all)}`] : []),
    ...Array.from(loses, ([winner, hosts]) => {
      const by = linkTo(snapshot, placeIn(winner.document, winner.key));
      return `overridden by ${by} for ${hostList(hosts, all)}`;
    }).slice(0, 2),
    ...(loses.size > 2 ? [`and by ${counted(loses.size - 2, 'other place')}`] : []),
  ];
  const winning = wins.length + open.length;
  const gives = Array.from(computed, ([text, { hosts }]) =>
    hosts.length === winning ? plain(text) : `${plain(text)} for ${hostList(hosts, all)}`,
  );
  const more = gives.length > 2 ? `; ${counted(gives.length - 2, 'other value')}` : '';
  return [
    `${linked}${from}${isSame(place, here) ? ' (here)' : ''} ${code(dataInOneLine(valueAsWritten(opened, name, value)))}`,
    [says.length > 0 ? says.join('; ') : whyUnreached(place, name, opened), ...gives.slice(0, 2)].join('; ') + more,
  ].join(': ');
}

/** The readers of the variable: files on hosts, rules, other places. */
function goesInto(snapshot: Snapshot, opened: OpenedStack, name: string): string {
  const index = stackIndexOf(opened);
  const all = opened.inventory.hosts.size;
  const files = index.rendered.of(name).map(({ path, hosts }) => ({ path, hosts: hosts.map(shownHost) }));
  const inFiles = files.slice(0, MAX_FILES).map(({ path, hosts }) => `${code(path)} on ${hostList(hosts, all)}`);
  const otherFiles = files.length > MAX_FILES ? [`and ${counted(files.length - MAX_FILES, 'other file')}`] : [];
  const becomes = propertyOf(opened.vocabulary, name)?.becomes;
  const settings = becomes === undefined ? [] : [becomes].flat().map(code);
  const { rules } = rulesReading(name, opened);
  const uses = index.mentionsOf(name).filter(({ kind }) => kind === 'variable');
  const links = [...new Set(uses.map((one) => linkTo(snapshot, placeIn(one.document, one))))];
  return [
    ...(settings.length > 0 ? [`Becomes ${settings.join(', ')}.`] : []),
    ...(files.length > 0 ? [`Goes into ${[...inFiles, ...otherFiles].join(', ')}.`] : []),
    ...(links.length > 0 ? [`Used in ${listed(links, MAX_USES)}.`] : []),
    ...(rules.length > 0 ? [`Read by ${listed(rules, MAX_NAMES)}.`] : []),
  ].join('  \n');
}
