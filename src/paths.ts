/** Paths on the machine that stacklint runs on; those of the hosts are the model's (`model/paths.ts`). */
import { dirname, isAbsolute, relative, sep } from 'node:path';

/** Whether a path lies below a folder. Both are absolute. */
export function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Whether a path is a folder or lies below it. Both are absolute. */
export function isAt(path: string, folder: string): boolean {
  return path === folder || isBelow(path, folder);
}

/** A path as it is shown: relative to the current folder, with `/`. What is no absolute path, as `h1,h2`, stays. */
export function shownPath(path: string, cwd: string): string {
  if (path === cwd) return '.';
  const text = shown(path, cwd);
  return sep === '/' ? text : text.replaceAll(sep, '/');
}

/** The same for many paths, which mostly stand in a few folders: to find the way out of the current one takes long. */
export function pathsShownFrom(cwd: string): (path: string) => string {
  const folders = new Map<string, string>();
  let last = cwd;
  let lastShown = '.';
  return (path) => {
    // Who reads a file asks for it several times.
    if (path !== last) [last, lastShown] = [path, shownFrom(path)];
    return lastShown;
  };
  function shownFrom(path: string): string {
    const end = path.lastIndexOf(sep);
    if (end <= 0 || isBelow(path, cwd) || isAt(cwd, path)) return shownPath(path, cwd);
    const folder = path.slice(0, end);
    let start = folders.get(folder);
    if (start === undefined) folders.set(folder, (start = shownPath(folder, cwd)));
    return `${start}/${path.slice(end + 1)}`;
  }
}

function shown(path: string, cwd: string): string {
  if (isBelow(path, cwd)) return path.slice(cwd.endsWith(sep) ? cwd.length : cwd.length + 1);
  return isAbsolute(path) ? relative(cwd, path) : path;
}

/** The folders above a path, the nearest first. */
export function foldersAbove(path: string): readonly string[] {
  const folders: string[] = [];
  for (let at = path; dirname(at) !== at; at = dirname(at)) folders.push(dirname(at));
  return folders;
}
