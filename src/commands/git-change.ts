/** Changes that git knows, and files as they were. Only options that ask for one of them load this. */
import { spawnSync } from 'node:child_process';
import type { SpawnSyncReturns } from 'node:child_process';
import { join, resolve } from 'node:path';
import { CannotCheck } from '../ground/cannot-check.ts';
import { overlaid } from '../ground/overlaid-files.ts';
import type { Files } from '../ground/files.ts';
import type { ChangeOfFiles } from '../check/report-scope.ts';
import type { Caller } from './command.ts';

/** The change whose effects are asked for, and the files after it. */
export interface AskedChange {
  readonly change: ChangeOfFiles;
  readonly files: Files;
}

/**
 * The change from where a revision and HEAD parted to the working tree, with files that git does not track yet.
 *
 * Throws CannotCheck if there is no such revision, no repository, or no git.
 */
export function changeSince(revision: string, caller: Caller): AskedChange {
  const git = new Git(`--changed-since ${revision}`, caller);
  return git.change({ base: revision, from: git.base(revision), head: WORKING_TREE }, caller.files);
}

/** The change that a commit would make: the files are those of the index. Throws CannotCheck as `changeSince`. */
export function stagedChange(caller: Caller, base = 'HEAD'): AskedChange {
  const git = new Git('--staged', caller);
  const files = overlaid(caller.files, git.contentsBefore('diff'), caller.cwd);
  const from = base === 'HEAD' ? (git.head() ?? git.emptyTree()) : git.commit(base);
  return git.change({ base, from, head: 'index', options: ['--cached'] }, files);
}

/**
 * The change from a revision to another, or to the working tree with files that git does not track yet. As for git,
 * `A..B` is `A` and `B`, and `A...B` begins where these parted. Throws CannotCheck as `changeSince`.
 */
export function changeBetween(words: readonly string[], caller: Caller): AskedChange {
  const [, first = '', dots, second = ''] = /^(.*?)(\.{2,3})(.*)$/.exec(words[0] ?? '') ?? [];
  const git = new Git(`diff ${words.join(' ')}`, caller);
  const base = dots === undefined ? (words[0] ?? '') : first || 'HEAD';
  const head = dots === undefined ? words[1] : second || 'HEAD';
  const from = dots === '...' ? git.base(base, head) : git.commit(base);
  if (head === undefined) return git.change({ base, from, head: WORKING_TREE }, caller.files);
  return git.change({ base, from, head, to: git.commit(head) }, filesAt(head, `diff ${words.join(' ')}`, caller));
}

const WORKING_TREE = 'working tree';

/**
 * The files of a revision; those that git ignores are the ones on disk. Throws CannotCheck as `changeSince`; `option`
 * begins its message.
 */
export function filesAt(revision: string, option: string, caller: Caller): Files {
  const git = new Git(option, caller);
  const contents = new Map(git.contentsBefore('diff', git.commit(revision)));
  // One that git does not track here may be there in the revision, and is as it is in that.
  for (const path of git.untracked()) if (!contents.has(path)) contents.set(path, undefined);
  return overlaid(caller.files, contents, caller.cwd);
}

/** What git is asked to compare. */
interface Comparison {
  readonly base: string;
  /** The commit or tree to begin with. */
  readonly from: string;
  readonly head: string;
  /** The commit to end with; undefined for the working tree, or the index. */
  readonly to?: string;
  readonly options?: readonly string[];
}

/** An entry of `git diff --raw`: two modes, two objects, and a status. */
const RAW = /^:(\d+) \d+ ([0-9a-f]+) [0-9a-f]+ [A-Z]\d*$/;
/** The modes of regular files begin so; those of links and submodules do not. */
const REGULAR = '100';
const NONE = /^0+$/;
/** An entry of `git diff --raw` whose mode before or after is that of a submodule. */
const SUBMODULE = /^:(?:160000|\d+ 160000) /;
/** The digits of a commit that are shown. */
const SHOWN = 12;
const HUNK = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
const SHALLOW = 'this clone is shallow; fetch its whole history, with git fetch --unshallow or fetch-depth: 0';
const AS_IT_IS = ['--no-color', '--no-ext-diff', '--no-textconv', '--ignore-submodules'];
const FOLLOWING = [...AS_IT_IS, '--find-renames'];

