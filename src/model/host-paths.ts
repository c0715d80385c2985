/** Paths of the hosts of a stack, which are POSIX paths whatever this program runs on. */

/** Simplifies a path: removes doubled and trailing slashes, `.`, and `..` with the name before it. */
export function normalPath(path: string): string {
  const isNormal = !path.startsWith('.') && !path.includes('/.') && !path.includes('//');
  if (isNormal && (path === '/' || !path.endsWith('/'))) return path;
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue;
    if (name === '..' && names.length > 0 && names.at(-1) !== '..') names.pop();
    else if (name !== '..' || !path.startsWith('/')) names.push(name);
  }
  return (path.startsWith('/') ? '/' : '') + names.join('/');
}

/** Tells whether a path is a folder or lies below it. */
export function liesUnder(path: string, folder: string): boolean {
  const [inner, outer] = [normalPath(path), normalPath(folder)];
  return inner === outer || inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`);
}

const TEMPORARY = ['/tmp', '/var/tmp'];

/** Tells whether what lies at a path may be gone after a restart. */
export function isTemporary(path: string): boolean {
  return TEMPORARY.some((folder) => liesUnder(path, folder));
}
