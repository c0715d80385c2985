/** A tree of files in memory, as the port to files shows it. */
import { posix } from 'node:path';
import { DENIED, FileError } from '../src/ground/files.ts';
import type { Files, Kind } from '../src/ground/files.ts';

export interface MemoryFile {
  readonly content: string | Uint8Array;
  readonly executable?: boolean;
}

/**
 * Files by absolute path, with `/`; the folders above them come by themselves.
 *
 * A path that ends in `/` is an empty folder. A value `{ link: '/path' }` is a symbolic link. `'denied'` under
 * `reasons` makes reading a path fail with that reason; under a path that ends in `/`, looking at what is in the
 * folder.
 */
export function memoryFiles(
  tree: Readonly<Record<string, string | Uint8Array | MemoryFile | { readonly link: string }>>,
  reasons: Readonly<Record<string, string>> = {},
): Files {
  const files = new Map<string, MemoryFile>();
  const links = new Map<string, string>();
  const folders = new Map<string, Set<string>>([['/', new Set()]]);

  function addFolder(path: string): Set<string> {
    const names = folders.get(path) ?? new Set<string>();
    if (!folders.has(path)) {
      folders.set(path, names);
      addFolder(posix.dirname(path)).add(posix.basename(path));
    }
    return names;
  }

  for (const [path, value] of Object.entries(tree)) {
    if (path.endsWith('/')) {
      addFolder(path.slice(0, -1));
      continue;
    }
    addFolder(posix.dirname(path)).add(posix.basename(path));
    if (typeof value === 'string' || value instanceof Uint8Array) files.set(path, { content: value });
    else if ('link' in value) links.set(path, value.link);
    else files.set(path, value);
  }

  /** Follows links; undefined if they form a loop. */
  function real(path: string): string | undefined {
    let at = '/';
    let rest = posix.resolve('/', path).split('/').filter(Boolean);
    for (let steps = 0; rest.length > 0; steps++) {
      if (steps > 200) return undefined;
      at = posix.join(at, rest[0] ?? '');
      rest = rest.slice(1);
      const link = links.get(at);
      if (link === undefined) continue;
      rest = [...posix.resolve(posix.dirname(at), link).split('/').filter(Boolean), ...rest];
      at = '/';
    }
    return at;
  }

  function kind(path: string): Kind | undefined {
    if (insideOf(path) !== undefined) return undefined;
    const at = real(path);
    return at === undefined ? undefined : files.has(at) ? 'file' : folders.has(at) ? 'folder' : undefined;
  }

  function insideOf(path: string): string | undefined {
    return Object.entries(reasons).find(([folder]) => folder.endsWith('/') && path.startsWith(folder))?.[1];
  }

  function refuse(path: string): void {
    const reason = reasons[path] ?? insideOf(path);
    if (reason !== undefined) throw new FileError(path, reason, reason === DENIED ? 'denied' : 'other');
  }

  function read(path: string): Uint8Array {
    refuse(path);
    const file = files.get(real(path) ?? '');
    if (file === undefined) throw new FileError(path, 'there is no such file', 'missing');
    return typeof file.content === 'string' ? new TextEncoder().encode(file.content) : file.content;
  }

  return {
    kind,
    list(path) {
      refuse(path);
      const names = folders.get(real(path) ?? '');
      if (names === undefined) throw new FileError(path, 'there is no such folder');
      return [...names];
    },
    read,
    text: (path) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(read(path)),
    size: (path) => files.get(real(path) ?? '')?.content.length ?? 0,
    executable: (path) => files.get(real(path) ?? '')?.executable === true,
    writableByAll: () => false,
    real: (path) => real(path) ?? path,
    linkTarget: (path) => links.get(posix.join(real(posix.dirname(path)) ?? '/', posix.basename(path))),
  };
}
