/**
 * The only port to the file system; nothing else in `src` reads a file. Commands pass `disk.ts`, an editor may overlay
 * unsaved buffers, and tests pass a tree in memory.
 */

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
   * The kind of thing at a path, links followed; undefined if there is nothing, or if that is unknown (links in
   * a loop).
   */
  kind(path: string): Kind | undefined;
  /** The names in a folder, in no order. Throws FileError. */
  list(path: string): readonly string[];
  /** The number of bytes of a regular file; 0 for anything else, and if it is unknown. */
  size(path: string): number;
  /** The bytes of a regular file. Throws FileError: not there, no permission, a folder, a pipe or device, too large. */
  read(path: string): Uint8Array;
  /** The text of a regular file: a byte order mark stays, and invalid UTF-8 becomes U+FFFD. Throws FileError. */
  text(path: string): string;
  /** True if a person may execute the file (an inventory script, a vault password program). */
  executable(path: string): boolean;
  /** True for a folder that every user of the machine may write to. */
  writableByAll(path: string): boolean;
  /** The path with all links followed, or the path itself if that fails. */
  real(path: string): string;
  /** The target of a symbolic link, as it is written; undefined for anything else. */
  linkTarget(path: string): string | undefined;
}

/** Tells whether a path is a file or folder or lies below it, by its name or by where links lead. Both are absolute. */
export function leadsTo(files: Files, path: string, folder: string): boolean {
  return isAt(path, folder) || isAt(files.real(path), files.real(folder));
}

/** Reads the text of a file without its byte order mark; invalid UTF-8 is replaced. Throws FileError. */
export function textOfFile(files: Files, path: string): string {
  const text = files.text(path);
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** Reads the text of a file as `textOfFile` does; undefined if it cannot be read. */
export function readableText(files: Files, path: string): string | undefined {
  try {
    return textOfFile(files, path);
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}

/** The names in a folder, in no order; none if it cannot be read. */
export function readableNames(files: Files, folder: string): readonly string[] {
  try {
    return files.list(folder);
  } catch (error) {
    if (error instanceof FileError) return [];
    throw error;
  }
}

/** The reason why it is unknown what a path is; undefined if it is known, even if there is nothing. */
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

/** The reason of a FileError if there is no permission. */
export const DENIED = 'permission denied';

/**
 * Larger files are refused: 30,000 hosts with all their variables fit in one, and the tree takes many times as much.
 */
export const MAX_BYTES = 24 * 1024 * 1024;
