/** `stacklint check`: finds what is wrong, and reports it. */
import { CannotCheck } from '../cannot-check.ts';
import { rules } from '../generated/rules.ts';
import type { Result } from '../check.ts';
import type { RuleChoice, RuleSelection } from '../engine/active-rules.ts';
import { check as judge, joined } from '../check.ts';
import type { Finding, Severity } from '../model/finding.ts';
import { SEVERITIES } from '../model/finding.ts';
import type { Preset, SeverityOrOff } from '../model/rule.ts';
import { PRESETS } from '../model/rule.ts';
import { prettyReport } from '../report/pretty-report.ts';
import { printable } from '../report/terminal-text.ts';
import type { Configuration } from '../configuration.ts';
import type { Files } from '../files.ts';
import type { ParseCache } from '../source/parse-cache.ts';
import { oneOf } from './arguments.ts';
import type { Given } from './arguments.ts';
import type { CheckFormat } from './command-line.ts';
import { pathsByConfiguration } from './find-configuration.ts';
import { reportsAsked } from './report-options.ts';
import type { Formats } from './report-options.ts';
import type { Caller, CommandOutcome } from './command.ts';
import { complaintAboutPattern } from '../model/rule-pattern.ts';
import { checkTarget } from './check-target.ts';
import { pathsInRepository } from './repository.ts';
import { leniencyAsked, updateBaseline } from './leniency.ts';
import { idleOverrides, overridesOf } from './overrides.ts';

type FailOn = Severity | 'never';
const FAIL_ON: readonly FailOn[] = [...SEVERITIES, 'never'];
const CHOICES: readonly SeverityOrOff[] = [...SEVERITIES, 'off'];

/** The result of a check, with the options that a report may need. */
interface Checked {
  readonly result: Result;
  readonly caller: Caller;
  readonly failOn: FailOn;
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** Show the number of findings of each rule, instead of the findings. */
  readonly statistics: boolean;
  /** The number of findings to show at most; Infinity for all. */
  readonly maxFindings: number;
}

const FORMATS: Formats<Checked, CheckFormat> = {
  pretty: ({ result, ...options }, style) => prettyReport(result, { ...style, ...options }),
  compact: async ({ result, ...options }) =>
    (await import('../report/compact-report.ts')).compactReport(result, options),
  json: async ({ result }) => (await import('../report/json-report.ts')).jsonReport(result),
  sarif: async ({ result, caller }) => {
    const { sarifReport } = await import('../report/sarif-report.ts');
    const { examples } = await import('../generated/examples.ts');
    const pathOf = pathsInRepository(caller.cwd);
    return sarifReport(result, { rules, examples, pathOf, accepted: !isOnGitHub(caller) });
  },
  github: async ({ result, caller, quiet }) => (await import('./github-actions.ts')).annotations(result, caller, quiet),
  gitlab: async ({ result, caller }) =>
    (await import('../report/gitlab-report.ts')).gitlabReport(result, pathsInRepository(caller.cwd)),
  junit: async ({ result, failOn }) =>
    (await import('../report/junit-report.ts')).junitReport(result, (finding) => fails(finding, failOn)),
  checkstyle: async ({ result }) => (await import('../report/checkstyle-report.ts')).checkstyleReport(result),
  rdjson: async ({ result }) => (await import('../report/rdjson-report.ts')).rdjsonReport(result),
  markdown: async ({ result }) => (await import('../report/markdown-report.ts')).markdownReport(result),
};

/** The parts of a watched check: the cache that it keeps for the next one, and an observer of the files that it reads. */
interface Watching {
  readonly cache: ParseCache;
  readonly observed: (files: Files) => Files;
}

