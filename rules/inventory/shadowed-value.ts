import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Remove values that every host overrides.',
  why: 'Nobody sees the value, and whoever changes it changes nothing.',
  reference: 'https://docs.ansible.com/ansible/latest/playbook_guide/playbooks_variables.html#variable-precedence',
  severity: { development: 'info', production: 'info', strict: 'warning' },
  messages: {
    shadowed: 'No host sees this {{variable}} of {{level}}; expected a value that some host does not override.',
  },
  *inventory({ shadowedValues }) {
    for (const { variable, at, hosts, by, unless } of shadowedValues) {
      if (unless !== undefined) {
        yield { undecided: unless };
        continue;
      }
      const related = by.map(({ file, start, end }) => ({ file, start, end, message: 'overrides it' }));
      yield {
        at,
        message: 'shadowed',
        data: { variable: variable ?? 'variable', level: at.level },
        hosts,
        variable,
        related,
      };
    }
  },
});
