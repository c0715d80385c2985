/**
 * The one port to the file system. The editor lays unsaved buffers over it, tests a tree in memory; nothing else in
 * `src` reads a file.
 */
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';

export type Kind = 'file' | 'folder' | 'other';

/** Why a path could not be read, in words that fit after "cannot read FILE: ". */
export class FileError extends Error {
  readonly path: string;
  constructor(path: string, reason: string) {
    super(reason);
    this.name = 'FileError';
    this.path = path;
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
    return error.message === DENIED ? error : undefined;
  }
  return undefined;
}

const DENIED = 'permission denied';

/** Larger files are refused: 30,000 hosts with all their variables fit in one, and the tree takes many times as much. */
export const MAX_BYTES = 24 * 1024 * 1024;

const TOO_LARGE = `it is larger than ${String(MAX_BYTES >> 20)} MB`;

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: DENIED,
  EPERM: DENIED,
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'no space is left on the disk for this user',
  EFBIG: 'the file would be too large',
  EROFS: 'nothing can be written there',
  EIO: 'the disk fails',
  EISDIR: 'it is a folder, not a file',
  ENOTDIR: 'a part of its path is a file, not a folder',
  ELOOP: 'its symbolic links form a loop',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many files are open',
  ENXIO: 'it is no regular file',
  ENODEV: 'it is no regular file',
};

function asFileError(path: string, error: unknown): FileError {
  return new FileError(path, systemReason(error));
}

/** Why the system did not do what was asked, in words that fit after a colon. */
export function systemReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? `the system says ${code || String(error)}`;
}

/** Larger files or more of them than people have for a few dozen hosts. */
const MANY_BYTES = 50_000;
let bytes = 0;

/**
 * Has V8 wait longer before it optimizes what runs, once so much is read: 1,000 hosts cost a third less of the
 * processor's time, 10,000 as much as before (`npm run bench`). The default of Node 20 is 67584.
 *
 * Not from the start: to load `node:v8` takes longer than a small check has time to optimize anything.
 */
function countBytes(size: number): void {
  if (bytes <= MANY_BYTES && (bytes += size) > MANY_BYTES)
    process.getBuiltinModule('node:v8').setFlagsFromString('--interrupt-budget=500000');
}

/** What fits is read at once. */
const SMALL = 65_536;
let small: Buffer | undefined;

/**
 * The text of a file that is small; undefined where it is not, or no text stands in it.
 *
 * Most of an inventory is small files, and to ask for the size of each takes as long as to read it. Where something is
 * asked for by its offset, what is no file has nothing to give.
 */
function smallText(path: string): string | undefined {
  const into = (small ??= Buffer.allocUnsafeSlow(SMALL));
  const file = open(path);
  try {
    let length = 0;
    for (let count = -1; count !== 0 && length < SMALL; length += count)
      count = readSync(file, into, length, SMALL - length, length);
    if (length === 0 || length === SMALL) return undefined;
    countBytes(length);
    return into.toString('utf8', 0, length);
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}

/** Opens a file to read it. To open a pipe waits for its writer, unless it is told not to. Throws FileError. */
function open(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw asFileError(path, error);
  }
}

/** The bytes of a regular file. Throws FileError. */
function bytesOf(path: string): Buffer {
  const file = open(path);
  try {
    const stat = fstatSync(file);
    if (stat.isDirectory()) throw new FileError(path, 'it is a folder, not a file');
    if (!stat.isFile()) throw new FileError(path, 'it is no regular file');
    if (stat.size > MAX_BYTES) throw new FileError(path, TOO_LARGE);
    countBytes(stat.size);
    return stat.size > 0 ? readSized(file, stat.size) : readUnsized(path, file);
  } catch (error) {
    throw error instanceof FileError ? error : asFileError(path, error);
  } finally {
    closeSync(file);
  }
}

/** As much as the file had when it was opened, or less where it was cut since. */
function readSized(file: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let length = 0;
  for (let count = -1; count !== 0 && length < size; length += count)
    count = readSync(file, bytes, length, size - length, null);
  return length === size ? bytes : bytes.subarray(0, length);
}

/** Files of `/proc` and the like have no size, and some no end. */
function readUnsized(path: string, file: number): Buffer {
  const pieces: Uint8Array[] = [];
  for (let total = 0; total <= MAX_BYTES;) {
    const piece = new Uint8Array(65_536);
    const size = readSync(file, piece);
    if (size === 0) return Buffer.concat(pieces);
    pieces.push(piece.subarray(0, size));
    total += size;
  }
  throw new FileError(path, TOO_LARGE);
}

/** The real file system. */
export const disk: Files = {
  kind(path) {
    try {
      const stat = statSync(path, { throwIfNoEntry: false });
      if (stat === undefined) return undefined;
      return stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'other';
    } catch {
      return undefined;
    }
  },
  list(path) {
    try {
      return readdirSync(path);
    } catch (error) {
      throw asFileError(path, error);
    }
  },
  size(path) {
    try {
      const stat = statSync(path, { throwIfNoEntry: false });
      return stat?.isFile() === true ? stat.size : 0;
    } catch {
      return 0;
    }
  },
  read: bytesOf,
  text(path) {
    return smallText(path) ?? bytesOf(path).toString('utf8');
  },
  executable(path) {
    try {
      const stat = statSync(path, { throwIfNoEntry: false });
      return stat !== undefined && stat.isFile() && (stat.mode & 0o111) !== 0;
    } catch {
      return false;
    }
  },
  writableByAll(path) {
    try {
      // Windows has no such permission: its mode says nothing.
      return process.platform !== 'win32' && (statSync(path).mode & 0o002) !== 0;
    } catch {
      return false;
    }
  },
  real(path) {
    try {
      return realpathSync(path);
    } catch {
      return path;
    }
  },
};
