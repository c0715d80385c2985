/** Bundles the sources with esbuild: the program is one file, the public API another. */
import { copyFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions } from 'esbuild';
import { build } from 'esbuild';
import { licencesOf } from './licences.ts';
import { compileAjv } from './validators.ts';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** The options that all bundles for Node have in common. */
export const FOR_NODE: BuildOptions = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'cjs',
  // Less to read at each start. A stack trace has the names again where there is a source map (src/source-trace.ts).
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  define: { 'import.meta.dirname': '__dirname' },
};

/**
 * Writes into a folder: `program.cjs`, an expression whose value is a function that runs the program, as `cli.cjs` does
 * (build/start.cjs); `index.cjs`, the public API; their source maps, and the licences of the packages in them.
 */
export async function bundle(target: string): Promise<void> {
  const common = { ...FOR_NODE, outdir: target, outExtension: { '.js': '.cjs' }, metafile: true } as const;
  const maps = { sourcemap: 'external', sourcesContent: false } as const;
  const bundles = await Promise.all([
    build({
      ...common,
      ...maps,
      entryPoints: { program: 'src/cli.ts' },
      // Code that a script was compiled from has no way to import.
      supported: { 'dynamic-import': false },
      banner: { js: '(function (require, __dirname) {' },
      footer: { js: '})' },
    }),
    build({ ...common, ...maps, entryPoints: { index: 'src/index.ts' } }),
  ]);
  const modules = bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const { modules: ofAjv } = await compileAjv();
  writeFileSync(join(target, 'licences.txt'), licencesOf(ROOT, [...modules, ...ofAjv]));
  copyFileSync(join(ROOT, 'build/start.cjs'), join(target, 'cli.cjs'));
}
