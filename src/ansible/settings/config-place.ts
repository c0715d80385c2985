/** Where Ansible takes its `ansible.cfg` from, and what paths in it mean. */
import { isAbsolute, resolve } from 'node:path';
import { DENIED, FileError } from '../../files.ts';
import type { Files } from '../../files.ts';
import type { Environment } from './values.ts';

/** Where Ansible is started. `home` is undefined where what a user or a machine has must not count. */
interface Started {
  readonly cwd: string;
  readonly environment: Environment;
  readonly home?: string | undefined;
}

/** Why Ansible takes no `ansible.cfg` from a folder. */
export const OPEN_FOLDER = 'everybody may write to its folder';

/**
 * The `ansible.cfg` that counts, and one that Ansible ignores as everybody may write to the folder where it is started.
 * Without permission to read one, Ansible goes on to the next; these are `denied`.
 *
 * Without a home both are the same: what a checkout has of permissions is no part of a project.
 * https://docs.ansible.com/ansible-core/2.19/reference_appendices/config.html#cfg-in-world-writable-dir
 */
export function findConfig(
  files: Files,
  where: Started,
): { readonly file: string | undefined; readonly ignored: string | undefined; readonly denied: readonly string[] } {
  const { cwd, environment, home } = where;
  const own = resolve(cwd, 'ansible.cfg');
  const isFile = (path: string): boolean => files.kind(path) === 'file';
  const ignored = isFile(own) && files.writableByAll(cwd) ? own : undefined;
  const candidates = ignored !== undefined && home !== undefined ? [] : [own];
  if (home !== undefined) candidates.push(resolve(home, '.ansible.cfg'), '/etc/ansible/ansible.cfg');
  const named = environment['ANSIBLE_CONFIG'];
  if (named !== undefined) {
    const path = expandedPath(named, { ...where, base: cwd });
    candidates.unshift(files.kind(path) === 'folder' ? resolve(path, 'ansible.cfg') : path);
  }
  const there = candidates.filter(isFile);
  const index = there.findIndex((path) => !isDenied(files, path));
  const file = there[index];
  const denied = index < 0 ? there : there.slice(0, index);
  return { file, ignored: file === ignored && home !== undefined ? undefined : ignored, denied };
}

function isDenied(files: Files, path: string): boolean {
  try {
    files.read(path);
  } catch (error) {
    if (error instanceof FileError) return error.message === DENIED;
    throw error;
  }
  return false;
}

/** A path of a setting, absolute: `~`, `$NAME` and `{{CWD}}` are expanded; it is relative to `base`. */
export function expandedPath(path: string, where: Started & { readonly base: string }): string {
  const expanded = path
    .replace(/^\{\{\s*CWD\s*\}\}/i, where.cwd)
    .replace(/^~(?=\/|$)/, where.home ?? '~')
    .replace(/\$(?:(\w+)|\{([^}]*)\})/g, (whole: string, bare?: string, braced?: string) => {
      return where.environment[bare ?? braced ?? ''] ?? whole;
    });
  return isAbsolute(expanded) ? resolve(expanded) : resolve(where.base, expanded);
}
