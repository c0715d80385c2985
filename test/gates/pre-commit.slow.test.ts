/**
 * The hook, as the real pre-commit installs and runs it: from a git repository, for the whole machine.
 *
 * `STACKLINT_PYTHON` names a Python with the package pre-commit; `.ci/run` installs it.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { folderOf, LARGE_HEAP } from '../commands/program.ts';
import { assert, describe } from '../describe.ts';
import { commitAll, done, hasNoRegistry, repositoryOfWorkTree, run } from '../programs.ts';
import { PYTHON } from '../python.ts';

const PRE_COMMIT = ['-m', 'pre_commit'];

describe('the hook of pre-commit', (test) => {
  const folder = mkdtempSync(join(tmpdir(), 'stacklint-hook-'));
  const project = folderOf({ ...LARGE_HEAP, 'README.md': 'A search cluster.\n' });
  const env = { PRE_COMMIT_HOME: join(folder, 'cache') };
  test.after(() => {
    for (const made of [folder, project]) rmSync(made, { recursive: true });
  });

  test('is installed from git, checks all files, and refuses a commit', async () => {
    const { status: missing } = await run(PYTHON, [...PRE_COMMIT, '--version'], folder);
    if (missing !== 0) {
      console.log('skipped: the hook of pre-commit (STACKLINT_PYTHON names no Python that has it)');
      return;
    }
    const repository = join(folder, 'stacklint');
    await repositoryOfWorkTree(repository);
    await commitAll(project);
    const { stdout: revision } = await done('git', ['rev-parse', 'HEAD'], repository);
    // The Node of this machine: pre-commit would download another.
    const configuration = `repos:
  - repo: ${pathToFileURL(repository).href}
    rev: ${revision.trim()}
    hooks:
      - id: stacklint
        args: [--rule=memory/heap-limit]
        language_version: system
`;
    writeFileSync(join(project, '.pre-commit-config.yaml'), configuration);
    await done('git', ['add', '.pre-commit-config.yaml'], project);

    const all = await run(PYTHON, [...PRE_COMMIT, 'run', '--all-files'], project, env);
    if (hasNoRegistry(all.stdout)) {
      console.log('skipped: the hook of pre-commit (npm reaches no registry)');
      return;
    }
    assert.is(all.status, 1, all.stdout);
    assert.match(all.stdout, /The heap of es-1 is 64 GB/);

    await done(PYTHON, [...PRE_COMMIT, 'install'], project, env);
    const refused = await commit('search_heap: "65"');
    assert.is(refused.status, 1, refused.stderr);
    assert.match(refused.stderr, /The heap of es-1 is 65 GB/);
    const accepted = await commit('search_heap: "26"');
    assert.is(accepted.status, 0, accepted.stderr);
    assert.match(accepted.stderr, /stacklint.*Passed/);
  });

  /** Commits a change of the first line of the group's variables. */
  async function commit(line: string): ReturnType<typeof run> {
    const [, ...others] = LARGE_HEAP['group_vars/search.yml'].split('\n');
    writeFileSync(join(project, 'group_vars/search.yml'), [line, ...others].join('\n'));
    return run('git', ['-c', 'commit.gpgsign=false', 'commit', '--all', '--message', line], project, env);
  }
});
