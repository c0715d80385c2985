import { assert, describe } from '../../describe.ts';
import { deployed, plays } from './deployed-files.ts';

describe('what is around a task', (test) => {
  test('the tasks of a role inherit the keywords of its entry', () => {
    const files = deployed({
      'site.yml': '- hosts: a:b\n  roles: [{role: r, run_once: true}]\n',
      'roles/r/tasks/main.yml': '- copy: {content: "1", dest: /x}\n',
    });
    assert.equal([files.a, files.b], [{ '/x': '1' }, {}]);
  });

  test('the line of an include names a file of tasks before `file`, and one of variables after it', () => {
    const files = deployed({
      'site.yml': plays(
        'include_tasks: one.yml\n      args: {file: two.yml}',
        'include_vars: one.yml file=two.yml',
        'copy: {content: "{{ v }}", dest: /v}',
      ),
      'tasks/one.yml': '- copy: {content: "1", dest: /t}\n',
      'tasks/two.yml': '- copy: {content: "2", dest: /t}\n',
      'vars/one.yml': 'v: 1\n',
      'vars/two.yml': 'v: 2\n',
    });
    assert.equal(files.a, { '/t': '1', '/v': '2' });
  });
});
