/**
 * Stores V8's compiled code of the bundle's parts next to them: reading it back saves a small check about a sixth of its
 * time (`npm run bench -- --only startup`).
 *
 * A cache fits one version of V8 on one kind of processor, so its name says which. Any other Node finds no file of its
 * name and compiles the code as usual. `prepare` makes the caches for the Node that will run the program; a package that
 * is packed for others has none. Nothing is written when stacklint runs.
 */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const WRITER = join(dirname(fileURLToPath(import.meta.url)), 'code-writer.cjs');

/**
 * Makes the caches by running commands, so that they hold what runs.
 *
 * The first should be typical: the cache of a part is made by the first command that needs it, and superfluous code takes
 * time to read. A part that no command needs gets no cache.
 */
export function cacheCode(dist: string, commands: readonly (readonly string[])[]): void {
  for (const command of commands) {
    const { status } = spawnSync(process.execPath, ['--require', WRITER, join(dist, 'cli.cjs'), ...command]);
    // The program is as good without, and starts a little later.
    if (status !== 0 && status !== 1)
      console.error(`${command.slice(0, 2).join(' ')} failed: there is no cache of what it runs`);
  }
}
