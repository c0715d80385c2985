/** What is asked beside a cluster, by recorded answers: no real Kibana, OpenSearch Dashboards or Logstash runs here. */
import { Login } from '../../src/live/credentials.ts';
import type { InstanceAddress, InstanceKind } from '../../src/live/instances.ts';
import { nodeAddress } from '../../src/live/node-address.ts';
import { unseenAnswers } from '../../src/live/unseen.ts';
import { assert, describe } from '../describe.ts';
import { collected, complaintOf, trusting } from './asked.ts';
import { authority, certified } from './certificates.ts';
import { CLUSTER, KIBANA, LOGSTASH, OPENSEARCH, serve, withServer } from './server.ts';
import type { Replies, Server } from './server.ts';

const login = new Login('Basic c2VjcmV0');

/** Runs a test with a cluster and servers beside it. */
async function beside(
  kind: InstanceKind,
  all: readonly Replies[],
  run: (instances: readonly InstanceAddress[], servers: readonly Server[], cluster: string) => Promise<void>,
  cluster: Replies = CLUSTER,
): Promise<void> {
  const servers = await Promise.all(all.map((replies) => serve(replies)));
  try {
    await withServer(cluster, ({ url }) =>
      run(
        servers.map((server) => ({ kind, address: nodeAddress(server.url) })),
        servers,
        url,
      ),
    );
  } finally {
    for (const server of servers) await server.close();
  }
}

const pathsOf = ({ requests }: Server): readonly string[] => requests.map(({ path }) => path);

