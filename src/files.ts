/**
 * The one port to the file system. The editor lays unsaved buffers over it, tests a tree in memory; nothing else in
 * `src` reads a file.
 */
import { readFileSync, readdirSync, realpathSync, statSync } from 'node:fs';

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
  /** What stands at a path, links followed; undefined where nothing does (a dangling link is nothing). */
  kind(path: string): Kind | undefined;
  /** The names in a folder, in no order. Throws FileError. */
  list(path: string): readonly string[];
  /** The bytes of a regular file. Throws FileError: not there, no permission, a folder, a pipe or device, too large. */
  read(path: string): Uint8Array;
  /** True where a person may execute the file (an inventory script, a vault password program). */
  executable(path: string): boolean;
  /** The path with all links followed, or the path itself where that fails. */
  real(path: string): string;
}

/** Larger files are refused: no inventory is written by hand at this size, and the tree takes several times as much. */
export const MAX_BYTES = 256 * 1024 * 1024;

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder, not a file',
  ENOTDIR: 'a part of its path is a file, not a folder',
  ELOOP: 'its symbolic links form a loop',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many files are open',
};

function asFileError(path: string, error: unknown): FileError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new FileError(path, REASONS[code] ?? `the system says ${code || String(error)}`);
}

/** The real file system. */
export const disk: Files = {
  kind(path) {
    const stat = statSync(path, { throwIfNoEntry: false, bigint: false });
    if (stat === undefined) return undefined;
    return stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'other';
  },
  list(path) {
    try {
      return readdirSync(path);
    } catch (error) {
      throw asFileError(path, error);
    }
  },
  read(path) {
    try {
      return readFileSync(path);
    } catch (error) {
      throw asFileError(path, error);
    }
  },
  executable(path) {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat !== undefined && stat.isFile() && (stat.mode & 0o111) !== 0;
  },
  real(path) {
    try {
      return realpathSync(path);
    } catch {
      return path;
    }
  },
};
