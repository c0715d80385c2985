/** Names that tasks notify: whether Ansible stops at one that no handler has is a setting. */
import { assert, describe } from '../../describe.ts';
import { project } from '../../project.ts';

function findings(settings: string, more: Readonly<Record<string, string>> = {}): readonly string[] {
  const tree = {
    ...more,
    'ansible.cfg': `[defaults]\ninventory = hosts.yml\n${settings}`,
    'hosts.yml': 'engine:\n  hosts: {one: {}}\n',
    'site.yml':
      '- hosts: engine\n' +
      (Object.keys(more).length === 0 ? '' : '  roles: [lamp]\n') +
      '  tasks:\n' +
      '    - copy: {dest: /etc/elasticsearch/elasticsearch.yml, content: ""}\n' +
      '      notify: restat\n' +
      '  handlers:\n' +
      '    - name: restart\n' +
      '      command: systemctl restart elasticsearch\n',
  };
  return project(tree).messages('plays/unknown-handler');
}

describe('a handler that is not there', (test) => {
  test('is told of with the one that may be meant', () => {
    assert.equal(findings(''), ['No handler of the play is named restat or listens to it; expected restart.']);
  });

  test('is none where Ansible goes on without it', () => {
    assert.equal(findings('error_on_missing_handler = False\n'), []);
  });

  test('may be in a file that cannot be read', () => {
    const broken = { 'roles/lamp/handlers/main.yml': '- name: restat\n   command: restart\n' };
    assert.equal(findings('', broken), []);
  });
});
