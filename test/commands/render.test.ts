import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { assert, describe } from '../describe.ts';
import { commit, git, inRepository } from './repository.ts';
import { inFolder, stacklint } from './program.ts';
import type { Run } from './program.ts';

const PROJECT = {
  'hosts.yml': 'search: {hosts: {es-1: , es-2: , es-10: }}\nedge: {hosts: {web-1: }}\nspare: {hosts: {cold-1: }}\n',
  'group_vars/search.yml': 'cluster: logs\nheap: 4\nelastic_password: hunter2hunter2\n',
  'group_vars/edge.yml': 'cluster: edge\n',
  'site.yml': `- hosts: search
  roles: [search, someone.java]
- hosts: edge
  tasks:
    - copy: {content: "name={{ cluster }}\\n", dest: /etc/edge/edge.conf}
      when: ansible_memtotal_mb > 1000
    - template: {src: x.j2, dest: "{{ ansible_env.HOME }}"}
`,
  'roles/search/tasks/main.yml': `- copy:
    dest: /etc/search/search.yml
    content: |
      cluster.name: {{ cluster }}
- copy: {dest: /etc/search/password, content: "is {{ elastic_password }}"}
- copy: {dest: /etc/search/jvm.options, content: "-Xmx{{ heap }}g\\n"}
- copy: {dest: /etc/search/name, content: "{{ inventory_hostname }}\\n"}
- template: {src: gone.j2, dest: /etc/search/gone.conf}
- uri: {url: "https://{{ inventory_hostname }}:9200/_cluster/settings", method: put, body: '{"token": "hunter3hunter3"}'}
  when: heap > 3
`,
} as const;

function run(words: readonly string[], files: Readonly<Record<string, string>> = PROJECT): Run {
  let found: Run = { code: 0, stdout: '', stderr: '' };
  inFolder(files, (cwd) => {
    found = stacklint(['render', ...words, '-i', 'hosts.yml'], { cwd });
  });
  return found;
}

function told(...words: readonly string[]): string {
  const { code, stdout } = run(words);
  assert.is(code, 0);
  return stdout;
}

function refusal(words: readonly string[], files?: Readonly<Record<string, string>>): string {
  const { code, stdout, stderr } = run(words, files);
  assert.equal([code, stdout], [2, '']);
  assert.match(stderr, /^stacklint: .+\n$/);
  return stderr.slice('stacklint: '.length, -1);
}

interface File {
  readonly path: string;
  readonly state: string;
  readonly text?: string;
  readonly reason?: string;
  readonly holes?: readonly { readonly start: number; readonly end: number; readonly reason: string }[];
  readonly origins?: readonly {
    readonly line: number;
    readonly at: { readonly file: string; readonly line: number };
    readonly from?: readonly { readonly variable: string; readonly file: string; readonly line: number }[];
  }[];
  readonly writers: readonly {
    readonly file: string;
    readonly line: number;
    readonly module: string;
    readonly when: string;
  }[];
}

interface Report {
  readonly version: number;
  readonly stacks: readonly { readonly missingRoles?: readonly { readonly role: string }[] }[];
  readonly hosts: Readonly<
    Record<
      string,
      {
        readonly files: readonly File[];
        readonly requests?: readonly Readonly<Record<string, unknown>>[];
        readonly unknownWrites?: readonly Readonly<Record<string, unknown>>[];
      }
    >
  >;
}

function json(...words: readonly string[]): Report {
  return JSON.parse(told(...words, '-f', 'json')) as Report;
}

function fileOf(report: Report, host: string, path: string): File {
  const file = report.hosts[host]?.files.find((one) => one.path === path);
  assert.ok(file, `${host} ${path}`);
  return file;
}

