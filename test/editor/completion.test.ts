/** Completions: what is offered where a person types, marked by `¦`, and what is not. */
import type { CompletionItem, CompletionList } from 'vscode-languageserver';
import { completionsAt, resolvedCompletion, subjectOf } from '../../src/editor/completion.ts';
import type { Snapshot } from '../../src/editor/snapshot.ts';
import { assert, describe } from '../describe.ts';
import { memoryFiles } from '../memory-files.ts';
import { editorOn, PUSHED, schemaOfConfiguration, uriOf } from './editor.ts';
import { exampleNamed, snapshotOf } from './project.ts';

const bookshop = snapshotOf(exampleNamed('bookshop'));
const observatory = snapshotOf(exampleNamed('observatory'));

function completions(snapshot: Snapshot | undefined, file: string, marked: string): CompletionList {
  const offset = marked.indexOf('¦');
  const typed = { uri: `file:///p/${file}`, file, text: marked.replace('¦', ''), offset };
  return completionsAt(snapshot, typed, schemaOfConfiguration);
}

/** What is offered, in the order in which an editor shows it. */
function offered(snapshot: Snapshot | undefined, file: string, marked: string): readonly CompletionItem[] {
  const rank = ({ sortText = '' }: CompletionItem): string => sortText;
  return [...completions(snapshot, file, marked).items].sort((one, other) => (rank(one) < rank(other) ? -1 : 1));
}

function labels(snapshot: Snapshot | undefined, file: string, marked: string): readonly string[] {
  return offered(snapshot, file, marked).map(({ label }) => label);
}

/** The text after an offer of a label is taken. */
function taken(snapshot: Snapshot, file: string, marked: string, label: string): string {
  const item = offered(snapshot, file, marked).find((one) => one.label === label);
  const { range, newText } = item?.textEdit as { range: CompletionListRange; newText: string };
  const lines = marked.replace('¦', '').split('\n');
  const { start, end } = range;
  const line = lines[start.line] ?? '';
  assert.is(start.line, end.line);
  lines[start.line] = line.slice(0, start.character) + newText + line.slice(end.character);
  return lines.join('\n');
}

interface CompletionListRange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

function details(snapshot: Snapshot, file: string, marked: string): ReadonlyMap<string, string | undefined> {
  return new Map(offered(snapshot, file, marked).map(({ label, detail }) => [label, detail]));
}

/** The documentation of an offer, as an editor asks for it when a person looks at it. */
function documentation(snapshot: Snapshot, file: string, marked: string, label: string): string {
  const item = offered(snapshot, file, marked).find((one) => one.label === label);
  const { subject } = subjectOf(item?.data) ?? {};
  if (item === undefined || subject === undefined) return '';
  const resolved = resolvedCompletion(item, subject, snapshot, file).documentation;
  return typeof resolved === 'object' ? resolved.value : '';
}

const DATA = 'group_vars/search_data.yml';

