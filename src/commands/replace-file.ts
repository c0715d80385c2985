/** Replaces the text of a file: whole or not at all, as it stood there when it was read. */
import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import type { Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { disk, systemReason } from '../ground/disk.ts';
import { isAt } from '../ground/paths.ts';

/** A new text of a file. */
export interface Replacement {
  /** The full path. */
  readonly path: string;
  /** The text that it had; undefined for a new file. */
  readonly before: string | undefined;
  readonly after: string;
}

/**
 * Writes the new text of a file, with its mode and owner, into the file that links lead to within `folder`. Gives the reason
 * as a clause where the file is left as it is: another text is there by now, or it cannot be replaced.
 */
export function replaceFile({ path, before, after }: Replacement, folder: string): string | undefined {
  const real = disk.real(path);
  if (!isAt(real, disk.real(folder))) return 'it is a link to a file elsewhere';
  const draft = join(dirname(real), `.${basename(real)}.${String(process.pid)}`);
  try {
    const stats = statSync(real, { throwIfNoEntry: false });
    if (before === undefined) mkdirSync(dirname(real), { recursive: true });
    const why = whyNotReplaced(real, stats, before);
    if (why !== undefined) return why;
    writeDraft(draft, after, stats);
    // What was changed while the draft was written stays.
    const changed = whyNotReplaced(real, statSync(real, { throwIfNoEntry: false }), before);
    if (changed !== undefined) return changed;
    renameSync(draft, real);
    return undefined;
  } catch (error) {
    return systemReason(error, 'folder');
  } finally {
    rmSync(draft, { force: true });
  }
}

function whyNotReplaced(path: string, stats: Stats | undefined, before: string | undefined): string | undefined {
  if (before === undefined) return lstatSync(path, { throwIfNoEntry: false }) && 'it is there by now';
  if (stats === undefined) return 'it is gone';
  // A new file in its place would leave the other names with the former text.
  if (stats.nlink > 1) return 'it has several names (hard links)';
  // A text that is not UTF-8 was read with signs in place of what is wrong in it.
  if (!Buffer.from(before).equals(disk.read(path))) return 'it has changed meanwhile, or is not UTF-8';
  return (stats.mode & 0o222) === 0 ? 'it is read-only' : undefined;
}

function writeDraft(draft: string, text: string, stats: Stats | undefined): void {
  const file = openSync(draft, 'wx', 0o666);
  try {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  if (stats === undefined) return;
  const own = statSync(draft);
  if (own.uid !== stats.uid || own.gid !== stats.gid) chownSync(draft, stats.uid, stats.gid);
  chmodSync(draft, stats.mode);
}
