/** Rules by name: the record of each, and its help in Markdown. */
import { examples } from '../generated/examples.ts';
import { rules } from '../generated/rules.ts';
import type { NamedRule } from '../model/rule.ts';
import { ruleHelp } from '../report/rule-help.ts';

/** The rule of a name; undefined if there is none. */
export function ruleNamed(name: string): NamedRule | undefined {
  return rules.find((rule) => rule.name === name);
}

/** The whole help of a rule, with its examples. */
export function helpOfRule(rule: NamedRule): string {
  return `# ${rule.name}\n\n${ruleHelp(rule, examples[rule.name]).markdown}`;
}
