/** Names that tasks notify: whether Ansible stops at one that no handler has is a setting. */
import { check } from '../../../src/check/check.ts';
import { assert, describe } from '../../describe.ts';
import { memoryFiles } from '../../memory-files.ts';

function findings(settings: string, more: Readonly<Record<string, string>> = {}): readonly string[] {
  const files = memoryFiles({
    ...more,
    '/p/ansible.cfg': `[defaults]\ninventory = hosts.yml\n${settings}`,
    '/p/hosts.yml': 'engine:\n  hosts: {one: {}}\n',
    '/p/site.yml':
      '- hosts: engine\n' +
      (Object.keys(more).length === 0 ? '' : '  roles: [lamp]\n') +
      '  tasks:\n' +
      '    - copy: {dest: /etc/elasticsearch/elasticsearch.yml, content: ""}\n' +
      '      notify: restat\n' +
      '  handlers:\n' +
      '    - name: restart\n' +
      '      command: systemctl restart elasticsearch\n',
  });
  const target = { files, cwd: '/p', paths: [], inventory: [], playbookDir: undefined, vocabularies: [] };
  const rules = [{ pattern: 'plays/unknown-handler', severity: undefined }];
  return check(target, { preset: 'production', rules }).findings.map(({ message }) => message);
}

describe('a handler that is not there', (test) => {
  test('is told of with the one that may be meant', () => {
    assert.equal(findings(''), ['No handler of the play is named restat or listens to it; expected restart.']);
  });

  test('is none where Ansible goes on without it', () => {
    assert.equal(findings('error_on_missing_handler = False\n'), []);
  });

  test('may be in a file that cannot be read', () => {
    const broken = { '/p/roles/lamp/handlers/main.yml': '- name: restat\n   command: restart\n' };
    assert.equal(findings('', broken), []);
  });
});
