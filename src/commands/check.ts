/** `stacklint check`: the main job. */
import { CannotCheck } from '../cannot-check.ts';
import { rules } from '../generated/rules.ts';
import type { Result } from '../check.ts';
import type { How, RuleChoice } from '../engine/choose.ts';
import { check as judge } from '../check.ts';
import type { Severity } from '../model/finding.ts';
import { SEVERITIES } from '../model/finding.ts';
import type { Preset, SeverityOrOff } from '../model/rule.ts';
import { PRESETS } from '../model/rule.ts';
import { pretty } from '../report/pretty.ts';
import { printable } from '../report/text.ts';
import type { Configuration } from '../configuration/read.ts';
import type { Given } from './arguments.ts';
import { configurationFor } from './configuration.ts';
import { oneOf, reporting } from './formats.ts';
import type { Caller, CommandOutcome } from './outcome.ts';
import { unknownRule } from '../model/rule-pattern.ts';
import { where } from './where.ts';

const FAIL_ON: readonly (Severity | 'never')[] = [...SEVERITIES, 'never'];
const CHOICES: readonly SeverityOrOff[] = [...SEVERITIES, 'off'];

/** Checks what the paths name and reports it in every format that was asked for. */
export async function check(given: Given, caller: Caller): Promise<CommandOutcome> {
  // Everything that could be mistyped is read before the work begins.
  const deliver = reporting(given, caller);
  const configuration = configurationFor(given, caller, given.words);
  const how: How = {
    preset: preset(given) ?? configuration?.preset ?? 'production',
    rules: given.values('rule').map(ruleChoice),
    configured: configuration?.rules ?? [],
  };
  const failOn = oneOf('severity', given.value('fail-on') ?? 'error', FAIL_ON);
  const result = judge(where(given, caller, given.words, configuration), how);
  const stdout = await deliver(async (format, style) => {
    if (format === 'pretty')
      return pretty(result, { ...style, quiet: given.has('quiet'), verbose: given.has('verbose') });
    const { json } = await import('../report/json.ts');
    return json(result, how.preset);
  });
  const idle = result.rules === 0 ? ['no rule is on, so nothing was judged; --rule NAME turns one on'] : [];
  const notices = [...unusedKeys(configuration), ...idle, ...result.notices];
  const stderr = notices.map((notice) => `stacklint: ${printable(notice)}\n`).join('');
  return { stdout, stderr, exitCode: fails(result, failOn) ? 1 : 0 };
}

function preset(given: Given): Preset | undefined {
  const named = given.value('preset');
  return named === undefined ? undefined : oneOf('preset', named, PRESETS);
}

function unusedKeys(configuration: Configuration | undefined): readonly string[] {
  if (configuration === undefined || configuration.unused.length === 0) return [];
  return [`${configuration.file}: ${configuration.unused.join(', ')}: without effect in this version`];
}

function ruleChoice(text: string): RuleChoice {
  const [pattern = '', ...rest] = text.split('=');
  const severity = rest.length > 0 ? oneOf('severity', rest.join('='), CHOICES) : undefined;
  const wrong = unknownRule(
    pattern,
    rules.map(({ name }) => name),
  );
  if (wrong !== undefined) throw new CannotCheck(wrong);
  return { pattern, severity };
}

function fails({ findings }: Result, failOn: Severity | 'never'): boolean {
  if (failOn === 'never') return false;
  const limit = SEVERITIES.indexOf(failOn);
  return findings.some(({ severity }) => SEVERITIES.indexOf(severity) <= limit);
}
