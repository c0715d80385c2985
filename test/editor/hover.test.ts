/** Hovers, word by word. */
import { hoverAt } from '../../src/editor/hover.ts';
import { assert, describe } from '../describe.ts';
import { documentIn, exampleNamed, hoverOver, offsetOf, snapshotOf } from './project.ts';

const observatory = snapshotOf(exampleNamed('observatory'));
const bookshop = snapshotOf(exampleNamed('bookshop'));

/** A link as hovers have it. */
function link(file: string, line: number): string {
  return `[${file}:${String(line)}](file:///p/${file}#L${String(line)})`;
}

describe('a hover over a variable', (test) => {
  test('says where it is set, for whom each place wins, and what reads it', () => {
    const [own, role] = [link('group_vars/archive.yml', 3), link('roles/elasticsearch/defaults/main.yml', 2)];
    const uses = [1, 2].map((line) => link('roles/elasticsearch/templates/heap.options.j2', line));
    const expected = [
      '**archive_heap_gb**',
      '',
      'Set in 2 places, the strongest first:',
      '',
      `- ${own} (here) \`48\`: wins for dome-1, dome-2, dome-3`,
      `- ${role} (role defaults elasticsearch) \`4\`: overridden by ${own} for dome-1, dome-2, dome-3`,
      '',
      'Not set for lens-1, dish-1.',
      '',
      'Goes into `/etc/elasticsearch/jvm.options.d/heap.options` on dome-1, dome-2, dome-3.  ',
      `Used in ${uses.join(', ')}.  `,
      'Read by memory/heap-equal, memory/heap-explicit, memory/heap-fixed and 6 more.',
    ].join('\n');
    assert.is(hoverOver(observatory, 'group_vars/archive.yml', 'archive_heap_gb'), expected);
  });

  test('has the words of the vocabulary, and says why a value is not known', () => {
    const text = hoverOver(bookshop, 'host_vars/search-d3.yml', 'search_heap');
    assert.is(
      text,
      [
        '**search_heap**',
        '',
        'JVM heap in whole GB; without it the role computes it from the memory of the host.  ',
        'unit GB',
        '',
        'Set in 3 places, the strongest first:',
        '',
        `- ${link('host_vars/search-d3.yml', 2)} (here) \`"{{ (ansible_memtotal_mb / 2048) | int }}"\`: wins for search-d3; depends on the fact ansible_memtotal_mb, known only during a run`,
        `- ${link('group_vars/search_data.yml', 6)} \`"48"\`: wins for search-d1, search-d2; overridden by ${link('host_vars/search-d3.yml', 2)} for search-d3`,
        `- ${link('group_vars/search_masters.yml', 3)} \`"4"\`: wins for search-m1, search-m2`,
        '',
        'Not set for dash-1, dash-2, pipe-1, pipe-2.',
        '',
        'Becomes `-Xms`, `-Xmx`.  ',
        'Read by memory/heap-equal, memory/heap-explicit, memory/heap-fixed and 6 more.',
      ].join('\n'),
    );
    assert.match(
      hoverOver(bookshop, 'host_vars/search-d3.yml', 'ansible_memtotal_mb'),
      'ansible_memtotal_mb is a fact, which only a run can know.',
    );
  });

  test('shows a map in lines, and where one value comes from for whom', () => {
    const text = hoverOver(observatory, 'group_vars/archive.yml', 'archive_settings');
    assert.match(
      text,
      '```yaml\narchive_settings:\n  action.destructive_requires_name: true\n  path.repo: [/srv/snapshots]\n',
    );
    assert.match(text, 'Read by change/repository-removed, disk/data-path,');
  });

  test('folds many values', () => {
    const hosts = Array.from(
      { length: 60 },
      (_, index) => `    es-${String(index)}: {node_number: ${String(index % 7)}}\n`,
    );
    const text = hoverOver(
      snapshotOf({ 'hosts.yml': `search:\n  hosts:\n${hosts.join('')}` }),
      'hosts.yml',
      'node_number',
      30,
    );
    assert.is(text.split('\n').length < 25, true);
    assert.match(text, '- `0` for es-0, es-7, es-14 and 6 more\n- `1` for es-1, es-8, es-15 and 6 more\n');
    assert.match(text, '- 3 other values for 24 hosts\n');
    assert.match(text, `- ${link('hosts.yml', 32)} (inventory host es-29) (here) \`1\`: wins for es-29`);
    assert.match(text, '- and 57 more');
  });

  test('says of an alias and of a merged map where their text is', () => {
    const snapshot = snapshotOf({
      'hosts.yml': 'search:\n  hosts: {es-1: , es-2: }\n',
      'group_vars/all.yml': 'usual: &usual {low: 1}\nsearch_one: *usual\n',
    });
    assert.match(hoverOver(snapshot, 'group_vars/all.yml', 'search_one'), '`{"low":1}`: wins for both hosts');
  });

  test('shows no secret', () => {
    const secret = 'only-thirty-characters-long-ok';
    for (const word of ['dashboard_extra_config', 'dashboard_system_password', 'vault_dashboard_system_password'])
      assert.not.match(hoverOver(bookshop, 'group_vars/dashboard.yml', word), secret);
    assert.match(
      hoverOver(bookshop, 'group_vars/dashboard.yml', 'dashboard_extra_config'),
      '<secret of 30 characters>',
    );
  });

  test('names the task that sets it', () => {
    const snapshot = snapshotOf({
      'hosts.yml': 'search:\n  hosts:\n    es-1:\n',
      'site.yml':
        '- hosts: search\n  tasks:\n    - set_fact:\n        half: 12\n    - debug:\n        msg: "{{ half }}"\n      when: half > 3\n',
    });
    const expected = `Set by a task: ${link('site.yml', 4)}.`;
    assert.match(hoverOver(snapshot, 'site.yml', 'half }}'), expected);
    assert.match(hoverOver(snapshot, 'site.yml', 'half > 3'), expected);
  });
});

