/** `stacklint live`: judges a running cluster by the rules that judge its inventory. It sends `GET` alone. */
import { checkCluster } from '../check/check-cluster.ts';
import { openInventoryOfCluster } from '../check/inventory-of-cluster.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { CannotCheck } from '../ground/cannot-check.ts';
import { today } from '../ground/today.ts';
import { leastRole, listedRequests } from '../live/printed-calls.ts';
import type { Given } from './arguments.ts';
import { answersOf, refusePseudonyms } from './asked-cluster.ts';
import { checkTarget } from './check-target.ts';
import { ruleSelectionOf } from './check-project.ts';
import { said } from './command.ts';
import type { Caller, CommandOutcome, Person } from './command.ts';
import { OF_INVENTORY } from './command-line.ts';
import { configurationFor } from './find-configuration.ts';
import { readScopeAndBaseline, updateBaseline } from './leniency.ts';
import { checkReporterFor } from './report-check.ts';

/**
 * Judges the cluster of some nodes or of a recording, or prints what would be asked. Throws CannotCheck if no judgement
 * can be made.
 */
export async function live(given: Given, caller: Caller, person: Person): Promise<CommandOutcome> {
  const role = given.value('print-role');
  if (role !== undefined) return said(leastRole(role));
  if (given.has('list-requests')) return said(listedRequests());
  // Everything that could be mistyped is read before anything is sent.
  const report = checkReporterFor(given, caller);
  const configuration = configurationFor(given, caller);
  const selection = ruleSelectionOf(given, configuration);
  const asked = readScopeAndBaseline(given, caller, configuration);
  const inventory = inventoryOf(given, caller, configuration);
  const collected = await answersOf(given.words, given, caller, person);
  if (inventory !== undefined) refusePseudonyms(collected);
  const vouched = configuration?.attestations;
  const attestations = vouched && { ...vouched, today: today() };
  const check = { selection, inventory, configuration: configuration?.file, attestations, progress: caller.progress };
  const result = checkCluster(collected, { ...check, leniency: asked.leniency });
  if (!given.has('update-baseline')) return report([], result);
  const updated = updateBaseline(result, asked, caller);
  return report([updated.said], checkCluster(collected, { ...check, leniency: updated.leniency }));
}

/** Opens the inventory to compare with, if one is named. Throws CannotCheck if it has no search node. */
function inventoryOf(given: Given, caller: Caller, configuration: Configuration | undefined) {
  if (!given.has('inventory')) {
    const idle = [...OF_INVENTORY, 'limit' as const].find((option) => given.has(option));
    if (idle === undefined) return undefined;
    throw new CannotCheck(`--${idle} is about an inventory, and there is none; name it with -i`);
  }
  const opened = openInventoryOfCluster(checkTarget(given, caller, [], configuration));
  return { opened, cwd: caller.cwd, isLimited: given.has('limit') };
}
