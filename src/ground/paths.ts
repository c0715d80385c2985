/** Paths on the machine that stacklint runs on; those of the hosts are in `model/host-paths.ts`. */
import { dirname, isAbsolute, normalize, parse, relative, resolve, sep } from 'node:path';

/** Tells whether a path lies below a folder. Both are absolute. */
export function isBelow(path: string, folder: string): boolean {
  return path !== folder && path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Tells whether a path is a folder or lies below it. Both are absolute. */
export function isAt(path: string, folder: string): boolean {
  return path === folder || isBelow(path, folder);
}

/** A function that turns a path into the form in which it is shown. */
export type ShowsPath = (path: string) => string;

/**
 * A path as it is shown, with `/`: relative to the current folder, but absolute if nothing above the two is shared. A
 * text that is not an absolute path, as `h1,h2`, stays.
 */
export function shownPath(path: string, cwd: string): string {
  return slashed(path === cwd ? '.' : shown(path, cwd));
}

/**
 * Shows paths from the current folder.
 *
 * The relative path of each folder is computed once: a listing of 1,000 hosts with files elsewhere executes
 * 12 % more instructions without (`valgrind --tool=callgrind node --single-threaded dist/cli.cjs inventory --list`).
 *
 * If a path that a person named is absolute and outside the current folder, all paths outside of it are shown as
 * absolute.
 */
export function pathsShownFrom(cwd: string, named: readonly string[] = []): ShowsPath {
  const staysAbsolute = named.some((path) => isAbsolute(path) && !isAt(resolve(path), cwd));
  const folders = new Map<string, string>();
  return (path) => {
    const end = path.lastIndexOf(sep);
    if (end < 0 || isAt(path, cwd)) return shownPath(path, cwd);
    if (staysAbsolute) return slashed(path);
    if (end === 0 || isAt(cwd, path)) return shownPath(path, cwd);
    const folder = path.slice(0, end);
    let start = folders.get(folder);
    if (start === undefined) folders.set(folder, (start = shownPath(folder, cwd)));
    return `${start}/${path.slice(end + 1)}`;
  };
}

/** The target of a link as it is shown; `target` is its text. */
export function shownLinkTarget(link: string, target: string, shown: ShowsPath): string {
  return isAbsolute(target) ? slashed(normalize(target)) : shown(resolve(dirname(link), target));
}

function slashed(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}

function shown(path: string, cwd: string): string {
  if (isBelow(path, cwd)) return path.slice(cwd.endsWith(sep) ? cwd.length : cwd.length + 1);
  if (!isAbsolute(path)) return path;
  const way = relative(cwd, path);
  return resolve(cwd, /^(?:\.\.(?:[/\\]|$))*/.exec(way)?.[0] ?? '') === parse(cwd).root ? path : way;
}

/** The folders above a path, the nearest first. */
export function foldersAbove(path: string): readonly string[] {
  const folders: string[] = [];
  for (let at = path; dirname(at) !== at; at = dirname(at)) folders.push(dirname(at));
  return folders;
}
