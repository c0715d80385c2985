import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, describe } from '../describe.ts';
import { inFolder, LARGE_HEAP, PROGRAM, stacklint } from './program.ts';
import { ROOT } from '../folders.ts';

interface Report {
  readonly stacks: readonly { readonly inventory: readonly string[]; readonly configuration?: string }[];
  readonly findings: readonly { readonly at: { readonly file: string } }[];
}

interface Settings {
  readonly hosts: Readonly<Record<string, Readonly<Record<string, { readonly origin: { readonly file: string } }>>>>;
}

const HEAP = ['--rule', 'memory/heap-limit'];

describe('stacklint check', (test) => {
  test('findings are code 1, and the report is on stdout alone', () => {
    inFolder(LARGE_HEAP, (cwd) => {
      const { code, stdout, stderr } = stacklint([...HEAP, '-i', 'hosts.yml'], { cwd });
      assert.is(stderr, '');
      assert.match(stdout, /^\S+: hosts\.yml · search · preset production\n\n/);
      assert.match(
        stdout,
        `group_vars/search.yml
  1:14 | search_heap: "64"
       |              ^^^^
  error    The heap of es-1 is 64 GB; expected at most 30 GB.
           [memory/heap-limit]
`,
      );
      assert.match(
        stdout,
        '\n  hosts    es-1, es-2, es-3\n\nmore about a finding: stacklint explain memory/heap-limit\nmay be mended: 1 by --fix-unsafe\n1 error in 2 files, 3 hosts, 1 cluster; 1 rule\n',
      );
      assert.is(code, 1);
    });
  });

  test('counts files, and no texts of the command line', () => {
    const options = ['-i', 'a,b', '-e', 'search_heap=64', '--vocabulary', 'search', '--rule', 'inventory/unused-file'];
    inFolder({}, (cwd) => {
      assert.match(stacklint(options, { cwd }).stdout, '\nNo findings in 0 files, 2 hosts, 0 clusters; 1 rule\n');
    });
  });

  test('of the two examples, the museum is as it should be and the bookshop is not', () => {
    const example = (name: string) => stacklint([join(ROOT, 'fixtures/inventories', name)]);
    const { code, stdout, stderr } = example('museum');
    assert.match(stdout, /^museum: [^\n]+(?:\n {2}[^\n]+)*\n\nNo findings in 9 files, 7 hosts, 1 cluster; [^\n]+\n$/);
    assert.equal([code, stderr], [0, '']);
    assert.is(example('bookshop').code, 1);
  });

  test('of the observatory it prints what README shows', () => {
    const sample = /```text\n(observatory: [^`]*)```/.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'))?.[1] ?? '';
    const { stdout } = stacklint(['fixtures/inventories/observatory'], { cwd: ROOT });
    const pieces = sample.split(/\n*…\n+/);
    assert.ok(pieces.length > 2, sample);
    let at = 0;
    for (const piece of pieces) {
      const found = stdout.indexOf(piece, at);
      assert.ok(found >= 0, piece);
      at = found + piece.length;
    }
  });

  test('--fail-on decides what counts', () => {
    inFolder(LARGE_HEAP, (cwd) => {
      const code = (...args: string[]) => stacklint(['-i', 'hosts.yml', ...args], { cwd }).code;
      assert.is(code(...HEAP, '--fail-on', 'never'), 0);
      assert.is(code('--rule', 'memory/heap-limit=warning', '--rule', '*=off', '--fail-on', 'error'), 0);
      assert.is(code('--rule', '*=off', '--rule', 'memory/heap-limit=warning'), 0);
      assert.is(code('--rule', '*=off', '--rule', 'memory/heap-limit=warning', '--fail-on', 'warning'), 1);
      assert.is(code('--rule', '*=off', '--rule', 'memory/heap-limit=info', '--fail-on=info'), 1);
    });
  });

  test('--limit chooses what is reported: the hosts, and clusters that hold one of them', () => {
    const files = {
      ...LARGE_HEAP,
      'host_vars/es-2.yml': 'search_heap: "48"\n',
      'group_vars/all.yml': 'search_haep: 30\n',
      'deep.yml': 'search: {children: {a: {hosts: {es-1: }}}}\nother: {children: {b: {hosts: {es-2: }}}}\n',
    };
    inFolder(files, (cwd) => {
      const told = (limit: string, rule: string): string =>
        stacklint(['-i', 'hosts.yml', '--rule', rule, '--limit', limit], { cwd }).stdout;
      assert.match(told('es-2', 'memory/heap-limit'), 'The heap of es-2 is 48 GB');
      assert.not.match(told('es-2', 'memory/heap-limit'), '64 GB');
      assert.match(told('es-1,es-2', 'memory/heap-limit'), '2 errors');
      assert.match(told('es-1', 'topology/dedicated-masters'), 'hosts    es-1\n');
      assert.match(told('es-1,es-3', 'inventory/unknown-variable'), 'hosts    es-1, es-3\n');
      const { code, stderr } = stacklint(['-i', 'hosts.yml', '--limit', 'serch'], { cwd });
      assert.equal([code, stderr], [2, 'stacklint: --limit serch matches no host; did you mean search?\n']);
      const { stderr: nobody } = stacklint(['-i', 'hosts.yml', '--limit', 'search:!all'], { cwd });
      assert.match(nobody, '--limit search:!all matches no host; stacklint inventory -i hosts.yml --graph shows');
      assert.is(stacklint(['-i', 'hosts.yml', '--limit', '@none'], { cwd }).code, 2);
      const unsettled = stacklint(['-i', 'deep.yml', '--limit', 'all[0]'], { cwd });
      assert.is(unsettled.code, 2);
      assert.match(unsettled.stderr, /^stacklint: --limit all\[0\]: only a run can know which hosts all\[0\] selects/);
    });
  });

  test('reports go where they are sent, in one run', () => {
    inFolder(LARGE_HEAP, (cwd) => {
      const { stdout } = stacklint([...HEAP, '-i', 'hosts.yml', '-f', 'pretty', '-f', 'json=report=1.json'], { cwd });
      assert.match(stdout, /\n {2}error .*\n?.*\[memory\/heap-limit\]\n/);
      const report = JSON.parse(readFileSync(join(cwd, 'report=1.json'), 'utf8')) as { summary: { error: number } };
      assert.is(report.summary.error, 1);
      const alone = stacklint([...HEAP, '-i', 'hosts.yml', '--format=json=alone.json'], { cwd });
      assert.equal([alone.stdout, alone.stderr, alone.code], ['', '', 1]);
    });
  });

  test('as lines for editors, limited, or as numbers alone; the code is that of all findings', () => {
    inFolder({ ...LARGE_HEAP, 'stacklint.yml': 'preset: strict\n' }, (cwd) => {
      const said = (...args: string[]) => stacklint([...HEAP, '-i', 'hosts.yml', ...args], { cwd });
      assert.is(
        said('-f', 'compact').stdout,
        'group_vars/search.yml:1:14: error: The heap of es-1 is 64 GB; expected at most 30 GB. [memory/heap-limit]\n',
      );
      const limited = said('--max-findings', '0');
      assert.match(
        limited.stdout,
        ' · preset strict · stacklint.yml\n\nmay be mended: 1 by --fix-unsafe\n1 more finding not shown (--max-findings)\n1 error in',
      );
      assert.is(limited.code, 1);
      assert.match(said('--statistics').stdout, '\n\nfindings by rule\n  1 error  memory/heap-limit  in 1 file\n');
      const { code, stderr } = said('--max-findings', 'many');
      assert.equal([code, stderr], [2, 'stacklint: --max-findings is many; expected a whole number, as in 20\n']);
    });
  });

  test('findings alone are followed by a line that says what was undecided, or not understood', () => {
    const open = {
      'hosts.yml': 'search:\n  hosts:\n    es-1:\n',
      'group_vars/search.yml': 'search_heap: "{{ ansible_memtotal_mb }}"\n',
    };
    inFolder(open, (cwd) => {
      const said = (...args: string[]) =>
        stacklint(['-i', 'hosts.yml', '--rule', 'memory/heap-limit', '-f', 'compact', ...args], { cwd });
      const line = 'stacklint: 1 check undecided, of memory/heap-limit; -f pretty says why.\n';
      assert.equal([said('--vocabulary', 'search').stdout, said('--vocabulary', 'search').stderr], ['', line]);
      assert.is(said('--vocabulary', 'search', '--quiet').stderr, '');
    });
    inFolder({ 'hosts.yml': 'web:\n  hosts:\n    web-1:\n' }, (cwd) => {
      assert.match(
        stacklint(['-f', 'compact'], { cwd }).stderr,
        'stacklint: Nothing of a search stack was recognized: ',
      );
    });
  });

  test('that line is the last of what a terminal shows', () => {
    const facts = { 'host_vars/es-2.yml': 'search_heap: "{{ ansible_memtotal_mb }}"\n' };
    inFolder({ ...LARGE_HEAP, ...facts }, (cwd) => {
      const terminal = join(cwd, 'terminal.txt');
      const both = openSync(terminal, 'a');
      const args = ['-i', 'hosts.yml', '-f', 'compact', ...HEAP];
      spawnSync(process.execPath, [PROGRAM, ...args], { cwd, stdio: ['ignore', both, both] });
      closeSync(both);
      assert.match(readFileSync(terminal, 'utf8'), /^(?:\S+: error: .*\n)+stacklint: 1 check undecided, of .*\n$/);
    });
  });

  test('a file that cannot be read is one cause, for all that it leaves open', () => {
    const broken = { 'host_vars/es-2.yml': 'search_heap: "30\n', 'stacklint.yml': '' };
    inFolder({ ...LARGE_HEAP, ...broken }, (cwd) => {
      const { stdout } = stacklint(['-i', 'hosts.yml'], { cwd });
      assert.match(
        stdout,
        /\nundecided \(\d+\)\n {2}host_vars\/es-2\.yml cannot be read: \d+ checks of es-2 are undecided\n/,
      );
      assert.is(stdout.match(/cannot be read/g)?.length, 1);
      const { stacks } = JSON.parse(stacklint(['-i', 'hosts.yml', '-f', 'json'], { cwd }).stdout) as Report;
      assert.is(stacks[0]?.configuration, 'stacklint.yml');
    });
  });

  test('the sources of a stack are told from the current folder, whoever names them', () => {
    inFolder({ ...LARGE_HEAP, 'ansible.cfg': '[defaults]\ninventory = hosts.yml\n' }, (cwd) => {
      for (const named of [[], ['-i', 'hosts.yml'], ['-i', join(cwd, 'hosts.yml')]]) {
        const { stacks } = JSON.parse(stacklint([...named, '-f', 'json'], { cwd }).stdout) as Report;
        assert.equal(stacks[0]?.inventory, ['hosts.yml']);
      }
    });
  });

  test('paths outside of the current folder are relative to it too', () => {
    inFolder({ ...LARGE_HEAP, 'host_vars/es-1.yml': 'search_heap: "65"\n' }, (folder) => {
      const cwd = join(folder, 'group_vars');
      const { stdout } = stacklint([...HEAP, '-f', 'json', '-i', '../hosts.yml'], { cwd });
      const { stacks, findings } = JSON.parse(stdout) as Report;
      assert.equal(stacks[0]?.inventory, ['../hosts.yml']);
      assert.equal(findings.map(({ at }) => at.file).sort(), ['../host_vars/es-1.yml', 'search.yml']);
      const set = JSON.parse(
        stacklint(['vars', 'es-1', '-f', 'json', '-i', '../hosts.yml'], { cwd }).stdout,
      ) as Settings;
      assert.is(set.hosts['es-1']?.['search_heap']?.origin.file, '../host_vars/es-1.yml');
    });
  });

  test('without hosts there is nothing to check, whether sources are empty or broken: code 2', () => {
    const empty = {
      'empty.yml': '',
      comments: '# none yet\n',
      section: '[web]\n',
      'folder/.keep': '',
      'bad.yml': 'a: {b',
      'skipped.yml': 'web:\n  h1:\n',
    };
    inFolder({ ...LARGE_HEAP, ...empty }, (cwd) => {
      const reason = 'folder:1:1: Ansible finds no inventory in this folder.\n';
      for (const source of ['empty.yml', 'comments', 'section', 'folder'])
        assert.equal(stacklint(['-i', source], { cwd }), {
          code: 2,
          stdout: '',
          stderr: `stacklint: nothing to check: no hosts in ${source}\n${source === 'folder' ? reason : ''}`,
        });
      assert.equal(stacklint(['-i', 'skipped.yml'], { cwd }), {
        code: 2,
        stdout: '',
        stderr:
          'stacklint: nothing to check: no hosts in skipped.yml\n' +
          'skipped.yml:2:3: Ansible skips the key h1 in web: only vars, children and hosts\nare valid in a group.\n',
      });
      assert.is(stacklint(['-i', 'bad.yml'], { cwd }).code, 1);
      assert.is(stacklint(['-i', 'bad.yml', '--rule', 'inventory/syntax=info'], { cwd }).code, 0);
      for (const rule of ['memory/*', 'inventory/syntax=off']) {
        const { code, stdout, stderr } = stacklint(['-i', 'bad.yml', '--rule', rule], { cwd });
        assert.equal([code, stdout], [2, '']);
        assert.match(
          stderr,
          /^stacklint: nothing to check: no hosts in bad\.yml\nbad\.yml:1:\d+: Ansible cannot read this/,
        );
      }
      assert.is(stacklint([...HEAP, '-i', 'hosts.yml', '-i', 'bad.yml'], { cwd }).code, 1);
    });
  });

  test('a report that cannot be written is code 2', () => {
    inFolder(LARGE_HEAP, (cwd) => {
      const { code, stderr } = stacklint([...HEAP, '-i', 'hosts.yml', '-f', 'json=no/such/folder.json'], { cwd });
      assert.equal([code, stderr], [2, 'stacklint: cannot write no/such/folder.json: there is no such folder\n']);
    });
  });

  test('a full disk behind stdout is code 2', () => {
    if (!existsSync('/dev/full')) return;
    const run = spawnSync('sh', ['-c', `"${process.execPath}" "${PROGRAM}" rules > /dev/full`], { encoding: 'utf8' });
    assert.equal([run.status, run.stderr], [2, 'stacklint: cannot write to stdout: no space is left on the disk\n']);
  });

  test('--quiet says nothing where there is no error', () => {
    inFolder(LARGE_HEAP, (cwd) => {
      const clean = stacklint(['-i', 'hosts.yml', '--rule', 'memory/heap-unit', '--quiet'], { cwd });
      assert.equal(clean, { code: 0, stdout: '', stderr: '' });
    });
  });

  test('width: in a pipe that of COLUMNS, in a file always the same', () => {
    inFolder(LARGE_HEAP, (cwd) => {
      const widest = (text: string) => Math.max(...text.split('\n').map(({ length }) => length));
      const usual = stacklint([...HEAP, '-i', 'hosts.yml'], { cwd }).stdout;
      const narrow = stacklint([...HEAP, '-i', 'hosts.yml'], { cwd, env: { COLUMNS: '50' } }).stdout;
      assert.ok(widest(usual) > 50 && widest(narrow) <= 50);
      for (const odd of ['', '0', '-5', 'wide'])
        assert.is(stacklint([...HEAP, '-i', 'hosts.yml'], { cwd, env: { COLUMNS: odd } }).stdout, usual);
      stacklint([...HEAP, '-i', 'hosts.yml', '-f', 'pretty=report.txt'], { cwd, env: { COLUMNS: '50' } });
      assert.is(readFileSync(join(cwd, 'report.txt'), 'utf8'), usual);
    });
  });

  test("Ansible's environment variables count as in a run", () => {
    inFolder(LARGE_HEAP, (cwd) => {
      const code = (env = {}) => stacklint([...HEAP, '--rule', 'inventory/syntax', '-i', 'hosts.yml'], { cwd, env });
      assert.match(code().stdout, 'The heap of es-1');
      const refused = code({ ANSIBLE_INVENTORY_ENABLED: 'ini' }).stdout;
      assert.match(refused, 'Ansible cannot read this inventory source');
      assert.not.match(refused, 'The heap of es-1');
      const config = { 'other.cfg': '[defaults]\nforks = many\ntimeout = soon\n', ...LARGE_HEAP };
      inFolder(config, (folder) => {
        const { stdout } = stacklint(['-i', 'hosts.yml'], { cwd: folder, env: { ANSIBLE_CONFIG: 'other.cfg' } });
        assert.match(stdout, /^other\.cfg\n {2}2:9 /m);
        assert.match(stdout, /^ {2}3:11 /m);
      });
    });
  });

  test('colours: the option, then FORCE_COLOR, then NO_COLOR, then the terminal', () => {
    inFolder(LARGE_HEAP, (cwd) => {
      const coloured = (args: readonly string[], env = {}) =>
        stacklint([...HEAP, '-i', 'hosts.yml', ...args], { cwd, env }).stdout.includes('\u001b[');
      assert.is(coloured([]), false);
      assert.is(coloured(['--color', 'always'], { NO_COLOR: '1' }), true);
      assert.is(coloured(['--color', 'never'], { FORCE_COLOR: '1' }), false);
      assert.is(coloured([], { FORCE_COLOR: '1', NO_COLOR: '1' }), true);
      assert.is(coloured([], { FORCE_COLOR: '0' }), false);
      assert.is(coloured(['-f', 'json'], { FORCE_COLOR: '1' }), false);
    });
  });

  test('a large report arrives whole at a slow reader', () => {
    const hosts = Array.from({ length: 3000 }, (_, index) => `    es-${index}: {search_heap: "${40 + index}"}\n`);
    inFolder({ 'hosts.yml': `search:\n  hosts:\n${hosts.join('')}` }, (cwd) => {
      const command = `"${process.execPath}" "${PROGRAM}" -i hosts.yml --rule memory/heap-limit -f json | (sleep 0.3; cat)`;
      const { stdout } = spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
      assert.is((JSON.parse(stdout) as { findings: unknown[] }).findings.length, 3000);
    });
  });

  test('a reader that goes away is no error', () => {
    const hosts = Array.from({ length: 3000 }, (_, index) => `    es-${index}: {search_heap: "${40 + index}"}\n`);
    inFolder({ 'hosts.yml': `search:\n  hosts:\n${hosts.join('')}` }, (cwd) => {
      const command = `"${process.execPath}" "${PROGRAM}" -i hosts.yml --rule memory/heap-limit | head -n 1`;
      const { stdout, stderr } = spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8' });
      assert.match(stdout, /^\S+: hosts\.yml · search · preset production\n$/);
      assert.is(stderr, '');
    });
  });
});