describe('a hover over a place in a template', (test) => {
  const template = 'roles/elasticsearch/templates/elasticsearch.yml.j2';

  test('says what an expression gives on each host, and the command that shows the file', () => {
    const text = hoverOver(observatory, template, 'ansible_host');
    assert.match(text, 'This gives:\n\n- `10.30.0.11` on dome-1\n- `10.30.0.12` on dome-2\n- `10.30.0.13` on dome-3\n');
    assert.match(text, '\n`stacklint render dome-1 /etc/elasticsearch/elasticsearch.yml` shows the whole file.');
  });

  test('says which texts a loop gives, and why one is not known', () => {
    assert.match(
      hoverOver(observatory, template, 'ansible_host', 2),
      '- `10.30.0.11`, `10.30.0.12`, `10.30.0.13` on dome-1, dome-2, dome-3\n',
    );
    assert.match(
      hoverOver(observatory, 'roles/kibana/templates/kibana.yml.j2', 'console_keys'),
      '- unknown (vault_console_security_key: is undefined) on lens-1\n',
    );
  });

  test('shows what a line of text becomes on the first host', () => {
    assert.is(
      hoverOver(observatory, 'roles/logstash/templates/logstash.yml.j2', 'dead_letter_queue.retain'),
      'On dish-1 the line becomes:\n\n```\ndead_letter_queue.retain.age: 14d\n```\n\n' +
        '`stacklint render dish-1 /etc/logstash/logstash.yml` shows the whole file.',
    );
  });

  test('says what the template of a task becomes', () => {
    assert.is(
      hoverOver(observatory, 'roles/elasticsearch/tasks/main.yml', 'heap.options.j2'),
      `${link('roles/elasticsearch/templates/heap.options.j2', 1)}\n\n` +
        'Becomes `/etc/elasticsearch/jvm.options.d/heap.options` on dome-1, dome-2, dome-3; ' +
        '`stacklint render dome-1 /etc/elasticsearch/jvm.options.d/heap.options` shows the whole file.',
    );
  });

  test('hides secrets in what it gives', () => {
    const snapshot = snapshotOf({
      'hosts.yml': 'search:\n  hosts:\n    es-1:\n      search_password: CANARY-1\n',
      'site.yml':
        '- hosts: search\n  tasks:\n    - template:\n        src: elasticsearch.yml.j2\n        dest: /etc/elasticsearch/elasticsearch.yml\n',
      'templates/elasticsearch.yml.j2': 'a: {{ search_password }}\nb: {{ search_password | upper }}\n',
    });
    for (const number of [1, 2]) {
      const text = hoverOver(snapshot, 'templates/elasticsearch.yml.j2', 'search_password', number);
      assert.match(text, 'This gives:\n\n- `<secret of 8 characters>` on es-1');
      assert.not.match(text, 'CANARY');
    }
  });
});

describe('a hover over a group or host', (test) => {
  test('says what is in a group, and what its hosts are in the stack', () => {
    assert.is(
      hoverOver(bookshop, 'hosts.yml', 'search_data'),
      [
        '**group search_data**',
        '',
        '3 hosts: search-d1, search-d2, search-d3.',
        '',
        'Part of search.  ',
        '3 nodes of the cluster bookshop, which has 5; roles: data_hot, data_content, ingest.  ',
        `Variables in ${link('group_vars/search_data.yml', 1)}.`,
      ].join('\n'),
    );
    assert.match(hoverOver(observatory, 'roles/kibana/templates/kibana.yml.j2', 'archive'), '**group archive**');
    assert.match(hoverOver(observatory, 'site.yml', 'archive\n'), '3 hosts: dome-1, dome-2, dome-3.');
  });

  test('says the groups of a host, its place in the stack and its files', () => {
    assert.is(
      hoverOver(observatory, 'hosts.yml', 'lens-1'),
      '**host lens-1**\n\nIn the group console.  \n1 Kibana instance of 1.  \n' +
        'Gets `/etc/kibana/kibana.yml`; `stacklint render lens-1` shows them.',
    );
  });

  test('tells the hosts of a range, in INI too', () => {
    const snapshot = snapshotOf({
      'hosts.ini': '[search]\nes-[1:3] search_heap=4\n[search:vars]\nsearch_cluster_name=logs\n',
    });
    assert.match(hoverOver(snapshot, 'hosts.ini', 'es-'), '**3 hosts**\n\nes-1, es-2, es-3.');
    assert.match(hoverOver(snapshot, 'hosts.ini', 'search]'), '**group search**\n\n3 hosts');
    assert.match(hoverOver(snapshot, 'hosts.ini', 'search_heap'), '`4`: wins for all 3 hosts');
    assert.match(hoverOver(snapshot, 'hosts.ini', 'search_cluster_name'), '`"logs"`: wins for all 3 hosts');
  });
});

