/** Shards that a running cluster explains: one that no node has, and those that should leave their node. */
import { isMap } from '../../ground/json-map.ts';
import type { StayingShard } from '../../model/exclusions.ts';
import type { UnassignedShard } from '../../model/stack.ts';
import { partOfAnswer, placeInAnswer } from './answers.ts';
import type { ClusterAnswer } from './answers.ts';

/** The shard that the cluster explains; undefined if it was assigned in the meantime. */
export function unassignedShard(answer: ClusterAnswer): UnassignedShard | undefined {
  const part = (...keys: readonly string[]): unknown => partOfAnswer(answer, keys)?.value;
  const [index, number, verdict] = [part('index'), part('shard'), part('can_allocate')];
  if (typeof index !== 'string' || typeof number !== 'number' || typeof verdict !== 'string') return undefined;
  const deciders = decidersAgainst(part('node_allocation_decisions'));
  return {
    origin: placeInAnswer(answer, ['can_allocate']),
    index,
    number,
    isPrimary: part('primary') === true,
    since: String(part('unassigned_info', 'reason')),
    against: deciders.length > 0 ? deciders : [verdict],
  };
}

/** The shard that the cluster explains, with the node that it is on; undefined if it has moved in the meantime. */
export function stayingShard(answer: ClusterAnswer): { readonly id: string; readonly shard: StayingShard } | undefined {
  const part = (...keys: readonly string[]): unknown => partOfAnswer(answer, keys)?.value;
  const [id, index, number, verdict] = [
    part('current_node', 'id'),
    part('index'),
    part('shard'),
    part('can_move_to_other_node'),
  ];
  if (typeof id !== 'string' || typeof index !== 'string' || typeof number !== 'number' || typeof verdict !== 'string')
    return undefined;
  return {
    id,
    shard: {
      origin: placeInAnswer(answer, ['can_move_to_other_node']),
      index,
      number,
      isPrimary: part('primary') === true,
      verdict,
      against: decidersAgainst(part('node_allocation_decisions')),
    },
  };
}

/** The names of what speaks against a node: of the rules of allocation, those that do not say yes. */
function decidersAgainst(decisions: unknown): readonly string[] {
  const names = maps(decisions)
    .flatMap(({ deciders }) => maps(deciders))
    .filter(({ decision }) => decision !== 'YES')
    .map(({ decider }) => String(decider));
  return [...new Set(names)].sort();
}

function maps(list: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(list) ? list.filter(isMap) : [];
}
