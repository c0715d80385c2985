import { assert, describe } from '../describe.ts';
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
      'PUT https://es-2:9200/_cluster/settings\n      uri at roles/search/tasks/main.yml:9:3\n',
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
    assert.match(told('es-1', 'jvm.options', '--origins'), /^6 {2}-Xmx4g +group_vars\/search\.yml:2:7$/m);
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
