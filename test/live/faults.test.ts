/** The whole command against whatever may stand at the other end: one line and exit 2, or a report that leaves it open. */
import type * as http from 'node:http';
import * as net from 'node:net';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { CheckReport } from '../../src/report/json-report.ts';
import { assert, describe } from '../describe.ts';
import { repliesOf } from './answering.ts';
import { authority, certified } from './certificates.ts';
import { live, reportOf } from './command.ts';
import type { Circumstances } from './command.ts';
import { hasIPv6, serve, withServer } from './server.ts';
import type { Replies, Reply, Server } from './server.ts';

const NODES = '/_nodes/settings,os,process,jvm,http,transport';
const SETTINGS = '/_cluster/settings';
const SECRET = 'Vw4-cAnArY-Lantern';

const ca = authority();
const files = {
  '/p/ca.pem': ca.cert,
  '/p/other.pem': authority('other').cert,
  '/p/password': `${SECRET}\n`,
};
const TRUSTING = ['--ca-file', 'ca.pem'];
const LOGIN = ['--user', 'auditor', '--password-file', 'password'];
/** Seconds for one call, and for all. */
const LIMITS = ['--call-timeout', '1', '--timeout', '3'];
/** What a machine that is busy may take on top, in milliseconds. */
const SLACK = 15_000;

const hang: Reply = () => {};
const page: Reply = {
  status: 200,
  body: '<!doctype html><title>Log in</title>',
  headers: { 'content-type': 'text/html' },
};
const broken: Reply = { status: 200, body: '{"persistent":{"a":' };
const deep: Reply = { status: 200, body: `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}` };
const busy: Reply = { status: 429, headers: { 'retry-after': '30' } };
const moved: Reply = { status: 307, headers: { location: 'http://127.0.0.1:9/' } };
const bomb: Reply = {
  ...{ status: 200, body: gzipSync(Buffer.alloc(70 * 2 ** 20, ' ')) as unknown as string },
  headers: { 'content-encoding': 'gzip' },
};
const endless: Reply = (_, response) => {
  const chunk = Buffer.alloc(2 ** 20, ' ');
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
    response.once('drain', more);
  };
  more();
};
const drip: Reply = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  repeat(response, () => response.write(' '));
};
const slowHeaders: Reply = ({ socket }) => {
  socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
  repeat(socket, () => socket.write('y'));
};
const cut: Reply = ({ socket }, response) => {
  response.writeHead(200, { 'content-length': '1000' }).write('{');
  setTimeout(() => socket.destroy(), 5);
};

/** A byte now and then, until the other end has had enough. */
function repeat(to: http.ServerResponse | net.Socket, send: () => void): void {
  const timer = setInterval(send, 100);
  to.on('close', () => clearInterval(timer));
}