describe('completion of variables', (test) => {
  test('has those of the vocabulary, those for the hosts first, without what is set there', () => {
    const all = labels(bookshop, DATA, '---\nsearch_heap: "8"\nsea¦\n');
    assert.equal(all.slice(0, 6), [
      ...['search_cluster_name', 'search_cluster_settings', 'search_extra_config', 'search_fs_repo'],
      ...['search_memory_lock', 'search_node_types'],
    ]);
    assert.not.ok(all.includes('search_heap'));
    assert.ok(all.indexOf('dashboard_extra_config') > all.indexOf('config_host'));
    const first = labels(bookshop, 'group_vars/dashboard.yml', '¦');
    assert.equal(first.slice(0, 2), ['dashboard_extra_config', 'dashboard_system_password']);
  });

  test('replaces the word at the cursor and no more, in UTF-16 code units', () => {
    assert.is(taken(bookshop, DATA, 'a: 1\nsea¦\nb: 2\n', 'search_heap'), 'a: 1\nsearch_heap: \nb: 2\n');
    assert.is(taken(bookshop, DATA, 'sea¦rch: "8"\n', 'search_heap'), 'search_heap: "8"\n');
    assert.is(taken(bookshop, DATA, 'sea¦\n', 'search_extra_config'), 'search_extra_config:\n');
    assert.is(taken(bookshop, DATA, '{"é😀": 1, "sea¦": 2}\n', 'search_heap'), '{"é😀": 1, "search_heap": 2}\n');
    assert.is(taken(bookshop, DATA, 'a: "😀 {{ sea¦ }}"\n', 'search_heap'), 'a: "😀 {{ search_heap }}"\n');
  });

  test('has defaults of own roles, what files set, and what templates read without a default', () => {
    const all = details(observatory, 'group_vars/archive.yml', 'ar¦');
    assert.is(all.get('archive_heap_gb'), 'default 4 · role elasticsearch');
    assert.is(all.get('archive_version'), 'set in group_vars/all.yml');
    assert.is(all.get('vault_console_objects_key'), 'used in group_vars/console.yml');
    for (const name of ['inventory_hostname', 'groups', 'ansible_managed', 'host']) assert.not.ok(all.has(name), name);
    const order = [...all.keys()];
    assert.ok(order.indexOf('archive_heap_gb') < order.indexOf('intake_queue'));
  });

  test('leaves out former names, and what is a slip of a name', () => {
    const project = { 'hosts.yml': 'search:\n  hosts:\n    es-1: {search_heep: 3, search_heap: 4}\n' };
    const all = labels(snapshotOf(project), 'group_vars/search.yml', '¦');
    assert.ok(all.includes('search_heap'));
    assert.not.ok(all.includes('search_heep'));
    const requirements = { 'requirements.yml': 'roles: [{name: oddly.elasticstack}]\n' };
    const plays = { 'site.yml': '- hosts: elasticsearch\n  roles: [oddly.elasticstack.elasticsearch]\n' };
    const hosts = { 'hosts.yml': 'elasticsearch:\n  hosts:\n    es-1: {elasticstack_release: 8}\n' };
    const stack = snapshotOf({ ...hosts, ...plays, ...requirements });
    const { properties = {} } = stack.result.opened[0]?.vocabulary?.schema ?? {};
    const former = Object.entries(properties).filter(([, { renamed, removed }]) => (renamed ?? removed) !== undefined);
    const names = labels(stack, 'group_vars/elasticsearch.yml', '¦');
    assert.ok(former.length > 0 && names.length > 50);
    const map = labels(stack, 'group_vars/elasticsearch.yml', 'elasticsearch_extra_config:\n  ¦');
    // The role drops what it writes itself.
    assert.ok(map.includes('path.repo') && !map.includes('cluster.name'));
    assert.equal(
      former.filter(([name]) => names.includes(name)),
      [],
    );
  });

  test('says what a hover says', () => {
    const text = documentation(bookshop, DATA, 'sea¦', 'search_heap');
    assert.match(
      text,
      /^\*\*search_heap\*\*\n\nJVM heap in whole GB[^]*wins for search-d1, search-d2[^]*Becomes `-Xms`/,
    );
  });

  test('works where the text is broken', () => {
    for (const marked of ['search_h¦\nsearch_heap: "8"\n', 'x: [1\nsea¦\n', 'x: @\n"sea¦', 'a:\n\t- b\nsea¦\nx: 1\n'])
      assert.ok(labels(bookshop, DATA, marked).includes('search_memory_lock'), marked);
    // What is set beside it is not offered there either.
    assert.not.ok(labels(bookshop, DATA, 'x: [1\nsea¦\nsearch_heap: "8"\n').includes('search_heap'));
  });

  test('has them in expressions, and nothing for attributes, filters and texts', () => {
    for (const marked of ['a: "{{ sea¦ }}"', 'a: "{{ sea¦', 'a: "{{ x ~ sea¦ }}"', 'a: {{ sea¦'])
      assert.is(labels(bookshop, DATA, marked)[0], 'search_cluster_name', marked);
    for (const marked of ['a: "{{ x.sea¦ }}"', 'a: "{{ x | sea¦ }}"', `a: "{{ 'sea¦' }}"`, 'a: "{{ x is sea¦ }}"'])
      assert.equal(labels(bookshop, DATA, marked), [], marked);
    const template = 'roles/elasticsearch/templates/elasticsearch.yml.j2';
    const names = labels(observatory, template, '{% for node in groups.archive %}\n{{ n¦ }}\n{% endfor %}');
    assert.equal(names[0], 'ansible_host');
    for (const name of ['node', 'archive_data', 'inventory_hostname']) assert.ok(names.includes(name), name);
    assert.equal(labels(observatory, template, '{% i¦ %}'), []);
    assert.equal(labels(observatory, template, '{% for n¦ %}'), []);
    assert.equal(labels(observatory, template, '{# arc¦ #}'), []);
    const task = 'roles/elasticsearch/tasks/main.yml';
    for (const marked of ['- debug: {}\n  when: arc¦', '- assert:\n    that: [x, arc¦]', '- debug:\n    var: arc¦'])
      assert.ok(labels(observatory, task, marked).includes('archive_data'), marked);
    assert.equal(labels(observatory, template, "a: {{ groups['arc¦'] }}"), ['archive', 'console', 'intake']);
  });

  test('has their values: those that are allowed, and the default', () => {
    assert.equal(labels(bookshop, 'group_vars/pipeline.yml', 'pipeline_queue_type: ¦'), ['persisted', 'memory']);
    assert.equal(labels(bookshop, 'group_vars/pipeline.yml', 'pipeline_queue_type: "mem¦"'), ['persisted', 'memory']);
    assert.equal(labels(bookshop, DATA, 'search_memory_lock: ¦'), ['true', 'false']);
    assert.equal(labels(bookshop, DATA, 'x: yes\ny: no\nsearch_memory_lock: ¦'), ['yes', 'no']);
    assert.ok(labels(bookshop, DATA, 'search_node_types: [ma¦]').includes('master'));
    assert.ok(labels(bookshop, DATA, 'search_node_types:\n  - ma¦').includes('data_hot'));
    assert.equal(labels(bookshop, 'group_vars/search.yml', 'shipper_metric_modules: [¦]').length, 4);
    assert.equal([...details(observatory, 'group_vars/intake.yml', 'intake_queue: ¦')], [['persisted', 'the default']]);
    assert.equal(labels(observatory, 'group_vars/intake.yml', 'intake_dead_letters: ¦'), ['true', 'false']);
    assert.equal(labels(bookshop, DATA, 'search_heap: 8 ¦'), []);
  });

  test('has the keys of their parts', () => {
    const inputs = 'shipper_log_inputs:\n  audit:\n    name: a\n    ¦';
    assert.equal(labels(bookshop, DATA, inputs), ['fields', 'paths']);
  });
});