describe('a hover over a suppression or a rule', (test) => {
  test('says what it suppresses, until when and why', () => {
    const snapshot = snapshotOf({
      'hosts.yml': 'search:\n  hosts:\n    es-1:\n',
      'group_vars/search.yml':
        "search_heap: '40' # stacklint-disable-line memory/heap-limit until 2027-01-31 -- The machines are replaced.\n",
    });
    assert.is(
      hoverOver(snapshot, 'group_vars/search.yml', 'disable'),
      'Suppresses `memory/heap-limit` on this line until 2027-01-31.\n\nReason: The machines are replaced.',
    );
    assert.match(hoverOver(snapshot, 'group_vars/search.yml', 'heap-limit'), '**memory/heap-limit**\n\nKeep the heap');
  });
});

describe('a hover', (test) => {
  const tree = { 'hosts.yml': 'search:\n  hosts:\n    es-1:\n' };

  test('finds names behind characters of any kind, and with every line end', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = ['# Größe 🐙', 'title: "🐙 \\U0001F419 {{ heap_size }}"', 'heap_size: 4', ''].join(end);
      const snapshot = snapshotOf({ ...tree, 'group_vars/search.yml': text });
      const document = documentIn(snapshot, 'group_vars/search.yml');
      const hover = hoverAt(snapshot, document, offsetOf(document, 'heap_size }}') + 2);
      const character = 'title: "🐙 \\U0001F419 {{ '.length;
      assert.equal(hover?.range, { start: { line: 1, character }, end: { line: 1, character: character + 9 } });
    }
  });

  test('says nothing of blanks, comments and values', () => {
    const snapshot = snapshotOf({ ...tree, 'group_vars/search.yml': '# heap_size\nheap_size: 4 # heap_size\n\n' });
    const document = documentIn(snapshot, 'group_vars/search.yml');
    for (const at of [2, offsetOf(document, '4'), offsetOf(document, 'heap_size', 3), document.text.length])
      assert.is(hoverAt(snapshot, document, at), undefined);
  });

  test('knows what is before the fault of a broken text', () => {
    const snapshot = snapshotOf({ ...tree, 'group_vars/search.yml': 'heap_size: 4\nother: [1,\n' });
    assert.match(hoverOver(snapshot, 'group_vars/search.yml', 'heap_size'), '**heap_size**');
    const template = {
      ...tree,
      'templates/x.yml.j2': '{{ heap_size }}\n{% if heap_size',
      'group_vars/search.yml': 'heap_size: 4',
    };
    assert.match(hoverOver(snapshotOf(template), 'templates/x.yml.j2', 'heap_size'), '`4`: wins for es-1');
  });

  test('tells a group from a variable and a local name of the same spelling', () => {
    const snapshot = snapshotOf({
      'hosts.yml': 'search:\n  hosts:\n    es-1:\n  vars:\n    search: 4\n',
      'templates/x.j2': "{% for search in groups['search'] %}{{ search }}{% endfor %}{{ search }}",
    });
    assert.match(hoverOver(snapshot, 'hosts.yml', 'search'), '**group search**');
    assert.match(hoverOver(snapshot, 'hosts.yml', 'search', 2), '**search**');
    assert.is(hoverOver(snapshot, 'templates/x.j2', 'search'), '');
    assert.match(hoverOver(snapshot, 'templates/x.j2', 'search', 2), '**group search**');
    assert.is(hoverOver(snapshot, 'templates/x.j2', 'search', 3), '');
    assert.match(hoverOver(snapshot, 'templates/x.j2', 'search', 4), '**search**');
  });

  test('keeps what it says of a project from being Markdown', () => {
    const snapshot = snapshotOf({
      'hosts.yml': 'search:\n  hosts:\n    es-1:\n      note: "`<b>*x*"\n',
    });
    assert.match(hoverOver(snapshot, 'hosts.yml', 'note'), '`` "`<b>*x*" ``: wins for es-1');
  });
});
