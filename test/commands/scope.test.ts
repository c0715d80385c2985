/** The scope of a report: all, what the named paths concern, or what a change may have caused. All is always read. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fastCheck from 'fast-check';
import { assert, describe } from '../describe.ts';
import { inFolder, PROGRAM, stacklint } from './program.ts';
import { commit, git, inRepository } from './repository.ts';

interface Entry {
  readonly rule: string;
  readonly severity: string;
  readonly message: string;
  readonly hosts?: readonly string[];
  readonly variable?: string;
  readonly at: { readonly file: string; readonly line: number; readonly endLine: number };
}

function findings(cwd: string, ...args: readonly string[]): readonly Entry[] {
  const { stdout, stderr } = stacklint(['-f', 'json', '--vocabulary', 'search', ...args], { cwd });
  assert.is.not(stdout, '', stderr);
  return (JSON.parse(stdout) as { findings: Entry[] }).findings;
}

function shown({ rule, at }: Entry): string {
  return `${rule} ${at.file}:${String(at.line)}`;
}

type Tree = Readonly<Record<string, string>>;

/** Writes a tree into a folder, and takes away the files that only `before` has. */
function write(folder: string, tree: Tree, before: Tree = {}): void {
  for (const name of Object.keys(before)) if (!(name in tree)) rmSync(join(folder, name));
  for (const [name, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

const PROJECT = {
  'hosts.yml': 'search:\n  children:\n    hot: {hosts: {es-1: , es-2: }}\n    cold: {hosts: {es-3: }}\n',
  'group_vars/all.yml': 'heap_of_all: 48\n',
  'group_vars/hot.yml': 'search_heap: "{{ heap_of_all + 1 }}"\n',
  'group_vars/cold.yml': 'search_heap: "64"\nsearch_node_types: [master]\n',
  'README.md': '# A project\n',
};
const HOT = 'memory/heap-limit group_vars/hot.yml:1';
const COLD = 'memory/heap-limit group_vars/cold.yml:1';

function heaps(cwd: string, ...args: readonly string[]): readonly string[] {
  return findings(cwd, '--rule', 'memory/heap-limit', ...args).map(shown);
}

describe('named paths', (test) => {
  test('narrow the report to what is in them or depends on them', () => {
    inFolder(PROJECT, (cwd) => {
      assert.equal(heaps(cwd), [COLD, HOT]);
      assert.equal(heaps(cwd, '.'), [COLD, HOT]);
      assert.equal(heaps(cwd, 'hosts.yml'), [COLD, HOT]);
      assert.equal(heaps(cwd, 'group_vars'), [COLD, HOT]);
      assert.equal(heaps(cwd, 'group_vars/cold.yml'), [COLD]);
      assert.equal(heaps(cwd, 'group_vars/all.yml'), [HOT]);
      assert.equal(heaps(cwd, 'group_vars/all.yml', 'group_vars/cold.yml'), [COLD, HOT]);
      assert.equal(heaps(cwd, 'README.md'), []);
    });
  });

  test('of a file that one node has its roles from concern the whole cluster', () => {
    inFolder(PROJECT, (cwd) => {
      const quorum = ['--rule', 'topology/dedicated-masters'];
      assert.equal(findings(cwd, ...quorum, 'group_vars/cold.yml').length, 1);
      assert.equal(findings(cwd, ...quorum, 'README.md').length, 0);
    });
  });

  test('concern what links lead to them', () => {
    inFolder({ ...PROJECT, 'shared/es-3.yml': 'search_heap: "65"\n', 'host_vars/README.md': '' }, (cwd) => {
      symlinkSync('../shared/es-3.yml', join(cwd, 'host_vars/es-3.yml'));
      const linked = ['memory/heap-limit host_vars/es-3.yml:1'];
      assert.equal(heaps(cwd, 'shared/es-3.yml'), linked);
      assert.equal(heaps(cwd, 'shared'), linked);
      assert.equal(heaps(cwd, 'host_vars/es-3.yml'), linked);
    });
  });

  test('may be a text on standard input', () => {
    inFolder(PROJECT, (cwd) => {
      const args = ['--stdin-filename', 'group_vars/hot.yml', '-f', 'json', '--rule', 'memory/heap-limit'];
      const { stdout } = spawnSync(process.execPath, [PROGRAM, ...args], {
        cwd,
        input: '# Unsaved\nsearch_heap: "50"\n',
        encoding: 'utf8',
      });
      const found = (JSON.parse(stdout) as { findings: Entry[] }).findings;
      assert.equal(
        found.map(({ at, message }) => `${String(at.line)} ${message}`),
        ['2 The heap of es-1 is 50 GB; expected at most 30 GB.'],
      );
    });
  });
});

describe('standard input', (test) => {
  test('takes the place of no folder', () => {
    inFolder(PROJECT, (cwd) => {
      const { code, stdout, stderr } = stacklint(['--stdin-filename', 'group_vars'], { cwd });
      assert.equal([code, stdout], [2, '']);
      assert.is(stderr, 'stacklint: --stdin-filename group_vars is a folder; expected the name of a file\n');
    });
  });
});

describe('a change', (test) => {
  test('is reported where its effects are', () => {
    inRepository(PROJECT, (cwd) => {
      assert.equal(heaps(cwd, '--changed-since', 'HEAD'), []);
      write(cwd, { 'group_vars/all.yml': 'heap_of_all: 50\n' });
      assert.equal(heaps(cwd, '--changed-since', 'HEAD'), [HOT]);
      write(cwd, { 'host_vars/es-3.yml': 'search_heap: "65"\n' });
      assert.equal(heaps(cwd, '--changed-since', 'HEAD'), [HOT, 'memory/heap-limit host_vars/es-3.yml:1']);
      commit(cwd);
      assert.equal(heaps(cwd, '--changed-since', 'HEAD'), []);
      assert.equal(heaps(cwd, '--changed-since', 'HEAD~1'), [HOT, 'memory/heap-limit host_vars/es-3.yml:1']);
    });
  });

  test('that takes hosts away from a finding does not report it', () => {
    inRepository(PROJECT, (cwd) => {
      write(cwd, { 'host_vars/es-1.yml': 'search_heap: "20"\n' });
      assert.equal(heaps(cwd, '--changed-since', 'HEAD'), []);
      write(cwd, { 'hosts.yml': PROJECT['hosts.yml'].replace('es-2: ', 'es-2: , es-4: ') });
      assert.equal(heaps(cwd, '--changed-since', 'HEAD'), [HOT]);
    });
  });

  test('does not bring about what was missing before, where it adds the file or the line that is pointed at', () => {
    inRepository({ 'hosts.yml': PROJECT['hosts.yml'] }, (cwd) => {
      for (const text of ['search_memory_lock: true\n', 'search_heap: "4"\nsearch_memory_lock: true\n']) {
        write(cwd, { 'group_vars/search.yml': text });
        assert.equal(findings(cwd, '--changed-since', 'HEAD').map(shown), [], text);
      }
    });
  });

  test('that gives a file another name brings nothing but what it changes in it', () => {
    inRepository(PROJECT, (cwd) => {
      mkdirSync(join(cwd, 'group_vars/cold'));
      git(cwd, 'mv', 'group_vars/cold.yml', 'group_vars/cold/main.yml');
      const renamed = COLD.replace('cold.yml', 'cold/main.yml');
      assert.equal(heaps(cwd), [renamed, HOT]);
      assert.equal(heaps(cwd, '--staged'), []);
      assert.equal(heaps(cwd, '--changed-since', 'HEAD'), []);
      write(cwd, { 'group_vars/cold/main.yml': 'search_heap: "65"\nsearch_node_types: [master]\n' });
      git(cwd, 'add', '-A');
      assert.equal(heaps(cwd, '--staged'), [renamed]);
      commit(cwd);
      assert.equal(heaps(cwd, '--staged'), []);
    });
  });

  test('that is staged is that of the index', () => {
    inRepository(PROJECT, (cwd) => {
      write(cwd, { 'group_vars/cold.yml': 'search_heap: "70"\n' });
      assert.equal(heaps(cwd, '--staged'), []);
      git(cwd, 'add', '-A');
      assert.equal(heaps(cwd, '--staged'), [COLD]);
      write(cwd, { 'group_vars/cold.yml': '#\nsearch_heap: "20"\n' });
      assert.equal(heaps(cwd, '--staged'), [COLD]);
    });
  });

  test('that only deletes is checked when it is staged: a hook then names no file', () => {
    const lost = { 'inventory/hosts.yml': PROJECT['hosts.yml'], 'inventory/more.yml': 'search: {hosts: {es-4: }}\n' };
    const variables = { 'group_vars/search.yml': 'search_cluster_name: logs\nsearch_node_types: [data]\n' };
    const files = { ...lost, ...variables, 'ansible.cfg': '[defaults]\ninventory = inventory\n' };
    inRepository(files, (cwd) => {
      git(cwd, 'rm', '-q', 'inventory/more.yml');
      const reported = findings(cwd, '--staged', '--rule', 'change/member-lost');
      assert.equal(
        reported.map(({ rule, hosts: own }) => [rule, own]),
        [['change/member-lost', ['es-4']]],
      );
      git(cwd, 'reset', '-q', '--hard');
      assert.equal(findings(cwd, '--staged', '--rule', 'change/member-lost'), []);
    });
  });

  test('of a file that a link leads to is reported at the link', () => {
    inFolder({ ...PROJECT, 'shared/heaps/hot.yml': 'search_heap: "49"\n' }, (cwd) => {
      rmSync(join(cwd, 'group_vars/hot.yml'));
      symlinkSync('../shared/heaps', join(cwd, 'group_vars/hot'));
      git(cwd, 'init', '-q');
      commit(cwd);
      write(cwd, { 'shared/heaps/hot.yml': 'search_heap: "50"\n' });
      const linked = ['memory/heap-limit group_vars/hot/hot.yml:1'];
      assert.equal(heaps(cwd, '--changed-since', 'HEAD'), linked);
      assert.equal(heaps(cwd, '--staged'), []);
      git(cwd, 'add', '-A');
      assert.equal(heaps(cwd, '--staged'), linked);
    });
  });

  test('is found in a hook of an added work tree that runs in a folder below its top', () => {
    const below = Object.fromEntries(Object.entries(PROJECT).map(([name, text]) => [`ansible/${name}`, text]));
    inRepository(below, (top) => {
      git(top, 'worktree', 'add', '-q', 'added');
      write(join(top, 'added/ansible'), { 'group_vars/cold.yml': 'search_heap: "70"\n' });
      git(join(top, 'added'), 'add', '-A');
      const { stdout } = stacklint(['--staged', '-f', 'compact', '--vocabulary', 'search'], {
        cwd: join(top, 'added/ansible'),
        env: { ...process.env, GIT_DIR: join(top, '.git/worktrees/added') },
      });
      assert.match(stdout, /^group_vars\/cold.yml:1:14: error: The heap of es-3 is 70 GB;/m);
    });
  });

  test('of the first commit is all of it', () => {
    inFolder(PROJECT, (cwd) => {
      git(cwd, 'init', '-q');
      git(cwd, 'add', 'hosts.yml', 'group_vars');
      assert.equal(heaps(cwd, '--staged'), [COLD, HOT]);
    });
  });

  test('counts from where the branches parted, in a folder below the top, with names that git quotes', () => {
    const below = Object.fromEntries(Object.entries(PROJECT).map(([name, text]) => [`süd "1"/${name}`, text]));
    inRepository(below, (top) => {
      git(top, 'branch', 'main-line');
      const cwd = join(top, 'süd "1"');
      write(cwd, { 'group_vars/all.yml': '# Ours\nheap_of_all: 50\n' });
      commit(top);
      git(top, 'checkout', '-q', 'main-line');
      write(cwd, { 'group_vars/cold.yml': '# Theirs\nsearch_heap: "66"\n' });
      commit(top);
      git(top, 'checkout', '-q', '-');
      assert.equal(heaps(cwd, '--changed-since', 'main-line'), [HOT]);
      assert.equal(heaps(top, '--changed-since', 'main-line'), [HOT.replace(' g', ' süd "1"/g')]);
    });
  });

  test('that cannot be told ends the check with one line', () => {
    const refusal = (cwd: string, ...args: readonly string[]): string => {
      const { code, stdout, stderr } = stacklint(args, { cwd });
      assert.equal([code, stdout], [2, '']);
      return stderr.trim();
    };
    inFolder(PROJECT, (cwd) => {
      const none = 'the current folder is not in a git repository';
      assert.is(refusal(cwd, '--changed-since', 'HEAD'), `stacklint: --changed-since HEAD: ${none}`);
      assert.is(refusal(cwd, '--staged'), `stacklint: --staged: ${none}`);
    });
    inRepository(PROJECT, (cwd) => {
      assert.is(refusal(cwd, '--changed-since', 'nope'), 'stacklint: --changed-since nope: there is no such revision');
      assert.match(refusal(cwd, '--changed-since', '--output=x'), /needs a value/);
      assert.match(refusal(cwd, '--changed-since', 'HEAD', '--staged'), /exclude each other/);
      const { code, stderr } = stacklint(['--staged'], { cwd, env: { PATH: '/nonexistent' } });
      assert.equal([code, stderr], [2, 'stacklint: --staged: git is needed, and could not be started\n']);
    });
  });

  test('compares files of revisions that git does not track now', () => {
    inRepository(PROJECT, (cwd) => {
      write(cwd, { 'group_vars/cold.yml': 'search_heap: "20"\n' });
      commit(cwd);
      git(cwd, 'rm', '-q', '--cached', 'group_vars/cold.yml');
      const { change } = JSON.parse(
        stacklint(['diff', 'HEAD~1', 'HEAD', '-f', 'json', '--vocabulary', 'search'], { cwd }).stdout,
      ) as { change: { settings: readonly { setting: string; before?: string; after?: string }[] } };
      const heap = change.settings.find(({ setting }) => setting === 'heapGb');
      assert.equal([heap?.before, heap?.after], ['64g', '20g']);
    });
  });

  test('is refused where git lacks what was in a file, as files after it would then seem to be gone', () => {
    inRepository({ ...PROJECT, 'a.bin': 'one' }, (cwd) => {
      const object = git(cwd, 'rev-parse', 'HEAD:a.bin').trim();
      write(cwd, { 'a.bin': 'two', 'group_vars/cold.yml': 'search_heap: "20"\n' });
      commit(cwd);
      rmSync(join(cwd, '.git', 'objects', object.slice(0, 2), object.slice(2)), { force: true });
      const { code, stderr } = stacklint(['diff', 'HEAD~1', '--vocabulary', 'search'], { cwd });
      assert.equal(
        [code, stderr.trim()],
        [2, `stacklint: diff HEAD~1: git has no content of the object ${object.slice(0, 12)}: it is missing`],
      );
    });
  });

  test('in a shallow clone is told how to get the rest', () => {
    inRepository(PROJECT, (cwd) => {
      write(cwd, { 'group_vars/all.yml': 'heap_of_all: 50\n' });
      commit(cwd);
      const first = git(cwd, 'rev-parse', 'HEAD~1').trim();
      git(cwd, 'clone', '-q', '--depth=1', `file://${cwd}`, 'clone');
      const { code, stderr } = stacklint(['--changed-since', first], { cwd: join(cwd, 'clone') });
      assert.is(code, 2);
      assert.match(stderr, /there is no such revision here, and this clone is shallow; fetch its whole history/);
    });
  });
});

const heap = fastCheck.constantFrom('20', '31', '48', '64', '{{ heap_of_all }}', '{{ ansible_memtotal_mb }}');
const extra = fastCheck.constantFrom('', '# A comment\n', 'search_memory_lock: false\n', 'search_heep: 1\n');
const variables = fastCheck
  .tuple(extra, heap, fastCheck.constantFrom('', 'search_node_types: [master]\n', 'search_node_types: [data]\n'))
  .map(([before, value, after]) => `${before}search_heap: "${value}"\n${after}`);
const hosts = fastCheck
  .subarray(['es-1', 'es-2', 'es-3', 'es-4'], { minLength: 1 })
  .map(
    (names) =>
      `search:\n  hosts:\n${names.map((name) => `    ${name}:\n`).join('')}  children:\n    hot:\n      hosts:\n        es-1:\n`,
  );
const tree: fastCheck.Arbitrary<Tree> = fastCheck
  .record(
    {
      'hosts.yml': hosts,
      'group_vars/all.yml': fastCheck.constantFrom(
        'heap_of_all: 20\n',
        'heap_of_all: 40\n',
        '# None\nheap_of_all: 60\n',
      ),
      'group_vars/search.yml': variables,
      'group_vars/hot.yml': variables,
      'host_vars/es-2.yml': variables,
    },
    { requiredKeys: ['hosts.yml', 'group_vars/all.yml'] },
  )
  .map((files) => Object.fromEntries(Object.entries(files)) as Tree);

/** The lines that a change adds or rewrites, as `diff` counts them: `FILE:LINE`. */
function changedLines(cwd: string): ReadonlySet<string> {
  git(cwd, 'add', '-AN');
  const lines = new Set<string>();
  let file = '';
  let next = 0;
  for (const line of git(cwd, 'diff', '--no-renames', 'HEAD').split('\n')) {
    const [, name] = /^\+\+\+ b\/(.*)$/.exec(line) ?? [];
    const [, first] = /^@@ .* \+(\d+)/.exec(line) ?? [];
    if (name !== undefined) file = name;
    else if (first !== undefined) next = Number(first);
    else if (line.startsWith('+')) lines.add(`${file}:${String(next++)}`);
    else if (line.startsWith(' ')) next++;
  }
  git(cwd, 'reset', '-q');
  return lines;
}

/**
 * The group or host that lacks a variable: the one in whose file, or at whose name, a line without it is pointed at.
 */
function ownerOfMissing({ variable, at: { file, line } }: Entry, files: Tree): string | undefined {
  const text = files[file]?.split('\n')[line - 1] ?? '';
  if (variable === undefined || text.includes(variable.split(':', 1)[0] ?? '')) return undefined;
  return /_vars\/(.*)\.yml$/.exec(file)?.[1] ?? /[\w-]+/.exec(text)?.[0];
}

describe('the report of any change', (test) => {
  test('is what was not found before for all of its hosts, wherever it is, and what is on changed lines', () => {
    const same = (entry: Entry, files: Tree): string => {
      const { rule, severity, message, variable, at } = entry;
      const where = ownerOfMissing(entry, files) ?? at.file;
      return JSON.stringify([rule, severity, message.replace(/es-\d/, ''), variable, where]);
    };
    fastCheck.assert(
      fastCheck.property(tree, tree, (before, after) => {
        inRepository(before, (cwd) => {
          const earlier = findings(cwd, '-i', 'hosts.yml');
          const isKnown = (one: Entry): boolean =>
            earlier.some(
              (it) =>
                same(it, before) === same(one, after) && one.hosts?.every((host) => it.hosts?.includes(host)) !== false,
            );
          write(cwd, after, before);
          const changed = changedLines(cwd);
          const isChanged = (one: Entry) => {
            if (ownerOfMissing(one, after) !== undefined && !(one.at.file in before)) return false;
            const { at } = one;
            for (let line = at.line; line <= at.endLine; line++)
              if (changed.has(`${at.file}:${String(line)}`)) return true;
            return false;
          };
          const expected = findings(cwd, '-i', 'hosts.yml').filter((one) => !isKnown(one) || isChanged(one));
          // What is dangerous in a change itself is found in no state.
          const all = findings(cwd, '-i', 'hosts.yml', '--changed-since', 'HEAD');
          assert.equal(
            all.filter(({ rule }) => !rule.startsWith('change/')),
            expected,
          );
        });
      }),
      { numRuns: 20, seed: 20 },
    );
  });
});

describe('a repository of several projects', (test) => {
  test('has the named files of each checked by its own configuration', () => {
    const team = (name: string, more: Tree) =>
      Object.fromEntries(Object.entries({ ...PROJECT, ...more }).map(([path, text]) => [`${name}/${path}`, text]));
    const files = {
      ...team('a', { 'stacklint.yml': 'rules: { memory/heap-limit: warning }\n', 'ansible.cfg': '[defaults]\n' }),
      ...team('b', { 'stacklint.yml': 'rules: { memory/heap-limit: [error, { maxGb: 64 }] }\n' }),
      ...team('c', { 'ansible.cfg': '[defaults]\n' }),
    };
    inRepository(files, (cwd) => {
      const cold = (...teams: readonly string[]) =>
        findings(cwd, '--rule', 'memory/heap-limit', ...teams.map((name) => `${name}/group_vars/cold.yml`)).map(
          ({ severity, at }) => `${at.file} ${severity}`,
        );
      assert.equal(cold('a', 'b', 'c'), ['a/group_vars/cold.yml warning', 'c/group_vars/cold.yml error']);
      assert.equal(cold('b'), []);
    });
  });
});

describe('a named file', (test) => {
  test('of a role that looks like a project belongs to the project around it', () => {
    const files = { ...PROJECT, 'roles/es/ansible.cfg': '[defaults]\n', 'roles/es/defaults/main.yml': 'a: 1\n' };
    inFolder(files, (cwd) => {
      assert.equal(heaps(cwd, 'roles/es/defaults/main.yml'), []);
      assert.equal(heaps(cwd, 'roles/es/defaults/main.yml', 'group_vars/cold.yml'), [COLD]);
    });
  });

  test('that no inventory reads is refused alone, and passed over among others, as hooks name them', () => {
    inFolder({ ...PROJECT, 'old/group_vars/web.yml': 'a: 1\n' }, (cwd) => {
      assert.match(stacklint(['old/group_vars/web.yml'], { cwd }).stderr, /belongs to no inventory that was found/);
      assert.equal(heaps(cwd, 'old/group_vars/web.yml', 'group_vars/cold.yml'), [COLD]);
    });
  });

  test('outside of any project ends the check with one line', () => {
    inFolder(
      { 'lone.yml': 'a: 1\n', ...Object.fromEntries(Object.entries(PROJECT).map(([n, t]) => [`p/${n}`, t])) },
      (cwd) => {
        const { code, stdout, stderr } = stacklint(['../lone.yml'], { cwd: join(cwd, 'p') });
        assert.equal([code, stdout], [2, '']);
        assert.match(stderr, /^stacklint: no inventory found in /);
      },
    );
  });
});
