/** Renames: every place that has a name gets the other, or none does and a sentence says why. */
import type { ClientCapabilities, WorkspaceEdit } from 'vscode-languageserver';
import { CannotRename } from '../../src/editor/rename-scope.ts';
import { renamableAt, renamed } from '../../src/editor/rename.ts';
import type { Snapshot } from '../../src/editor/snapshot.ts';
import type { Files } from '../../src/ground/files.ts';
import { exactJson } from '../../src/model/exact-json.ts';
import { plainData } from '../../src/source/tree.ts';
import { assert, describe } from '../describe.ts';
import { hasAnsible, NO_ANSIBLE } from '../python.ts';
import { ask } from '../ansible/oracle.ts';
import { memoryFiles } from '../memory-files.ts';
import { editorOn, PUSHED, uriOf } from './editor.ts';
import type { Editor } from './editor.ts';
import { documentIn, exampleNamed, offsetOf, snapshotOf } from './project.ts';
import type { Tree } from './project.ts';

/** A project whose variable `heap` has a name in every way that there is. */
const WAYS: Tree = {
  'hosts.ini': `[search]
es-1 heap=4 half="{{ heap // 2 }}" # heap
es-2
[search:vars]
heap=8
`,
  'group_vars/search.yml': `---
# the heap of all
"heap": 6
text: 'the heap is {{ heap }}g {{- heap }}'
folded: >-
  {{ heap
     + 1 }}
of_other: "{{ hostvars['es-1'].heap }} {{ hostvars[inventory_hostname]['heap'] }}"
by_name: "{{ vars['heap'] }}{{ vars.heap }}{{ lookup('vars', 'heap') }}{{ query('ansible.builtin.vars', 'heap') }}"
of_all: "{{ groups['search'] | map('extract', hostvars, 'heap') | sum }}"
is_set: "{{ 'heap' in vars and hostvars['es-1'].get('heap', 3) }}"
other: {heap: 1}
its: "{{ other.heap }} {{ {'heap': 2}['heap'] }}"
`,
  'site.yml': `- import_playbook: more.yml
  when: heap > 1
- hosts: search
  vars: {heap: 3, twice: "{{ heap * 2 }}"}
  vars_prompt:
    - name: heap
  roles:
    - {role: own, when: heap > 1, heap: 5}
    - role: own
      vars:
        heap: 5
  tasks:
    - set_fact:
        heap: "{{ heap | int }}"
    - command: /bin/heap --heap {{ heap }}
      register: heap
      changed_when: heap.rc == 1
      until: heap is defined
    - assert:
        that:
          - heap > 3
    - debug: {var: heap}
      when:
        - heap
        - "'heap' in hostvars[inventory_hostname]"
      loop: "{{ heap }}"
    - include_role: {name: own}
      vars: {heap: 2}
`,
  'more.yml': '- hosts: search\n  tasks:\n    - debug: msg="{{ heap }}"\n    - set_fact: heap=3\n',
  'roles/own/defaults/main.yml': 'heap: 1 # its heap\n',
  'roles/own/vars/main.yml': 'heap_of_role: "{{ heap }}"\n',
  'roles/own/meta/argument_specs.yml': 'argument_specs:\n  main:\n    options:\n      heap:\n        type: int\n',
  'roles/own/tasks/main.yml': '- template: {src: a.j2, dest: /etc/a}\n  when: heap != 0\n',
  'roles/own/handlers/main.yml': '- debug: {msg: "{{ heap }}"}\n',
  'roles/own/templates/a.j2': `heap: {{ heap }}
{# heap #}{% if heap > 1 and other.heap %}-Xmx{{ heap }}g{% endif %}
{% for heap in [1, 2] %}{{ heap }}{% endfor %}
{% macro of(heap) %}{{ heap }}{% endmacro %}{{ of(heap=heap) }}
{% for host in groups.search if hostvars[host].heap %}{{ hostvars[host].heap }}{% endfor %}
`,
  'README.md': 'The heap.\n',
};
/** The same with the variable `memory`. */
const RENAMED: Tree = {
  'hosts.ini': `[search]
es-1 memory=4 half="{{ memory // 2 }}" # heap
es-2
[search:vars]
memory=8
`,
  'group_vars/search.yml': `---
# the heap of all
"memory": 6
text: 'the heap is {{ memory }}g {{- memory }}'
folded: >-
  {{ memory
     + 1 }}
of_other: "{{ hostvars['es-1'].memory }} {{ hostvars[inventory_hostname]['memory'] }}"
by_name: "{{ vars['memory'] }}{{ vars.memory }}{{ lookup('vars', 'memory') }}{{ query('ansible.builtin.vars', 'memory') }}"
of_all: "{{ groups['search'] | map('extract', hostvars, 'memory') | sum }}"
is_set: "{{ 'memory' in vars and hostvars['es-1'].get('memory', 3) }}"
other: {heap: 1}
its: "{{ other.heap }} {{ {'heap': 2}['heap'] }}"
`,
  'site.yml': `- import_playbook: more.yml
  when: memory > 1
- hosts: search
  vars: {memory: 3, twice: "{{ memory * 2 }}"}
  vars_prompt:
    - name: memory
  roles:
    - {role: own, when: memory > 1, memory: 5}
    - role: own
      vars:
        memory: 5
  tasks:
    - set_fact:
        memory: "{{ memory | int }}"
    - command: /bin/heap --heap {{ memory }}
      register: memory
      changed_when: memory.rc == 1
      until: memory is defined
    - assert:
        that:
          - memory > 3
    - debug: {var: memory}
      when:
        - memory
        - "'memory' in hostvars[inventory_hostname]"
      loop: "{{ memory }}"
    - include_role: {name: own}
      vars: {memory: 2}
`,
  'more.yml': '- hosts: search\n  tasks:\n    - debug: msg="{{ memory }}"\n    - set_fact: memory=3\n',
  'roles/own/defaults/main.yml': 'memory: 1 # its heap\n',
  'roles/own/vars/main.yml': 'heap_of_role: "{{ memory }}"\n',
  'roles/own/meta/argument_specs.yml': 'argument_specs:\n  main:\n    options:\n      memory:\n        type: int\n',
  'roles/own/tasks/main.yml': '- template: {src: a.j2, dest: /etc/a}\n  when: memory != 0\n',
  'roles/own/handlers/main.yml': '- debug: {msg: "{{ memory }}"}\n',
  'roles/own/templates/a.j2': `heap: {{ memory }}
{# heap #}{% if memory > 1 and other.heap %}-Xmx{{ memory }}g{% endif %}
{% for heap in [1, 2] %}{{ heap }}{% endfor %}
{% macro of(heap) %}{{ heap }}{% endmacro %}{{ of(heap=memory) }}
{% for host in groups.search if hostvars[host].memory %}{{ hostvars[host].memory }}{% endfor %}
`,
  'README.md': 'The heap.\n',
};

