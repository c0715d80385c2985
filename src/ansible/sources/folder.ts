/** What Ansible looks at in a folder of sources. */
import { join } from 'node:path';
import { FileError, MAX_BYTES } from '../../files.ts';
import type { Files } from '../../files.ts';
import { byCodePoint } from '../../source/python.ts';
import { fault } from '../../troubles/catalogue.ts';
import type { Fault } from '../../troubles/catalogue.ts';
import type { Settings } from '../settings/settings.ts';

/** Folders of other things beside the sources. */
const OTHER_FOLDERS: ReadonlySet<string> = new Set(['host_vars', 'group_vars', 'vars_plugins']);

/** A folder with more files than these is no inventory: each would be tried by each of Ansible's plugins. */
const MAX_SOURCES = 2000;

/** The names in a folder of sources that Ansible looks at, in its order. Throws FileError. */
export function sourceNames(files: Files, folder: string, settings: Settings): readonly string[] {
  return files
    .list(folder)
    .filter((name) => !isIgnored(name, settings))
    .sort(byCodePoint);
}

/** The names in a folder of sources that Ansible would look at, were it not for their ending `.ini`. Throws FileError. */
export function skippedIniNames(files: Files, folder: string, settings: Settings): readonly string[] {
  const others = { ...settings, ignoredExtensions: settings.ignoredExtensions.filter((ending) => ending !== '.ini') };
  return files
    .list(folder)
    .filter((name) => isIgnored(name, settings) && name.endsWith('.ini') && !isIgnored(name, others));
}

function isIgnored(name: string, { ignoredExtensions, ignoresName }: Settings): boolean {
  return (
    name.startsWith('.') ||
    OTHER_FOLDERS.has(name) ||
    ignoredExtensions.some((ending) => name.endsWith(ending)) ||
    ignoresName(name)
  );
}

/**
 * The reason why a folder is more than one inventory can be: it holds, with those below it, more than `MAX_SOURCES` files
 * and folders, or files that together have more bytes than a single one may. Reads none of them; undefined where they are
 * few enough.
 */
export function tooMuchIn(files: Files, folder: string, settings: Settings): Fault | undefined {
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
      // A file that is too large by itself is told as such, and the others are read.
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
