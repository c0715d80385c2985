/** The built program on other releases of Node: the same bytes, and nothing else on stderr. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { generate } from '../../bench/generate.ts';
import { assert, describe } from '../describe.ts';
import { NODES, PROGRAM } from './program.ts';
import { ROOT } from '../folders.ts';

const examples = fastGlob.sync('fixtures/inventories/*', { cwd: ROOT, onlyDirectories: true }).sort();
const ofRules = fastGlob.sync('fixtures/rules/*/*/*', { cwd: ROOT, onlyDirectories: true }).sort();

function outcome(node: string, args: readonly string[]): readonly unknown[] {
  const { status, stdout, stderr } = spawnSync(node, [PROGRAM, ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return [status, stdout, stderr];
}

describe('other releases of Node', (test) => {
  if (NODES.length === 0) {
    test('are compared where STACKLINT_NODES names them', () => {
      console.log('skipped: the program on other releases of Node (STACKLINT_NODES names none)');
    });
  }
  for (const node of NODES) {
    const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();

    test(`${version} gives the same report of every example`, () => {
      assert.ok(examples.length > 1 && ofRules.length > 50);
      for (const paths of [...examples.map((example) => [example]), ofRules])
        assert.equal(outcome(node, ['check', ...paths]), outcome(process.execPath, ['check', ...paths]));
    });

    test(`${version} reads 1,000 hosts and says nothing beside the report`, () => {
      const folder = mkdtempSync(join(tmpdir(), 'stacklint-nodes-'));
      try {
        const source = generate(folder, 1000, 'files');
        for (const args of [
          ['check', '--format', 'json', folder],
          ['inventory', '--list', '-i', source],
        ]) {
          const [status, stdout, stderr] = outcome(node, args);
          assert.is(stderr, '');
          assert.equal([status, stdout, stderr], outcome(process.execPath, args));
        }
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  }
});
