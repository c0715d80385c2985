import { assert, describe } from '../describe.ts';
import type { Run } from './program.ts';
import { inFolder, LARGE_HEAP, stacklint } from './program.ts';

const HEAP = 'memory/heap-limit';

/** A check of hosts with too large a heap, in a project with these settings. */
function checked(configuration: string, args: readonly string[] = [], name = 'stacklint.yml'): Run {
  let run: Run | undefined;
  inFolder({ ...LARGE_HEAP, [name]: configuration }, (cwd) => {
    run = stacklint(['check', '-i', 'hosts.yml', '-f', 'json', ...args], { cwd });
  });
  if (run === undefined) throw new Error('the folder was not used');
  return run;
}

function severities({ stdout }: Run, rule: string): readonly string[] {
  const { findings } = JSON.parse(stdout) as { findings: { rule: string; severity: string }[] };
  return findings.filter((finding) => finding.rule === rule).map(({ severity }) => severity);
}

describe('stacklint.yml', (test) => {
  test('chooses the severity of rules, by name and by glob, the later one', () => {
    assert.equal(severities(checked(''), HEAP), ['error']);
    assert.equal(severities(checked(`rules: {'memory/*': info, ${HEAP}: warning}\n`), HEAP), ['warning']);
    assert.equal(severities(checked(`rules: {${HEAP}: off}\n`), HEAP), []);
    assert.equal(severities(checked(`rules: {${HEAP}: 'off'}\n`, [], '.stacklint.yml'), HEAP), []);
  });

  test('sets options of a rule, which the command line keeps', () => {
    const allowing = (maxGb: number) => `rules: {${HEAP}: [warning, {maxGb: ${String(maxGb)}}]}\n`;
    assert.equal(severities(checked(allowing(64)), HEAP), []);
    assert.equal(severities(checked(allowing(63)), HEAP), ['warning']);
    assert.equal(severities(checked(allowing(64), ['--rule', `${HEAP}=error`]), HEAP), []);
  });

  test('the command line wins, and a rule named there alone turns all others off', () => {
    const run = checked(`preset: strict\nrules: {${HEAP}: warning, 'disk/*': error}\n`, ['--rule', HEAP]);
    const { findings, stacks } = JSON.parse(run.stdout) as { findings: { rule: string }[]; stacks: object[] };
    assert.equal(new Set(findings.map(({ rule }) => rule)), new Set([HEAP]));
    assert.match(JSON.stringify(stacks), '"preset":"strict"');
    assert.equal(severities(checked(`rules: {${HEAP}: warning}\n`, ['--rule', `${HEAP}=info`]), HEAP), ['info']);
  });

  test('names the release of Ansible, in quotes or as the number that it looks like', () => {
    for (const written of ["'2.16'", '2.16']) assert.is(checked(`ansible: ${written}\n`).code, 1);
    inFolder({ 'stacklint.yml': "ansible: '2.14'\n", hosts: 'h1\n' }, (cwd) => {
      assert.not.match(stacklint(['inventory', '-i', 'hosts', '--list'], { cwd }).stdout, 'profile');
      const newer = stacklint(['inventory', '-i', 'hosts', '--list', '--ansible-version', '2.19'], { cwd });
      assert.match(newer.stdout, '"profile": "inventory_legacy"');
    });
  });

  test('a mistake is told with its place, and nothing is checked', () => {
    const { code, stdout, stderr } = checked('preset: strickt\n');
    const message = 'preset is strickt; expected development, production, strict; did you mean strict?';
    assert.equal([stderr, stdout, code], [`stacklint: stacklint.yml:1:9: ${message}\n`, '', 2]);
  });

  test('--config names another file; one that is not there is told', () => {
    const { code, stderr } = checked('preset: strict\n', ['-c', 'missing.yml']);
    assert.equal([stderr, code], ['stacklint: there is no configuration missing.yml\n', 2]);
    assert.is(checked('presett: 1\n', ['--config', 'other.yml'], 'other.yml').code, 2);
  });
});
