/**
 * The `prepare` script of npm, which runs after `npm ci` in a clone, before `npm pack`, and when the package is installed from git.
 *
 * Plain JavaScript, because the last of these may run it before anything is installed. A package for others
 * (`npm pack`, `npm publish`) gets no compiled code of this Node: its installation makes that (build/code-cache.cjs).
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

// `npm install --global git+…` hands its own settings down: an install in here would then be global too, or leave the
// development dependencies out.
const handedDown =
  /^npm_config_(global|location|prefix|local_prefix|omit|include|production|only|dry_run|install_links)$/i;
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !handedDown.test(name)));
delete environment.NODE_ENV;

/** Runs a command; its output goes to stderr, since callers read npm's stdout (pre-commit takes it as a file name). */
function run(command, ...options) {
  const { status, error } = spawnSync(command, options, {
    cwd: root,
    env: environment,
    stdio: ['ignore', process.stderr, process.stderr],
    // npm is a batch file there, which needs a shell.
    shell: process.platform === 'win32' && command === 'npm',
  });
  if (error !== undefined) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(join(root, 'node_modules/esbuild'))) run('npm', 'ci', '--ignore-scripts', '--include=dev');
const forOthers = ['pack', 'publish'].includes(process.env.npm_command ?? '');
run(process.execPath, '--import', 'tsx', join(root, 'build/build.ts'), ...(forOthers ? ['--no-code-cache'] : []));
