/** Input that is too large, too deep or circular gets one finding, in bounded time and memory. */
import { assert, describe } from '../describe.ts';
import { checked, finds, GOOD, refuses } from './bad-input/demands.ts';
import { endures, inTree } from './bad-input/program.ts';

const HUGE = 50_000_000;
/** Just below the size that is refused: this much has to be endured. */
const LARGE = 15_000_000;
const HOSTS = '[search]\nes-1\nes-2\nes-3\n';
const { 'hosts.yml': yaml, ...GROUP } = GOOD;

describe('files of one endless line', (test) => {
  const line = 'x'.repeat(HUGE);
  const tooLarge = /: inventory\/syntax This cannot be read: it is larger than \d+ MB\.$/;

  test('of fifty megabytes among others', () => {
    for (const [name, text] of [
      ['group_vars/all.yml', `a: ${line}`],
      ['group_vars/all.json', `{"a": "${line}"}`],
      ['host_vars/es-1', line],
    ] as const)
      finds({ ...GOOD, [name]: text }, tooLarge);
    finds({ ...GOOD, 'inv/a.yml': yaml, 'inv/b': `[search]\nes-1 a=${line}` }, tooLarge, {
      args: ['-i', 'inv', '--playbook-dir', '.'],
    });
  });
  test('of fifty megabytes that are named', () => {
    inTree(
      { ...GOOD, 'long.ini': `[search]\nes-1 a=${line}`, 'long.yml': `a: ${line}`, 'long.json': line },
      (folder) => {
        for (const name of ['long.ini', 'long.yml', 'long.json'])
          refuses(folder, ['check', '-i', name], /^stacklint: cannot read long\.\w+: it is larger than \d+ MB\n$/);
      },
    );
  });
  test('of fifteen megabytes: a text', () => {
    const text = line.slice(0, LARGE);
    finds({ ...GOOD, 'group_vars/all.yml': text }, /^group_vars\/all.yml:1:1: .*but holds a single value/);
    inTree(
      { ...GOOD, 'group_vars/all.yml': `a: ${text}\nsearch_cluster_name: ${text.slice(0, 100_000)}` },
      (folder) => {
        assert.is(endures(folder, ['check']).code, 1);
        assert.is(checked(folder, []).lines.length, 1);
        endures(folder, ['vars']);
      },
    );
  });
  test('of fifteen megabytes: INI', () => {
    inTree({ ...GROUP, hosts: `${HOSTS}es-4 a=${line.slice(0, LARGE)}\n` }, (folder) => {
      assert.is(checked(folder, []).lines.length, 1);
    });
    inTree({ ...GROUP, hosts: `${HOSTS}${line.slice(0, LARGE)}\n` }, (folder) => {
      assert.is(endures(folder, ['check', '-i', 'hosts']).code, 1);
    });
  });
  test('of fifteen megabytes: blanks', () => {
    const blanks = ' '.repeat(LARGE);
    inTree({ ...GROUP, hosts: `${HOSTS}es-4${blanks}a=1\n` }, (folder) => {
      assert.is(checked(folder, []).lines.length, 1);
    });
    inTree({ ...GOOD, hosts: `a${blanks}b` }, (folder) => {
      assert.is(checked(folder, []).lines.length, 1);
    });
  });
  test('of fifteen megabytes: brackets', () => {
    const message = /: inventory\/syntax .*nested more than \d+ levels deep\.$/;
    finds({ ...GOOD, 'group_vars/all.yml': '['.repeat(LARGE) }, message);
    finds({ ...GOOD, 'group_vars/all.json': '['.repeat(LARGE) }, message);
  });
});

describe('folders of few huge files', (test) => {
  const huge = Object.fromEntries(
    ['a', 'b', 'c', 'd'].map((name) => [`inv/${name}`, `h-${name} ${'x'.repeat(20_000_000)}\n`]),
  );

  test('named as an inventory: nothing of it is read', () => {
    inTree({ ...GOOD, ...huge }, (folder) => {
      refuses(
        folder,
        ['check', '-i', 'inv'],
        /^stacklint: cannot read inv: it holds more than 24 MB of files; name the inventory in it\n$/,
      );
      const { code, stderr } = endures(folder, ['inventory', '-i', 'inv', '--list']);
      assert.is(code, 1);
      assert.match(
        stderr,
        /^inv:1:1: error: This cannot be read: it holds more than 24 MB of files; name the inventory in it\.\n$/,
      );
    });
  });
  test('beside an inventory that is looked for', () => {
    const beside = Object.fromEntries(
      Object.entries(huge).map(([name, text]) => [name.replace('inv/', 'inventory/'), text]),
    );
    inTree({ ...GOOD, ...beside }, (folder) => {
      assert.is(endures(folder, ['check']).code, 1);
    });
  });
});

