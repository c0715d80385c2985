import type * as http from 'node:http';
import { gzipSync } from 'node:zlib';
import { answersTo } from '../../src/live/collect.ts';
import type { Collected } from '../../src/live/collect.ts';
import { CALLS } from '../../src/live/calls.ts';
import { Login } from '../../src/live/credentials.ts';
import { unseenAnswers } from '../../src/live/unseen.ts';
import { assert, describe } from '../describe.ts';
import { collected, complaintOf, hastyClock, trusting } from './asked.ts';
import { authority, certified } from './certificates.ts';
import { CLUSTER, OPENSEARCH, serve, withServer } from './server.ts';
import type { Replies, Reply, SeenRequest } from './server.ts';

const NODES = '/_nodes/settings,os,process,jvm,http,transport';
const hang: Reply = () => {};
const login = new Login('Basic c2VjcmV0');

/** A cluster whose answer to one call is another one. */
const but = (path: string, reply: Reply | readonly Reply[]): Replies => ({ ...CLUSTER, [path]: reply });

/** What became of a call. */
async function outcome(name: string, replies: Replies, how: Parameters<typeof collected>[1] = {}): Promise<string> {
  let told = '';
  await withServer(replies, async ({ url }) => {
    const all = await collected([url], how);
    const unseen = messagesOf(all, name);
    const bodies = answersTo(all, name).map((answer) => ('body' in answer ? JSON.stringify(answer.body) : ''));
    told = unseen.length > 0 ? unseen.join('; ') : bodies.join('; ');
  });
  return told;
}

/** Why the answers to a call were not seen. */
function messagesOf(all: Collected, name: string): readonly string[] {
  return unseenAnswers(all)
    .filter((answer) => answer.name === name)
    .map(({ message }) => message);
}

