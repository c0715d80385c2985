import * as http from 'node:http';
import * as net from 'node:net';
import type { AddressInfo } from 'node:net';
import { assert, describe } from '../describe.ts';
import { collected, complaintOf, trusting } from './asked.ts';
import { authority, certified } from './certificates.ts';
import { CLUSTER, withServer } from './server.ts';

interface Proxy {
  readonly url: string;
  readonly port: number;
  /** The first line of each request, and its login. */
  readonly seen: readonly (readonly [string, string | undefined])[];
}

/** A forward proxy, which passes everything on, or answers each request with a status; `hang`: with nothing. */
async function withProxy(
  run: (proxy: Proxy) => Promise<void>,
  answers: number | 'hang' | 'pass' = 'pass',
): Promise<void> {
  const seen: [string, string | undefined][] = [];
  const sockets = new Set<net.Socket>();
  const server = http.createServer((request, response) => {
    seen.push([`${request.method ?? ''} ${request.url ?? ''}`, request.headers['proxy-authorization']]);
    if (answers === 'hang') return;
    if (answers !== 'pass') return void response.writeHead(answers).end();
    http.get(request.url ?? '', (from) => from.pipe(response.writeHead(from.statusCode ?? 0, from.headers)));
  });
  server.on('connection', (socket) => sockets.add(socket));
  server.on('connect', (request, socket: net.Socket) => {
    seen.push([`CONNECT ${request.url ?? ''}`, request.headers['proxy-authorization']]);
    if (answers === 'hang') return;
    if (answers !== 'pass') return void socket.end(`HTTP/1.1 ${String(answers)} No\r\n\r\n`);
    const [, port] = (request.url ?? '').split(':');
    const to = net.connect(Number(port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(to).pipe(socket);
    });
    for (const end of [to, socket]) end.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    await run({ url: `http://ann:cAnArY@127.0.0.1:${String(port)}`, port, seen });
  } finally {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}

const LOGIN = `Basic ${Buffer.from('ann:cAnArY').toString('base64')}`;

describe('a forward proxy', (test) => {
  const ca = authority();
  const tls = certified(ca, ['127.0.0.1']);
  const trust = trusting({ caFile: ca.cert });

  test('https goes through a tunnel, whose connections are kept, and the node sees no login of the proxy', async () => {
    await withProxy(async (proxy) => {
      await withServer(
        CLUSTER,
        async ({ url, port, requests }) => {
          const all = await collected([url], { trust, environment: { HTTPS_PROXY: proxy.url } });
          assert.ok(all.answers.every(({ state }) => state === 'given'));
          assert.equal(new Set(proxy.seen.map(([line]) => line)), new Set([`CONNECT 127.0.0.1:${String(port)}`]));
          assert.ok(proxy.seen.length <= 6, String(proxy.seen.length));
          assert.ok(proxy.seen.every(([, login]) => login === LOGIN));
          assert.ok(requests.every(({ headers }) => headers['proxy-authorization'] === undefined));
          assert.is(all.certificate?.subject, 'CN=127.0.0.1');
        },
        { tls },
      );
    });
  });

  test('http is asked for at the proxy by its whole address', async () => {
    await withProxy(async (proxy) => {
      await withServer(CLUSTER, async ({ url }) => {
        await collected([url], { environment: { http_proxy: proxy.url } });
        assert.ok(proxy.seen.some(([line, login]) => line === `GET ${url}/` && login === LOGIN));
      });
    });
  });

  test('one that refuses, wants a login, hangs or is not there is told in one line, without its login', async () => {
    const told = async (answers: number | 'hang', scheme: 'http' | 'https'): Promise<string> => {
      let text = '';
      await withProxy(async ({ url, port }) => {
        const environment = { [`${scheme.toUpperCase()}_PROXY`]: url };
        const how = { environment, trust, callTime: answers === 'hang' ? 200 : 20_000 };
        text = (await complaintOf([`${scheme}://es-1:9200`], how)).replaceAll(String(port), 'PORT');
      }, answers);
      assert.not.match(text, 'cAnArY');
      return text;
    };
    assert.match(await told(407, 'https'), /^https:\/\/es-1:9200: the forward proxy 127\.0\.0\.1:PORT wants a login/);
    assert.match(await told(407, 'http'), /the forward proxy 127\.0\.0\.1:PORT wants a login/);
    assert.match(await told(403, 'https'), /does not connect to it \(status 403\)/);
    assert.match(await told('hang', 'https'), /no complete answer within 0\.2 s/);
    const environment = { HTTPS_PROXY: 'http://ann:cAnArY@127.0.0.1:1' };
    assert.match(
      await complaintOf(['https://es-1:9200'], { environment }),
      /the forward proxy 127\.0\.0\.1:1 does not answer/,
    );
  });

  test('a host of NO_PROXY is asked directly', async () => {
    await withServer(CLUSTER, async ({ url }) => {
      const environment = { HTTP_PROXY: 'http://127.0.0.1:1', NO_PROXY: '127.0.0.0/8' };
      assert.is((await collected([url], { environment })).from, url);
    });
  });
});
