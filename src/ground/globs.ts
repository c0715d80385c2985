/** Globs of `stacklint.yml`, for names and for paths. */
import { dirname } from 'node:path';
import picomatch from 'picomatch';
import { madeOnce } from './made-once.ts';

/** A test of names, such as those of hosts, by names and globs. */
export function nameMatcher(globs: readonly string[]): (name: string) => boolean {
  return picomatch([...globs], { dot: true });
}

/** A test of absolute paths by absolute globs: a path passes that matches, or lies in a folder that does. */
export function pathMatcher(globs: readonly string[]): (path: string) => boolean {
  const matches = nameMatcher(globs.map((glob) => glob.replace(/\/+$/, '')));
  const known = new Map<string, boolean>();
  const passes = (path: string): boolean =>
    madeOnce(known, path, () => matches(path) || (dirname(path) !== path && passes(dirname(path))));
  return passes;
}
