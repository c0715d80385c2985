/** The findings in the lines that a person points at, and what the editor shows of them. */
import type { Diagnostic } from 'vscode-languageserver';
import type { Finding } from '../model/finding.ts';
import type { FilePlace } from '../model/setting.ts';
import type { Document } from '../source/document.ts';
import type { Range } from '../source/tree.ts';
import { rangeOf } from './snapshot.ts';
import type { Snapshot } from './snapshot.ts';

/** A finding with a place in a file. */
export interface FindingInFile extends Finding {
  readonly at: FilePlace;
}

/** The findings in a file. */
export function findingsIn({ result }: Snapshot, { file }: Document): readonly FindingInFile[] {
  return result.findings.filter(
    (finding): finding is FindingInFile => 'file' in finding.at && finding.at.file === file,
  );
}

/** The findings in the lines of a range of a document. */
export function findingsAt(snapshot: Snapshot, document: Document, range: Range): readonly FindingInFile[] {
  const [first, last] = [document.position(range.start).line, document.position(range.end).line];
  return findingsIn(snapshot, document).filter(
    ({ at }) => document.position(at.start).line <= last && document.position(at.end).line >= first,
  );
}

/** The diagnostics of a finding among those that the editor has there, as an action has them: none if there are none. */
export function diagnosticsOn(
  { rule, at }: FindingInFile,
  { result }: Snapshot,
  all: readonly Diagnostic[],
): { diagnostics?: Diagnostic[] } {
  const { start } = rangeOf(at, result.documents);
  const own = all.filter(
    ({ code, range }) => code === rule && range.start.line === start.line && range.start.character === start.character,
  );
  return own.length > 0 ? { diagnostics: own } : {};
}
