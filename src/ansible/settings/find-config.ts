/** Finds the `ansible.cfg` that Ansible reads, and expands the paths in it. */
import { isAbsolute, resolve } from 'node:path';
import { FileError } from '../../ground/files.ts';
import type { Files } from '../../ground/files.ts';
import type { Environment } from './setting-values.ts';

/** The surroundings in which Ansible is started. `home`: undefined if files of a user or machine must not count. */
interface StartContext {
  readonly cwd: string;
  readonly environment: Environment;
  /** The folder to which paths of the environment are relative, if that is not `cwd`. */
  readonly environmentBase?: string | undefined;
  readonly home?: string | undefined;
}

/** The `ansible.cfg` that counts, with its text, and those that exist and do not count. */
interface FoundConfig {
  readonly file: string | undefined;
  readonly text: string;
  /** The one in the folder where Ansible is started, if everybody may write to that. */
  readonly ignored: string | undefined;
  /** Files without permission to read them: Ansible goes on to the next. */
  readonly denied: readonly string[];
}

/**
 * Finds the `ansible.cfg` that counts. Throws FileError if it cannot be read for another reason than permission.
 *
 * Without a home, one in a folder that everybody may write to still counts: permissions of a checkout are not the
 * project's.
 * https://docs.ansible.com/ansible-core/2.19/reference_appendices/config.html#cfg-in-world-writable-dir
 */
export function findConfig(files: Files, where: StartContext): FoundConfig {
  const { cwd, environment, home } = where;
  const own = resolve(cwd, 'ansible.cfg');
  const isFile = (path: string): boolean => files.kind(path) === 'file';
  const open = isFile(own) && files.writableByAll(cwd) ? own : undefined;
  const candidates = open !== undefined && home !== undefined ? [] : [own];
  if (home !== undefined) candidates.push(resolve(home, '.ansible.cfg'), '/etc/ansible/ansible.cfg');
  const named = environment['ANSIBLE_CONFIG'];
  if (named !== undefined) {
    const path = expandedPath(named, { ...where, base: where.environmentBase ?? cwd });
    candidates.unshift(files.kind(path) === 'folder' ? resolve(path, 'ansible.cfg') : path);
  }
  const denied: string[] = [];
  for (const file of candidates.filter(isFile)) {
    const text = textIfPermitted(files, file);
    if (text !== undefined)
      return { file, text, ignored: file === open && home !== undefined ? undefined : open, denied };
    denied.push(file);
  }
  return { file: undefined, text: '', ignored: open, denied };
}

function textIfPermitted(files: Files, path: string): string | undefined {
  try {
    return files.text(path);
  } catch (error) {
    if (error instanceof FileError && error.kind === 'denied') return undefined;
    throw error;
  }
}

/** Makes the path of a setting absolute: expands `~`, `$NAME` and `{{CWD}}`, and resolves it from `base`. */
export function expandedPath(path: string, where: StartContext & { readonly base: string }): string {
  const expanded = path
    .replace(/^\{\{\s*CWD\s*\}\}/i, where.cwd)
    .replace(/^~(?=\/|$)/, where.home ?? where.environment['HOME'] ?? '~')
    .replace(/\$(?:(\w+)|\{([^}]*)\})/g, (whole: string, bare?: string, braced?: string) => {
      return where.environment[bare ?? braced ?? ''] ?? whole;
    });
  return isAbsolute(expanded) ? resolve(expanded) : resolve(where.base, expanded);
}
