/** The baseline: findings that were there on the day a team adopted stacklint, and are accepted as they are. */
import type { BaselineEntry } from '../model/source-document.ts';
import type { Finding, Suppressed } from '../model/finding.ts';
import type { FingerprintOf } from './fingerprints.ts';

/** The accepted findings. */
export interface Baseline {
  readonly entries: readonly BaselineEntry[];
  /** Tells whether the file of an entry was checked, or is gone. */
  readonly isChecked: (file: string) => boolean;
}

interface Accepted {
  readonly findings: readonly Finding[];
  readonly suppressed: readonly Suppressed[];
  /** The entries whose finding is gone. */
  readonly stale: readonly BaselineEntry[];
}

/**
 * Takes the findings that a baseline accepts from those of a check; one that got worse is not accepted. `isJudged`
 * tells whether the finding of an entry would be there, if it still existed.
 */
export function acceptKnown(
  findings: readonly Finding[],
  { entries, isChecked }: Baseline,
  fingerprint: FingerprintOf,
  isJudged: (entry: BaselineEntry) => boolean,
): Accepted {
  const known = new Map(entries.map((entry) => [entry.fingerprint, entry]));
  const met = new Set<BaselineEntry>();
  const open: Finding[] = [];
  const suppressed: Suppressed[] = [];
  for (const finding of findings) {
    const entry = known.get(fingerprint(finding) ?? '');
    if (entry !== undefined) met.add(entry);
    if (entry === undefined || isWorse(finding, entry)) open.push(finding);
    else suppressed.push({ kind: 'suppressed', finding, by: 'baseline' });
  }
  const stale = entries.filter((entry) => !met.has(entry) && isJudged(entry) && isChecked(entry.file));
  return { findings: open, suppressed, stale };
}

function isWorse({ measure }: Finding, entry: BaselineEntry): boolean {
  return measure !== undefined && entry.measure !== undefined && measure > entry.measure;
}
