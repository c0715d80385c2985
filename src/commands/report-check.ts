/**
 * The reports of a check in the formats that were asked for, and its exit code; shared by checks of files and of
 * running clusters.
 */
import { CannotCheck } from '../ground/cannot-check.ts';
import { rules } from '../generated/rules.ts';
import type { Result } from '../check/result.ts';
import type { Finding, Severity } from '../model/finding.ts';
import { SEVERITIES } from '../model/finding.ts';
import { listed } from '../model/phrases.ts';
import { sidesOf } from '../model/rule.ts';
import type { Mending } from '../report/reported-check.ts';
import { prettyReport } from '../report/pretty-report.ts';
import { oneOf } from './arguments.ts';
import type { Given } from './arguments.ts';
import type { CheckFormat } from './command-line.ts';
import { reportWriterFor } from './report-options.ts';
import type { Formats } from './report-options.ts';
import { noticeLines } from './command.ts';
import type { Caller, CommandOutcome } from './command.ts';
import { pathsShownFromRepository } from './repository.ts';

type FailOn = Severity | 'never';
const FAIL_ON: readonly FailOn[] = [...SEVERITIES, 'never'];

/** The result of a check, with the options that a report may need. */
interface Checked {
  readonly result: Result;
  readonly caller: Caller;
  readonly failOn: FailOn;
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** Show the number of findings of each rule, instead of the findings. */
  readonly statistics: boolean;
  /** Show everything that a change does. */
  readonly showsChange: boolean;
  /** The number of findings to show at most; Infinity for all. */
  readonly maxFindings: number;
  /** The bytes of a report in Markdown at most; Infinity for all. */
  readonly maxBytes: number;
}

const FORMATS: Formats<Checked, CheckFormat> = {
  pretty: ({ result, ...options }, style) => prettyReport(result, { ...style, ...options }),
  compact: async ({ result, ...options }) =>
    (await import('../report/compact-report.ts')).compactReport(result, options),
  json: async ({ result }) => (await import('../report/json-report.ts')).jsonReport(result),
  sarif: async ({ result, caller }) => {
    const { sarifReport } = await import('../report/sarif-report.ts');
    const { examples } = await import('../generated/examples.ts');
    const pathOf = pathsShownFromRepository(caller);
    return sarifReport(result, {
      rules: [...rules, ...result.policies],
      examples,
      pathOf,
      accepted: !isOnGitHub(caller),
    });
  },
  github: async ({ result, caller, quiet }) => (await import('./github-actions.ts')).annotations(result, caller, quiet),
  gitlab: async ({ result, caller }) =>
    (await import('../report/gitlab-report.ts')).gitlabReport(result, pathsShownFromRepository(caller)),
  junit: async ({ result, failOn }) =>
    (await import('../report/junit-report.ts')).junitReport(result, (finding) => fails(finding, failOn)),
  checkstyle: async ({ result }) => (await import('../report/checkstyle-report.ts')).checkstyleReport(result),
  rdjson: async ({ result }) => (await import('../report/rdjson-report.ts')).rdjsonReport(result),
  markdown: async ({ result, maxBytes }) =>
    (await import('../report/markdown-report.ts')).markdownReport(result, maxBytes),
  html: async ({ result }) => (await import('../report/html-report.ts')).htmlReport(result),
};

/** Makes the outcome of a check, of lines for a person and the result. */
type CheckReporter = (said: readonly string[], result: Result) => Promise<CommandOutcome>;

/**
 * Reads how a check is to be reported, before the work begins. Throws CannotCheck for the first option that makes no
 * sense.
 */
export function checkReporterFor(given: Given, caller: Caller): CheckReporter {
  const deliver = reportWriterFor(given, caller, FORMATS);
  const failOn = oneOf('severity', given.value('fail-on') ?? 'error', FAIL_ON);
  const options = {
    quiet: given.has('quiet'),
    verbose: given.has('verbose'),
    statistics: given.has('statistics'),
    showsChange: given.command === 'diff',
    maxFindings: most(given, 'max-findings', '20'),
    maxBytes: most(given, 'max-bytes', '65000'),
  };
  return async (said, result) => {
    const exitCode = result.findings.some((finding) => fails(finding, failOn)) ? 1 : 0;
    if (result.mending?.isWritten === false && !given.has('format'))
      return { ...(await patchAlone(result.mending, result)), exitCode };
    const report = await deliver({ result, caller, failOn, ...options });
    const stdout = (await forGitHub(given, caller, result)) + report;
    const stderr = noticeLines([...said, ...idleNotices(given, result), ...result.notices]);
    const closing = noticeLines(await lastOfFindingsAlone(given, result));
    return { stdout, stderr, closing, exitCode };
  };
}

