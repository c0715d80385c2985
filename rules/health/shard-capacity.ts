import { counted } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';
import { dataTiers } from '../../src/model/data-nodes.ts';
import type { Cluster, SearchNode } from '../../src/model/stack.ts';

export default defineRule({
  summary: 'Keep the number of shards well below what the data nodes may hold.',
  why: 'Once the limit is reached, no index can be created; a raised limit hides that the cluster keeps too many small shards in memory.',
  reference: 'https://www.elastic.co/docs/troubleshoot/elasticsearch/troubleshooting-shards-capacity-issues',
  since: '0.1.0',
  sources: [
    {
      name: 'Elasticsearch: health report, shards_capacity',
      url: 'https://www.elastic.co/docs/troubleshoot/elasticsearch/troubleshooting-shards-capacity-issues',
    },
  ],
  severity: { development: 'off', production: 'warning', strict: 'warning' },
  options: {
    maxPercent: { type: 'number', description: 'Largest use in percent.', minimum: 0, maximum: 100, default: 90 },
  },
  considers: ['roles', 'maxShardsPerNode'],
  messages: {
    raised: '{{variable}} of cluster {{cluster}} is {{limit}}; expected at most {{usual}}, and fewer, larger shards.',
    full: 'Cluster {{cluster}} has {{shards}}, of at most {{most}} on {{nodes}}; expected less than {{max}} %.',
  },
  *cluster(cluster, { maxPercent }) {
    const { label, nodes, health, incomplete } = cluster;
    const [first] = nodes;
    const holding = countHolding(cluster);
    for (const { host, maxShardsPerNode: limit } of nodes)
      if (limit.state === 'known' && limit.value > USUAL)
        yield {
          at: limit,
          message: 'raised',
          data: { cluster: label, limit: limit.value, usual: USUAL },
          severity: 'info',
          hosts: [host],
          measure: limit.value,
        };
    if (first === undefined || health === undefined) return;
    if (health.state === 'unknown') yield { undecided: health, hosts: [] };
    if (health.state !== 'known' || holding === undefined) return;
    const { maxShardsPerNode: limit } = first;
    if (limit.state === 'unknown') yield { undecided: limit, hosts: [] };
    const each = limit.state === 'unset' ? USUAL : limit.state === 'known' ? limit.value : undefined;
    if (each === undefined) return;
    const { shards } = health.value;
    const most = each * holding;
    if (100 * shards < maxPercent * most) return;
    if (incomplete !== undefined) yield { undecided: incomplete, hosts: [] };
    else
      yield {
        at: health,
        message: 'full',
        data: {
          cluster: label,
          shards: counted(shards, 'shard'),
          most,
          nodes: counted(holding, 'data node'),
          max: maxPercent,
        },
        hosts: [],
        measure: Math.floor((100 * shards) / most),
      };
  },
});

/** The limit of both products. */
const USUAL = 1000;

/**
 * The number of nodes whose shards are counted together. Undefined where a node holds frozen data alone: that has a limit
 * of its own, and nothing tells how many of the shards count for it.
 */
function countHolding({ nodes }: Cluster<Pick<SearchNode, 'roles'>>): number | undefined {
  const tiers = nodes.map(dataTiers);
  if (tiers.some((some) => some === undefined || (some.length === 1 && some[0] === 'data_frozen'))) return undefined;
  return tiers.filter((some) => some !== undefined && some.length > 0).length;
}
