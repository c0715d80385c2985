/** Definitions and references: places by name. */
import { definitionsAt, referencesAt } from '../../src/editor/definitions.ts';
import type { Snapshot } from '../../src/editor/snapshot.ts';
import { assert, describe } from '../describe.ts';
import { documentIn, exampleNamed, offsetOf, shownLocations, snapshotOf } from './project.ts';

const observatory = snapshotOf(exampleNamed('observatory'));

function definitions(snapshot: Snapshot, file: string, word: string, number?: number): readonly string[] {
  const document = documentIn(snapshot, file);
  return shownLocations(definitionsAt(snapshot, document, offsetOf(document, word, number)));
}

function references(snapshot: Snapshot, file: string, word: string, declarations = true): readonly string[] {
  const document = documentIn(snapshot, file);
  return shownLocations(referencesAt(snapshot, document, offsetOf(document, word), declarations));
}

describe('the definition', (test) => {
  test('of a variable is every place that sets it, the strongest first', () => {
    const places = ['group_vars/archive.yml:3:1', 'roles/elasticsearch/defaults/main.yml:2:1'];
    assert.equal(definitions(observatory, 'roles/elasticsearch/templates/heap.options.j2', 'archive_heap_gb'), places);
    assert.equal(definitions(observatory, 'roles/elasticsearch/defaults/main.yml', 'archive_heap_gb'), places);
    assert.equal(definitions(observatory, 'roles/elasticsearch/tasks/main.yml', 'archive_version'), [
      'group_vars/all.yml:3:1',
    ]);
  });

  test('of a variable of another host, or of one that lookup names, is that of the variable', () => {
    const snapshot = snapshotOf({
      'hosts.ini': '[search]\nes-1 heap=4\nes-2 heap={{hostvars["es-1"].heap}}\n',
      'group_vars/all.yml':
        "one: \"{{ hostvars['es-1']['heap'] }}\"\ntwo: \"{{ lookup('vars', 'heap') }}\"\nthree: '{{ vars.heap }}'\n",
    });
    const places = ['hosts.ini:2:6', 'hosts.ini:3:6'];
    for (const number of [1, 2, 3]) assert.equal(definitions(snapshot, 'group_vars/all.yml', 'heap', number), places);
    assert.equal(definitions(snapshot, 'hosts.ini', 'heap', 3), places);
    assert.equal(definitions(snapshot, 'group_vars/all.yml', 'es-1'), ['hosts.ini:2:1']);
  });

  test('of a group or host is where it is declared', () => {
    assert.equal(definitions(observatory, 'site.yml', 'archive\n'), ['hosts.yml:5:5']);
    assert.equal(definitions(observatory, 'roles/kibana/templates/kibana.yml.j2', 'archive'), ['hosts.yml:5:5']);
    assert.equal(definitions(observatory, 'hosts.yml', 'dome-2'), ['hosts.yml:9:9']);
  });

  test('of a role is its tasks, of a template and a file of tasks the file', () => {
    assert.equal(definitions(observatory, 'site.yml', 'elasticsearch'), ['roles/elasticsearch/tasks/main.yml:1:1']);
    assert.equal(definitions(observatory, 'roles/kibana/tasks/main.yml', 'kibana.yml.j2'), [
      'roles/kibana/templates/kibana.yml.j2:1:1',
    ]);
    const snapshot = snapshotOf({
      'hosts.yml': 'search:\n  hosts:\n    es-1:\n',
      'site.yml': '- import_playbook: plays/search.yml\n',
      'plays/search.yml':
        '- hosts: "search:!none"\n  tasks:\n    - include_tasks: more.yml\n    - import_tasks:\n        file: tasks/less.yml\n    - template: {src: a.j2, dest: /a}\n    - template: src=b.j2 dest=/b\n',
      'plays/more.yml': '- debug:\n',
      'plays/tasks/less.yml': '- debug:\n',
      'plays/templates/a.j2': 'a\n',
      'plays/templates/b.j2': 'b\n',
    });
    assert.equal(definitions(snapshot, 'site.yml', 'plays/'), ['plays/search.yml:1:1']);
    assert.equal(definitions(snapshot, 'plays/search.yml', 'search'), ['hosts.yml:1:1']);
    assert.equal(definitions(snapshot, 'plays/search.yml', 'more.yml'), ['plays/more.yml:1:1']);
    assert.equal(definitions(snapshot, 'plays/search.yml', 'tasks/less'), ['plays/tasks/less.yml:1:1']);
    assert.equal(definitions(snapshot, 'plays/search.yml', 'a.j2'), ['plays/templates/a.j2:1:1']);
    assert.equal(definitions(snapshot, 'plays/search.yml', 'b.j2'), ['plays/templates/b.j2:1:1']);
  });

  test('is nothing for a name that nothing sets', () => {
    assert.equal(definitions(observatory, 'group_vars/console.yml', 'vault_console'), []);
  });
});

describe('the references', (test) => {
  test('of a variable are all places that set and use it', () => {
    const uses = ['heap.options.j2:1:8', 'heap.options.j2:2:8'].map((at) => `roles/elasticsearch/templates/${at}`);
    assert.equal(references(observatory, 'group_vars/archive.yml', 'archive_heap_gb'), [
      'group_vars/archive.yml:3:1',
      'roles/elasticsearch/defaults/main.yml:2:1',
      ...uses,
    ]);
    assert.equal(references(observatory, 'group_vars/archive.yml', 'archive_heap_gb', false), uses);
  });

  test('of a variable are those in conditions and other variables, too', () => {
    const snapshot = snapshotOf({
      'hosts.toml': '[search.hosts.es-1]\nheap = 4\nhalf = "{{ heap // 2 }}"\n[search.vars]\nheap = 2\n',
      'site.yml':
        '- hosts: search\n  roles:\n    - {role: none, when: heap > 1}\n  tasks:\n    - assert: {that: [heap > 3]}\n      when:\n        - heap is defined\n      vars: {own: "{{ heap }}"}\n    - block:\n        - debug: {var: heap}\n',
    });
    assert.equal(references(snapshot, 'site.yml', 'heap'), [
      'hosts.toml:2:1',
      'hosts.toml:5:1',
      'site.yml:3:26',
      'site.yml:5:23',
      'site.yml:7:11',
      'site.yml:8:23',
      'site.yml:10:24',
      'hosts.toml:3:12',
    ]);
  });

  test('of a group are its mentions in sources, plays and templates', () => {
    assert.equal(references(observatory, 'hosts.yml', 'archive'), [
      'hosts.yml:5:5',
      'site.yml:3:10',
      'roles/elasticsearch/templates/elasticsearch.yml.j2:9:24',
      'roles/elasticsearch/templates/elasticsearch.yml.j2:12:42',
      'roles/kibana/templates/kibana.yml.j2:5:24',
    ]);
  });

  test('of a role are the places that apply it', () => {
    assert.equal(references(observatory, 'site.yml', 'kibana'), ['site.yml:12:7']);
  });
});
