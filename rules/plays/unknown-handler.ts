import { unsafe } from '../../src/model/fix.ts';
import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Notify handlers that the play has.',
  why: 'Ansible stops once the task has changed something, and what the handler should do is left undone.',
  reference: 'https://docs.ansible.com/ansible/latest/playbook_guide/playbooks_handlers.html',
  since: '0.1.0',
  sources: [
    {
      name: 'ansible-playbook, once a task notifies it',
      url: 'https://docs.ansible.com/ansible/latest/reference_appendices/config.html#error-on-missing-handler',
    },
  ],
  severity: { development: 'error', production: 'error', strict: 'error' },
  fixes: 'unsafe',
  messages: {
    near: 'No handler of the play is named {{name}} or listens to it; expected {{nearest}}.',
    none: 'No handler of the play is named {{name}} or listens to it; expected one.',
  },
  *plays({ unknownHandlers }) {
    for (const { name, nearest, at, hosts, unless } of unknownHandlers)
      if (unless !== undefined) yield { undecided: unless, hosts };
      else if (nearest === undefined) yield { at, message: 'none', data: { name }, hosts };
      else {
        const related = nearest.at === undefined ? [] : [{ ...nearest.at, message: 'the handler of that name' }];
        const fix = unsafe.write(at, nearest.name);
        yield { at, message: 'near', data: { name, nearest: nearest.name }, hosts, related, fix };
      }
  },
});
