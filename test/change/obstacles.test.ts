/** What a running cluster says about the steps of a change. */
import { withObstacles } from '../../src/change/obstacles.ts';
import type { Cluster } from '../../src/model/stack.ts';
import { assert, describe } from '../describe.ts';

const DRAIN = {
  title: 'Drain es-2, es-3',
  request: 'PUT /_cluster/settings',
  body: { persistent: { 'cluster.routing.allocation.exclude._name': 'es-2,es-3' } },
};

/** A cluster of three nodes with data, each with shards, and an index of so many replicas. */
function running(replicas: number, shards = 2): Cluster {
  const known = (value: unknown): object => ({ state: 'known', value });
  const node = (host: string): object => ({
    host,
    roles: known(['data']),
    product: { roles: ['data'] },
    shards: known({ count: shards, bytes: 0 }),
  });
  return {
    nodes: ['es-1', 'es-2', 'es-3'].map(node),
    replicas: known([{ name: 'books', count: replicas }]),
  } as unknown as Cluster;
}

function obstaclesOf(cluster: Cluster): readonly string[] {
  return withObstacles([DRAIN], cluster).flatMap(({ obstacles = [] }) => obstacles);
}

describe('the obstacles of a drain', (test) => {
  test('are indices that have more copies than nodes are left', () => {
    const held = ['es-2', 'es-3'].map((host) => `${host} holds 2 shards (0 bytes)`);
    const crowded = '1 other node with data cannot take all copies of books; fewer replicas, or another node first';
    assert.equal(obstaclesOf(running(1)), [...held, crowded]);
    assert.equal(obstaclesOf(running(0)), held);
  });

  test('are none once no shard is left', () => {
    assert.equal(obstaclesOf(running(1, 0)), []);
  });
});
