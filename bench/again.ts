/** The cost of a second check in one process after one file has changed, as in an editor. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type * as Door from '../src/index.ts';
import { median } from './measure.ts';

const ROUNDS = 15;

/** Medians of the wall time of a check in a warm process, in ms. */
interface Again {
  /** Without the cache of the first check. */
  readonly anew: number;
  /** With the cache; one file of group_vars has changed. */
  readonly again: number;
}

/**
 * Measures the two in turn, on an inventory in a folder. `cli` is the built program, next to which the package's door
 * is.
 */
export function measureAgain(cli: string, folder: string): Again {
  const { check, disk, CheckCache } = createRequire(import.meta.url)(join(dirname(cli), 'index.cjs')) as typeof Door;
  const cache = new CheckCache();
  let edits = 0;
  const text = (path: string): string =>
    disk.text(path) + (path.endsWith('/search_hot.yml') ? `# edit ${String(edits)}\n` : '');
  const project = { cwd: folder, files: { ...disk, text } };
  const anew: number[] = [];
  const again: number[] = [];
  for (let round = -3; round < ROUNDS; round++) {
    const first = milliseconds(() => check(project));
    edits++;
    const second = milliseconds(() => check({ ...project, cache }));
    if (round < 0) continue; // warming up
    anew.push(first);
    again.push(second);
  }
  return { anew: median(anew), again: median(again) };
}

function milliseconds(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
