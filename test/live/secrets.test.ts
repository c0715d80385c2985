/** Secrets come from files and pipes, and come out nowhere: not in reports, baselines or complaints. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHECK_FORMATS } from '../../src/commands/command-line.ts';
import { assert, describe } from '../describe.ts';
import { PROGRAM } from '../commands/program.ts';
import { repliesOf } from './answering.ts';
import { live } from './command.ts';
import { CLUSTER, KIBANA, LOGSTASH, serve, withServer } from './server.ts';
import type { Replies } from './server.ts';

/** A word that no text of ours has. */
const CANARY = 'cAnArY-9e41';

describe('a password from a pipe', (test) => {
  /** The logins that a server is sent by a command of the shell, in which $P is the program and $U the URL. */
  const loginsOf = async (script: string): Promise<readonly (string | undefined)[]> => {
    const logins: (string | undefined)[] = [];
    await withServer(CLUSTER, async ({ url, requests }) => {
      const env = { PATH: process.env['PATH'], P: `${process.execPath} ${PROGRAM}`, U: url };
      const shell = spawn('bash', ['-c', script], { env, stdio: ['ignore', 'ignore', 'inherit'] });
      await new Promise((ended) => shell.on('close', ended));
      logins.push(...requests.map(({ headers }) => headers.authorization));
    });
    return [...new Set(logins)];
  };
  const expected = [`Basic ${Buffer.from('ann:Vw4-Lantern').toString('base64')}`];

  test('of standard input, however late it comes', async () => {
    const script = '(sleep 0.3; echo Vw4-Lantern) | $P live $U --user ann --password-file /dev/stdin';
    assert.equal(await loginsOf(script), expected);
  });

  test('of a process, as a shell makes it', async () => {
    assert.equal(await loginsOf('$P live $U --user ann --password-file <(echo Vw4-Lantern)'), expected);
  });

  test('of a pipe with a name', async () => {
    const script =
      'd=$(mktemp -d); mkfifo $d/p; (echo Vw4-Lantern > $d/p) & $P live $U --user ann --password-file $d/p; rm -r $d';
    assert.equal(await loginsOf(script), expected);
  });
});

describe('canaries', (test) => {
  /** What a server says wherever nothing is judged: in settings, attributes, headers, names of keys. */
  const withCanaries = (cluster: 'harbour' | 'attic'): Replies => {
    const secrets = [
      `"xpack.notification.email.account.x.smtp.password": "${CANARY}"`,
      `"http.proxy.password": "${CANARY}"`,
      `"node.attr.token": "${CANARY}"`,
      `"s3.client.default.secret_key": "${CANARY}"`,
      `"discovery.seed_providers": "https://ann:${CANARY}@example.org"`,
    ];
    const replies = repliesOf(cluster, {
      text: (text) =>
        text
          .replaceAll('"settings": {', `"settings": { ${secrets.join(', ')},`)
          .replaceAll('"persistent": {', `"persistent": { ${secrets.join(', ')},`)
          .replaceAll('"attributes": {', `"attributes": { "token": "${CANARY}",`),
    });
    const { '*': usual } = replies;
    return {
      '*': (request, response) => {
        response.setHeader('x-token', CANARY).setHeader('set-cookie', `session=${CANARY}`);
        response.setHeader('warning', `299 Elasticsearch "${CANARY}"`);
        if (typeof usual === 'function') usual(request, response);
      },
      '/_security/user': { status: 404, body: `<html>${CANARY}` },
      '/_plugins/_security/api/internalusers': { status: 403, body: JSON.stringify({ error: { reason: CANARY } }) },
      '/_cluster/health': { status: 200, body: `{"status":"${CANARY}"}` },
    };
  };

  test('in credentials, settings, attributes, headers and error pages come out in no format and no baseline', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'stacklint-canary-'));
    writeFileSync(join(cwd, 'password'), CANARY);
    const beside = [await serve(KIBANA), await serve({ ...LOGSTASH, '/_node/stats': { status: 404, body: CANARY } })];
    const words = ['--user', 'ann', '--password-file', 'password', '--verbose'];
    const where = ['--dashboard', beside[0]!.url, '--pipeline', beside[1]!.url];
    try {
      for (const cluster of ['harbour', 'attic'] as const)
        await withServer(withCanaries(cluster), async ({ url }) => {
          const attempts = CHECK_FORMATS.map((format) => live([url, ...words, ...where, '-f', format], { cwd }));
          for (const { stdout, stderr, exitCode } of await Promise.all(attempts)) {
            assert.is.not(exitCode, 2, stderr);
            for (const text of [stdout, stderr]) {
              assert.not.match(text, CANARY);
              assert.not.match(text, Buffer.from(`ann:${CANARY}`).toString('base64'));
            }
          }
          await live([url, ...words, '--update-baseline'], { cwd });
          assert.not.match(readFileSync(join(cwd, '.stacklint-baseline.json'), 'utf8'), CANARY);
        });
    } finally {
      rmSync(cwd, { recursive: true });
      for (const server of beside) await server.close();
    }
  });

  test('in what ends a run come out in no complaint', async () => {
    const environment = { STACKLINT_PASSWORD: CANARY, HTTPS_PROXY: `http://ann:${CANARY}@[::bad` };
    const attempts: readonly (readonly string[])[] = [
      [`https://ann:${CANARY}@es-1:9200`],
      [`https://es-1:9200/?token=${CANARY}`],
      ['https://es-1:9200', '--dashboard', `https://ann:${CANARY}@kibana:5601`],
      ['https://es-1:9200', '--user', `a:${CANARY}`],
      ['https://es-1:9200', '--user', 'ann'],
    ];
    for (const words of attempts) {
      const { stdout, stderr, exitCode } = await live(words, { environment });
      assert.equal([stdout, exitCode], ['', 2]);
      assert.not.match(stderr, CANARY);
    }
  });
});
