/**
 * Keeps V8's compiled code of the bundle's large part beside it: reading it back saves a small check about a sixth of
 * its time (`npm run bench -- --only startup`).
 *
 * The cache fits one version of Node on one kind of machine, so its name says which. Any other Node finds no file of its
 * name, and V8 refuses what does not fit; then the code is compiled as ever. Nothing is written when stacklint runs.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));

/** Puts a loader in the place of `core.cjs`, and makes the cache by checking an inventory, so that it holds what runs. */
export function cacheCode(dist: string, inventories: string): void {
  renameSync(join(dist, 'core.cjs'), join(dist, 'core.code.cjs'));
  copyFileSync(join(HERE, 'code-loader.cjs'), join(dist, 'core.cjs'));
  // Where this fails the program is as good, and starts a little later.
  spawnSync(process.execPath, [
    '--require',
    join(HERE, 'code-writer.cjs'),
    join(dist, 'cli.cjs'),
    'check',
    inventories,
  ]);
}
