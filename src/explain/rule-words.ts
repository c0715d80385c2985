/** Rules by name: the record of each, and its help in Markdown. */
import { examples } from '../generated/examples.ts';
import { rules } from '../generated/rules.ts';
import type { NamedRule } from '../model/rule.ts';
import { ruleHelp } from '../report/rule-help.ts';

/** All rules: those of stacklint, and the policies of a configuration. */
export function rulesWith(policies: readonly NamedRule[] = []): readonly NamedRule[] {
  return [...rules, ...policies];
}

/** The rule of a name, among those of stacklint and the policies of a configuration; undefined if there is none. */
export function ruleNamed(name: string, policies: readonly NamedRule[] = []): NamedRule | undefined {
  return rulesWith(policies).find((rule) => rule.name === name);
}

/** The whole help of a rule, with its examples. */
export function helpOfRule(rule: NamedRule): string {
  return `# ${rule.name}\n\n${ruleHelp(rule, examples[rule.name]).markdown}`;
}
