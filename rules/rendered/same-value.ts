import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Let the files that roles write say what the variables say.',
  why: 'The product runs with what its file says, so the variable misleads everybody who reads the inventory.',
  reference: 'https://docs.ansible.com/ansible/latest/playbook_guide/playbooks_templating.html',
  since: '0.1.0',
  severity: { development: 'warning', production: 'warning', strict: 'error' },
  messages: {
    differs:
      '{{variable}} of {{host}} is {{declared}}, but the role writes {{setting}} as {{rendered}}; expected the same.',
  },
  *inventory({ renderedDifferences }) {
    for (const { at, variable, host, declared, setting, rendered } of renderedDifferences)
      yield { at, message: 'differs', data: { variable, host, declared, setting, rendered }, hosts: [host] };
  },
});
