/** Runs `stacklint live`, and what asks clusters as it does, in this process, as a person does. */
import { outcomeOf } from '../../src/commands/run-command.ts';
import type { CommandOutcome } from '../../src/commands/command.ts';
import { disk } from '../../src/ground/disk.ts';
import type { CheckReport } from '../../src/report/json-report.ts';
import { memoryFiles } from '../memory-files.ts';

export interface Circumstances {
  readonly cwd?: string;
  /** The files that there are, instead of those of this machine. */
  readonly files?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly askSecret?: () => Promise<string>;
}

/** Runs `stacklint live` with some words. */
export function live(words: readonly string[], circumstances?: Circumstances): Promise<CommandOutcome> {
  return command(['live', ...words], circumstances);
}

/** Runs a command line. */
export function command(
  words: readonly string[],
  { cwd = '/p', files, environment = {}, askSecret }: Circumstances = {},
): Promise<CommandOutcome> {
  return outcomeOf(words, {
    isPath: () => false,
    caller: () => ({ cwd, files: files === undefined ? disk : memoryFiles(files), environment, columns: undefined }),
    person: () => ({ tell: () => {}, ask: undefined, askSecret }),
    client: () => {
      throw new Error('no editor speaks here');
    },
  });
}

/** The report of a run; fails with its complaint if there is none. */
export async function reportOf(words: readonly string[], circumstances?: Circumstances): Promise<CheckReport> {
  const { stdout, stderr } = await live([...words, '-f', 'json'], circumstances);
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as CheckReport;
}
