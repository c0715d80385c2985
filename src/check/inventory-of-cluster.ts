/** The inventory that a running cluster is compared with. */
import { CannotCheck } from '../ground/cannot-check.ts';
import { listed } from '../model/phrases.ts';
import { judgedStack } from './judged-stack.ts';
import { openStacks } from './open-stacks.ts';
import type { OpenedStack } from './opened-stack.ts';
import { refuseMisunderstood } from './required-stacks.ts';
import type { CheckTarget } from './target.ts';

/** The number of sources that a message names. */
const NAMED = 3;

/**
 * Opens the inventory of a cluster. Throws CannotCheck as `openStacks` does, and if none of its hosts is a search node: there
 * would be nothing to compare.
 */
export function openInventoryOfCluster(target: CheckTarget): OpenedStack {
  const stacks = openStacks(target);
  refuseMisunderstood(target, stacks.map(judgedStack));
  const found = stacks.find(({ stack }) => stack.clusters.some(({ nodes }) => nodes.length > 0));
  if (found !== undefined) return found;
  const sources = listed([...new Set(stacks.flatMap(({ sources: own }) => own))], NAMED);
  throw new CannotCheck(`no host of ${sources} is a search node, so that there is nothing to compare the cluster with`);
}
