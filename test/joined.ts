/** Outcomes of commands with what they print in one text. */
import type { Outcome } from '../src/commands/outcome.ts';

export interface Joined extends Outcome {
  readonly stdout: string;
}

export function joined(outcome: Outcome): Joined {
  return { ...outcome, stdout: [outcome.stdout].flat().join('') };
}
