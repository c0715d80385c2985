/**
 * `npm run worker`: makes the language server for web workers as `dist.web/stacklint-worker.js`, one file that needs
 * nothing of Node, with the licences of its packages beside it.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { ROOT } from './bundle.ts';
import { generate } from './generate.ts';
import { licencesOf } from './licences.ts';
import { compileAjv } from './validators.ts';

const TARGET = join(ROOT, 'dist.web');
const BUFFER = join(ROOT, 'editors/web/buffer.ts');
const NOTHING = join(ROOT, 'editors/web/nothing.cjs');

/** Writes the worker and the licences into a folder. */
export async function buildWorker(target: string): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['editors/web/worker.ts'],
    outfile: join(target, 'stacklint-worker.js'),
    bundle: true,
    minify: true,
    // `#digest` is what package.json says for browsers.
    platform: 'browser',
    target: 'es2023',
    format: 'iife',
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    alias: {
      'node:path': 'path-browserify',
      'node:buffer': BUFFER,
      'node:child_process': NOTHING,
      'node:fs': NOTHING,
      'node:url': NOTHING,
      'node:util': NOTHING,
    },
    inject: [BUFFER],
    // Paths have slashes on every machine: nothing may ask which one this is.
    define: { navigator: 'undefined' },
  });
  const { modules: ofAjv } = await compileAjv();
  writeFileSync(join(target, 'licences.txt'), licencesOf(ROOT, [...Object.keys(metafile.inputs), ...ofAjv]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await generate();
  rmSync(TARGET, { recursive: true, force: true });
  await buildWorker(TARGET);
}
