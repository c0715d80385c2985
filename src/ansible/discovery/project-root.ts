/** The project that a folder belongs to. */
import { basename, dirname, join, sep } from 'node:path';
import type { Files } from '../../files.ts';
import { foldersAbove, isAt } from '../../paths.ts';
import { VARS_FOLDERS } from '../variables/vars-files.ts';

/** A folder with one of these is a project of its own. */
const MARKERS = [
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

/** Looks upward from folders, once for each. */
export class Roots {
  readonly #files: Files;
  readonly #tops: readonly string[];
  readonly #known = new Map<string, string | undefined>();

  /** `tops`: the folder that a person is in and what was named; without a sign of a project, it is none above these. */
  constructor(files: Files, tops: readonly string[]) {
    this.#files = files;
    this.#tops = tops;
  }

  /** The nearest folder upwards that is a project; never above the repository. */
  of(folder: string): string | undefined {
    if (!this.#known.has(folder)) this.#known.set(folder, this.#nearestMarked(folder) ?? aboveContainer(folder));
    return this.#known.get(folder);
  }

  /** The same; where nothing tells, the folder that has variables beside what leads to this one, else this one itself. */
  projectAt(folder: string): string {
    return this.of(folder) ?? this.#besideVariables(folder) ?? folder;
  }

  #nearestMarked(folder: string): string | undefined {
    for (let at = folder; ; at = dirname(at)) {
      const prefix = at.endsWith(sep) ? at : at + sep;
      if (MARKERS.some((marker) => this.#files.kind(prefix + marker) !== undefined)) return at;
      if (dirname(at) === at) return undefined;
    }
  }

  /** As in `inv/hosts` beside `group_vars`: of several such folders the uppermost. */
  #besideVariables(folder: string): string | undefined {
    return [folder, ...foldersAbove(folder)]
      .filter((at) => this.#tops.some((top) => isAt(at, top)))
      .findLast((at) => VARS_FOLDERS.some((name) => this.#files.kind(join(at, name)) === 'folder'));
  }
}

/** Without any sign of a project: the folder above `inventories` and the like. */
function aboveContainer(folder: string): string | undefined {
  for (let at = folder; dirname(at) !== at; at = dirname(at)) if (INSIDE.has(basename(at))) return dirname(at);
  return undefined;
}
