import { paint, PLAIN } from '../../src/report/colour.ts';
import type { Result } from '../../src/check.ts';
import type { Finding } from '../../src/model/finding.ts';
import { prettyReport } from '../../src/report/pretty-report.ts';
import type { Vocabulary } from '../../src/stack/vocabulary.ts';
import { assert, describe } from '../describe.ts';
import { finding, opened, placeOf, result, undecided, yaml } from './sample.ts';

const look = { width: 80, paint: PLAIN, quiet: false, verbose: false };
const hot = yaml('group_vars/search_hot.yml', '---\nsearch_heap: "64"\nsearch_memory_lock: false\n');
const all = yaml('group_vars/all.yml', 'search_heap: "{{ (ansible_memtotal_mb / 2048) | int }}"\n');
const heap = finding(placeOf(hot, '"64"'));
const lock = finding(placeOf(hot, 'false'), {
  rule: 'memory/memory-lock',
  severity: 'warning',
  message: 'search_memory_lock is false; expected true.',
  why: 'A node that swaps is a slow node.',
});

describe('pretty', (test) => {
  test('says where, what, shows the line, and why', () => {
    assert.is(
      prettyReport(result([hot, all], [heap]), look),
      `error memory/heap-limit  group_vars/search_hot.yml:2:14
  The heap of es-hot-1 is 64 GB; expected at most 30 GB.

    2 | search_heap: "64"
      |              ^^^^

  why      Above it the JVM gives up compressed object pointers: each grows from
           4 to 8 bytes, and less fits than before.

1 error in 2 files, 12 hosts, 1 cluster; 23 rules
`,
    );
  });

  test('tells why a rule exists once, folds hosts, names related places', () => {
    const hosts = Array.from({ length: 30 }, (_, index) => `es-hot-${index + 1}`);
    const again = finding(placeOf(hot, '64'), {
      hosts,
      message: 'The heap of 30 hosts is 64 GB.',
      related: [
        { ...placeOf(all, '"{{'), message: 'overrides this' },
        { file: all.file, start: 0, end: 1, message: 'overrides it' },
        { file: all.file, start: 1, end: 2, message: 'replaces this' },
      ],
    });
    assert.is(
      prettyReport(result([hot, all], [heap, again, lock]), look),
      `error memory/heap-limit  group_vars/search_hot.yml:2:14
  The heap of es-hot-1 is 64 GB; expected at most 30 GB.

    2 | search_heap: "64"
      |              ^^^^

  why      Above it the JVM gives up compressed object pointers: each grows from
           4 to 8 bytes, and less fits than before.

error memory/heap-limit  group_vars/search_hot.yml:2:15
  The heap of 30 hosts is 64 GB.

    2 | search_heap: "64"
      |               ^^

  hosts    es-hot-1, es-hot-2, es-hot-3 and 27 more
  see      group_vars/all.yml:1:14 (which the value above overrides)
  see      group_vars/all.yml:1:1 (which overrides the value above)
  see      group_vars/all.yml:1:2 (which the key above replaces)

warning memory/memory-lock  group_vars/search_hot.yml:3:21
  search_memory_lock is false; expected true.

    3 | search_memory_lock: false
      |                     ^^^^^

  why      A node that swaps is a slow node.
  hosts    es-hot-1

2 errors, 1 warning in 2 files, 12 hosts, 1 cluster; 23 rules
`,
    );
  });

  test('names the one host that a message does not name, also where another word begins with its name', () => {
    const hosts = (host: string, message: string) =>
      prettyReport(result([hot], [finding(placeOf(hot, '"64"'), { hosts: [host], message })]), look)
        .split('\n')
        .find((line) => line.startsWith('  hosts'));
    assert.is(hosts('dash', 'The secret dashboard_system_password is in plain text.'), '  hosts    dash');
    assert.is(hosts('es-1', 'The heap of es-10 is large.'), '  hosts    es-1');
    assert.is(hosts('dash', 'The key dashboard_extra_config of dash, too.'), undefined);
    assert.is(hosts('dash', 'It is set for dash.'), undefined);
  });

  test('fits into a narrow terminal, and cuts no path', () => {
    assert.is(
      prettyReport(result([hot], [heap], { undecided: [undecided(placeOf(hot, '"64"'))] }), { ...look, width: 40 }),
      `error memory/heap-limit
  group_vars/search_hot.yml:2:14
  The heap of es-hot-1 is 64 GB;
  expected at most 30 GB.

    2 | search_heap: "64"
      |              ^^^^

  why      Above it the JVM gives up
           compressed object pointers:
           each grows from 4 to 8 bytes,
           and less fits than before.

undecided (1)
  search_heap depends on
  ansible_memtotal_mb, which only a run
  can know
    group_vars/search_hot.yml:2:14,
    es-cold-1: memory/heap-limit

1 error, 1 undecided
in 1 file, 12 hosts, 1 cluster; 23 rules
`,
    );
  });

  test('folds what is undecided by reason and variable', () => {
    const place = placeOf(all, '"{{');
    const cold = ['es-cold-1', 'es-cold-2'];
    const text = prettyReport(
      result([all], [], {
        undecided: [
          undecided(place, { hosts: cold }),
          undecided(place, { hosts: cold, rule: 'memory/heap-share' }),
          undecided(place, { variable: 'ram', reason: 'vault', message: 'ram is encrypted' }),
        ],
      }),
      look,
    );
    assert.is(
      text,
      `undecided (3)
  search_heap depends on ansible_memtotal_mb, which only a run can know
    group_vars/all.yml:1:14, 2 hosts: memory/heap-limit, memory/heap-share
  ram is encrypted
    group_vars/all.yml:1:14, es-cold-1: memory/heap-limit

No findings, 3 undecided in 1 file, 12 hosts, 1 cluster; 23 rules
`,
    );
  });

  test('leaves most of a long undecided list to --verbose', () => {
    const many = Array.from({ length: 20 }, (_, index) =>
      undecided(placeOf(all, '"{{'), { variable: `v${index}`, message: `v${index} depends on a fact` }),
    );
    const some = result([all], [], { undecided: many });
    assert.match(prettyReport(some, look), /^undecided \(20\)\n/);
    assert.match(prettyReport(some, look), '  and 13 more, which --verbose shows\n');
    assert.match(prettyReport(some, look), /\nNo findings, 20 undecided \(13 of them not shown\)\s+in 1 file/);
    assert.match(prettyReport(some, { ...look, verbose: true }), 'v19 depends on a fact');
    assert.match(prettyReport(some, { ...look, verbose: true }), '\nNo findings, 20 undecided in 1 file');
  });

  test('--quiet speaks of errors only, and says nothing where there are none', () => {
    assert.is(prettyReport(result([hot], [lock]), { ...look, quiet: true }), '');
    const text = prettyReport(result([hot], [heap, lock], { undecided: [undecided(placeOf(hot, '64'))] }), {
      ...look,
      quiet: true,
    });
    assert.match(text, 'memory/heap-limit');
    assert.not.match(text, 'memory/memory-lock');
    assert.not.match(text, /^undecided/m);
    assert.match(text, '1 undecided (not shown)');
  });

  test('names stack and cluster where there are several', () => {
    const two = [opened('production', 7, ['logs', 'metrics']), opened('laboratory', 3, ['lab'])];
    const text = prettyReport(result([hot], [heap], { opened: two }), look);
    assert.match(text, '  cluster  logs\n  stack    production\n');
    assert.match(text, 'in 1 file, 10 hosts, 3 clusters; 23 rules');
    const shared = finding(placeOf(hot, '"64"'), { stacks: ['production', 'laboratory'] });
    assert.match(prettyReport(result([hot], [shared], { opened: two }), look), '  stacks   production, laboratory\n');
  });

  test('names every host and place where it is asked to, else the first ones', () => {
    const hosts = Array.from({ length: 7 }, (_, index) => `es-${index + 1}`);
    const related = hosts.map((host, start) => ({ file: all.file, start, end: start + 1, message: host }));
    const text = (count: number, verbose: boolean) =>
      prettyReport(result([hot, all], [finding(placeOf(hot, '"64"'), { hosts, related: related.slice(0, count) })]), {
        ...look,
        verbose,
      });
    assert.match(text(4, false), '  hosts    es-1, es-2, es-3 and 4 more\n');
    assert.equal(text(4, false).match(/\(es-\d\)/g), ['(es-1)', '(es-2)', '(es-3)', '(es-4)']);
    assert.match(text(5, false), '(es-3)\n           and 2 more\n');
    assert.match(text(7, true), '  hosts    es-1, es-2, es-3, es-4, es-5, es-6, es-7\n');
    assert.match(text(7, true), '(es-7)\n');
  });

  test('names the clusters of a finding that several share, and none where it has none', () => {
    const two = [opened('production', 7, ['logs', 'metrics'])];
    const text = (clusters: readonly string[]) =>
      prettyReport(result([hot], [finding(placeOf(hot, '"64"'), { clusters })], { opened: two }), look);
    assert.match(text(['logs', 'metrics']), '  clusters logs, metrics\n');
    assert.not.match(text([]), '  cluster');
    assert.not.match(text(['logs']), '  stack');
  });

  test('puts the place on the line of the rule as long as both fit', () => {
    const head = 'error memory/heap-limit  group_vars/search_hot.yml:2:14';
    const text = (width: number) => prettyReport(result([hot], [heap]), { ...look, width });
    assert.ok(text(head.length).startsWith(`${head}\n`));
    assert.ok(text(head.length - 1).startsWith('error memory/heap-limit\n  group_vars/search_hot.yml:2:14\n'));
  });

  test('a clean result is one line', () => {
    assert.is(prettyReport(result([hot], []), look), 'No findings in 1 file, 12 hosts, 1 cluster; 23 rules\n');
  });

  test('a place in no document has its path alone', () => {
    const text = prettyReport(result([], [finding({ file: 'group_vars/gone.yml', start: 0, end: 0 })]), look);
    assert.match(text, 'error memory/heap-limit  group_vars/gone.yml\n  The heap');
  });

  test('no file can steer the terminal', () => {
    const evil = yaml('a\u001b[2J.yml', 'name: "\u009b31m\u202egnp"\n');
    const text = prettyReport(
      result(
        [evil],
        [finding(placeOf(evil, '"'), { message: 'bad \u001b]0;title\u0007 name', hosts: ['h\u001b[1m', 'b'] })],
      ),
      look,
    );
    assert.not.match(text, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    assert.match(text, '    1 | name: "\\x9b31m\\u202egnp"\n');
    const names = { clusters: ['c\u001b'], stacks: ['s\u001b'], why: 'w\u001b' };
    const gone = finding({ file: 'g\u001b.yml', start: 0, end: 0 }, names);
    const some = prettyReport(result([], [gone], { opened: [opened('a', 1, ['x', 'y']), opened('b', 1, [])] }), look);
    for (const shown of ['c\\x1b', 's\\x1b', 'w\\x1b', 'g\\x1b.yml']) assert.match(some, shown);
    assert.not.match(some, '\u001b');
  });

  test('colours change nothing but colours', async () => {
    const some = result([hot, all], [heap, lock], { undecided: [undecided(placeOf(all, '"{{'))] });
    const coloured = prettyReport(some, { ...look, paint: await paint(true) });
    assert.match(coloured, '\u001b[31m\u001b[1merror');
    assert.is(coloured.replace(/\u001b\[\d+m/g, ''), prettyReport(some, look));
  });

  test('the line that counts is green only where all was judged', () => {
    const named = (name: string) => (text: string) => `<${name}>${text}`;
    const [error, warning, info] = [named('error'), named('warning'), named('info')];
    const colours = {
      error,
      warning,
      info,
      strong: named('strong'),
      faint: (text: string) => text,
      good: named('good'),
    };
    const known = { ...opened('production', 1, []), vocabulary: {} as Vocabulary };
    const told = (findings: readonly Finding[], changes: Partial<Result> = {}) => {
      const some = result([hot], findings, { opened: [known], ...changes });
      return prettyReport(some, { ...look, paint: colours })
        .trimEnd()
        .split('\n')
        .at(-1);
    };
    assert.match(told([]) ?? '', /^<good>No findings/);
    assert.match(told([lock]) ?? '', /^<warning>1 warning/);
    assert.match(told([lock, heap]) ?? '', /^<error>1 error, 1 warning/);
    assert.match(told([], { undecided: [undecided(placeOf(hot, '64'))] }) ?? '', /^<strong>No findings, 1 undecided/);
    assert.match(told([], { rules: 0 }) ?? '', /^<strong>/);
    assert.match(told([], { opened: [known, opened('laboratory', 1, [])] }) ?? '', /^<strong>/);
    assert.match(prettyReport(result([hot], [heap]), { ...look, paint: colours }), '<error>^^^^');
  });

  test('no line of a file makes the report wider', () => {
    const long = yaml('a.yml', `roles: [${'master, '.repeat(20)}data]\n`);
    for (const piece of ['roles', 'data'])
      for (const line of prettyReport(result([long], [finding(placeOf(long, piece))]), { ...look, width: 40 }).split(
        '\n',
      ))
        assert.ok(line.length <= 40, line);
  });
});