describe('stacklint render', (test) => {
  test('lists the files of hosts, with the tasks that write them, and folds hosts with the same', () => {
    assert.is(
      told(),
      `es-1, es-2, es-10
  /etc/search/gone.conf
      unknown: there is no template gone.j2; template at
      roles/search/tasks/main.yml:8:3
  /etc/search/jvm.options
      1 line; copy at roles/search/tasks/main.yml:6:3
  /etc/search/name
      1 line; copy at roles/search/tasks/main.yml:7:3
  /etc/search/password
      1 line; copy at roles/search/tasks/main.yml:5:3
  /etc/search/search.yml
      1 line; copy at roles/search/tasks/main.yml:1:3

web-1
  /etc/edge/edge.conf
      perhaps: ansible_memtotal_mb is a fact, which only a run can know
      1 line; copy at site.yml:5:7
  files whose names are not known
      template at site.yml:7:7 (ansible_env is a fact, which only a run can
      know)

cold-1
  no files
`,
    );
  });

  test('names a role that is not installed, and how to install it', () => {
    assert.is(
      run([]).stderr,
      'stacklint: site.yml:2:19: the role someone.java is not here, so what it does is not shown; ' +
        'ansible-galaxy role install someone.java\n',
    );
  });

  test('lists those of one host, a group or a pattern, with the requests that tasks send', () => {
    assert.match(told('es-2'), /^es-2\n {2}\/etc/);
    assert.match(
      told('es-2'),
      'PUT https://es-2:9200/_cluster/settings\n      sent at roles/search/tasks/main.yml:9:3\n',
    );
    assert.match(told('edge'), /^web-1\n/);
    assert.match(told('es-*', '--limit', 'es-1*'), /^es-1\n[^]*\nes-10\n/);
  });

  test('shows a text, once for the hosts that have it', () => {
    assert.is(
      told('all', 'search.yml'),
      `==> /etc/search/search.yml <==
    all 3 hosts
    copy at roles/search/tasks/main.yml:1:3

cluster.name: logs
`,
    );
    assert.match(told('all', 'search/password'), '\nis <secret of 14 characters>\n');
    assert.match(told('search', '/etc/search/name'), 'es-1\n');
    assert.match(told('all', '*.options'), '-Xmx4g');
    assert.match(told('all', 'search/*'), /jvm\.options[^]*name[^]*search\.yml/);
  });

  test('shows where each line comes from', () => {
    assert.match(told('es-1', 'jvm.options', '--origins'), /^6 {2}-Xmx4g +heap group_vars\/search\.yml:2:7$/m);
  });

  test('shows it of each line of a text that stands in a task', () => {
    const site = `- hosts: all
  tasks:
    - copy:
        dest: /etc/a
        content: |
          name: {{ cluster }}

          heap: {{ heap }}
`;
    const { stdout } = run(['es-1', '/etc/a', '--origins'], { ...PROJECT, 'site.yml': site });
    assert.match(
      stdout,
      /^── site\.yml\n6 {2}name: logs +cluster group_vars\/search\.yml:1:10\n7\n8 {2}heap: 4 +heap /m,
    );
  });

  test('refuses a host or file that is not there, with the nearest', () => {
    assert.is(refusal(['es-3']), 'unknown host es-3; did you mean es-1?');
    assert.is(
      refusal(['/etc/x']),
      'unknown host /etc/x; a host comes before a file, as in stacklint render all /etc/x',
    );
    assert.match(refusal(['es-1', 'serch.yml']), 'es-1 has no file serch.yml; did you mean search.yml?');
    assert.match(refusal(['web-1', 'nothing']), 'web-1 has no file nothing; there are edge.conf');
    assert.is(refusal(['cold-1']), 'no play of the project has a host of this inventory: cold-1');
  });

  test('refuses a project whose plays have no host of it, or that has none', () => {
    const hosts = { 'hosts.yml': 'search: {hosts: {es-1: }}\n' };
    assert.match(refusal([], hosts), 'no plays found');
    assert.is(
      refusal([], { ...hosts, 'site.yml': '- hosts: web\n  tasks: [{copy: {content: a, dest: /a}}]\n' }),
      'no play of the project has a host of this inventory: es-1; there are plays for web',
    );
  });

  test('takes playbooks and variables from the command line', () => {
    assert.match(told('es-1', 'jvm.options', '-e', 'heap=9'), '-Xmx9g');
    const other = { ...PROJECT, 'other.yml': '- hosts: all\n  tasks: [{copy: {content: other, dest: /other}}]\n' };
    const { stdout } = run(['--playbook', 'other.yml'], other);
    assert.match(stdout, /^all 5 hosts\n {2}\/other\n/);
    assert.not.match(stdout, 'search.yml');
  });
});