/** The repository of a folder, which is only read. */
class Git {
  readonly #option: string;
  readonly #caller: Caller;
  /** The folder that paths of git are relative to. */
  readonly #top: string;

  /** `option` begins the message of each error. */
  constructor(option: string, caller: Caller) {
    this.#option = option;
    this.#caller = caller;
    this.#top = caller.cwd;
    const up = this.#tried('rev-parse', '--show-cdup');
    if (up === undefined) this.#refuse('the current folder is not in a git repository');
    this.#top = resolve(caller.cwd, up.trim());
  }

  /** The commit of a revision. */
  commit(revision: string): string {
    const commit = this.head(revision);
    if (commit === undefined)
      this.#refuse(this.#isShallow() ? `there is no such revision here, and ${SHALLOW}` : 'there is no such revision');
    return commit;
  }

  /** The commit where a revision and another, or HEAD, parted. */
  base(revision: string, other = 'HEAD'): string {
    const base = this.#tried('merge-base', this.commit(revision), other);
    if (base === undefined)
      this.#refuse(`it has no commit in common with ${other}${this.#isShallow() ? `: ${SHALLOW}` : ''}`);
    return base.trim();
  }

  /** A change to some files, which include those that git does not track where it ends at the working tree. */
  change({ base, from, head, to, options = [] }: Comparison, files: Files): AskedChange {
    const compared = ['diff', ...options, from, ...(to === undefined ? [] : [to])];
    const contents = new Map(this.contentsBefore(...compared));
    const lines = new Map(this.changedLines(...compared));
    if (head === WORKING_TREE)
      for (const path of this.untracked()) {
        if (!contents.has(path)) contents.set(path, undefined);
        lines.set(path, [[1, Infinity]]);
      }
    const renamed = this.renames(...compared);
    return {
      files,
      change: {
        base,
        head,
        // Where the revision has gone on since both parted, its lines are others.
        revision: this.head(base) === from ? base : from.slice(0, SHOWN),
        before: overlaid(files, contents, this.#caller.cwd),
        lines,
        pathAfter: (path) => renamed.get(path) ?? path,
        notices: this.#changedSubmodules(compared).map(
          (path) => `the submodule ${path} changes too, and both sides are read with what is on the disk of it`,
        ),
      },
    };
  }

  /** The paths of submodules that are at another commit. */
  #changedSubmodules(compared: readonly string[]): readonly string[] {
    const entries = nulSeparated(this.#run([...compared, '--raw', '-z', '--no-renames', '--ignore-submodules=dirty']));
    return entries.filter((_, at) => at % 2 === 1 && SUBMODULE.test(entries[at - 1] ?? ''));
  }

