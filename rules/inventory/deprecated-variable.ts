import { unsafe } from '../../src/model/fix.ts';
import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Set only variables that the role still reads, by the names that it has now.',
  why: 'A former name works until a release of the role drops it; then the value silently has no effect.',
  reference: 'docs/rules/inventory/deprecated-variable.md',
  since: '0.1.0',
  severity: { development: 'warning', production: 'warning', strict: 'error' },
  fixes: 'unsafe',
  messages: {
    renamed: '{{name}} is a former name; expected {{now}}.',
    removed: '{{role}} does not read {{name}} since its release {{since}}; expected no such variable.',
  },
  variable: (variable) => {
    const { key: at, name, renamed: now } = variable;
    if (name === undefined) return [];
    if (now !== undefined)
      return [
        {
          at,
          hosts: variable.hosts,
          variable: name,
          message: 'renamed',
          data: { name, now },
          fix: unsafe.rename(at, now),
        },
      ];
    const { removed: since, role = 'The role' } = variable;
    if (since === undefined) return [];
    return [{ at, hosts: variable.hosts, variable: name, message: 'removed', data: { role, name, since } }];
  },
});
