/** A cluster that is as it should be, but for what these tests cannot have: accounts, and memory that is locked. */
import { join } from 'node:path';
import { ask } from '../cluster/ask.ts';
import type { Release } from '../cluster/distributions.ts';
import { startCluster } from '../cluster/start-cluster.ts';
import type { Cluster, SettingValues } from '../cluster/start-cluster.ts';

/** A request as `PUT /path`, with its body. */
export type Request = readonly [request: string, body?: unknown];

/** Sends requests to a cluster, which has to accept them. */
export async function send({ url }: Pick<Cluster, 'url'>, requests: readonly Request[]): Promise<void> {
  for (const [request, body] of requests) {
    const [method = '', path = ''] = request.split(' ');
    const answer = await ask(`${url}${path}`, { method, body });
    if (answer.status >= 300) throw new Error(`${request}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
}

/** How long a replica waits for the node that had it, which may take its time to start on a busy machine. */
const DELAY = 'index.unassigned.node_left.delayed_timeout';

/** What makes a cluster good that its files do not. */
export function goodRequests({ repository }: Pick<Cluster, 'repository'>): readonly Request[] {
  const disk = 'cluster.routing.allocation.disk';
  const persistent = {
    [`${disk}.threshold_enabled`]: true,
    [`${disk}.watermark.low`]: '85%',
    [`${disk}.watermark.high`]: '90%',
    [`${disk}.watermark.flood_stage`]: '95%',
    'cluster.routing.allocation.awareness.attributes': 'zone',
    // A look at the disks would take back what was planted.
    'cluster.info.update.interval': '1h',
    'action.destructive_requires_name': true,
  };
  return [
    ['PUT /_cluster/settings', { persistent }],
    ['PUT /_snapshot/backup', { type: 'fs', settings: { location: join(repository, 'backup') } }],
    SLOW_LOGS,
    ['PUT /books', { settings: { number_of_shards: 1, number_of_replicas: 1, [DELAY]: '10m' } }],
  ];
}

/** The index template that sets slow logs. */
export const SLOW_LOGS = [
  'PUT /_index_template/slow-log',
  {
    index_patterns: ['*'],
    priority: 0,
    template: {
      settings: {
        'index.search.slowlog.threshold.query.warn': '10s',
        'index.search.slowlog.threshold.query.info': '5s',
        'index.search.slowlog.threshold.fetch.warn': '1s',
        'index.indexing.slowlog.threshold.index.warn': '10s',
      },
    },
  },
] as const satisfies Request;

/** Three nodes that lead, with the heap for it, and two that hold data, all spread over zones. */
export async function startYard(release: Release): Promise<Cluster> {
  const isOpenSearch = release.product === 'opensearch';
  const leads = { 'node.roles': [isOpenSearch ? 'cluster_manager' : 'master'] };
  const data = { 'node.roles': ['data', 'ingest'] };
  const node = (number: number, heap: string, zone: string, roles: SettingValues) => ({
    name: `yard-${number}`,
    heap,
    settings: { ...roles, 'node.attr.zone': zone },
  });
  const cluster = await startCluster({
    release,
    settings: {
      'cluster.name': 'yard',
      'bootstrap.memory_lock': true,
      ...(isOpenSearch ? {} : { 'xpack.security.enabled': false }),
    },
    nodes: [
      ...['a', 'b', 'c'].map((zone, index) => node(index + 1, '4g', zone, leads)),
      ...['a', 'b'].map((zone, index) => node(index + 4, '256m', zone, data)),
    ],
  });
  await send(cluster, goodRequests(cluster));
  await ask(`${cluster.url}/_cluster/health?wait_for_status=green&timeout=60s`);
  return cluster;
}
