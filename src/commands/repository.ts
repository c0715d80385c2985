/** The repository that a command runs in. */
import { dirname, join, resolve } from 'node:path';
import { disk } from '../disk.ts';
import { shownPath } from '../paths.ts';
import type { ShowsPath } from '../paths.ts';

/** Yields a folder and those above it, up to the root of its repository; outside of any, to that of the disk. */
export function* foldersOfRepository(folder: string): Iterable<string> {
  for (let at = folder; ; at = dirname(at)) {
    yield at;
    if (isRepository(at) || dirname(at) === at) return;
  }
}

function isRepository(folder: string): boolean {
  return disk.kind(join(folder, '.git')) !== undefined;
}

/** The root of the repository that holds a folder; undefined outside of any. */
export function repositoryRoot(folder: string): string | undefined {
  const top = [...foldersOfRepository(folder)].at(-1);
  return top !== undefined && isRepository(top) ? top : undefined;
}

/**
 * Shows paths as the services that host a repository know its files: from its root, or from the current folder outside of
 * any. They are given as shown from the current folder.
 */
export function pathsInRepository(cwd: string): ShowsPath {
  const root = repositoryRoot(cwd) ?? cwd;
  return (path) => shownPath(resolve(cwd, path), root);
}
