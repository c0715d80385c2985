/** Doubts about what looks like a mistake. */
import type { Cause } from '../../troubles/cause.ts';

/** The reason why something may be there after all: what only a run, a password or a file that is missing can tell. */
export interface Doubt extends Cause {
  /** True if a password, or the saved answer of a source, decides it. */
  readonly isOfSource?: boolean;
}
