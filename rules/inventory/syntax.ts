import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Write files and templates that Ansible can read.',
  why: 'Ansible stops at the file or template, or drops it with all that it sets; a cluster refuses such a request.',
  reference: 'https://docs.ansible.com/ansible/latest/inventory_guide/intro_inventory.html',
  since: '0.1.0',
  sources: [
    { name: 'ansible-lint: load-failure', url: 'https://docs.ansible.com/projects/lint/rules/load-failure/' },
    { name: 'ansible-lint: jinja[invalid]', url: 'https://docs.ansible.com/projects/lint/rules/jinja/' },
  ],
  severity: { development: 'error', production: 'error', strict: 'error' },
  messages: {},
  *document({ problems }) {
    for (const { place, fault, severity } of problems) if (severity === 'error') yield { at: place, fault };
  },
  *inventory({ requestFaults }) {
    for (const { at, fault, isSyntax } of requestFaults) if (isSyntax) yield { at, fault };
  },
  variable: (variable) =>
    variable.brokenTemplates.map(({ place, fault, hosts }) => ({ at: place, fault, hosts, variable: variable.name })),
});
