import { Login } from '../../src/live/credentials.ts';
import { assert, describe } from '../describe.ts';
import { but, collected, complaint, complaintOf, outcome } from './asked.ts';
import { CLUSTER, OPENSEARCH, serve, withServer } from './server.ts';
import type { Reply } from './server.ts';

const NODES = '/_nodes/settings,os,process,jvm,http,transport';
const hang: Reply = () => {};
const login = new Login('Basic c2VjcmV0');

describe('what ends a run', (test) => {
  test('a wrong password is sent twice, and never again', async () => {
    const refused = { '*': { status: 401, body: 'Unauthorized' } };
    await withServer(refused, async ({ url, requests }) => {
      assert.is(
        await complaintOf([url, url], { login }),
        `${url}: the node does not accept this login (401); it was not tried again`,
      );
      assert.is(requests.length, 2);
    });
    assert.is(
      await complaint(refused),
      'URL: the node wants a login (401); give --user, --api-key-file or --token-file',
    );
  });

  test('an account that may not ask for the nodes is told what it needs', async () => {
    const reason = 'no permissions for [cluster:monitor/nodes/info] and User [name=nobody, backend_roles=[]]';
    const refused = { status: 403, body: JSON.stringify({ error: { type: 'security_exception', reason } }) };
    assert.match(
      await complaint({ ...OPENSEARCH, [NODES]: refused }),
      /^URL: this account may not ask GET \/_nodes\S+ \(403\); it needs cluster:monitor\/nodes\/info$/,
    );
  });

  test('a login page, a redirect, another server, and broken JSON are told apart', async () => {
    const page = { status: 200, body: '<!doctype html>', headers: { 'content-type': 'text/html' } };
    const roots: readonly (readonly [Reply, RegExp])[] = [
      [page, /a web page answers/],
      [{ status: 302, headers: { location: '/login?next=secret' } }, /leads to another address \(302\)/],
      [{ json: { name: 'kibana' } }, /neither Elasticsearch nor OpenSearch/],
      [{ json: { cluster_name: 'x', version: { number: '1.0', distribution: 'other' } } }, /neither Elasticsearch nor/],
      [{ json: { cluster_name: 'x', version: { number: '8.11.0', build_flavor: 'serverless' } } }, /Serverless/],
      [{ status: 200, body: '{"version":' }, /is not the JSON that a node gives/],
      [{ status: 405 }, /GET \/ failed with status 405/],
      [{ status: 502, body: '<html>' }, /GET \/ failed with status 502/],
      [{ status: 429 }, /overloaded \(429\)/],
    ];
    for (const [root, sentence] of roots) assert.match(await complaint(but('/', root)), sentence);
  });

  test('nodes that nothing is known of cannot be judged', async () => {
    assert.match(await complaint(but(NODES, { json: { nodes: {} } })), /no node of the cluster gave an answer/);
    assert.match(await complaint(but(NODES, { json: { nodes: [] } })), /is not the JSON that a node gives/);
    assert.match(await complaint(but(NODES, hang), { callTime: 200 }), /no complete answer within 0\.2 s/);
    assert.match(await complaint(but(NODES, { status: 500 })), /GET \/_nodes\S+ failed with status 500/);
  });

  test('a node that hangs is over in time', async () => {
    assert.is(
      await complaint({ '*': hang }, { callTime: 150 }),
      'URL: no complete answer within 0.2 s; check the address, or raise --call-timeout',
    );
  });

  test('a port where nothing listens, and a name that is none, are one line', async () => {
    const server = await serve({});
    await server.close();
    assert.is(
      await complaintOf([server.url]),
      `${server.url}: nothing listens there (connection refused); check the port, and that the node runs`,
    );
    assert.match(
      await complaintOf(['http://nowhere.invalid:9200']),
      /^http:\/\/nowhere\.invalid:9200: there is no such host/,
    );
  });

  test('the next URL is asked where a node does not answer, and none where it refuses', async () => {
    const dead = await serve({});
    await dead.close();
    await withServer(CLUSTER, async ({ url }) => {
      assert.is((await collected([dead.url, url])).from, url);
      await withServer({ '*': { status: 401 } }, async (refusing) => {
        assert.match(await complaintOf([refusing.url, url], { login }), /does not accept this login/);
      });
      await withServer({ '*': { status: 503 } }, async (starting) => {
        assert.is((await collected([starting.url, url])).from, url);
      });
    });
    assert.match(
      await complaintOf([dead.url, `${dead.url}/b`]),
      /^http\S+, http\S+\/b: none of them answers; the last one: nothing listens there/,
    );
  });

  test('the path of a reverse proxy stands before that of each call', async () => {
    const below = Object.fromEntries(Object.entries(CLUSTER).map(([path, reply]) => [`/es${path}`, reply]));
    await withServer(below, async ({ url }) => assert.is((await collected([`${url}/es/`])).from, `${url}/es`));
  });

  test('no complaint and no reason repeats what a server says, or what logs in', async () => {
    const canary = 'cAnArY-7f3a';
    const body = JSON.stringify({ error: { reason: canary, type: canary }, status: canary });
    const headers = { 'www-authenticate': canary, location: `/${canary}`, 'x-any': canary, 'retry-after': canary };
    const secret = new Login(`Basic ${canary}`);
    for (const status of [200, 302, 400, 401, 403, 404, 500]) {
      const told = [
        await complaint({ '*': { status, body, headers } }, { login: secret }),
        await outcome('settings', but('/_cluster/settings', { status, body, headers }), { login: secret }),
      ];
      for (const text of told) assert.not.match(text, canary);
    }
  });
});
