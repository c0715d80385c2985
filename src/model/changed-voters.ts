/** The voters of a cluster before and after a change. */
import { placeBefore, unknownBefore } from './change.ts';
import type { Change, ChangedCluster, ChangedMember } from './change.ts';
import type { Related } from './finding.ts';
import { listed } from './phrases.ts';
import { keyOfPlace, placeOfOrigin } from './setting.ts';
import type { Open, Place } from './setting.ts';
import type { SearchNode } from './stack.ts';
import { countVoters, votingRights } from './voters.ts';

/** The voters of a cluster that is there before and after. Counts are undefined where they are not known. */
export interface ChangedVoters {
  readonly before: number | undefined;
  readonly after: number | undefined;
  /** The voters that there were in any case. */
  readonly leastBefore: number;
  /** Those that surely voted and surely no longer do, and those that surely did not and do. */
  readonly left: readonly ChangedMember<SearchNode>[];
  readonly joined: readonly ChangedMember<SearchNode>[];
  /** The number of those that may vote no longer, and of those that may vote as well: sure or not. */
  readonly mayLeave: number;
  readonly mayJoin: number;
}

/** Compares the voters of a cluster; undefined if it is not there on both sides. */
export function changedVoters({ before, after, nodes }: ChangedCluster): ChangedVoters | undefined {
  if (before === undefined || after === undefined) return undefined;
  const [former, latter] = [countVoters(before), countVoters(after)];
  const changed = nodes.filter((one) => !isOpenAlike(one));
  return {
    before: exact(former),
    after: exact(latter),
    leastBefore: former.voters.least,
    left: changed.filter((one) => votes(one.before) === true && votes(one.after) === false),
    joined: changed.filter((one) => votes(one.before) === false && votes(one.after) === true),
    mayLeave: changed.filter((one) => votes(one.before) !== false && votes(one.after) !== true).length,
    mayJoin: changed.filter((one) => votes(one.before) !== true && votes(one.after) !== false).length,
  };
}

/** Tells whether so many voters leave that the others are no majority of those that the cluster knows. */
export function losesMajority({ before, left }: ChangedVoters): boolean {
  return before !== undefined && left.length > 0 && left.length * 2 >= before;
}

/** The lines before a change that made voters of nodes: those of hosts that are gone, and the roles of the others. */
export function linesOfFormer(change: Change, left: ChangedVoters['left']): readonly Related[] {
  const isGone = ({ after }: (typeof left)[number]): boolean => after === undefined;
  const hosts = left.filter(isGone).map(({ before, was }) => [before?.host, was && placeOfOrigin(was)] as const);
  const roles = left
    .filter((one) => !isGone(one))
    .map(({ before }) => [before?.host, before && placeBefore(change, before.roles.origin)] as const);
  return [
    ...linesWith(hosts, (names) => `where ${listed(names)} ${names.length === 1 ? 'was' : 'were'}`),
    ...linesWith(roles, (names) => `the roles of ${listed(names)} before`),
  ];
}

/** Lists each place once, with words about the hosts that have it. */
function linesWith(
  places: readonly (readonly [string | undefined, Place | undefined])[],
  words: (hosts: readonly string[]) => string,
): readonly Related[] {
  const lines = new Map<string, { readonly place: Place; readonly hosts: string[] }>();
  for (const [host, place] of places) {
    if (host === undefined || place === undefined) continue;
    const line = lines.get(keyOfPlace(place)) ?? { place, hosts: [] };
    lines.set(keyOfPlace(place), line);
    line.hosts.push(host);
  }
  return Array.from(lines.values(), ({ place, hosts }) => ({ ...place, message: words(hosts) }));
}

function exact({ voters: { least, most } }: ReturnType<typeof countVoters>): number | undefined {
  return least === most ? least : undefined;
}

function votes(node: SearchNode | undefined): boolean | undefined {
  return node === undefined ? false : votingRights(node).votes;
}

/** Tells whether the roles of a node are unknown on both sides for one reason, so that nothing shows a change of them. */
function isOpenAlike({ before, after }: ChangedMember<SearchNode>): boolean {
  if (before?.roles.state !== 'unknown' || after?.roles.state !== 'unknown') return false;
  return before.roles.message === after.roles.message;
}

/** What leaves the numbers of voters open: what did so before, and does no longer, and what does so now. */
export function openVoters(change: Change, { before, after }: ChangedCluster): readonly Open[] {
  if (before === undefined || after === undefined) return [];
  const [former, latter] = [countVoters(before).open, countVoters(after).open];
  const still = new Set(latter.map(({ undecided }) => undecided.message));
  const formerly = former
    .filter(({ undecided }) => !still.has(undecided.message))
    .map(({ undecided, hosts = [] }) => ({
      undecided: unknownBefore(change, undecided),
      hosts,
    }));
  return [...formerly, ...latter];
}
