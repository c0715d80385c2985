import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Break loops of variables that refer to each other.',
  why: 'Ansible stops at the task that reads one of them.',
  reference:
    'https://docs.ansible.com/ansible/latest/playbook_guide/playbooks_variables.html#referencing-simple-variables',
  since: '0.1.0',
  severity: { development: 'error', production: 'error', strict: 'error' },
  messages: {
    loop: '{{variable}} refers to itself: {{chain}}; expected a value that does not depend on {{variable}}.',
  },
  *inventory({ referenceLoops }) {
    for (const { names, at, others, hosts } of referenceLoops) {
      const [variable] = names;
      const shown = names.map((name) => name ?? '<vaulted name>');
      const related = others.map((place) => ({ ...place, message: 'next in the loop' }));
      yield {
        at,
        message: 'loop',
        data: { variable: shown[0] ?? '', chain: shown.join(' → ') },
        hosts,
        variable,
        related,
      };
    }
  },
});
