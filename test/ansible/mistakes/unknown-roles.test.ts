/** Roles that are not there: one that is to be installed is told of once, however many plays apply it. */
import { assert, describe } from '../../describe.ts';
import { project } from '../../project.ts';
import type { Tree } from '../../project.ts';

const PROJECT: Tree = {
  'ansible.cfg': '[defaults]\ninventory = hosts.yml\n',
  'hosts.yml': 'engine:\n  hosts: {one: {}, two: {}}\n',
  'site.yml': '- hosts: one\n  roles: [lantern]\n- hosts: two\n  roles: [lantern]\n',
  'more.yml': '- hosts: engine\n  tasks:\n    - include_role: {name: lantern}\n',
};

function findings(more: Tree = {}): readonly string[] {
  const tree = { ...PROJECT, ...more };
  const result = project(tree).check({ rule: 'plays/unknown-role' });
  return result.findings.map(({ severity, message, hosts }) => `${severity}: ${message} [${hosts.join(', ')}]`);
}

describe('a role that is not there', (test) => {
  test('is a warning for all of its plays, where it may be installed elsewhere', () => {
    assert.equal(findings(), [
      'warning: There is no role lantern in the project; expected it, or an entry of requirements.yml that brings it. [one, two]',
    ]);
  });

  test('is nothing where a list of roles brings it', () => {
    assert.equal(findings({ 'requirements.yml': '- name: lantern\n' }), []);
  });

  test('is nothing where a collection that the play names may bring it', () => {
    const more = { 'more.yml': '- hosts: all\n  tasks: []\n' };
    const applied = (collection: string): string =>
      `- hosts: engine\n  collections: [${collection}]\n  tasks:\n    - import_role: {name: lantern}\n`;
    assert.equal(findings({ ...more, 'site.yml': applied('acme.lamps') }), []);
    assert.is(findings({ ...more, 'site.yml': applied('ansible.builtin') }).length, 1);
    const own = { 'galaxy.yml': 'namespace: acme\nname: lamps\n', 'roles/torch/tasks/main.yml': '- debug:\n' };
    assert.is(findings({ ...more, ...own, 'site.yml': applied('acme.lamps') }).length, 1);
  });

  test('is an error where one of its name is, but not where Ansible looks', () => {
    const settings = { 'ansible.cfg': '[defaults]\ninventory = hosts.yml\nroles_path = roles\n' };
    const told = findings({ ...settings, 'roles/shelf/lantern/tasks/main.yml': '- debug:\n' });
    const expected = 'error: There is no role lantern; expected roles/shelf/lantern.';
    assert.equal(
      told.map((one) => one.startsWith(expected)),
      [true, true, true],
    );
  });

  test('is an error at each of its places, where another is nearly of its name', () => {
    const near = { 'roles/lanterns/tasks/main.yml': '- debug:\n' };
    assert.is(findings(near).filter((one) => one.startsWith('error: There is no role lantern;')).length, 3);
  });
});