  /** The files that git neither tracks nor ignores. */
  untracked(): readonly string[] {
    return nulSeparated(this.#run(['ls-files', '-z', '--others', '--exclude-standard'])).map((path) =>
      join(this.#top, path),
    );
  }

  /** The commit of a revision, or of HEAD; undefined if there is none. */
  head(revision = 'HEAD'): string | undefined {
    return this.#tried('rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`)?.trim();
  }

  /** The tree without files, for the first commit. */
  emptyTree(): string {
    return this.#run(['hash-object', '-t', 'tree', '--stdin'], '').toString().trim();
  }

  /** The left side of a comparison: the contents of changed files, undefined for those that were not there. */
  contentsBefore(...args: readonly string[]): ReadonlyMap<string, Uint8Array | undefined> {
    const entries = nulSeparated(this.#run([...args, '--raw', '-z', '--no-abbrev', '--no-renames', ...AS_IT_IS]));
    const objects = new Map<string, string | undefined>();
    for (let at = 0; at + 1 < entries.length; at += 2) {
      const [, mode = '', object = ''] = RAW.exec(entries[at] ?? '') ?? [];
      const path = join(this.#top, entries[at + 1] ?? '');
      if (NONE.test(object)) objects.set(path, undefined);
      else if (mode.startsWith(REGULAR)) objects.set(path, object);
    }
    const contents = this.#objects([...objects.values()].filter((object) => object !== undefined));
    return new Map(
      Array.from(objects, ([path, object]) => [path, object === undefined ? undefined : contents.get(object)]),
    );
  }

  /** The contents of objects, by their names. */
  #objects(names: readonly string[]): ReadonlyMap<string, Uint8Array> {
    const output = this.#run(['cat-file', '--batch'], names.map((name) => `${name}\n`).join(''));
    const contents = new Map<string, Uint8Array>();
    let at = 0;
    for (const name of names) {
      const end = output.indexOf(10, at);
      const [, type, size] = output.toString('utf8', at, end).split(' ');
      // A clone that has only a part of the objects, and cannot fetch the rest.
      if (size === undefined)
        this.#refuse(`git has no content of the object ${name.slice(0, SHOWN)}: it is ${type ?? ''}`);
      contents.set(name, output.subarray(end + 1, end + 1 + Number(size)));
      at = end + 1 + Number(size) + 1;
    }
    return contents;
  }

  /** The files that a comparison finds under another name, by their names before. */
  renames(...args: readonly string[]): ReadonlyMap<string, string> {
    const entries = nulSeparated(this.#run([...args, '--name-status', '-z', '--diff-filter=R', ...FOLLOWING]));
    const renamed = new Map<string, string>();
    for (let at = 0; at + 2 < entries.length; at += 3)
      renamed.set(join(this.#top, entries[at + 1] ?? ''), join(this.#top, entries[at + 2] ?? ''));
    return renamed;
  }

  /** The right side of a comparison: the changed lines of each file, also of one that has another name by now. */
  changedLines(...args: readonly string[]): ChangeOfFiles['lines'] {
    const prefixes = ['--src-prefix=a/', '--dst-prefix=b/'];
    const patch = this.#run(['-c', 'core.quotePath=false', ...args, '-U0', ...prefixes, ...FOLLOWING]).toString();
    const changed = new Map<string, (readonly [number, number])[]>();
    let file: (readonly [number, number])[] | undefined;
    const lines = patch.split('\n');
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at] ?? '';
      const [, quote, name] = /^\+\+\+ ("?)b\/(.*?)\1\t?$/.exec(line) ?? [];
      const path = quote === '"' ? name?.replace(/\\(["\\])/g, '$1') : name;
      const [hunk, removed = '1', first = '0', added = '1'] = HUNK.exec(line) ?? [];
      if (path !== undefined) changed.set(join(this.#top, path), (file = []));
      if (hunk === undefined) continue;
      if (added !== '0') file?.push([Number(first), Number(first) + Number(added) - 1]);
      // The lines themselves may look like headers.
      at += Number(removed) + Number(added);
    }
    return changed;
  }

  #isShallow(): boolean {
    return this.#tried('rev-parse', '--is-shallow-repository')?.trim() === 'true';
  }

  #run(args: readonly string[], input?: string): Buffer {
    const { status, stdout, stderr } = this.#started(args, input);
    const [reason = ''] = stderr.toString().trim().split('\n');
    if (status !== 0)
      this.#refuse(`git ${args.find((arg) => /^[a-z]/.test(arg) && !arg.includes('=')) ?? ''} failed: ${reason}`);
    return stdout;
  }

  /** The output of a command; undefined if it fails. */
  #tried(...args: readonly string[]): string | undefined {
    const { status, stdout } = this.#started(args);
    return status === 0 ? stdout.toString() : undefined;
  }

  #started(args: readonly string[], input?: string): SpawnSyncReturns<Buffer> {
    const { GIT_DIR, ...environment } = this.#caller.environment;
    // Git sets GIT_DIR alone for the hooks of an added work tree, and would then take any current folder for its top.
    const repository = environment['GIT_WORK_TREE'] === undefined ? {} : { GIT_DIR };
    // A program that the repository names to watch its files is not run.
    const outcome = spawnSync('git', ['-c', 'core.fsmonitor=', ...args], {
      cwd: this.#top,
      env: { ...environment, ...repository, LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0' },
      input,
      maxBuffer: Infinity,
    });
    if (outcome.error !== undefined) this.#refuse('git is needed, and could not be started');
    return outcome;
  }

  #refuse(reason: string): never {
    throw new CannotCheck(`${this.#option}: ${reason}`);
  }
}

function nulSeparated(output: Buffer): readonly string[] {
  return output.toString().split('\0').slice(0, -1);
}
