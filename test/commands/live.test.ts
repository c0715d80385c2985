import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CommandOutcome } from '../../src/commands/command.ts';
import type { CheckReport } from '../../src/report/json-report.ts';
import { assert, describe } from '../describe.ts';
import { repliesOf } from '../live/answering.ts';
import { live } from '../live/command.ts';
import type { Circumstances } from '../live/command.ts';
import { KIBANA, LOGSTASH, serve } from '../live/server.ts';
import type { Replies, Server } from '../live/server.ts';

/** Runs the command against a server that ends with it. */
async function runAgainst(
  replies: Replies,
  words: readonly string[],
  options?: Circumstances,
): Promise<CommandOutcome & { readonly requests: Server['requests']; readonly url: string }> {
  const server = await serve(replies);
  try {
    return { ...(await live([server.url, ...words], options)), requests: server.requests, url: server.url };
  } finally {
    await server.close();
  }
}

/** An inventory of the cluster `harbour`, with another heap than two of its nodes have. */
const INVENTORY = {
  '/p/hosts.yml': 'search: {children: {piers: {hosts: {"pier-[1:3]": }}, cranes: {hosts: {"crane-[1:2]": }}}}\n',
  '/p/group_vars/search.yml': 'search_cluster_name: harbour\n',
  '/p/group_vars/cranes.yml': '---\nsearch_heap: 26\n',
};
const SUPPRESSION = '# stacklint-disable-next-line drift/value -- it is changed on Monday\n';

