/** Opens the stacks of a target: finds them, opens each, and keeps what a later check needs again. */
import { resolve } from 'node:path';
import { discoverStacks, LOOKED_FOR, standInsBeside } from '../ansible/discovery/discover.ts';
import type { DiscoveredStack } from '../ansible/discovery/discover.ts';
import { NeighbourInventories } from '../ansible/discovery/neighbour-inventories.ts';
import type { Host } from '../ansible/entities.ts';
import { VaultsOfCheck } from '../ansible/vault/require-password.ts';
import { CannotCheck } from '../ground/cannot-check.ts';
import { leadsTo } from '../ground/files.ts';
import type { Files } from '../ground/files.ts';
import { NotedFiles } from '../ground/noted-files.ts';
import { pathsShownFrom } from '../ground/paths.ts';
import type { ShowsPath } from '../ground/paths.ts';
import { listed } from '../model/phrases.ts';
import { hasMembers } from '../model/stack.ts';
import { refuseEmptyLimit } from '../stack/limit.ts';
import { ParseCache } from '../source/parse-cache.ts';
import { keyOf } from './kept-values.ts';
import { openStack } from './open-stack.ts';
import type { StackOptions } from './open-stack.ts';
import type { OpenedStack, StackAlone } from './opened-stack.ts';
import { areForOtherPlays, isStoodInFor, standInsForHosts, withoutIdleStandIns } from './stand-ins.ts';
import type { Opened } from './stand-ins.ts';
import type { CheckTarget } from './target.ts';

/**
 * Finds and reads the stacks. Throws CannotCheck where there is none, or where something that was named cannot be
 * read.
 */
export function openStacks(given: CheckTarget): readonly OpenedStack[] {
  const shown = pathsShownFrom(given.cwd, [...given.paths, ...given.inventory]);
  const texts = given.cache?.texts ?? new ParseCache();
  texts.begin();
  const where = { ...given, shown, texts, files: NotedFiles.of(given.files) };
  const neighbours = new NeighbourInventories(where.files, where);
  const vaults = new VaultsOfCheck(where.files, where);
  const found = discoverStacks(where.files, where);
  const options = stackOptions(given);
  const vocabularies = given.vocabularies.filter((one) => typeof one !== 'string');
  const kept = given.cache?.stacksOf(keyOf(options));
  const asked = new Set<string>();
  const opened = new Map<DiscoveredStack, OpenedStack>();
  const openAll = (stacks: readonly DiscoveredStack[]): void => {
    for (const one of stacks) {
      if (one.standIn === 'made-up' && isStoodInFor(one, opened)) continue;
      const vault = vaults.of(one);
      const told = texts.telling(() => given.progress?.(`reading ${one.name}`));
      const open = (files: Files): StackAlone =>
        openStack({ files, texts: told, shown, options, vocabularies }, one, vault);
      // What passwords open is not kept.
      const isKept = kept !== undefined && vault.isLocked;
      const key = keyOf({ ...one, noneFound: undefined });
      const alone = isKept ? kept.of(key, where.files, open) : open(where.files);
      asked.add(key);
      neighbours.add(one, alone.read);
      opened.set(one, alone.among(neighbours, one));
    }
  };
  openAll(found);
  if (given.standIns === true) {
    for (const [hostless, standIn] of standInsForHosts(opened, given.inventory.length > 0)) {
      openAll([standIn]);
      opened.delete(hasMembersOf(opened, standIn) ? hostless : standIn);
    }
    if (areForOtherPlays(opened))
      for (const standIn of standInsBeside(where.files, where, found)) {
        openAll([standIn]);
        if (!hasMembersOf(opened, standIn)) opened.delete(standIn);
      }
  }
  kept?.keepOnly(asked);
  const held = heldStacks(where, withoutIdleStandIns(opened));
  refuseEmptyLimit(where, held);
  return held;
}

/** All of a target that its stacks depend on once they are found; `progress`, which they call, changes nothing. */
function stackOptions(given: CheckTarget): StackOptions {
  const { cwd, paths, inventory, extraVars = [], ignore = [], limit, vocabularies, stacks = [] } = given;
  return {
    cwd,
    paths,
    inventory,
    extraVars,
    ignore,
    limit,
    vocabularies: vocabularies.map((one) => (typeof one === 'string' ? one : one.name)),
    stacks: stacks.map(({ name, vocabularies: own, expect }) => ({ name, vocabularies: own, expect })),
  };
}

function hasMembersOf(opened: Opened, found: DiscoveredStack): boolean {
  const { stack } = opened.get(found) ?? {};
  return stack !== undefined && hasMembers(stack);
}

/** The stacks without those that were presumed for folders in which they read nothing. Throws CannotCheck for such a folder. */
function heldStacks(
  { files, cwd, shown }: CheckTarget & { readonly shown: ShowsPath },
  opened: ReadonlyMap<DiscoveredStack, OpenedStack>,
): readonly OpenedStack[] {
  const reads = ({ inventory, templates, deployments }: OpenedStack, folder: string): boolean => {
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
  };
  const all = [...opened];
  for (const folder of new Set(all.flatMap(([{ presumedFor = [] }]) => presumedFor))) {
    const presumed = all.filter(([found]) => found.presumedFor?.includes(folder));
    if (presumed.some(([, stack]) => reads(stack, folder))) continue;
    const sources = listed([...new Set(presumed.flatMap(([, stack]) => stack.sources))], NAMED);
    throw new CannotCheck(
      `no inventory found in ${shown(folder)}, and those of the project (${sources}) read no file there`,
      presumed.some(([found]) => found.isConfigured) ? [] : [LOOKED_FOR],
    );
  }
  return all.flatMap(([{ presumedFor }, stack]) =>
    presumedFor === undefined || presumedFor.some((folder) => reads(stack, folder)) ? [stack] : [],
  );
}

/** The number of sources that a message names. */
const NAMED = 5;
