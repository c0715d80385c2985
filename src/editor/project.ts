/** A project in an editor: a folder of the workspace, or a file that was opened without one, and its last check. */
import { CannotCheck, FaultyFile } from '../ground/cannot-check.ts';
import type { FixChoice } from '../check/mend.ts';
import type { Result } from '../check/result.ts';
import { AskedPaths } from '../ground/asked-paths.ts';
import { FileError } from '../ground/files.ts';
import type { Files } from '../ground/files.ts';
import { NotedFiles } from '../ground/noted-files.ts';
import { isAt, shownPath } from '../ground/paths.ts';
import { CheckCache } from '../check/check-cache.ts';
import type { Mending, ReportedChange } from '../report/reported-check.ts';

/**
 * Checks paths as `stacklint check` with these words would in a folder; the cache is that of the last check. Throws
 * CannotCheck and FileError as the command does.
 */
export type FolderCheck = (
  folder: string,
  paths: readonly string[],
  files: Files,
  cache: CheckCache,
) => Promise<{ readonly result: Result; readonly said: readonly string[] }>;

/** A folder whose stacks are compared with what they were. */
export interface FolderToCompare {
  readonly folder: string;
  /** The words of its check. */
  readonly paths: readonly string[];
  /** The files as they were checked last, with the texts of the editor. */
  readonly files: Files;
  /** The files on the disk. */
  readonly saved: Files;
  /** The cache of its checks, and that of the files before. */
  readonly cache: CheckCache;
  readonly cacheBefore: CheckCache;
}

/** Tells what became of each stack. Throws CannotCheck and FileError where it cannot be told. */
export type FolderComparison = (asked: FolderToCompare) => Promise<readonly ReportedChange[]>;

/** A folder that is to be mended, in part or whole. */
export interface FolderToMend extends Pick<FolderToCompare, 'folder' | 'paths' | 'files' | 'cache'> {
  readonly isWanted: FixChoice;
}

/** What fixes do to the files of a folder. */
export type MendedFolder = Pick<Mending, 'fixed' | 'notFixed' | 'files'>;

/** Tells what the fixes that are wanted do, and writes nothing. Throws as the check of the folder. */
export type FolderMending = (asked: FolderToMend) => Promise<MendedFolder>;

/** The outcome of a check: a result, or the reason why there is none. */
export interface Outcome {
  readonly result: Result | undefined;
  /** The file that prevented the check, if it has a place to point at. */
  readonly fault: FaultyFile | undefined;
  /** Lines for a person, besides the findings. */
  readonly said: readonly string[];
}

const NOTHING: Outcome = { result: undefined, fault: undefined, said: [] };

export class Project {
  readonly folder: string;
  /** The words of the check: none for a folder. */
  readonly paths: readonly string[];
  readonly #check: FolderCheck;
  readonly #cache = new CheckCache();
  /** Of what there was before the change that is compared with. */
  readonly #cacheBefore = new CheckCache(this.#cache.texts);
  /** What all checks asked: one that fails early asks for less than what others depend on. */
  readonly #asked = new AskedPaths();
  #isChecked = false;
  #isStale = true;
  #outcome = NOTHING;
  #checked: Files | undefined;
  #lastResult: Result | undefined;

  constructor(folder: string, paths: readonly string[], check: FolderCheck) {
    this.folder = folder;
    this.paths = paths;
    this.#check = check;
  }

  /** The outcome of the last check; that of a stale project may be wrong by now. */
  get outcome(): Outcome {
    return this.#outcome;
  }

  /** The result of the last check that had one: a configuration that is being written may let none be made. */
  get lastResult(): Result | undefined {
    return this.#lastResult;
  }

  get isStale(): boolean {
    return this.#isStale;
  }

  /** True for a file that was opened without a folder: its checks report on this file alone. */
  get isFile(): boolean {
    return this.paths.length > 0;
  }

  /** Tells whether its checks report on a file: one of the folder, or one elsewhere that they read. */
  has(path: string): boolean {
    if (this.isFile) return this.paths.includes(path);
    return isAt(path, this.folder) || this.#asked.isRead(path);
  }

  /** The folders in which a change may matter to its checks. */
  get folders(): ReadonlySet<string> {
    return this.#asked.folders;
  }

  /** Takes note that a text changed. True if that may matter to a check. */
  textChanged(path: string): boolean {
    const matters = !this.#isChecked || this.#asked.isRead(path);
    this.#isStale ||= matters;
    return matters;
  }

  /** Takes note that a path came, went or changed. True if that may matter to a check. */
  pathChanged(path: string): boolean {
    const matters = !this.#isChecked || this.#asked.concerns(path);
    this.#isStale ||= matters;
    return matters;
  }

  /** Checks the project as its files are now. An error that nobody expected ends the check and not the server. */
  async check(files: Files): Promise<void> {
    this.#isStale = false;
    this.#isChecked = true;
    const noted = new NotedFiles(files, this.#asked);
    this.#checked = noted;
    try {
      const { result, said } = await this.#check(this.folder, this.paths, noted, this.#cache);
      this.#lastResult = result;
      this.#outcome = { result, fault: undefined, said: [...said, ...result.notices] };
    } catch (error) {
      this.#outcome = this.#failed(error);
    }
  }

  /** Compares what the last check read with what there was before; nothing where that cannot be told. */
  async changes(compare: FolderComparison, saved: Files): Promise<readonly ReportedChange[]> {
    const { folder, paths } = this;
    const files = this.#checked;
    if (files === undefined) return [];
    try {
      return await compare({ folder, paths, files, saved, cache: this.#cache, cacheBefore: this.#cacheBefore });
    } catch (error) {
      if (error instanceof CannotCheck || error instanceof FileError) return [];
      throw error;
    }
  }

  /** Mends what the last check read; undefined if there was none. Throws as the mending. */
  async mended(mend: FolderMending, isWanted: FixChoice): Promise<MendedFolder | undefined> {
    const { folder, paths } = this;
    const files = this.#checked;
    return files && mend({ folder, paths, files, cache: this.#cache, isWanted });
  }

  #failed(error: unknown): Outcome {
    if (error instanceof FaultyFile) return { ...NOTHING, fault: error };
    if (error instanceof CannotCheck) return { ...NOTHING, said: [[error.message, ...error.advice].join('; ')] };
    if (error instanceof FileError)
      return { ...NOTHING, said: [`cannot read ${shownPath(error.path, this.folder)}: ${error.message}`] };
    const message = error instanceof Error ? error.message : String(error);
    return { ...NOTHING, said: [`unexpected error: ${message.split('\n')[0] ?? ''}`] };
  }
}
