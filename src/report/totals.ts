/** Totals: the numbers in a report's summary. */
import type { Result } from '../check/result.ts';
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
export function totalsOf(result: Result): Totals {
  const { findings, undecided, opened, rules } = result;
  const counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  for (const { severity } of findings) counts[severity]++;
  return {
    findings: counts,
    undecided: undecided.length,
    files: judgedDocuments(result).length,
    hosts: opened.reduce((sum, { inventory }) => sum + inventory.hosts.size, 0),
    clusters: countClusters(opened),
    rules,
  };
}

/** The files that rules judge; templates are only searched for names. */
export function judgedDocuments({ documents }: Result): readonly Document[] {
  return [...documents.values()].filter(({ format }) => format !== 'option' && format !== 'template');
}
