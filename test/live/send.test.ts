import { gzipSync } from 'node:zlib';
import { Login } from '../../src/live/credentials.ts';
import { assert, describe } from '../describe.ts';
import { but, collected, complaintOf, outcome, trusting } from './asked.ts';
import { authority, certified } from './certificates.ts';
import { CLUSTER, hasIPv6, withServer } from './server.ts';
import type { Reply } from './server.ts';

const NODES = '/_nodes/settings,os,process,jvm,http,transport';
const hang: Reply = () => {};
const login = new Login('Basic c2VjcmV0');

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
      'does not exist there: a plugin is missing, or the release has no such request',
      'does not exist there: a plugin is missing, or the release has no such request',
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
      request.socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
      const timer = setInterval(() => request.socket.write('y'), 10);
      request.socket.on('close', () => clearInterval(timer));
    };
    const how = { callTime: 1500 };
    const reasons = await Promise.all([slowHeaders, hang, drip].map((reply) => told(reply, how)));
    assert.equal(reasons, Array(3).fill('was not answered in time'));
  });

  test('all calls together are over in time', async () => {
    const hanging = Object.fromEntries(Object.keys(CLUSTER).map((path) => [path, hang]));
    await withServer({ ...hanging, '/': CLUSTER['/']!, [NODES]: CLUSTER[NODES]! }, async ({ url }) => {
      const begin = Date.now();
      const { answers } = await collected([url], { callTime: 10_000, time: 1500 });
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

  test('a node is asked by its IPv6 address, with TLS and without', async () => {
    if (!hasIPv6()) return;
    const trust = trusting({ caFile: ca.cert, serverName: 'es-1.example.org' });
    for (const how of [{ host: '::1' }, { host: '::1', tls: good }])
      await withServer(CLUSTER, async ({ url }) => assert.is((await collected([url], { trust })).from, url), how);
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
