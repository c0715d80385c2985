/** Which playbooks and roles the names of collections lead to; ansible-playbook 2.19 said where. */
import { assert, describe } from '../../describe.ts';
import { heap } from '../../stack/heap.ts';

const HERE = 'collections/ansible_collections/acme/search';
const PLAY = '- hosts: search\n  vars: {search_heap: 2}\n';

/** The heap where `site.yml` imports a playbook, and nothing else sets it. */
function imported(name: string, files: Readonly<Record<string, string>>): string {
  return heap({ 'site.yml': `- import_playbook: ${name}\n`, ...files });
}

/** The heap where a variable of the import sets it. */
function given(name: string, files: Readonly<Record<string, string>>): string {
  return imported(`${name}\n  vars: {search_heap: 2}`, files);
}

/** The heap where a play applies a role, and nothing else sets it. */
function applied(role: string, files: Readonly<Record<string, string>>, play = ''): string {
  return heap({ 'site.yml': `- hosts: search\n${play}  roles: [${role}]\n`, ...files });
}

function defaults(folder: string, value = 2): Readonly<Record<string, string>> {
  return { [`${folder}/defaults/main.yml`]: `search_heap: ${String(value)}\n` };
}

describe('the playbook that an import names in full', (test) => {
  test('lies below the playbooks of its collection, with or without its ending', () => {
    for (const [name, path] of [
      ['acme.search.x', 'x.yml'],
      ['acme.search.x', 'x.yaml'],
      ['acme.search.x', 'x'],
      ['acme.search.x.yml', 'x.yml'],
      ['acme.search.x.yaml', 'x.yaml'],
      ['acme.search.sub.deep.x', 'sub/deep/x.yml'],
      ['acme.search.sub.x.yml', 'sub/x.yml'],
      ['"{{ which }}"', 'x.yml'],
    ] as const)
      assert.is(
        imported(`${name}\n  vars: {which: acme.search.x}`, { [`${HERE}/playbooks/${path}`]: PLAY }),
        '2',
        name,
      );
    for (const [name, path] of [
      ['acme.search.x.yml', 'x.yaml'],
      ['acme.search.my-x', 'my-x.yml'],
      ['acme.search.x', 'sub/x.yml'],
    ] as const)
      assert.is.not(given(name, { [`${HERE}/playbooks/${path}`]: '- hosts: search\n' }), '2', name);
  });

  test('is in the first collection of that name: beside the playbook that is run, else where the settings say', () => {
    // No playbook below such a folder is taken for one that is run by itself.
    const vendor = 'files/vendor';
    const playbook = (folder: string, value: number) => ({
      [`${folder}/ansible_collections/acme/search/playbooks/x.yml`]: PLAY.replace('2', String(value)),
    });
    for (const setting of [
      `collections_path = ${vendor}`,
      `collections_paths = other:${vendor}`,
      `collections_path = ${vendor}/ansible_collections`,
    ]) {
      const files = { 'ansible.cfg': `[defaults]\n${setting}\n`, ...playbook(vendor, 2) };
      assert.is(imported('acme.search.x', files), '2', setting);
      assert.is(imported('acme.search.x', { ...files, ...playbook('collections', 3) }), '3', setting);
      // One of the name hides what it lacks.
      const hiding = { ...files, [`${HERE}/roles/es/tasks/main.yml`]: '[]' };
      assert.is(imported('acme.search.x', hiding), 'may be set by the playbook acme.search.x at site.yml:1', setting);
    }
    const site = { 'site.yml': '[]', 'plays/site.yml': '- import_playbook: acme.search.x\n' };
    assert.is(imported('', { ...site, ...playbook('plays/collections', 2) }), '2');
    assert.is(imported('', { ...site, ...playbook('collections', 2) }), '2');
  });

  test('may be one of the project, which is that collection', () => {
    const galaxy = { 'galaxy.yml': 'namespace: acme\nname: search\n' };
    assert.is(imported('acme.search.sub.x', { ...galaxy, 'playbooks/sub/x.yml': PLAY }), '2');
    const other = { ...galaxy, 'playbooks/sub/x.yml': '- hosts: search\n' };
    assert.is(given('acme.search.sub.x', other), '2');
    assert.is.not(given('acme.other.sub.x', other), '2');
    const role = { 'playbooks/x.yml': '- hosts: search\n  roles: [es]\n', ...defaults('roles/es') };
    assert.is(imported('acme.search.x', { ...galaxy, ...role }), '2');
  });

  test('may be installed elsewhere: it may set what nothing sets for hosts that no play is seen to have', () => {
    const set = { 'group_vars/all.yml': 'search_heap: 1\n' };
    for (const name of ['acme.search.x', 'acme.search.sub.x', 'acme.search.sub.x.yml']) {
      assert.is(imported(name, {}), `may be set by the playbook ${name} at site.yml:1`);
      assert.is(imported(name, set), '1');
      assert.is(imported(`${name}\n- hosts: search\n  tasks: []`, {}), 'undefined');
    }
  });
});

describe('the role of a collection', (test) => {
  test('has a full name, with folders below the roles', () => {
    assert.is(applied('acme.search.es', defaults(`${HERE}/roles/es`)), '2');
    assert.is(applied('acme.search.sub.es', defaults(`${HERE}/roles/sub/es`)), '2');
    // Where its collection lacks it, the name is that of a folder.
    assert.is(applied('acme.search.es', defaults('roles/acme.search.es')), '2');
  });

  test('has a name alone for plays that name the collection, and for those in it and after it', () => {
    for (const [name, folder] of [
      ['es', 'es'],
      ['sub.es', 'sub/es'],
      ['my-es', 'my-es'],
    ] as const)
      assert.is(applied(name, defaults(`${HERE}/roles/${folder}`), '  collections: [acme.search]\n'), '2', name);
    const files = { ...defaults(`${HERE}/roles/es`), [`${HERE}/playbooks/x.yml`]: '- hosts: search\n  roles: [es]\n' };
    assert.is(imported('acme.search.x', files), '2');
    assert.is(imported(`${HERE}/playbooks/x.yml`, files), '2');
    const empty = { ...files, [`${HERE}/playbooks/x.yml`]: '- hosts: localhost\n' };
    assert.is(imported('acme.search.x\n- hosts: search\n  roles: [es]', empty), '2');
    assert.is(
      imported('x.yml\n- hosts: search\n  roles: [es]', { ...empty, 'x.yml': '- hosts: localhost\n' }),
      'undefined',
    );
  });

  test('depends on those of its own collection before others', () => {
    const files = {
      [`${HERE}/roles/es/meta/main.yml`]: 'dependencies: [base]\n',
      ...defaults(`${HERE}/roles/base`),
      ...defaults('roles/base', 3),
    };
    assert.is(applied('acme.search.es', files), '2');
    assert.is(applied('es', { ...files, 'roles/es/meta/main.yml': 'dependencies: [base]\n' }), '3');
  });
});
