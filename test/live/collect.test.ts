import type * as http from 'node:http';
import { CALLS } from '../../src/live/calls.ts';
import { assert, describe } from '../describe.ts';
import { but, collected, messagesOf, outcome } from './asked.ts';
import { CLUSTER, OPENSEARCH, withServer } from './server.ts';
import type { Replies, Reply, SeenRequest } from './server.ts';

const NODES = '/_nodes/settings,os,process,jvm,http,transport';

describe('collect', (test) => {
  test('a healthy cluster answers each call of its product and release once', async () => {
    await withServer(CLUSTER, async ({ url, requests }) => {
      const all = await collected([url]);
      assert.is(all.product, 'elasticsearch');
      assert.is(all.version, '8.19.21');
      assert.is(all.from, url);
      assert.equal(
        all.answers.filter(({ state }) => state === 'unseen').map(({ request }) => request),
        [],
      );
      assert.is(all.requests, requests.length);
      assert.equal(
        all.answers.map(({ request }) => request.slice('GET '.length)).sort(),
        requests.map(({ path }) => path).sort(),
      );
      assert.is(new Set(requests.map(({ path }) => path)).size, requests.length);
    });
  });

  test('everything that is sent is GET without a body, from the list of calls', async () => {
    const listed = CALLS.map(({ path }) => path.split(/\{\w+\}/));
    const isListed = (path: string): boolean =>
      listed.some((parts) => path.startsWith(parts[0]!) && path.endsWith(parts.at(-1)!));
    const replies = {
      ...but('/_snapshot', { json: { backup: { type: 'fs' }, 'a/b ?': { type: 'fs' }, '\ud800': {} } }),
      '/_cluster/health': { json: { status: 'yellow', unassigned_shards: 2 } },
      '*': { json: { snapshots: [] } },
    };
    await withServer(replies, async ({ url, requests }) => {
      await collected([url]);
      assert.equal(
        requests.filter(({ method, path, body }: SeenRequest) => method !== 'GET' || body > 0 || !isListed(path)),
        [],
      );
      assert.ok(requests.some(({ path }) => path.startsWith('/_snapshot/a%2Fb%20%3F/_all?')));
      assert.ok(requests.some(({ path }) => path.startsWith('/_cluster/allocation/explain')));
    });
  });

  test('a shard on a node that shards are kept from is explained, whichever answer comes last', async () => {
    const settings = { persistent: { 'cluster.routing.allocation.exclude._name': 'es-1' }, transient: {} };
    const rows = [
      { index: 'logs', shard: '0', prirep: 'p', state: 'RELOCATING', id: 'aB3' },
      { index: '.ds-é', shard: '2', prirep: 'r', state: 'STARTED', id: 'aB3' },
      { index: 'other', shard: '1', prirep: 'r', state: 'STARTED', id: 'aB3' },
    ];
    const late =
      (json: unknown): Reply =>
      (_, response) =>
        setTimeout(() => response.end(JSON.stringify(json)), 30);
    for (const replies of [
      { '/_cluster/settings': { json: settings }, '/_cat/shards': late(rows) },
      { '/_cluster/settings': late(settings), '/_cat/shards': { json: rows } },
    ])
      await withServer({ ...CLUSTER, ...replies, '*': { json: {} } }, async ({ url, requests }) => {
        await collected([url]);
        const asked = requests.filter(({ path }) => path.startsWith('/_cluster/allocation/explain'));
        assert.equal(
          asked.map(({ path }) => JSON.parse(new URL(path, url).searchParams.get('source') ?? '') as unknown),
          [{ index: '.ds-é', shard: 2, primary: false, current_node: 'aB3' }],
        );
      });
  });

  test('OpenSearch is asked in its own words, and what it has no plugin for is unavailable', async () => {
    await withServer(OPENSEARCH, async ({ url, requests }) => {
      const all = await collected([url]);
      assert.is(all.product, 'opensearch');
      assert.not.ok(requests.some(({ path }) => /_slm|_security\/user|_license/.test(path)));
      assert.equal(messagesOf(all, 'snapshot-management'), [
        'GET /_plugins/_sm/policies?size=1000 does not exist there: a plugin is missing, or the release has no such request',
      ]);
    });
  });

  test('a release without a call says from which release on there is one', async () => {
    const root = { json: { cluster_name: 'logs', version: { number: '7.17.29' } } };
    await withServer(but('/', root), async ({ url, requests }) => {
      const all = await collected([url]);
      assert.equal(messagesOf(all, 'users'), ['GET /_security/user is made from release 8.5 on']);
      assert.match(messagesOf(all, 'api-keys').join(), 'is made from release 8.5 on');
      assert.not.ok(requests.some(({ path }) => path.startsWith('/_security/user')));
    });
  });

  test('answers come in one order, whatever came first', async () => {
    const slow: Reply = (_, response) =>
      setTimeout(() => response.end(JSON.stringify({ b: { type: 'fs' }, a: { type: 'fs' } })), 30);
    const snapshots = { '*': { json: { snapshots: [] } } };
    await withServer({ ...but('/_snapshot', slow), ...snapshots }, async ({ url }) => {
      const { answers } = await collected([url]);
      const order = answers.map(({ call }) => CALLS.indexOf(call));
      assert.equal(
        order,
        [...order].sort((one, other) => one - other),
      );
      assert.equal(
        answers.filter(({ call }) => call.name === 'snapshots').map(({ parameters }) => parameters['repository']),
        ['a', 'b'],
      );
    });
  });

  test('at most six calls run at once', async () => {
    let running = 0;
    let most = 0;
    const counting: Replies = Object.fromEntries(
      Object.entries(CLUSTER).map(([path, reply]) => [
        path,
        (_: http.IncomingMessage, response: http.ServerResponse) => {
          most = Math.max(most, ++running);
          setTimeout(() => {
            running--;
            response.end(JSON.stringify((reply as { json: unknown }).json));
          }, 5);
        },
      ]),
    );
    await withServer(counting, async (server) => {
      await collected([server.url]);
      assert.ok(most > 1 && most <= 6, String(most));
      assert.ok(server.connections <= 6, String(server.connections));
    });
  });

  test('nodes that gave no answer make an answer partial', async () => {
    const partial = {
      _nodes: { total: 3, successful: 2, failed: 1, failures: [{ type: 'failed_node_exception', node_id: 'x9' }] },
      nodes: { aB3: {} },
    };
    assert.match(
      await outcome('nodes', but(NODES, { json: partial })),
      /^GET \/_nodes.*&timeout=16000ms was answered in part: 1 node of 3 gave no answer$/,
    );
  });
});
