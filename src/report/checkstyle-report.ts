/** Checkstyle's XML, which Jenkins (Warnings Next Generation), reviewdog and many other tools read. */
import type { ReportedCheck } from './reported-check.ts';
import type { Finding } from '../model/finding.ts';
import { groupedByFile, isInFile, lineRangeOfPlace } from './locations.ts';
import { notesOn } from './notes.ts';
import { printable } from './terminal-text.ts';
import { element, xmlDocument } from './xml.ts';

/**
 * A `file` for each file with findings, and an `error` for each finding, whatever its severity. What was not seen of
 * a cluster has no place here: each `error` is a finding to those that read it.
 */
export function checkstyleReport(result: ReportedCheck): string {
  const files = Array.from(groupedByFile(result.findings, result.documents), ([name, findings]) =>
    element(
      'file',
      { name },
      findings.map((finding) => error(finding, result)),
    ),
  );
  return xmlDocument(element('checkstyle', { version: '4.3' }, files));
}

function error(finding: Finding, result: ReportedCheck): string {
  const { at, severity, rule, message } = finding;
  const { line, column } = isInFile(at, result.documents)
    ? lineRangeOfPlace(at, result.documents)
    : { line: 1, column: 1 };
  return element('error', {
    line,
    column,
    severity,
    message: [printable(message), ...notesOn(finding, result)].join(' '),
    // Jenkins takes the last two words as category and type.
    source: `stacklint.${rule.replaceAll('/', '.')}`,
  });
}
