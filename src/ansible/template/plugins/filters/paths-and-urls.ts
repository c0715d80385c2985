/** Filters on paths and addresses, as text only: nothing looks at the file system. */
import { knownElementsOf, elementsOf, wantText } from '../../context.ts';
import { plugin } from '../plugin.ts';
import type { TemplatePlugin, Plugins } from '../plugin.ts';
import { Raised, tripAsUnsupported } from '../../markers.ts';
import { Dict, forced, List, tripOnMarker, Tuple, typeName } from '../../python/python-values.ts';
import type { Value } from '../../python/python-values.ts';

function onPath(run: (path: string) => Value): TemplatePlugin {
  return plugin('path', (context, path) => {
    if (typeof path !== 'string') {
      throw new Raised('TypeError', `expected str, bytes or os.PathLike object, not ${typeName(path)}`);
    }
    return run(context.budget.text(path));
  });
}

function dirname(path: string): string {
  const head = path.slice(0, path.lastIndexOf('/') + 1);
  let end = head.length;
  while (head.charAt(end - 1) === '/') end -= 1;
  return end === 0 ? head : head.slice(0, end);
}

function splitext(path: string): Tuple {
  const dot = path.lastIndexOf('.');
  const name = path.lastIndexOf('/') + 1;
  const hasName = dot > name && /[^.]/.test(path.slice(name, dot));
  return hasName ? new Tuple([path.slice(0, dot), path.slice(dot)]) : new Tuple([path, '']);
}

function normalized(path: string): string {
  if (path === '') return '.';
  const [, root = ''] = /^(\/\/(?!\/)|\/)?/.exec(path) ?? [];
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..' || (root === '' && parts.length === 0) || parts.at(-1) === '..') parts.push(part);
    else parts.pop();
  }
  const kept = root === '' ? parts : parts.filter((part) => part !== '..');
  return root + kept.join('/') || '.';
}

function joinedPath(parts: readonly string[]): string {
  return parts.reduce((path, part) => {
    if (part.startsWith('/')) return part;
    return path === '' || path.endsWith('/') ? path + part : `${path}/${part}`;
  });
}

const URL_PARTS = /^(?:([A-Za-z][A-Za-z\d+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#([^]*))?$/;

/** Python's `urlsplit` with the parts of the network location. */
function urlParts(value: string): Dict {
  if (/[[\]\x00-\x20]/.test(value)) tripAsUnsupported('such an address', 'urlsplit');
  const [, scheme = '', netloc = '', path = '', query = '', fragment = ''] = URL_PARTS.exec(value) ?? [];
  const at = netloc.lastIndexOf('@');
  const host = netloc.slice(at + 1);
  const [, username, password] = at < 0 ? [] : (/^([^:]*)(?::([^]*))?$/.exec(netloc.slice(0, at)) ?? []);
  const [, hostname = '', port] = /^([^:]*)(?::([^]*))?$/.exec(host) ?? [];
  if (port !== undefined && port !== '' && !/^\d{1,5}$/.test(port)) {
    throw new Raised('ValueError', `Port could not be cast to integer value as '${port}'`);
  }
  return Dict.of([
    ['fragment', fragment],
    ['hostname', hostname === '' ? null : hostname.toLowerCase()],
    ['netloc', netloc],
    ['password', password ?? null],
    ['path', path],
    ['port', port === undefined || port === '' ? null : BigInt(port)],
    ['query', query],
    ['scheme', scheme.toLowerCase()],
    ['username', username ?? null],
  ]);
}

export const pathFilters: Plugins = {
  basename: onPath((path) => path.slice(path.lastIndexOf('/') + 1)),
  dirname: onPath(dirname),
  splitext: onPath(splitext),
  normpath: onPath(normalized),
  win_basename: onPath((path) => path.replace(/^[A-Za-z]:/, '').replace(/^[^]*[\\/]/, '')),
  win_splitdrive: onPath((path) => {
    if (/^[\\/]{2}/.test(path)) return tripAsUnsupported('a path of a network share', 'win_splitdrive');
    const drive = /^[^]:/.exec(path)?.[0] ?? '';
    return new Tuple([drive, path.slice(drive.length)]);
  }),
  path_join: plugin('paths', (context, paths) => {
    if (typeof paths === 'string') return paths;
    if (!(paths instanceof List || paths instanceof Tuple)) {
      throw new Raised('TypeError', `|path_join expects string or sequence, got ${typeName(paths)} instead.`);
    }
    const parts = knownElementsOf(paths, context).map((part) => wantText(part, 'join() argument'));
    if (parts.length === 0) throw new Raised('TypeError', "join() missing 1 required positional argument: 'a'");
    return context.budget.text(joinedPath(parts));
  }),
  commonpath: plugin('paths', (context, paths) => {
    if (!(paths instanceof List || paths instanceof Tuple)) {
      throw new Raised('TypeError', `|commonpath expects sequence, got ${typeName(paths)} instead.`);
    }
    // One by one: an item that is not a text is refused before a later one that is missing.
    const parts = elementsOf(paths, context).map((slot) => wantText(tripOnMarker(forced(slot))));
    const [first, ...rest] = parts;
    if (first === undefined) throw new Raised('ValueError', 'commonpath() arg is an empty sequence');
    if (rest.some((path) => path.startsWith('/') !== first.startsWith('/'))) {
      throw new Raised('ValueError', "Can't mix absolute and relative paths");
    }
    const names = parts.map((path) => path.split('/').filter((part) => part !== '' && part !== '.'));
    const [shared = []] = names;
    const different = shared.findIndex((part, index) => names.some((path) => path[index] !== part));
    const common = different < 0 ? shared : shared.slice(0, different);
    return (first.startsWith('/') ? '/' : '') + common.join('/');
  }),
  urlsplit: plugin('value query= alias=urlsplit', (_context, value, query) => {
    const parts = urlParts(wantText(value));
    if (query === '' || query === null) return parts;
    const part = parts.find(query);
    if (part === undefined) throw new Raised('ValueError', `urlsplit: unknown URL component: ${wantText(query)}`);
    return forced(part);
  }),
};
