import { unsafe } from '../../src/model/fix.ts';
import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Apply only roles that exist.',
  why: 'Ansible stops if it finds no role of that name, usually before the first play.',
  reference: 'https://docs.ansible.com/ansible/latest/playbook_guide/playbooks_reuse_roles.html',
  since: '0.1.0',
  sources: [
    { name: 'ansible-lint: syntax-check[specific]', url: 'https://docs.ansible.com/projects/lint/rules/syntax-check/' },
  ],
  severity: { development: 'error', production: 'error', strict: 'error' },
  fixes: 'unsafe',
  messages: {
    near: 'There is no role {{name}}; expected {{nearest}}.',
    missing: 'There is no role {{name}} in {{where}}, nor beside the playbook; expected an existing role.',
    elsewhere: 'There is no role {{name}} in the project; expected it, or an entry of requirements.yml that brings it.',
    empty:
      'The folder {{where}} of the role {{name}} is empty; expected its files, as git clone --recursive brings them.',
  },
  *plays({ unknownRoles }) {
    for (const { kind, name, where, nearest, at, hosts } of unknownRoles) {
      const related = nearest?.at === undefined ? [] : [{ ...nearest.at, message: 'the role of that name' }];
      const data = { name, where, nearest: nearest?.name ?? '' };
      // A run elsewhere may have what this machine does not.
      const severity = kind === 'elsewhere' || kind === 'empty' ? 'warning' : 'error';
      const fix = nearest && unsafe.write(at, nearest.name);
      yield { at, message: kind, data, hosts, related, severity, fix };
    }
  },
});
