/** The answers of a disk, remembered from check to check until something changes there. */
import { basename, dirname } from 'node:path';
import { Question } from '../file-answers.ts';
import type { Files } from '../files.ts';
import { foldersAbove } from '../paths.ts';

/**
 * A check asks the disk some times for each file. To ask again at each keystroke would take longer than all else that an
 * editor's check does; and what changes on the disk, the editor tells.
 */
export class KnownFiles {
  readonly files: Files;
  readonly #disk: Files;
  readonly #kinds;
  readonly #lists;
  readonly #questions: readonly Question<unknown>[];
  #hasLinks = false;

  constructor(disk: Files) {
    this.#disk = disk;
    this.#kinds = new Question((path) => disk.kind(path));
    this.#lists = new Question((path) => disk.list(path));
    const sizes = new Question((path) => disk.size(path));
    const texts = new Question((path) => disk.text(path));
    const executables = new Question((path) => disk.executable(path));
    const writables = new Question((path) => disk.writableByAll(path));
    const targets = new Question((path) => disk.linkTarget(path));
    const reals = new Question((path) => {
      const real = disk.real(path);
      this.#hasLinks ||= real !== path;
      return real;
    });
    this.#questions = [this.#kinds, this.#lists, sizes, texts, executables, writables, targets, reals];
    this.files = {
      kind: this.#kinds.answer,
      list: this.#lists.answer,
      size: sizes.answer,
      text: texts.answer,
      // The bytes of a file are rarely asked for, as of a vault, and need not be kept beside its text.
      read: (path) => disk.read(path),
      executable: executables.answer,
      writableByAll: writables.answer,
      real: reals.answer,
      linkTarget: targets.answer,
    };
  }

  /**
   * Forgets what is known of changed paths, of what lies below them, and of the folders that they are in. Where links lead
   * from one path to another it forgets everything: a change has then further names. All that changed: the paths, and
   * the folders that came or went with them, or may have.
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
    const isStale = (path: string): boolean =>
      this.#hasLinks ||
      changed.has(path) ||
      parents.has(path) ||
      foldersAbove(path).some((folder) => changed.has(folder));
    for (const question of this.#questions) question.forget(isStale);
    this.#hasLinks = false;
    return all;
  }

  /** Tells whether a folder is there and was not, or the other way round; undefined where nothing is known of it. */
  #cameOrWent(folder: string): boolean | undefined {
    const kind = this.#kinds.known(folder);
    const beside = this.#lists.known(dirname(folder));
    const isThere = this.#disk.kind(folder) !== undefined;
    if (kind !== undefined && 'value' in kind) return isThere !== (kind.value !== undefined);
    if (beside !== undefined && 'value' in beside) return isThere !== beside.value.includes(basename(folder));
    return undefined;
  }
}
