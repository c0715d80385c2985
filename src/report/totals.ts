/** Totals: the numbers in a report's summary. */
import type { ReportedCheck } from './reported-check.ts';
import type { Severity } from '../model/finding.ts';
import type { Document } from '../source/document.ts';
import { countClusters } from './clusters.ts';

/** The numbers that end a report, for people and for programs. */
export interface Totals {
  readonly findings: Readonly<Record<Severity, number>>;
  readonly undecided: number;
  readonly files: number;
  readonly hosts: number;
  readonly clusters: number;
  readonly rules: number;
}

/** Counts what was found, and of how much. */
export function totalsOf(result: ReportedCheck): Totals {
  const { findings, undecided, stacks, rules } = result;
  const counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  for (const { severity } of findings) counts[severity]++;
  return {
    findings: counts,
    undecided: undecided.length,
    files: judgedDocuments(result).length,
    hosts: stacks.reduce((sum, stack) => sum + stack.hosts, 0),
    clusters: countClusters(stacks),
    rules,
  };
}

/** The files that rules judge; templates are only searched for names. */
export function judgedDocuments({ documents }: ReportedCheck): readonly Document[] {
  // Those before a change have names of their own.
  return Array.from(documents, ([name, document]) => (name === document.file ? document : []))
    .flat()
    .filter(({ format }) => format !== 'option' && format !== 'template');
}
