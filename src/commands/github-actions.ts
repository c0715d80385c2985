/**
 * GitHub Actions, which is recognised by its environment
 * (https://docs.github.com/en/actions/reference/workflows-and-actions/variables).
 */
import { resolve } from 'node:path';
import type { Result } from '../check/result.ts';
import { githubReport } from '../report/github-report.ts';
import { markdownReport } from '../report/markdown-report.ts';
import { shownFindings } from '../report/shown-findings.ts';
import type { Caller } from './command.ts';
import { save } from './report-options.ts';
import { pathsShownFromRepository } from './repository.ts';

/** The number of annotations of each severity that GitHub shows of a step. */
export const ANNOTATIONS_SHOWN = 10;
/** A summary above 1 MiB is refused; the lines around the tables and earlier summaries of the step need some of it. */
const LARGEST_SUMMARY = 900_000;

/**
 * The annotations of a job, at most `most` of each severity; with `quiet`, of errors alone, and nothing of what was
 * not seen.
 */
export function annotations(result: Result, caller: Caller, quiet: boolean, most = Infinity): string {
  const { shown } = shownFindings(result.findings, { quiet, maxFindings: Infinity });
  const unseen = quiet ? [] : result.unseen;
  return githubReport({ ...result, findings: shown, unseen }, pathsShownFromRepository(caller), most);
}

/** Appends the report to the summary of the job, if there is one. Throws CannotCheck if it cannot be written. */
export function addToJobSummary(result: Result, { cwd, environment }: Caller): void {
  const file = environment['GITHUB_STEP_SUMMARY'] ?? '';
  if (file !== '') save(resolve(cwd, file), file, `${markdownReport(result, LARGEST_SUMMARY)}\n`, 'a');
}