describe('a variable', (test) => {
  test('gets another name wherever it has one, and nothing else does', () => {
    assert.equal(treeAfter(WAYS, 'hosts.ini', 'heap', 'memory'), RENAMED);
  });

  test('gets its name back, to the byte', () => {
    assert.equal(treeAfter(RENAMED, 'hosts.ini', 'memory', 'heap'), WAYS);
    const [tree, file] = [exampleNamed('observatory'), 'group_vars/archive.yml'];
    const there = treeAfter(tree, file, 'archive_heap_gb', 'archive_memory_gb');
    assert.equal(treeAfter(there, file, 'archive_memory_gb', 'archive_heap_gb'), tree);
  });

  test('keeps its values and the findings', () => {
    const tree = exampleNamed('observatory');
    const after = treeAfter(tree, 'roles/elasticsearch/templates/heap.options.j2', 'archive_heap_gb', 'archive_memory');
    assert.equal(
      factsOf(snapshotOf(after)).map((fact) => fact.replaceAll('archive_memory', 'archive_heap_gb')),
      factsOf(snapshotOf(tree)),
    );
  });

  const HOSTS = 'search:\n  hosts:\n    es-1: {heap: 4}\n';
  const inPlay = (more: string): Tree => ({ 'hosts.yml': HOSTS, 'site.yml': `- hosts: search\n  tasks:\n${more}` });

  test('keeps its name where a name is made of parts, or all variables are read', () => {
    const refused: Readonly<Record<string, string | undefined>> = {
      "{{ lookup('vars', 'he' ~ rest) }}": 'site.yml:3 names a variable that only a run knows, which may be heap',
      "{{ vars['mem' ~ rest] }}": 'site.yml:3 names a variable that only a run knows, which may be heap',
      '{{ hostvars[inventory_hostname][rest] }}':
        'site.yml:3 names a variable that only a run knows, which may be heap',
      '{{ hostvars | dict2items }}': 'site.yml:3 names a variable that only a run knows, which may be heap',
      "{{ q('varnames', '^he.*') }}": 'site.yml:3 names a variable that only a run knows, which may be heap',
      '{{ heap }} {% if a %}{% set heap = 2 %}{% endif %}':
        'site.yml:3 sets a name heap of its own, besides the variable',
      '{% for memory in [1] %}{{ heap }}{% endfor %}':
        'site.yml:3 has a name memory of its own, which would hide the variable',
      '{{ heap }} {{ 1 + }}': 'site.yml:3 has the word heap in a template that Jinja cannot read',
      "{{ lookup('vars', 'disk_' ~ rest) }}": undefined,
      "{{ q('varnames', '^disk') }}": undefined,
      '{{ hostvars[rest] is defined and rest in hostvars and hostvars | length > 1 }}': undefined,
      '{% for memory in [1] %}{{ memory }}{% endfor %}': undefined,
    };
    for (const [template, why] of Object.entries(refused)) {
      const tree = inPlay(`    - command: ${JSON.stringify(template)}\n`);
      if (why !== undefined) assert.is(whyNot(tree, 'hosts.yml', 'heap', 'memory'), why, template);
      else assert.match(treeAfter(tree, 'hosts.yml', 'heap', 'memory')['hosts.yml'] ?? '', 'memory: 4', template);
    }
    assert.is(
      whyNot(inPlay('    - set_fact: {"{{ which }}": 1}\n'), 'hosts.yml', 'heap', 'memory'),
      'site.yml:3 names a variable that only a run knows, which may be heap',
    );
    const known = inPlay('    - command: "{{ lookup(\'vars\', which) }}"\n');
    assert.match(
      treeAfter({ ...known, 'group_vars/all.yml': 'which: disk\n' }, 'hosts.yml', 'heap', 'm')['hosts.yml'] ?? '',
      'm: 4',
    );
    assert.match(
      whyNot({ ...known, 'group_vars/all.yml': 'which: heap\n' }, 'hosts.yml', 'heap', 'm'),
      'site.yml:3 names a',
    );
  });

  test('keeps its name where a file cannot be edited with certainty', () => {
    const tree = { 'hosts.yml': HOSTS };
    const refused: Readonly<Record<string, readonly [file: string, text: string]>> = {
      'deploy.sh:2 has the word heap, in a file that stacklint does not edit': [
        'deploy.sh',
        '# heap\nansible-playbook -e heap=3\n',
      ],
      'group_vars/search.yml has the word heap, and a fault: what it names is not certain': [
        'group_vars/search.yml',
        'a: "{{ heap }}"\nb: ]\n',
      ],
      'group_vars/none.yml:1 has the word heap, and no stack reads that file': ['group_vars/none.yml', 'a: [heap]\n'],
      'group_vars/search/vault.yml is vaulted, and may name heap; stacklint has no password for it': [
        'group_vars/search/vault.yml',
        '$ANSIBLE_VAULT;1.1;AES256\n3133\n',
      ],
      'group_vars/search.yml:2 cannot be edited without another change': [
        'group_vars/search.yml',
        'heap: 1\nheap: 2\n',
      ],
      'group_vars/search.yml:1 names heap in a way that cannot be edited': ['group_vars/search.yml', '"h\\x65ap": 1\n'],
    };
    for (const [why, [file, text]] of Object.entries(refused))
      assert.is(whyNot({ ...tree, [file]: text }, 'hosts.yml', 'heap', 'memory'), why);
    const unread = {
      ...tree,
      'stacklint.yml': 'rules: {memory/heap-limit: off}\n',
      'group_vars/none.yml': 'heap: 3 # heap\n',
      'notes.txt': 'heap',
    };
    assert.is(treeAfter(unread, 'hosts.yml', 'heap', 'memory')['group_vars/none.yml'], 'memory: 3 # heap\n');
  });

  test('keeps its name where Ansible or a role that is not at hand knows it by this name', () => {
    const role = { 'hosts.yml': HOSTS, 'site.yml': '- hosts: search\n  roles: [someone.heap]\n' };
    assert.is(
      whyNot(role, 'hosts.yml', 'heap', 'memory'),
      'the role someone.heap of site.yml:1 is not in the project, and may read heap',
    );
    const search = { 'hosts.yml': 'search:\n  hosts:\n    es-1: {search_heap: 4, ansible_host: a}\n' };
    assert.is(
      whyNot(search, 'hosts.yml', 'search_heap', 'memory'),
      'search_heap has its meaning from the role search, which knows it by this name',
    );
    for (const [word, tree] of [
      ['ansible_host', search],
      ['inventory_hostname', inPlay('    - command: "{{ inventory_hostname }}"\n')],
      ['item', inPlay('    - command: "{{ item }}"\n')],
    ] as const)
      assert.is(
        whyNot(tree, tree === search ? 'hosts.yml' : 'site.yml', word, 'memory'),
        `${word} has its meaning from Ansible, which knows it by this name`,
      );
  });

  test('gets no name that is not valid, or that something has', () => {
    const tree = {
      'hosts.yml': 'search:\n  hosts:\n    es-1: {heap: 4, own: 3}\n',
      'site.yml': '- hosts: search\n  tasks:\n    - {command: a, register: said}\n',
    };
    const refused: Readonly<Record<string, string>> = {
      'my-heap': 'my-heap is no name of a variable: letters, digits and _, and no digit at first',
      '1st': '1st is no name of a variable: letters, digits and _, and no digit at first',
      class: 'class is no name of a variable: Python has the word for itself',
      hosts: 'hosts is a reserved name in Ansible',
      groups: 'groups has its meaning from Ansible, which knows it by this name',
      ansible_heap: 'ansible_heap has its meaning from Ansible, which knows it by this name',
      own: 'own is in use at hosts.yml:3; the two variables would become one',
      said: 'said is in use at site.yml:3; the two variables would become one',
      heap: 'it is called heap already',
      yes: 'hosts.yml:3 cannot be edited without another change',
    };
    for (const [by, why] of Object.entries(refused)) assert.is(whyNot(tree, 'hosts.yml', 'heap', by), why);
  });
});

