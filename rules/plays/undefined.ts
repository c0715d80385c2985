import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Set every variable that a template, an argument or a condition uses.',
  why: 'Ansible stops at the task, with the hosts changed as far as it had come.',
  reference: 'https://docs.ansible.com/ansible/latest/playbook_guide/playbooks_variables.html',
  severity: { development: 'error', production: 'error', strict: 'error' },
  messages: {
    misspelt: 'Nothing sets {{name}} for {{host}}; expected {{near}}.',
    setElsewhere: 'Nothing sets {{name}} for {{host}}; expected a value, as others have one.',
    variable: 'Nothing sets {{name}} for {{host}}; expected a value in the inventory, the play or the role.',
    group: 'The inventory has no group {{name}}; expected {{near}}.',
    host: 'The inventory has no host {{name}}; expected {{near}}.',
    attribute: 'Ansible stops here for {{host}}: {{reason}}.',
  },
  *plays({ undefinedNames }) {
    for (const { name, kind, reason, at, hosts, others, near, elsewhere, unless } of undefinedNames) {
      if (unless !== undefined) {
        yield { undecided: unless, hosts };
        continue;
      }
      const [host = ''] = hosts;
      const related = [
        ...others.map((place) => ({ ...place, message: 'used here, too' })),
        ...(elsewhere === undefined ? [] : [{ ...elsewhere, message: 'set here for others' }]),
        ...(near?.at === undefined || elsewhere !== undefined
          ? []
          : [{ ...near.at, message: `${near.name} is set here` }]),
      ];
      const expected = near?.name ?? (kind === 'group' ? 'the name of a group' : 'the name of a host');
      const data = { name, host, reason, near: expected };
      if (kind !== 'variable') yield { at, message: kind, data, hosts, related };
      else if (elsewhere !== undefined) yield { at, message: 'setElsewhere', data, hosts, related };
      else yield { at, message: near === undefined ? 'variable' : 'misspelt', data, hosts, related };
    }
  },
});
