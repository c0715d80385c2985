/** Names that Ansible itself gives a value, as the files of hosts have them. */
import { assert, describe } from '../../describe.ts';
import { deployed, play, plays } from './deployed-files.ts';

describe('names that Ansible sets in tasks', (test) => {
  test('a host has its name as its address in tasks where nothing sets another, but not in the list of a loop', () => {
    const files = deployed({
      'hosts.yml': 'all: { hosts: { a: {}, b: { ansible_host: 10.0.0.2 } } }\n',
      'site.yml': plays(
        'copy: {content: "{{ ansible_host | default(1) }}", dest: /x}',
        'copy: {content: "{{ by_others }}", dest: /other}\n      vars: {by_others: "{{ hostvars.a.ansible_host | default(1) }}"}',
        'copy: {content: "{{ item }}", dest: /y}\n      loop: ["{{ ansible_host | default(1) }}"]',
        'copy: {content: never, dest: /z}\n      when: ansible_host is not defined',
      ),
    });
    assert.equal(files, {
      a: { '/x': 'a', '/other': '1', '/y': '1' },
      b: { '/x': '10.0.0.2', '/other': '1', '/y': '10.0.0.2' },
    });
  });

  test('a delegated task has the address of the other host', () => {
    const task = 'copy: {content: "{{ ansible_host | default(1) }}", dest: /x}\n      delegate_to: b';
    assert.equal(deployed({ 'site.yml': plays(task) }).b, { '/x': '?' });
  });

  test('what is omitted is nothing in a template, and was a placeholder up to ansible-core 2.18', () => {
    const tree = {
      'site.yml': play('template: {src: x.j2, dest: /etc/x}'),
      'templates/x.j2': 'x: {{ nowhere | default(omit) }}\n',
    };
    assert.equal(deployed(tree).a, { '/etc/x': 'x: \n' });
    assert.equal(deployed(tree, [], '2.18').a, { '/etc/x': 'x: ?\n' });
  });
});