/** A project whose group `data` and whose host `es-1` have their names in every way that there is. */
const OWNERS: Tree = {
  'hosts.ini': `es-1:22 a=1
[data]
es-1 b=2 # es-1 of data
[data:vars]
path=data
[all_data:children]
data
`,
  'more.yml': `all:
  children:
    data:
      hosts:
        'es-1':
    other: {children: {data: }}
`,
  'ansible.cfg': '[defaults]\ninventory = hosts.ini, more.yml\n',
  'group_vars/data.yml': 'c: 3\n',
  'group_vars/data/d.yml': 'd: 4\n',
  'host_vars/es-1.yml': 'e: 5\n',
  'group_vars/all.yml': `first: "{{ groups['data'][0] }}{{ groups.data | length }}{{ groups.get('data', []) }}"
is_data: "{{ 'data' in group_names and 'data' not in groups }}"
both: "{{ group_names | intersect(['data']) }}{{ data }}"
data: data
of_one: "{{ hostvars['es-1'].c }}{{ inventory_hostname == 'es-1' }}{{ inventory_hostname in ['es-1', 'es-9'] }}"
`,
  'site.yml': `- hosts: data:&all_data:!es-1
- hosts: [all, '!data', "data[0]"]
- hosts: "{{ target | default('data:es-1') }}"
  roles: [data]
  tasks:
    - command: run
      delegate_to: es-1
      tags: data
    - add_host: {name: es-9, groups: [data]}
    - group_by: {key: data}
`,
  'roles/data/tasks/main.yml': '- template: {src: a.j2, dest: /data/a}\n',
  'roles/data/templates/a.j2': `data: {% for host in groups['data'] %}{{ hostvars[host].b }}{% endfor %}
`,
  'stacklint.yml': `preset: production
overrides:
  - groups: [data, 'd*']
    rules: {memory/*: off}
  - hosts: es-1
    rules: {memory/*: off}
`,
};

