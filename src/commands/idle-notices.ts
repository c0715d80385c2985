/** What `stacklint.yml` says of stacks, groups and hosts that are not there. */
import { resolve } from 'node:path';
import { hostsMatching } from '../ansible/index.ts';
import { CannotCheck } from '../ground/cannot-check.ts';
import type { JudgedStack } from '../check/judged-stack.ts';
import type { Result } from '../check/result.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { placeAsText } from '../configuration/shapes.ts';
import { nameMatcher } from '../ground/globs.ts';
import { didYouMean } from '../model/nearest.ts';
import type { CheckTarget } from '../check/target.ts';
import { isAt } from '../ground/paths.ts';
import { hasCompleteInventory } from '../check/required-stacks.ts';
import { shownHost } from '../stack/hosts.ts';

/**
 * A notice for each name or glob of an override, and each pattern of hosts with their memory, that nothing in the
 * project fits, with the nearest name. None if only a part of the project was read, or if a stack may have unknown
 * hosts. Throws CannotCheck for a group that no stack has and no task makes.
 */
export function idleNotices(
  configuration: Configuration | undefined,
  { cwd, paths, inventory }: CheckTarget,
  { judged }: Result,
): readonly string[] {
  if (configuration === undefined) return [];
  const { file, folder, overrides, ram } = configuration;
  if (overrides.length + ram.length === 0) return [];
  const isWhole =
    inventory.length === 0 && (paths.length === 0 ? ['.'] : paths).some((path) => isAt(folder, resolve(cwd, path)));
  if (!isWhole || !judged.every(hasCompleteInventory)) return [];
  const names = {
    stack: judged.map(({ name }) => name),
    group: [...new Set(judged.flatMap(({ inventory: { groups } }) => [...groups.keys()]))],
    host: [...new Set(judged.flatMap(({ inventory: { hosts } }) => [...hosts.values()].map(shownHost)))],
  };
  // A file that several projects extend speaks of hosts that not all of them have.
  const own = overrides.filter((override) => override.file === file).flatMap(({ conditions }) => conditions);
  const globs = own.flatMap(({ kind, globs: some }) => (kind === 'file' ? [] : some.map((one) => ({ kind, ...one }))));
  const idleMemory = ram.flatMap(({ pattern: { value: pattern, at } }) => {
    const document = configuration.files.documents.find((one) => one.file === file);
    const isIdle = at.file === file && !judged.some((one) => hasHosts(one.inventory, pattern));
    if (document === undefined || !isIdle) return [];
    const near = didYouMean(
      pattern,
      [...names.host, ...names.group],
      `none of the ${String(names.host.length)} hosts does`,
    );
    return [`${placeAsText({ document }, at)}: no host fits ${pattern}, so it tells the memory of none${near}`];
  });
  const idleGlobs = globs.flatMap(({ kind, glob, at }) => {
    const known = names[kind];
    if (known.some(nameMatcher([glob]))) return [];
    if (kind === 'group' && !judged.some(({ makesGroups }) => makesGroups))
      throw new CannotCheck(`${at}: unknown group ${glob}${didYouMean(glob, known, 'no inventory has it')}`);
    const near = didYouMean(glob, known, `none of the ${String(known.length)} ${kind}s does`);
    return [`${at}: no ${kind} fits ${glob}, so nothing is overridden for it${near}`];
  });
  return [...idleGlobs, ...idleMemory];
}

function hasHosts(inventory: JudgedStack['inventory'], pattern: string): boolean {
  const hosts = hostsMatching(inventory, pattern);
  return 'refused' in hosts || hosts.length > 0;
}
