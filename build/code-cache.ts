/**
 * Keeps V8's compiled code of the bundle's large parts beside them: reading it back saves a small check about a sixth of
 * its time (`npm run bench -- --only startup`).
 *
 * The cache fits one version of Node on one kind of machine, so its name says which. Any other Node finds no file of its
 * name, and V8 refuses what does not fit; then the code is compiled as ever. Nothing is written when stacklint runs.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));

/**
 * Puts loaders in the place of files of the bundle, and makes their caches by checking an inventory, so that they hold what
 * runs; a file that it does not need gets none.
 */
export function cacheCode(dist: string, files: readonly string[], inventories: string): void {
  for (const file of files) {
    const code = readFileSync(join(dist, `${file}.cjs`), 'latin1');
    // Wrapped here, as Node does it at each start: a large text is copied no further time.
    const wrapped = `(function (exports, require, module, __filename, __dirname) {${code}\n})`;
    writeFileSync(join(dist, `${file}.code.cjs`), wrapped, 'latin1');
    copyFileSync(join(HERE, 'code-loader.cjs'), join(dist, `${file}.cjs`));
  }
  // Where this fails the program is as good, and starts a little later.
  spawnSync(process.execPath, [
    '--require',
    join(HERE, 'code-writer.cjs'),
    join(dist, 'cli.cjs'),
    'check',
    inventories,
  ]);
}
