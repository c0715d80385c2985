/** Repositories of git in which the program is tried. */
import { spawnSync } from 'node:child_process';
import { assert } from '../describe.ts';
import { inFolder } from './program.ts';

/** Runs git, without the settings of a person or a machine. */
export function git(cwd: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
  });
  assert.is(status, 0, stderr);
  return stdout;
}

export function commit(cwd: string): void {
  git(cwd, 'add', '-A');
  git(cwd, '-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-qm', 'A change');
}

/** Makes a repository with one commit of some files. */
export function inRepository(files: Readonly<Record<string, string>>, use: (cwd: string) => void): void {
  inFolder(files, (cwd) => {
    git(cwd, 'init', '-q');
    commit(cwd);
    use(cwd);
  });
}
