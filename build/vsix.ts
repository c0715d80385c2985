/**
 * `npm run vsix`: packs the extension of VS Code as `dist.vscode/stacklint.vsix`, out of the folder `dist.vscode/extension`.
 *
 * `--folder` makes the folder alone, which needs no network: vsce is not installed with stacklint, since it brings two
 * hundred packages.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { FOR_NODE, ROOT } from './bundle.ts';
import { generate } from './generate.ts';

const SOURCES = join(ROOT, 'editors/vscode');
const TARGET = join(ROOT, 'dist.vscode');
const EXTENSION = join(TARGET, 'extension');

await generate();
rmSync(TARGET, { recursive: true, force: true });
await build({
  ...FOR_NODE,
  // VS Code 1.91 runs Node 20.9.
  target: 'node20.9',
  // The server is the program itself, which the extension starts as `lsp`.
  entryPoints: { extension: join(SOURCES, 'src/extension.ts'), server: 'src/cli.ts' },
  outdir: join(EXTENSION, 'dist'),
  outExtension: { '.js': '.cjs' },
  external: ['vscode'],
  // Node has it since 20.16.
  banner: { js: 'process.getBuiltinModule ??= require;' },
});
cpSync(join(SOURCES, 'README.md'), join(EXTENSION, 'README.md'));
cpSync(join(ROOT, 'LICENSE'), join(EXTENSION, 'LICENSE'));
const manifest = JSON.parse(readFileSync(join(SOURCES, 'package.json'), 'utf8')) as object;
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
writeFileSync(join(EXTENSION, 'package.json'), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
if (!process.argv.includes('--folder')) pack();

function pack(): void {
  mkdirSync(TARGET, { recursive: true });
  const vsce = ['--yes', '--package=@vscode/vsce@3.9', '--', 'vsce', 'package', '--no-dependencies'];
  const options = ['--skip-license', '--allow-missing-repository', '--out', join(TARGET, 'stacklint.vsix')];
  const { status } = spawnSync('npx', [...vsce, ...options], { cwd: EXTENSION, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