describe('a group or a host', (test) => {
  test('gets another name wherever it has one, and so do the files of its variables', () => {
    const after = treeAfter(OWNERS, 'hosts.ini', 'data', 'depot');
    assert.equal(changedLines(OWNERS, after), [
      'hosts.ini:2 [depot]',
      'hosts.ini:4 [depot:vars]',
      'hosts.ini:7 depot',
      'more.yml:3     depot:',
      'more.yml:6     other: {children: {depot: }}',
      'group_vars/depot.yml is new',
      'group_vars/depot/d.yml is new',
      `group_vars/all.yml:1 first: "{{ groups['depot'][0] }}{{ groups.depot | length }}{{ groups.get('depot', []) }}"`,
      `group_vars/all.yml:2 is_data: "{{ 'depot' in group_names and 'depot' not in groups }}"`,
      `group_vars/all.yml:3 both: "{{ group_names | intersect(['depot']) }}{{ data }}"`,
      'site.yml:1 - hosts: depot:&all_data:!es-1',
      `site.yml:2 - hosts: [all, '!depot', "depot[0]"]`,
      `site.yml:3 - hosts: "{{ target | default('depot:es-1') }}"`,
      'site.yml:9     - add_host: {name: es-9, groups: [depot]}',
      'site.yml:10     - group_by: {key: depot}',
      `roles/data/templates/a.j2:1 data: {% for host in groups['depot'] %}{{ hostvars[host].b }}{% endfor %}`,
      "stacklint.yml:3   - groups: [depot, 'd*']",
      'group_vars/data.yml is gone',
      'group_vars/data/d.yml is gone',
    ]);
    assert.equal(changedLines(OWNERS, treeAfter(OWNERS, 'more.yml', 'es-1', 'es-01')), [
      'hosts.ini:1 es-01:22 a=1',
      'hosts.ini:3 es-01 b=2 # es-1 of data',
      "more.yml:5         'es-01':",
      'host_vars/es-01.yml is new',
      `group_vars/all.yml:5 of_one: "{{ hostvars['es-01'].c }}{{ inventory_hostname == 'es-01' }}{{ inventory_hostname in ['es-01', 'es-9'] }}"`,
      'site.yml:1 - hosts: data:&all_data:!es-01',
      `site.yml:3 - hosts: "{{ target | default('data:es-01') }}"`,
      'site.yml:7       delegate_to: es-01',
      'stacklint.yml:5   - hosts: es-01',
      'host_vars/es-1.yml is gone',
    ]);
  });

  test('gets its name back, to the byte', () => {
    for (const [name, by] of [
      ['data', 'depot'],
      ['es-1', 'es-01'],
    ] as const)
      assert.equal(treeAfter(treeAfter(OWNERS, 'hosts.ini', name, by), 'hosts.ini', by, name), OWNERS);
  });

  test('keeps the values of its hosts, and the findings', () => {
    for (const [tree, name, by] of [
      [exampleNamed('observatory'), 'archive', 'vaults'],
      [exampleNamed('observatory'), 'dome-2', 'roof-2'],
      [exampleNamed('bookshop'), 'search_data', 'stock'],
      [exampleNamed('museum'), 'catalogue-d1', 'archive-d1'],
      [OWNERS, 'data', 'depot'],
      [OWNERS, 'es-1', 'es-01'],
    ] as const) {
      const file = 'hosts.yml' in tree ? 'hosts.yml' : 'hosts.ini';
      const after = treeAfter(tree, file, file === 'hosts.yml' ? `${name}:` : name, by);
      const renamed = (fact: string): string => fact.replaceAll(by, name).replaceAll(by.replace('-', '_'), name);
      assert.equal(factsOf(snapshotOf(after)).map(renamed).sort(), factsOf(snapshotOf(tree)));
      assert.equal(treeAfter(after, file, file === 'hosts.yml' ? `${by}:` : by, name), tree);
    }
  });

  test('means the same to Ansible', () => {
    if (!hasAnsible()) return console.log(NO_ANSIBLE);
    const renames = [
      ['data', 'depot'],
      ['es-1', 'es-01'],
    ] as const;
    const run = { environment: {}, runs: [['--list']] };
    const trees = [OWNERS, ...renames.map(([name, by]) => treeAfter(OWNERS, 'hosts.ini', name, by))];
    const [before, ...after] = ask(trees.map((files) => ({ files, ...run }))).map((answer) => answer?.[0]);
    assert.is(before?.code, 0);
    for (const [index, [name, by]] of renames.entries()) {
      const keys = JSON.parse((after[index]?.stdout ?? '').replaceAll(`"${by}"`, `"${name}"`)) as object;
      const raw = JSON.stringify(sorted(keys)).replaceAll(`'${by}'`, `'${name}'`).replaceAll(`.${by} `, `.${name} `);
      assert.is(raw, JSON.stringify(sorted(JSON.parse(before?.stdout ?? ''))));
    }
  });

  const HOSTS = 'search:\n  hosts:\n    es-1: {heap: 4}\n    es-[2:3]:\n';

  test('keeps its name where only a run knows what is named', () => {
    const refused: Readonly<Record<string, string | undefined>> = {
      '- hosts: sea*\n': 'site.yml:1 names a group that only a run knows, which may be search',
      '- hosts: ~s.*ch\n': 'site.yml:1 names a group that only a run knows, which may be search',
      '- hosts: "{{ env }}_hosts:sea{{ env }}"\n':
        'site.yml:1 names a group that only a run knows, which may be search',
      '- hosts: all\n  tasks:\n    - group_by: {key: "se{{ env }}"}\n':
        'site.yml:3 names a group that only a run knows, which may be search',
      '- hosts: all\n  tasks:\n    - command: "{{ groups[item] }}"\n':
        'site.yml:3 names a group that only a run knows, which may be search',
      '- hosts: all\n  tasks:\n    - command: "{{ groups | dict2items }}"\n':
        'site.yml:3 names a group that only a run knows, which may be search',
      '- hosts: all\n  tasks:\n    - command: "{{ group_names[0] }}"\n':
        'site.yml:3 names a group that only a run knows, which may be search',
      '- hosts: "*"\n': undefined,
      '- hosts: "{{ target }}"\n': undefined,
      '- hosts: all\n  tasks:\n    - command: "{{ groups[\'kibana_\' ~ env] }}"\n': undefined,
    };
    for (const [play, why] of Object.entries(refused)) {
      const tree = { 'hosts.yml': HOSTS, 'site.yml': play };
      if (why !== undefined) assert.is(whyNot(tree, 'hosts.yml', 'search', 'nodes'), why, play);
      else assert.match(treeAfter(tree, 'hosts.yml', 'search', 'nodes')['hosts.yml'] ?? '', /^nodes:/, play);
    }
    const named = { 'hosts.yml': HOSTS, 'site.yml': '- hosts: all\n  tasks:\n    - command: "{{ groups[which] }}"\n' };
    assert.match(
      whyNot({ ...named, 'group_vars/all.yml': 'which: search\n' }, 'hosts.yml', 'search', 'nodes'),
      'site.yml:3 names',
    );
    const other = treeAfter({ ...named, 'group_vars/all.yml': 'which: kibana\n' }, 'hosts.yml', 'search', 'nodes');
    assert.match(other['hosts.yml'] ?? '', /^nodes:/);
  });

  test('keeps its name where it has it from a range, an expression or a role', () => {
    const why = (tree: Tree, file: string, word: string, by: string): string => whyNot(tree, file, word, by);
    assert.is(why({ 'hosts.yml': HOSTS }, 'hosts.yml', 'es-[2:3]', 'es-9'), 'es-[2:3] names 2 hosts');
    assert.is(
      why({ 'hosts.ini': '[nodes]\nes-[1:2]\n[others]\nes-1\n' }, 'hosts.ini', 'es-1\n', 'es-9'),
      'es-1 is one of the hosts of the range es-[1:2] at hosts.ini:2',
    );
    const constructed = {
      'ansible.cfg': '[defaults]\ninventory = inventory\n',
      'inventory/hosts.yml': HOSTS,
      'inventory/z.yml': 'plugin: constructed\ngroups:\n  large: heap > 3\n',
      'site.yml': '- hosts: large\n',
    };
    assert.is(
      why(constructed, 'site.yml', 'large', 'big'),
      'inventory/z.yml:3 makes the group large from an expression',
    );
    const search = { 'hosts.yml': 'search:\n  hosts:\n    es-1: {search_heap: 3, search_cluster_name: a}\n' };
    assert.is(why(search, 'hosts.yml', 'search', 'nodes'), 'the role search knows the group by its name search');
    assert.is(
      why({ 'hosts.ini': 'a\n', 'site.yml': '- hosts: all\n' }, 'site.yml', 'all', 'b'),
      'all is the name that Ansible itself gives the group',
    );
  });

  test('keeps a name that a text, a file or another order of groups depends on', () => {
    const tree = { 'hosts.yml': 'a:\n  hosts:\n    es-1:\nc:\n  hosts:\n    es-1:\n' };
    const refused: readonly (readonly [more: Tree, word: string, by: string, why: string])[] = [
      [
        { 'group_vars/all.yml': 'seeds: [es-1]\n' },
        'es-1',
        'es-9',
        'group_vars/all.yml:1 has es-1 in a text, which may be an address or the host',
      ],
      [{ 'files/es-1.pem': 'a' }, 'es-1', 'es-9', 'files/es-1.pem has the name of the host'],
      [
        { 'deploy.sh': 'ansible-playbook --limit a\n' },
        'a',
        'b',
        'deploy.sh:1 has the word a, in a file that stacklint does not edit',
      ],
      [{ 'group_vars/b.yml': 'x: 1\n' }, 'a', 'b', 'group_vars/b.yml is there, and would become that of b'],
      [
        { 'group_vars/a.yml': 'x: 1\n', 'group_vars/c.yml': 'x: 2\n' },
        'a',
        'd',
        'x of the group c would no longer override that of d, as Ansible sorts groups by their names',
      ],
      [{}, 'a', 'c', 'there is a group c already, at hosts.yml:4'],
      [{}, 'a', 'b-c', 'b-c is no name of a group: letters, digits and _'],
      [{}, 'es-1', 'es 1', 'es 1 is no name of a host: letters, digits, _, - and .'],
      [{}, 'es-1', '1', 'hosts.yml:3 cannot be edited without another change'],
    ];
    for (const [more, word, by, why] of refused) assert.is(whyNot({ ...tree, ...more }, 'hosts.yml', word, by), why);
    const apart = { ...tree, 'group_vars/a.yml': 'x: 1\n', 'group_vars/c.yml': 'y: 2\n' };
    assert.match(treeAfter(apart, 'hosts.yml', 'a', 'd')['hosts.yml'] ?? '', /^d:/);
  });
});

