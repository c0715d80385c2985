/**
 * The rules that are on for a stack, each with its severity and options, and with other ones for some hosts or files.
 */
import { CannotCheck } from '../ground/cannot-check.ts';
import type { NamedRule, OptionSchemas, Preset, SeverityOrOff } from '../model/rule.ts';
import { PRESETS, sidesOf } from '../model/rule.ts';
import { rulePattern, complaintAboutPattern } from '../model/rule-pattern.ts';
import type { Stack } from '../model/stack.ts';
import type { Concerned } from './fold.ts';
import { applies, concerns } from './override.ts';
import type { Override, Where } from './override.ts';
import type { RuleChoice } from './rule-choice.ts';

/** A person's choice of rules and severities, from the command line and from `stacklint.yml`. */
export interface RuleSelection {
  /** If left out, `production`, or `development` for a stack that is the test of a role, or named like one. */
  readonly preset?: Preset | undefined;
  /** The presets of single stacks, by name. */
  readonly presets?: ReadonlyMap<string, Preset>;
  /**
   * The choices of `--rule NAME[=SEVERITY]`, in order; later ones win. A rule's exact name turns the rule on even if
   * the preset has it off. When no choice has a severity, all other rules are off.
   */
  readonly rules: readonly RuleChoice[];
  /** A pattern of the rules that may be on at all: `change/*`; all if left out. */
  readonly within?: string | undefined;
  /** The rules that `stacklint.yml` has as data, besides those of stacklint. */
  readonly policies?: readonly NamedRule[];
  /** The choices of `stacklint.yml`. Those of `rules` override them, and they never turn other rules off. */
  readonly configured?: readonly RuleChoice[];
  /** The overrides of `stacklint.yml`, in order: the last that applies wins over `configured`. */
  readonly overrides?: readonly Override[];
}

/** The preset that a stack is judged by, and where it comes from: a person's choice, the stack, or neither. */
export interface StackPreset {
  readonly preset: Preset;
  readonly presetFrom: 'choice' | NonNullable<Stack['developmentBy']> | 'default';
}

/** Tells by which preset a stack is judged: the one that a person chose, else the one that fits its name or purpose. */
export function presetForStack(
  { preset, presets }: Pick<RuleSelection, 'preset' | 'presets'>,
  { name, developmentBy }: Pick<Stack, 'name' | 'developmentBy'>,
): StackPreset {
  const chosen = presets?.get(name) ?? preset;
  if (chosen !== undefined) return { preset: chosen, presetFrom: 'choice' };
  return developmentBy === undefined
    ? { preset: 'production', presetFrom: 'default' }
    : { preset: 'development', presetFrom: developmentBy };
}

/** The severity and options of a rule. */
export interface RuleSetting {
  readonly severity: SeverityOrOff;
  /** True if a person chose the severity: it then overrides the severities of single reports, too. */
  readonly isChosen: boolean;
  readonly options: Readonly<Record<string, unknown>>;
}

/** A rule that is on, at least in a part of a stack. */
export class ActiveRule implements NamedRule {
  readonly name: string;
  readonly rule: NamedRule['rule'];
  readonly preset: Preset;
  readonly #stack: Pick<Stack, 'groupsOf'>;
  readonly #usual: RuleSetting;
  readonly #overrides: readonly Override[];

  /** `overrides`: with their choices for this rule alone. */
  constructor(
    { name, rule }: NamedRule,
    preset: Preset,
    stack: Pick<Stack, 'groupsOf'>,
    usual: RuleSetting,
    overrides: readonly Override[],
  ) {
    this.name = name;
    this.rule = rule;
    this.preset = preset;
    this.#stack = stack;
    this.#usual = usual;
    this.#overrides = overrides;
  }

  /** True if the severity or the options depend on the host or file. */
  get varies(): boolean {
    return this.#overrides.length > 0;
  }

  /** The rule and its usual options as a text, which is the same for equal ones. */
  get standard(): string {
    return `${this.name} ${JSON.stringify(this.#usual.options)}`;
  }