describe('completion of settings of products', (test) => {
  const TEMPLATE = 'roles/elasticsearch/templates/elasticsearch.yml.j2';

  test('has keys in templates of its file, without those that are there', () => {
    const all = labels(observatory, TEMPLATE, 'cluster.name: {{ archive_cluster }}\nboot¦\npath:\n  logs: /var/log\n');
    assert.ok(all.includes('bootstrap.memory_lock'));
    for (const name of ['cluster.name', 'path.logs', '-Xms', 'LimitNOFILE']) assert.not.ok(all.includes(name), name);
    const text = 'cluster.name: x\nboot¦\n';
    assert.is(
      taken(observatory, TEMPLATE, text, 'bootstrap.memory_lock'),
      'cluster.name: x\nbootstrap.memory_lock: \n',
    );
    const other = labels(observatory, 'roles/kibana/templates/kibana.yml.j2', '{% if x %}\n¦\n{% endif %}\n');
    assert.ok(other.includes('elasticsearch.hosts'));
    assert.equal(labels(observatory, 'roles/elasticsearch/templates/heap.options.j2', '¦'), []);
  });

  test('has keys in maps that go into its file, as their role names them', () => {
    const extra = labels(bookshop, DATA, 'search_extra_config:\n  ¦');
    assert.ok(extra.includes('ext.security.enabled') && extra.includes('bootstrap.memory_lock'));
    assert.not.ok(extra.some((name) => name.startsWith('xpack.')));
    const settings = labels(bookshop, DATA, 'search_cluster_settings:\n  ¦');
    assert.ok(settings.includes('cluster.routing.allocation.enable'));
    assert.not.ok(settings.includes('bootstrap.memory_lock'));
    assert.ok(labels(observatory, 'group_vars/archive.yml', 'archive_settings:\n  ¦').includes('path.repo'));
  });

  test('has those of the parts that are typed whole', () => {
    const all = labels(observatory, TEMPLATE, 'xpack.security.http.¦');
    assert.ok(all.length > 3 && all.every((name) => name.startsWith('xpack.security.http.')));
    assert.ok(labels(observatory, TEMPLATE, 'enabled.¦').length > 50);
  });

  test('has them dotted or nested, as the others are', () => {
    const nested = 'search_extra_config:\n  cluster:\n    name: x\n    ¦\n';
    assert.equal(labels(bookshop, DATA, nested), ['initial_master_nodes', 'max_shards_per_node', 'routing']);
    const top = labels(bookshop, DATA, 'search_extra_config:\n  cluster:\n    name: x\n  ¦\n');
    assert.ok(top.includes('bootstrap') && !top.includes('bootstrap.memory_lock') && !top.includes('cluster'));
    const mixed = 'search_extra_config:\n  cluster:\n    routing.allocation.enable: all\n    ¦\n';
    assert.ok(labels(bookshop, DATA, mixed).includes('routing.allocation.awareness.attributes'));
    assert.is(taken(bookshop, DATA, nested, 'routing').split('\n')[3], '    routing:');
  });

  test('has what the release of the hosts has', () => {
    const role = (release: string): Snapshot =>
      snapshotOf({
        'hosts.yml': 'es:\n  hosts:\n    es-1:\n',
        'site.yml': '- hosts: es\n  roles: [es]\n',
        'roles/es/tasks/main.yml':
          `- package: {name: elasticsearch-${release}}\n` +
          '- template: {src: elasticsearch.yml.j2, dest: /etc/elasticsearch/elasticsearch.yml}\n',
        'roles/es/templates/elasticsearch.yml.j2': 'cluster.name: a\n',
      });
    const template = 'roles/es/templates/elasticsearch.yml.j2';
    const [old, recent] = [role('6.8.23'), role('8.15.0')].map((one) => labels(one, template, '¦')) as [
      readonly string[],
      readonly string[],
    ];
    assert.ok(old.includes('discovery.zen.minimum_master_nodes') && !old.includes('node.roles'));
    assert.ok(recent.includes('node.roles') && !recent.includes('discovery.zen.minimum_master_nodes'));
  });

  test('has their values, and says what they are', () => {
    assert.equal(labels(observatory, TEMPLATE, 'bootstrap.memory_lock: ¦'), ['true', 'false']);
    assert.is(details(observatory, TEMPLATE, 'bootstrap.memory_lock: ¦').get('false'), 'the default of Elasticsearch');
    assert.equal(labels(observatory, TEMPLATE, 'cluster.routing.allocation.enable: ¦'), ['all']);
    assert.ok(labels(observatory, TEMPLATE, 'node.roles: [¦]').includes('master'));
    const text = documentation(observatory, TEMPLATE, '¦', 'bootstrap.memory_lock');
    assert.match(text, /^\*\*bootstrap\.memory_lock\*\*\n\nElasticsearch: boolean, default false\./);
    assert.match(text, 'Another value takes a restart.');
    assert.match(text, 'memory/memory-lock');
  });

  test('is there in a block of text that a task writes into its file, and in no other', () => {
    const copied = (dest: string): string =>
      `- copy:\n    dest: ${dest}\n    content: |\n      cluster.name: x\n      path.¦\n`;
    const task = 'roles/elasticsearch/tasks/main.yml';
    assert.ok(labels(observatory, task, copied('/etc/elasticsearch/elasticsearch.yml')).includes('path.data'));
    assert.equal(labels(observatory, task, copied('/etc/motd')), []);
    assert.equal(labels(observatory, task, '- shell: |\n    echo {{ arc¦ }}\n'), []);
  });
});

