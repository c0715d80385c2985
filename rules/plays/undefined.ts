import { unsafe } from '../../src/model/fix.ts';
import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Set every variable that a template, an argument or a condition uses.',
  why: 'Ansible stops at the task, and leaves the hosts half changed.',
  reference: 'https://docs.ansible.com/ansible/latest/playbook_guide/playbooks_variables.html',
  since: '0.1.0',
  severity: { development: 'error', production: 'error', strict: 'error' },
  fixes: 'unsafe',
  messages: {
    misspelt: 'Nothing sets {{name}} for {{host}}; expected {{near}}.',
    setElsewhere: 'Nothing sets {{name}} for {{host}}; expected a value, as others have one.',
    variable: 'Nothing sets {{name}} for {{host}}; expected a value in the inventory, the play or the role.',
    item: 'Nothing sets item for {{host}}, as no loop is around it; expected one.',
    group: 'The inventory has no group {{name}}; expected {{near}}.',
    host: 'The inventory has no host {{name}}; expected {{near}}.',
    attribute: 'Ansible stops here for {{host}}: {{reason}}.',
  },
  *plays({ undefinedNames }) {
    for (const { name, kind, reason, at, hosts, others, users, nearest, elsewhere, unless } of undefinedNames) {
      if (unless !== undefined) {
        yield { undecided: unless, hosts };
        continue;
      }
      const setter = elsewhere ?? nearest?.at;
      const related = [
        ...others.map((place) => ({ ...place, message: 'used here, too' })),
        ...users.map((place) => ({ ...place, message: 'the value is used here' })),
      ];
      if (setter !== undefined)
        related.push({
          ...setter,
          message: elsewhere === undefined ? `${nearest?.name ?? ''} is set here` : 'set here for others',
        });
      const variable =
        name === 'item'
          ? 'item'
          : elsewhere !== undefined
            ? 'setElsewhere'
            : nearest !== undefined
              ? 'misspelt'
              : 'variable';
      const data = { name, reason, near: nearest?.name ?? `the name of a ${kind}` };
      const fix = nearest && unsafe.write(at, nearest.name);
      yield { at, message: kind === 'variable' ? variable : kind, data, hosts, related, fix };
    }
  },
});
