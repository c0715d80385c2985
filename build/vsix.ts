/**
 * `npm run vsix`: packs the extension of VS Code as `dist.vscode/stacklint.vsix`, out of the folder `dist.vscode/extension`.
 *
 * `--folder` makes the folder alone, which needs no network: vsce is not installed with stacklint, since it brings two
 * hundred packages.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, Plugin } from 'esbuild';
import { build } from 'esbuild';
import { generate } from './generate.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const SOURCES = join(ROOT, 'editors/vscode');
const TARGET = join(ROOT, 'dist.vscode');
const EXTENSION = join(TARGET, 'extension');

/** Modules of commands, options and outputs that an editor has no use for. */
const LEFT_OUT =
  /\/commands\/(check|completion|config|explain|git-change|help|init|inventory|render-diff|rules|watch)\.ts$|\/source-trace\.ts$|^chalk$/;

/** Both bundles need the same 140 kB of protocol, so it is a file of its own. */
const PROTOCOL = 'vscode-languageserver-protocol/node';
const OF_PROTOCOL = /^vscode-(languageserver-protocol|languageserver-types|jsonrpc)(\/.*)?$/;

const common: BuildOptions = {
  absWorkingDir: ROOT,
  bundle: true,
  minify: true,
  platform: 'node',
  // VS Code 1.91 runs Node 20.9.
  target: 'node20.9',
  format: 'cjs',
  legalComments: 'none',
  logLevel: 'warning',
  define: { 'import.meta.dirname': '__dirname' },
  external: ['vscode'],
};

await generate();
rmSync(TARGET, { recursive: true, force: true });
await Promise.all([
  build({
    ...common,
    stdin: { contents: `module.exports = require('${PROTOCOL}');`, resolveDir: ROOT },
    outfile: join(EXTENSION, 'dist/protocol.cjs'),
  }),
  build({
    ...common,
    entryPoints: [join(SOURCES, 'src/extension.ts')],
    outfile: join(EXTENSION, 'dist/extension.cjs'),
    plugins: [external(OF_PROTOCOL, './protocol.cjs')],
  }),
  build({
    ...common,
    entryPoints: [join(SOURCES, 'src/server.ts')],
    outfile: join(EXTENSION, 'dist/server/server.cjs'),
    plugins: [external(OF_PROTOCOL, '../protocol.cjs'), external(LEFT_OUT)],
    // Node has it since 20.16.
    banner: { js: 'process.getBuiltinModule ??= require;' },
  }),
]);
for (const folder of ['products', 'roles'])
  cpSync(join(ROOT, 'schemas', folder), join(EXTENSION, 'schemas', folder), { recursive: true });
cpSync(join(SOURCES, 'README.md'), join(EXTENSION, 'README.md'));
cpSync(join(ROOT, 'LICENSE'), join(EXTENSION, 'LICENSE'));
const manifest = JSON.parse(readFileSync(join(SOURCES, 'package.json'), 'utf8')) as object;
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
writeFileSync(join(EXTENSION, 'package.json'), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
if (!process.argv.includes('--folder')) pack();

/** A plugin that leaves modules out of a bundle: they are required by another name, or not at all. */
function external(wanted: RegExp, name?: string): Plugin {
  return {
    name: 'external',
    setup(esbuild) {
      esbuild.onResolve({ filter: /./ }, ({ path, kind }) => {
        const isLate = name !== undefined || kind === 'dynamic-import';
        return isLate && wanted.test(path.replace(/^\.\//, '/commands/'))
          ? { path: name ?? path, external: true }
          : undefined;
      });
    },
  };
}

function pack(): void {
  mkdirSync(TARGET, { recursive: true });
  const vsce = ['--yes', '--package=@vscode/vsce@3.9', '--', 'vsce', 'package', '--no-dependencies'];
  const options = ['--skip-license', '--allow-missing-repository', '--out', join(TARGET, 'stacklint.vsix')];
  const { status } = spawnSync('npx', [...vsce, ...options], { cwd: EXTENSION, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
