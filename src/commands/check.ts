/** `stacklint check`: finds what is wrong, and reports it. */
import type { CheckCache } from '../check/check-cache.ts';
import type { Given } from './arguments.ts';
import { checkProject } from './check-project.ts';
import type { Caller, CommandOutcome } from './command.ts';
import { checkReporterFor } from './report-check.ts';

/**
 * Checks what the paths name, and makes a report in each format that was asked for. The cache of a watched check is
 * kept for the next one.
 */
export async function check(given: Given, caller: Caller, cache?: CheckCache): Promise<CommandOutcome> {
  // Everything that could be mistyped is read before the work begins.
  const report = checkReporterFor(given, caller);
  const { words } = given;
  const stdin = given.value('stdin-filename');
  const paths = words.length === 0 && stdin !== undefined ? [stdin] : words;
  const { result, said } = await checkProject(given, caller, paths, cache);
  return report(said, result);
}
