import { unsafe } from '../../src/model/fix.ts';
import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Use filters, tests and lookups that Ansible has.',
  why: 'Ansible stops at the task, and leaves the hosts half changed.',
  reference: 'https://docs.ansible.com/ansible/latest/playbook_guide/playbooks_filters.html',
  since: '0.1.0',
  sources: [
    {
      name: 'ansible-lint: jinja[invalid], for filters and tests',
      url: 'https://docs.ansible.com/projects/lint/rules/jinja/',
    },
  ],
  severity: { development: 'error', production: 'error', strict: 'error' },
  fixes: 'unsafe',
  messages: {
    filter: 'No release of ansible-core has a filter {{name}}; expected {{nearest}}.',
    lookup: 'No release of ansible-core has a lookup {{name}}; expected {{nearest}}.',
    test: 'No release of ansible-core has a test {{name}}; expected {{nearest}}.',
  },
  *plays({ unknownPlugins }) {
    for (const { kind, name, nearest, at, hosts } of unknownPlugins)
      yield { at, message: kind, data: { name, nearest }, hosts, fix: unsafe.write(at, inCollectionOf(name, nearest)) };
  },
});

/** A name with the collection that another one has: `ansible.builtin.to_yaml`, where `ansible.builtin.to_yml` stands. */
function inCollectionOf(name: string, nearest: string): string {
  return nearest.includes('.') ? nearest : name.slice(0, name.lastIndexOf('.') + 1) + nearest;
}