/** Checks what the paths name, and makes a report in each format that was asked for. */
export async function check(given: Given, caller: Caller, watching?: Watching): Promise<CommandOutcome> {
  // All that could be mistyped is read before the work begins.
  const deliver = reportsAsked(given, caller, FORMATS);
  const { words } = given;
  const stdin = given.value('stdin-filename');
  const paths = words.length === 0 && stdin !== undefined ? [stdin] : words;
  const parts = pathsByConfiguration(given, caller, paths).map((part) => ({
    ...part,
    selection: selectionOf(given, caller, part.configuration),
  }));
  const failOn = oneOf('severity', given.value('fail-on') ?? 'error', FAIL_ON);
  const options = {
    quiet: given.has('quiet'),
    verbose: given.has('verbose'),
    statistics: given.has('statistics'),
    maxFindings: maxFindings(given),
  };
  const results: Result[] = [];
  const said: string[] = [];
  for (const { configuration, paths: own, selection } of parts) {
    const asked = await leniencyAsked(given, caller, configuration);
    const files = watching?.observed(asked.files) ?? asked.files;
    const target = { ...checkTarget(given, caller, own, configuration), files, cache: watching?.cache, standIns: true };
    let result = judge(target, selection, asked.leniency);
    if (given.has('update-baseline')) {
      const updated = updateBaseline(result, asked, caller.cwd);
      said.push(updated.said);
      result = judge(target, selection, updated.leniency);
    }
    results.push(result);
    said.push(...unusedKeys(configuration), ...idleOverrides(configuration, target, result));
  }
  const result = joined(results);
  const report = await deliver({ result, caller, failOn, ...options });
  const stdout = (await forGitHub(given, caller, result)) + report;
  const idle = result.rulesOn === 0 ? ['no rule is on, so nothing was checked; --rule NAME turns one on'] : [];
  const notices = [...said, ...idle, ...result.notices];
  const stderr = notices.map((notice) => `stacklint: ${printable(notice)}\n`).join('');
  return { stdout, stderr, exitCode: result.findings.some((finding) => fails(finding, failOn)) ? 1 : 0 };
}

/** The rules that the command line and the configuration choose. */
export function selectionOf(given: Given, caller: Caller, configuration: Configuration | undefined): RuleSelection {
  return {
    preset: preset(given) ?? configuration?.preset,
    presets: given.has('preset') ? new Map() : presetsOf(configuration?.stacks ?? []),
    rules: given.values('rule').flatMap((text) => text.split(',').map(ruleChoice)),
    configured: configuration?.rules ?? [],
    overrides: configuration === undefined ? [] : overridesOf(configuration, caller.cwd),
  };
}

function isOnGitHub({ environment }: Caller): boolean {
  return environment['GITHUB_ACTIONS'] === 'true';
}

/**
 * Adds to the summary of the job on GitHub Actions. The annotations for stdout, where no format was asked for: the usual
 * report follows them, and no data.
 */
async function forGitHub(given: Given, caller: Caller, result: Result): Promise<string> {
  const unasked = isOnGitHub(caller) && !given.has('format');
  if (!unasked && !given.values('format').some((format) => /^github(?:=|$)/.test(format))) return '';
  const { addToJobSummary, annotations, ANNOTATIONS_SHOWN } = await import('./github-actions.ts');
  addToJobSummary(result, caller);
  return unasked ? annotations(result, caller, given.has('quiet'), ANNOTATIONS_SHOWN) : '';
}

/** The presets of the stacks that have one of their own. */
function presetsOf(stacks: Configuration['stacks']): ReadonlyMap<string, Preset> {
  return new Map(stacks.flatMap(({ name, preset }) => (preset === undefined ? [] : [[name, preset]])));
}

function preset(given: Given): Preset | undefined {
  const named = given.value('preset');
  return named === undefined ? undefined : oneOf('preset', named, PRESETS);
}

function maxFindings(given: Given): number {
  const text = given.value('max-findings');
  if (text === undefined) return Infinity;
  if (!/^\d+$/.test(text)) throw new CannotCheck(`--max-findings is ${text}; expected a whole number, as in 20`);
  return Number(text);
}

function unusedKeys(configuration: Configuration | undefined): readonly string[] {
  if (configuration === undefined || configuration.unused.length === 0) return [];
  return [`${configuration.file}: no effect in this version: ${configuration.unused.join(', ')}`];
}

function ruleChoice(text: string): RuleChoice {
  const [pattern = '', ...rest] = text.split('=');
  const severity = rest.length > 0 ? oneOf('severity', rest.join('='), CHOICES) : undefined;
  const wrong = complaintAboutPattern(
    pattern,
    rules.map(({ name }) => name),
  );
  if (wrong !== undefined) throw new CannotCheck(wrong);
  return { pattern, severity };
}

function fails({ severity }: Finding, failOn: FailOn): boolean {
  return failOn !== 'never' && SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(failOn);
}
