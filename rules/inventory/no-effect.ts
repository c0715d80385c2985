import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Set variables where the role reads them.',
  why: 'Whoever set the value believes that it counts, and looks for the fault elsewhere.',
  reference: 'docs/rules/inventory/no-effect.md',
  since: '0.1.0',
  severity: { development: 'warning', production: 'warning', strict: 'error' },
  tag: 'unnecessary',
  messages: {
    elsewhere: 'Only {{part}} hosts read {{name}}, and none of them gets it from here; expected it where one does.',
    instead: '{{role}} leaves {{key}} out of {{name}}, as it writes it by itself; expected {{instead}}.',
    dropped: '{{role}} leaves {{key}} out of {{name}}, as it writes it by itself; expected no such key.',
  },
  variable: (variable) => {
    const { key: at, name, role = 'The role', missedPart: part, deadKeys } = variable;
    if (name === undefined) return [];
    if (part !== undefined)
      return [{ at, hosts: variable.hosts, variable: name, message: 'elsewhere', data: { part, name } }];
    return deadKeys.map(({ place, key, instead }) => {
      const common = { at: place, hosts: variable.hosts, variable: name };
      const data = { role, name, key };
      return instead === undefined
        ? { ...common, message: 'dropped' as const, data }
        : { ...common, message: 'instead' as const, data: { ...data, instead } };
    });
  },
});
