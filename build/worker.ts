/**
 * `npm run worker`: makes the language server for web workers as `dist.web/stacklint-worker.js`, one file that needs
 * nothing of Node, with the licences of its packages beside it.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { build } from 'esbuild';
import fastGlob from 'fast-glob';
import { generate } from './generate.ts';
import { licencesOf } from './licences.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const TARGET = join(ROOT, 'dist.web');
const STAND_INS = join(ROOT, 'editors/web/stand-ins.ts');

/** Modules that only options need, of which the worker has none. */
const LEFT_OUT = /^node:(child_process|url|util)$|\/(git-change|render-diff)\.ts$|^chalk$/;

/** Writes the worker and the licences into a folder. */
export async function buildWorker(target: string): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['editors/web/worker.ts'],
    outfile: join(target, 'stacklint-worker.js'),
    bundle: true,
    minify: true,
    platform: 'browser',
    target: 'es2023',
    format: 'iife',
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    alias: { 'node:path': 'path-browserify', 'node:buffer': STAND_INS },
    inject: [STAND_INS],
    define: {
      'process.getBuiltinModule': 'getBuiltinModule',
      'import.meta.dirname': '"/src/generated"',
      // Paths have slashes on every machine: nothing may ask which one this is.
      navigator: 'undefined',
    },
    plugins: [inPlaceOfNode()],
  });
  writeFileSync(join(target, 'licences.txt'), licencesOf(ROOT, Object.keys(metafile.inputs)));
}

/** A plugin that has the schemas in the place of the disk, and nothing in the place of what is left out. */
function inPlaceOfNode(): Plugin {
  return {
    name: 'in-place-of-node',
    setup(esbuild) {
      esbuild.onResolve({ filter: LEFT_OUT }, ({ path }) => ({ path, namespace: 'left-out' }));
      esbuild.onLoad({ filter: /./, namespace: 'left-out' }, () => ({ contents: 'module.exports = {};' }));
      esbuild.onResolve({ filter: /(^\.|\/vault)\/passwords\.ts$/ }, () => ({ path: STAND_INS }));
      esbuild.onResolve({ filter: /^node:fs$/ }, ({ path }) => ({ path, namespace: 'schemas' }));
      esbuild.onLoad({ filter: /./, namespace: 'schemas' }, () => ({
        contents: `const texts = ${JSON.stringify(schemas())}; module.exports = { readFileSync: (path) => texts[path] };`,
      }));
    },
  };
}

/** The texts of products and vocabularies by their paths, as the code asks for them. */
function schemas(): Readonly<Record<string, string>> {
  const paths = fastGlob.sync('schemas/{products,roles}/*.json', { cwd: ROOT }).sort();
  const text = (path: string): string => JSON.stringify(JSON.parse(readFileSync(join(ROOT, path), 'utf8')));
  return Object.fromEntries(paths.map((path) => [`/${path}`, text(path)]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await generate();
  rmSync(TARGET, { recursive: true, force: true });
  await buildWorker(TARGET);
}
