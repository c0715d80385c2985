/** The answers of a disk, remembered from check to check until something changes there. */
import { basename, dirname } from 'node:path';
import type { Files } from '../ground/files.ts';
import { NotedFiles } from '../ground/noted-files.ts';
import { foldersAbove } from '../ground/paths.ts';

/**
 * A check asks the disk some times for each file. To ask again at each keystroke would take longer than all else that
 * an editor's check does; and what changes on the disk, the editor tells.
 */
export class KnownFiles {
  readonly files: NotedFiles;
  readonly #disk: Files;

  constructor(disk: Files) {
    this.#disk = disk;
    this.files = new NotedFiles(disk);
  }

  /**
   * Forgets what is known about changed paths, about what lies below them, and about the folders that they are in. If
   * links lead from one path to another, it forgets everything, because the change then has other names, too. Returns
   * everything that changed: the paths, and the folders that came or went with them, or may have.
   */
  forget(paths: ReadonlySet<string>): ReadonlySet<string> {
    const changed = new Set(paths);
    const all = new Set(paths);
    // The set grows while it is walked.
    for (const path of all) {
      const folder = dirname(path);
      const cameOrWent = this.#cameOrWent(folder);
      if (cameOrWent === true) changed.add(folder);
      if (cameOrWent !== false) all.add(folder);
    }
    const parents = new Set(Array.from(changed, dirname));
    const hasLinks = this.files.reals.some((path, real) => real !== path);
    const isStale = (path: string): boolean =>
      hasLinks || changed.has(path) || parents.has(path) || foldersAbove(path).some((folder) => changed.has(folder));
    this.files.forget(isStale);
    return all;
  }

  /** Tells whether a folder is there and was not, or the other way round; undefined if nothing is known about it. */
  #cameOrWent(folder: string): boolean | undefined {
    const kind = this.files.kinds.known(folder);
    const beside = this.files.lists.known(dirname(folder));
    const isThere = this.#disk.kind(folder) !== undefined;
    if (kind !== undefined && 'value' in kind) return isThere !== (kind.value !== undefined);
    if (beside !== undefined && 'value' in beside) return isThere !== beside.value.includes(basename(folder));
    return undefined;
  }
}
