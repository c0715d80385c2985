import { counted } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';
import { dataTiers, holdsData } from '../../src/model/data-nodes.ts';

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
    // Those that hold frozen data alone have a limit of their own, and nothing tells how many of the shards count for it.
    const hasFrozen = nodes.some((node) => dataTiers(node)?.join() === 'data_frozen');
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
    if (health.state !== 'known' || hasFrozen) return;
    const { maxShardsPerNode: limit } = first;
    if (limit.state === 'unknown') yield { undecided: limit, hosts: [] };
    const each = limit.state === 'unset' ? USUAL : limit.state === 'known' ? limit.value : undefined;
    if (each === undefined) return;
    const { shards } = health.value;
    const holding = nodes.filter(holdsData).length;
    const most = each * holding;
    const percent = (100 * shards) / most;
    const isFull = percent >= maxPercent;
    if (isFull && incomplete !== undefined) yield { undecided: incomplete, hosts: [] };
    else if (isFull) {
      const limits = { most, nodes: counted(holding, 'data node'), max: maxPercent };
      const data = { cluster: label, shards: counted(shards, 'shard'), ...limits };
      yield { at: health, message: 'full', data, hosts: [], measure: Math.floor(percent) };
    }
  },
});

/** The limit of both products. */
const USUAL = 1000;