/** An editor that asks what can be renamed, and takes everything that a rename may do. */
const CAPABLE: ClientCapabilities = {
  workspace: { ...PUSHED.workspace, workspaceEdit: { documentChanges: true, resourceOperations: ['rename'] } },
  textDocument: { rename: { prepareSupport: true } },
};

describe('a rename in an editor', (test) => {
  const TREE = { 'hosts.yml': 'search:\n  hosts:\n    es-1: {"heap": 4, half: "{{ heap // 2 }}"}\n' };

  test('has the range of the word, and edits the version that is open', async () => {
    const editor = await opened(TREE);
    await editor.openText('/p/hosts.yml', `# a line more\n${TREE['hosts.yml']}`);
    const at = { textDocument: { uri: uriOf('/p/hosts.yml') }, position: { line: 3, character: 12 } };
    assert.equal(await editor.connection.sendRequest('textDocument/prepareRename', at), {
      range: { start: { line: 3, character: 12 }, end: { line: 3, character: 16 } },
      placeholder: 'heap',
    });
    const { documentChanges }: WorkspaceEdit = await editor.connection.sendRequest('textDocument/rename', {
      ...at,
      newName: 'memory',
    });
    assert.equal(documentChanges, [
      {
        textDocument: { uri: uriOf('/p/hosts.yml'), version: 1 },
        edits: [
          { range: { start: { line: 3, character: 12 }, end: { line: 3, character: 16 } }, newText: 'memory' },
          { range: { start: { line: 3, character: 32 }, end: { line: 3, character: 36 } }, newText: 'memory' },
        ],
      },
    ]);
    await editor.close();
  });

  test('says why there is none', async () => {
    const editor = await opened({ ...TREE, 'deploy.sh': 'ansible-playbook -e heap=3\n' });
    await editor.settled('/p/hosts.yml');
    const at = { textDocument: { uri: uriOf('/p/hosts.yml') }, position: { line: 2, character: 12 } };
    const refused = await editor.connection
      .sendRequest('textDocument/rename', { ...at, newName: 'memory' })
      .catch((error: unknown) => (error as Error).message);
    assert.is(refused, 'not renamed: deploy.sh:1 has the word heap, in a file that stacklint does not edit');
    const group = { ...at, position: { line: 0, character: 0 }, newName: 'nodes' };
    const files = { ...TREE, 'group_vars/search.yml': 'a: 1\n' };
    const able = await opened(files);
    await able.openText('/p/hosts.yml', TREE['hosts.yml']);
    const { documentChanges }: WorkspaceEdit = await able.connection.sendRequest('textDocument/rename', group);
    const [oldUri, newUri] = ['search', 'nodes'].map((name) => uriOf(`/p/group_vars/${name}.yml`));
    assert.equal(documentChanges?.at(-1), { kind: 'rename', oldUri, newUri });
    await able.close();
    const unable = await opened(files, { ...CAPABLE, workspace: { workspaceFolders: true } });
    const why = await unable.connection
      .sendRequest('textDocument/rename', group)
      .catch((error: unknown) => (error as Error).message);
    assert.is(why, 'not renamed: this editor cannot rename files, as group_vars/search.yml');
    await unable.close();
    const nothing = { ...at, position: { line: 1, character: 1 } };
    assert.is(await editor.connection.sendRequest('textDocument/prepareRename', nothing), null);
    assert.is(await editor.connection.sendRequest('textDocument/rename', { ...nothing, newName: 'a' }), null);
    await editor.close();
  });
});

