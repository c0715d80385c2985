/** `stacklint --watch`: checks, and checks again whenever a file changes that the result depends on. */
import { CannotCheck } from '../ground/cannot-check.ts';
import type { AskedPaths } from '../ground/asked-paths.ts';
import { FileError } from '../ground/files.ts';
import { listed } from '../model/phrases.ts';
import { NotedFiles } from '../ground/noted-files.ts';
import { shownPath } from '../ground/paths.ts';
import { MAX_NAMES, printable } from '../report/terminal-text.ts';
import { CheckCache } from '../check/check-cache.ts';
import type { Given } from './arguments.ts';
import { check } from './check.ts';
import { noticeLines } from './command.ts';
import type { Caller, CommandOutcome, Person } from './command.ts';
import { WatchedFolders } from './watched-folders.ts';

/** Options of a check that make no sense for one after the other. */
const SINGLE = ['update-baseline', 'stdin-filename', 'staged'] as const;
/** Editors write a file in several steps; they are through with them after so many milliseconds. */
const SETTLED = 20;
/** Clears the screen, and goes to its top. */
const CLEAR = '\u001b[2J\u001b[H';

/**
 * Checks until the program is ended. Throws CannotCheck for options that exclude this, and if nothing can be watched.
 */
export async function watch(given: Given, caller: Caller, person: Person): Promise<never> {
  const excluded = SINGLE.find((option) => given.has(option));
  if (excluded !== undefined) throw new CannotCheck(`--watch and --${excluded} exclude each other; give one of them`);
  const cache = new CheckCache();
  const changes = new Changes();
  let changed: readonly string[] = [];
  let before: string | undefined;
  let saidBefore: string | undefined;
  let askedBefore: AskedPaths | undefined;
  for (;;) {
    const files = new NotedFiles(caller.files);
    const { asked } = files;
    const start = performance.now();
    const { stdout, stderr, closing = '' } = await outcomeOf(given, { ...caller, files, progress: undefined }, cache);
    const output = stdout + stderr + closing;
    const took = Math.round(performance.now() - start);
    // What changed before its folder was watched has gone unnoticed.
    if (changes.follow(asked.folders)) continue;
    // The swap file of an editor is no news.
    const read = changed.filter((path) => [asked, askedBefore].some((each) => each?.has(path)));
    if (before !== output || read.length > 0) {
      const names = read.map((path) => shownPath(path, caller.cwd)).sort();
      const news = names.length === 0 ? '' : ` ${listed(names, MAX_NAMES)} changed;`;
      const line = printable(`${timeOfDay()}${news} checked in ${took} ms, waiting for changes (Ctrl-C ends)`);
      // What has been said is still there to read, unless the screen is cleared.
      const isSaid = stderr === saidBefore && stdout !== '' && caller.columns === undefined;
      person.tell(
        `${caller.columns === undefined ? '' : CLEAR}${stdout}`,
        `${isSaid ? '' : stderr}${closing}${line}\n`,
      );
      saidBefore = stderr;
    }
    before = output;
    askedBefore = asked;
    changed = await changes.next(asked);
  }
}

/** The output of a check; of one that cannot be made, the reason. */
async function outcomeOf(given: Given, caller: Caller, cache: CheckCache): Promise<Omit<CommandOutcome, 'exitCode'>> {
  try {
    return await check(given, caller, cache);
  } catch (error) {
    if (!(error instanceof CannotCheck || error instanceof FileError)) throw error;
    const file = error instanceof FileError ? `cannot read ${shownPath(error.path, caller.cwd)}: ` : '';
    return { stdout: '', stderr: noticeLines([`${file}${error.message}`]) };
  }
}

/** The paths that changed in watched folders since they were last asked for. */
class Changes {
  readonly #watched = new WatchedFolders();
  readonly #changed = new Set<string>();
  #wake = (): void => {};

  /** Waits for changes that concern what was asked; the full paths of what changed. */
  async next(asked: AskedPaths): Promise<readonly string[]> {
    for (;;) {
      const changed = [...this.#changed].filter((path) => asked.concerns(path));
      this.#changed.clear();
      if (changed.length > 0) return changed;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      await new Promise((resolve) => setTimeout(resolve, SETTLED));
    }
  }

  /** Watches these folders and no others. True if some are new. Throws CannotCheck if none can be watched. */
  follow(folders: ReadonlySet<string>): boolean {
    const areNew = this.#watched.follow(folders, (path) => {
      this.#changed.add(path);
      this.#wake();
    });
    if (this.#watched.size === 0) throw new CannotCheck('the system lets no folder of the project be watched');
    return areNew;
  }
}

/** The time where the program runs, as `14:05:09`. */
function timeOfDay(): string {
  return new Date().toTimeString().slice(0, 8);
}
