/**
 * Annotations of GitHub Actions: workflow commands, which the runner reads from stdout
 * (https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands).
 */
import type { ReportedCheck } from './reported-check.ts';
import type { Finding, Severity } from '../model/finding.ts';
import { SEVERITIES } from '../model/finding.ts';
import { listed } from '../model/phrases.ts';
import type { ShowsPath } from '../ground/paths.ts';
import { comparisonOf } from './comparison.ts';
import { isInFile, lineRangeOfPlace, location } from './locations.ts';
import { notesOn } from './notes.ts';
import { MAX_NAMES, printable } from './terminal-text.ts';

const COMMANDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/**
 * One annotation for each finding, errors first, at most `most` of each severity: GitHub shows the first ten of each
 * in a step. The last notices list what was not seen of a running cluster, and say how much of it was compared with its
 * inventory. `pathOf` shows a file from the root of the
 * repository.
 */
export function githubReport(result: ReportedCheck, pathOf: ShowsPath, most = Infinity): string {
  const last = [...unseenNotice(result), ...comparisonNotice(result)];
  const commands = SEVERITIES.flatMap((severity) =>
    result.findings
      .filter((finding) => finding.severity === severity)
      .slice(0, severity === 'info' ? most - last.length : most)
      .map((finding) => annotation(finding, result, pathOf)),
  );
  return [...commands, ...last].map((command) => `${command}\n`).join('');
}

/** One annotation for everything that was not seen, as it is not a finding; none if everything was seen. */
function unseenNotice({ unseen }: ReportedCheck): readonly string[] {
  if (unseen.length === 0) return [];
  const lines = unseen.map(({ message, rules }) => printable(`${message} (${listed(rules, MAX_NAMES)})`));
  return [`::notice title=not seen (${unseen.length})::${escapedData(lines.join('\n'))}`];
}

function comparisonNotice(result: ReportedCheck): readonly string[] {
  return comparisonOf(result).map((text) => `::notice title=compared with the inventory::${escapedData(text)}`);
}

function annotation(finding: Finding, result: ReportedCheck, pathOf: ShowsPath): string {
  const { rule, code, severity, message, why, at } = finding;
  const title = code === undefined ? rule : `${rule} (${code})`;
  const properties = [...placeOf(finding, result, pathOf), ['title', title] as const];
  const given = properties.map(([name, value]) => `${name}=${escapedProperty(String(value))}`);
  // The log of the job shows the text alone, without the properties.
  const where = location(at, result.documents);
  const text = [printable(message), printable(why), ...notesOn(finding, result), where].join('\n');
  return `::${COMMANDS[severity]} ${given.join(',')}::${escapedData(text)}`;
}

type Property = readonly [name: string, value: string | number];

/** GitHub takes columns only of a place on one line. */
function placeOf({ at }: Finding, { documents }: ReportedCheck, pathOf: ShowsPath): readonly Property[] {
  if (!isInFile(at, documents)) return [];
  const { file, line, column, endLine, endColumn } = lineRangeOfPlace(at, documents);
  const columns: readonly Property[] = [
    ['col', column],
    ['endColumn', endColumn],
  ];
  const rows: readonly Property[] = [
    ['file', printable(pathOf(file))],
    ['line', line],
    ['endLine', endLine],
  ];
  return line === endLine ? [...rows, ...columns] : rows;
}

/** Escapes as @actions/core does. */
function escapedData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapedProperty(text: string): string {
  return escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