async function opened(tree: Tree, capabilities = CAPABLE): Promise<Editor> {
  const editor = editorOn({ files: filesOf(tree) });
  const { capabilities: given } = await editor.open(['/p'], capabilities);
  assert.equal(given.renameProvider, { prepareProvider: true });
  return editor;
}

function filesOf(tree: Tree): Files {
  return memoryFiles(Object.fromEntries(Object.entries(tree).map(([path, text]) => [`/p/${path}`, text])));
}

/** Renames what has a word in a file; the tree of the project after that. */
function treeAfter(tree: Tree, file: string, word: string, by: string, number?: number): Tree {
  const { files, moves } = renameIn(tree, snapshotOf(tree), file, word, by, number);
  const texts = { ...tree, ...Object.fromEntries(files.map((one) => [one.file, one.after.text])) };
  return Object.fromEntries(
    Object.entries(texts).map(([path, text]) => {
      const full = `/p/${path}`;
      const move = moves.find(({ from }) => full === from || full.startsWith(`${from}/`));
      return [move === undefined ? path : (move.to + full.slice(move.from.length)).slice(3), text];
    }),
  );
}

function renameIn(tree: Tree, snapshot: Snapshot, file: string, word: string, by: string, number?: number) {
  const document = documentIn(snapshot, file);
  const target = renamableAt(snapshot, document, offsetOf(document, word, number));
  if (target === undefined) throw new CannotRename('nothing is there');
  return renamed(snapshot, filesOf(tree), target, by);
}

