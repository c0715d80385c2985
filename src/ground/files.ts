/**
 * The only port to the file system; nothing else in `src` reads a file. Commands pass `disk.ts`, an editor may overlay
 * unsaved buffers, and tests pass a tree in memory.
 */

import { basename, dirname, join } from 'node:path';
import { madeOnce } from './made-once.ts';
import { isAt } from './paths.ts';

export type Kind = 'file' | 'folder' | 'other';

/** The reason why a path could not be read, in words that fit after "cannot read FILE: ". */
export class FileError extends Error {
  readonly path: string;
  readonly kind: 'missing' | 'denied' | 'other';

  constructor(path: string, reason: string, kind: FileError['kind'] = 'other') {
    super(reason);
    this.name = 'FileError';
    this.path = path;
    this.kind = kind;
  }
}

export interface Files {
  /**
   * The kind of thing at a path, links followed; undefined where there is nothing, or where that is unknown (links in
   * a loop).
   */
  kind(path: string): Kind | undefined;
  /** The names in a folder, in no order. Throws FileError. */
  list(path: string): readonly string[];
  /** The number of bytes of a regular file; 0 for anything else, and where it is unknown. */
  size(path: string): number;
  /** The bytes of a regular file. Throws FileError: not there, no permission, a folder, a pipe or device, too large. */
  read(path: string): Uint8Array;
  /** The text of a regular file: a byte order mark stays, and invalid UTF-8 becomes U+FFFD. Throws FileError. */
  text(path: string): string;
  /** True where a person may execute the file (an inventory script, a vault password program). */
  executable(path: string): boolean;
  /** True for a folder that every user of the machine may write to. */
  writableByAll(path: string): boolean;
  /** The path with all links followed, or the path itself where that fails. */
  real(path: string): string;
  /** The target of a symbolic link, as it is written; undefined for anything else. */
  linkTarget(path: string): string | undefined;
}

/** Remembers the answers about each path, as if no file came or went while a check runs. */
export function remembered(files: Files): Files {
  return {
    ...files,
    kind: once((path) => files.kind(path)),
    list: once((folder) => files.list(folder)),
    real: once((path) => files.real(path)),
    text: once((path) => files.text(path)),
  };
}

/**
 * Lays contents over files: an editor's unsaved texts, or those of another revision. Paths are full ones; undefined takes
 * a file away, and with it a folder that it leaves empty, as git has none, but for the `current` one. Links lead to the contents
 * as they would to the files.
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

/** Tells whether a path is a file or folder or lies below it, by its name or by where links lead. Both are absolute. */
export function leadsTo(files: Files, path: string, folder: string): boolean {
  return isAt(path, folder) || isAt(files.real(path), files.real(folder));
}

/** Wraps a function so that it is called once for each path. */
function once<Found>(look: (path: string) => Found): (path: string) => Found {
  const found = new Map<string, Found>();
  return (path) => madeOnce(found, path, () => look(path));
}

/** Reads the text of a file without its byte order mark; invalid UTF-8 is replaced. Throws FileError. */
export function textOfFile(files: Files, path: string): string {
  const text = files.text(path);
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** Reads the text of a file as `textOfFile` does; undefined where it cannot be read. */
export function readableText(files: Files, path: string): string | undefined {
  try {
    return textOfFile(files, path);
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}

/** The names in a folder, in no order; none where it cannot be read. */
export function readableNames(files: Files, folder: string): readonly string[] {
  try {
    return files.list(folder);
  } catch (error) {
    if (error instanceof FileError) return [];
    throw error;
  }
}

/** The reason why it is unknown what a path is; undefined where it is known, even if there is nothing. */
export function whyPathIsUnknown(files: Files, path: string): FileError | undefined {
  if (files.kind(path) !== undefined) return undefined;
  try {
    files.read(path);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return error.kind === 'denied' ? error : undefined;
  }
  return undefined;
}

/** The reason of a FileError where there is no permission. */
export const DENIED = 'permission denied';

/**
 * Larger files are refused: 30,000 hosts with all their variables fit in one, and the tree takes many times as much.
 */
export const MAX_BYTES = 24 * 1024 * 1024;
