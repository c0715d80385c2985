import { assert, describe } from '../describe.ts';
import { vaulted } from '../vaulted.ts';
import { inFolder, stacklint } from './program.ts';

const PROJECT = {
  'hosts.yml': `search:
  hosts:
    es-1: {ansible_password: hunter2hunter2}
    es-2:
dashboard:
  hosts:
    dash-1:
unused:
  vars:
    search_heap: "1"
`,
  'group_vars/all.yml': 'search_heap: "26"\nother: [1, two]\n',
  'group_vars/search.yml': `search_heap: 30
search_node_types: [master, data]
search_cluster_name: "{{ where }}-logs"
`,
  'host_vars/es-2.yml': 'search_heap: "{{ ansible_memtotal_mb // 2048 }}"\n',
  'group_vars/dashboard.yml': `dashboard_system_password: correct-horse
dashboard_extra_config:
  server.port: 5601
  ext.security.encryptionKey: "0123456789"
  nested: {password: "battery-staple", passphrase: "{{ vault_key | default('fallback-secret') }}"}
`,
};

/** The text on stdout for these words, run in the project. */
function told(...args: string[]): string {
  let text = '';
  inFolder(PROJECT, (cwd) => {
    const { code, stdout, stderr } = stacklint([...args, '-i', 'hosts.yml'], { cwd });
    assert.equal([code, stderr], [0, '']);
    text = stdout;
  });
  return text;
}

interface Variable {
  readonly state: string;
  readonly origin: { readonly file: string; readonly line: number; readonly level: string };
  readonly overrides?: readonly { readonly file: string; readonly level: string; readonly value?: unknown }[];
  readonly [key: string]: unknown;
}

function json(...args: string[]): Readonly<Record<string, Readonly<Record<string, Variable>>>> {
  const { version, hosts } = JSON.parse(told(...args, '--format', 'json')) as { version: number; hosts: never };
  assert.is(version, 1);
  return hosts;
}

