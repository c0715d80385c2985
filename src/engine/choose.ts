/** Which rules are on, how much each weighs, and with which options. */
import { CannotCheck } from '../cannot-check.ts';
import type { Severity } from '../model/finding.ts';
import type { NamedRule, OptionSchemas, Preset, SeverityOrOff } from '../model/rule.ts';
import { PRESETS } from '../model/rule.ts';
import { rulePattern, unknownRule } from '../model/rule-pattern.ts';

/** By which rules stacks are judged, and how severely. */
export interface How {
  readonly preset: Preset;
  /**
   * In order, later ones win: a rule's name or a glob with the severity it gets; undefined keeps the preset's. A name
   * turns its rule on where that is off.
   */
  readonly rules: readonly RuleChoice[];
  /** What the project has configured: below `rules`, and never what turns others off. */
  readonly configured?: readonly ConfiguredChoice[];
}

/** `--rule NAME[=SEVERITY]`. When only names are given, all other rules are off. */
export interface RuleChoice {
  readonly pattern: string;
  readonly severity: SeverityOrOff | undefined;
}

/** A choice of the project, with the options that it sets for one rule. */
export interface ConfiguredChoice extends RuleChoice {
  readonly options?: Readonly<Record<string, unknown>>;
}

/** A rule that is on. */
export interface ActiveRule extends NamedRule {
  readonly severity: Severity;
  /** True where a person gave the severity: it then holds for all that the rule reports. */
  readonly insisted: boolean;
  readonly options: Readonly<Record<string, unknown>>;
}

/**
 * The rules that are on: the preset's severities, then what the project configured, then the choices in their order.
 *
 * A choice that names no rule is a `CannotCheck` with the nearest name.
 */
export function choose(rules: readonly NamedRule[], how: How): readonly ActiveRule[] {
  const withMatcher = <C extends RuleChoice>(choice: C) => ({ ...choice, matches: matcher(choice, rules) });
  const configured = (how.configured ?? []).map(withMatcher);
  const choices = how.rules.map(withMatcher);
  const onlyNames = choices.length > 0 && choices.every(({ severity }) => severity === undefined);
  const active: ActiveRule[] = [];
  for (const { name, rule } of rules) {
    const applying = choices.filter(({ matches }) => matches(name));
    if (onlyNames && applying.length === 0) continue;
    const ofProject = configured.filter(({ matches }) => matches(name));
    const insisted = [...ofProject, ...applying].findLast((choice) => choice.severity !== undefined)?.severity;
    const given: SeverityOrOff = insisted ?? rule.severity[how.preset];
    const last = applying.at(-1);
    const isAsked = last?.pattern === name && last.severity === undefined;
    const severity = given === 'off' && isAsked ? onceOn(rule, how.preset) : given;
    if (severity === 'off') continue;
    const set = ofProject.flatMap(({ options = {} }) => Object.entries(options));
    const options = { ...defaults(rule.options ?? {}), ...Object.fromEntries(set) };
    active.push({ name, rule, severity, insisted: severity === insisted, options });
  }
  return active;
}

/** The severity of a rule in the first preset that has it on, from the chosen one to the strictest. */
function onceOn({ severity }: NamedRule['rule'], preset: Preset): SeverityOrOff {
  const presets = PRESETS.slice(PRESETS.indexOf(preset));
  return presets.map((each) => severity[each]).find((each) => each !== 'off') ?? 'off';
}

function defaults(schemas: OptionSchemas): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, schema.default]));
}

function matcher({ pattern }: RuleChoice, rules: readonly NamedRule[]): (name: string) => boolean {
  const wrong = unknownRule(
    pattern,
    rules.map(({ name }) => name),
  );
  if (wrong !== undefined) throw new CannotCheck(wrong);
  const expression = rulePattern(pattern);
  return (name) => expression.test(name);
}