describe('stacklint render, as JSON', (test) => {
  test('has the text of each file, and where its lines come from', () => {
    const report = json();
    assert.is(report.version, 1);
    assert.equal(Object.keys(report.hosts), ['es-1', 'es-2', 'es-10', 'web-1', 'cold-1']);
    const file = fileOf(report, 'es-1', '/etc/search/jvm.options');
    assert.equal([file.state, file.text, file.holes], ['whole', '-Xmx4g\n', undefined]);
    assert.equal(file.origins, [
      {
        line: 1,
        at: { file: 'roles/search/tasks/main.yml', line: 6 },
        from: [{ variable: 'heap', file: 'group_vars/search.yml', line: 2 }],
      },
    ]);
    assert.equal(file.writers, [{ file: 'roles/search/tasks/main.yml', line: 6, module: 'copy', when: 'true' }]);
  });

  test('says of a file whether it is possible or unknown, and why', () => {
    const report = json();
    const possible = fileOf(report, 'web-1', '/etc/edge/edge.conf');
    assert.equal([possible.state, possible.text, possible.reason], ['possible', 'name=edge\n', 'fact']);
    assert.equal(possible.writers[0]?.when, 'unknown');
    const unknown = fileOf(report, 'es-1', '/etc/search/gone.conf');
    assert.equal([unknown.state, unknown.text, unknown.reason], ['unknown', undefined, 'unreadable']);
  });

  test('has requests, and what was not understood', () => {
    const report = json();
    const [request] = report.hosts['es-1']?.requests ?? [];
    assert.equal(
      [request?.['method'], request?.['url'], request?.['body']],
      ['PUT', 'https://es-1:9200/_cluster/settings', '{"token": <secret>}'],
    );
    assert.is(report.hosts['web-1']?.unknownWrites?.length, 1);
    assert.equal(
      report.stacks[0]?.missingRoles?.map(({ role }) => role),
      ['someone.java'],
    );
  });

  test('shows no secret', () => {
    assert.not.match(JSON.stringify(json()), 'hunter');
    assert.match(fileOf(json(), 'es-1', '/etc/search/password').text ?? '', 'is <secret>');
  });

  test('holds the named files alone', () => {
    const report = json('es-*', 'name');
    assert.equal(
      Object.values(report.hosts).map(({ files }) => files.map(({ text }) => text)),
      [['es-1\n'], ['es-2\n'], ['es-10\n']],
    );
  });
});

const LIST = 'out/.stacklint-render.json';

