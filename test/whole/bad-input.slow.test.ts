/** Bad files get one clear line or one clear finding, and the rest is still checked. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FileError } from '../../src/ground/files.ts';
import { check } from '../../src/check/check.ts';
import { checked, finds, GOOD, refuses, RULES } from './bad-input/demands.ts';
import { endures, inTree } from './bad-input/program.ts';
import { assert, describe } from '../describe.ts';
import { memoryFiles } from '../memory-files.ts';
import { inFile } from '../in-file.ts';

const UTF16 = Buffer.from('\ufeffsearch_heap: 64\n', 'utf16le');
const NOISE = Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 167 + 13 * (at >> 5)) % 256));

describe('what is not there', (test) => {
  test('a missing path, source or inventory is one clear line', () => {
    inTree({ 'notes.txt': 'nothing here\n' }, (folder) => {
      refuses(folder, ['check', 'no/such'], /^stacklint: there is no file or folder no\/such\n$/);
      refuses(folder, ['check', '-i', 'nosuch'], /^stacklint: there is no inventory source nosuch\n$/);
      refuses(folder, ['vars', '-i', 'nosuch'], /^stacklint: there is no inventory source nosuch\n$/);
      for (const args of [['check'], ['check', '.'], ['vars'], ['explain', 'search_heap'], ['check', 'notes.txt']])
        refuses(folder, args, /^stacklint: no inventory found in \.\nlooked for /);
    });
  });

  test('a file that goes away while others are read is a finding', () => {
    const files = memoryFiles({
      '/p/hosts.yml': GOOD['hosts.yml'],
      '/p/group_vars/search.yml': '',
      '/p/group_vars/all.yml': '',
    });
    const vanishing = {
      ...files,
      text(path: string) {
        if (path.endsWith('search.yml')) throw new FileError(path, 'there is no such file', 'missing');
        return files.text(path);
      },
    };
    const where = { files: vanishing, cwd: '/p', paths: [], inventory: [], playbookDir: undefined, vocabularies: [] };
    const { findings } = check(where, { preset: 'production', rules: [] });
    assert.equal(
      findings.map(({ rule, at, message }) => [rule, inFile(at).file, message]),
      [['inventory/syntax', 'group_vars/search.yml', 'This cannot be read: there is no such file.']],
    );
  });
});

describe('what is no text', (test) => {
  test('a variable file of noise', () => {
    finds({ ...GOOD, 'group_vars/all.yml': NOISE }, /^group_vars\/all.yml:1:\d+: .*not UTF-8 text/);
  });
  test('a variable file with NUL', () => {
    finds(
      { ...GOOD, 'group_vars/all.yml': 'a: 6\x004\n' },
      /^group_vars\/all.yml:1:5: .*the character U\+0000 is not allowed in YAML/,
    );
  });
  test('a variable file in UTF-16', () => {
    finds({ ...GOOD, 'group_vars/all.yml': UTF16 }, /^group_vars\/all.yml:1:1: .*not UTF-8 text/);
  });
  test('a variable file with a byte that is not UTF-8', () => {
    const latin = Buffer.from('name: "\xfc"\n', 'latin1');
    finds({ ...GOOD, 'group_vars/all.yml': latin }, /^group_vars\/all.yml:1:8: .*not UTF-8 text/);
  });
  test('a JSON file with a byte that is not UTF-8', () => {
    const latin = Buffer.from('{"name": "\xfc"}\n', 'latin1');
    finds({ ...GOOD, 'group_vars/all.json': latin }, /^group_vars\/all.json:1:11: .*not UTF-8 text/);
  });
  test('an inventory of noise, found by its name', () => {
    finds({ ...GOOD, 'hosts.yml': NOISE }, /^hosts.yml:1:\d+: .*not UTF-8 text/, { heap: false });
  });
  test('an inventory in UTF-16, found by its name and named', () => {
    for (const args of [[], ['-i', 'hosts.yml']])
      finds({ ...GOOD, 'hosts.yml': UTF16 }, /^hosts.yml:1:1: .*not UTF-8 text/, { heap: false, args });
  });
  test('one source among several', () => {
    const args = ['-i', 'noise.yml', '-i', 'hosts.yml'];
    finds({ ...GOOD, 'noise.yml': UTF16 }, /^noise.yml:1:1: .*not UTF-8 text/, { args });
  });
});

describe('what is no file', (test) => {
  const NOT_REGULAR = /: inventory\/syntax This cannot be read: it is not a regular file\.$/;

  test('a pipe as a variable file', () => {
    finds({ ...GOOD, 'group_vars/all.yml': { pipe: true } }, NOT_REGULAR);
  });
  test('an endless device as a variable file', () => {
    finds({ ...GOOD, 'group_vars/all.yml': { link: '/dev/zero' } }, NOT_REGULAR);
    finds({ ...GOOD, 'host_vars/es-1': { link: '/dev/random' } }, NOT_REGULAR);
  });
  test('a pipe or a device that is named', () => {
    inTree({ ...GOOD, 'pipe.yml': { pipe: true }, 'zero.yml': { link: '/dev/zero' } }, (folder) => {
      for (const name of ['pipe.yml', 'zero.yml', '/dev/zero'])
        for (const words of [
          ['check', name],
          ['check', '-i', name],
          ['vars', '-i', name],
        ])
          refuses(folder, words, /^stacklint: cannot read \S+: it is not a regular file\n$/);
    });
  });
  test('pipes where plays, settings and inventories are looked for', () => {
    const pipe = { pipe: true } as const;
    const pipes = { 'ansible.cfg': pipe, 'site.yml': pipe, 'templates/a.j2': pipe, inventory: pipe, production: pipe };
    inTree({ ...GOOD, ...pipes, 'group_vars/search.yml': 'search_heap: 30\nsearch_haep: 1\n' }, (folder) => {
      assert.is(endures(folder, ['check']).code, 1);
    });
  });
  test('a socket', () => {
    // A server of its own: the program is waited for, so nothing else runs in this process.
    const script = `require('net').createServer().listen('all.yml', () => console.log('ready'))`;
    inTree(GOOD, (folder) => {
      const server = spawn(process.execPath, ['-e', script], { cwd: join(folder, 'group_vars'), stdio: 'ignore' });
      try {
        const clock = new Int32Array(new SharedArrayBuffer(4));
        for (let tries = 0; tries < 500 && !existsSync(join(folder, 'group_vars/all.yml')); tries++)
          Atomics.wait(clock, 0, 0, 20);
        const { code, lines } = checked(folder, []);
        assert.is(code, 1);
        assert.match(lines[0] ?? '', NOT_REGULAR);
        refuses(folder, ['check', '-i', 'group_vars/all.yml'], /not a regular file/);
      } finally {
        server.kill();
      }
    });
  });
});

describe('links', (test) => {
  test('that form a loop and are named', () => {
    inTree({ ...GOOD, a: { link: 'b' }, b: { link: 'a' } }, (folder) => {
      for (const words of [
        ['check', './a'],
        ['check', '-i', 'a'],
        ['check', 'a/hosts.yml'],
      ])
        refuses(folder, words, /^stacklint: cannot read \S+: its symbolic links form a loop\n$/);
    });
  });
  test('that form a loop beside the inventory', () => {
    const loops = { a: { link: 'b' }, b: { link: 'a' }, 'group_vars/all.yml': { link: 'all.yml' } };
    inTree({ ...GOOD, ...loops, self: { link: '.' }, 'x/up': { link: '..' }, 'y/up': { link: '../..' } }, (folder) => {
      const { code, lines } = checked(folder, []);
      assert.is(code, 1);
      assert.is(lines.length, 1, lines.join('\n'));
      // Whether a play speaks of a variable is looked up in all folders of the project, each once.
      assert.is(endures(folder, ['check', '--rule', 'inventory/unknown-variable']).code, 0);
    });
  });
  test('that lead out of the project, to plays of others', () => {
    const others = '- hosts: search\n  vars: {search_heap: "{{ ansible_memtotal_mb }}"}\n';
    const project = { 'p/hosts.yml': GOOD['hosts.yml'], 'p/group_vars/search.yml': GOOD['group_vars/search.yml'] };
    inTree({ ...project, 'p/ansible.cfg': '', 'p/up': { link: '..' }, 'others.yml': others }, (folder) => {
      assert.is(checked(folder, ['p']).lines.length, 1);
    });
  });
  test('that lead a folder of variables or of sources back to itself', () => {
    const message = /: inventory\/ansible-warning This folder is a link to a folder that holds it/;
    finds({ ...GOOD, 'group_vars/all/loop': { link: '.' } }, message);
    inTree({ ...GOOD, 'group_vars/all/a': { link: '.' }, 'group_vars/all/b': { link: '../..' } }, (folder) => {
      assert.is(endures(folder, ['check']).code, 1);
    });
    finds({ 'inv/hosts.yml': GOOD['hosts.yml'], 'inv/loop': { link: '../inv' }, ...GOOD }, message, {
      args: ['-i', 'inv', '--playbook-dir', '.'],
    });
  });
});

describe('folders and files in each other’s place', (test) => {
  test('a folder where a variable file is usual', () => {
    inTree({ 'hosts.yml': GOOD['hosts.yml'], 'group_vars/search.yml/a.yml': 'search_heap: 64\n' }, (folder) => {
      assert.equal(checked(folder, []), {
        code: 1,
        lines: [
          'group_vars/search.yml/a.yml:1:14: memory/heap-limit The heap of es-1 is 64 GB; expected at most 30 GB.',
        ],
      });
    });
  });
  test('a folder as the inventory', () => {
    inTree(
      { 'hosts.yml/a.yml': GOOD['hosts.yml'], 'hosts.yml/group_vars/search.yml': 'search_heap: 64\n' },
      (folder) => {
        assert.is(checked(folder, ['-i', 'hosts.yml']).lines.length, 1);
      },
    );
  });
  test('group_vars that is a file', () => {
    finds(
      { 'hosts.yml': GOOD['hosts.yml'], group_vars: 'search_heap: 64\n' },
      /^group_vars:1:1: .*this is not a folder/,
      {
        heap: false,
        code: 0,
      },
    );
  });
});

describe('what may not be read', (test) => {
  const locked = { text: 'a: 1\n', mode: 0 };

  test('a variable file, a folder of them', () => {
    for (const tree of [{ 'group_vars/all.yml': locked }, { 'group_vars/all': { folder: true, mode: 0 } }] as const)
      finds({ ...GOOD, ...tree }, /: inventory\/syntax This cannot be read: permission denied\.$/, { asNobody: true });
  });
  test('one source among several, and the only one that is there', () => {
    inTree({ ...GOOD, 'inv/a.yml': GOOD['hosts.yml'], 'inv/b.yml': locked }, (folder) => {
      const { code, lines } = checked(folder, ['-i', 'inv'], true);
      assert.is(code, 1);
      assert.match(lines.join('\n'), /^inv\/b.yml:1:1: .*permission denied/m);
    });
    finds({ ...GOOD, 'hosts.yml': locked }, /^hosts.yml:1:1: .*permission denied/, { heap: false, asNobody: true });
  });
  test('what was named', () => {
    const tree = {
      ...GOOD,
      'hosts.ini': locked,
      'group_vars/all.yml': locked,
      shut: { folder: true, mode: 0 },
    } as const;
    const denied = (name: string): RegExp => new RegExp(`^stacklint: cannot read ${name}: permission denied\n$`);
    inTree(tree, (folder) => {
      for (const name of ['hosts.ini', 'group_vars/all.yml', 'shut'])
        refuses(folder, ['check', ...RULES, `./${name}`], denied(name), true);
      for (const name of ['hosts.ini', 'shut', 'shut/hosts.yml'])
        refuses(folder, ['check', '-i', name], denied(name), true);
    });
  });
});
