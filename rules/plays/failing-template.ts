import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Write templates, arguments and conditions that Ansible can evaluate.',
  why: 'Ansible stops at the task, and leaves the hosts half changed.',
  reference: 'https://docs.ansible.com/ansible/latest/playbook_guide/playbooks_templating.html',
  since: '0.1.0',
  sources: [{ name: 'ansible-lint: jinja[invalid]', url: 'https://docs.ansible.com/projects/lint/rules/jinja/' }],
  severity: { development: 'error', production: 'error', strict: 'error' },
  messages: {
    fails: 'Ansible stops here for {{host}}: {{reason}}.',
  },
  *plays({ failingTemplates }) {
    for (const { at, reason, usedAt, hosts } of failingTemplates) {
      const related = usedAt === undefined ? [] : [{ ...usedAt, message: 'the value is used here' }];
      yield { at, message: 'fails', data: { reason }, hosts, related };
    }
  },
});
