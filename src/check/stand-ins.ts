/** Stand-ins: what is checked in place of an inventory that was not found, or whose hosts are not known. */
import { NoInventory } from '../ansible/discovery/discover.ts';
import type { DiscoveredStack } from '../ansible/discovery/discover.ts';
import { hasMembers } from '../model/stack.ts';
import type { Stack } from '../model/stack.ts';
import { listed } from '../model/phrases.ts';
import type { OpenedStack } from './opened-stack.ts';
import { severityOf } from '../troubles/catalogue.ts';

/** Stacks as they were found, each with what was read of it. */
export type Opened = ReadonlyMap<DiscoveredStack, OpenedStack>;

/** Tells whether a stack that stands in for the same missing inventory of the same project has members. */
export function isStoodInFor(
  { noneFound, root }: Pick<DiscoveredStack, 'noneFound' | 'root'>,
  opened: Opened,
): boolean {
  return [...opened].some(
    ([other, { stack }]) => other.noneFound === noneFound && other.root === root && hasMembers(stack),
  );
}

/** The stacks without stand-ins of which nothing was understood. Throws CannotCheck for a project that has no others. */
export function withoutIdleStandIns(opened: Opened): Opened {
  const missing = new Set([...opened.keys()].flatMap(({ noneFound = [] }) => noneFound));
  for (const noneFound of missing)
    if (![...opened].some(([found, { stack }]) => found.noneFound === noneFound && hasMembers(stack))) throw noneFound;
  return new Map([...opened].filter(([{ standIn }, { stack }]) => standIn === undefined || hasMembers(stack)));
}

/**
 * The same stacks with made-up hosts, for those that have no host: only a run knows them, or there are none yet. No hosts
 * are made up if a part of a search stack was understood, if sources are broken or list hosts among the groups, or if a
 * person named the empty inventory.
 */
export function standInsForHosts(opened: Opened, isNamed: boolean): ReadonlyMap<DiscoveredStack, DiscoveredStack> {
  if ([...opened.values()].some(({ stack }) => hasMembers(stack))) return new Map();
  return new Map(
    [...opened].flatMap(([found, { stack, inventory, sources }]) => {
      const { hosts, dynamicSources, lockedSources, troubles } = inventory;
      const isBroken = troubles.some((trouble) => severityOf(trouble) === 'error');
      if (found.standIn !== undefined || hosts.size > 0 || isBroken || hasLostHosts(stack)) return [];
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

/**
 * Tells whether all inventories that were found are for other plays than those of their project. A group that is nearly
 * named as one of theirs is a mistake, not another's, and so is a host among the groups.
 */
export function areForOtherPlays(opened: Opened): boolean {
  return [...opened.values()].every(({ stack, inventory, deployments }) => {
    const { standIn, hosts, dynamicSources, lockedSources } = inventory;
    const isWhole = standIn === undefined && hosts.size > 0 && dynamicSources.length + lockedSources.length === 0;
    const isReached = [...hosts.values()].some((host) => deployments?.reaches(host) === true);
    if (!isWhole || hasMembers(stack) || isReached || hasLostHosts(stack)) return false;
    return stack.inventory?.mistypedHosts.length === 0;
  });
}

function hasLostHosts({ inventory }: Stack): boolean {
  return inventory?.lostHosts.some(({ unless }) => unless === undefined) === true;
}
