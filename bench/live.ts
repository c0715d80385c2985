/** A server that answers like a cluster of Elasticsearch of any size, each call after a time. */
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callsOf } from '../src/live/calls.ts';
import type { Shape } from '../src/live/calls.ts';

export interface Size {
  readonly nodes: number;
  readonly shards: number;
}

const VERSION = '8.19.21';
const GB = 1024 ** 3;
const SHARDS_OF_INDEX = 10;

/** Starts a cluster that waits so many milliseconds before each answer. */
export async function startCluster(
  size: Size,
  delay: number,
): Promise<{ readonly server: Server; readonly url: string }> {
  const bodies = bodiesOf(size);
  const calls = callsOf('elasticsearch', VERSION).map(({ name, path, shape }) => ({
    begin: path.replace(/\{.*/, ''),
    text: JSON.stringify(bodies[name] ?? emptyOf(shape)),
  }));
  // The longest beginning is that of the call.
  calls.sort((one, other) => other.begin.length - one.begin.length);
  const server = createServer(({ url = '' }, response) => {
    const { text } = calls.find(({ begin }) => url.startsWith(begin)) ?? { text: '{}' };
    setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(text), delay);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}` };
}

function emptyOf(shape: Shape): unknown {
  if (shape === 'rows') return [];
  if (shape === 'map') return {};
  const empty = { map: {}, rows: [], text: '' };
  return Object.fromEntries(Object.entries(shape).map(([key, kind]) => [key, empty[kind]]));
}

function bodiesOf({ nodes: count, shards }: Size): Readonly<Record<string, unknown>> {
  const names = Array.from({ length: count }, (_, index) => `es-${String(index + 1)}`);
  const eachNode = (node: (name: string, index: number) => object): object => ({
    _nodes: { total: count, successful: count, failed: 0 },
    nodes: Object.fromEntries(names.map((name, index) => [`id-${name}`, { name, ...node(name, index) }])),
  });
  const indices = Array.from({ length: Math.ceil(shards / SHARDS_OF_INDEX) }, (_, index) => `logs-${String(index)}`);
  return {
    root: { name: 'es-1', cluster_name: 'large', version: { number: VERSION } },
    nodes: eachNode((name, index) => ({
      version: VERSION,
      roles: index < 3 ? ['master'] : ['data', 'ingest'],
      transport_address: `10.0.${String(index >> 8)}.${String(index & 255)}:9300`,
      attributes: { zone: 'abc'[index % 3], 'xpack.installed': 'true' },
      settings: {
        'node.name': name,
        'cluster.name': 'large',
        'path.data': '/var/lib/elasticsearch',
        'path.repo': ['/mnt/backup'],
        'bootstrap.memory_lock': 'true',
        'discovery.seed_hosts': ['es-1', 'es-2', 'es-3'],
      },
      jvm: { mem: { heap_init_in_bytes: 16 * GB, heap_max_in_bytes: 16 * GB } },
      process: { mlockall: true },
    })),
    'node-stats': eachNode(() => ({
      os: { mem: { total_in_bytes: 64 * GB }, swap: { total_in_bytes: 0 } },
      fs: {
        data: [{ path: '/var/lib/elasticsearch', total_in_bytes: 900 * GB, available_in_bytes: 450 * GB }],
      },
    })),
    health: { status: 'green', number_of_nodes: count, unassigned_shards: 0 },
    repositories: { backup: { type: 'fs', settings: { location: '/mnt/backup' } } },
    shards: Array.from({ length: shards }, (_, index) => ({
      index: indices[Math.floor(index / SHARDS_OF_INDEX)],
      shard: String((index % SHARDS_OF_INDEX) >> 1),
      prirep: index % 2 === 0 ? 'p' : 'r',
      state: 'STARTED',
      node: names[index % count],
      id: `id-${names[index % count] ?? ''}`,
      'unassigned.reason': null,
      'unassigned.details': null,
      store: '10737418240',
    })),
    'index-settings': Object.fromEntries(
      indices.map((name) => [
        name,
        { settings: { 'index.number_of_replicas': '1', 'index.search.slowlog.threshold.query.warn': '10s' } },
      ]),
    ),
  };
}
