/** The report for editors and pipes: one line a finding, as compilers print them. */
import type { ReportedCheck } from './reported-check.ts';
import { counted } from '../model/phrases.ts';
import type { Place } from '../model/setting.ts';
import { lineRangeOfPlace, location } from './locations.ts';
import type { DocumentsByPath } from './locations.ts';
import { shownFindings } from './shown-findings.ts';
import type { Choice } from './shown-findings.ts';
import { printable } from './terminal-text.ts';

/**
 * Lines of the form `file:line:column: severity: message [rule]`, by file and line, which Vim's `errorformat`, Emacs's
 * `compile` and problem matchers know; nothing if nothing was found. The last line says how many the limit leaves out.
 */
export function compactReport({ findings, documents }: ReportedCheck, choice: Choice): string {
  const { shown, left } = shownFindings(findings, choice);
  const lines = shown.map(
    ({ at, severity, message, rule }) => `${position(at, documents)}: ${severity}: ${printable(message)} [${rule}]`,
  );
  if (left > 0) lines.push(`${counted(left, 'more finding')} not shown (--max-findings)`);
  return lines.map((line) => `${line}\n`).join('');
}

/** A place with a line and a column, which an editor needs even if the whole file is meant. */
function position(place: Place, documents: DocumentsByPath): string {
  if ('call' in place) return location(place, documents);
  const { file, line, column } = lineRangeOfPlace(place, documents);
  return `${printable(file)}:${line}:${column}`;
}
