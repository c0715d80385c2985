import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Remove values that every host overrides.',
  why: 'The value has no effect, so changing it changes nothing.',
  reference: 'https://docs.ansible.com/ansible/latest/playbook_guide/playbooks_variables.html#variable-precedence',
  since: '0.1.0',
  tag: 'unnecessary',
  severity: { development: 'info', production: 'info', strict: 'warning' },
  messages: {
    lost: '{{variable}} in {{level}} has no effect: {{by}} overrides it, because group_vars files take precedence over the groups of an inventory file; expected it in {{expected}}.',
    shadowed:
      '{{variable}} in {{level}} has no effect, because every host overrides it; expected a value that at least one host uses.',
  },
  *inventory({ shadowedValues }) {
    for (const { variable, at, level, hosts, by, lostTo, unless } of shadowedValues) {
      if (unless !== undefined) {
        yield { undecided: unless };
        continue;
      }
      const related = by.map(({ file, start, end }) => ({
        file,
        start,
        end,
        message: 'overrides it',
        inWords: 'which overrides the value above',
      }));
      const data = { variable: variable ?? 'variable', level };
      const found = { at, hosts, variable, related };
      if (lostTo === undefined) yield { ...found, message: 'shadowed', data };
      else {
        const { level: by, expected } = lostTo;
        // The value was meant to be seen, not left over.
        yield { ...found, message: 'lost', data: { ...data, by, expected }, severity: 'warning' };
      }
    }
  },
});
