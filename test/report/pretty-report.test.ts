import { loadPaint } from '../../src/report/colour.ts';
import type { Finding } from '../../src/model/finding.ts';
import { prettyReport } from '../../src/report/pretty-report.ts';
import type { Look } from '../../src/report/look.ts';
import type { ReportedCheck, ReportedStack } from '../../src/report/reported-check.ts';
import type { Document } from '../../src/source/document.ts';
import { assert, describe } from '../describe.ts';
import { finding, look, placeOf, result, stack, undecided, yaml } from './sample.ts';

const hot = yaml('group_vars/search_hot.yml', '---\nsearch_heap: "64"\nsearch_memory_lock: false\n');
const all = yaml('group_vars/all.yml', 'search_heap: "{{ (ansible_memtotal_mb / 2048) | int }}"\n');
const heap = finding(placeOf(hot, '"64"'));
const lock = finding(placeOf(hot, 'false'), {
  rule: 'memory/memory-lock',
  severity: 'warning',
  message: 'search_memory_lock is false; expected true.',
  why: 'A node that swaps is a slow node.',
});

/** The report without its first lines, which name the stacks. */
function pretty(of: ReportedCheck, changes: Partial<Look> = {}): string {
  const text = prettyReport(of, { ...look, ...changes });
  return text.slice(text.indexOf('\n\n') + 2);
}

