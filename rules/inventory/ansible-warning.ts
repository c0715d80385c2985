import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Write what Ansible takes without a warning.',
  why: 'Ansible accepts this today, but ignores or reinterprets it, or a later release refuses it.',
  reference: 'https://docs.ansible.com/ansible/latest/inventory_guide/intro_inventory.html',
  since: '0.1.0',
  sources: [{ name: 'ansible-inventory, in its warnings' }],
  severity: { development: 'warning', production: 'warning', strict: 'warning' },
  messages: {},
  *document({ problems }) {
    for (const { place, fault, severity } of problems) if (severity === 'warning') yield { at: place, fault };
  },
});