/** The patch, which other programs take, and a line for each fix that is not in it. */
async function patchAlone(mending: Mending, result: Result): Promise<Omit<CommandOutcome, 'exitCode'>> {
  const [{ patchOf }, { mendingNotices }] = await Promise.all([
    import('../report/patch.ts'),
    import('../report/mending-lines.ts'),
  ]);
  return { stdout: patchOf(result), stderr: '', closing: noticeLines(mendingNotices(mending)) };
}

/** Says that no rule is on, or that rules which a person named judge something else than what was checked. */
function idleNotices(given: Given, { rulesOn, stacks, policies }: Result): readonly string[] {
  const isObserved = stacks.some(({ observed }) => observed !== undefined);
  const chosen = given.values('rule').map((choice) => choice.replace(/=.*/, ''));
  const idle = [...rules, ...policies].filter(
    ({ name, rule }) => chosen.includes(name) && sidesOf(rule) === (isObserved ? 'declared' : 'observed'),
  );
  const [first] = idle;
  if (first === undefined)
    return rulesOn === 0 ? ['no rule is on, so nothing was checked; --rule NAME turns one on'] : [];
  const names = listed(
    idle.map(({ name }) => name),
    NAMED,
  );
  const judge = idle.length === 1 ? 'judges' : 'judge';
  return [
    isObserved
      ? `${names} ${judge} inventories, and no cluster; stacklint check PATH asks for it`
      : `${names} ${judge} running clusters, and no inventory; stacklint live URL asks one`,
  ];
}

/** The number of rules that a notice names. */
const NAMED = 5;

/**
 * The line after findings alone: a list of them cannot tell what was undecided from a pass. What reads GitLab's,
 * Checkstyle's and reviewdog's formats takes each entry for a finding, so that the line is also the only place for
 * what was not seen of a cluster, and how much of it was compared.
 */
async function lastOfFindingsAlone(given: Given, result: Result): Promise<readonly string[]> {
  const isAsked = (formats: RegExp) => given.values('format').some((format) => formats.test(format));
  const isOfCluster = result.unseen.length > 0 || result.stacks.some(({ drift }) => drift !== undefined);
  const isUntold = isOfCluster && isAsked(FINDINGS_ALONE) && !isAsked(PRETTY);
  if (given.has('quiet') || !(isAsked(COMPACT) || isUntold)) return [];
  const line = (await import('../report/summary.ts')).reservations(result);
  return line === undefined ? [] : [line];
}

const PRETTY = /^pretty(?:=|$)/;
const COMPACT = /^compact(?:=|$)/;
const FINDINGS_ALONE = /^(?:gitlab|checkstyle|rdjson)(?:=|$)/;

function isOnGitHub({ environment }: Caller): boolean {
  return environment['GITHUB_ACTIONS'] === 'true';
}

/**
 * Adds to the summary of the job on GitHub Actions. The annotations for stdout, if no format was asked for: the usual
 * report follows them, and no data.
 */
async function forGitHub(given: Given, caller: Caller, result: Result): Promise<string> {
  const unasked = isOnGitHub(caller) && !given.has('format');
  if (!unasked && !given.values('format').some((format) => /^github(?:=|$)/.test(format))) return '';
  const { addToJobSummary, annotations, ANNOTATIONS_SHOWN } = await import('./github-actions.ts');
  addToJobSummary(result, caller);
  return unasked ? annotations(result, caller, given.has('quiet'), ANNOTATIONS_SHOWN) : '';
}

/** The number that an option gives; Infinity without it. Throws CannotCheck for anything else. */
function most(given: Given, option: 'max-findings' | 'max-bytes', example: string): number {
  const text = given.value(option);
  if (text === undefined) return Infinity;
  if (!/^\d+$/.test(text)) throw new CannotCheck(`--${option} is ${text}; expected a whole number, as in ${example}`);
  return Number(text);
}

function fails({ severity }: Finding, failOn: FailOn): boolean {
  return failOn !== 'never' && SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(failOn);
}
