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
 * Opens the inventory of a cluster: the sources that are named, or, if these are the folder of a project, the inventory
 * that is found there. Throws CannotCheck as `openStacks` does, and if none of its hosts is a search node: there would be
 * nothing to compare.
 */
export function openInventoryOfCluster(target: CheckTarget): OpenedStack {
  const found = stackWithNodes(target) ?? stackWithNodes({ ...target, inventory: [], paths: target.inventory });
  if (found !== undefined) return found;
  const sources = listed(target.inventory, NAMED);
  throw new CannotCheck(`no host of ${sources} is a search node, so that there is nothing to compare the cluster with`);
}

function stackWithNodes(target: CheckTarget): OpenedStack | undefined {
  const stacks = openStacks(target);
  refuseMisunderstood(target, stacks.map(judgedStack));
  return stacks.find(({ stack }) => stack.clusters.some(({ nodes }) => nodes.length > 0));
}