describe('deep nesting', (test) => {
  const message = /: inventory\/syntax .*nested more than \d+ levels deep\.$/;
  const deep = 10_000;
  const steps = Array.from({ length: 2_000 }, (_, at) => `${' '.repeat(at)}k:\n`).join('');

  for (const [title, text] of Object.entries({
    'flow lists': `a: ${'['.repeat(deep)}${']'.repeat(deep)}`,
    'flow lists without an end': `a: ${'['.repeat(deep)}`,
    'flow maps': `a: ${'{a: '.repeat(deep)}1${'}'.repeat(deep)}`,
    'block lists': `a:\n${'- '.repeat(deep)}x`,
    'block maps': steps,
    JSON: `{"a": ${'['.repeat(deep)}${']'.repeat(deep)}}`,
    'JSON maps': `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`,
  }))
    test(title, () => {
      finds({ ...GOOD, 'group_vars/all.yml': text }, message);
    });
  test('literals of INI', () => {
    for (const value of [
      '['.repeat(deep) + ']'.repeat(deep),
      '('.repeat(deep),
      '-'.repeat(deep) + '1',
      '{1:'.repeat(deep),
    ])
      inTree({ ...GROUP, hosts: `${HOSTS}[all:vars]\na=${value}\n` }, (folder) => {
        assert.is(endures(folder, ['check']).code, 1);
        endures(folder, ['vars', '--all']);
      });
  });
  test('templates', () => {
    for (const value of ['[', '(', '{{', '{% if 1 %}', 'not ', '-', '1+', 'a|', 'a.b'])
      inTree(
        { ...GOOD, 'group_vars/all.yml': `a: '{{ ${value.repeat(deep)} }}'\nsearch_fs_repo: "{{ a }}"\n` },
        (folder) => {
          assert.is(endures(folder, ['check']).code, 1);
          endures(folder, ['vars', '--all']);
          endures(folder, ['explain', 'search_fs_repo']);
        },
      );
  });
});

describe('circles', (test) => {
  test('of groups in YAML', () => {
    const circle = 'a: { children: { b: { children: { a: } } } }\n';
    finds({ ...GROUP, 'hosts.yml': circle + yaml }, /^hosts.yml:1:\d+: .*closes a loop of groups/, { heap: false });
  });
  test('of groups in INI', () => {
    finds({ ...GROUP, hosts: `[a:children]\nb\n[b:children]\na\n${HOSTS}` }, /^hosts:4:1: .*closes a loop of groups/, {
      heap: false,
    });
    finds({ ...GROUP, hosts: `[a:children]\na\n${HOSTS}` }, /^hosts:2:1: .*cannot be a child of itself/, {
      heap: false,
    });
  });
  test('of aliases', () => {
    const whole = 'a: &a [1, *a]\nb: "{{ a }}"\nsearch_cluster_name: *a\nsearch_extra_config: &m {x: {y: *m}}\n';
    finds({ ...GOOD, 'group_vars/all.yml': whole }, /^group_vars\/all.yml:1:11: .*contains itself/);
    const file = `${GOOD['group_vars/search.yml']}a: &a {b: *a}\n`;
    finds({ ...GOOD, 'group_vars/search.yml': file }, /^group_vars\/search.yml:3:11: .*contains itself/);
    inTree({ ...GOOD, 'group_vars/all.yml': whole }, (folder) => {
      for (const words of [
        ['vars', '--all'],
        ['vars', '--all', '-f', 'json'],
        ['explain', 'a'],
        ['explain', 'b'],
      ])
        endures(folder, words);
    });
  });
  test('of variables', () => {
    inTree({ ...GOOD, 'group_vars/all.yml': 'a: "{{ b }}"\nb: "{{ a }}"\nsearch_fs_repo: "{{ a }}"\n' }, (folder) => {
      for (const words of [['check'], ['vars', '--all'], ['explain', 'search_fs_repo']]) endures(folder, words);
    });
  });
});