describe('stacklint vars', (test) => {
  test('shows what a host ends up with, and from where', () => {
    assert.is(
      told('vars', 'es-1'),
      `search_cluster_name: "{{ where }}-logs"
    depends on where, which is undefined
    group_vars/search.yml:3:22
search_heap: 30
    group_vars/search.yml:1:14
search_node_types: [master, data]
    group_vars/search.yml:2:20
`,
    );
  });

  test('takes a value that is in plain text, whatever a file may set that nobody can open', () => {
    inFolder({ ...PROJECT, 'host_vars/es-1.yml': vaulted('search_heap: 31\n') }, (cwd) => {
      const { stdout } = stacklint(['vars', 'es-1', '-i', 'hosts.yml'], { cwd });
      assert.match(stdout, 'search_heap: 30\n    group_vars/search.yml:1:14\n');
      const { stdout: explained } = stacklint(['explain', 'search_heap', '--host', 'es-1', '-i', 'hosts.yml'], { cwd });
      assert.match(explained.replace(/\s+/g, ' '), 'search_heap may be set in host_vars/es-1.yml, which is vaulted');
    });
  });

  test('says why hostvars is not there in a template of another host', () => {
    const hosts = 'all: { hosts: { a: { x: "{{ hostvars.b.y }}" }, b: { y: "{{ hostvars.a.inventory_hostname }}" } } }';
    inFolder({ 'hosts.yml': hosts }, (cwd) => {
      const { stdout } = stacklint(['vars', 'a', '--all', '-i', 'hosts.yml'], { cwd });
      assert.match(stdout, 'depends on hostvars, which is undefined in a template that hostvars leads to\n');
    });
  });

  test('takes a group or a pattern, and refuses what selects no host', () => {
    assert.equal(Object.keys(json('vars', 'search')), ['es-1', 'es-2']);
    assert.equal(Object.keys(json('vars', '*-1')), ['es-1', 'dash-1']);
    inFolder(PROJECT, (cwd) => {
      const { code, stderr } = stacklint(['vars', 'es-[', '-i', 'hosts.yml'], { cwd });
      assert.is(code, 2);
      assert.match(stderr, /^stacklint: unknown host es-\[; did you mean es-1\?\n$/);
    });
  });

  test('folds hosts that have one value from one place', () => {
    const text = told('vars', '--all');
    assert.match(text, 'search_heap: "26"\n    group_vars/all.yml:1:14: dash-1\n');
    assert.match(text, 'other: [1, two]\n    group_vars/all.yml:2:8: all 3 hosts\n');
  });

  test('shows no secret, in no format', () => {
    for (const args of [['vars'], ['vars', '--all'], ['vars', '--all', '-f', 'json']])
      assert.not.match(told(...args), /hunter2|horse|staple|0123456789|fallback/);
    assert.match(
      told('vars', 'dash-1'),
      `dashboard_extra_config:
  server.port: 5601
  ext.security.encryptionKey: <secret of 10 characters>
  nested:
    password: <secret of 14 characters>
`,
    );
  });

  test('as JSON: states, values with their types, origins, what is overridden', () => {
    const hosts = json('vars');
    assert.equal(Object.keys(hosts), ['es-1', 'es-2', 'dash-1']);
    const heap = hosts['es-1']?.['search_heap'];
    assert.is(heap?.['value'], 30);
    assert.equal(heap?.origin, {
      file: 'group_vars/search.yml',
      line: 1,
      column: 14,
      endLine: 1,
      endColumn: 16,
      level: 'group_vars/search',
    });
    assert.equal(
      heap?.overrides?.map(({ level, value }) => [level, value]),
      [['group_vars/all', '26']],
    );
    const template = hosts['es-2']?.['search_heap'];
    assert.equal([template?.state, template?.['reason']], ['unknown', 'fact']);
    assert.is(template?.['raw'], '{{ ansible_memtotal_mb // 2048 }}');
    const password = hosts['dash-1']?.['dashboard_system_password'];
    assert.equal([password?.state, password?.['secret'], password?.['length']], ['known', true, 13]);
    assert.not.ok('value' in (password ?? {}));
  });
});

describe('stacklint explain VARIABLE', (test) => {
  test('a variable that only another vocabulary has is told as such', () => {
    inFolder({ hosts: '[elasticsearch]\nes-1 elasticsearch_heap=20\n' }, (cwd) => {
      const explained = (name: string): string =>
        stacklint(['explain', name, '--vocabulary', 'oddly.elasticstack'], { cwd }).stderr;
      const elsewhere = 'and the vocabulary of this inventory does not know it (search does)';
      assert.match(explained('search_heap'), `nothing sets the variable search_heap, ${elsewhere}`);
      assert.match(explained('nonsense'), 'nothing sets the variable nonsense, and no vocabulary knows it');
    });
  });

  test('shows every place in order, and for whom each wins', () => {
    const text = told('explain', 'search_heap');
    assert.match(
      text,
      `1. hosts.yml:10:18 (inventory group unused)
   search_heap: "1"
   applies to no host
2. group_vars/all.yml:1:14
   search_heap: "26"
   wins for dash-1; 3 overrides it for es-1; 4 overrides it for es-2
3. group_vars/search.yml:1:14
   search_heap: 30
   wins for es-1; 4 overrides it for es-2
4. host_vars/es-2.yml:1:14
   search_heap: "{{ ansible_memtotal_mb // 2048 }}"
   wins for es-2
`,
    );
  });

  test('puts places that no host compares in the order of their levels', () => {
    const tree = {
      hosts: '[search]\nes-1\nes-2 a=1 a=2\nes-3\n[b]\nes-3\n[b:vars]\na=3\n[c]\n[c:vars]\na=4\n',
      'host_vars/es-1.yml': 'a: 5\n',
      'group_vars/c.yml': 'a: 6\n',
    };
    inFolder(tree, (cwd) => {
      const { stdout } = stacklint(['explain', 'a', '-i', 'hosts'], { cwd });
      assert.equal(stdout.match(/(?<= a: ).*/g), ['4', '6', '1', '3', '2', '5']);
    });
  });

  test('for one host: the places that reach it', () => {
    const text = told('explain', 'search_heap', '--host', 'es-2');
    assert.match(text, 'Set in 3 places');
    assert.not.match(text, 'dash-1');
  });

  test('says what is not set, and shows no secret', () => {
    assert.match(told('explain', 'search_memory_lock'), 'Nothing sets it.\n');
    assert.match(told('explain', 'other'), 'Set in one place:');
    assert.match(told('explain', 'search_node_types'), 'Not set for dash-1.');
    for (const format of ['pretty', 'json'])
      for (const name of ['dashboard_extra_config', 'dashboard_system_password', 'ansible_password'])
        assert.not.match(told('explain', name, '-f', format), /hunter2|horse|staple|0123456789|fallback/);
  });

  test('says that the role has no such variable, and which one may be meant', () => {
    inFolder({ ...PROJECT, 'group_vars/search.yml': 'search_heep: 30\n' }, (cwd) => {
      const { stdout } = stacklint(['explain', 'search_heep', '-i', 'hosts.yml', '--vocabulary', 'search'], { cwd });
      assert.match(
        stdout,
        /^search_heep\n {2}The role has no such variable, and nothing else reads it; did you mean\n/,
      );
    });
  });

  test('names the rules that read it', () => {
    const words = (name: string) => told('explain', name).replace(/\s+/g, ' ');
    assert.match(
      words('search_heap'),
      'Read by memory/heap-equal, memory/heap-explicit, memory/heap-fixed, memory/heap-limit, memory/heap-share, memory/heap-unit,',
    );
    assert.match(
      words('dashboard_extra_config'),
      'Read by audit/separate-cluster, change/key-replaced, dashboard/encryption-key-length',
    );
    assert.match(
      words('search_cluster_name'),
      /Read by .*dashboard\/encryption-keys-shared, .* topology\/too-many-masters.*; as every/,
    );
    assert.match(words('other'), 'Read, as every variable, by inventory/');
    const { variable } = JSON.parse(told('explain', 'search_heap', '-f', 'json')) as { variable: unknown };
    assert.equal(variable, {
      name: 'search_heap',
      description: 'JVM heap in whole GB; without it the role computes it from the memory of the host.',
      unit: 'GB',
      rules: [
        'memory/heap-equal',
        'memory/heap-explicit',
        'memory/heap-fixed',
        'memory/heap-limit',
        'memory/heap-share',
        'memory/heap-unit',
        'memory/lock-limit',
        'pipeline/heap',
        'topology/master-heap',
      ],
      rulesForAll: [
        'inventory/deprecated-variable',
        'inventory/no-effect',
        'inventory/schema',
        'inventory/surprising-value',
        'inventory/syntax',
        'inventory/unknown-variable',
        'security/placeholder-secret',
        'security/plaintext-secret',
      ],
    });
  });

  test('as JSON has the shape of vars', () => {
    const hosts = json('explain', 'search_heap');
    assert.equal(Object.keys(hosts), ['es-1', 'es-2', 'dash-1']);
    assert.equal(Object.keys(hosts['es-1'] ?? {}), ['search_heap']);
  });
});

describe('stacklint vars without a vocabulary', (test) => {
  const OWN = {
    'hosts.yml': 'all:\n  hosts:\n    es-1: {heap: 26, ram: "{{ ansible_memtotal_mb }}"}\n',
    'group_vars/all.yml': 'stack_name: logs\nkeystore: winter-2291-storm\n',
    'site.yml': '- hosts: all\n  roles: [elasticsearch]\n',
    'roles/elasticsearch/tasks/main.yml':
      '- template: {src: elasticsearch.yml.j2, dest: /etc/elasticsearch/elasticsearch.yml}\n' +
      '- template: {src: heap.j2, dest: /etc/elasticsearch/jvm.options.d/heap.options}\n',
    'roles/elasticsearch/templates/elasticsearch.yml.j2':
      'cluster.name: {{ stack_name }}\nnode.roles: [master, data]\nnode.attr.ram: {{ ram }}\n' +
      'xpack.security.transport.ssl.keystore.password: {{ keystore }}\n',
    'roles/elasticsearch/templates/heap.j2': '-Xmx{{ heap }}g\n',
  };

  test('shows the settings of products in the files of a host, with their places', () => {
    inFolder(OWN, (cwd) => {
      const { stdout, stderr } = stacklint(['vars', 'es-1', '-i', 'hosts.yml'], { cwd });
      assert.is(
        stdout,
        `-Xmx: "26g"
    hosts.yml:3:18, used in roles/elasticsearch/templates/heap.j2:1:8
cluster.name: logs
    group_vars/all.yml:1:13, used in
    roles/elasticsearch/templates/elasticsearch.yml.j2:1:18
node.attr.ram: unknown
    node.attr.ram depends on the fact ansible_memtotal_mb, known only during a
    run
    roles/elasticsearch/templates/elasticsearch.yml.j2:3:19
node.roles: [master, data]
    roles/elasticsearch/templates/elasticsearch.yml.j2:2:13
xpack.security.transport.ssl.keystore.password: <secret of 17 characters>
    group_vars/all.yml:2:11, used in
    roles/elasticsearch/templates/elasticsearch.yml.j2:4:52
`,
      );
      assert.match(stderr, 'no vocabulary names its variables, so these are the settings in the files of hosts');
    });
  });

  test('hands them to programs', () => {
    inFolder(OWN, (cwd) => {
      const { stdout } = stacklint(['vars', 'es-1', '-i', 'hosts.yml', '-f', 'json'], { cwd });
      const { hosts } = JSON.parse(stdout) as { hosts: Record<string, Record<string, Record<string, unknown>>> };
      const { origin, usedAt, ...heap } = hosts['es-1']?.['-Xmx'] ?? {};
      assert.equal(heap, {
        state: 'known',
        value: '26g',
        from: [{ variable: 'heap', file: 'hosts.yml', line: 3, column: 18 }],
      });
      assert.match(JSON.stringify(origin), '"file":"hosts.yml","line":3,"column":18');
      assert.match(JSON.stringify(usedAt), '"file":"roles/elasticsearch/templates/heap.j2","line":1,"column":8');
      assert.not.match(stdout, 'winter-2291');
    });
  });
});