describe('instances beside a cluster, by recorded answers', (test) => {
  test('Kibana is asked for its status, its alerting and the rules of each space, Logstash for its pipelines', async () => {
    await beside('dashboard', [KIBANA], async (instances, [kibana], cluster) => {
      const { instances: found, requests } = await collected([cluster], { instances, login });
      const alerting = ['rule_types', 'rules/_find?per_page=1000'].map((path) => `api/alerting/${path}`);
      const paths = [
        ...['/api/status', '/api/alerting/_health', '/api/spaces/space'],
        ...alerting.flatMap((path) => [`/s/default/${path}`, `/s/ops/${path}`]),
      ];
      assert.equal([...pathsOf(kibana!)].sort(), [...paths].sort());
      assert.equal(
        found.map(({ product, release, url }) => [product, release, url]),
        [['kibana', '8.19.4', kibana!.url]],
      );
      assert.equal(
        found[0]?.answers.map(({ request, state }) => [request, state]),
        paths.map((path) => [`GET ${kibana!.url}${path}`, 'given']),
      );
      assert.ok(requests > 20, String(requests));
      assert.ok(kibana!.requests.every(({ headers }) => headers.authorization === login.header()));
    });
    await beside('pipeline', [LOGSTASH], async (instances, [logstash], cluster) => {
      const all = await collected([cluster], { instances });
      assert.equal(all.instances[0]?.product, 'logstash');
      assert.equal([...pathsOf(logstash!)].sort(), ['/', '/_node/pipelines', '/_node/stats']);
    });
  });

  test('OpenSearch Dashboards, an old Kibana, and one that tells nothing without a login are told apart', async () => {
    const old = (number: string): Replies => ({
      '/api/status': {
        json: { name: 'd', version: { number }, status: { overall: { state: 'green' }, statuses: [] } },
      },
    });
    const redacted = { '/api/status': { json: { status: { overall: { level: 'available' } } } } };
    const all = [old('2.19.4'), old('7.10.2'), old('7.12.1'), redacted];
    await beside('dashboard', all, async (instances, servers, cluster) => {
      const found = await collected([cluster], { instances });
      assert.equal(
        found.instances.map(({ product, release }) => [product, release]),
        [
          ['opensearch-dashboards', '2.19.4'],
          ['kibana', '7.10.2'],
          ['kibana', '7.12.1'],
          ['kibana', undefined],
        ],
      );
      assert.equal(
        servers.map((server) => pathsOf(server).slice(1)),
        [[], [], ['/api/alerts/_health'], ['/api/alerting/_health', '/api/spaces/space']],
      );
      assert.ok(
        unseenAnswers(found).some(({ message }) =>
          message.endsWith('/api/alerting/_health is made from release 7.11 on'),
        ),
      );
    });
  });

  test('one that fails never ends the check, and says what is wrong with it', async () => {
    const page = { status: 200, body: '<!doctype html>', headers: { 'content-type': 'text/html' } };
    const cases: readonly (readonly [Replies, RegExp])[] = [
      [{ '*': page }, /\/api\/status was not answered as this product answers it$/],
      [CLUSTER, /\/api\/status does not exist there/],
      [{ '/api/status': { json: { status: { overall: 'fine' } } } }, /was not answered as this product answers it$/],
      [{ '*': { status: 302, headers: { location: '/login' } } }, /\/api\/status failed with status 302$/],
      [{ '*': { status: 503, body: 'Kibana server is not ready yet' } }, /failed with status 503$/],
      [{ '*': () => {} }, /\/api\/status was not answered in time$/],
      [
        { ...KIBANA, '/api/alerting/_health': { status: 403 } },
        /_health was refused: it needs the privilege of Kibana/,
      ],
    ];
    for (const [replies, sentence] of cases)
      await beside('dashboard', [replies], async (instances, _, cluster) => {
        const found = await collected([cluster], { instances, callTime: 1500 });
        const [first] = unseenAnswers(found);
        assert.match(first?.message ?? '', sentence);
        assert.match(first?.request ?? '', /^GET http:\/\/127\.0\.0\.1:\d+\/api\//);
      });
  });

  test('one with a certificate of another authority, and one where nothing listens, are told in words', async () => {
    const ca = authority();
    const trust = trusting({ caFile: ca.cert });
    const gone = await serve({});
    await gone.close();
    const other = await serve(KIBANA, { tls: certified(authority('other'), ['127.0.0.1']) });
    const instances = [gone.url, other.url].map((url) => ({ kind: 'dashboard' as const, address: nodeAddress(url) }));
    try {
      await withServer(CLUSTER, async ({ url }) => {
        const messages = unseenAnswers(await collected([url], { instances, trust })).map(({ message }) => message);
        assert.match(messages.join('\n'), `GET ${gone.url}/api/status failed: nothing listens there`);
        assert.match(
          messages.join('\n'),
          `GET ${other.url}/api/status failed: the certificate comes from an authority`,
        );
      });
    } finally {
      await other.close();
    }
  });

  test('the name of a tunnel is that of the node alone', async () => {
    const ca = authority();
    const trust = trusting({ caFile: ca.cert, serverName: 'es-1.example.org' });
    const kibana = await serve(KIBANA, { tls: certified(ca, ['127.0.0.1']) });
    const tls = certified(ca, ['es-1.example.org']);
    try {
      const instances = [{ kind: 'dashboard' as const, address: nodeAddress(kibana.url) }];
      await withServer(
        CLUSTER,
        async ({ url }) => assert.equal(unseenAnswers(await collected([url], { instances, trust })), []),
        { tls },
      );
    } finally {
      await kibana.close();
    }
  });

  test('a login that one refuses is sent to no other of its kind', async () => {
    const refusing = { '*': { status: 401 } };
    await beside('pipeline', [refusing, refusing, refusing], async (instances, servers, cluster) => {
      const found = await collected([cluster], { instances, login });
      assert.equal(
        servers.map(({ requests }) => requests.length),
        [1, 0, 0],
      );
      assert.equal([...new Set(unseenAnswers(found).map(({ reason }) => reason))], ['unauthenticated']);
      assert.is(unseenAnswers(found).length, 9);
    });
  });

  test('nothing is asked beside a cluster that does not answer', async () => {
    await beside(
      'dashboard',
      [KIBANA],
      async (instances, [kibana], cluster) => {
        assert.match(await complaintOf([cluster], { instances, login }), /does not accept this login/);
        assert.is(kibana!.requests.length, 0);
      },
      { '*': { status: 401 } },
    );
  });

  test('beside OpenSearch stands OpenSearch Dashboards, also if it does not answer', async () => {
    const cluster = OPENSEARCH;
    await beside(
      'dashboard',
      [{ '*': { status: 500 } }],
      async (instances, _, url) => {
        assert.is((await collected([url], { instances })).instances[0]?.product, 'opensearch-dashboards');
      },
      cluster,
    );
  });
});
