/** The repository that a command runs in. */
import { dirname, join, resolve } from 'node:path';
import { disk } from '../disk.ts';
import { shownPath } from '../paths.ts';
import type { ShowsPath } from '../paths.ts';

/** The root of the repository that holds a folder; undefined outside of any. */
export function repositoryRoot(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (disk.kind(join(at, '.git')) !== undefined) return at;
    if (dirname(at) === at) return undefined;
  }
}

/**
 * Shows paths as the services that host a repository know its files: from its root, or from the current folder outside of
 * any. They are given as shown from the current folder.
 */
export function pathsInRepository(cwd: string): ShowsPath {
  const root = repositoryRoot(cwd) ?? cwd;
  return (path) => shownPath(resolve(cwd, path), root);
}
