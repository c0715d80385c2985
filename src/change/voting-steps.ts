/**
 * The steps around a node that takes part in elections from now on, or no longer does, as its release has them: nodes are
 * excluded from voting, and before 7.0 of Elasticsearch the cluster is told how many have to vote.
 *
 * https://www.elastic.co/guide/en/elasticsearch/reference/7.7/voting-config-exclusions.html and of 7.8,
 * https://www.elastic.co/guide/en/elasticsearch/reference/6.8/modules-node.html#split-brain
 */
import { product as schemaOf } from '../generated/vocabularies.ts';
import type { Step } from '../model/change.ts';
import { MINIMUM } from '../model/elections-after-loss.ts';
import { isBefore } from '../model/release.ts';
import { settingsRemedy } from '../model/remedy.ts';
import type { SearchNode } from '../model/stack.ts';

/** The number of voters before and after a step; undefined where it is not known. */
export interface VotersOfStep {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** The oldest release of nodes of Elasticsearch; undefined for another product, and if none is known. */
export function oldestRelease(nodes: readonly SearchNode[]): string | undefined {
  const { name } = schemaOf('elasticsearch');
  return nodes
    .flatMap(({ product, release }) => (product.name === name && release.state === 'known' ? [release.value] : []))
    .reduce<string | undefined>((oldest, one) => (isBefore(one, oldest) ? one : oldest), undefined);
}

/** Tells whether the voters of a release are told how many of them are a majority. */
export function hasMinimum(release: string | undefined): boolean {
  return release !== undefined && isBefore(release, '7.0');
}

/** Steps by which a node, that `stays` or leaves, gives up its vote: those that are left are a majority all the while. */
export function withoutVote(
  name: string,
  steps: readonly Step[],
  {
    release,
    voters,
    stays,
  }: { readonly release: string | undefined; readonly voters: VotersOfStep; readonly stays: boolean },
): readonly Step[] {
  if (hasMinimum(release)) return withMinimum(steps, voters);
  const node = encodeURIComponent(name);
  const inPath = release !== undefined && isBefore(release, '7.8');
  return [
    {
      title: `Keep ${name} from voting`,
      request: `POST /_cluster/voting_config_exclusions${inPath ? `/${node}` : `?node_names=${node}`}`,
      until: 'the request has answered',
    },
    ...steps,
    {
      title: 'Clear the voting exclusions',
      request: `DELETE /_cluster/voting_config_exclusions${stays ? '?wait_for_removal=false' : ''}`,
    },
  ];
}

/**
 * Steps that change the number of voters, with the one that sets how many of them are a majority: never fewer than that,
 * and never more than there are.
 */
export function withMinimum(steps: readonly Step[], { from, to }: VotersOfStep): readonly Step[] {
  if (from === undefined || to === undefined || majorityOf(from) === majorityOf(to)) return steps;
  const minimum = majorityOf(to);
  const set = settingsRemedy(`Let elections take ${String(minimum)} of ${String(to)} masters`, {
    persistent: { [MINIMUM]: minimum },
  });
  const isFirst = to > from ? from >= minimum : to < majorityOf(from);
  return isFirst ? [set, ...steps] : [...steps, set];
}

function majorityOf(voters: number): number {
  return Math.floor(voters / 2) + 1;
}