describe('completion in plays and inventories', (test) => {
  const TASKS = 'roles/elasticsearch/tasks/main.yml';

  test('has roles', () => {
    const roles = ['elasticsearch', 'kibana', 'logstash'];
    for (const marked of [
      '- hosts: archive\n  roles:\n    - ¦',
      '- hosts: archive\n  roles: [¦]',
      '- hosts: archive\n  roles:\n  - role: ela¦\n    when: x\n',
      '- hosts: archive\n  tasks:\n    - ansible.builtin.import_role:\n        name: ¦\n',
    ])
      assert.equal(labels(observatory, 'site.yml', marked), roles, marked);
    assert.equal(labels(observatory, TASKS, '- block:\n    - include_role: {name: ¦}'), roles);
    assert.equal(labels(observatory, 'roles/kibana/meta/main.yml', 'dependencies:\n  - ¦'), roles);
    assert.equal(labels(observatory, 'site.yml', '- hosts: archive\n  roles:\n  - role: kibana\n    when: x.¦y'), []);
  });

  test('has modules where a task has none yet, as the others of the file are written', () => {
    const full = labels(observatory, TASKS, '- ansible.builtin.debug:\n- cop¦');
    assert.is(full[0], 'ansible.builtin.add_host');
    assert.ok(full.includes('copy') && full.includes('sysctl'));
    assert.is(labels(observatory, TASKS, '- debug: {msg: x}\n- name: x\n  cop¦')[0], 'add_host');
    assert.equal(labels(observatory, TASKS, '- debug: {msg: x}\n  cop¦'), []);
    assert.is(taken(observatory, TASKS, '- name: x\n  cop¦\n', 'copy'), '- name: x\n  copy:\n');
  });

  test('has groups and hosts in patterns, and in the places of an inventory', () => {
    const groups = ['archive', 'console', 'intake'];
    assert.equal(labels(observatory, 'site.yml', '- hosts: ¦').slice(0, 4), [...groups, 'all']);
    assert.ok(labels(observatory, 'site.yml', '- hosts: archive:!do¦').includes('dome-1'));
    assert.equal(labels(observatory, 'site.yml', '- hosts: archive¦').slice(0, 2), ['console', 'intake']);
    assert.is(taken(observatory, 'site.yml', '- hosts: "archive:&con¦"', 'console'), '- hosts: "archive:&console"');
    const children = 'all:\n  children:\n    search:\n      children:\n        search_data:\n        ¦\n';
    assert.equal(labels(bookshop, 'hosts.yml', children), ['dashboard', 'pipeline', 'search_masters']);
    const inGroup = 'all:\n  children:\n    search:\n      hosts:\n      ¦\n';
    assert.equal(labels(bookshop, 'hosts.yml', inGroup), ['children', 'vars']);
    const host = 'dashboard:\n  hosts:\n    dash-1:\n      ¦\n';
    assert.is(labels(bookshop, 'hosts.yml', host)[0], 'dashboard_extra_config');
    assert.is(labels(bookshop, 'hosts.yml', 'search:\n  vars:\n    ¦\n')[0], 'search_cluster_name');
    assert.equal(labels(bookshop, 'hosts.yml', 'search:\n  vars:\n    search_memory_lock: ¦\n'), ['true', 'false']);
  });

  test('asks again for hosts of a large inventory, and lists none before something is typed', () => {
    const hosts = Array.from({ length: 300 }, (_, index) => `    es-${String(index)}:\n`).join('');
    const large = snapshotOf({ 'hosts.yml': `search:\n  hosts:\n${hosts}`, 'site.yml': '- hosts: search\n' });
    assert.equal(labels(large, 'site.yml', '- hosts: ¦'), ['search', 'all']);
    const { items, isIncomplete } = completions(large, 'site.yml', '- hosts: es-29¦');
    assert.is(isIncomplete, true);
    assert.ok(items.some(({ label }) => label === 'es-299') && items.length < 60);
  });

  test('has all this in INI', () => {
    const text = '[search]\nes-1 config_host=10.0.0.1\n\n[web:children]\nsearch\n\n[search:vars]\nsearch_heap=8\n';
    const ini = snapshotOf({ hosts: text });
    const at = (marked: string): readonly string[] => labels(ini, 'hosts', marked);
    assert.equal(at('[se¦'), ['search', 'web']);
    assert.equal(at('[search:¦]'), ['children', 'vars']);
    assert.equal(at('[web:children]\n¦'), ['search']);
    assert.equal(at('[search]\ne¦'), ['es-1']);
    assert.is(at('[search]\nes-1 config_host=10.0.0.1 sea¦')[0], 'search_cluster_name');
    assert.equal(at('[search:vars]\nsearch_memory_lock=¦'), ['true', 'false']);
    assert.not.ok(at('[search:vars]\n¦\nsearch_heap=8\n').includes('search_heap'));
    assert.equal(at('[search:vars]\n; sea¦'), []);
    assert.is(taken(ini, 'hosts', '[search:vars]\nsea¦\n', 'search_heap'), '[search:vars]\nsearch_heap=\n');
    assert.is(taken(ini, 'hosts', '[search:vars]\nsea¦=8\n', 'search_heap'), '[search:vars]\nsearch_heap=8\n');
  });
});

