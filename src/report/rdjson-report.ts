/**
 * The Reviewdog Diagnostic Format, as one JSON object
 * (https://github.com/reviewdog/reviewdog/tree/master/proto/rdf). reviewdog refuses keys that it does not know.
 */
import { NAME } from '../about.ts';
import type { ReportedCheck } from './reported-check.ts';
import type { Finding, Severity } from '../model/finding.ts';
import type { FilePlace } from '../model/setting.ts';
import type { Document } from '../source/document.ts';
import { isInFile, lineRangeOfPlace, location } from './locations.ts';
import { notesOn, urlInReference } from './notes.ts';
import { printable, printableJson } from './terminal-text.ts';

const SEVERITIES: Readonly<Record<Severity, string>> = { error: 'ERROR', warning: 'WARNING', info: 'INFO' };

/**
 * A `DiagnosticResult` with a diagnostic for each finding; what no file holds is named in the message. What was not
 * seen of a cluster has no place here: each diagnostic becomes a comment of reviewdog.
 */
export function rdjsonReport(result: ReportedCheck): string {
  const diagnostics = result.findings.map((finding) => diagnostic(finding, result));
  return `${printableJson({ source: { name: NAME }, diagnostics })}\n`;
}

function diagnostic(finding: Finding, result: ReportedCheck) {
  const { at, rule, code, reference, severity, message } = finding;
  const isPlaced = isInFile(at, result.documents);
  const where = isPlaced ? [] : [location(at, result.documents)];
  return {
    message: [...where, printable(message), ...notesOn(finding, result)].join('\n'),
    location: isPlaced ? { path: printable(at.file), range: range(at, result) } : undefined,
    severity: SEVERITIES[severity],
    suggestions: suggestions(finding, result),
    code: { value: code === undefined ? rule : `${rule} (${code})`, url: urlInReference(reference) },
  };
}

/** The edit that mends a finding, if it is one edit of the file that the finding is in. */
function suggestions(finding: Finding, result: ReportedCheck) {
  const [only, ...others] = [...(result.suggestions?.get(finding) ?? [])];
  if (only === undefined || others.length > 0 || !('file' in finding.at) || only[0] !== finding.at.file)
    return undefined;
  const [file, [edit, ...more]] = only;
  if (edit === undefined || more.length > 0) return undefined;
  return [{ range: range({ file, start: edit.start, end: edit.end }, result), text: edit.text }];
}

function range(at: FilePlace, { documents }: ReportedCheck) {
  const document = documents.get(at.file);
  const { line, column, endLine, endColumn } = lineRangeOfPlace(at, documents);
  return {
    start: { line, column: columnInBytes(document, line, column) },
    end: { line: endLine, column: columnInBytes(document, endLine, endColumn) },
  };
}

/** A column as reviewdog counts it: from 1, in bytes of UTF-8. */
function columnInBytes(document: Document | undefined, line: number, column: number): number {
  return Buffer.byteLength(document?.line(line)?.slice(0, column - 1) ?? '') + 1;
}
