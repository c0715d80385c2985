/** Secrets in plain text in what plays and roles set. */
import { assert, describe } from '../../describe.ts';
import { project } from '../../project.ts';
import type { Tree } from '../../project.ts';
import { inFile } from '../../in-file.ts';

/** Every host has a part of the stack. */
const STACK = {
  'es.yml':
    '- hosts: all\n  tasks: [copy: {dest: /etc/elasticsearch/elasticsearch.yml, content: "cluster.name: one\\n"}]\n',
};
const HOSTS = { 'ansible.cfg': '', hosts: '[search]\na\nb\n[other]\nc\n' };

/** The places of security/plaintext-secret, with variables and hosts: `site.yml db_password a,b`. */
function plain(tree: Tree, extraVars: readonly string[] = [], hosts: Tree = HOSTS) {
  const all = { ...STACK, ...hosts, ...tree };
  const { findings } = project(all, { extraVars }).check({ rule: 'security/plaintext-secret' });
  return findings.map(({ at, variable, hosts }) => `${inFile(at).file} ${variable ?? ''} ${hosts.join(',')}`.trim());
}

const SITE = '- hosts: search\n  roles: [app]\n';
const role = (folder: string, text: string): Tree => ({ 'site.yml': SITE, [`roles/app/${folder}/main.yml`]: text });

describe('a secret in plain text in a variable of a play', (test) => {
  test('is told of where it stands, with the hosts that see it', () => {
    assert.equal(plain({ 'site.yml': '- hosts: search\n  vars: {db_password: x7-plain}\n' }), [
      'site.yml db_password a,b',
    ]);
    const files = { 'site.yml': '- hosts: search\n  vars_files: [db.yml]\n', 'db.yml': 'db_password: x7-plain\n' };
    assert.equal(plain(files), ['db.yml db_password a,b']);
    const here = { 'site.yml': '- hosts: localhost\n  vars: {db_password: x7-plain}\n' };
    assert.equal(plain(here), ['site.yml']);
  });

  test('is told of once, however many plays lead to it', () => {
    const play = '- hosts: search\n  vars_files: [db.yml]\n  roles: [{role: app, app_password: x7-plain}]\n';
    const tree = { 'site.yml': play + play.replace('app_password', 'no_log'), 'db.yml': 'db_password: x7-plain\n' };
    assert.equal(plain({ ...tree, 'roles/app/vars/main.yml': '{}\n', 'all.yml': '- import_playbook: site.yml\n' }), [
      'db.yml db_password a,b',
      'site.yml app_password a,b',
    ]);
    const { stack } = project({ ...STACK, ...HOSTS, ...tree }).stack();
    assert.is(stack.inventory?.playSecrets.length, 2);
    const own = { 'site.yml': '- hosts: search\n  vars_files: [group_vars/all.yml]\n' };
    assert.is(plain({ ...own, 'group_vars/all.yml': 'db_password: x7-plain\n' }).length, 1);
  });

  test('is told of once for several inventories, with the hosts of all', () => {
    const hosts = { 'inventories/lab/hosts': '[search]\nl\n', 'inventories/prod/hosts': '[search]\np\n' };
    const told = (pattern: string) =>
      plain({ 'site.yml': `- hosts: ${pattern}\n  vars: {db_password: x7-plain}\n` }, [], hosts);
    assert.equal(told('localhost'), ['site.yml']);
    assert.equal(told('search'), ['site.yml db_password l,p']);
  });

  test('is told of once where a link leads to its file, too', () => {
    const site = '- hosts: search\n  vars_files: [../group_vars/other.yml]\n  roles: [app]\n';
    const tree = {
      'playbooks/site.yml': site,
      'playbooks/group_vars': { link: '../group_vars' },
      'playbooks/roles': { link: '../roles' },
      'group_vars/other.yml': 'db_password: x7-plain\n',
      'roles/app/vars/main.yml': 'app_password: x7-plain\n',
    };
    assert.equal(plain(tree), [
      'group_vars/other.yml db_password a,b,c',
      'playbooks/roles/app/vars/main.yml app_password a,b',
    ]);
  });

  test('is none where a vault, a lookup or a template gives it, and where the command line does', () => {
    const vaulted = '!vault |\n      $ANSIBLE_VAULT;1.1;AES256\n      6162\n';
    for (const value of ['"{{ vaulted }}"', `"{{ lookup('env', 'X') }}"`, '""', vaulted])
      assert.equal(plain({ 'site.yml': `- hosts: search\n  vars:\n    db_password: ${value}\n` }), [], value);
    const file = { 'site.yml': '- hosts: search\n  vars_files: [db.yml]\n' };
    assert.equal(plain({ ...file, 'db.yml': '$ANSIBLE_VAULT;1.1;AES256\n6162\n' }), []);
    assert.equal(plain({ 'site.yml': SITE }, ['db_password=x7-plain']), []);
  });

  test('is no matter in what others wrote, and in what deploys nothing', () => {
    for (const folder of ['molecule/default', 'examples', 'docs', 'collections/ansible_collections/a/b/playbooks'])
      assert.equal(plain({ [`${folder}/site.yml`]: '- hosts: search\n  vars: {db_password: x7-plain}\n' }), [], folder);
    const fetched = {
      'site.yml': '- hosts: search\n  roles: [some.app]\n',
      'roles/some.app/vars/main.yml': 'db_password: x7-plain\n',
    };
    assert.equal(plain(fetched), []);
  });
});

