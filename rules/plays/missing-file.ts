import { listed } from '../../src/model/phrases.ts';
import { unsafe } from '../../src/model/fix.ts';
import { defineRule } from '../../src/model/rule.ts';

const NOUNS = {
  template: 'template',
  file: 'file',
  tasks: 'file of tasks',
  variables: 'file of variables',
} as const;
/** The number of folders that a message names. */
const NAMED = 3;

export default defineRule({
  summary: 'Name only files that exist where Ansible looks for them.',
  why: 'Ansible stops at the task, and leaves the hosts half changed.',
  reference: 'https://docs.ansible.com/ansible/latest/playbook_guide/playbook_pathing.html',
  since: '0.1.0',
  sources: [
    {
      name: 'ansible-lint: syntax-check[missing-file], for what is imported',
      url: 'https://docs.ansible.com/projects/lint/rules/syntax-check/',
    },
  ],
  severity: { development: 'error', production: 'error', strict: 'error' },
  fixes: 'unsafe',
  messages: {
    missing: 'There is no {{what}} {{name}} in {{folders}}; expected {{expected}}.',
  },
  *plays({ missingFiles }) {
    for (const { name, what, folders, nearest, at, hosts, unless } of missingFiles) {
      if (unless !== undefined) {
        yield { undecided: unless, hosts };
        continue;
      }
      const data = {
        name,
        what: NOUNS[what],
        folders: listed(folders, NAMED),
        expected: nearest ?? 'a file that is there',
      };
      const fix = nearest === undefined ? undefined : unsafe.write(at, nearest);
      yield { at, message: 'missing', data, hosts, fix };
    }
  },
});
