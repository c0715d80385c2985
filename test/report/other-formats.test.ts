import { githubReport } from '../../src/report/github-report.ts';
import { gitlabReport } from '../../src/report/gitlab-report.ts';
import { junitReport } from '../../src/report/junit-report.ts';
import { checkstyleReport } from '../../src/report/checkstyle-report.ts';
import type { Change, ChangedFile } from '../../src/model/change.ts';
import { markdownReport } from '../../src/report/markdown-report.ts';
import { rdjsonReport } from '../../src/report/rdjson-report.ts';
import { assert, describe } from '../describe.ts';
import { ACCEPTED, parsedXml } from './accepted-formats.ts';
import { finding, placeOf, result, undecided, yaml } from './sample.ts';

const hot = yaml('group_vars/search_hot.yml', '# a\n検索: {é: "64"}\nlong: "a\n  b"\n');
const clean = yaml('group_vars/all.yml', 'a: 1\n');
const at = placeOf(hot, '"64"');
const heap = finding(at, { hosts: ['es-hot-1', 'es-hot-2'] });
const observed = finding({ call: 'GET /_nodes', pointer: '/a' }, { severity: 'info' });
const below = (file: string) => `ansible/${file}`;

describe('annotations of GitHub', (test) => {
  test('are commands with a place, a title, and all there is to say', () => {
    assert.is(
      githubReport(result([hot], [heap]), below),
      '::error file=ansible/group_vars/search_hot.yml,line=2,endLine=2,col=9,endColumn=13,title=memory/heap-limit::' +
        'The heap of es-hot-1 is 64 GB; expected at most 30 GB.%0A' +
        'Above it the JVM gives up compressed object pointers: each grows from 4 to 8 bytes, and less fits than before.' +
        '%0AHosts: es-hot-1, es-hot-2.%0Agroup_vars/search_hot.yml:2:9\n',
    );
  });

  test('have no columns where they span lines, and no place where there is no file', () => {
    const long = githubReport(result([hot], [finding(placeOf(hot, '"a\n  b"'))]), below);
    assert.match(long, 'search_hot.yml,line=3,endLine=4,title=');
    assert.match(
      githubReport(result([], [observed]), below),
      /^::notice title=memory\/heap-limit::The heap .*%0AGET \/_nodes#\/a\n$/,
    );
  });

  test('begin with errors, and are as many of each severity as are shown', () => {
    const warnings = Array.from({ length: 12 }, () => finding(at, { severity: 'warning' }));
    const commands = githubReport(result([hot], [...warnings, heap]), below, 10).split('\n');
    assert.equal([commands.length - 1, commands.findIndex((line) => line.startsWith('::error'))], [11, 0]);
  });

  test('escape as the runner unescapes', () => {
    const text = githubReport(result([hot], [finding(at, { message: '50%: a,b', hosts: [] })]), () => 'a,b:c%.yml');
    assert.match(text, 'file=a%2Cb%3Ac%25.yml,');
    assert.match(text, '::50%25: a,b%0A');
  });
});

describe('code quality of GitLab', (test) => {
  test('has an entry for each finding, with a fingerprint of its own', () => {
    const checked = result([hot], [heap, observed]);
    const text = gitlabReport(checked, below);
    ACCEPTED['gitlab']?.(text);
    assert.equal(JSON.parse(text), [
      {
        description: 'The heap of es-hot-1 is 64 GB; expected at most 30 GB. Hosts: es-hot-1, es-hot-2.',
        check_name: 'memory/heap-limit',
        fingerprint: checked.fingerprint(heap),
        severity: 'major',
        location: { path: 'ansible/group_vars/search_hot.yml', lines: { begin: 2, end: 2 } },
      },
      {
        description: 'The heap of es-hot-1 is 64 GB; expected at most 30 GB.',
        check_name: 'memory/heap-limit',
        fingerprint: checked.fingerprint(observed),
        severity: 'info',
        location: { path: 'GET /_nodes#/a', lines: { begin: 1 } },
      },
    ]);
  });
});

describe('JUnit', (test) => {
  const warning = finding(at, { severity: 'warning', message: 'Odd.' });
  const checked = result([hot, clean], [heap, warning], {
    undecided: [undecided(placeOf(hot, '検索'))],
    suppressed: [
      { kind: 'suppressed', finding: observed, by: 'comment', because: 'Known & accepted.', until: '2027-01-31' },
    ],
  });

  test('fails where the check fails, skips what is undecided or accepted, and passes the rest', () => {
    const text = junitReport(checked, ({ severity }) => severity === 'error');
    ACCEPTED['junit']?.(text);
    const outcomes = parsedXml(text).children.map(({ attributes, children }) => [
      attributes['name'],
      ...children.map((one) => one.children.map(({ name }) => name).join()),
    ]);
    assert.equal(outcomes, [
      ['GET /_nodes#/a', 'skipped'],
      ['group_vars/all.yml', ''],
      ['group_vars/search_hot.yml', 'failure', 'system-out', 'skipped'],
    ]);
    assert.match(text, 'message="accepted by a comment: Known &amp; accepted. (until 2027-01-31)"');
    assert.is(parsedXml(text).attributes['failures'], '1');
  });

  test('names a test by its place, so that none is taken for another', () => {
    const text = junitReport(result([hot], [heap, finding(placeOf(hot, '検索'))]), () => true);
    ACCEPTED['junit']?.(text);
    assert.match(text, 'name="2:9 memory/heap-limit: The heap of');
  });
});