/** Calls `use` with the port of a server that is not one of HTTP. */
async function withSocket(
  onConnection: (socket: net.Socket) => void,
  use: (port: number) => Promise<void>,
): Promise<void> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await use((server.address() as AddressInfo).port);
  } finally {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** Tries all cases at once, as most of them wait. */
async function each<T>(cases: readonly T[], attempt: (one: T) => Promise<void>): Promise<void> {
  await Promise.all(cases.map(attempt));
}

/** Runs the command, which is to end with one line and nothing else, in time; gives the line. */
async function complaintOf(words: readonly string[], more: Circumstances = {}): Promise<string> {
  const begin = Date.now();
  const { stdout, stderr, exitCode } = await live([...LIMITS, ...words], { files, ...more });
  assert.ok(Date.now() - begin < 9000 + SLACK);
  assert.equal([stdout, exitCode, stderr.trimEnd().split('\n').length], ['', 2, 1], stderr);
  assert.not.match(stderr, 'cAnArY');
  assert.match(stderr, /^stacklint: /);
  return stderr.trimEnd();
}

const cluster = repliesOf('attic');

describe('the whole command, where no judgement can be made', (test) => {
  const told = async (
    replies: Replies,
    words: readonly string[] = [],
    how: Parameters<typeof serve>[1] = {},
    change: (url: string) => string = (url) => url,
  ): Promise<string> => {
    let line = '';
    await withServer(
      replies,
      async ({ url }) => {
        const target = change(url);
        line = (await complaintOf([target, ...words])).replace(`stacklint: ${target}: `, '');
      },
      how,
    );
    return line;
  };

  test('a certificate of another authority, for another name, or of another time', async () => {
    const here = ['127.0.0.1'];
    const cases: readonly (readonly [ReturnType<typeof certified>, readonly string[], RegExp])[] = [
      [certified(ca, here), [], /^the certificate comes from an authority that is not trusted here/],
      [certified(ca, here), ['--ca-file', 'other.pem'], /^the certificate comes from an authority that is not trusted/],
      [certified(ca, ['es-9.example.org']), TRUSTING, /^the certificate is for es-9\.example\.org/],
      [certified(ca, here), [...TRUSTING, '--server-name', 'es-1'], /^the certificate is for 127\.0\.0\.1/],
      [certified(ca, here, [-9, -2]), TRUSTING, /^the certificate of the node has expired/],
      [certified(ca, here, [2, 9]), TRUSTING, /^the certificate of the node is not valid yet/],
    ];
    await each(cases, async ([tls, words, sentence]) =>
      assert.match(await told(cluster, [...words, ...LOGIN], { tls }), sentence),
    );
  });

  test('http for https, https for http, and what is neither', async () => {
    const tls = certified(ca, ['127.0.0.1']);
    assert.match(
      await told(cluster, LOGIN, { tls }, (url) => url.replace('https', 'http')),
      /the URL begins with https:/,
    );
    assert.match(await told(cluster, TRUSTING, {}, (url) => url.replace('http', 'https')), /the URL begins with http:/);
    await withSocket(
      (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'),
      async (port) => {
        assert.match(await complaintOf([`http://127.0.0.1:${String(port)}`]), /does not speak HTTP/);
        assert.match(await complaintOf([`https://127.0.0.1:${String(port)}`]), /TLS handshake/);
      },
    );
  });

  test('a handshake that is never answered', async () => {
    await withSocket(
      () => {},
      async (port) =>
        assert.match(await complaintOf([`https://127.0.0.1:${String(port)}`]), /no complete answer within 1 s/),
    );
  });

  test('401, 403, 429 with Retry-After, 502, a login page, a redirect, and JSON of all kinds', async () => {
    const cases: readonly (readonly [Reply, RegExp])[] = [
      [
        { status: 401, body: SECRET, headers: { 'www-authenticate': SECRET } },
        /^the node does not accept this login \(401\)/,
      ],
      [{ status: 403, body: SECRET }, /^this account may not ask GET \/ \(403\)/],
      [busy, /^the node is overloaded \(429\)/],
      [{ status: 502, body: `<html>${SECRET}` }, /^GET \/ failed with status 502/],
      [page, /^a web page answers, not a node/],
      [moved, /^the answer leads to another address \(307\), which is not followed/],
      [broken, /^the answer to GET \/ is not the JSON that a node gives/],
      [deep, /^the answer to GET \/ is not the JSON that a node gives/],
      [{ json: [SECRET] }, /^what answers is neither Elasticsearch nor OpenSearch/],
      [{ json: { version: { number: SECRET }, cluster_name: 'x' } }, /^what answers is neither Elasticsearch nor/],
    ];
    for (const [root, sentence] of cases) assert.match(await told({ ...cluster, '/': root }, LOGIN), sentence);
  });

  test('what hangs, drips, is cut off or never ends', async () => {
    const cases: readonly (readonly [Reply, RegExp])[] = [
      [hang, /^no complete answer within 1 s/],
      [slowHeaders, /^no complete answer within 1 s/],
      [drip, /^no complete answer within 1 s/],
      [cut, /^the connection was lost before the answer was complete/],
    ];
    for (const path of ['/', NODES]) {
      await each(cases, async ([reply, sentence]) =>
        assert.match(await told({ ...cluster, [path]: reply }, LOGIN), sentence),
      );
      for (const reply of [endless, bomb])
        assert.match(
          await told({ ...cluster, [path]: reply }, ['--call-timeout', '9', '--timeout', '9']),
          /^the answer is larger than any that a node gives/,
        );
    }
    const nodes = Object.fromEntries(Array.from({ length: 5001 }, (_, id) => [`n${String(id)}`, { name: 'es-1' }]));
    assert.match(await told({ ...cluster, [NODES]: { json: { nodes } } }, LOGIN), /^the answer is larger than any/);
  });

  test('several nodes that hang are over in the time for all', async () => {
    const servers = await Promise.all([1, 2, 3, 4, 5].map(() => serve({ '*': hang })));
    try {
      assert.match(await complaintOf(servers.map(({ url }) => url)), /none of them answers|may take 3 s/);
    } finally {
      for (const server of servers) await server.close();
    }
  });

  test('a forward proxy that wants a login, or is none', async () => {
    await withServer({ '*': { status: 407 } }, async ({ port }) => {
      const environment = { HTTP_PROXY: `http://ann:${SECRET}@127.0.0.1:${String(port)}` };
      const line = await complaintOf(['http://es-1:9200'], { environment });
      assert.match(line, `http://es-1:9200: the forward proxy 127.0.0.1:${String(port)} wants a login`);
    });
    const environment = { HTTPS_PROXY: `http://ann:${SECRET}@127.0.0.1:1` };
    assert.match(await complaintOf(['https://es-1:9200'], { environment }), /127\.0\.0\.1:1 does not answer/);
  });

  test('a wrong password is sent at most three times, whatever is asked beside the cluster', async () => {
    const refusing = (): Promise<Server> => serve({ '*': { status: 401 } });
    const servers = await Promise.all([refusing(), refusing(), refusing(), refusing()]);
    const [one, two, dashboard, pipeline] = servers.map(({ url }) => url);
    try {
      await complaintOf([one!, two!, ...LOGIN, '--dashboard', dashboard!, '--pipeline', pipeline!]);
      const sent = servers
        .flatMap(({ requests }) => requests)
        .filter(({ headers }) => headers.authorization !== undefined);
      assert.ok(sent.length > 0 && sent.length <= 3, String(sent.length));
    } finally {
      for (const server of servers) await server.close();
    }
  });
});

describe('the whole command, where one call fails', (test) => {
  const keysOf = ({ findings }: CheckReport): readonly string[] =>
    findings.map(({ rule, at }) => `${rule} ${JSON.stringify(at).replace(/timeout=\d+ms/, '')}`);

  const judged = async (replies: Replies, seconds = '10'): Promise<CheckReport> => {
    let report: CheckReport | undefined;
    await withServer(replies, async ({ url }) => {
      report = await reportOf([url, '--fail-on', 'never', '--call-timeout', seconds, '--timeout', '20'], { files });
    });
    if (report === undefined) throw new Error('nothing was reported');
    return report;
  };

  test('what it feeds is undecided, and nothing is found anew', async () => {
    const before = keysOf(await judged(cluster));
    const faults: readonly (readonly [string, Reply])[] = [
      ['unauthenticated', { status: 401 }],
      ['forbidden', { status: 403, body: SECRET }],
      ['overloaded', busy],
      ['failed', { status: 502, body: `<html>${SECRET}` }],
      ['failed', moved],
      ['failed', cut],
      ['unreadable', page],
      ['unreadable', broken],
      ['unreadable', deep],
      ['unreadable', { json: { persistent: SECRET, transient: [] } }],
      ['timeout', hang],
      ['timeout', slowHeaders],
      ['timeout', drip],
    ];
    const attempt = async (reason: string, reply: Reply, seconds = '1.5'): Promise<void> => {
      const report = await judged({ ...cluster, [SETTINGS]: reply }, seconds);
      const unseen = report.unseen?.find(({ name }) => name === 'settings');
      assert.is(unseen?.reason, reason);
      const open = new Set(report.undecided.map(({ rule }) => rule));
      assert.ok(
        ['disk/watermarks-set', 'health/allocation'].every((rule) => open.has(rule)),
        reason,
      );
      assert.equal(
        keysOf(report).filter((key) => !before.includes(key)),
        [],
      );
      assert.not.match(JSON.stringify(report), 'cAnArY');
    };
    await each(faults, ([reason, reply]) => attempt(reason, reply));
    for (const reply of [endless, bomb]) await attempt('too-large', reply, '10');
  });

  test('a node that is lost after its first two answers leaves all others open', async () => {
    const before = keysOf(await judged(cluster));
    const { '*': usual } = cluster;
    const only =
      (paths: readonly string[]): Reply =>
      (request, response) => {
        const path = (request.url ?? '').replace(/\?.*/, '');
        if (typeof usual === 'function' && paths.includes(path)) usual(request, response);
        else request.socket.destroy();
      };
    const report = await judged({ '*': only(['/', NODES]) });
    assert.ok((report.unseen?.length ?? 0) > 5);
    assert.equal([...new Set(report.unseen?.map(({ reason }) => reason))], ['failed']);
    assert.equal(
      keysOf(report).filter((key) => !before.includes(key)),
      [],
    );
  });

  test('a node is asked by its IPv6 address, and through a forward proxy', async () => {
    if (!hasIPv6()) return;
    await withServer(
      cluster,
      async ({ url }) => {
        assert.match(url, '[::1]');
        assert.is((await reportOf([url, '--fail-on', 'never'])).stacks[0]?.observed?.from, url);
      },
      { host: '::1' },
    );
  });
});
