/** The voters of a cluster before and after a change. */
import type { ChangedCluster, ChangedMember } from './change.ts';
import { unknownSettingsAmong } from './setting.ts';
import type { Open } from './setting.ts';
import type { SearchNode } from './stack.ts';
import { countVoters, votingRights } from './voters.ts';

/** The voters of a cluster that is there before and after. Counts are undefined where they are not known. */
export interface ChangedVoters {
  readonly before: number | undefined;
  readonly after: number | undefined;
  /** Those that surely voted and surely no longer do, and those that surely did not and do. */
  readonly left: readonly ChangedMember<SearchNode>[];
  readonly joined: readonly ChangedMember<SearchNode>[];
  /** What leaves the counts open. */
  readonly open: readonly Open[];
}

/** Compares the voters of a cluster; undefined if it is not there on both sides. */
export function changedVoters({ before, after, nodes }: ChangedCluster): ChangedVoters | undefined {
  if (before === undefined || after === undefined) return undefined;
  const [former, latter] = [countVoters(before), countVoters(after)];
  const votes = (node: SearchNode | undefined): boolean | undefined =>
    node === undefined ? false : votingRights(node).votes;
  const exact = ({ voters: { least, most } }: typeof former): number | undefined =>
    least === most ? least : undefined;
  return {
    before: exact(former),
    after: exact(latter),
    left: nodes.filter((one) => votes(one.before) === true && votes(one.after) === false),
    joined: nodes.filter((one) => votes(one.before) === false && votes(one.after) === true),
    open: [...unknownSettingsAmong(before.nodes, 'roles'), ...unknownSettingsAmong(after.nodes, 'roles')],
  };
}
