import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, describe } from '../describe.ts';
import { inFolder, PROGRAM, stacklint } from './program.ts';

/** The candidates for the last of these words, without their meanings. */
function candidates(...words: readonly string[]): readonly string[] {
  const { stdout, stderr } = stacklint(['completion', 'candidates', '--', ...words]);
  assert.is(stderr, '');
  return stdout
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [line.split('\t')[0] ?? '']))
    .sort();
}

describe('candidates', (test) => {
  test('for the first word are commands and paths', () => {
    assert.equal(candidates('ch'), [':file', 'check']);
    assert.equal(candidates('--preset', 'strict', 'expl'), [':file', 'explain']);
    assert.equal(candidates('help', 'ru'), [':file', 'rules']);
  });

  test('for a dash are the options of the command', () => {
    assert.equal(candidates('--up'), ['--update-baseline']);
    assert.equal(candidates('inventory', '--e'), ['--export', '--extra-vars']);
    assert.equal(candidates('vars', '--preset'), []);
    assert.equal(candidates('--', '--up'), [':file']);
  });

  test('for a value are its values', () => {
    assert.equal(candidates('--preset', ''), ['development', 'production', 'strict']);
    assert.equal(candidates('--preset=st'), ['--preset=strict']);
    assert.equal(candidates('-f', 'js'), ['json']);
    assert.equal(candidates('vars', '-f', ''), ['json', 'pretty']);
    assert.equal(candidates('-f', 'json='), [':file']);
    assert.equal(candidates('--fail-on', 'n'), ['never']);
    assert.equal(candidates('--rule', 'memory/heap-l'), ['memory/heap-limit']);
    assert.equal(candidates('--rule=memory/heap-limit=o'), ['--rule=memory/heap-limit=off']);
    assert.equal(candidates('--vocabulary', 'odd'), ['oddly.elasticstack']);
    assert.equal(candidates('--playbook-dir', 'x'), [':folder']);
    assert.equal(candidates('--limit', 'x'), []);
  });

  test('for a word are what the command takes', () => {
    assert.equal(candidates('explain', 'memory/heap-l'), ['memory/heap-limit']);
    assert.equal(candidates('completion', ''), ['bash', 'fish', 'zsh']);
    assert.equal(candidates('check', 'check'), [':file']);
  });
});

const hasBash = spawnSync('bash', ['--version']).status === 0;

describe('completion', (test) => {
  test('completes in bash', () => {
    if (!hasBash) return;
    inFolder({ 'hosts.yml': '', 'inventories/a b/hosts': '', 'invalid.txt': '' }, (cwd) => {
      const shim = join(cwd, 'stacklint');
      writeFileSync(shim, `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`);
      chmodSync(shim, 0o755);
      const completed = (line: string): readonly string[] => {
        const script = `${stacklint(['completion', 'bash']).stdout}
          COMP_LINE=$1 COMP_POINT=\${#1}
          _stacklint
          printf '%s\\n' "\${COMPREPLY[@]}"`;
        const env = { PATH: `${cwd}:${process.env['PATH'] ?? ''}` };
        const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script, 'bash', line], {
          cwd,
          env,
          encoding: 'utf8',
        });
        assert.is(stderr, '', line);
        return stdout.trimEnd().split('\n').sort();
      };
      assert.equal(completed('stacklint inv'), ['invalid.txt', 'inventories', 'inventory']);
      assert.equal(completed('stacklint --preset '), ['development', 'production', 'strict']);
      // Readline replaces what follows `=` alone.
      assert.equal(completed('stacklint --preset=st'), ['strict']);
      assert.equal(completed('stacklint -f sarif=ho'), ['hosts.yml']);
      assert.equal(completed('stacklint --rule memory/heap-limit=w'), ['warning']);
      assert.equal(completed('stacklint check inventories/'), ['inventories/a b']);
      assert.equal(completed('stacklint --playbook-dir in'), ['inventories']);
    });
  });

  test('refuses a shell that it has no script for', () => {
    const refusal = (...words: string[]) => stacklint(['completion', ...words]).stderr;
    assert.is(refusal('bsh'), 'stacklint: unknown shell bsh; did you mean bash?\n');
    assert.is(refusal('tcsh'), 'stacklint: unknown shell tcsh; there are bash, zsh, fish\n');
    assert.is(refusal(), 'stacklint: stacklint completion needs the name of a shell: bash, zsh, fish\n');
  });
});
