/** Reads files out of an archive or a folder that may mean harm: names and sizes are looked at before anything is unpacked. */
import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { CannotCheck } from '../ground/cannot-check.ts';
import { FileError, MAX_BYTES } from '../ground/files.ts';
import type { Files } from '../ground/files.ts';
import { MOST } from '../live/collect.ts';

/** Files by their names, with `/` between the parts. */
export interface Archive {
  /** As it was named on the command line. */
  readonly shown: string;
  readonly names: readonly string[];
  /** The text of a file; undefined if it is too large. Throws CannotCheck if it cannot be unpacked. */
  read(name: string): string | undefined;
}

/** More than a diagnostic of hundreds of nodes has. */
const MOST_FILES = 20_000;
/** The folders below a folder in which files are looked for. */
const DEEPEST = 3;
/** Bytes of an archive of tar, unpacked. */
const MOST_OF_TAR = 512 * 2 ** 20;

/** Opens a zip, a tar.gz or a folder by its absolute path. Throws CannotCheck. */
export function openArchive(files: Files, path: string, shown: string): Archive {
  try {
    if (files.kind(path) === 'folder') return checked(folder(files, path, shown));
    if (files.size(path) > MAX_BYTES)
      throw new CannotCheck(`${shown} is larger than ${String(MAX_BYTES >> 20)} MB; unpack it, and name its folder`);
    const bytes = files.read(path);
    if (bytes[0] === 0x50 && bytes[1] === 0x4b) return checked(zip(bytes, shown));
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) return checked(tar(bytes, shown));
  } catch (error) {
    if (error instanceof FileError) throw new CannotCheck(`cannot read ${shown}: ${error.message}`);
    throw error;
  }
  throw new CannotCheck(`${shown} is no recording: it is neither a zip or tar.gz archive nor a folder`);
}

function checked(archive: Archive): Archive {
  const { names, shown } = archive;
  if (names.length > MOST_FILES)
    throw new CannotCheck(`${shown} is no recording: it has more than ${String(MOST_FILES)} files`);
  if (new Set(names).size < names.length) throw broken(shown);
  // Nothing is written anywhere; but whoever makes such an archive means harm.
  if (names.some((name) => /^[/\\]|^[a-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)|\0/i.test(name)))
    throw new CannotCheck(`${shown} is no recording: it has a file whose path leads out of it`);
  return archive;
}

function broken(shown: string): CannotCheck {
  return new CannotCheck(`${shown} cannot be unpacked: it is not whole, or was changed`);
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function zip(bytes: Uint8Array, shown: string): Archive {
  const sizes = new Map<string, number>();
  const names: string[] = [];
  const unpack = (filter: Parameters<typeof unzipSync>[1]): ReturnType<typeof unzipSync> => {
    try {
      return unzipSync(bytes, filter);
    } catch {
      throw broken(shown);
    }
  };
  unpack({
    filter: ({ name, size, originalSize }) => {
      if (names.length > MOST_FILES) return false;
      // One that says to be smaller than what it is packed into says something else than it holds.
      sizes.set(name, size > originalSize + originalSize / 100 + 64 ? Infinity : originalSize);
      if (!name.endsWith('/')) names.push(name);
      return false;
    },
  });
  return {
    ...{ shown, names },
    read: (name) => {
      if ((sizes.get(name) ?? Infinity) > MOST.bytes) return undefined;
      const found = unpack({ filter: (one) => one.name === name })[name];
      if (found?.length !== sizes.get(name)) throw broken(shown);
      return textOf(found ?? new Uint8Array());
    },
  };
}

/** The parts of the head of a file in a tar: https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html */
const BLOCK = 512;
const HEAD = { name: [0, 100], size: [124, 136], type: [156, 157], prefix: [345, 500] } as const;

function tar(packed: Uint8Array, shown: string): Archive {
  let bytes: Uint8Array;
  try {
    bytes = gunzipSync(packed, { maxOutputLength: MOST_OF_TAR });
  } catch (error) {
    if (!(error instanceof RangeError)) throw broken(shown);
    throw new CannotCheck(`${shown} is no recording: it unpacks to more than ${String(MOST_OF_TAR >> 20)} MB`);
  }
  const found: { readonly name: string; readonly start: number; readonly end: number }[] = [];
  for (let at = 0; at + BLOCK <= bytes.length;) {
    const part = (name: keyof typeof HEAD): string =>
      textOf(bytes.subarray(at + HEAD[name][0], at + HEAD[name][1])).replace(/\0.*$/s, '');
    const name = [part('prefix'), part('name')].filter((one) => one !== '').join('/');
    if (name === '') break;
    const size = Number.parseInt(part('size'), 8);
    const start = at + BLOCK;
    if (!Number.isSafeInteger(size) || size < 0 || start + size > bytes.length) throw broken(shown);
    // Anything but a plain file is passed over: folders, links, further heads.
    if (/^[0\0]?$/.test(part('type'))) found.push({ name, start, end: start + size });
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  return {
    ...{ shown, names: found.map(({ name }) => name) },
    read: (name) => {
      const one = found.find((file) => file.name === name);
      return one && one.end - one.start <= MOST.bytes ? textOf(bytes.subarray(one.start, one.end)) : undefined;
    },
  };
}

function folder(files: Files, path: string, shown: string): Archive {
  const below = (prefix: string, depth: number): readonly string[] =>
    files.list(`${path}/${prefix}`).flatMap((name) => {
      const own = `${prefix}${name}`;
      if (files.linkTarget(`${path}/${own}`) !== undefined) return [];
      const kind = files.kind(`${path}/${own}`);
      if (kind === 'folder') return depth < DEEPEST ? below(`${own}/`, depth + 1) : [];
      return kind === 'file' ? [own] : [];
    });
  return {
    ...{ shown, names: below('', 0) },
    read: (name) => (files.size(`${path}/${name}`) > MAX_BYTES ? undefined : files.text(`${path}/${name}`)),
  };
}
