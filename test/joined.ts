/** Outcomes of commands with what they print in one text. */
import type { CommandOutcome } from '../src/commands/outcome.ts';

export interface Joined extends CommandOutcome {
  readonly stdout: string;
}

export function joined(outcome: CommandOutcome): Joined {
  return { ...outcome, stdout: [outcome.stdout].flat().join('') };
}