describe('little that stands for much', (test) => {
  test('aliases of aliases', () => {
    const lists = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
    for (let at = 1; at < 12; at++)
      lists.push(
        `a${String(at)}: &a${String(at)} [${Array.from({ length: 9 }, () => `*a${String(at - 1)}`).join(', ')}]`,
      );
    const bomb = lists.join('\n');
    inTree({ ...GOOD, 'group_vars/all.yml': `${bomb}\nsearch_fs_repo: *a11\n` }, (folder) => {
      const { code, lines } = checked(folder, []);
      assert.is(code, 1);
      assert.match(
        lines.join('\n'),
        /all.yml:\d+:\d+: inventory\/syntax .*aliases that stand for more than \d+ values/,
      );
      endures(folder, ['check']);
    });
  });
  test('merge keys of merge keys', () => {
    const maps = [`m0: &m0 { ${Array.from({ length: 1000 }, (_, at) => `k${String(at)}: 1`).join(', ')} }`];
    for (let at = 1; at < 2000; at++) maps.push(`m${String(at)}: &m${String(at)} { <<: *m${String(at - 1)}, z: 1 }`);
    finds({ ...GOOD, 'group_vars/all.yml': maps.join('\n') }, /: inventory\/syntax .*more than \d+ values/);
  });
  test('ranges of hosts', () => {
    const message = /: inventory\/syntax .*stands for more than \d+ hosts, all that stacklint reads of one;/;
    for (const range of [
      'h[1:100000000]',
      'h[1:999999999999999999999]',
      'h[1:1000][1:1000][1:1000]',
      'h[0:9][a:z][A:Z][0:9][a:z][0:9]',
    ]) {
      finds({ ...GROUP, hosts: `${HOSTS}${range}\n` }, message, { heap: false });
      finds({ ...GROUP, 'hosts.yml': `search: { hosts: { es-1: , "${range}": } }\n` }, message, { heap: false });
    }
  });
  test('an exponent, and a number of a hundred thousand digits', () => {
    const digits = '9'.repeat(100_000);
    const wanted = /: memory\/heap-(?:limit|unit) The heap/;
    for (const value of ['1e999999999', '0x' + digits, '-' + digits, digits, '1_000_000_000', '.inf', '.nan'])
      inTree({ ...GOOD, 'host_vars/es-1.yml': `search_heap: ${value}\nb: ${value}\n` }, (folder) => {
        endures(folder, ['vars', '--all']);
        const { stdout } = endures(folder, ['check', '--rule', 'memory/*', '--rule', 'inventory/syntax']);
        assert.ok(stdout.length < 20_000, `${String(stdout.length)} characters about ${value.slice(0, 20)}`);
        assert.match(checked(folder, []).lines.join('\n'), wanted);
      });
  });
});

describe('names', (test) => {
  const evil = ['a\x1b[31mred', 'b\x07\x08', 'c\x9b2J', 'd\u202eright', 'e\r\nf'];

  test('with escapes and control characters are escaped, wherever they are shown', () => {
    const hosts = evil.map((name) => `    ${JSON.stringify(name)}: { search_heap: 64 }\n`).join('');
    const keys = evil
      .map((name) => `search_${name}`)
      .map((name) => `  ${JSON.stringify(name)}: 1\n`)
      .join('');
    inTree(
      { 'hosts.yml': `search:\n  hosts:\n${hosts}`, 'group_vars/search.yml': `search_cluster_settings:\n${keys}` },
      (folder) => {
        for (const words of [[], ['-f', 'json'], ['--color', 'never'], ['--verbose'], ['--quiet']])
          assert.is(endures(folder, ['check', ...words]).code, 1);
        for (const words of [
          ['vars', '--all'],
          ['explain', 'search_heap'],
          ['vars', '-f', 'json'],
        ])
          endures(folder, words);
      },
    );
  });
  test('with escapes in the words of the command', () => {
    inTree(GOOD, (folder) => {
      for (const words of [
        ['check', './\x1b[31m'],
        ['check', '-i', '\x1b]0;x\x07'],
        ['explain', '\x1b[1m'],
        ['vars', '\x9b1m'],
      ])
        assert.is(endures(folder, words).code, 2);
    });
  });
  test('with escapes of files', () => {
    const name = '\x1b[31mred\nnext';
    inTree({ ...GOOD, [`group_vars/all/${name}`]: 'a: [', [`inv/${name}.yml`]: yaml }, (folder) => {
      assert.is(endures(folder, ['check']).code, 1);
      assert.is(endures(folder, ['check', '-i', 'inv']).code, 1);
    });
  });
  test('that are very long', () => {
    const long = 'n'.repeat(100_000);
    inTree(
      { ...GROUP, 'hosts.yml': `search: { hosts: { ? ${long} : { search_heap: 64, ${long}: 1 } } }\n${long}: {}\n` },
      (folder) => {
        endures(folder, ['check']);
        endures(folder, ['vars', '--all']);
        endures(folder, ['inventory', '-i', 'hosts.yml', '--graph']);
      },
    );
    inTree(GOOD, (folder) => {
      for (const words of [
        ['check', `./${long}`],
        ['check', '-i', long],
        ['explain', long],
        ['vars', long],
      ])
        assert.is(endures(folder, words).code, 2);
    });
  });
});
