/** The documents of a stack: those of its inventory, and those of the plays around it. */
import { commentsOf } from '../../../src/source/comments.ts';
import { assert, describe } from '../../describe.ts';
import { project } from '../../project.ts';

const TREE = {
  hosts: '[search]\na\n',
  'group_vars/search.yml': 'search_heap: 8\n',
  'site.yml': '- hosts: search # all of them\n  roles: [store]\n- import_playbook: old.yml\n',
  'old.yml': '- hosts: [search\n',
  'roles/store/defaults/main.yml': '# in GB\nstore_heap: 4\n',
  'roles/store/tasks/main.yml': '- ping:\n',
  'roles/store/templates/store.yml.j2': 'heap: {{ store_heap }}\n',
};

const opened = () => project(TREE, { inventory: ['hosts'], vocabularies: ['search'] }).stack();

describe('the documents of a stack', (test) => {
  test('are the files of the inventory, then of playbooks and roles, then templates, each with its problems', () => {
    const { documents } = opened().stack;
    assert.equal(
      documents.map(({ file, problems, variables }) => [file, problems.length, variables.length]),
      [
        ['hosts', 0, 0],
        ['group_vars/search.yml', 0, 1],
        ['old.yml', 1, 0],
        ['site.yml', 0, 0],
        ['roles/store/tasks/main.yml', 0, 0],
        ['roles/store/defaults/main.yml', 0, 0],
        ['roles/store/templates/store.yml.j2', 0, 0],
      ],
    );
  });

  test('have comments, in playbooks and roles as well', () => {
    const { stack, inventory } = opened();
    const comments = stack.documents.flatMap(({ file }) => {
      const document = inventory.documents.get(file);
      return document === undefined ? [] : commentsOf(document).map(({ text }) => `${file}: ${text}`);
    });
    assert.equal(comments, ['site.yml: all of them', 'roles/store/defaults/main.yml: in GB']);
  });
});
