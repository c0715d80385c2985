/** Other programs that tests run (npm, git, pre-commit), and a repository of the work tree for them to install from. */
import { spawn } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { assert } from './describe.ts';
import { ROOT } from './folders.ts';

// What `npm test` says to its script is not meant for the npm that is tried here; nor is what a hook says to git.
const surroundings = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^(npm_|GIT_|GITHUB_|CI_)/.test(name) || /^npm_config_(registry|cache|userconfig|globalconfig)$/.test(name),
    ),
  ),
  npm_config_prefer_offline: 'true',
  GIT_AUTHOR_NAME: 'test',
  GIT_AUTHOR_EMAIL: 'test@example.org',
  GIT_COMMITTER_NAME: 'test',
  GIT_COMMITTER_EMAIL: 'test@example.org',
};

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program in a folder, with these variables besides those of the surroundings. Rejects where it cannot start.
 */
export async function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: { ...surroundings, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject);
    child.on('close', (status) => {
      resolve({ status, stdout, stderr });
    });
  });
}

/** Runs a program that has to end with 0. */
export async function done(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const ended = await run(program, args, cwd, env);
  assert.is(ended.status, 0, `${program} ${args.join(' ')}\n${ended.stdout}${ended.stderr}`);
  return ended;
}

/** Tells whether npm failed because it reaches no registry. */
export function hasNoRegistry(output: string): boolean {
  return /\b(ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENOTCACHED)\b/.test(output);
}

/** Makes a repository of the work tree as it is, committed or not. */
export async function repositoryOfWorkTree(target: string): Promise<void> {
  const { stdout } = await done('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], ROOT);
  for (const file of stdout.split('\0'))
    if (file !== '' && existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(target, file));
  await commitAll(target);
}

/** Makes a repository of a folder, with all of its files committed. */
export async function commitAll(folder: string): Promise<void> {
  await done('git', ['init', '--quiet'], folder);
  await done('git', ['add', '--all'], folder);
  await done('git', ['-c', 'commit.gpgsign=false', 'commit', '--quiet', '--message', 'All'], folder);
}
