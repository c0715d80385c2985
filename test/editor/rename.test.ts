/** Renames: every place that has a name gets the other, or none does and a sentence says why. */
import type { ClientCapabilities, WorkspaceEdit } from 'vscode-languageserver';
import { CannotRename } from '../../src/editor/rename-scope.ts';
import { renamableAt, renamed } from '../../src/editor/rename.ts';
import type { Snapshot } from '../../src/editor/snapshot.ts';
import type { Files } from '../../src/ground/files.ts';
import { exactJson } from '../../src/model/exact-json.ts';
import { plainData } from '../../src/source/tree.ts';
import { assert, describe } from '../describe.ts';
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
    const unread = { ...tree, 'group_vars/none.yml': 'heap: 3 # heap\n', 'notes.txt': 'heap' };
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
          {
            range: { start: { line: 3, character: 12 }, end: { line: 3, character: 36 } },
            newText: 'memory": 4, half: "{{ memory',
          },
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
    const nothing = { ...at, position: { line: 1, character: 3 } };
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
