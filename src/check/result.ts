/** The result of a check: what was opened, and what rules say of it. */
import type { StackPreset } from '../engine/active-rules.ts';
import { byPlace } from '../engine/run.ts';
import type { Finding, Suppressed, Undecided } from '../model/finding.ts';
import type { BaselineEntry } from '../model/source-document.ts';
import type { Document } from '../source/document.ts';
import type { OpenedStack } from './opened-stack.ts';

/** A stack as it was opened, with the preset that it is checked by. */
export interface CheckedStack extends OpenedStack, StackPreset {
  /** The path of the configuration that applies to it, as it is shown; undefined where there is none. */
  readonly configuration: string | undefined;
}

/** The outcome of a check. */
export interface Result {
  readonly opened: readonly CheckedStack[];
  /** Sorted by file, line, column, rule. */
  readonly findings: readonly Finding[];
  readonly undecided: readonly Undecided[];
  /** Findings that comments and the baseline accept, in the order of findings. */
  readonly suppressed: readonly Suppressed[];
  /** Entries of the baseline whose finding is gone. */
  readonly stale: readonly BaselineEntry[];
  /** The mark by which a later check knows a finding again. */
  readonly fingerprint: (finding: Finding) => string;
  /** Documents by shown path, to turn offsets into lines and to show the text. */
  readonly documents: ReadonlyMap<string, Document>;
  /** The number of rules that had something to judge, of those that were on. */
  readonly rules: number;
  readonly rulesOn: number;
  /** Lines for stderr that are not findings: a role is missing, a dynamic source was not run. */
  readonly notices: readonly string[];
}

/** Combines the results of checks of different projects into one. */
export function combined(results: readonly Result[]): Result {
  const [only] = results;
  if (only !== undefined && results.length === 1) return only;
  return {
    opened: results.flatMap(({ opened }) => opened),
    findings: results.flatMap(({ findings }) => findings).sort(byPlace),
    undecided: results.flatMap(({ undecided }) => undecided).sort(byPlace),
    suppressed: results.flatMap(({ suppressed }) => suppressed),
    stale: results.flatMap(({ stale }) => stale),
    fingerprint: (finding) => results.map(({ fingerprint }) => fingerprint(finding)).find((mark) => mark !== '') ?? '',
    documents: new Map(results.flatMap(({ documents }) => [...documents])),
    rules: Math.max(0, ...results.map(({ rules: count }) => count)),
    rulesOn: Math.max(0, ...results.map(({ rulesOn }) => rulesOn)),
    notices: results.flatMap(({ notices }) => notices),
  };
}