describe('pretty', (test) => {
  test('says where, what, shows the line, and why', () => {
    assert.is(
      prettyReport(result([hot, all], [heap]), look),
      `production: inventories/production · preset production

group_vars/search_hot.yml
  2:14 | search_heap: "64"
       |              ^^^^
  error    The heap of es-hot-1 is 64 GB; expected at most 30 GB.
           [memory/heap-limit]
  why      Above it the JVM gives up compressed object pointers: each grows from
           4 to 8 bytes, and less fits than before.

more about a finding: stacklint explain memory/heap-limit
1 error in 2 files, 12 hosts, 1 cluster; 23 rules
`,
    );
  });

  test('says which file a missing value goes into, where the finding points elsewhere', () => {
    const unset = finding(placeOf(hot, 'search_heap'), { newFile: 'group_vars/search.yml' });
    assert.match(prettyReport(result([hot], [unset]), look), '\n  fix      set search_heap in group_vars/search.yml\n');
    assert.not.match(prettyReport(result([hot], [heap]), look), /^ {2}fix /m);
  });

  test('has a list in place of a block each where a file has many of a kind', () => {
    const many = yaml(
      'group_vars/all.yml',
      'a_password: one-7\nb_password: two-7\nc_password: three-7\nx: {a_password: four-7}\n',
    );
    const plain = (text: string, name: string, changes: Partial<Finding> = {}) =>
      finding(placeOf(many, text), {
        rule: 'security/plaintext-secret',
        message: `The secret ${name} is in plain text.`,
        why: 'Everyone can read it.',
        hosts: [`host-of-${name}`],
        inList: { all: 'secrets are in plain text.', name },
        ...changes,
      });
    const all = [plain('one-7', 'a_password'), plain('two-7', 'b_password'), plain('three-7', 'c_password')];
    // One of two places that say the same.
    all.splice(1, 0, plain('four-7', 'a_password', { hosts: [] }));
    assert.is(
      pretty(result([many], all)),
      `group_vars/all.yml
  1:13 | a_password
  2:13 | b_password
  3:13 | c_password
  4:17 | a_password
  error    4 secrets are in plain text. [security/plaintext-secret]
  why      Everyone can read it.
  hosts    host-of-a_password, host-of-b_password, host-of-c_password

more about a finding: stacklint explain security/plaintext-secret
4 errors in 1 file, 12 hosts, 1 cluster; 23 rules
`,
    );
    // Two are soon read, and what another rule says of a place is not in the list.
    assert.match(pretty(result([many], all.slice(1, 3))), 'The secret b_password is in plain text.');
    const also = finding(placeOf(many, 'one-7'), { rule: 'security/other', message: 'It is old.' });
    assert.match(pretty(result([many], [...all, also])), 'The secret a_password is in plain text.');
  });

  test('tells why a rule exists once, folds hosts, names related places', () => {
    const hosts = Array.from({ length: 30 }, (_, index) => `es-hot-${index + 1}`);
    const again = finding(placeOf(hot, '64'), {
      hosts,
      message: 'The heap of 30 hosts is 64 GB.',
      related: [
        { ...placeOf(all, '"{{'), message: 'overrides this' },
        { file: all.file, start: 0, end: 1, message: 'overrides it', inWords: 'which overrides the value above' },
        { file: all.file, start: 1, end: 2, message: 'replaces this' },
      ],
    });
    assert.is(
      prettyReport(result([hot, all], [heap, again, lock]), look),
      `production: inventories/production · preset production

group_vars/search_hot.yml
  2:14 | search_heap: "64"
       |              ^^^^
  error    The heap of es-hot-1 is 64 GB; expected at most 30 GB.
           [memory/heap-limit]
  why      Above it the JVM gives up compressed object pointers: each grows from
           4 to 8 bytes, and less fits than before.

  2:15 | search_heap: "64"
       |               ^^
  error    The heap of 30 hosts is 64 GB. [memory/heap-limit]
  hosts    es-hot-1, es-hot-2, es-hot-3 and 27 more
  see      group_vars/all.yml:1:14 (overrides this)
  see      group_vars/all.yml:1:1 (which overrides the value above)
  see      group_vars/all.yml:1:2 (replaces this)

  3:21 | search_memory_lock: false
       |                     ^^^^^
  warning  search_memory_lock is false; expected true. [memory/memory-lock]
  why      A node that swaps is a slow node.
  hosts    es-hot-1

more about a finding: stacklint explain memory/heap-limit
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
      `production: inventories/production
  preset production

group_vars/search_hot.yml
  2:14 | search_heap: "64"
       |              ^^^^
  error    The heap of es-hot-1 is 64
           GB; expected at most 30 GB.
           [memory/heap-limit]
  why      Above it the JVM gives up
           compressed object pointers:
           each grows from 4 to 8 bytes,
           and less fits than before.

undecided (1)
  search_heap depends on
  ansible_memtotal_mb, which only a run
  can know: 1 check of es-cold-1 is
  undecided
    group_vars/search_hot.yml:2:14:
    memory/heap-limit

more about a finding:
  stacklint explain memory/heap-limit
1 error, 1 undecided
in 1 file, 12 hosts, 1 cluster; 23
rules: 22 decided, 1 undecided
`,
    );
  });

  test('folds what is undecided by cause, the most frequent first', () => {
    const place = placeOf(all, '"{{');
    const cold = ['es-cold-10', 'es-cold-2'];
    const cause = 'host_vars/es-2.yml cannot be read';
    const broken = (variable: string, rule: string) =>
      undecided(
        { file: 'host_vars/es-2.yml', start: 0, end: 0 },
        {
          rule,
          variable,
          reason: 'unreadable',
          hosts: ['es-2'],
          message: `${variable} may be set in host_vars/es-2.yml, which cannot be read`,
          shared: cause,
        },
      );
    const text = pretty(
      result([all], [], {
        undecided: [
          undecided(place, { hosts: cold }),
          undecided(place, { hosts: cold, rule: 'memory/heap-share' }),
          undecided(place, { variable: 'ram', reason: 'vault', message: 'ram is encrypted' }),
          broken('search_heap', 'memory/heap-limit'),
          broken('search_heap', 'memory/heap-unit'),
          broken('search_memory_lock', 'memory/memory-lock'),
        ],
      }),
    );
    assert.is(
      text,
      `undecided (6)
  host_vars/es-2.yml cannot be read: 3 checks of es-2 are undecided
  search_heap depends on ansible_memtotal_mb, which only a run can know: 2
  checks of es-cold-2, es-cold-10 are undecided
    group_vars/all.yml:1:14: memory/heap-limit, memory/heap-share
  ram is encrypted: 1 check of es-cold-1 is undecided
    group_vars/all.yml:1:14: memory/heap-limit

No findings, 6 undecided
in 1 file, 12 hosts, 1 cluster; 23 rules: 19 decided, 4 undecided
`,
    );
  });

  test('does not list as undecided what a finding says of the same place and hosts: Ansible stops there', () => {
    const place = placeOf(all, '(ansible');
    const hosts = ['es-1', 'es-2'];
    const stop = finding(place, { rule: 'plays/failing-template', hosts });
    const failing = { reason: 'error', message: 'search_heap is not known: its template fails' } as const;
    const open = (changes: Parameters<typeof undecided>[1], findings = [stop]): boolean =>
      pretty(result([all], findings, { undecided: [undecided(place, { hosts, ...failing, ...changes })] })).includes(
        'its template fails',
      );
    assert.not(open({}));
    assert.ok(open({ reason: 'vault' }));
    assert.ok(open({ hosts: ['es-1', 'es-3'] }));
    assert.ok(open({ at: placeOf(all, 'search') }));
    assert.ok(open({}, [finding(place, { hosts })]));
  });

  test('tells rules that are undecided from those that have decided', () => {
    const open = [
      undecided(placeOf(all, '"{{')),
      undecided(placeOf(all, '"{{'), { rule: 'a/b', reason: 'role-default' }),
    ];
    assert.match(pretty(result([all], [], { undecided: open })), '; 23 rules: 22 decided, 1 undecided\n');
  });

  test('says what decides it, once for a cause', () => {
    const decidedBy = 'give --vault-password-file or --vault-id';
    const vaulted = (variable: string) =>
      undecided(placeOf(all, '"{{'), {
        variable,
        reason: 'vault',
        message: `${variable} is encrypted`,
        shared: 'v',
        decidedBy,
      });
    const text = pretty(result([all], [], { undecided: [vaulted('a'), vaulted('b')] }));
    assert.match(
      text,
      '    group_vars/all.yml:1:14: memory/heap-limit\n    to decide: give --vault-password-file or --vault-id\n\n',
    );
  });

  test('counts what the role computes, and names it with --verbose alone', () => {
    const message = 'search_heap is not set: the role computes it at run time';
    const some = result([all], [], {
      undecided: [undecided(placeOf(all, '"{{'), { reason: 'role-default', message })],
    });
    assert.is(
      pretty(some),
      'No findings, 1 undecided (--verbose shows more)\nin 1 file, 12 hosts, 1 cluster; 23 rules\n',
    );
    assert.match(pretty(some, { verbose: true }), `${message}: 1 check`);
  });

  test('leaves most of a long undecided list to --verbose', () => {
    const many = Array.from({ length: 20 }, (_, index) =>
      undecided(placeOf(all, '"{{'), { variable: `v${index}`, message: `v${index} depends on a fact` }),
    );
    const some = result([all], [], { undecided: many });
    assert.match(pretty(some), /^undecided \(20\)\n/);
    assert.match(prettyReport(some, look), '  and 13 more, which --verbose shows\n');
    assert.match(prettyReport(some, look), /\nNo findings, 20 undecided \(13 of them not shown\)\s+in 1 file/);
    assert.match(prettyReport(some, { ...look, verbose: true }), 'v19 depends on a fact');
    assert.match(prettyReport(some, { ...look, verbose: true }), '\nNo findings, 20 undecided\nin 1 file');
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
    assert.match(text, /, 1 undecided\s+in 1 file/);
  });

  test('names stack and cluster where there are several', () => {
    const two = [stack('production', 7, ['logs', 'metrics']), stack('laboratory', 3, ['lab'])];
    const text = prettyReport(result([hot], [heap], { stacks: two }), look);
    assert.match(text, '  cluster  logs\n  stack    production\n');
    assert.match(text, 'in 1 file, 10 hosts, 3 clusters; 23 rules');
    const shared = finding(placeOf(hot, '"64"'), { stacks: ['production', 'laboratory'] });
    assert.match(prettyReport(result([hot], [shared], { stacks: two }), look), '  stacks   laboratory, production\n');
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
    const two = [stack('production', 7, ['logs', 'metrics'])];
    const text = (clusters: readonly string[]) =>
      prettyReport(result([hot], [finding(placeOf(hot, '"64"'), { clusters })], { stacks: two }), look);
    assert.match(text(['logs', 'metrics']), '  clusters logs, metrics\n');
    assert.not.match(text([]), '  cluster');
    assert.not.match(text(['logs']), '  stack');
  });

  test('shows a place once, with all that is wrong there and the hosts that all of it has', () => {
    const place = placeOf(hot, '"64"');
    const two = [
      finding(place, { severity: 'warning', rule: 'memory/heap-share', message: 'It is a large part.', why: 'So.' }),
      finding(place, { hosts: ['es-1', 'es-2'] }),
    ];
    const shown = (findings: readonly Finding[]) => pretty(result([hot], findings)).split('\n\n')[0];
    assert.is(
      shown(two.map((each) => ({ ...each, hosts: ['es-2', 'es-10'] }))),
      `group_vars/search_hot.yml
  2:14 | search_heap: "64"
       |              ^^^^
  error    The heap of es-hot-1 is 64 GB; expected at most 30 GB.
           [memory/heap-limit]
  why      Above it the JVM gives up compressed object pointers: each grows from
           4 to 8 bytes, and less fits than before.
  warning  It is a large part. [memory/heap-share]
  why      So.
  hosts    es-2, es-10`,
    );
    assert.match(shown(two) ?? '', /hosts {4}es-1, es-2\n {2}warning .*\n {2}why .*\n {2}hosts {4}es-hot-1$/);
  });

  test('folds the places of a file that say the same', () => {
    const ini = yaml('hosts', 'a: 1\nb: 1\nc: 2\n');
    const same = (piece: string, host: string, message = 'The value is odd.') =>
      finding(placeOf(ini, piece), { hosts: [host], message, why: 'So.' });
    const text = pretty(result([ini], [same('a', 'es-1'), same('b', 'es-2'), same('c', 'es-3', 'Other.')]));
    assert.match(
      text,
      'hosts\n  1:1 | a: 1\n      | ^\n  also at  2:1\n' +
        '  error    The value is odd. [memory/heap-limit]\n  why      So.\n  hosts    es-1, es-2\n\n' +
        '  3:1 | c: 2\n',
    );
    assert.match(text, '\n3 errors in 1 file');
  });

  test('puts files with errors first, and errors first in each; numbers in names count by their values', () => {
    const files = ['host_vars/es-10.yml', 'host_vars/es-2.yml', 'a.yml'].map((file) =>
      yaml(file, 'heap: 1\nlock: 1\n'),
    );
    const [ten = hot, two = hot, other = hot] = files;
    const warned = (document: Document) => finding(placeOf(document, 'heap'), { severity: 'warning', message: 'W.' });
    const wrong = (document: Document) => finding(placeOf(document, 'lock'), { message: 'E.' });
    const findings = [warned(other), warned(ten), wrong(ten), warned(two), wrong(two)];
    const order = (changes: Partial<Look> = {}) =>
      pretty(result(files, findings), changes).match(/^\S+\.yml$|^ {2}(?:error|warning) |^\d.*not shown.*$/gm);
    assert.equal(order(), [
      'host_vars/es-2.yml',
      '  error ',
      '  warning ',
      'host_vars/es-10.yml',
      '  error ',
      '  warning ',
      'a.yml',
      '  warning ',
    ]);
    assert.equal(order({ maxFindings: 2 }), [
      'host_vars/es-2.yml',
      '  error ',
      'host_vars/es-10.yml',
      '  error ',
      '3 more findings not shown (--max-findings)',
    ]);
    assert.match(pretty(result(files, findings), { maxFindings: 0 }), /^5 more findings .*\n2 errors, 3 warnings in 3/);
  });

  test('has a table of the rules where there are more than twenty findings, and alone where it is asked to', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => finding({ file: `${index}.yml`, start: 0, end: 0 }));
    const table = `findings by rule
  20 errors   memory/heap-limit   in 20 files
   1 warning  memory/memory-lock  in 1 file
`;
    assert.match(pretty(result([hot], [...many(20), lock])), `\n\n${table}\nmore about a finding:`);
    assert.not.match(pretty(result([hot], many(20))), 'findings by rule');
    assert.ok(pretty(result([hot], [...many(20), lock]), { statistics: true }).startsWith(`${table}\nmore about`));
    assert.is(
      pretty(result([hot], []), { statistics: true }),
      'No findings in 1 file, 12 hosts, 1 cluster; 23 rules\n',
    );
    for (const line of pretty(result([hot], [...many(20), lock]), { statistics: true, width: 40 }).split('\n'))
      assert.ok(line.length <= 40, line);
  });

  test('names each stack, and how it is checked', () => {
    const head = (stacks: readonly ReportedStack[], changes: Partial<Look> = {}) =>
      prettyReport(result([], [], { stacks: stacks }), { ...look, width: 100, ...changes }).split('\n\n')[0];
    const production = {
      ...stack('production', 1, ['logs']),
      vocabulary: 'search',
      configuration: 'stacklint.yml',
    };
    assert.is(
      head([production, stack('lab-10', 1, []), stack('lab-2', 1, [])]),
      `lab-2: inventories/lab-2 · preset production
lab-10: inventories/lab-10 · preset production
production: inventories/production · search · preset production · stacklint.yml`,
    );
    const many = Array.from({ length: 30 }, (_, index) => ({ ...production, name: `s-${index + 1}` }));
    assert.is(
      head([...many, stack('lab', 1, [])]),
      `1 stack: lab · preset production
30 stacks: s-1, s-2, s-3 and 27 more · search · preset production · stacklint.yml`,
    );
    assert.is(head(many, { verbose: true })?.split('\n').length, 30);
    assert.match(
      head([production], { width: 40 }) ?? '',
      'production: inventories/production\n  search · preset production\n  stacklint.yml',
    );
  });

  test('says where nothing of a search stack was recognized, and how many rules had something to judge', () => {
    const empty = [stack('lab', 3, [])];
    assert.is(
      pretty(result([], [], { stacks: empty, rules: 9 })),
      'Nothing of a search stack was recognized: no play writes its files, and no\nvariables of a known role are set.\n' +
        'No findings in 0 files, 3 hosts, 0 clusters; 23 rules: 9 applied\n',
    );
    assert.match(
      pretty(result([], [], { stacks: [...empty, stack('production', 1, ['logs'])] })),
      'Nothing of a search stack was recognized in lab: no play writes its files, and\nno variables of a known role are set.\nNo findings in',
    );
  });

  test('says what was recognized in the files of roles, of several stacks with --verbose alone', () => {
    const pipelines = ['es-1'];
    const sources = ['roles/a', 'roles/b', 'roles/c', 'roles/d', 'roles/e', 'site.yml'];
    const logstash = {
      name: 'logstash',
      title: 'Logstash',
      part: 'pipeline',
      release: '8.13.4',
      hosts: 1,
      sources,
    } as const;
    const stacks = Array.from({ length: 6 }, (_, at) => stack(`s-${at}`, 1, [], { pipelines, products: [logstash] }));
    assert.match(
      pretty(result([], [], { stacks: stacks.slice(0, 1) })),
      'Logstash 8.13.4 on 1 host, from roles/a, roles/b, roles/c and 3 more.\nNo findings',
    );
    assert.not.match(pretty(result([], [], { stacks: stacks.slice(0, 2) })), 'Logstash');
    assert.match(
      pretty(result([], [], { stacks: stacks.slice(0, 2) }), { verbose: true }),
      '\ns-1: Logstash 8.13.4 on 1 host',
    );
  });

  test('counts what is suppressed, and names the reasons with --verbose', () => {
    const suppressed: ReportedCheck['suppressed'] = [
      { kind: 'suppressed', finding: heap, by: 'comment', because: 'The hosts\nhave 256 GB.', until: '2027-01-31' },
      { kind: 'suppressed', finding: lock, by: 'baseline' },
    ];
    const some = result([hot], [], { suppressed });
    assert.is(
      pretty(some),
      'No findings, 2 suppressed (--verbose shows more)\nin 1 file, 12 hosts, 1 cluster; 23 rules\n',
    );
    assert.match(
      pretty(some, { verbose: true }),
      `suppressed (2)
  group_vars/search_hot.yml:2:14 [memory/heap-limit]
    accepted by a comment: The hosts\\nhave 256 GB. (until 2027-01-31)
  group_vars/search_hot.yml:3:21 [memory/memory-lock]
    accepted by the baseline
`,
    );
  });

  test('a clean result is one line', () => {
    assert.is(pretty(result([hot], [])), 'No findings in 1 file, 12 hosts, 1 cluster; 23 rules\n');
  });

  test('a place in no document has its path alone', () => {
    const text = prettyReport(result([], [finding({ file: 'group_vars/gone.yml', start: 0, end: 0 })]), look);
    assert.match(text, '\ngroup_vars/gone.yml\n  error    The heap');
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
    assert.match(text, '  1:7 | name: "\\x9b31m\\u202egnp"\n');
    const names = { clusters: ['c\u001b'], stacks: ['s\u001b'], why: 'w\u001b' };
    const gone = finding({ file: 'g\u001b.yml', start: 0, end: 0 }, names);
    const some = prettyReport(result([], [gone], { stacks: [stack('a', 1, ['x', 'y']), stack('b', 1, [])] }), look);
    for (const shown of ['c\\x1b', 's\\x1b', 'w\\x1b', 'g\\x1b.yml']) assert.match(some, shown);
    assert.not.match(some, '\u001b');
  });

  test('colours change nothing but colours', async () => {
    const some = result([hot, all], [heap, lock], { undecided: [undecided(placeOf(all, '"{{'))] });
    const coloured = prettyReport(some, { ...look, paint: await loadPaint(true) });
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
    const known = stack('production', 1, ['logs']);
    const told = (findings: readonly Finding[], changes: Partial<ReportedCheck> = {}) => {
      const some = result([hot], findings, { stacks: [known], ...changes });
      return prettyReport(some, { ...look, paint: colours })
        .trimEnd()
        .split('\n')
        .at(-1);
    };
    assert.match(told([]) ?? '', /^<good>No findings/);
    assert.match(told([lock]) ?? '', /^<warning>1 warning/);
    assert.match(told([lock, heap]) ?? '', /^<error>1 error, 1 warning/);
    assert.match(told([], { undecided: [undecided(placeOf(hot, '64'))] }) ?? '', /^<strong>in 1 file/);
    assert.match(told([], { rules: 0 }) ?? '', /^<strong>/);
    assert.match(told([], { stacks: [known, stack('laboratory', 1, [])] }) ?? '', /^<strong>/);
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
