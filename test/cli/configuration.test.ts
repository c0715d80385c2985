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

  test('keys without effect are said, and keep nothing from being checked', () => {
    const { code, stderr } = checked('baseline: accepted.json\nrecords: []\n');
    assert.is(stderr, 'stacklint: stacklint.yml: no effect in this version: baseline, records\n');
    assert.is(code, 1);
  });

  const mistakes: Readonly<Record<string, string>> = {
    'presett: strict\n': '1:1: unknown key presett; did you mean preset?',
    'preset: strickt\n': '1:9: preset is strickt; expected development, production, strict; did you mean strict?',
    'ansible: 2.20\n': "1:10: ansible is 2.2; expected '2.14' to '2.21' in quotes; the nearest is '2.20'",
    'vocabularies: search\n': '1:15: vocabularies is not a list; expected a list of names, as in [search]',
    '# ours\nrules:\n  memory/heap-limits: error\n':
      '3:3: unknown rule memory/heap-limits; did you mean memory/heap-limit?',
    'rules:\n  memory/heap-limit: fatal\n':
      '2:22: severity of memory/heap-limit is fatal; expected error, warning, info, off',
    "rules:\n  disk/flood: off\n  'memri/*': error\n":
      '2:3: unknown rule disk/flood; did you mean disk/watermarks-order or disk/watermarks-recommended or disk/watermarks-set?',
    "rules:\n  'memri/*': error\n": '2:3: no rule matches memri/*; did you mean memory/*?',
    "rules:\n  'x*': error\n": '2:3: no rule matches x*; stacklint rules lists them',
    'rules: [memory/heap-limit]\n':
      '1:8: rules is not a mapping; expected rules with their severities, as in memory/heap-limit: warning',
    'rules: {memory/heap-limit: {level: error}}\n':
      '1:28: severity of memory/heap-limit is a mapping; expected error, warning, info, off',
    'rules: {memory/heap-limit: [error, {maxGB: 26}]}\n':
      '1:37: unknown option of memory/heap-limit maxGB; did you mean maxGb?',
    'rules: {memory/heap-limit: [error, {maxGb: 0}]}\n':
      '1:44: maxGb of memory/heap-limit is 0; expected a whole number, at least 1',
    'rules: {disk/watermarks-recommended: [error, {low: 85%}]}\n':
      '1:52: low of disk/watermarks-recommended is 85%; expected a number from 0 to 100',
    'rules: {memory/memory-lock: [error, {maxGb: 1}]}\n':
      '1:37: memory/memory-lock has no options; expected a severity alone',
    "rules: {'memory/*': [error, {maxGb: 1}]}\n": '1:29: memory/* may be several rules; expected the name of one',
    'rules: {memory/heap-limit: []}\n':
      '1:28: memory/heap-limit is a list; expected a severity and options, as in [error, { … }]',
    'preset: [strict]\n': '1:9: preset is a list; expected development, production, strict',
    'nonsense: 1\n':
      '1:1: unknown key nonsense; there are preset, ansible, vocabularies, rules, stacks, overrides, records, attestations, hardware, baseline, ignore',
    '- preset\n': '1:1: the configuration is not a mapping; expected keys with values, as in preset: strict',
    'preset: strict\npreset: strict\n': '2:1: preset is given twice',
    'preset: [\n': '1:9: this is not YAML: this [ is not closed; expected ]',
    'rules:\n\tdisk/x: off\n': '2:1: this is not YAML: this is a tab; expected spaces',
  };
  for (const [text, message] of Object.entries(mistakes))
    test(`a mistake is told with its place: ${message}`, () => {
      const { code, stdout, stderr } = checked(text);
      assert.equal([stderr, stdout, code], [`stacklint: stacklint.yml:${message}\n`, '', 2]);
    });

  test('--config names another file; one that is not there is told', () => {
    const { code, stderr } = checked('preset: strict\n', ['-c', 'missing.yml']);
    assert.equal([stderr, code], ['stacklint: there is no configuration missing.yml\n', 2]);
    assert.is(checked('presett: 1\n', ['--config', 'other.yml'], 'other.yml').code, 2);
  });
});
