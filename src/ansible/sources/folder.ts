/** What Ansible looks at in a folder of sources. */
import { join } from 'node:path';
import { FileError } from '../../files.ts';
import type { Files } from '../../files.ts';
import { byCodePoint } from '../../source/python.ts';
import type { Settings } from '../settings/settings.ts';

/** Folders of other things beside the sources. */
const OTHER_FOLDERS: ReadonlySet<string> = new Set(['host_vars', 'group_vars', 'vars_plugins']);

/** A folder with more files than these is no inventory: each would be tried by each of Ansible's plugins. */
export const MAX_SOURCES = 2000;

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

/** True where a folder and those below it hold more than `MAX_SOURCES` files and folders; reads none of them. */
export function hasTooManySources(files: Files, folder: string, settings: Settings): boolean {
  let left = MAX_SOURCES;
  const walk = (at: string, above: readonly string[]): boolean => {
    const real = files.real(at);
    if (above.includes(real)) return false;
    const paths = listed(at);
    left -= paths.length;
    return left < 0 || paths.some((path) => files.kind(path) === 'folder' && walk(path, [...above, real]));
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
