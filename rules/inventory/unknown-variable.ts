import { unsafe } from '../../src/model/fix.ts';
import { defineRule } from '../../src/model/rule.ts';
import type { DeclaredVariable } from '../../src/model/source-document.ts';

export default defineRule({
  summary: 'Set only variables that the role has.',
  why: 'The role never reads a variable with another name, so the value silently has no effect.',
  reference: 'docs/rules/inventory/unknown-variable.md',
  since: '0.1.0',
  severity: { development: 'warning', production: 'error', strict: 'error' },
  fixes: 'unsafe',
  messages: {
    mistyped: '{{role}} has no variable {{name}}; expected {{meant}}.',
    unknown: '{{role}} has no variable {{name}}; expected one that the role reads.',
  },
  variable: unknown,
  *inventory({ extraVariables }) {
    for (const variable of extraVariables) yield* unknown(variable);
  },
});

function unknown(variable: DeclaredVariable) {
  if (variable.belongs !== 'unknown' || variable.used) return [];
  const { key: at, hosts, nearest: meant, role = 'The role' } = variable;
  const common = { at, hosts, variable: variable.name };
  const name = variable.name ?? 'of a name that this encrypted file sets';
  if (meant !== undefined)
    return [{ ...common, message: 'mistyped' as const, data: { role, name, meant }, fix: unsafe.rename(at, meant) }];
  return [{ ...common, message: 'unknown' as const, data: { role, name }, severity: 'warning' as const }];
}
