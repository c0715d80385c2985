/** The project that a folder belongs to. */
import { basename, dirname, join, sep } from 'node:path';
import type { Files } from '../../ground/files.ts';
import { foldersAbove, isAt } from '../../ground/paths.ts';
import { VARS_FOLDERS } from '../variables/vars-files.ts';

/** A folder with one of these is a project of its own. */
export const PROJECT_MARKERS: readonly string[] = [
  'ansible.cfg',
  '.git',
  'stacklint.yml',
  '.stacklint.yml',
  'roles',
  'playbooks',
  'requirements.yml',
  'site.yml',
];
/** Folders that lie in a project, not above it. */
const INSIDE: ReadonlySet<string> = new Set(['inventory', 'inventories', 'environments', ...VARS_FOLDERS]);

/**
 * The folder in which a person starts Ansible for what lies in a folder: the nearest upwards with an `ansible.cfg`,
 * as far as the current one, as in `ansible-playbook -i deploy/hosts.yml deploy/site.yml`; without one, the folder
 * itself.
 */
export function startFolder(files: Files, folder: string, cwd: string): string {
  const around = [folder, ...foldersAbove(folder)].filter((at) => isAt(at, cwd));
  return around.find((at) => files.kind(join(at, 'ansible.cfg')) !== undefined) ?? folder;
}

/** Looks for projects upwards from folders, once for each folder. */
export class ProjectRoots {
  readonly #files: Files;
  readonly #tops: readonly string[];
  readonly #known = new Map<string, string | undefined>();

  /** `tops`: the current folder and the paths that were named; without a marker, no folder above these counts. */
  constructor(files: Files, tops: readonly string[]) {
    this.#files = files;
    this.#tops = tops;
  }

  /** The nearest folder upwards that has a marker of a project or holds `inventories` and the like. */
  of(folder: string): string | undefined {
    if (!this.#known.has(folder)) this.#known.set(folder, this.#nearestMarked(folder) ?? parentOfInventories(folder));
    return this.#known.get(folder);
  }

  /** The project's folder; without a marker the uppermost with `group_vars` or `host_vars`, else the folder itself. */
  projectAt(folder: string): string {
    return this.of(folder) ?? this.#topWithVariables(folder) ?? folder;
  }

  #nearestMarked(folder: string): string | undefined {
    for (let at = folder; ; at = dirname(at)) {
      const prefix = at.endsWith(sep) ? at : at + sep;
      if (PROJECT_MARKERS.some((marker) => this.#files.kind(prefix + marker) !== undefined)) return at;
      if (dirname(at) === at) return undefined;
    }
  }

  /** The uppermost folder below the tops with variable folders, as for `inv/hosts` with `group_vars` next to `inv`. */
  #topWithVariables(folder: string): string | undefined {
    return [folder, ...foldersAbove(folder)]
      .filter((at) => this.#tops.some((top) => isAt(at, top)))
      .findLast((at) => VARS_FOLDERS.some((name) => this.#files.kind(join(at, name)) === 'folder'));
  }
}

/** The folder above `inventories` and the like. */
function parentOfInventories(folder: string): string | undefined {
  for (let at = folder; dirname(at) !== at; at = dirname(at)) if (INSIDE.has(basename(at))) return dirname(at);
  return undefined;
}
