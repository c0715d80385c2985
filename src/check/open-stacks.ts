/** Opens the stacks of a target, one after the other, and keeps what a later check needs again. */
import { discoverStacks, NeighbourInventories, standInsBeside, VaultsOfCheck } from '../ansible/index.ts';
import type { DiscoveredStack } from '../ansible/index.ts';
import type { Files } from '../ground/files.ts';
import { NotedFiles } from '../ground/noted-files.ts';
import { today } from '../ground/today.ts';
import { pathsShownFrom } from '../ground/paths.ts';
import { refuseEmptyLimit } from '../stack/limit.ts';
import { ParseCache } from '../source/parse-cache.ts';
import { keyOf } from './kept-values.ts';
import { openStack } from './open-stack.ts';
import type { StackOptions } from './open-stack.ts';
import type { OpenedStack, StackAlone } from './opened-stack.ts';
import { refuseUnreadFolders, seenStack } from './seen-stacks.ts';
import type { SeenStack } from './seen-stacks.ts';
import { isStoodInFor, refuseIdleStandIns, standInsForHosts } from './stand-ins.ts';
import { namesOf } from './target.ts';
import type { CheckTarget } from './target.ts';

/** Finds and opens all stacks of a target. Throws as `eachStack` does. */
export function openStacks(given: CheckTarget): readonly OpenedStack[] {
  return [...eachStack(given)];
}

/**
 * Finds the stacks of a target and opens one after the other, so that whoever keeps none holds one at a time.
 *
 * Throws CannotCheck if there is no stack, or if something that was named cannot be read; some of that shows only
 * after the last stack.
 */
export function* eachStack(given: CheckTarget): Generator<OpenedStack> {
  const shown = pathsShownFrom(given.cwd, [...given.paths, ...given.inventory]);
  const texts = given.cache?.texts ?? new ParseCache();
  texts.begin();
  const where = { ...given, shown, texts, files: NotedFiles.of(given.files) };
  const neighbours = new NeighbourInventories(where.files, where);
  const vaults = new VaultsOfCheck(where.files, where);
  const found = discoverStacks(where.files, where);
  const options = stackOptions(given);
  const { configurationFiles = [] } = given;
  const vocabularies = [given, ...(given.stacks ?? [])].flatMap((one) =>
    one.vocabularies.filter((own) => typeof own !== 'string'),
  );
  const kept = given.cache?.stacksOf(keyOf({ ...options, own: vocabularies.map(({ schema }) => schema) }));
  const asked = new Set<string>();
  const seen = new Map<DiscoveredStack, SeenStack>();
  const read = (one: DiscoveredStack): StackAlone => {
    const told = texts.telling(() => given.progress?.(`reading ${one.name}`));
    const open = (files: Files): StackAlone =>
      openStack({ files, texts: told, shown, options, vaults, vocabularies, configurationFiles }, one);
    // What passwords open is not kept.
    const isKept = kept !== undefined && vaults.of(one).isLocked;
    const key = keyOf({ ...one, noneFound: undefined });
    const alone = isKept ? kept.of(key, where.files, open) : open(where.files);
    asked.add(key);
    neighbours.add(one, alone.read);
    return alone;
  };
  const openAll = function* (stacks: readonly DiscoveredStack[]): Generator<readonly [DiscoveredStack, OpenedStack]> {
    // All inventories come first, as the rules of one ask the others. Hosts are made up only if nothing else is
    // understood.
    const alone = new Map(stacks.filter(({ standIn }) => standIn !== 'made-up').map((one) => [one, read(one)]));
    for (const one of stacks) {
      if (one.standIn === 'made-up' && isStoodInFor(one, seen)) continue;
      const opened = (alone.get(one) ?? read(one)).among(neighbours, one);
      alone.delete(one);
      const what = seenStack(where, one, opened);
      seen.set(one, what);
      if (what.isHeld) yield [one, opened];
    }
  };
  const standIns = (): ReadonlyMap<DiscoveredStack, DiscoveredStack> =>
    given.standIns === true ? standInsForHosts(seen, given.inventory.length > 0) : new Map();
  // A stack without hosts waits until it is known that no other stands in for it, and so do those after it.
  const waiting = new Map<DiscoveredStack, OpenedStack>();
  for (const [one, opened] of openAll(found)) {
    waiting.set(one, opened);
    if (standIns().size > 0) continue;
    const ready = [...waiting.values()];
    waiting.clear();
    yield* ready;
  }
  for (const [hostless, standIn] of standIns()) {
    for (const [one, opened] of openAll([standIn])) waiting.set(one, opened);
    const left = seen.get(standIn)?.hasMembers === true ? hostless : standIn;
    seen.delete(left);
    waiting.delete(left);
  }
  yield* waiting.values();
  if (given.standIns === true && [...seen.values()].every(({ isForOtherPlays }) => isForOtherPlays))
    for (const standIn of standInsBeside(where.files, where, found)) {
      for (const [, opened] of openAll([standIn])) yield opened;
      if (seen.get(standIn)?.hasMembers !== true) seen.delete(standIn);
    }
  kept?.keepOnly(asked);
  refuseIdleStandIns(seen);
  refuseUnreadFolders(seen, shown);
  refuseEmptyLimit(
    where,
    [...seen.values()].filter(({ isHeld }) => isHeld),
  );
}

/** All of a target that its stacks depend on once they are found; `progress`, which they call, changes nothing. */
function stackOptions(given: CheckTarget): StackOptions {
  const { cwd, paths, inventory, extraVars = [], ignore = [], records = [], limit, vocabularies } = given;
  const { licence, ram = [], attestations, stacks = [] } = given;
  return {
    cwd,
    paths,
    inventory,
    extraVars,
    ignore,
    records,
    limit,
    ...{ licence, ram },
    attestations: attestations && { ...attestations, today: given.today ?? today() },
    vocabularies: namesOf(vocabularies),
    stacks: stacks.map(({ name, vocabularies: own, licence: licensed, expect }) => ({
      ...{ name, licence: licensed, expect },
      vocabularies: namesOf(own),
    })),
  };
}
