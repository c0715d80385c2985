/** Every place that sets a variable, and for whom it wins. */
import { withReplaced } from '../ansible/assignment.ts';
import type { Assignment, Group, Host } from '../ansible/entities.ts';
import { shownLevel, byPrecedenceOfLevel } from '../ansible/level.ts';
import type { OpenedStack } from '../open.ts';
import { listed } from '../model/phrases.ts';
import { append } from '../model/multimap.ts';
import { location } from '../report/locations.ts';
import { listedHosts, printable, wrap } from '../report/terminal-text.ts';
import { shownHost } from '../stack/hosts.ts';
import { shown } from '../stack/secrecy/masked.ts';
import { placeIn } from '../stack/place.ts';
import { written } from '../explain/effective-values.ts';
import type { ShownValue } from '../explain/effective-values.ts';
import type { Style } from './report-options.ts';
import { outline } from './value-outline.ts';
import { meaningOfVariable, rulesThatRead } from '../explain/variable-meaning.ts';
import type { HostReport } from '../explain/variables-report.ts';

/** True where anything sets the variable, whether it reaches a host or not. */
export function isSetAnywhere(stack: OpenedStack, name: string): boolean {
  const { inventory } = stack;
  const reaches = (host: Host) => {
    const variables = inventory.variablesOf(host);
    return variables.get(name) !== undefined || variables.unknown(name)?.reason === 'task';
  };
  if ([...inventory.hosts.values()].some(reaches)) return true;
  const sets = (entity: Group | Host) => inventory.ownVariablesOf(entity).get(name) !== undefined;
  return [...inventory.groups.values()].some(sets) || [...inventory.hosts.values()].some(sets);
}

/** The variable in every stack: its meaning, then its places in Ansible's order. */
export function explainVariable(
  name: string,
  opened: readonly OpenedStack[],
  reports: readonly HostReport[],
  style: Style,
): string {
  const lines = opened.flatMap((stack) => [
    ...(opened.length > 1 ? [style.paint.strong(printable(stack.name)), ''] : []),
    ...inStack(
      name,
      stack,
      reports.filter((report) => report.opened === stack),
      style,
    ),
    '',
  ]);
  return `${lines.slice(0, -1).join('\n')}\n`;
}

function inStack(name: string, stack: OpenedStack, reports: readonly HostReport[], style: Style): string[] {
  const { width, paint } = style;
  const lines = [
    paint.strong(name),
    ...meaningOfVariable(name, stack)
      .flatMap((text) => wrap(text, width - 2))
      .map((line) => `  ${line}`),
    '',
    ...wrap(rulesThatRead(name, stack), width),
    '',
  ];
  const places = placesOf(name, stack, reports);
  const unsure = mayBeSet(name, reports).flatMap((message) => wrap(`${printable(message)}.`, width));
  if (places.length === 0) return [...lines, ...(unsure.length > 0 ? unsure : ['Nothing sets it.'])];
  const intro =
    places.length === 1
      ? 'Set in one place:'
      : `Set in ${places.length} places, in Ansible's order (parents before children, groups before hosts): of those that apply to a host, the last one wins.`;
  lines.push(...wrap(intro, width), '');
  const fates = fatesOf(reports);
  const numbers = new Map(places.map((place, index) => [place, index + 1]));
  for (const place of places)
    lines.push(...placeLines(place, numbers, name, stack, fates.get(place), reports.length, style));
  const without = reports.filter(({ variables }) => variables.length === 0).map(({ host }) => shownHost(host));
  const notSet = without.length > 0 ? wrap(`Not set for ${listedHosts(without, reports.length)}.`, width) : [];
  return notSet.length + unsure.length > 0 ? [...lines, '', ...notSet, ...unsure] : lines;
}

/** Sorts the places in Ansible's order; first those that lose within their own level, or apply to no host. */
function placesOf(name: string, stack: OpenedStack, reports: readonly HostReport[]): readonly Assignment[] {
  const reaching = inOrder(reports.map(({ variables }) => variables.flatMap((each) => each.places).reverse()));
  if (reports.length < stack.inventory.hosts.size) return [...reaching];
  const unreached = everywhere(name, stack).map((places) => places.filter((place) => !reaching.has(place)));
  return [...inOrder(unreached), ...reaching];
}

/** The number of places to name of those that a value was computed from. */
const MAX_SOURCES = 4;

/** The hosts that a place applies to. */
interface Fate {
  /** Hosts for which it wins. */
  readonly wins: string[];
  /** By the place that wins over it. */
  readonly loses: Map<Assignment, string[]>;
  /** Hosts for which it wins in some of their plays. */
  readonly open: string[];
  /** By what its templates give them: to whom, and from where. */
  readonly computed: Map<string, { readonly hosts: string[]; readonly sources: Set<string> }>;
}

function newFate(): Fate {
  return { wins: [], loses: new Map(), open: [], computed: new Map() };
}

function fatesOf(reports: readonly HostReport[]): ReadonlyMap<Assignment, Fate> {
  const fates = new Map<Assignment, Fate>();
  for (const { opened, host, variables } of reports)
    for (const { places, winners, shown: worth } of variables)
      for (const place of places) {
        let fate = fates.get(place);
        if (fate === undefined) fates.set(place, (fate = newFate()));
        const [winner] = places;
        const name = shownHost(host);
        if (!winners.includes(place)) append(fate.loses, winner, name);
        else (winners.length > 1 ? fate.open : fate.wins).push(name);
        if (place === winner && isComputed(worth)) compute(fate, worth, opened, name);
      }
  return fates;
}

