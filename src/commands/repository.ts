/** The repository that a command runs in. */
import { dirname, join, resolve } from 'node:path';
import type { Files } from '../ground/files.ts';
import { shownPath } from '../ground/paths.ts';
import type { ShowsPath } from '../ground/paths.ts';
import type { Caller } from './command.ts';

/** Yields a folder and those above it, up to the root of its repository; outside of any, to that of the disk. */
export function* foldersUpToRoot(files: Files, folder: string): Iterable<string> {
  for (let at = folder; ; at = dirname(at)) {
    yield at;
    if (isRepository(files, at) || dirname(at) === at) return;
  }
}

function isRepository(files: Files, folder: string): boolean {
  return files.kind(join(folder, '.git')) !== undefined;
}

/** The root of the repository that holds a folder; undefined outside of any. */
export function repositoryRoot(files: Files, folder: string): string | undefined {
  const top = [...foldersUpToRoot(files, folder)].at(-1);
  return top !== undefined && isRepository(files, top) ? top : undefined;
}

/**
 * Shows paths as the services that host a repository know its files: from its root, or from the current folder
 * outside of any. They are given as shown from the current folder.
 */
export function pathsShownFromRepository({ cwd, files }: Pick<Caller, 'cwd' | 'files'>): ShowsPath {
  const root = repositoryRoot(files, cwd) ?? cwd;
  return (path) => shownPath(resolve(cwd, path), root);
}
