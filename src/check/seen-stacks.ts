/** What is remembered of the stacks of a target once they were opened: enough to tell which of them are checked. */
import { resolve } from 'node:path';
import { NoInventory } from '../ansible/index.ts';
import type { DiscoveredStack, Host, SourcedInventory } from '../ansible/index.ts';
import { CannotCheck } from '../ground/cannot-check.ts';
import { leadsTo } from '../ground/files.ts';
import type { ShowsPath } from '../ground/paths.ts';
import { listed } from '../model/phrases.ts';
import { hasMembers } from '../model/stack.ts';
import type { OpenedStack } from './opened-stack.ts';
import type { CheckTarget } from './target.ts';

/** A stack that was opened, without what is heavy of it. */
export interface SeenStack extends Pick<OpenedStack, 'sources' | 'hosts'> {
  /** The inventory that its sources and variable files declare. */
  readonly inventory: SourcedInventory;
  /** True if a part of a search stack was understood. */
  readonly hasMembers: boolean;
  /** True if hosts are listed among its groups. */
  readonly hasLostHosts: boolean;
  /** True if it is whole, and neither its hosts nor its groups are meant by any play of the project. */
  readonly isForOtherPlays: boolean;
  /** The folders without an inventory that it is presumed for, and in which it reads files. */
  readonly foldersRead: readonly string[];
  /** True if it is checked, unless another stands in for it. */
  readonly isHeld: boolean;
}

/** Stacks as they were found, each with what was seen of it. */
export type SeenStacks = ReadonlyMap<DiscoveredStack, SeenStack>;

/** Notes what a stack is like that was opened. */
export function seenStack(
  target: CheckTarget,
  { standIn, presumedFor }: DiscoveredStack,
  opened: OpenedStack,
): SeenStack {
  const { sources, hosts, read, stack } = opened;
  const isUnderstood = hasMembers(stack);
  const lost = !isUnderstood && hasLostHosts(opened);
  const foldersRead = (presumedFor ?? []).filter((folder) => readsIn(target, opened, folder));
  return {
    sources,
    hosts,
    inventory: read,
    hasMembers: isUnderstood,
    hasLostHosts: lost,
    isForOtherPlays: !isUnderstood && !lost && target.standIns === true && isForOtherPlays(opened),
    foldersRead,
    isHeld: (standIn === undefined || isUnderstood) && (presumedFor === undefined || foldersRead.length > 0),
  };
}

function hasLostHosts({ stack: { inventory } }: OpenedStack): boolean {
  return inventory?.lostHosts.some(({ unless }) => unless === undefined) === true;
}

/** A group that is nearly named as one of the plays is a mistake, not another's. */
function isForOtherPlays({ stack, read, deployments }: OpenedStack): boolean {
  const { standIn, hosts, dynamicSources, lockedSources } = read;
  const isWhole = standIn === undefined && hosts.size > 0 && dynamicSources.length + lockedSources.length === 0;
  if (!isWhole || [...hosts.values()].some((host) => deployments?.reaches(host) === true)) return false;
  return stack.inventory?.mistypedHosts.length === 0;
}

function readsIn(
  { files, cwd }: CheckTarget,
  { inventory, templates, deployments }: OpenedStack,
  folder: string,
): boolean {
  const isThere = (file: string): boolean => leadsTo(files, resolve(cwd, file), folder);
  const isWrittenFromThere = (host: Host): boolean =>
    deployments
      ?.filesOf(host)
      .some(({ writers }) => writers.some(({ source }) => source !== undefined && isThere(source.file))) === true;
  return (
    [...inventory.documents.keys()].some(isThere) ||
    templates.some(({ file }) => isThere(file)) ||
    [...inventory.hosts.values()].some(isWrittenFromThere)
  );
}

/** Throws CannotCheck for a folder without an inventory if no stack that is presumed for it reads a file there. */
export function refuseUnreadFolders(seen: SeenStacks, shown: ShowsPath): void {
  const all = [...seen].filter(([{ standIn }, { hasMembers: isUnderstood }]) => standIn === undefined || isUnderstood);
  for (const folder of new Set(all.flatMap(([{ presumedFor = [] }]) => presumedFor))) {
    const presumed = all.filter(([found]) => found.presumedFor?.includes(folder));
    if (presumed.some(([, { foldersRead }]) => foldersRead.includes(folder))) continue;
    const sources = listed([...new Set(presumed.flatMap(([, stack]) => stack.sources))], NAMED);
    const message = `no inventory found in ${shown(folder)}, and those of the project (${sources}) read no file there`;
    throw presumed.some(([found]) => found.isConfigured) ? new CannotCheck(message) : new NoInventory(message, []);
  }
}

/** The number of sources that a message names. */
const NAMED = 5;
