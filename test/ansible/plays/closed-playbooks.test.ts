/** Playbooks that are there and that nobody can read: for want of permission, or of a password. */
import { assert, describe } from '../../describe.ts';
import { project } from '../../project.ts';
import { heap } from '../../stack/heap.ts';
import { inFile } from '../../in-file.ts';

const VAULTED = '$ANSIBLE_VAULT;1.1;AES256\n3333\n';

/** The heap in a project with one file that cannot be read. */
function without(path: string, more: Readonly<Record<string, string>> = {}): string {
  return heap({ [path]: '- hosts: search\n', ...more }, 'hosts', [path]);
}

function told(path: string, more: Readonly<Record<string, string>> = {}): readonly string[] {
  const tree = { hosts: '[search]\na\n', [path]: '- hosts: search\n', ...more };
  const target = { inventory: ['hosts'], vocabularies: ['search'] };
  const { findings } = project(tree, target, { [path]: 'permission denied' }).check({ rule: 'inventory/syntax' });
  return findings.map(({ at, message }) => `${inFile(at).file} ${message}`);
}

describe('a playbook that nobody may read', (test) => {
  test('may set what nothing else sets, and is told', () => {
    for (const path of ['site.yml', 'playbooks/search.yml']) {
      assert.is(without(path), `may be set by a play at ${path}:1`);
      assert.is(without(path, { 'group_vars/all.yml': 'search_heap: 1\n' }), '1');
      assert.equal(told(path), [`${path} This cannot be read: permission denied.`]);
    }
  });

  test('is told where another imports it', () => {
    const site = { 'site.yml': '- import_playbook: more/search.yml\n- hosts: search\n  tasks: []\n' };
    assert.equal(told('more/search.yml', site), ['more/search.yml This cannot be read: permission denied.']);
  });

  test('may be any file beside the inventory, of which nothing is told', () => {
    assert.is(without('search.yml'), 'may be set by a play at search.yml:1');
    assert.equal(told('search.yml'), []);
  });

  test('is none in folders of roles, tests, variables and other projects', () => {
    for (const path of ['roles/search/tasks/site.yml', 'molecule/default/playbook.yml', 'other/site.yml', 'docs/x.yml'])
      assert.is(without(path, { 'other/ansible.cfg': '' }), 'undefined', path);
  });

  test('is a vaulted one only by its name: others are vaulted variables', () => {
    for (const path of ['site.yml', 'playbooks/search.yml'])
      assert.is(heap({ [path]: VAULTED }), `may be set by a play at ${path}:1`);
    for (const path of ['secrets.yml', 'vault.yml']) assert.is(heap({ [path]: VAULTED }), 'undefined', path);
  });
});
