import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECK_FORMATS } from '../../src/commands/command-line.ts';
import { assert, describe } from '../describe.ts';
import { ACCEPTED } from '../report/accepted-formats.ts';
import { inFolder, LARGE_HEAP, stacklint } from './program.ts';

const HEAP = ['-i', 'hosts.yml', '--rule', 'memory/heap-limit'];
const ON_GITHUB = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: 'summary.md' };

describe('formats', (test) => {
  test('all come from one check, and have its exit code', () => {
    inFolder(LARGE_HEAP, (cwd) => {
      for (const [options, code] of [
        [[], 1],
        [['--fail-on', 'never'], 0],
      ] as const)
        for (const format of CHECK_FORMATS) {
          const run = stacklint([...HEAP, ...options, '-f', format], { cwd });
          assert.equal([run.code, run.stderr], [code, ''], format);
          ACCEPTED[format]?.(run.stdout);
        }
      const sent = CHECK_FORMATS.flatMap((format) => ['-f', `${format}=${format}.out`]);
      assert.equal(stacklint([...HEAP, ...sent], { cwd }), { code: 1, stdout: '', stderr: '' });
      for (const format of CHECK_FORMATS)
        assert.is(readFileSync(join(cwd, `${format}.out`), 'utf8'), stacklint([...HEAP, '-f', format], { cwd }).stdout);
    });
  });

  test('are refused where two would go to one place, or one to where nothing can be written', () => {
    inFolder(LARGE_HEAP, (cwd) => {
      const refused = (...formats: string[]) => {
        const { code, stdout, stderr } = stacklint([...HEAP, ...formats.flatMap((each) => ['-f', each])], { cwd });
        assert.equal([code, stdout], [2, ''], formats.join(' '));
        return stderr;
      };
      assert.is(
        refused('sarif', 'pretty'),
        'stacklint: only one format can go to stdout; give the other a file: --format sarif=FILE\n',
      );
      assert.is(
        refused('sarif=out', 'json=out'),
        'stacklint: two formats cannot go to the same file, out; name another\n',
      );
      assert.match(refused('junit=none/out.xml'), /^stacklint: cannot write none\/out\.xml: [^\n]+\n$/);
      assert.match(refused('pretty', 'sarif=group_vars'), /^stacklint: cannot write group_vars: [^\n]+\n$/);
    });
  });

  test('of services that show a repository have paths from its root, and others from the current folder', () => {
    const files = Object.entries(LARGE_HEAP).map(([name, text]): [string, string] => [`ansible/${name}`, text]);
    inFolder({ ...Object.fromEntries(files), '.git/HEAD': '' }, (root) => {
      const report = (format: string) => stacklint([...HEAP, '-f', format], { cwd: join(root, 'ansible') }).stdout;
      assert.match(report('github'), 'file=ansible/group_vars/search.yml,');
      assert.match(report('gitlab'), '"path": "ansible/group_vars/search.yml"');
      assert.match(report('sarif'), '"uri": "ansible/group_vars/search.yml"');
      for (const format of ['checkstyle', 'junit', 'rdjson']) assert.match(report(format), '"group_vars/search.yml"');
    });
  });
});

describe('GitHub Actions', (test) => {
  test('gets annotations before the usual report, and a summary of the job', () => {
    inFolder(LARGE_HEAP, (cwd) => {
      const { code, stdout } = stacklint(HEAP, { cwd, env: ON_GITHUB });
      assert.is(code, 1);
      const plain = stacklint(HEAP, { cwd }).stdout;
      assert.ok(stdout.endsWith(plain));
      ACCEPTED['github']?.(stdout.slice(0, -plain.length));
      assert.match(stdout, /^::error file=group_vars\/search\.yml,line=1,/);
      stacklint(HEAP, { cwd, env: ON_GITHUB });
      const summary = readFileSync(join(cwd, 'summary.md'), 'utf8');
      ACCEPTED['markdown']?.(summary);
      assert.is(summary.split('## stacklint: 1 error in ').length, 3, 'a second check of the step is appended');
    });
  });

  test('gets annotations of errors alone where the report is quiet', () => {
    inFolder({ ...LARGE_HEAP, 'stacklint.yml': 'rules: { memory/heap-limit: warning }\n' }, (cwd) => {
      assert.match(stacklint([...HEAP, '-f', 'github'], { cwd }).stdout, /^::warning /);
      assert.is(stacklint([...HEAP, '-q', '-f', 'github'], { cwd }).stdout, '');
      assert.is(stacklint([...HEAP, '-q'], { cwd, env: ON_GITHUB }).stdout, '');
    });
  });

  test('gets data as anybody does, where a format is asked for', () => {
    inFolder(LARGE_HEAP, (cwd) => {
      for (const format of ['pretty', 'json', 'sarif', 'junit'])
        assert.is(
          stacklint([...HEAP, '-f', format], { cwd, env: ON_GITHUB }).stdout,
          stacklint([...HEAP, '-f', format], { cwd }).stdout,
          format,
        );
      assert.is(stacklint([...HEAP, '-f', 'json=out'], { cwd, env: ON_GITHUB }).stdout, '');
      assert.not.match(stacklint(['rules'], { cwd, env: ON_GITHUB }).stdout, '::');
      assert.throws(() => readFileSync(join(cwd, 'summary.md')), 'ENOENT');
      stacklint([...HEAP, '-f', 'github'], { cwd, env: { GITHUB_STEP_SUMMARY: 'summary.md' } });
      assert.match(readFileSync(join(cwd, 'summary.md'), 'utf8'), '## stacklint: 1 error');
    });
  });

  test('gets no accepted findings in SARIF, because code scanning would raise alerts for them', () => {
    const comment = '# stacklint-disable-next-line memory/heap-limit -- measured\n';
    const files = { ...LARGE_HEAP, 'group_vars/search.yml': `${comment}${LARGE_HEAP['group_vars/search.yml']}` };
    inFolder(files, (cwd) => {
      const suppressions = (env: Readonly<Record<string, string>>) =>
        stacklint([...HEAP, '-f', 'sarif'], { cwd, env }).stdout.split('"justification": "measured"').length - 1;
      assert.equal([suppressions({}), suppressions(ON_GITHUB)], [1, 0]);
    });
  });

  test('is told in one line where the summary cannot be written', () => {
    inFolder(LARGE_HEAP, (cwd) => {
      const env = { ...ON_GITHUB, GITHUB_STEP_SUMMARY: 'none/summary.md' };
      const { code, stdout, stderr } = stacklint(HEAP, { cwd, env });
      assert.equal([code, stdout], [2, '']);
      assert.match(stderr, /^stacklint: cannot write none\/summary\.md: [^\n]+\n$/);
    });
  });
});