describe('completion of rules and of stacklint.yml', (test) => {
  test('has names of rules with their summaries in comments that suppress findings', () => {
    const comment = 'a: 1 # stacklint-disable-line memory/heap-fixed, mem¦ -- because\n';
    const all = details(bookshop, DATA, comment);
    assert.match(all.get('memory/heap-limit') ?? '', 'Keep the heap of a search node at or below 30 GB.');
    assert.not.ok(all.has('memory/heap-fixed') || all.has('suppression/unused'));
    assert.is(
      taken(bookshop, DATA, comment, 'memory/heap-limit'),
      'a: 1 # stacklint-disable-line memory/heap-fixed, memory/heap-limit -- because\n',
    );
    assert.match(documentation(bookshop, DATA, comment, 'memory/heap-limit'), /^\*\*memory\/heap-limit\*\*/);
    assert.equal(labels(bookshop, DATA, '# stacklint-dis¦'), [
      ...['stacklint-disable-file', 'stacklint-disable-line', 'stacklint-disable-next-line'],
    ]);
    for (const marked of ['# sea¦', 'a: 1 # sea¦', '# stacklint-disable-line memory/heap-limit -- sea¦'])
      assert.equal(labels(bookshop, DATA, marked), [], marked);
  });

  test('has keys, words and rules of stacklint.yml, without a check', () => {
    const at = (marked: string): readonly string[] => labels(undefined, 'stacklint.yml', marked);
    assert.ok(at('preset: strict\n¦').includes('overrides') && !at('preset: strict\n¦').includes('preset'));
    assert.equal(at('preset: ¦'), ['development', 'production', 'strict']);
    assert.ok(at('rules:\n  mem¦').includes('memory/heap-limit'));
    assert.equal(at('rules:\n  memory/heap-limit: ¦'), ['error', 'warning', 'info', '"off"']);
    assert.equal(at('rules:\n  memory/heap-limit: [error, { ¦ }]'), ['maxGb']);
    assert.equal(at('overrides:\n  - groups: a\n    ¦'), ['because', 'files', 'hosts', 'rules', 'stacks']);
    assert.ok(at('overrides:\n  - rules:\n      ¦').includes('disk/usage'));
    assert.ok(at('forbid-suppressions:\n  - ¦').includes('disk/usage'));
    assert.ok(at('policies:\n  ours/one:\n    of: ¦').includes('elasticsearch'));
    assert.equal(at('# ¦'), []);
  });
});

