/** The findings that a report for people shows of those that there are. */
import type { Finding } from '../model/finding.ts';
import { SEVERITIES } from '../model/finding.ts';

/** The options that choose findings. */
export interface Choice {
  /** Show errors only. */
  readonly quiet: boolean;
  /** `--max-findings`; Infinity unless it is given. */
  readonly maxFindings: number;
}

/** Findings to show, in the order in which they came, and the number of those that the limit leaves out. */
export interface ShownFindings {
  readonly shown: readonly Finding[];
  readonly left: number;
}

/** Chooses the findings to show; under a limit the worst ones. */
export function shownFindings(findings: readonly Finding[], { quiet, maxFindings }: Choice): ShownFindings {
  const wanted = quiet ? findings.filter(({ severity }) => severity === 'error') : findings;
  if (wanted.length <= maxFindings) return { shown: wanted, left: 0 };
  const worst = new Set([...wanted].sort(bySeverity).slice(0, maxFindings));
  return { shown: wanted.filter((finding) => worst.has(finding)), left: wanted.length - worst.size };
}

/** The order of severities, the worst first. */
export function bySeverity(a: Pick<Finding, 'severity'>, b: typeof a): number {
  return SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
}
