/** The explanation of a code: its sentence, further remarks, and the rule that reports it. */
import { rules } from '../generated/rules.ts';
import type { NamedRule } from '../model/rule.ts';
import { printableJson } from '../report/terminal-text.ts';
import { severityInPresets } from '../report/rule-help.ts';
import { entryOf, kindOf, severityOf } from '../troubles/catalogue.ts';
import type { TroubleCode } from '../troubles/catalogue.ts';
import { layOutExplanation, withNamesInBrackets } from './explanation.ts';
import type { Answer } from './report-options.ts';

/** The name of the rule that reports a code; undefined if no project is to blame, so that none does. */
export function reporterOf(code: TroubleCode): string | undefined {
  if (code.startsWith('schema/')) return 'inventory/schema';
  const fault = { code, data: {} };
  if (['vault', 'wrong-password', 'dynamic', 'undecided'].includes(kindOf(fault))) return undefined;
  return severityOf(fault) === 'warning' ? 'inventory/ansible-warning' : 'inventory/syntax';
}

/** The record of a code, for people or for programs. */
export function explainCode(code: TroubleCode): Answer {
  const { says, more } = entryOf(code);
  const reporter: NamedRule | undefined = rules.find(({ name }) => name === reporterOf(code));
  const { name: rule, rule: { severity } = {} } = reporter ?? {};
  const notes = [
    ['more', more],
    ['rule', rule ?? NO_RULE[kindOf({ code, data: {} }) === 'wrong-password' ? 'wrong' : 'open']],
    ...(severity === undefined ? [] : [['severity', severityInPresets(severity)] as const]),
  ] as const;
  return {
    text: (style) => layOutExplanation(code, withNamesInBrackets(says), style, notes),
    json: () => `${printableJson({ version: 1, code: { name: code, says, more, rule, severity } })}\n`,
  };
}

const NO_RULE = {
  wrong: 'none: the check ends with exit code 2',
  open: 'none: whatever depends on it is undecided',
};
