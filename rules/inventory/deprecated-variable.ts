import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Set variables by the names that the role has now.',
  why: 'A former name works until a release of the role drops it; then the value silently has no effect.',
  reference: 'docs/rules/inventory/deprecated-variable.md',
  since: '0.1.0',
  severity: { development: 'warning', production: 'warning', strict: 'error' },
  messages: { renamed: '{{name}} is a former name; expected {{now}}.' },
  variable: (variable) => {
    const { key: at, name, renamed: now } = variable;
    if (name === undefined || now === undefined) return [];
    return [{ at, hosts: variable.hosts, variable: name, message: 'renamed', data: { name, now } }];
  },
});