describe('Checkstyle', (test) => {
  test('groups findings by file, each with its category and rule', () => {
    const { children } = parsedXml(checkstyleReport(result([hot], [heap, observed])));
    assert.equal(
      children.map((file) => [file.attributes['name'], file.children[0]?.attributes]),
      [
        [
          'group_vars/search_hot.yml',
          {
            line: '2',
            column: '9',
            severity: 'error',
            message: 'The heap of es-hot-1 is 64 GB; expected at most 30 GB. Hosts: es-hot-1, es-hot-2.',
            source: 'stacklint.memory.heap-limit',
          },
        ],
        [
          'GET /_nodes#/a',
          {
            line: '1',
            column: '1',
            severity: 'info',
            message: 'The heap of es-hot-1 is 64 GB; expected at most 30 GB.',
            source: 'stacklint.memory.heap-limit',
          },
        ],
      ],
    );
  });
});

describe('rdjson', (test) => {
  test('counts columns in bytes of UTF-8, and links to the page of a rule', () => {
    const paged = finding(at, { reference: 'https://example.org/heap', hosts: [] });
    const text = rdjsonReport(result([hot], [paged, observed]));
    ACCEPTED['rdjson']?.(text);
    const { diagnostics } = JSON.parse(text) as { readonly diagnostics: readonly unknown[] };
    assert.equal(diagnostics, [
      {
        message: 'The heap of es-hot-1 is 64 GB; expected at most 30 GB.',
        location: {
          path: 'group_vars/search_hot.yml',
          range: { start: { line: 2, column: 14 }, end: { line: 2, column: 18 } },
        },
        severity: 'ERROR',
        code: { value: 'memory/heap-limit', url: 'https://example.org/heap' },
      },
      {
        message: 'GET /_nodes#/a\nThe heap of es-hot-1 is 64 GB; expected at most 30 GB.',
        severity: 'INFO',
        code: { value: 'memory/heap-limit' },
      },
    ]);
  });
});

describe('Markdown', (test) => {
  test('has a table of findings, errors first, and what is undecided and accepted', () => {
    const warning = finding(placeOf(hot, '検索'), { severity: 'warning', message: 'a | b <c> `d` _e_ f_g @h' });
    const text = markdownReport(
      result([hot], [warning, heap], {
        undecided: [undecided(at)],
        suppressed: [{ kind: 'suppressed', finding: observed, by: 'baseline' }],
      }),
    );
    ACCEPTED['markdown']?.(text);
    assert.match(text, /^## stacklint: 1 error, 1 warning, 1 undecided in 1 file, 12 hosts, 1 cluster; 23 rules\n/);
    const rows = text.split('\n').filter((line) => /^\| (?:error|warning)/.test(line));
    assert.match(rows[0] ?? '', '`group_vars/search_hot.yml:2:9` | The heap of es-hot-1 is 64 GB; expected');
    assert.match(rows[1] ?? '', '| a \\| b &lt;c&gt; \\`d\\` \\_e\\_ f_g @<!-- -->h<br>Hosts: ');
    assert.match(text, '<summary>1 undecided</summary>');
    assert.match(text, 'accepted by the baseline |');
  });

  test('says that there is nothing', () => {
    assert.is(
      markdownReport(result([hot], [])),
      '## stacklint: no findings in 1 file, 12 hosts, 1 cluster; 23 rules\n',
    );
  });

  test('leaves out what is more than fits, and counts it', () => {
    const all = result(
      [hot],
      Array.from({ length: 100 }, () => heap),
    );
    const text = markdownReport(all, 2000);
    ACCEPTED['markdown']?.(text);
    assert.ok(Buffer.byteLength(text) <= 2000);
    const rows = text.split('\n').filter((line) => line.startsWith('| error')).length;
    assert.ok(rows > 3);
    assert.match(text, `\nand ${100 - rows} more\n`);
  });

  test('keeps a size with the files that a change gives another text, and counts those that are left out', () => {
    const before: Partial<Change> = { base: 'main', head: 'topic', clusters: [], dashboards: [], pipelines: [] };
    const lines = Array.from({ length: 10 }, (_, line) => `+line ${line} of \`\`\`\` a file`);
    const files = Array.from({ length: 50 }, (_, number): ChangedFile => {
      return {
        path: `/etc/${number}.yml`,
        hosts: ['es-1'],
        change: 'new',
        isCertain: true,
        lines,
        added: 10,
        removed: 0,
      };
    });
    const made = {
      ...before,
      shippers: [],
      renamed: [],
      settings: [],
      requests: [],
      open: [],
      rollouts: () => [],
      lostRestarts: () => [],
      steps: () => [],
    };
    const changes = [{ stack: 'logs', change: { ...made, files: () => files } as unknown as Change }];
    for (const most of [400, 3000, 5000]) {
      const text = markdownReport(result([hot], [], { changes }), most);
      ACCEPTED['markdown']?.(text);
      assert.ok(Buffer.byteLength(text) <= most, `${Buffer.byteLength(text)} of ${most}`);
      const shown = text.split('<summary>').length - 1;
      assert.is(shown > 3, most > 400);
      assert.match(text, `\nand ${50 - shown} more files\n`);
    }
    assert.not.match(markdownReport(result([hot], [], { changes })), ' more files\n');
  });
});
