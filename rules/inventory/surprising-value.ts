import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Write values that Ansible reads the way they look.',
  why: 'The role gets a different value from the one that a person sees in the file.',
  reference: 'https://yaml.org/type/',
  since: '0.1.0',
  sources: [
    {
      name: 'yamllint: truthy',
      url: 'https://yamllint.readthedocs.io/en/stable/rules.html#module-yamllint.rules.truthy',
    },
    {
      name: 'yamllint: octal-values',
      url: 'https://yamllint.readthedocs.io/en/stable/rules.html#module-yamllint.rules.octal_values',
    },
    {
      name: 'ansible-lint: yaml[truthy], yaml[octal-values]',
      url: 'https://docs.ansible.com/projects/lint/rules/yaml/',
    },
  ],
  severity: { development: 'warning', production: 'warning', strict: 'error' },
  messages: { surprise: '{{path}} is written {{written}}, but read as {{read}}; expected {{expected}}.' },
  variable: (variable) =>
    variable.surprises.map(({ place, malformed, path, written, read, expected }) => {
      const { name, hosts } = variable;
      const data = { path, written, read, expected };
      const severity = malformed ? ('error' as const) : undefined;
      return { at: place, message: 'surprise', data, hosts, variable: name, ...(severity && { severity }) };
    }),
});
