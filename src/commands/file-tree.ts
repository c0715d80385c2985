/**
 * A folder into which a tree of files is written, and nothing outside of it: no name leads out, and no link is
 * followed.
 *
 * A file at its top lists what was written, so that the next run replaces that and leaves alone what a person put
 * there, and what was not, with the reasons.
 */
import { lstatSync, mkdirSync, rmdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { CannotCheck } from '../ground/cannot-check.ts';
import { disk, systemReason } from '../ground/disk.ts';
import { readableText } from '../ground/files.ts';
import { orderedObject } from '../model/exact-json.ts';
import { printableJson } from '../report/terminal-text.ts';

/** The list, by paths from the folder on. */
const LIST = '.stacklint-render.json';

/** A file to be written, and what the list says of it. */
export interface TreeFile {
  /** Undefined if there is nothing to write; the list names it all the same. */
  readonly text: string | undefined;
  readonly state: string;
  readonly message: string | undefined;
}

/**
 * Writes files, by paths of their own, into a folder. Throws CannotCheck if it is not empty and another made it, or a
 * file cannot be written.
 */
export function writeTree(folder: string, shown: string, files: ReadonlyMap<string, TreeFile>): void {
  const kind = disk.kind(folder);
  if (kind !== undefined && kind !== 'folder') throw new CannotCheck(`--output ${shown}: it is a file, not a folder`);
  const names = kind === undefined ? [] : disk.list(folder);
  const before = names.includes(LIST) ? readableText(disk, join(folder, LIST)) : undefined;
  if (names.length > 0 && before === undefined)
    throw new CannotCheck(
      `--output ${shown}: the folder is not empty, and stacklint did not make it; name a new folder, or empty this one`,
    );
  const tree = new Tree(folder, shown);
  tree.do('', () => {
    makeWithParents(folder);
  });
  for (const path of before === undefined ? [] : writtenBefore(before)) tree.remove(path);
  const all = new Map(Array.from(files, ([path, file]) => [within(path), file]));
  const listed = (isWritten: boolean) =>
    orderedObject(
      [...all].flatMap(([path, { text, state, message }]) =>
        (text !== undefined) === isWritten ? [[path, { state, message }] as const] : [],
      ),
    );
  tree.write(LIST, `${printableJson({ version: 1, written: listed(true), unknown: listed(false) })}\n`);
  for (const [path, { text }] of all) if (text !== undefined) tree.write(path, text);
}

/**
 * Makes a folder and those above it. If one cannot be made, for example below /proc, Node's own function never ends.
 */
function makeWithParents(folder: string): void {
  if (disk.kind(folder) === 'folder') return;
  if (dirname(folder) !== folder) makeWithParents(dirname(folder));
  mkdirSync(folder);
}

/** The paths of the files that a list says were written; none if the text is not a list. */
function writtenBefore(list: string): readonly string[] {
  try {
    const root: unknown = JSON.parse(list);
    const written = typeof root === 'object' && root !== null && 'written' in root ? root.written : undefined;
    return typeof written === 'object' && written !== null ? Object.keys(written) : [];
  } catch {
    return [];
  }
}

/** A path from the folder on, without anything that leads out of it. */
function within(path: string): string {
  return posix.normalize(`/${path.replaceAll('\0', '')}`).slice(1);
}

class Tree {
  readonly #folder: string;
  readonly #shown: string;
  /** Folders that are known to be no links. */
  readonly #made = new Set<string>();

  constructor(folder: string, shown: string) {
    this.#folder = resolve(folder);
    this.#shown = shown;
  }

  /** Removes a file that an earlier run has written, and the folders that it leaves empty. */
  remove(path: string): void {
    const full = join(this.#folder, within(path));
    if (!this.#leadsThroughFolders(full)) return;
    if (lstatSync(full, { throwIfNoEntry: false })?.isFile() !== true) return;
    this.do(path, () => unlinkSync(full));
    for (let at = dirname(full); at !== this.#folder && disk.list(at).length === 0; at = dirname(at)) rmdirSync(at);
  }

  write(path: string, text: string): void {
    const full = join(this.#folder, path);
    if (path === LIST) this.do(path, () => unlinkSync(full), 'ENOENT');
    this.#makeFolder(dirname(full), path);
    // A file that is there is never opened, whatever it is.
    this.do(path, () => writeFileSync(full, text, { flag: 'wx' }));
  }

  #makeFolder(folder: string, path: string): void {
    if (folder === this.#folder || this.#made.has(folder)) return;
    this.#makeFolder(dirname(folder), path);
    this.do(path, () => mkdirSync(folder), 'EEXIST');
    if (lstatSync(folder).isDirectory()) this.#made.add(folder);
    else throw new CannotCheck(`cannot write ${join(this.#shown, path)}: a part of its path is a file or a link`);
  }

  #leadsThroughFolders(full: string): boolean {
    for (let at = dirname(full); at !== this.#folder; at = dirname(at))
      if (lstatSync(at, { throwIfNoEntry: false })?.isDirectory() !== true) return false;
    return true;
  }

  /** Does something with a path; `accepted`: the code of an error that does not matter. */
  do(path: string, act: () => void, accepted?: string): void {
    try {
      act();
    } catch (error) {
      if (accepted !== undefined && error instanceof Error && 'code' in error && error.code === accepted) return;
      throw new CannotCheck(`cannot write ${join(this.#shown, path)}: ${systemReason(error, 'folder')}`);
    }
  }
}
