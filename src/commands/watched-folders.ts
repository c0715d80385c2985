/** Folders of the disk that are watched, each for itself: what is replaced or not there yet is then seen, too. */
import { join } from 'node:path';
import { disk, watchFolder } from '../ground/disk.ts';

export class WatchedFolders {
  readonly #closers = new Map<string, () => void>();
  #changed: (path: string) => void = () => {};

  /** The number of folders that are watched: those that the system lets be watched. */
  get size(): number {
    return this.#closers.size;
  }

  /**
   * Watches these folders and no others; `changed` gets the full path of what comes, goes or changes there. True if
   * some are new.
   */
  follow(wanted: ReadonlySet<string>, changed: (path: string) => void): boolean {
    this.#changed = changed;
    const folders = new Set([...wanted].filter((folder) => disk.kind(folder) === 'folder'));
    for (const [folder, close] of this.#closers)
      if (!folders.has(folder)) {
        close();
        this.#closers.delete(folder);
      }
    const before = this.size;
    for (const folder of folders) {
      if (this.#closers.has(folder)) continue;
      const close = watchFolder(folder, (name) => {
        const path = join(folder, name);
        // A folder that was replaced by another has to be watched anew.
        this.#closers.get(path)?.();
        this.#closers.delete(path);
        this.#changed(path);
      });
      if (close !== undefined) this.#closers.set(folder, close);
    }
    return this.size > before;
  }
}
