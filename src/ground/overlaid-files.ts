/** Contents that lie over files. */
import { basename, dirname, join } from 'node:path';
import { FileError } from './files.ts';
import type { Files, Kind } from './files.ts';
import { madeOnce } from './made-once.ts';
import { isAt } from './paths.ts';

/**
 * Lays contents over files: an editor's unsaved texts, or those of another revision. Paths are full ones; undefined
 * takes a file away, and with it a folder that it leaves empty, because git has no empty folders, but never the
 * `current` one. Links lead to the contents as they would to the files.
 */
export function overlaid(files: Files, contents: ReadonlyMap<string, Uint8Array | undefined>, current?: string): Files {
  const below = new Map<string, Set<string>>();
  for (const [path, content] of contents)
    for (let name = path; dirname(name) !== name && content !== undefined; name = dirname(name)) {
      const names = below.get(dirname(name)) ?? new Set();
      below.set(dirname(name), names.add(basename(name)));
    }
  /** The folders that something is taken away from, or from a folder in them. */
  const reduced = new Set<string>();
  for (const [path, content] of contents)
    for (let at = dirname(path); content === undefined && !reduced.has(at); at = dirname(at)) reduced.add(at);
  /** The path itself, or the one with contents that its links lead to. */
  const followed = once((path) => {
    if (contents.has(path) || below.has(path)) return path;
    const real = files.real(path);
    // A file that is only among the contents has no real path yet, but its folder may have one.
    return real === path ? join(files.real(dirname(path)), basename(path)) : real;
  });
  const content = (path: string): Uint8Array => {
    const at = followed(path);
    const found = contents.get(at);
    if (found !== undefined) return found;
    if (contents.has(at)) throw new FileError(path, 'there is no such file', 'missing');
    return files.read(path);
  };
  const kind = (path: string): Kind | undefined => {
    const at = followed(path);
    if (contents.has(at)) return contents.get(at) && 'file';
    if (below.has(at)) return 'folder';
    return reduced.has(at) && isEmptied(at) ? undefined : files.kind(path);
  };
  const isEmptied: (folder: string) => boolean = once(
    (folder) =>
      files.kind(folder) === 'folder' && !(current !== undefined && isAt(current, folder)) && kept(folder).length === 0,
  );
  /** The names in a folder that are not taken away. */
  const kept = (folder: string): readonly string[] => {
    const names = files.list(folder);
    if (!reduced.has(followed(folder))) return names;
    return names.filter((name) => {
      const at = followed(join(folder, name));
      const isGone = contents.has(at)
        ? contents.get(at) === undefined
        : reduced.has(at) && !below.has(at) && isEmptied(at);
      return !isGone;
    });
  };
  return {
    ...files,
    kind,
    list(path) {
      const added = below.get(followed(path));
      const names = added === undefined || files.kind(path) === 'folder' ? kept(path) : [];
      return added === undefined ? names : [...new Set([...names, ...added])];
    },
    size: (path) => (contents.has(followed(path)) ? (contents.get(followed(path))?.length ?? 0) : files.size(path)),
    read: content,
    text: (path) => (contents.has(followed(path)) ? utf8(content(path)) : files.text(path)),
    linkTarget: (path) => (contents.has(path) ? undefined : files.linkTarget(path)),
  };
}

function utf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** Wraps a function so that it is called once for each path. */
function once<Found>(look: (path: string) => Found): (path: string) => Found {
  const found = new Map<string, Found>();
  return (path) => madeOnce(found, path, () => look(path));
}
