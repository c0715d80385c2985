/**
 * The executable: what it prints is what the package prints, where there is no Node and no file of the package.
 *
 * `STACKLINT_NODES` names the Nodes to try; one that can build executables (25.5 or later) is needed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assert, describe } from '../describe.ts';
import { NODES, stacklint } from './program.ts';
import { ROOT } from '../folders.ts';

const builder = NODES.find((node) => spawnSync(node, ['--help'], { encoding: 'utf8' }).stdout.includes('--build-sea'));

describe('the executable', (test) => {
  if (builder === undefined) {
    test('is tried where STACKLINT_NODES names a Node that can build it', () => {
      console.log('skipped: the executable (STACKLINT_NODES names no Node from 25.5 on)');
    });
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'stacklint-executable-'));
  const executable = join(folder, 'stacklint');
  test.after(() => {
    rmSync(folder, { recursive: true });
  });

  test('is built by one script', () => {
    const { status, stderr } = spawnSync(builder, [join(ROOT, 'build/executable.ts'), executable], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.is(status, 0, stderr);
  });

  for (const args of [
    ['--version'],
    ['check', 'fixtures/inventories/bookshop'],
    ['check', '--format', 'json', 'fixtures/vocabularies'],
    ['vars', '-i', 'fixtures/inventories/bookshop'],
    ['explain', 'memory/heap-limit'],
    ['inventory', '--list', '-i', 'fixtures/inventories/bookshop'],
    ['check', 'fixtures/inventories/nowhere'],
  ])
    test(`answers ${args.join(' ')} as the package does`, () => {
      // Options of a Node that the machine may have are not for it.
      const env = { PATH: folder, NODE_OPTIONS: '--no-such-option' };
      const { status, stdout, stderr } = spawnSync(executable, args, { cwd: ROOT, env, encoding: 'utf8' });
      assert.equal({ code: status, stdout, stderr }, stacklint(args, { cwd: ROOT }));
    });
});
