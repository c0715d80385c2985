/** The overrides of `stacklint.yml` that match nothing. */
import { resolve } from 'node:path';
import { CannotCheck } from '../ground/cannot-check.ts';
import type { Result } from '../check/result.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { nameMatcher } from '../ground/globs.ts';
import { didYouMean } from '../model/nearest.ts';
import type { CheckTarget } from '../check/target.ts';
import { isAt } from '../ground/paths.ts';
import { hasCompleteInventory } from '../check/required-stacks.ts';
import { shownHost } from '../stack/hosts.ts';

/**
 * A notice for each name or glob of an override that no stack of the project fits, with the nearest name. None if
 * only a part of the project was read, or if a stack may have unknown hosts. Throws CannotCheck for a group that no
 * stack has and no task makes.
 */
export function idleOverrideNotices(
  configuration: Configuration | undefined,
  { cwd, paths, inventory }: CheckTarget,
  { judged }: Result,
): readonly string[] {
  if (configuration === undefined || configuration.overrides.length === 0) return [];
  const { file, folder, overrides } = configuration;
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
  return globs.flatMap(({ kind, glob, at }) => {
    const known = names[kind];
    if (known.some(nameMatcher([glob]))) return [];
    if (kind === 'group' && !judged.some(({ makesGroups }) => makesGroups))
      throw new CannotCheck(`${at}: unknown group ${glob}${didYouMean(glob, known, 'no inventory has it')}`);
    const near = didYouMean(glob, known, `none of the ${String(known.length)} ${kind}s does`);
    return [`${at}: no ${kind} fits ${glob}, so nothing is overridden for it${near}`];
  });
}
