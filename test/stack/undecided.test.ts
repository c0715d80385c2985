import type { Result } from '../../src/check/result.ts';
import { assert, describe } from '../describe.ts';
import { project } from '../project.ts';
import { inFile, textAt } from '../in-file.ts';

type Others = Readonly<Record<string, string>>;

/** The text that each undecided value points at, with its file. */
function faults(variables: string, others: Others = {}): readonly string[] {
  const result = checked(variables, others);
  return result.undecided.map(({ at }) => `${inFile(at).file}: ${textAt(at, result.documents) ?? 'not read'}`);
}

function checked(
  variables: string,
  others: Others,
  file = 'group_vars/search.yml',
  rule = 'memory/heap-limit',
): Result {
  const tree = { 'hosts.ini': '[search]\nes-1\n', [file]: variables, ...others };
  return project(tree, { inventory: ['hosts.ini'], vocabularies: ['search'] }).check({ rule });
}

describe('an undecided setting', (test) => {
  test('points at the name in the template that nobody can tell', () => {
    assert.equal(faults('search_heap: "{{ (ansible_memtotal_mb / 2048) | int }}"\n'), [
      'group_vars/search.yml: ansible_memtotal_mb',
    ]);
    assert.equal(faults('search_heap: >-\n  {{ 1 +\n     ansible_memtotal_mb }}\n'), [
      'group_vars/search.yml: ansible_memtotal_mb',
    ]);
  });

  test('points at what leads to that name, where another variable holds it', () => {
    const all = { 'group_vars/all.yml': 'half: "{{ ansible_memtotal_mb // 2048 }}"\n' };
    assert.equal(faults("search_heap: '{{ half }}'\n", all), ['group_vars/search.yml: half']);
  });

  test('points into the inventory file too', () => {
    const hosts = { 'hosts.ini': '[search]\nes-1 search_heap="{{ ansible_memtotal_mb }}" search_cluster_name=logs\n' };
    assert.equal(faults('', hosts), ['hosts.ini: ansible_memtotal_mb']);
  });

  test('points at the whole value where no name is at fault', () => {
    assert.equal(faults('search_heap: "{{ 1 + }}"\n').length, 1);
  });

  test('is decided where the value counts: what a task sets overrides the inventory', () => {
    const deciding = (variables: string, others: Others = {}) =>
      checked(variables, others).undecided.map(({ decidedBy }) => decidedBy);
    const set = (task: string) => ({ 'site.yml': `- hosts: search\n  tasks: [${task}]\n` });
    assert.equal(deciding('search_heap: 4\n', set('{set_fact: {search_heap: 2}}')), ['set search_heap with -e']);
    assert.equal(deciding('search_heap: "{{ size }}"\n', set('{command: x, register: size}')), ['set size with -e']);
    assert.equal(deciding('search_heap: "{{ size }}"\n'), ['set size in the inventory, or with -e']);
  });

  test('that a name in a template may mean has the cause of all others', () => {
    const task = { 'site.yml': '- hosts: search\n  tasks:\n    - set_fact: {"{{ name }}": 4}\n' };
    const [open] = checked('search_heap: 4\n', task).undecided;
    assert.is(open?.shared, 'any variable named {{ name }} may be set by set_fact at site.yml:3');
    assert.is(open?.decidedBy, undefined);
  });

  test('that is a secret names the lookup that it comes from, and no other text of its template', () => {
    const why = (template: string): string => {
      const variables = `dashboard_extra_config: {ext.security.encryptionKey: "${template}"}\n`;
      const files = { 'hosts.ini': '[search]\n[dashboard]\nd\n' };
      const [first] = checked(
        variables,
        files,
        'group_vars/dashboard.yml',
        'dashboard/encryption-key-length',
      ).undecided;
      return first?.message.replace('dashboard_extra_config: ext.security.encryptionKey ', '') ?? '';
    };
    for (const [called, told] of [
      ["lookup('env', 'KEY')", 'env'],
      ["lookup('ansible.builtin.env', 'KEY')", 'env'],
      ["lookup('community.hashi_vault.hashi_vault', 'secret=x:y')", 'community.hashi_vault.hashi_vault'],
      ["query('community.hashi_vault.vault_kv2_get', 'x').secret", 'community.hashi_vault.vault_kv2_get'],
    ] as const)
      assert.is(why(`{{ ${called} }}`), `uses the lookup ${told}, which only a run can do`);
    for (const called of ["lookup('a.b' ~ '.c', 'KEY')", "lookup('a b', 'KEY')"])
      assert.match(why(`{{ ${called} }}`), /^is not known: a secret goes into it/, called);
  });

  test('says that a vaulted file may set the name that its template needs, and does not take that name for a secret', () => {
    const vault = { 'group_vars/all.yml': '$ANSIBLE_VAULT;1.1;AES256\n6162\n' };
    assert.equal(
      checked('search_heap: "{{ heap_of_all }}"\n', vault).undecided.map(({ message }) => message),
      [
        'search_heap depends on heap_of_all, which may be set in group_vars/all.yml, ' +
          'which is vaulted, and no password that opens it was given',
      ],
    );
  });
});

describe('from_json and from_yaml', (test) => {
  test('are evaluated', () => {
    assert.equal(faults(`search_heap: "{{ ('{\\"heap\\": 16}' | from_json).heap }}"\n`), []);
    assert.equal(faults(`search_heap: "{{ ('heap: 010' | from_yaml).heap }}"\n`), []);
  });

  test('stay open where Ansible reads files in another way than texts', () => {
    assert.is(faults(`search_heap: "{{ ('heap: !vault x' | from_yaml).heap }}"\n`).length, 1);
  });
});