describe('a secret in plain text in a variable of a role', (test) => {
  test('is told of in vars, and in a default that a host sees', () => {
    assert.equal(plain(role('vars', 'app_password: kibana\n')), ['roles/app/vars/main.yml app_password a,b']);
    assert.equal(plain(role('defaults', 'app_password: x7-plain\n')), ['roles/app/defaults/main.yml app_password a,b']);
    assert.equal(
      plain({ ...role('defaults', 'app_password: x7-plain\n'), 'host_vars/a.yml': 'app_password: "{{ v }}"\n' }),
      ['roles/app/defaults/main.yml app_password b'],
    );
  });

  test('is told of in a default that some host may see, whatever a run makes of it', () => {
    const files = role('defaults', 'app_password: x7-plain\n');
    const told = 'roles/app/defaults/main.yml app_password';
    const task = (text: string) => ({ ...files, 'roles/app/tasks/main.yml': `- ${text}\n` });
    assert.equal(plain(task('include_vars: "{{ ansible_distribution_release }}.yml"')), [`${told} a,b`]);
    const candidate = { 'roles/app/vars/Debian.yml': 'app_password: "{{ vaulted }}"\n' };
    const byFact = task('include_vars: "{{ ansible_os_family }}.yml"');
    assert.equal(plain({ ...byFact, ...candidate }), [`${told} a,b`]);
    assert.equal(plain(task('set_fact: {app_password: 1}')), [`${told} a,b`]);
    const site = (text: string) => plain({ ...files, 'site.yml': text });
    for (const hosts of ['localhost', '"{{ target }}"'])
      assert.equal(site(`- hosts: ${hosts}\n  roles: [app]\n`), [told], hosts);
    assert.equal(site('- hosts: search\n  tasks: [include_role: {name: app}]\n'), [told]);
    assert.equal(site('- hosts: search\n  tasks: [include_role: {name: "{{ item }}"}]\n'), [told]);
    const two = { 'roles/other/defaults/main.yml': 'app_password: x8-plain\n' };
    assert.equal(plain({ ...files, ...two, 'site.yml': '- hosts: search\n  roles: [app, other]\n' }), [
      told,
      'roles/other/defaults/main.yml app_password a,b',
    ]);
  });

  test('is none in a default that whoever applies the role overrides', () => {
    const files = role('defaults', 'app_password: x7-plain\n');
    for (const site of [
      '- hosts: search\n  roles: [{role: app, app_password: "{{ v }}"}]\n',
      '- hosts: search\n  vars: {app_password: "{{ v }}"}\n  tasks: [include_role: {name: app}]\n',
      '- hosts: search\n  vars_files: [v.yml]\n  roles: [app]\n',
      '- hosts: search\n  tasks: [{include_role: {name: app}, vars: {app_password: "{{ v }}"}}]\n',
    ])
      assert.equal(plain({ ...files, 'v.yml': 'app_password: "{{ v }}"\n', 'site.yml': site }), [], site);
    assert.equal(plain({ ...files, 'roles/app/vars/main.yml': 'app_password: "{{ v }}"\n' }), []);
    const both = `${SITE}- hosts: other\n  roles: [app]\n`;
    const group = { 'group_vars/search.yml': 'app_password: "{{ v }}"\n' };
    assert.equal(plain({ ...files, ...group }), []);
    assert.equal(plain({ ...files, ...group, 'site.yml': both }), ['roles/app/defaults/main.yml app_password c']);
  });

  test('is told of in a default that is a placeholder, or holds the word of one', () => {
    for (const value of ['changeme', '"CHANGE-ME-now-1"', 'kibana', '"<your password>"', 'Winter-Passw0rd-2291'])
      assert.equal(
        plain(role('defaults', `app_password: ${value}\n`)),
        ['roles/app/defaults/main.yml app_password a,b'],
        value,
      );
  });

  test('is none in a default of a role that no host has', () => {
    const defaults = role('defaults', 'app_password: x7-plain\n');
    assert.equal(plain({ ...defaults, 'group_vars/all.yml': 'app_password: "{{ vaulted }}"\n' }), []);
    assert.equal(plain({ ...defaults, 'site.yml': '- hosts: search\n' }), []);
    assert.equal(plain({ ...defaults, 'site.yml': '- hosts: none\n  roles: [app]\n' }), []);
  });
});
