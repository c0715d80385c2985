/**
 * GitLab's code quality report, for `artifacts: reports: codequality`
 * (https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format).
 */
import type { ReportedCheck } from './reported-check.ts';
import type { Finding, Severity } from '../model/finding.ts';
import type { ShowsPath } from '../ground/paths.ts';
import { isInFile, lineRangeOfPlace, location } from './locations.ts';
import { notesOn } from './notes.ts';
import { printable, printableJson } from './terminal-text.ts';

const SEVERITIES: Readonly<Record<Severity, string>> = { error: 'major', warning: 'minor', info: 'info' };

/**
 * A JSON array with an entry for each finding. `pathOf` shows a file from the root of the repository. What was not
 * seen of a cluster has no place here: each entry is a finding to GitLab.
 */
export function gitlabReport(result: ReportedCheck, pathOf: ShowsPath): string {
  return `${printableJson(result.findings.map((finding) => entry(finding, result, pathOf)))}\n`;
}

function entry(finding: Finding, result: ReportedCheck, pathOf: ShowsPath) {
  return {
    description: [printable(finding.message), ...notesOn(finding, result)].join(' '),
    check_name: finding.rule,
    fingerprint: result.fingerprint(finding),
    severity: SEVERITIES[finding.severity],
    location: place(finding, result, pathOf),
  };
}

/** GitLab wants a path and a line even of what no file holds. */
function place({ at }: Finding, { documents }: ReportedCheck, pathOf: ShowsPath) {
  if (!isInFile(at, documents)) return { path: location(at, documents), lines: { begin: 1 } };
  const { file, line, endLine } = lineRangeOfPlace(at, documents);
  return { path: printable(pathOf(file)), lines: { begin: line, end: endLine } };
}