describe('stacklint render --output', (test) => {
  /** Writes the files of the project into `out` below its folder. */
  function written(
    use: (folder: string, again: () => Run) => void,
    files: Readonly<Record<string, string>> = PROJECT,
  ): void {
    inFolder(files, (cwd) => {
      const write = () => stacklint(['render', '--output', 'out', '-i', 'hosts.yml'], { cwd });
      use(cwd, write);
    });
  }

  test('writes the files of each host as a tree, with the same texts', () => {
    written((cwd, write) => {
      const { code, stdout, stderr } = write();
      assert.equal([code, stdout], [0, '']);
      assert.match(
        stderr,
        'stacklint: wrote 13 files of 5 hosts to out, of which 1 may not be there; the text of 3 more is not known\n',
      );
      assert.is(readFileSync(join(cwd, 'out/es-2/etc/search/name'), 'utf8'), 'es-2\n');
      assert.is(readFileSync(join(cwd, 'out/es-1/etc/search/password'), 'utf8'), 'is <secret>');
      assert.not.ok(existsSync(join(cwd, 'out/es-1/etc/search/gone.conf')));
    });
  });

  test('brings up to date what it wrote, and leaves other files alone', () => {
    written((cwd, write) => {
      write();
      writeFileSync(join(cwd, 'out/es-1/mine'), 'mine');
      writeFileSync(join(cwd, 'site.yml'), '- hosts: edge\n  tasks: [{copy: {content: a, dest: /etc/other}}]\n');
      assert.is(write().code, 0);
      assert.is(readFileSync(join(cwd, 'out/web-1/etc/other'), 'utf8'), 'a');
      assert.is(readFileSync(join(cwd, 'out/es-1/mine'), 'utf8'), 'mine');
      assert.not.ok(existsSync(join(cwd, 'out/es-1/etc')));
      assert.not.ok(existsSync(join(cwd, 'out/es-2')));
    });
  });

  test('lists what it wrote, and what it could not, with the reasons', () => {
    written((cwd, write) => {
      write();
      const { written: files, unknown } = JSON.parse(readFileSync(join(cwd, LIST), 'utf8')) as Record<
        string,
        Record<string, object>
      >;
      assert.equal(files?.['es-1/etc/search/name'], { state: 'whole' });
      assert.equal(files?.['web-1/etc/edge/edge.conf'], {
        state: 'possible',
        message: 'ansible_memtotal_mb is a fact, which only a run can know',
      });
      assert.equal(unknown?.['es-1/etc/search/gone.conf'], {
        state: 'unknown',
        message: 'there is no template gone.j2',
      });
    });
  });

  test('makes comments of lines with holes where it is asked to, in files that have comments', () => {
    const holes = '{{ inventory_hostname }}: a\n  - {{ ansible_fqdn }} b\n';
    const files = {
      'hosts.yml': 'all: {hosts: {es-1: }}\n',
      'site.yml': `- hosts: all\n  tasks:\n${['a.yml', 'a.json']
        .map((name) => `    - copy: {dest: /etc/${name}, content: ${JSON.stringify(holes)}}\n`)
        .join('')}`,
    };
    inFolder(files, (cwd) => {
      stacklint(['render', '--output', 'out'], { cwd });
      const shown = 'es-1: a\n  - <unknown: ansible_fqdn> b\n';
      assert.is(readFileSync(join(cwd, 'out/es-1/etc/a.yml'), 'utf8'), shown);
      stacklint(['render', '--output', 'out', '--comment-holes'], { cwd });
      assert.is(readFileSync(join(cwd, 'out/es-1/etc/a.yml'), 'utf8'), shown.replace('- <', '# - <'));
      assert.is(readFileSync(join(cwd, 'out/es-1/etc/a.json'), 'utf8'), shown);
    });
  });

  test('refuses a folder that is not empty, and one that is a file', () => {
    written((cwd, write) => {
      mkdirSync(join(cwd, 'out'));
      assert.is(write().code, 0);
      rmSync(join(cwd, 'out'), { recursive: true });
      mkdirSync(join(cwd, 'out/other'), { recursive: true });
      const { code, stderr } = write();
      assert.is(code, 2);
      assert.match(stderr, '--output out: the folder is not empty, and stacklint did not make it');
      rmSync(join(cwd, 'out'), { recursive: true });
      writeFileSync(join(cwd, 'out'), '');
      assert.match(write().stderr, '--output out: it is a file');
    });
  });

  test('writes nothing outside of the folder', () => {
    const tasks = ['/../../../x', '../../y', '/etc/./../../z', 'C:\\\\..\\\\w'].map(
      (dest) => `{copy: {content: a, dest: "${dest}"}}`,
    );
    const files = {
      'hosts.yml': 'all: {hosts: {"..": , "a/../../b": , ".": }}\n',
      'site.yml': `- hosts: all\n  tasks: [${tasks.join(', ')}]\n`,
    };
    written((cwd, write) => {
      const { code, stderr } = write();
      assert.is(code, 0, stderr);
      assert.equal(readdirSync(cwd).sort(), ['hosts.yml', 'out', 'site.yml']);
      assert.equal(
        readdirSync(join(cwd, 'out'))
          .filter((name) => !name.startsWith('.'))
          .sort(),
        ['_', 'a_.._.._b'],
      );
    }, files);
  });

  test('follows no link, neither to write nor to remove', () => {
    written((cwd, write) => {
      write();
      mkdirSync(join(cwd, 'elsewhere/search'), { recursive: true });
      writeFileSync(join(cwd, 'elsewhere/search/name'), 'kept');
      rmSync(join(cwd, 'out/es-1/etc'), { recursive: true });
      symlinkSync(join(cwd, 'elsewhere'), join(cwd, 'out/es-1/etc'));
      const { code, stderr } = write();
      assert.is(code, 2);
      assert.match(stderr, 'a part of its path is a file or a link');
      assert.is(readFileSync(join(cwd, 'elsewhere/search/name'), 'utf8'), 'kept');
      assert.equal(readdirSync(join(cwd, 'elsewhere/search')), ['name']);
    });
    written((cwd, write) => {
      write();
      writeFileSync(join(cwd, 'kept'), 'kept');
      const paths = ['../kept', '/../../kept', 'es-1/../../kept'].map((path) => [path, {}] as const);
      writeFileSync(join(cwd, LIST), JSON.stringify({ written: Object.fromEntries(paths) }));
      write();
      assert.is(readFileSync(join(cwd, 'kept'), 'utf8'), 'kept');
    });
  });
});

