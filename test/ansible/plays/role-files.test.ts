/** Which files of roles and tasks count where a template, a folder or an encrypted file stands in the way. */
import { assert, describe } from '../../describe.ts';
import { project } from '../../project.ts';
import { heap } from '../../stack/heap.ts';

const ROLE = { 'roles/search/defaults/main.yml': 'search_heap: 1\n' };
const FACT = '- set_fact: {search_heap: 2}\n';
const VAULTED = '$ANSIBLE_VAULT;1.1;AES256\n3333\n';

function including(task: string): Readonly<Record<string, string>> {
  return { ...ROLE, 'site.yml': `- hosts: search\n  tasks: [${task}]\n` };
}

describe('the files of a role', (test) => {
  test('that a template names for one of its uses may be any that it can become', () => {
    const one = 'include_role: {name: search, ';
    const play = (from: string) => including(`{${one}${from}: "{{ os }}"}}`);
    for (const [from, path, text] of [
      ['tasks_from', 'tasks/debian.yml', FACT],
      ['handlers_from', 'handlers/debian.yml', FACT],
      ['vars_from', 'vars/debian.yml', 'search_heap: 2\n'],
      ['defaults_from', 'defaults/debian.yml', 'search_heap: 2\n'],
    ] as const)
      assert.match(heap({ ...play(from), [`roles/search/${path}`]: text }), /^may be set .*debian\.yml:1$/, from);
    const ended = including(`{${one}tasks_from: "setup-{{ os }}"}}`);
    assert.is(heap({ ...ended, 'roles/search/tasks/debian.yml': FACT }), '1');
    assert.match(heap({ ...ended, 'roles/search/tasks/setup-debian.yml': FACT }), /^may be set/);
  });

  test('handlers that a use names count, and no others', () => {
    const play = including('{include_role: {name: search, handlers_from: x}}');
    assert.match(heap({ ...play, 'roles/search/handlers/x.yml': FACT }), /^may be set by set_fact/);
    assert.is(heap({ ...play, 'roles/search/handlers/x.yml': '[]', 'roles/search/handlers/main.yml': FACT }), '1');
  });

  test('in a folder that stands for main count without an extension, too', () => {
    const site = { 'site.yml': '- hosts: search\n  roles: [search]\n' };
    const plain = { 'roles/search/defaults/main/a.yml': 'search_heap: 1\n', ...site };
    assert.is(heap({ ...plain, 'roles/search/defaults/main/b': 'search_heap: 2\n' }), '2');
    assert.is(heap({ ...plain, 'roles/search/defaults/main/c/d': 'search_heap: 2\n' }), '2');
    assert.is(heap({ ...plain, 'roles/search/defaults/main/b.txt': 'search_heap: 2\n' }), '1');
    assert.is(heap({ ...plain, 'roles/search/defaults/main/c.d/e.yml': 'search_heap: 2\n' }), '1');
  });

  test('vars_from takes a folder before the file of its name, main the file', () => {
    const files = (name: string) => ({
      [`roles/search/vars/${name}/x.yml`]: 'search_heap: 2\n',
      [`roles/search/vars/${name}.yml`]: 'search_heap: 3\n',
    });
    const play = (from: string) => including(`{import_role: {name: search${from}}}`);
    assert.is(heap({ ...play(', vars_from: other'), ...files('other') }), '2');
    assert.is(heap({ ...play(''), ...files('main') }), '3');
  });

  test('are read once for all inventories, but for those beside an inventory', () => {
    const opened = project({
      'site.yml': '- hosts: search\n  roles: [search]\n',
      'roles/search/defaults/main.yml': 'search_heap: 1\n',
      'roles/search/tasks/main.yml': '- include_vars: "{{ inventory_dir }}/own.yml"\n',
      'inventories/a/hosts.ini': '[search]\nes-1\n',
      'inventories/a/own.yml': 'search_name: a\n',
      'inventories/b/hosts.ini': '[search]\nes-2\n',
      'inventories/b/own.yml': 'search_name: b\n',
    }).open();
    const [a, b] = opened.map(({ inventory }) => inventory.plays.assignments);
    const of = (all: typeof a, name: string) => all?.filter((one) => one.name === name) ?? [];
    assert.is(of(a, 'search_heap')[0], of(b, 'search_heap')[0]);
    assert.equal(
      [a, b].map((all) => of(all, 'search_name').map(({ document }) => document.file)),
      [['inventories/a/own.yml'], ['inventories/b/own.yml']],
    );
  });
});

describe('the files that tasks and plays include', (test) => {
  test('are looked for in the folder that stands before a template', () => {
    const role = (task: string) => ({
      ...ROLE,
      'site.yml': '- hosts: search\n  roles: [search]\n',
      'roles/search/tasks/main.yml': `- ${task}\n`,
    });
    for (const folder of ['{{ playbook_dir }}', '../../..']) {
      const variables = role(`include_vars: "${folder}/vars/{{ env }}.yml"`);
      assert.match(heap({ ...variables, 'vars/prod.yml': 'search_heap: 2\n' }), /^may be set by include_vars/, folder);
      const tasks = role(`include_tasks: "${folder}/shared/{{ env }}.yml"`);
      assert.match(heap({ ...tasks, 'shared/prod.yml': FACT }), /^may be set by set_fact/, folder);
    }
  });

  test('of plays are those of variables that a path can become', () => {
    const play = (file: string) => ({
      'site.yml': `- hosts: search\n  vars_files: ["${file}.yml"]\n`,
      'group_vars/search.yml': 'search_heap: 1\n',
      'vars/Debian.yml': 'other: 1\n',
    });
    for (const file of ['{{ ansible_os_family }}', 'vars/{{ ansible_os_family }}', '{{ env }}']) {
      assert.is(heap(play(file)), '1', file);
      const set = { ...play(file), 'vars/RedHat.yml': 'search_heap: 2\n' };
      assert.match(heap(set), /^may be set by vars_files at site\.yml:2$/, file);
      const unset = { ...play(file), 'group_vars/search.yml': 'other: 1\n' };
      assert.is(heap(unset), 'undefined', file);
      assert.match(heap({ ...unset, 'vars/RedHat.yml': VAULTED }), /^may be set by vars_files/, file);
    }
  });

  test('may set anything where nobody can read them', () => {
    for (const text of [VAULTED, 'a: [\n', 'a text\n'])
      assert.match(heap({ ...including('{include_vars: x.yml}'), 'x.yml': text }), /^may be set by include_vars/, text);
    const site = { ...ROLE, 'site.yml': '- hosts: search\n  roles: [search]\n- import_playbook: more.yml\n' };
    assert.is(heap({ ...site, 'more.yml': '- hosts: search\n' }), '1');
    assert.match(heap({ ...site, 'more.yml': VAULTED }), /^may be set by a play at more\.yml:1$/);
  });
});
