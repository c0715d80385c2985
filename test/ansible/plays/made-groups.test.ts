/** Variables of groups that tasks put hosts into. */
import { assert, describe } from '../../describe.ts';
import { heap } from '../../stack/heap.ts';

const BY_GROUP = /^may be set by group_by at site\.yml:2$/;

/** The heap in a project where a task makes groups, and with files below group_vars. */
function withGroup(task: string, files: Readonly<Record<string, string>>, hosts = '[search]\na\n[other]\nb\n'): string {
  const site = `- hosts: search\n  tasks: [${task}]\n`;
  return heap({ hosts, 'site.yml': site, ...files });
}

describe('a group that a task puts hosts into', (test) => {
  test('may set what its files set, in each way to name it', () => {
    for (const task of [
      '{group_by: {key: "os_{{ ansible_distribution }}"}}',
      '{group_by: key=os_Debian}',
      '{ansible.builtin.group_by: {key: os_Debian, parents: os}}',
      '{group_by: , args: "{{ made }}"}',
      '{group_by: {key: "{{ ansible_distribution }}"}}',
    ])
      for (const path of ['group_vars/os_Debian.yml', 'group_vars/os_Debian/main.yml'])
        assert.match(withGroup(task, { [path]: 'search_heap: 2\n' }), BY_GROUP, `${task} ${path}`);
  });

  test('sets nothing by files of other names, nor by a template those of groups that there are', () => {
    const files = { 'group_vars/os_Debian.yml': 'search_heap: 2\n', 'group_vars/all.yml': 'search_heap: 1\n' };
    assert.is(withGroup('{group_by: {key: "zone_{{ zone }}"}}', files), '1');
    assert.is(withGroup('{group_by: key=os_Deb}', files), '1');
    assert.is(withGroup('{debug: {msg: group_by}}', files), '1');
    const other = { 'group_vars/other.yml': 'search_heap: 2\n', 'group_vars/all.yml': 'search_heap: 1\n' };
    assert.is(withGroup('{group_by: {key: "{{ ansible_distribution }}"}}', other), '1');
    assert.match(withGroup('{group_by: key=other}', other), BY_GROUP);
  });

  test('may set what the inventory sets for it', () => {
    const hosts = '[search]\na\n[other]\nb\n[other:vars]\nsearch_heap=2\n';
    assert.match(withGroup('{group_by: key=other}', {}, hosts), BY_GROUP);
    assert.is(withGroup('{group_by: key=others}', {}, hosts), 'undefined');
  });

  test('leaves open what nothing sets where its file is vaulted', () => {
    const vaulted = { 'group_vars/os_Debian.yml': '$ANSIBLE_VAULT;1.1;AES256\n6162\n' };
    assert.match(withGroup('{group_by: key=os_Debian}', vaulted), BY_GROUP);
    assert.is(withGroup('{group_by: key=os_Debian}', { ...vaulted, 'group_vars/all.yml': 'search_heap: 1\n' }), '1');
  });

  test('sets nothing for hosts of other plays', () => {
    const files = { 'group_vars/os_Debian.yml': 'search_heap: 2\n', 'group_vars/all.yml': 'search_heap: 1\n' };
    const site = '- hosts: other\n  tasks: [{group_by: key=os_Debian}]\n- hosts: search\n  tasks: []\n';
    assert.is(heap({ hosts: '[search]\na\n[other]\nb\n', ...files, 'site.yml': site }), '1');
  });
});