function isComputed(worth: ShownValue): boolean {
  if (worth.raw !== undefined || worth.from.length > 0) return true;
  return worth.state === 'unknown' && worth.written !== undefined;
}

function compute({ computed }: Fate, worth: ShownValue, { inventory }: OpenedStack, host: string): void {
  const gives = worth.state === 'known' ? `is ${shown(worth.value)}` : worth.message;
  let fold = computed.get(gives);
  if (fold === undefined) computed.set(gives, (fold = { hosts: [], sources: new Set() }));
  fold.hosts.push(host);
  for (const { assignment, node } of worth.from) {
    const place = location(placeIn(assignment.document, node), inventory.documents);
    fold.sources.add(`${printable(assignment.name)} (${place})`);
  }
}

/** The reasons why another place may win: files that cannot be read, tasks and plays that may set the variable. */
export function mayBeSet(name: string, reports: readonly HostReport[]): readonly string[] {
  const unknown = reports.flatMap(({ opened, host }) => {
    const variables = opened.inventory.variablesOf(host);
    return [...variables.unreadAbove(name), variables.unknown(name) ?? []].flat();
  });
  return [...new Set(unknown.map(({ message }) => `${name} ${message}`))];
}

/** One place: where it is, what it says, and for which hosts it wins or loses. */
function placeLines(
  place: Assignment,
  numbers: ReadonlyMap<Assignment, number>,
  name: string,
  stack: OpenedStack,
  fate: Fate | undefined,
  all: number,
  { width, paint }: Style,
): string[] {
  const { wins, loses, open, computed: values } = fate ?? newFate();
  const says = [
    ...(wins.length > 0 ? [`wins for ${listedHosts(wins, all)}`] : []),
    ...(open.length > 0 ? [`wins in some plays for ${listedHosts(open, all)}`] : []),
    ...Array.from(loses, ([winner, hosts]) => `${numbers.get(winner)} overrides it for ${listedHosts(hosts, all)}`),
  ];
  const gives = Array.from(values, ([value, { hosts, sources }]) => {
    const from = sources.size > 0 ? `, from ${listed([...sources], MAX_SOURCES)}` : '';
    return `${printable(value)} for ${listedHosts(hosts, all)}${from}`;
  });
  const number = numbers.get(place) ?? 0;
  const { document, value } = place;
  const level = shownLevel(place.level);
  const at = location(placeIn(document, value), stack.inventory.documents);
  const margin = ' '.repeat(String(number).length + 2);
  const head = `${number}. ${at}`;
  const from = document.file.includes(level) ? '' : ` (${printable(level)})`;
  return [
    ...wrap(`${head}${from}`, width),
    ...outline(name, written(stack, name, value), width - margin.length).map(
      (line) => `${margin}${paint.strong(line)}`,
    ),
    ...[says.length > 0 ? says.join('; ') : unreached(place, name, stack), ...gives]
      .flatMap((text) => wrap(text, width - margin.length))
      .map((line) => `${margin}${paint.faint(line)}`),
  ];
}

/** The reason why a place applies to no host: a play gets the variables next to its own playbook alone. */
function unreached(place: Assignment, name: string, { inventory }: OpenedStack): string {
  const owners = [
    ...[...inventory.groups.values()].filter((group) => inventory.members(group).length > 0),
    ...inventory.hosts.values(),
  ];
  const sets = (playbook: boolean) => (owner: Group | Host) =>
    inventory.ownVariablesOf(owner, playbook).candidates(name).includes(place);
  const isBesidePlaybook = owners.some(sets(true)) && !owners.some(sets(false));
  return isBesidePlaybook ? 'applies to no host: none of their plays is in its folder' : 'applies to no host';
}

/** All places of each group and host, the weakest first. */
function everywhere(name: string, { inventory }: OpenedStack): readonly (readonly Assignment[])[] {
  return [...inventory.groups.values(), ...inventory.hosts.values()].map((entity) => {
    const found = new Set<Assignment>();
    for (const place of inventory.ownVariablesOf(entity).candidates(name))
      for (const one of withReplaced(place)) found.add(one);
    return [...found].reverse();
  });
}

/**
 * Merges lists of places into one order that agrees with each. Places that no list compares, such as the values of two
 * hosts, one in the inventory and one in a file of `host_vars`, come in the order of their levels.
 */
function inOrder(lists: readonly (readonly Assignment[])[]): ReadonlySet<Assignment> {
  const below = new Map<Assignment, Set<Assignment>>();
  for (const list of lists)
    for (const [index, place] of list.entries()) {
      const before = list[index - 1];
      const set = below.get(place) ?? new Set();
      if (before !== undefined) set.add(before);
      below.set(place, set);
    }
  const order = new Set<Assignment>();
  const put = (place: Assignment, above: ReadonlySet<Assignment>) => {
    if (order.has(place) || above.has(place)) return;
    for (const before of below.get(place) ?? []) put(before, new Set([...above, place]));
    order.add(place);
  };
  const byLevel = [...below.keys()].sort((a, b) => byPrecedenceOfLevel(a.level, b.level));
  for (const place of byLevel) put(place, new Set());
  return order;
}
