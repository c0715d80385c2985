/**
 * `stacklint live` against real OpenSearch and Elasticsearch on loopback, one cluster after the other: it finds what
 * was planted, sends `GET` alone, changes nothing, and sees everything with the role that it prints.
 *
 * `GET /` of Elasticsearch is answered by a plugin of these tests, as the distribution leaves it out; all else is the
 * server's own.
 */
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { leastRole } from '../../src/live/printed-calls.ts';
import type { CheckReport } from '../../src/report/json-report.ts';
import { assert, describe } from '../describe.ts';
import { live, reportOf } from './command.ts';
import { ask } from './cluster/ask.ts';
import type { Account } from './cluster/ask.ts';
import { ELASTICSEARCH, OPENSEARCH, whyNotStarted } from './cluster/distributions.ts';
import type { Release } from './cluster/distributions.ts';
import { startCluster } from './cluster/start-cluster.ts';
import type { Cluster, SettingValues } from './cluster/start-cluster.ts';
import { SECURITY, startSecured } from './cluster/start-secured.ts';
import type { AuditorRole, SecuredCluster } from './cluster/start-secured.ts';

type Environment = Readonly<Record<string, string>>;

/**
 * Three nodes, only one of which may lead, a heap that is too large, a lock that has no effect, and watermarks out of
 * order.
 */
function startBad(release: Release): Promise<Cluster> {
  const isOpenSearch = release.product === 'opensearch';
  const settings: SettingValues = {
    'cluster.name': 'yard',
    'bootstrap.memory_lock': true,
    ...(isOpenSearch ? {} : { 'xpack.security.enabled': false }),
  };
  const data = { 'node.roles': ['data', 'ingest'] };
  return startCluster({
    release,
    settings,
    nodes: [
      { name: 'yard-1', settings: { 'node.roles': [isOpenSearch ? 'cluster_manager' : 'master'] } },
      { name: 'yard-2', heap: '256m:40g', settings: { ...data, 'node.attr.zone': 'a' } },
      { name: 'yard-3', settings: { ...data, 'node.attr.zone': 'b' } },
    ],
  });
}

/** The rules that judge what was planted. What else they may say of a small cluster is no matter of these tests. */
const PLANTED = ['memory/*', 'topology/master-quorum', 'disk/watermarks-*', 'snapshot/repository'].flatMap((rule) => [
  '--rule',
  rule,
]);

/** The findings as `severity rule pointer [hosts]`, with `NODE` for the id of one. */
function findingsOf({ findings }: CheckReport): readonly string[] {
  return findings
    .map(({ severity, rule, at, hosts = [] }) => {
      const pointer = 'pointer' in at ? at.pointer.replace(/^\/nodes\/[^/]+/, '/nodes/NODE') : '';
      return `${severity} ${rule} ${pointer} [${hosts.join(' ')}]`;
    })
    .sort();
}

/** What a check must leave as it is. */
async function stateOf({ url }: Cluster): Promise<string> {
  const paths = ['/_cluster/settings', '/_index_template', '/_snapshot', '/_all/_settings', '/_component_template'];
  const parts = await Promise.all(paths.map(async (path) => (await ask(`${url}${path}`)).body));
  const coordination = await ask(`${url}/_cluster/state/metadata?filter_path=metadata.cluster_coordination`);
  return JSON.stringify([...parts, coordination.body]);
}

/** Runs something with a forward proxy that notes each request. */
async function noting(run: (proxy: string) => Promise<unknown>): Promise<readonly string[]> {
  const noted: string[] = [];
  const proxy = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    noted.push(`${method} ${new URL(url).pathname.replace(/^(\/_all\/_settings)\/.*/, '$1')}`);
    request.pipe(
      forward(url, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      }),
    );
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  try {
    await run(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
  } finally {
    proxy.closeAllConnections();
    proxy.close();
  }
  return noted;
}

/** The role that the program prints, as the accounts of a test cluster take it. */
function printedRole({ product, version }: Release): AuditorRole {
  const { body } = JSON.parse(leastRole(`${product}@${version}`)) as {
    readonly body: {
      readonly cluster?: readonly string[];
      readonly indices?: readonly { readonly privileges: readonly string[] }[];
      readonly cluster_permissions?: readonly string[];
      readonly index_permissions?: readonly { readonly allowed_actions: readonly string[] }[];
    };
  };
  return {
    cluster: body.cluster ?? body.cluster_permissions ?? [],
    indices: body.indices?.[0]?.privileges ?? body.index_permissions?.[0]?.allowed_actions ?? [],
  };
}

function asAccount({ certificates }: SecuredCluster, { user = '', password = '' }: Account): [string[], Environment] {
  const words = ['--user', user, '--ca-file', join(certificates.folder, 'ca.pem')];
  return [words, { STACKLINT_PASSWORD: password }];
}

type Stoppable = Pick<Cluster, 'stop'>;

