/** The shards that the nodes of a running cluster hold. */
import { isMap } from '../../ground/json-map.ts';
import { madeOnce } from '../../ground/made-once.ts';
import type { ShardsOfNode } from '../../model/exclusions.ts';
import type { Setting } from '../../model/setting.ts';
import { partOfAnswer, placeInAnswer, untold } from './answers.ts';
import type { ClusterAnswers } from './answers.ts';
import { stayingShard } from './explained-shards.ts';

/** Gives the shards that a node holds, by its key in the answers. */
export type ShardsByNode = (id: string) => Setting<ShardsOfNode>;

/** Counts the shards of all nodes; undefined if the cluster was not asked for them. */
export function shardsByNode(answers: ClusterAnswers): ShardsByNode | undefined {
  const answer = answers.answerTo('shards');
  if (answer === undefined) return undefined;
  const common = { variable: 'shards', origin: placeInAnswer(answer, []) };
  const rows = Array.isArray(answer.body) ? answer.body.filter(isMap) : undefined;
  if (rows === undefined) return () => untold(answer, common);
  const started = rows.filter(({ state }) => state === 'STARTED' || state === 'RELOCATING').length;
  const active = partOfAnswer(answers.answerTo('health'), ['active_shards'])?.value;
  // The rows of indices that the account may not see are left out.
  if (typeof active === 'number' && started < active)
    return () =>
      untold({ ...answer, why: `${answer.request} tells of ${String(started)} of ${String(active)} shards` }, common);
  const counts = new Map<string, { count: number; bytes: number; leaving: number }>();
  for (const { id, state, store } of rows) {
    if (typeof id !== 'string') continue;
    const one = madeOnce(counts, id, () => ({ count: 0, bytes: 0, leaving: 0 }));
    one.count++;
    one.bytes += Number(store ?? 0) || 0;
    if (state === 'RELOCATING') one.leaving++;
  }
  const examples = answers.answersTo('staying-shards').flatMap((explained) => stayingShard(explained) ?? []);
  return (id) => {
    const held = counts.get(id) ?? { count: 0, bytes: 0, leaving: 0 };
    return { state: 'known', ...common, value: { ...held, example: examples.find((one) => one.id === id)?.shard } };
  };
}
