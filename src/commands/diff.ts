/** `stacklint diff`: what a change of an inventory does to the stack, and whether it can be done so. */
import { join, relative, resolve } from 'node:path';
import { CannotCheck } from '../ground/cannot-check.ts';
import { isAt } from '../ground/paths.ts';
import type { Given } from './arguments.ts';
import { checkProject } from './check-project.ts';
import type { Comparison } from './check-project.ts';
import type { Caller, CommandOutcome, Person } from './command.ts';
import { checkReporterFor } from './report-check.ts';

/** Compares two revisions, the working tree or the index with one, or two folders, and reports what changes. */
export async function diff(given: Given, caller: Caller, person: Person): Promise<CommandOutcome> {
  const report = checkReporterFor(given, caller);
  const { comparison: sides, paths } = await asked(given, caller);
  const comparison = { ...sides, change: { ...sides.change, observed: await observedStack(given, caller, person) } };
  const { result, said } = await checkProject(
    given,
    { ...caller, files: comparison.files },
    paths,
    undefined,
    comparison,
  );
  return report(said, result);
}

interface Asked {
  readonly comparison: Comparison;
  readonly paths: readonly string[];
}

async function asked(given: Given, caller: Caller): Promise<Asked> {
  const { words } = given;
  const isStaged = given.has('staged');
  const [first, second, ...others] = words;
  const isFolder = (word: string | undefined): word is string =>
    word !== undefined && caller.files.kind(resolve(caller.cwd, word)) === 'folder';
  if (!isStaged && isFolder(first) && isFolder(second) && others.length === 0)
    return { comparison: ofFolders(first, second, caller), paths: [second] };
  const { changeBetween, stagedChange } = await import('./git-change.ts');
  const isPath = (word: string): boolean => caller.files.kind(resolve(caller.cwd, word)) !== undefined;
  if (isStaged) {
    const base = words.filter((word, index) => index === 0 && !isPath(word));
    return { comparison: stagedChange(caller, base[0]), paths: words.slice(base.length) };
  }
  if (first === undefined)
    throw new CannotCheck('diff needs something to compare with: stacklint diff main, or stacklint diff FOLDER FOLDER');
  const revisions = second === undefined || isPath(second) ? [first] : [first, second];
  return { comparison: changeBetween(revisions, caller), paths: words.slice(revisions.length) };
}

/** The cluster that `--live` names, as it runs now. What the inventory calls its nodes, a recording has to call them, too. */
async function observedStack(given: Given, caller: Caller, person: Person) {
  const targets = given.values('live');
  if (targets.length === 0) return undefined;
  const { answersOf, refusePseudonyms } = await import('./asked-cluster.ts');
  const collected = await answersOf(targets, given, caller, person);
  refusePseudonyms(collected);
  return (await import('../check/check-cluster.ts')).answeredStack(collected);
}

/** The change from one folder to another: its files are compared by their paths below these. */
function ofFolders(first: string, second: string, { cwd, files }: Caller): Comparison {
  const [before, after] = [resolve(cwd, first), resolve(cwd, second)];
  const pathAfter = (path: string): string => (isAt(path, before) ? join(after, relative(before, path)) : path);
  const sides = { base: first, head: second, revision: undefined };
  return { change: { ...sides, before: files, lines: new Map(), pathAfter }, files, folderBefore: first };
}