describe('stacklint live', (test) => {
  test('reports what is wrong with a cluster, at the call and the pointer of its answer', async () => {
    const { stdout, exitCode, url } = await runAgainst(repliesOf('attic'), []);
    assert.is(exitCode, 1);
    assert.match(stdout, `attic: ${url} · preset production`);
    assert.match(stdout, 'GET /_nodes?flat_settings=true');
    assert.match(stdout, '[memory/memory-lock]');
    assert.match(stdout, 'OpenSearch');
  });

  test('has nothing to report of a good cluster, and exits with 0', async () => {
    const { stdout, exitCode, stderr } = await runAgainst(repliesOf('harbour'), ['--fail-on', 'info']);
    assert.is(exitCode, 0, stdout);
    assert.is(stderr, '');
  });

  test('sends GET alone, and no body', async () => {
    const { requests } = await runAgainst(repliesOf('harbour'), []);
    assert.ok(requests.length > 6);
    assert.equal([...new Set(requests.map(({ method }) => method))], ['GET']);
    assert.is(
      requests.reduce((sum, { body }) => sum + body, 0),
      0,
    );
  });

  test('lists what was not seen, with the rules that wait for it, and judges the rest', async () => {
    const refused = {
      error: { reason: 'action [cluster:admin/repository/get] is unauthorized for user [auditor]' },
    };
    const replies = { ...repliesOf('harbour'), '/_snapshot': { status: 403, body: JSON.stringify(refused) } };
    const { stdout, exitCode } = await runAgainst(replies, ['-f', 'json']);
    const { unseen, undecided } = JSON.parse(stdout) as Record<string, readonly Record<string, unknown>[]>;
    assert.is(exitCode, 0);
    assert.equal(unseen?.map(({ request, reason, status, rules }) => [request, reason, status, rules]).slice(0, 1), [
      [
        'GET /_snapshot',
        'forbidden',
        403,
        ['snapshot/policy-repository', 'snapshot/recent-success', 'snapshot/repository'],
      ],
    ]);
    assert.ok(undecided !== undefined);
  });

  test('lists no rule that is off, and no answer that none of those that are on needs', async () => {
    const replies = { ...repliesOf('harbour'), '/_snapshot': { status: 403 }, '/_index_template': { status: 403 } };
    const waiting = async (...words: readonly string[]): Promise<Readonly<Record<string, readonly string[]>>> => {
      const { stdout } = await runAgainst(replies, ['-f', 'json', ...words]);
      const { unseen = [] } = JSON.parse(stdout) as CheckReport;
      return Object.fromEntries(unseen.map(({ name, rules }) => [name, rules]));
    };
    const all = await waiting();
    assert.ok(all['index-templates']?.includes('monitoring/slow-log'));
    const without = await waiting('--rule', 'snapshot/repository=off');
    assert.equal(without['repositories'], ['snapshot/policy-repository', 'snapshot/recent-success']);
    assert.equal(await waiting('--rule', 'snapshot/repository'), { repositories: ['snapshot/repository'] });
    assert.is((await waiting('--preset', 'development'))['index-templates'], undefined);
  });

  test('asks dashboards and pipeline nodes beside the cluster, here by recorded answers', async () => {
    const beside = [await serve(LOGSTASH), await serve({ ...KIBANA, '/api/alerting/_health': { status: 403 } })];
    const [logstash, kibana] = beside.map(({ url }) => url);
    try {
      const words = ['--pipeline', logstash!, '--dashboard', kibana!, '--dashboard', `${kibana!}/b`, '-f', 'json'];
      const { stdout, exitCode } = await runAgainst(repliesOf('harbour'), words);
      const report = JSON.parse(stdout) as CheckReport;
      assert.is(exitCode, 0, stdout);
      assert.equal(
        report.stacks[0]?.products?.map(({ name, version }) => [name, version]),
        [
          ['elasticsearch', '8.19.4'],
          ['kibana', undefined],
          ['logstash', '8.19.4'],
        ],
      );
      const unseen = report.unseen?.find(({ request }) => request === `GET ${kibana!}/api/alerting/_health`);
      assert.equal([unseen?.reason, unseen?.rules], ['forbidden', ['dashboard/encryption-keys']]);
      assert.ok(report.undecided.some(({ rule, reason }) => rule === unseen?.rules[0] && reason === 'not-collected'));
    } finally {
      for (const server of beside) await server.close();
    }
    const { stderr, exitCode } = await live(['http://127.0.0.1:9', '--pipeline', 'pipe-1:9600']);
    assert.equal(
      [stderr.trimEnd(), exitCode],
      ['stacklint: --pipeline: expected a URL that begins with https:// or http://', 2],
    );
  });

  test('leaves nothing undecided that the release of the cluster does not have', async () => {
    const root = { json: { cluster_name: 'harbour', version: { number: '6.8.23' } } };
    const { stdout } = await runAgainst({ ...repliesOf('harbour'), '/': root }, ['-f', 'json']);
    const { undecided } = JSON.parse(stdout) as CheckReport;
    assert.not.ok(undecided.some(({ rule }) => rule === 'topology/odd-masters'));
  });

  test('takes a password from a file, the environment or a prompt, and shows it nowhere', async () => {
    const secret = 'Vw4-harbour-Lantern';
    const header = `Basic ${Buffer.from(`auditor:${secret}`).toString('base64')}`;
    const ways: readonly (readonly [readonly string[], Circumstances])[] = [
      [['--password-file', 'password'], { files: { '/p/password': `${secret}\n` } }],
      [[], { environment: { STACKLINT_PASSWORD: secret } }],
      [[], { askSecret: () => Promise.resolve(secret) }],
    ];
    for (const [words, options] of ways) {
      const { requests, stdout, stderr } = await runAgainst(
        repliesOf('harbour'),
        ['--user', 'auditor', ...words],
        options,
      );
      assert.equal([...new Set(requests.map(({ headers }) => headers.authorization))], [header]);
      assert.not.match(stdout + stderr, secret);
    }
  });

  test('accepts what a baseline lists, whatever the ids of the nodes are by then', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'stacklint-live-'));
    const first = await runAgainst(repliesOf('attic'), ['--update-baseline'], { cwd });
    assert.is(first.exitCode, 0);
    assert.match(first.stderr, /accepts \d+ findings: \d+ new, 0 no longer found/);
    const rebuilt = repliesOf('attic', { text: (text) => text.replaceAll('A9dm', 'Zz01') });
    const { exitCode, stdout } = await runAgainst(rebuilt, ['-f', 'json'], { cwd });
    assert.is(exitCode, 0);
    assert.equal((JSON.parse(stdout) as { findings: readonly unknown[] }).findings, []);
  });

  test('compares a cluster with its inventory: findings at its lines, and what differs', async () => {
    const { stdout, exitCode } = await runAgainst(repliesOf('harbour'), ['-i', 'hosts.yml', '-f', 'json'], {
      files: INVENTORY,
    });
    const { findings, drift, stacks } = JSON.parse(stdout) as CheckReport;
    assert.is(exitCode, 0, 'drift is a warning');
    assert.equal(
      findings.map(({ rule, at, declared, observed, hosts }) => [
        rule,
        'line' in at && at.line,
        declared,
        observed,
        hosts,
      ]),
      [['drift/value', 2, '26g', '30g', ['crane-1', 'crane-2']]],
    );
    assert.equal(
      findings[0]?.related?.map((place) => ['call' in place && place.pointer, place.message]),
      [['/nodes/kW2e/jvm/mem/heap_max_in_bytes', 'observed here']],
    );
    assert.equal(drift?.hosts[0], { host: 'pier-1', node: 'pier-1', by: 'name' });
    assert.equal([drift?.compared, drift?.differ, drift?.unknown], [7, 2, 0]);
    assert.equal(stacks[0]?.inventory, ['hosts.yml']);
  });

  test('heeds the comments and the limit of an inventory, and how its values are given', async () => {
    const words = ['-i', 'hosts.yml', '-f', 'json'];
    const commented = { ...INVENTORY, '/p/group_vars/cranes.yml': `${SUPPRESSION}search_heap: 26\n` };
    const of = async (files: typeof INVENTORY, ...more: readonly string[]): Promise<CheckReport> => {
      const { stdout } = await runAgainst(repliesOf('harbour'), [...words, ...more], { files });
      return JSON.parse(stdout) as CheckReport;
    };
    const suppressed = await of(commented);
    assert.equal([suppressed.findings, suppressed.suppressed.length], [[], 1]);
    assert.is((await of(commented, '--no-inline-suppressions')).findings.length, 1);
    assert.equal((await of(INVENTORY, '--limit', 'crane-2')).findings[0]?.hosts, ['crane-2']);
    assert.equal((await of(INVENTORY, '-e', 'search_heap=30', '--limit', 'cranes')).findings, []);
  });

  test('accepts drift that a baseline lists', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'stacklint-drift-'));
    for (const [path, text] of Object.entries(INVENTORY)) {
      mkdirSync(dirname(path.replace('/p', cwd)), { recursive: true });
      writeFileSync(path.replace('/p', cwd), text);
    }
    const words = ['-i', 'hosts.yml', '--fail-on', 'info'];
    assert.is((await runAgainst(repliesOf('harbour'), words, { cwd })).exitCode, 1);
    await runAgainst(repliesOf('harbour'), [...words, '--update-baseline'], { cwd });
    assert.is((await runAgainst(repliesOf('harbour'), words, { cwd })).exitCode, 0);
  });

  test('exits with 2, and sends nothing, if the inventory cannot be compared', async () => {
    const complaints: readonly (readonly [readonly string[], Readonly<Record<string, string>>, string])[] = [
      [['-i', 'hosts.yml'], { '/p/hosts.yml': 'web: {hosts: {www-1: }}\n' }, 'no host of hosts.yml is a search node'],
      [['-i', 'other.yml'], INVENTORY, 'there is no inventory source other.yml'],
      [['--limit', 'es-1'], INVENTORY, '--limit is about an inventory, and there is none; name it with -i'],
    ];
    for (const [words, files, complaint] of complaints) {
      const { exitCode, stdout, stderr, requests } = await runAgainst(repliesOf('harbour'), words, { files });
      assert.equal([exitCode, stdout, requests.length], [2, '', 0], complaint);
      assert.match(stderr, complaint);
      assert.is(stderr.trimEnd().split('\n').length, 1);
    }
  });

  test('says in one line why no judgement can be made, and exits with 2', async () => {
    const complaints: readonly (readonly [readonly string[], string])[] = [
      [[], 'stacklint live needs the URL of a node'],
      [['es-1'], 'es-1 is not a URL; expected that of a node, as in https://es-1:9200'],
      [['https://a:b@es-1:9200'], 'user'],
      [['http://127.0.0.1:9'], 'nothing listens there'],
      [['http://127.0.0.1:9', '--timeout', 'soon'], '--timeout is soon; expected a number of seconds'],
      [['http://127.0.0.1:9', '--user', 'auditor'], 'there is no password for --user'],
    ];
    for (const [words, expected] of complaints) {
      const { stdout, stderr, exitCode } = await live(words);
      assert.equal([stdout, exitCode], ['', 2], words.join(' '));
      assert.match(stderr, expected);
      assert.is(stderr.trimEnd().split('\n').length, 1);
      assert.not.match(stderr, 'a:b');
    }
  });

  test('prints what would be sent, and the least role, and asks nothing', async () => {
    const { requests } = JSON.parse((await live(['--list-requests'])).stdout) as {
      requests: readonly { method: string }[];
    };
    assert.ok(requests.length > 20 && requests.every(({ method }) => method === 'GET'));
    const role = JSON.parse((await live(['--print-role', 'elasticsearch@8.19'])).stdout) as { request: string };
    assert.is(role.request, 'PUT /_security/role/stacklint');
  });
});
