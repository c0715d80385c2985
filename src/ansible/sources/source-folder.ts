/** The files that Ansible reads in a folder of sources. */
import { join } from 'node:path';
import { FileError, MAX_BYTES } from '../../ground/files.ts';
import type { Files } from '../../ground/files.ts';
import { byCodePoint } from '../../source/python.ts';
import { fault } from '../../troubles/fault.ts';
import type { Fault } from '../../troubles/fault.ts';
import { madeOnce } from '../../ground/made-once.ts';
import { ignoredNamePattern } from '../template/python/python-pattern.ts';
import type { PythonPattern } from '../template/python/python-pattern.ts';
import type { Settings } from '../settings/ansible-settings.ts';

/** Folders that are not sources. */
const OTHER_FOLDERS: ReadonlySet<string> = new Set(['host_vars', 'group_vars', 'vars_plugins']);

/** The most files of a folder of sources. One with more is not an inventory: each plugin would try each file. */
const MAX_SOURCES = 2000;

/** The names in a folder of sources that Ansible reads, in its order. Throws FileError. */
export function sourceNames(files: Files, folder: string, settings: Settings): readonly string[] {
  return files
    .list(folder)
    .filter((name) => !isIgnored(name, settings))
    .sort(byCodePoint);
}

/** The names in a folder of sources that Ansible skips only because of their ending `.ini`. Throws FileError. */
export function skippedIniNames(files: Files, folder: string, settings: Settings): readonly string[] {
  const others = { ...settings, ignoredExtensions: settings.ignoredExtensions.filter((ending) => ending !== '.ini') };
  return files
    .list(folder)
    .filter((name) => isIgnored(name, settings) && name.endsWith('.ini') && !isIgnored(name, others));
}

/** Tells whether Ansible skips a name in a folder of sources. */
export function isIgnored(name: string, { ignoredExtensions, ignoredPatterns }: Settings): boolean {
  return (
    name.startsWith('.') ||
    OTHER_FOLDERS.has(name) ||
    ignoredExtensions.some((ending) => name.endsWith(ending)) ||
    ignoredPatterns.some((text) => isFoundIn(name, text))
  );
}

const PATTERNS = new Map<string, PythonPattern>();

function isFoundIn(name: string, text: string): boolean {
  const pattern = madeOnce(PATTERNS, text, () => ignoredNamePattern(text));
  return pattern.kind === 'pattern' && Number.isInteger(pattern.foundAt(name));
}

/**
 * Says why a folder is too large for an inventory: with the folders below, it holds more than `MAX_SOURCES` files and
 * folders, or files with more bytes in all than a single file may have. Reads none of them.
 */
export function whyTooLarge(files: Files, folder: string, settings: Settings): Fault | undefined {
  let left = MAX_SOURCES;
  let bytes = MAX_BYTES;
  const walk = (at: string, above: readonly string[]): Fault | undefined => {
    const real = files.real(at);
    if (above.includes(real)) return undefined;
    const paths = listed(at);
    left -= paths.length;
    if (left < 0) return fault('source/too-many-files', { count: MAX_SOURCES });
    for (const path of paths) {
      const found = files.kind(path) === 'folder' ? walk(path, [...above, real]) : undefined;
      if (found !== undefined) return found;
      const size = files.size(path);
      // A file that is too large by itself is reported as such, and the others are read.
      if (size <= MAX_BYTES) bytes -= size;
      if (bytes < 0) return fault('source/too-many-bytes', { megabytes: MAX_BYTES >> 20 });
    }
    return undefined;
  };
  const listed = (at: string): readonly string[] => {
    try {
      return sourceNames(files, at, settings).map((name) => join(at, name));
    } catch (error) {
      if (error instanceof FileError) return [];
      throw error;
    }
  };
  return walk(folder, []);
}
