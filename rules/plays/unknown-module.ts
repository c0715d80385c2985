import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Name modules, keywords and arguments that Ansible has.',
  why: 'Ansible stops where it loads the task, mostly before the first host is changed; at an argument, where it runs the task.',
  reference: 'https://docs.ansible.com/ansible/latest/collections/ansible/builtin/index.html',
  severity: { development: 'error', production: 'error', strict: 'error' },
  messages: {
    unknown: 'No release of ansible-core has a module {{name}}; expected {{expected}}.',
    keyword: 'A task has no keyword {{name}}, and one module alone; expected {{expected}}.',
    collection: 'No collection is named {{name}}; expected {{expected}}.',
    second: 'The task has both {{module}} and {{name}}; expected {{expected}}.',
    argument: 'The module {{module}} has no argument {{name}}; expected {{expected}}.',
    word: 'The module {{module}} does not take {{name}}; expected {{expected}}.',
    removed: 'No release of ansible-core from 2.16 on has {{name}}; expected {{expected}}.',
  },
  *plays({ unknownModules }) {
    for (const { kind, name, module, expected, at, hosts, unless } of unknownModules)
      if (unless === undefined) yield { at, message: kind, data: { name, module, expected }, hosts };
      else yield { undecided: unless, hosts };
  },
});