  /** The severity for a host and a file. */
  settingIn(where: Where): RuleSetting {
    const severity = this.#choicesFor([where]).findLast((choice) => choice.severity !== undefined)?.severity;
    return severity === undefined ? this.#usual : { ...this.#usual, severity, isChosen: true };
  }

  /** The options to judge a subject with: an override counts if it applies to all hosts of the subject. */
  optionsFor(subject: Pick<Concerned, 'hosts'> & { readonly file?: string }): RuleSetting['options'] {
    let { options } = this.#usual;
    // To ask a large cluster for its hosts takes a while.
    if (!this.varies) return options;
    const { hosts, file } = subject;
    const places: readonly Where[] =
      hosts.length === 0 ? [{ host: undefined, file }] : hosts.map((host) => ({ host, file }));
    for (const choice of this.#choicesFor(places)) options = { ...options, ...choice.options };
    return options;
  }

  /** The choices of the overrides that apply to each of some places, in order. */
  #choicesFor(places: readonly Where[]): readonly RuleChoice[] {
    return this.#overrides.flatMap((override) =>
      places.every((where) => applies(override, where, this.#stack)) ? override.rules : [],
    );
  }
}

/**
 * Lists the rules that are on for a stack. The preset gives the severities, `stacklint.yml` overrides them, and the
 * command line both.
 *
 * Throws `CannotCheck` with the nearest name for a choice that matches no rule.
 */
export function activeRules(
  rules: readonly NamedRule[],
  selection: RuleSelection,
  stack: Pick<Stack, 'name' | 'groupsOf' | 'developmentBy' | 'isObserved'>,
): readonly ActiveRule[] {
  const withMatcher = (choice: RuleChoice) => ({ ...choice, matches: matcher(choice, rules) });
  const { preset } = presetForStack(selection, stack);
  const configured = (selection.configured ?? []).map(withMatcher);
  const choices = selection.rules.map(withMatcher);
  const overrides = (selection.overrides ?? [])
    .filter((override) => concerns(override, stack))
    .map((override) => ({ ...override, rules: override.rules.map(withMatcher) }));
  const onlyNames = choices.length > 0 && choices.every(({ severity }) => severity === undefined);
  const isWithin = selection.within === undefined ? undefined : rulePattern(selection.within);
  const active: ActiveRule[] = [];
  for (const named of rules) {
    const { name, rule } = named;
    if (isWithin?.test(name) === false) continue;
    if (sidesOf(rule) === (stack.isObserved === true ? 'declared' : 'observed')) continue;
    const applying = choices.filter(({ matches }) => matches(name));
    if (onlyNames && applying.length === 0) continue;
    const ofConfiguration = configured.filter(({ matches }) => matches(name));
    const commanded = applying.findLast((choice) => choice.severity !== undefined)?.severity;
    const chosen = commanded ?? ofConfiguration.findLast((choice) => choice.severity !== undefined)?.severity;
    const given: SeverityOrOff = chosen ?? rule.severity[preset];
    const last = applying.at(-1);
    const isNamed = last?.pattern === name && last.severity === undefined;
    const severity = given === 'off' && isNamed ? severityWhenOn(rule, preset) : given;
    const own = overrides.flatMap((override) => {
      const ofRule = override.rules.filter(({ matches }) => matches(name));
      const left = commanded === undefined ? ofRule : ofRule.map((choice) => ({ ...choice, severity: undefined }));
      return left.length === 0 ? [] : [{ ...override, rules: left }];
    });
    const isOnSomewhere = own.some(({ rules: left }) => left.some((one) => (one.severity ?? 'off') !== 'off'));
    if (severity === 'off' && !isOnSomewhere) continue;
    const set = ofConfiguration.flatMap(({ options = {} }) => Object.entries(options));
    const options = { ...defaults(rule.options ?? {}), ...Object.fromEntries(set) };
    active.push(new ActiveRule(named, preset, stack, { severity, isChosen: severity === chosen, options }, own));
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