describe('stacklint render --diff', (test) => {
  test('finds no change where variables of a group move into a folder of its name', () => {
    const files = {
      'hosts.ini': '[warm]\nes-1\n',
      'site.yml': '- hosts: warm\n  tasks: [template: { src: e.j2, dest: /etc/elasticsearch/elasticsearch.yml }]\n',
      'templates/e.j2': 'node.roles: {{ roles_of_it | to_json }}\n',
      'group_vars/warm.yml': 'roles_of_it: [data_warm]\n',
    };
    inRepository(files, (cwd) => {
      mkdirSync(join(cwd, 'group_vars/warm'));
      git(cwd, 'mv', 'group_vars/warm.yml', 'group_vars/warm/main.yml');
      commit(cwd);
      const { stdout, stderr } = stacklint(['render', '-i', 'hosts.ini', '--diff', 'HEAD~1'], { cwd });
      assert.equal([stdout, stderr], ['', 'stacklint: no file of 1 host differs from HEAD~1\n']);
    });
  });

  /** Commits the project, changes files of it, and compares. */
  function compared(
    changes: Readonly<Record<string, string>>,
    words: readonly string[],
    use: (run: Run) => void,
  ): void {
    inRepository(PROJECT, (cwd) => {
      for (const [name, text] of Object.entries(changes)) writeFileSync(join(cwd, name), text);
      use(stacklint(['render', '-i', 'hosts.yml', ...words], { cwd }));
    });
  }

  test('says nothing where nothing changes, and that it is so', () => {
    compared({ 'README.md': 'new' }, ['--diff', 'HEAD', '--exit-code'], ({ code, stdout, stderr }) => {
      assert.equal([code, stdout], [0, '']);
      assert.match(stderr, 'stacklint: no file of 5 hosts differs from HEAD\n');
    });
  });

  test('shows a difference once for the hosts that have it, by file', () => {
    const changes = { 'group_vars/search.yml': PROJECT['group_vars/search.yml'].replace('logs', 'metrics') };
    const expected = `es-1, es-2, es-10
    copy at roles/search/tasks/main.yml:1:3
--- a/etc/search/search.yml
+++ b/etc/search/search.yml
@@ -1 +1 @@
-cluster.name: logs
+cluster.name: metrics
`;
    compared(changes, ['--diff', 'HEAD'], ({ code, stdout }) => {
      assert.equal([code, stdout], [0, expected]);
    });
    compared(changes, ['--diff', 'HEAD', '--exit-code'], ({ code }) => {
      assert.is(code, 1);
    });
    compared(changes, ['--diff', 'HEAD', 'es-2', 'search.yml'], ({ stdout }) => {
      assert.match(stdout, /^es-2\n {4}copy at/);
    });
    compared(changes, ['--diff', 'HEAD', 'es-2', 'jvm.options'], ({ stdout }) => {
      assert.is(stdout, '');
    });
  });

  test('lists hosts that come and go, and files that do', () => {
    const hosts = PROJECT['hosts.yml'].replace('es-10', 'es-11');
    const site = `${PROJECT['site.yml']}    - copy: {content: a, dest: /etc/edge/new}\n`.replace(
      'edge.conf',
      'other.conf',
    );
    compared({ 'hosts.yml': hosts, 'site.yml': site }, ['--diff', 'HEAD'], ({ stdout }) => {
      assert.match(stdout, '--- /dev/null\n+++ b/etc/edge/new\n@@ -0,0 +1 @@\n+a\n');
      assert.match(stdout, '--- a/etc/edge/edge.conf\n+++ /dev/null\n@@ -1 +0,0 @@\n-name=edge\n');
      assert.match(
        stdout,
        '1 host is new, with these files:\n\nes-11\n  /etc/search/gone.conf\n  /etc/search/jvm.options\n',
      );
      assert.match(stdout, '1 host is gone, with these files:\n\nes-10\n  /etc/search/gone.conf\n');
    });
  });

  test('says that a secret changes, and shows neither', () => {
    const changes = {
      'group_vars/search.yml': PROJECT['group_vars/search.yml'].replace('hunter2hunter2', 'hunter4hunter4'),
    };
    for (const format of ['pretty', 'json'])
      compared(changes, ['--diff', 'HEAD', '-f', format], ({ stdout }) => {
        assert.match(stdout, '-is <secret of 14 characters>');
        assert.match(stdout, '+is <another secret of 14 characters>');
        assert.not.match(stdout, 'hunter');
      });
  });

  test('hides on both sides what is a secret on one', () => {
    const site = (name: string, release: number) =>
      `- hosts: all\n  tasks:\n    - copy:\n        dest: /etc/a\n        content: |\n          release ${String(release)}\n          auth: {{ ${name} }}\n`;
    const files = { 'hosts.yml': 'all: {hosts: {es-1: {opts: Zaphod.Beeblebrox.42}}}\n', 'site.yml': site('opts', 1) };
    inRepository(files, (cwd) => {
      writeFileSync(join(cwd, 'hosts.yml'), files['hosts.yml'].replace('opts', 'opts_password'));
      writeFileSync(join(cwd, 'site.yml'), site('opts_password', 2));
      const { stdout } = stacklint(['render', '--diff', 'HEAD'], { cwd });
      assert.match(stdout, '+release 2\n auth: <secret of 20 characters>\n');
      assert.not.match(stdout, 'Zaphod');
    });
  });

  test('says of a file that it may no longer be there', () => {
    const site = PROJECT['site.yml'].replace('when: ansible_memtotal_mb > 1000', 'when: true');
    const [perhaps, surely] = [
      'perhaps: ansible_memtotal_mb is a fact, which only a run can know',
      'now surely written',
    ];
    compared({ 'site.yml': site }, ['--diff', 'HEAD'], ({ stdout }) => {
      assert.match(stdout, `web-1\n    ${surely}\n`);
    });
    inRepository({ ...PROJECT, 'site.yml': site }, (cwd) => {
      writeFileSync(join(cwd, 'site.yml'), PROJECT['site.yml']);
      const { stdout } = stacklint(['render', '-i', 'hosts.yml', '--diff', 'HEAD'], { cwd });
      assert.match(stdout, `web-1\n    now ${perhaps}\n`);
    });
  });

  test('shows one difference for hosts whose lines differ in their names', () => {
    const site = (prefix: string) =>
      `- hosts: all\n  tasks: [{copy: {dest: /etc/a, content: "name: ${prefix}{{ inventory_hostname }}\\nid: {{ inventory_hostname }}\\n"}}]\n`;
    const files = { 'hosts.yml': 'all: {hosts: {es-1: , es-2: , es-20: }}\n', 'site.yml': site('') };
    inRepository(files, (cwd) => {
      writeFileSync(join(cwd, 'site.yml'), site('x-'));
      const name = '⟨name of the host⟩';
      assert.match(
        stacklint(['render', '--diff', 'HEAD'], { cwd }).stdout,
        `all 3 hosts\n    copy at site.yml:2:11\n--- a/etc/a\n+++ b/etc/a\n@@ -1,2 +1,2 @@\n-name: ${name}\n+name: x-${name}\n id: ${name}\n`,
      );
      assert.match(stacklint(['render', '--diff', 'HEAD', 'es-2'], { cwd }).stdout, '-name: es-2\n+name: x-es-2\n');
    });
  });

  test('shows few of the differences of one file, and how to see the others', () => {
    const hosts = Array.from({ length: 12 }, (_, at) => `es-${String(at)}`);
    const files = (suffix: string) => ({
      'hosts.yml': `all: {hosts: {${hosts.map((name) => `${name}: {rack: ${name.replace('es', 'r')}}`).join(', ')}}}\n`,
      'site.yml': `- hosts: all\n  tasks: [{copy: {dest: /etc/rack, content: "{{ rack }}${suffix}\\n"}}]\n`,
    });
    inRepository(files(''), (cwd) => {
      writeFileSync(join(cwd, 'site.yml'), files('!')['site.yml']);
      const { stdout } = stacklint(['render', '--diff', 'HEAD'], { cwd });
      assert.is(stdout.split('+++ b/etc/rack').length - 1, 5);
      assert.match(stdout, /\n\n7 more hosts with other differences in \/etc\/rack: es-5, [^]*name one of them/);
      const { stdout: json } = stacklint(['render', '--diff', 'HEAD', '-f', 'json'], { cwd });
      assert.is((JSON.parse(json) as { differences: unknown[] }).differences.length, 12);
    });
  });

  test('compares two revisions, leaving aside files that are in neither', () => {
    inRepository(PROJECT, (cwd) => {
      writeFileSync(
        join(cwd, 'group_vars/search.yml'),
        'cluster: metrics\nheap: 4\nelastic_password: hunter2hunter2\n',
      );
      commit(cwd);
      writeFileSync(join(cwd, 'group_vars/all.yml'), 'heap: 9\n');
      writeFileSync(join(cwd, 'group_vars/search.yml'), 'cluster: x\n');
      const diff = (revisions: string) =>
        JSON.parse(stacklint(['render', '-i', 'hosts.yml', '--diff', revisions, '-f', 'json'], { cwd }).stdout) as {
          readonly from: string;
          readonly to?: string;
          readonly differences: readonly { readonly path: string; readonly change: string; readonly diff: string }[];
        };
      const { from, to, differences } = diff('HEAD~1..HEAD');
      assert.equal([from, to], ['HEAD~1', 'HEAD']);
      assert.equal(
        differences.map(({ path, diff: lines }) => [path, lines.split('\n').slice(3, 5)]),
        [['/etc/search/search.yml', ['-cluster.name: logs', '+cluster.name: metrics']]],
      );
      assert.is(diff('HEAD').differences.length, 3);
    });
  });

  test('works from a folder below the repository, and where there was no inventory', () => {
    inFolder({ 'README.md': '' }, (cwd) => {
      git(cwd, 'init', '-q');
      commit(cwd);
      for (const [name, text] of Object.entries(PROJECT)) {
        mkdirSync(dirname(join(cwd, 'below', name)), { recursive: true });
        writeFileSync(join(cwd, 'below', name), text);
      }
      const below = { cwd: join(cwd, 'below') };
      assert.match(stacklint(['render', '--diff', 'HEAD'], below).stdout, '5 hosts are new, with these files:');
      commit(cwd);
      writeFileSync(join(cwd, 'below/group_vars/edge.yml'), 'cluster: rim\n');
      assert.match(stacklint(['render', '--diff', 'HEAD', '-i', 'hosts.yml'], below).stdout, '-name=edge\n+name=rim\n');
    });
  });

  test('refuses what it cannot compare', () => {
    compared({}, ['--diff', 'nowhere'], ({ code, stderr }) => {
      assert.equal([code, stderr], [2, 'stacklint: --diff nowhere: there is no such revision\n']);
    });
    compared({}, ['--diff', 'HEAD', '--output', 'out'], ({ code, stderr }) => {
      assert.equal([code, stderr], [2, 'stacklint: --diff does not go with --output\n']);
    });
    assert.is(refusal(['--exit-code']), '--exit-code needs --diff REV');
    assert.is(refusal(['--comment-holes']), '--comment-holes needs --output DIR');
    inFolder(PROJECT, (cwd) => {
      const { code, stderr } = stacklint(['render', '--diff', 'HEAD'], { cwd });
      assert.equal([code, stderr], [2, 'stacklint: --diff HEAD: the current folder is not in a git repository\n']);
    });
  });
});
