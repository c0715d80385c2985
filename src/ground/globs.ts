/** Globs of `stacklint.yml`, for names and for paths. */
import { dirname, join } from 'node:path';
import picomatch from 'picomatch';
import { readableNames } from './files.ts';
import type { Files } from './files.ts';
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

/** The folders below which files are looked for; a glob that leads further is meant otherwise. */
const MAX_DEPTH = 12;
const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules']);
/** A name in a glob that matches itself alone. */
const PLAIN = /^(?:[^*?[\](){}!+@|\\]|\\.)*$/;

/** The regular files that an absolute glob matches, in the order of their paths. */
export function filesMatching(files: Files, glob: string): readonly string[] {
  const matches = pathMatcher([glob]);
  const names = glob.split('/');
  const open = names.findIndex((name) => !PLAIN.test(name));
  const base = names
    .slice(0, open < 0 ? names.length : open)
    .join('/')
    .replace(/\\(.)/g, '$1');
  const found: string[] = [];
  const walk = (path: string, depth: number): void => {
    const kind = files.kind(path);
    if (kind === 'file' && matches(path)) found.push(path);
    if (kind !== 'folder' || depth > MAX_DEPTH) return;
    for (const name of [...readableNames(files, path)].sort())
      if (!SKIPPED.has(name)) walk(join(path, name), depth + 1);
  };
  walk(base === '' ? '/' : base, 0);
  return found;
}
