import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Name modules and keywords that Ansible has.',
  why: 'Ansible stops where it loads the task, mostly before the first host is changed.',
  reference: 'https://docs.ansible.com/ansible/latest/collections/ansible/builtin/index.html',
  severity: { development: 'error', production: 'error', strict: 'error' },
  messages: {
    unknown: 'No release of ansible-core has a module {{name}}; expected {{expected}}.',
    keyword: 'A task has no keyword {{name}}, and one module alone; expected {{expected}}.',
    removed: 'No release of ansible-core from 2.16 on has {{name}}; expected {{expected}}.',
  },
  *plays({ unknownModules }) {
    for (const { kind, name, expected, at, hosts, unless } of unknownModules)
      if (unless === undefined) yield { at, message: kind, data: { name, expected }, hosts };
      else yield { undecided: unless, hosts };
  },
});