/** The complaint of a run about one server, whose URL stands as URL. */
async function complaint(replies: Replies, how: Parameters<typeof collected>[1] = {}): Promise<string> {
  let told = '';
  await withServer(replies, async ({ url }) => {
    told = (await complaintOf([url], how)).replaceAll(url, 'URL');
  });
  return told;
}

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

  test('OpenSearch is asked in its own words, and what it has no plugin for is unavailable', async () => {
    await withServer(OPENSEARCH, async ({ url, requests }) => {
      const all = await collected([url]);
      assert.is(all.product, 'opensearch');
      assert.not.ok(requests.some(({ path }) => /_slm|_security\/user|_license/.test(path)));
      assert.equal(messagesOf(all, 'snapshot-management'), [
        'GET /_plugins/_sm/policies?size=1000 does not exist on this cluster: a plugin is missing, or the release has no such request',
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

describe('a call that fails', (test) => {
  const settings = '/_cluster/settings';
  const told = (reply: Reply | readonly Reply[], how = {}): Promise<string> =>
    outcome('settings', but(settings, reply), how).then((text) => text.replace(/^(the answer to )?GET \S+ /, '$1'));

  test('401, 403, 404, 405, 410, 429 and 5xx are reasons, and never end the run', async () => {
    const statuses = [403, 404, 405, 410, 429, 500, 503, 302];
    const reasons = await Promise.all(statuses.map((status) => told({ status })));
    assert.equal(reasons, [
      'was refused: it needs monitor',
      'found nothing of this name',
      'does not exist on this cluster: a plugin is missing, or the release has no such request',
      'does not exist on this cluster: a plugin is missing, or the release has no such request',
      'was turned away: the node is overloaded',
      'failed with status 500',
      'failed with status 503',
      'failed with status 302',
    ]);
  });

  test('a login that is refused in the middle is not sent again', async () => {
    await withServer(but('/_snapshot', { status: 401 }), async ({ url, requests }) => {
      const { answers } = await collected([url], { login });
      assert.ok(
        answers.filter((answer) => answer.state === 'unseen' && answer.reason === 'unauthenticated').length > 8,
      );
      assert.ok(requests.length <= 8, String(requests.length));
    });
  });

  test('an answer that is no JSON, cut off, too deep or of another shape is unreadable', async () => {
    const bodies = [
      '<html>',
      '{"persistent":',
      '[]',
      '{"persistent":[]}',
      `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
      '',
    ];
    const reasons = await Promise.all(bodies.map((body) => told({ status: 200, body })));
    assert.equal([...new Set(reasons)], ['was not answered as this product answers it']);
  });

  test('a body without end, and a bomb, are too large', async () => {
    const endless: Reply = (_, response) => {
      response.on('error', () => {});
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(100_000)));
        response.once('drain', more);
      };
      more();
    };
    const bomb: Reply = {
      ...{ status: 200, body: gzipSync(' '.repeat(4_000_000)) as unknown as string },
      headers: { 'content-encoding': 'gzip' },
    };
    const how = { most: { bytes: 1_000_000 } };
    assert.equal(
      await Promise.all([told(endless, how), told(bomb, how)]),
      Array(2).fill('the answer to is too large to be read'),
    );
  });

  test('millions of values are too many to hold', async () => {
    const body = `[${'{},'.repeat(20_000)}{}]`;
    assert.is(
      await told({ status: 200, body }, { most: { allValues: 10_000 } }),
      'the answer to is too large to be read',
    );
  });

  test('an answer that is packed is unpacked, and one packed otherwise is unreadable', async () => {
    const packed = gzipSync('{"persistent":{"a":"b"},"transient":{}}') as unknown as string;
    const reply = (encoding: string): Reply => ({
      status: 200,
      body: packed,
      headers: { 'content-encoding': encoding },
    });
    assert.is(await told(reply('gzip')), '{"persistent":{"a":"b"},"transient":{}}');
    assert.is(await told(reply('br')), 'was not answered as this product answers it');
  });

  test('what hangs before or within its answer is over in time, and a byte now and then does not help it', async () => {
    const drip: Reply = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(timer));
    };
    const slowHeaders: Reply = (request) => {
      const timer = setInterval(() => request.socket.write('H'), 30);
      request.socket.on('close', () => clearInterval(timer));
    };
    const how = { callTime: 400 };
    const reasons = await Promise.all([hang, drip].map((reply) => told(reply, how)));
    assert.equal(reasons, Array(2).fill('was not answered in time'));
    assert.match(await told(slowHeaders, how), /^(was not answered in time|failed: the connection was lost)$/);
  });

  test('all calls together are over in time', async () => {
    const hanging = Object.fromEntries(Object.keys(CLUSTER).map((path) => [path, hang]));
    await withServer({ ...hanging, '/': CLUSTER['/']!, [NODES]: CLUSTER[NODES]! }, async ({ url }) => {
      const begin = Date.now();
      const { answers } = await collected([url], { callTime: 10_000, time: 300 });
      assert.ok(Date.now() - begin < 5000);
      assert.ok(answers.slice(2).every((answer) => answer.state === 'unseen' && answer.reason === 'timeout'));
    });
  });

  test('a connection that is lost within an answer, or between two, fails the call', async () => {
    const cut: Reply = (request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{');
      setTimeout(() => request.socket.destroy(), 5);
    };
    const gone: Reply = (request) => request.socket.destroy();
    assert.equal(
      await Promise.all([cut, gone].map((reply) => told(reply))),
      Array(2).fill('failed: the connection was lost'),
    );
  });

  test('a redirect is not followed', async () => {
    await withServer(CLUSTER, async (other) => {
      const reply = { status: 307, headers: { location: `${other.url}/` } };
      assert.is(await told(reply), 'failed with status 307');
      assert.is(other.requests.length, 0);
    });
  });
});

describe('tries', (test) => {
  test('429 and 5xx are asked again three times, after what Retry-After says, within the limit of the call', async () => {
    const clock = hastyClock();
    const busy = { status: 429, headers: { 'retry-after': '7' } };
    const good = { json: { persistent: {}, transient: {} } };
    assert.match(await outcome('settings', but('/_cluster/settings', [busy, { status: 503 }, good]), { clock }), /^\{/);
    assert.equal(clock.waits, [7000, 400]);
  });

  test('nobody waits longer than the call may take', async () => {
    const clock = hastyClock();
    const busy = { status: 429, headers: { 'retry-after': '3600' } };
    await withServer(but('/_cluster/settings', busy), async ({ url, requests }) => {
      await collected([url], { clock });
      assert.is(requests.filter(({ path }) => path.startsWith('/_cluster/settings')).length, 1);
      assert.equal(clock.waits, []);
    });
  });

  test('a date in Retry-After counts from now, and the waits grow', async () => {
    const clock = hastyClock();
    const late = { status: 503, headers: { 'retry-after': new Date(Date.now() + 5000).toUTCString() } };
    await outcome('settings', but('/_cluster/settings', [late, { status: 500 }]), { clock });
    assert.ok(clock.waits[0]! > 3000 && clock.waits[0]! <= 5000, String(clock.waits));
    assert.equal(clock.waits.slice(1), [400, 800]);
  });

  test('nothing else is asked again', async () => {
    for (const status of [400, 401, 403, 404, 302]) {
      const clock = hastyClock();
      await outcome('settings', but('/_cluster/settings', { status }), { clock });
      assert.equal(clock.waits, [], String(status));
    }
  });
});

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

  test('the path of a reverse proxy stands before that of each call, and an IPv6 address is asked', async () => {
    const below = Object.fromEntries(Object.entries(CLUSTER).map(([path, reply]) => [`/es${path}`, reply]));
    await withServer(below, async ({ url }) => assert.is((await collected([`${url}/es/`])).from, `${url}/es`));
    await withServer(CLUSTER, async ({ url }) => assert.is((await collected([url])).from, url), { host: '::1' });
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

describe('TLS', (test) => {
  const ca = authority();
  const names = ['127.0.0.1', 'es-1.example.org'];
  const good = certified(ca, names);

  test('an authority of its own is trusted, and the certificate is kept', async () => {
    await withServer(
      CLUSTER,
      async ({ url }) => {
        const { certificate } = await collected([url], { trust: trusting({ caFile: ca.cert }) });
        assert.is(certificate?.issuer, 'CN=test authority');
        assert.match(certificate?.valid_to ?? '', /^\d{4}-\d\d-\d\dT/);
        assert.match(certificate?.subjectaltname ?? '', 'DNS:es-1.example.org');
      },
      { tls: good },
    );
  });

  test('a wrong authority, name or time is told, with what to do', async () => {
    const trust = trusting({ caFile: ca.cert });
    const cases = [
      [good, trusting({ caFile: authority('other').cert }), /an authority that is not trusted here; .*--ca-file/],
      [good, {}, /an authority that is not trusted here/],
      [
        certified(ca, ['es-2.example.org']),
        trust,
        /is for es-2\.example\.org; use such a name, or give it as --server-name/,
      ],
      [certified(ca, names, [-9, -2]), trust, /has expired; renew it/],
      [certified(ca, names, [2, 9]), trust, /not valid yet; check the clocks/],
    ] as const;
    for (const [tls, trusted, sentence] of cases)
      await withServer(
        {},
        async ({ url }) => assert.match(await complaintOf([url], { trust: trusted, login }), sentence),
        { tls },
      );
  });

  test('the name of a tunnel is another than that of the certificate', async () => {
    const tls = certified(ca, ['es-1.example.org', '10.0.0.7']);
    for (const serverName of ['es-1.example.org', '10.0.0.7']) {
      const trust = trusting({ caFile: ca.cert, serverName });
      await withServer(CLUSTER, async ({ url }) => assert.is((await collected([url], { trust })).from, url), { tls });
    }
    const trust = trusting({ caFile: ca.cert, serverName: 'es-3.example.org' });
    await withServer(
      {},
      async ({ url }) => assert.match(await complaintOf([url], { trust }), /is for es-1\.example\.org, 10/),
      { tls },
    );
  });

  test('http for https, and the reverse', async () => {
    const trust = trusting({ caFile: ca.cert });
    await withServer(
      {},
      async ({ url }) => assert.match(await complaintOf([url.replace('https', 'http')]), /begins with https:/),
      { tls: good },
    );
    await withServer({}, async ({ url }) =>
      assert.match(await complaintOf([url.replace('http', 'https')], { trust }), /begins with http:/),
    );
  });

  test('a client certificate is shown where it is asked for', async () => {
    const tls = { ...good, ca: ca.cert, requestCert: true, rejectUnauthorized: true };
    const mine = certified(ca, ['auditor']);
    const trust = trusting({ caFile: ca.cert, certFile: mine.cert, keyFile: mine.key });
    await withServer(CLUSTER, async ({ url }) => assert.is((await collected([url], { trust })).from, url), { tls });
    const without = trusting({ caFile: ca.cert });
    await withServer(
      CLUSTER,
      async ({ url }) =>
        assert.match(await complaintOf([url], { trust: without }), /client certificate|connection was lost/),
      { tls },
    );
  });
});
