/** Findings as diagnostics of the protocol. */
import type { Diagnostic, DiagnosticRelatedInformation } from 'vscode-languageserver';
import { DiagnosticSeverity, DiagnosticTag } from 'vscode-languageserver';
import { NAME } from '../about.ts';
import type { FaultyFile } from '../ground/cannot-check.ts';
import type { Finding, Severity, Undecided } from '../model/finding.ts';
import { append } from '../model/multimap.ts';
import { isInFile } from '../report/locations.ts';
import { notesOnInvolved, urlInReference } from '../report/notes.ts';
import { printable } from '../report/terminal-text.ts';
import { locationOf, fullPathOf, rangeOf } from './snapshot.ts';
import type { Snapshot } from './snapshot.ts';

/** The diagnostics of files, by their full paths. */
export type DiagnosticsByPath = ReadonlyMap<string, readonly Diagnostic[]>;

/** The data that code actions need from a diagnostic: its rule, and the code of the fault, if it has one. */
export interface DiagnosticData {
  readonly rule: string;
  readonly code?: string | undefined;
  readonly variable?: string | undefined;
}

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

const TAGS = { unnecessary: DiagnosticTag.Unnecessary } as const;

/** The diagnostics of a snapshot; if a person wants to see it, what is undecided, as hints. */
export function diagnosticsByPath(snapshot: Snapshot, { showsUndecided = false } = {}): DiagnosticsByPath {
  const { findings, undecided, documents } = snapshot.result;
  const byPath = new Map<string, Diagnostic[]>();
  for (const finding of findings)
    if (isInFile(finding.at, documents))
      append(
        byPath,
        fullPathOf(snapshot, finding.at.file),
        diagnosticOf(finding, rangeOf(finding.at, documents), snapshot),
      );
  for (const open of showsUndecided ? undecided : [])
    if (isInFile(open.at, documents))
      append(byPath, fullPathOf(snapshot, open.at.file), hintOf(open, rangeOf(open.at, documents)));
  return byPath;
}

/** The diagnostic of a file that lets no check be made. */
export function diagnosticOfFaultyFile({ document, range, sentence }: FaultyFile): Diagnostic {
  return {
    range: rangeOf({ file: document.file, ...range }, new Map([[document.file, document]])),
    severity: DiagnosticSeverity.Error,
    source: NAME,
    message: printable(sentence),
  };
}

function diagnosticOf(finding: Finding, range: Diagnostic['range'], snapshot: Snapshot): Diagnostic {
  const { rule, severity, reference, code, variable, tag } = finding;
  const page = urlInReference(reference);
  const data: DiagnosticData = { rule, code, variable };
  return {
    range,
    severity: SEVERITIES[severity],
    source: NAME,
    code: rule,
    ...(page !== undefined && { codeDescription: { href: page } }),
    message: messageOf(finding, snapshot),
    ...(tag !== undefined && { tags: [TAGS[tag]] }),
    relatedInformation: relatedTo(finding, snapshot),
    data,
  };
}

/** The message, and in lines below it what happens if it stays, whom it concerns, and what to do. */
function messageOf(finding: Finding, { result }: Snapshot): string {
  const { message, why, variable, newFile } = finding;
  const advice = variable === undefined || newFile === undefined ? [] : [`Set ${variable} in ${newFile}.`];
  return [printable(message), printable(why), ...notesOnInvolved(finding, result), ...advice.map(printable)].join('\n');
}

function relatedTo({ related }: Finding, snapshot: Snapshot): DiagnosticRelatedInformation[] {
  return related.flatMap((place) =>
    isInFile(place, snapshot.result.documents)
      ? [{ location: locationOf(snapshot, place), message: printable(place.inWords ?? place.message) }]
      : [],
  );
}

function hintOf({ rule, message, variable }: Undecided, range: Diagnostic['range']): Diagnostic {
  const data: DiagnosticData = { rule, variable };
  return {
    range,
    severity: DiagnosticSeverity.Hint,
    source: NAME,
    code: rule,
    message: `Undecided: ${printable(message)}.`,
    data,
  };
}
