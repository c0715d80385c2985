/** Every place that sets a variable, in Ansible's order, and for whom each wins. */
import { weakestLevelFirst } from '../ansible/index.ts';
import type { Assignment, Group, Host } from '../ansible/index.ts';
import { madeOnce } from '../ground/made-once.ts';
import { append } from '../model/multimap.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import { location } from '../report/locations.ts';
import { printable } from '../report/terminal-text.ts';
import type { Document } from '../source/document.ts';
import { shownHost } from '../stack/hosts.ts';
import { placeIn } from '../stack/place.ts';
import { dataInOneLine } from '../stack/secrecy/masked.ts';
import { effectiveVariable } from './effective-values.ts';
import type { Effective, ShownValue, Source } from './effective-values.ts';
import type { HostReport } from './variables-report.ts';

/** One variable of all hosts of a stack. A place that sets it for several hosts, as one of a range does, is one. */
export function variableOnHosts(name: string, opened: OpenedStack): readonly HostReport[] {
  const once = placesOnce();
  return Array.from(opened.inventory.hosts.values(), (host) => {
    const found = effectiveVariable(opened, host, name);
    if (found === undefined) return { opened, host, variables: [] };
    const [first, ...others] = found.places;
    const places: Effective['places'] = [once(first), ...others.map(once)];
    return { opened, host, variables: [{ ...found, places, winners: found.winners.map(once) }] };
  });
}

/** Makes a function that gives the same assignment for all those written at one place. */
function placesOnce(): (place: Assignment) => Assignment {
  const known = new Map<Document, Map<number, Assignment>>();
  return (place) => {
    const inDocument = madeOnce(known, place.document, () => new Map());
    return madeOnce(inDocument, place.key.start, () => place);
  };
}

/** True if anything sets the variable, whether it reaches a host or not. */
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

/** Sorts the places in Ansible's order; first those that lose within their own level, or apply to no host. */
export function placesOf(name: string, stack: OpenedStack, reports: readonly HostReport[]): readonly Assignment[] {
  const reaching = inOrder(reports.map(({ variables }) => variables.flatMap((each) => each.places).reverse()));
  if (reports.length < stack.inventory.hosts.size) return [...reaching];
  const once = placesOnce();
  for (const place of reaching) once(place);
  const unreached = everywhere(name, stack).map((places) => places.map(once).filter((place) => !reaching.has(place)));
  return [...inOrder(unreached), ...reaching];
}

/** Places with the strongest first; those of different hosts at one level stay in their order. */
export function strongestFirst(places: readonly Assignment[]): readonly Assignment[] {
  const runs: Assignment[][] = [];
  let owners = new Set<string | undefined>();
  for (const place of places) {
    const { kind, owner } = place.level;
    const run = runs.at(-1);
    if (run?.[0]?.level.kind === kind && kind.includes('host') && !owners.has(owner)) run.push(place);
    else {
      runs.push([place]);
      owners = new Set();
    }
    owners.add(owner);
  }
  return runs.reverse().flat();
}

/** The hosts that a place applies to. */
export interface Fate {
  /** Hosts for which it wins. */
  readonly wins: string[];
  /** By the place that wins over it. */
  readonly loses: Map<Assignment, string[]>;
  /** Hosts for which it wins in some of their plays. */
  readonly open: string[];
  /** By what its templates give them: to whom, and from where, by names with their places. */
  readonly computed: Map<string, { readonly hosts: string[]; readonly sources: Map<string, Source> }>;
}

/** The fate of a place that applies to no host. */
export function newFate(): Fate {
  return { wins: [], loses: new Map(), open: [], computed: new Map() };
}

/** For whom each place wins, and where it is overridden. */
export function fatesOf(reports: readonly HostReport[]): ReadonlyMap<Assignment, Fate> {
  const fates = new Map<Assignment, Fate>();
  for (const { opened, host, variables } of reports)
    for (const { places, winners, shown: worth } of variables)
      for (const place of places) {
        const fate = madeOnce(fates, place, newFate);
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
  const gives = worth.state === 'known' ? `is ${dataInOneLine(worth.value)}` : worth.message;
  const fold = madeOnce(computed, gives, () => ({ hosts: [], sources: new Map<string, Source>() }));
  fold.hosts.push(host);
  for (const source of worth.from) {
    const { assignment, node } = source;
    const place = location(placeIn(assignment.document, node), inventory.documents);
    fold.sources.set(`${printable(assignment.name)} (${place})`, source);
  }
}

/** The reasons why another place may win: files that cannot be read, tasks and plays that may set the variable. */
export function whyOthersMayWin(name: string, reports: readonly HostReport[]): readonly string[] {
  const unknown = reports.flatMap(({ opened, host }) => {
    const variables = opened.inventory.variablesOf(host);
    return [...variables.unreadAbove(name), variables.unknown(name) ?? []].flat();
  });
  return [...new Set(unknown.map(({ clause }) => `${name} ${clause}`))];
}

/** The reason why a place applies to no host: a play gets only the variables next to its own playbook. */
export function whyUnreached(place: Assignment, name: string, { inventory }: OpenedStack): string {
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
      for (let one: Assignment | undefined = place; one !== undefined; one = one.replaced) found.add(one);
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
  const byLevel = [...below.keys()].sort((a, b) => weakestLevelFirst(a.level, b.level));
  for (const place of byLevel) put(place, new Set());
  return order;
}