describe('completion', (test) => {
  test('never offers a secret, nor anything in a vault', () => {
    const word = 'Zw7kQ1pLx9';
    const project = {
      'hosts.yml': `search:\n  hosts:\n    es-1: {db_password: ${word}}\n    es-2: {console: ${word}}\n`,
      'site.yml': '- hosts: search\n  roles: [es]\n',
      'roles/es/defaults/main.yml':
        `es_password: ${word}\nes_token: "{{ console }}"\nes_url: https://elastic:${word}@es-1:9200\n` +
        `es_login: ${word}\nes_copy_password: "{{ es_login }}"\n`,
      'roles/es/tasks/main.yml': '- debug: {msg: "{{ es_password }}"}\n',
    };
    const snapshot = snapshotOf(project);
    for (const marked of [
      '¦',
      'es_password: ¦',
      'db_password: ¦',
      'console: ¦',
      'es_url: ¦',
      'es_login: ¦',
      'x: "{{ ¦ }}"',
    ])
      assert.not.match(JSON.stringify(completions(snapshot, 'group_vars/search.yml', marked)), word, marked);
    assert.equal(labels(bookshop, DATA, 'a: !vault |\n  $ANSIBLE_VAULT;1.1;AES256\n  31¦\n'), []);
    assert.equal(labels(bookshop, DATA, '$ANSIBLE_VAULT;1.1;AES256\n31¦\n'), []);
  });

  test('reads of a long text the lines that lead to the place', () => {
    const hosts = Array.from({ length: 2500 }, (_, index) => `        es-${String(index)}:\n          a: 1\n`).join('');
    const text = `all:\n  children:\n    search:\n      hosts:\n${hosts}          sea¦\n          search_heap: 1\n`;
    const all = labels(bookshop, 'hosts.yml', text);
    assert.ok(all.includes('search_memory_lock') && !all.includes('search_heap'));
  });

  test('is answered from the text that is open, whose check need not be done', async () => {
    const tree = { '/p/hosts.yml': 'search:\n  hosts:\n    es-1:\n', '/p/group_vars/search.yml': 'search_heap: 8\n' };
    const editor = editorOn({ files: memoryFiles(tree) });
    const { capabilities } = await editor.open(['/p'], PUSHED);
    assert.is(capabilities.completionProvider?.resolveProvider, true);
    await editor.openText('/p/group_vars/search.yml', 'search_heap: 8\nsearch_mem');
    const uri = uriOf('/p/group_vars/search.yml');
    const asked = { textDocument: { uri }, position: { line: 1, character: 10 } };
    const list: CompletionList = await editor.connection.sendRequest('textDocument/completion', asked);
    const lock = list.items.find(({ label }) => label === 'search_memory_lock');
    const range = { start: { line: 1, character: 0 }, end: { line: 1, character: 10 } };
    assert.equal(lock?.textEdit, { range, newText: 'search_memory_lock: ' });
    const resolved: CompletionItem = await editor.connection.sendRequest('completionItem/resolve', lock);
    assert.match(JSON.stringify(resolved.documentation), 'Locks the memory of the process');
    await editor.close();
  });

  test('goes on where a configuration that is being written lets no check be made', async () => {
    const tree = {
      '/p/hosts.yml': 'search:\n  hosts:\n    es-1: {search_heap: 8}\n',
      '/p/stacklint.yml': 'preset: strict\n',
    };
    const editor = editorOn({ files: memoryFiles(tree) });
    await editor.open(['/p'], PUSHED);
    await editor.openText('/p/stacklint.yml', 'preset: strict\nrul');
    const uri = uriOf('/p/stacklint.yml');
    await editor.settled('/p/stacklint.yml');
    const asked = { textDocument: { uri }, position: { line: 1, character: 3 } };
    const list: CompletionList = await editor.connection.sendRequest('textDocument/completion', asked);
    assert.ok(list.items.some(({ label }) => label === 'rules'));
    await editor.close();
  });
});
