/** The look of the report for people. */
import type { Links } from './hyperlinks.ts';
import type { Layout } from './labels.ts';
import type { Choice } from './shown-findings.ts';

/** The layout of the report, and what it shows. */
export interface Look extends Layout, Choice {
  readonly links: Links;
  /** Every host and every related place, role defaults among the undecided, and suppressed findings. */
  readonly verbose: boolean;
  /** The number of findings of each rule, in place of the findings. */
  readonly statistics: boolean;
  /** Everything that a change does, and its steps; otherwise one line tells of it. */
  readonly showsChange?: boolean;
}
