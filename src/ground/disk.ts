/** The real file system, as an implementation of the port `files.ts`. */
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readFileSync,
  readSync,
  realpathSync,
  statSync,
  watch,
} from 'node:fs';
import { DENIED, FileError, MAX_BYTES } from './files.ts';
import type { Files } from './files.ts';

const TOO_LARGE = `it is larger than ${String(MAX_BYTES >> 20)} MB`;

const REASONS: Readonly<Record<string, string>> = {
  EACCES: DENIED,
  EPERM: DENIED,
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'no space is left on the disk for this user',
  EEXIST: 'it exists, and is not written over',
  EFBIG: 'the file would be too large',
  EROFS: 'the file system is read-only',
  EIO: 'the disk reports an error',
  EISDIR: 'it is a folder, not a file',
  ENOTDIR: 'a part of its path is a file, not a folder',
  ELOOP: 'its symbolic links form a loop',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many files are open',
  ENXIO: 'it is not a regular file',
  ENODEV: 'it is not a regular file',
};

const KINDS: Readonly<Record<string, FileError['kind']>> = { ENOENT: 'missing', EACCES: 'denied', EPERM: 'denied' };

function asFileError(path: string, error: unknown): FileError {
  return new FileError(path, systemReason(error), KINDS[codeOf(error)]);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The reason for a failed system call, in words that fit after a colon; `missing` names what may not be there. */
export function systemReason(error: unknown, missing: 'file' | 'folder' = 'file'): string {
  const code = codeOf(error);
  if (code === 'ENOENT') return `there is no such ${missing}`;
  return REASONS[code] ?? `the system reports ${code || String(error)}`;
}

/** Opens a file to read it, without waiting for the writer if it is a pipe. Throws FileError. */
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
    if (!stat.isFile()) throw new FileError(path, 'it is not a regular file');
    if (stat.size > MAX_BYTES) throw new FileError(path, TOO_LARGE);
    return stat.size > 0 ? readSized(file, stat.size) : readUnsized(path, file);
  } catch (error) {
    throw error instanceof FileError ? error : asFileError(path, error);
  } finally {
    closeSync(file);
  }
}

/** Reads as many bytes as the file had when it was opened, or fewer if it was truncated since. */
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

let input: Uint8Array | undefined;

/** Milliseconds until a pipe is looked at again. */
const PAUSE = 20;

/** Reads a stream to its end, also one that something has told not to wait for its writer. */
function readWaiting(file: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (;;) {
    const piece = new Uint8Array(65_536);
    try {
      const size = readSync(file, piece);
      if (size === 0) return Buffer.concat(pieces);
      pieces.push(piece.subarray(0, size));
    } catch (error) {
      if (codeOf(error) === 'EOF') return Buffer.concat(pieces);
      if (codeOf(error) !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  }
}

/** The bytes of standard input, to its end, which can be read only once. Throws FileError. */
export function standardInputBytes(): Uint8Array {
  try {
    return (input ??= readWaiting(0));
  } catch (error) {
    throw asFileError('standard input', error);
  }
}

/** The paths of standard input, which need not be a pipe that can be opened again. */
const STANDARD_INPUT: ReadonlySet<string> = new Set(['/dev/stdin', '/dev/fd/0', '/proc/self/fd/0']);

/**
 * The bytes of a pipe, to the end that its writer makes: `/dev/stdin`, or what a shell makes of `<(pass show search)`.
 * Undefined for anything else, such as a terminal. Throws FileError.
 */
export function pipeBytes(path: string): Uint8Array | undefined {
  try {
    const stat = statSync(path);
    if (!stat.isFIFO() && !stat.isSocket()) return undefined;
    return STANDARD_INPUT.has(path) ? standardInputBytes() : readFileSync(path);
  } catch (error) {
    throw error instanceof FileError ? error : asFileError(path, error);
  }
}

/**
 * Calls `changed` with the name of each entry of a folder that comes, goes or changes. The function that it returns
 * ends that; undefined if the folder cannot be watched.
 */
export function watchFolder(folder: string, changed: (name: string) => void): (() => void) | undefined {
  try {
    const watcher = watch(folder, (_, name) => {
      changed(name ?? '');
    });
    watcher.on('error', () => {
      watcher.close();
    });
    return () => {
      watcher.close();
    };
  } catch {
    return undefined;
  }
}

/** Every method throws FileError if it says so, and nothing else. */
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
    return bytesOf(path).toString('utf8');
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
  linkTarget(path) {
    try {
      return readlinkSync(path);
    } catch {
      return undefined;
    }
  },
};