/** The lines that another tree has in place of those of one, and the files that came and went. */
function changedLines(before: Tree, after: Tree): readonly string[] {
  const changed = Object.entries(after).flatMap(([file, text]) => {
    const lines = before[file]?.split('\n');
    if (lines === undefined) return [`${file} is new`];
    return text.split('\n').flatMap((line, at) => (line === lines[at] ? [] : [`${file}:${String(at + 1)} ${line}`]));
  });
  return [...changed, ...Object.keys(before).flatMap((file) => (file in after ? [] : [`${file} is gone`]))];
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return [...value].sort();
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, sorted(each)] as const);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The reason why a rename is refused. */
function whyNot(tree: Tree, file: string, word: string, by: string, number?: number): string {
  try {
    treeAfter(tree, file, word, by, number);
  } catch (error) {
    if (error instanceof CannotRename) return error.message;
    throw error;
  }
  throw new Error('it was renamed');
}

/** The values of all variables of hosts, and the findings. */
function factsOf({ result }: Snapshot): readonly string[] {
  const values = result.opened.flatMap(({ inventory, values: resolved }) =>
    [...inventory.hosts.values()].flatMap((host) =>
      [...inventory.variablesOf(host).names()].map((name) => {
        const value = inventory.variablesOf(host).value(name);
        const outcome = value && resolved.of(host, value);
        return `${host.name} ${name} ${exactJson(outcome?.state === 'known' ? plainData(outcome.value) : outcome?.state)}`;
      }),
    ),
  );
  const findings = result.findings.map(({ rule, at, message }) => `${rule} ${'file' in at ? at.file : ''} ${message}`);
  return [...values, ...findings].sort();
}
