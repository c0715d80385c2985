/** The rules that are on for a check, each with its severity and options. */
import { CannotCheck } from '../cannot-check.ts';
import type { Severity } from '../model/finding.ts';
import type { NamedRule, OptionSchemas, Preset, SeverityOrOff } from '../model/rule.ts';
import { PRESETS } from '../model/rule.ts';
import { rulePattern, complaintAboutPattern } from '../model/rule-pattern.ts';

/** A person's choice of rules and severities, from the command line and from `stacklint.yml`. */
export interface RuleSelection {
  readonly preset: Preset;
  /**
   * The choices of `--rule`, in order; later ones win. A rule's exact name turns the rule on where the preset has it
   * off.
   */
  readonly rules: readonly RuleChoice[];
  /** The choices of `stacklint.yml`. Those of `rules` override them, and they never turn other rules off. */
  readonly configured?: readonly ConfiguredChoice[];
}

/** `--rule NAME[=SEVERITY]`. When no choice has a severity, all other rules are off. */
export interface RuleChoice {
  /** A rule's name, or a glob. */
  readonly pattern: string;
  /** Undefined keeps the preset's. */
  readonly severity: SeverityOrOff | undefined;
}

/** A choice of `stacklint.yml`, with the options that it sets for one rule. */
export interface ConfiguredChoice extends RuleChoice {
  readonly options?: Readonly<Record<string, unknown>>;
}

/** A rule that is on. */
export interface ActiveRule extends NamedRule {
  readonly severity: Severity;
  /** True where a person chose the severity: it then overrides the severities of single reports, too. */
  readonly isChosen: boolean;
  readonly options: Readonly<Record<string, unknown>>;
}

/**
 * Lists the rules that are on. The preset gives the severities, `stacklint.yml` overrides them, and the command line both.
 *
 * Throws `CannotCheck` with the nearest name for a choice that matches no rule.
 */
export function activeRules(rules: readonly NamedRule[], selection: RuleSelection): readonly ActiveRule[] {
  const withMatcher = <C extends RuleChoice>(choice: C) => ({ ...choice, matches: matcher(choice, rules) });
  const configured = (selection.configured ?? []).map(withMatcher);
  const choices = selection.rules.map(withMatcher);
  const onlyNames = choices.length > 0 && choices.every(({ severity }) => severity === undefined);
  const active: ActiveRule[] = [];
  for (const { name, rule } of rules) {
    const applying = choices.filter(({ matches }) => matches(name));
    if (onlyNames && applying.length === 0) continue;
    const ofConfiguration = configured.filter(({ matches }) => matches(name));
    const chosen = [...ofConfiguration, ...applying].findLast((choice) => choice.severity !== undefined)?.severity;
    const given: SeverityOrOff = chosen ?? rule.severity[selection.preset];
    const last = applying.at(-1);
    const isNamed = last?.pattern === name && last.severity === undefined;
    const severity = given === 'off' && isNamed ? severityWhenOn(rule, selection.preset) : given;
    if (severity === 'off') continue;
    const set = ofConfiguration.flatMap(({ options = {} }) => Object.entries(options));
    const options = { ...defaults(rule.options ?? {}), ...Object.fromEntries(set) };
    active.push({ name, rule, severity, isChosen: severity === chosen, options });
  }
  return active;
}

/** The severity of a rule in the first preset, from the given one to the strictest, that has it on. */
function severityWhenOn({ severity }: NamedRule['rule'], preset: Preset): SeverityOrOff {
  const presets = PRESETS.slice(PRESETS.indexOf(preset));
  return presets.map((each) => severity[each]).find((each) => each !== 'off') ?? 'off';
}

function defaults(schemas: OptionSchemas): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, schema.default]));
}

function matcher({ pattern }: RuleChoice, rules: readonly NamedRule[]): (name: string) => boolean {
  const wrong = complaintAboutPattern(
    pattern,
    rules.map(({ name }) => name),
  );
  if (wrong !== undefined) throw new CannotCheck(wrong);
  const expression = rulePattern(pattern);
  return (name) => expression.test(name);
}
