/**
 * The one port to the file system. What runs hands `disk.ts` in, the editor lays unsaved buffers over it, tests a tree in
 * memory; nothing else in `src` reads a file.
 */

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
  /** What stands at a path, links followed; undefined where nothing does, or nobody can tell (links in a loop). */
  kind(path: string): Kind | undefined;
  /** The names in a folder, in no order. Throws FileError. */
  list(path: string): readonly string[];
  /** How many bytes a regular file has; 0 for anything else, and where nobody can tell. */
  size(path: string): number;
  /** The bytes of a regular file. Throws FileError: not there, no permission, a folder, a pipe or device, too large. */
  read(path: string): Uint8Array;
  /** The same as text: a byte-order mark stays, and U+FFFD stands for what is no UTF-8. Throws FileError. */
  text(path: string): string;
  /** True where a person may execute the file (an inventory script, a vault password program). */
  executable(path: string): boolean;
  /** True for a folder that every user of the machine may write to. */
  writableByAll(path: string): boolean;
  /** The path with all links followed, or the path itself where that fails. */
  real(path: string): string;
  /** Where a symbolic link leads, as it is written; undefined for anything else. */
  linkTarget(path: string): string | undefined;
}

/** The same files, each path looked at once: while a check runs, nothing is taken to come or go. */
export function remembered(files: Files): Files {
  return {
    ...files,
    kind: once((path) => files.kind(path)),
    list: once((folder) => files.list(folder)),
    real: once((path) => files.real(path)),
  };
}

/** The same function, called once for each path that it gives something for. */
function once<Found>(look: (path: string) => Found): (path: string) => Found {
  const found = new Map<string, Found>();
  return (path) => {
    const known = found.get(path);
    if (known !== undefined || found.has(path)) return known as Found;
    const seen = look(path);
    found.set(path, seen);
    return seen;
  };
}

/** The text of a file; a byte-order mark goes, and what is no UTF-8 is replaced. Throws FileError. */
export function textOfFile(files: Files, path: string): string {
  const text = files.text(path);
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** The same; undefined where the file cannot be read. */
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

/** Why nobody can tell what stands at a path; undefined where that can be told, also that nothing stands there. */
export function whyUnseen(files: Files, path: string): FileError | undefined {
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

/** Larger files are refused: 30,000 hosts with all their variables fit in one, and the tree takes many times as much. */
export const MAX_BYTES = 24 * 1024 * 1024;