for (const release of [OPENSEARCH, ELASTICSEARCH]) {
  const { product, version } = release;
  const missing = whyNotStarted(release, product === 'opensearch' ? [SECURITY] : []);
  if (missing !== undefined && process.env['CI'] !== 'true') {
    console.log(`skipped: live mode against ${product} ${version} (${missing})`);
    describe(`a real cluster of ${product} ${version}`, (test) => {
      test.skip(`is not started: ${missing}`);
    });
    continue;
  }

  describe(`a real cluster of ${product} ${version}`, (test) => {
    let cluster: Cluster;
    test.before(async () => {
      cluster = await startBad(release);
    });
    // It is not there if it did not start.
    test.after(() => (cluster as Stoppable | undefined)?.stop());

    test('has the findings that were planted, each at its place', async () => {
      const wrong = { 'cluster.routing.allocation.disk.watermark.low': '98%' };
      const right = {
        'cluster.routing.allocation.disk.threshold_enabled': true,
        'cluster.routing.allocation.disk.watermark.low': '85%',
        'cluster.routing.allocation.disk.watermark.high': '90%',
        'cluster.routing.allocation.disk.watermark.flood_stage': '97%',
      };
      const body = { persistent: { ...right, ...wrong } };
      assert.is((await ask(`${cluster.url}/_cluster/settings`, { method: 'PUT', body })).status, 400);
      assert.is(
        (await ask(`${cluster.url}/_cluster/settings`, { method: 'PUT', body: { persistent: right } })).status,
        200,
      );
      const flood = '/persistent/cluster.routing.allocation.disk.watermark.flood_stage';
      assert.equal(findingsOf(await reportOf([cluster.url, ...PLANTED])), [
        'error memory/heap-fixed /nodes/NODE/jvm/mem/heap_init_in_bytes [yard-2]',
        'error memory/heap-limit /nodes/NODE/jvm/mem/heap_max_in_bytes [yard-2]',
        'error memory/heap-share /nodes/NODE/jvm/mem/heap_max_in_bytes [yard-2]',
        'error memory/memory-lock /nodes/NODE/process/mlockall [yard-1 yard-2 yard-3]',
        'error snapshot/repository  []',
        'error snapshot/repository /nodes/NODE/settings/path.repo [yard-1 yard-2 yard-3]',
        'error topology/master-quorum /nodes [yard-1 yard-2 yard-3]',
        `warning disk/watermarks-recommended ${flood} [yard-1 yard-2 yard-3]`,
        'warning memory/heap-equal /nodes/NODE/jvm/mem/heap_max_in_bytes [yard-3]',
      ]);
    });

    test('is mended by the requests that are printed with its findings', async () => {
      const { findings } = await reportOf([cluster.url]);
      const mended = findings.filter(({ remedies }) => remedies !== undefined);
      assert.equal(
        mended.map(({ rule }) => rule),
        ['disk/watermarks-recommended', 'monitoring/slow-log'],
      );
      for (const { request, body } of mended.flatMap(({ remedies = [] }) => remedies)) {
        const [method = '', path = ''] = request.split(' ');
        const answer = await ask(`${cluster.url}${path}`, { method, body: body ?? {} });
        assert.is(answer.status, 200, `${request}: ${JSON.stringify(answer.body)}`);
      }
      const location = join(cluster.repository, 'backup');
      const repository = { method: 'PUT', body: { type: 'fs', settings: { location } } };
      assert.is((await ask(`${cluster.url}/_snapshot/backup`, repository)).status, 200);
      const left = findingsOf(await reportOf([cluster.url]));
      assert.equal(
        left.filter((line) => /disk\/watermarks|monitoring\/slow-log|snapshot\/repository {2}/.test(line)),
        [],
      );
    });

    test('is asked with GET alone, and is the same afterwards', async () => {
      const before = await stateOf(cluster);
      const requests = await noting((proxy) => reportOf([cluster.url], { environment: { HTTP_PROXY: proxy } }));
      assert.ok(requests.length > 10, requests.join('\n'));
      assert.equal(
        requests.filter((request) => !request.startsWith('GET /')),
        [],
      );
      assert.is(await stateOf(cluster), before);
    });

    test('does not differ from an inventory that says the same in other words, and differs once in each that does not', async () => {
      const leads = product === 'opensearch' ? 'cluster_manager' : 'master';
      const settings = [
        'search_cluster_name: yard',
        'search_memory_lock: "yes"',
        'search_cluster_settings: {indices.recovery.max_bytes_per_sec: 40960kb, cluster.max_shards_per_node: "1000"}',
        'search_extra_config: {http.max_content_length: 102400kb, network.host: 127.0.0.1}',
      ].join('\n');
      const files = {
        '/p/hosts.yml': 'search: {hosts: {yard-1.example.org: , YARD-2: , yard-3: {ansible_host: 127.0.0.1}}}\n',
        '/p/group_vars/search.yml': `${settings}\n`,
        '/p/host_vars/yard-1.example.org.yml': `search_node_types: [${leads}]\n`,
        '/p/host_vars/yard-3.yml': 'search_node_types: "ingest,data"\n',
      };
      const words = [cluster.url, '-i', 'hosts.yml', '--vocabulary', 'search', '--rule', 'drift/*'];
      const { findings, drift } = await reportOf(words, { files });
      assert.equal([findings.map(({ message }) => message), drift?.differ, drift?.unknown], [[], 0, 0]);
      assert.ok((drift?.compared ?? 0) >= 15);
      const others = {
        ...files,
        '/p/hosts.yml': files['/p/hosts.yml'].replace('yard-1.', 'yard-9: , yard-1.'),
        '/p/group_vars/search.yml': `${settings.replace('102400kb', '50mb').replace('"1000"', '900')}\n`,
        '/p/host_vars/yard-3.yml': 'search_node_types: [data]\nsearch_heap: 2\n',
      };
      const { findings: found } = await reportOf(words, { files: others });
      assert.equal(
        found.map(({ rule, declared = '', hosts = [] }) => `${rule} ${declared} [${hosts.join(' ')}]`).sort(),
        [
          'drift/node-missing  [yard-9]',
          'drift/value 2g [yard-3]',
          'drift/value 50mb [yard-1 yard-2 yard-3]',
          'drift/value 900 [yard-1 yard-2 yard-3]',
          'drift/value [data] [yard-3]',
        ],
      );
    });

    test('says that a node which hangs gave no answer, and finds nothing new', async () => {
      const rules = ({ findings }: CheckReport) => new Set(findings.map(({ rule }) => rule));
      const before = rules(await reportOf([cluster.url, '--rule', 'disk/usage=off']));
      const [, hanging] = cluster.nodes;
      hanging?.signal('SIGSTOP');
      try {
        const during = await reportOf([cluster.url, '--call-timeout', '4', '--rule', 'disk/usage=off']);
        assert.ok(during.unseen?.some(({ reason }) => reason === 'partial' || reason === 'timeout'));
        assert.equal(
          [...rules(during)].filter((rule) => !before.has(rule)),
          [],
        );
      } finally {
        hanging?.signal('SIGCONT');
      }
    });
  });

  describe(`a real cluster of ${product} ${version} with TLS and accounts`, (test) => {
    let cluster: SecuredCluster;
    test.before(async () => {
      cluster = await startSecured({ release, nodes: [{ name: 'vault-1' }] }, printedRole(release), { nodeDays: 7 });
    });
    // It is not there if it did not start.
    test.after(() => (cluster as Stoppable | undefined)?.stop());

    test('shows an account with the printed role everything, but for what no role can grant', async () => {
      const [words, environment] = asAccount(cluster, cluster.auditor);
      const { unseen = [] } = await reportOf([cluster.url, ...words], { environment });
      // OpenSearch shows its accounts to those alone whom the files of its nodes name.
      const refused = unseen.filter(({ reason }) => reason === 'forbidden').map(({ request }) => request);
      assert.equal(
        refused.filter((request) => !request.startsWith('GET /_plugins/_security/')),
        [],
      );
    });

    test('tells that its certificate ends, and who may do everything, the account of the check among them', async () => {
      const [words, environment] = asAccount(cluster, cluster.admin);
      const { findings } = await reportOf([cluster.url, ...words, '--preset', 'production'], { environment });
      const own = findings.map(({ severity, rule, at }) => {
        const place = 'call' in at ? `${at.call} ${at.pointer}` : '';
        return `${severity} ${rule} ${place.replace(cluster.url, 'URL')}`;
      });
      const account = product === 'opensearch' ? '/_plugins/_security/authinfo' : '/_security/_authenticate';
      for (const expected of [
        'warning security/certificate-expiry TLS URL /valid_to',
        `warning security/superuser GET ${account} /roles`,
      ])
        assert.ok(own.includes(expected), `${expected} is not among\n${own.join('\n')}`);
    });

    test('tells whom it refuses what is missing, in one line', async () => {
      const cases: readonly (readonly [readonly string[], Environment, string])[] = [
        [...asAccount(cluster, cluster.nobody), 'this account may not ask GET / (403); it needs '],
        [...asAccount(cluster, { ...cluster.auditor, password: 'Wq2-other-Word' }), 'does not accept this login (401)'],
        [[], {}, 'the certificate comes from an authority that is not trusted here'],
      ];
      for (const [words, environment, expected] of cases) {
        const { stdout, stderr, exitCode } = await live([cluster.url, ...words], { environment });
        assert.equal([stdout, exitCode], ['', 2], stderr);
        assert.match(stderr, expected);
        assert.is(stderr.trimEnd().split('\n').length, 1);
      }
      const plain = await live([cluster.url.replace('https', 'http')]);
      assert.match(plain.stderr, 'if it speaks TLS, the URL begins with https://');
    });
  });
}
