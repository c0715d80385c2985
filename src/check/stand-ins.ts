/** Stand-ins: what is checked in place of an inventory that was not found, or whose hosts are not known. */
import { NoInventory } from '../ansible/index.ts';
import type { DiscoveredStack } from '../ansible/index.ts';
import { listed } from '../model/phrases.ts';
import { severityOf } from '../troubles/catalogue.ts';
import type { SeenStacks } from './seen-stacks.ts';

/** Tells whether a stack that stands in for the same missing inventory of the same project has members. */
export function isStoodInFor(
  { noneFound, root }: Pick<DiscoveredStack, 'noneFound' | 'root'>,
  seen: SeenStacks,
): boolean {
  return [...seen].some(
    ([other, { hasMembers }]) => other.noneFound === noneFound && other.root === root && hasMembers,
  );
}

/** Throws the error that no inventory was found, for a project in whose stand-ins nothing was understood. */
export function refuseIdleStandIns(seen: SeenStacks): void {
  const missing = new Set([...seen.keys()].flatMap(({ noneFound = [] }) => noneFound));
  for (const noneFound of missing)
    if (![...seen].some(([found, { hasMembers }]) => found.noneFound === noneFound && hasMembers)) throw noneFound;
}

/**
 * The same stacks, with made-up hosts for those that have no host because only a run knows the hosts, or there are
 * none yet. No hosts are made up if a part of a search stack was understood, if sources are broken or list hosts
 * among the groups, or if a person named the empty inventory.
 */
export function standInsForHosts(seen: SeenStacks, isNamed: boolean): ReadonlyMap<DiscoveredStack, DiscoveredStack> {
  if ([...seen.values()].some(({ hasMembers }) => hasMembers)) return new Map();
  return new Map(
    [...seen].flatMap(([found, { hasLostHosts, inventory, sources }]) => {
      const { hosts, dynamicSources, lockedSources, troubles } = inventory;
      const isBroken = troubles.some((trouble) => severityOf(trouble) === 'error');
      if (found.standIn !== undefined || hosts.size > 0 || isBroken || hasLostHosts) return [];
      const unread = [...dynamicSources, ...lockedSources];
      if (unread.length === 0 && (isNamed || found.isConfigured)) return [];
      const message =
        unread.length > 0
          ? `only a run knows the hosts of ${listed(unread, NAMED)}`
          : `no host found in ${listed(sources, NAMED)}`;
      return [[found, { ...found, standIn: 'made-up', noneFound: new NoInventory(message, []) }] as const];
    }),
  );
}

/** The number of sources that a message names. */
const NAMED = 3;
