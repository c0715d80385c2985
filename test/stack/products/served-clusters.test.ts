/** Which cluster a dashboard serves whose files do not name it. */
import { assert, describe } from '../../describe.ts';
import { project } from '../../project.ts';
import type { Tree } from '../../project.ts';

const KEYS = `xpack.security.encryptionKey: "{{ 'security' * 4 }}"
xpack.encryptedSavedObjects.encryptionKey: "{{ 'insecret' * 4 }}"
xpack.reporting.encryptionKey: "{{ 'reportin' * 4 }}"
`;
const WITHOUT_KEYS = 'server.host: 0.0.0.0\nelasticsearch.hosts: {{ hosts_of_search | to_json }}\n';
/** Keys that are another on each host. */
const OWN_KEY = KEYS.replaceAll(/('\w+' \* 4)/g, '(inventory_hostname ~ $1)[:32]');

const PRODUCTS = { kibana: 'kibana.yml', 'opensearch-dashboards': 'opensearch_dashboards.yml' };

/** The findings and what is undecided of two dashboards, and of clusters of two nodes each. */
function judged(
  settings: string,
  hosts: Readonly<Record<string, readonly string[]>>,
  { clusters = ['logs'], product = 'kibana' }: { clusters?: readonly string[]; product?: keyof typeof PRODUCTS } = {},
) {
  const dashboards = Object.entries(hosts).map(
    ([name, list]) => `    ${name}: {hosts_of_search: ${JSON.stringify(list)}}\n`,
  );
  const nodes = clusters.map(
    (name, at) =>
      `${name}:\n  hosts:\n    ${name}-1: {ansible_host: 10.0.${at}.1}\n    ${name}-2: {ansible_host: 10.0.${at}.2}\n`,
  );
  const groups = clusters.map((name) => `    ${name}: {}\n`);
  const tree: Tree = {
    'hosts.yml': `${nodes.join('')}nodes:\n  children:\n${groups.join('')}    none: {}\nboards:\n  hosts:\n${dashboards.join('')}`,
    'site.yml':
      '- hosts: nodes\n  tasks:\n    - template: {src: node.j2, dest: /etc/elasticsearch/elasticsearch.yml}\n' +
      `- hosts: boards\n  tasks:\n    - template: {src: board.j2, dest: /etc/${product}/${PRODUCTS[product]}}\n`,
    'templates/node.j2': 'cluster.name: {{ inventory_hostname[:-2] }}\nnetwork.host: {{ ansible_host }}\n',
    'templates/board.j2': settings,
  };
  const { findings, undecided, opened } = project(tree).check({ rule: 'dashboard/encryption-key*' });
  return {
    findings: findings.map(({ rule, severity, message, hosts: reached, clusters: of }) =>
      [rule.split('/')[1], severity, reached.join(), of.join(), message.split(': ').slice(0, 2).join(': ')].join(' '),
    ),
    undecided: [...new Set(undecided.map(({ rule, message }) => `${rule}: ${message}`))],
    served: opened.flatMap(({ stack }) =>
      stack.dashboards.map(({ clusterLabel, instances }) =>
        [clusterLabel, ...instances.map(({ host }) => host)].join(),
      ),
    ),
  };
}

const URL = 'https://es.example.org:9200';
const UNKNOWN = 'It is not known whether kb-1 and kb-2 serve one cluster';

describe('the cluster of dashboards', (test) => {
  test('it is the only one of the stack', () => {
    const { findings, undecided } = judged(WITHOUT_KEYS, { 'kb-1': [URL], 'kb-2': [URL] });
    assert.equal(findings.length, 1);
    assert.match(findings[0] ?? '', /^encryption-keys error kb-1,kb-2 logs Encryption keys of kb-1 are not set/);
    assert.equal(undecided, []);
    // Also where a run alone knows the hosts, or each dashboard names another node.
    const facts = WITHOUT_KEYS.replace('hosts_of_search | to_json', 'ansible_default_ipv4.address');
    assert.equal(judged(facts, { 'kb-1': [], 'kb-2': [] }).served, ['logs,kb-1,kb-2']);
    const nodes = { 'kb-1': ['http://10.0.0.1:9200'], 'kb-2': ['https://u:p@logs-2:9200/'] };
    assert.equal(judged(WITHOUT_KEYS, nodes).served, ['logs,kb-1,kb-2']);
  });

  test('it is the only one at other addresses, too, unless one of them names a node', () => {
    const addresses = { 'kb-1': [URL], 'kb-2': ['https://search.example.org:9200'] };
    assert.equal(judged(WITHOUT_KEYS, addresses).served, ['logs,kb-1,kb-2']);
    assert.is(judged(WITHOUT_KEYS, addresses).findings.length, 1);
    const node = { ...addresses, 'kb-3': ['http://logs-1:9200'] };
    assert.not.equal(judged(WITHOUT_KEYS, node).served, ['logs,kb-1,kb-2,kb-3']);
  });

  test('of several, it is that whose nodes they name', () => {
    const two = { clusters: ['logs', 'shop'] };
    const names = {
      'kb-1': ['http://logs-1:9200', 'http://10.0.0.2:9200'],
      'kb-2': ['http://shop-2.example.org:9200'],
    };
    assert.equal(judged(WITHOUT_KEYS, names, two), { findings: [], undecided: [], served: ['logs,kb-1', 'shop,kb-2'] });
    const same = { 'kb-1': ['http://logs-1:9200'], 'kb-2': ['http://10.0.0.2:9200'] };
    assert.equal(judged(WITHOUT_KEYS, same, two).findings.length, 1);
  });

  test('those with the same hosts belong together where the cluster is not in the stack', () => {
    for (const clusters of [[], ['logs', 'shop']]) {
      const { findings, undecided } = judged(WITHOUT_KEYS, { 'kb-1': [URL], 'kb-2': [URL] }, { clusters });
      assert.equal([findings.length, undecided], [1, []]);
    }
  });

  test('it is undecided where nothing tells', () => {
    const other = { 'kb-1': [URL], 'kb-2': ['https://search.example.org:9200'] };
    for (const clusters of [[], ['logs', 'shop']]) {
      const { findings, undecided } = judged(WITHOUT_KEYS, other, { clusters });
      assert.equal(findings, []);
      assert.equal(undecided, [`dashboard/encryption-keys: ${UNKNOWN}`]);
    }
    const both = { 'kb-1': ['http://logs-1:9200', 'http://shop-1:9200'], 'kb-2': ['http://logs-1:9200'] };
    assert.equal(judged(WITHOUT_KEYS, both, { clusters: ['logs', 'shop'] }).undecided, [
      `dashboard/encryption-keys: ${UNKNOWN}`,
    ]);
  });

  test('keys that differ are found', () => {
    const hosts = { 'kb-1': [URL], 'kb-2': [URL] };
    const { findings } = judged(WITHOUT_KEYS + OWN_KEY, hosts);
    assert.equal(
      findings.map((finding) => finding.split(' ', 2).join(' ')),
      Array.from({ length: 3 }, () => 'encryption-keys-shared error'),
    );
    assert.equal(judged(WITHOUT_KEYS + KEYS, hosts).findings, []);
  });

  test('OpenSearch Dashboards has the password of its cookie in place of the three keys', () => {
    const hosts = { 'kb-1': [URL], 'kb-2': [URL] };
    const settings = WITHOUT_KEYS.replace('elasticsearch.hosts', 'opensearch.hosts');
    const how = { product: 'opensearch-dashboards' } as const;
    assert.equal(judged(settings, hosts, how).findings, [
      'encryption-keys error kb-1,kb-2 logs Encryption keys of kb-1 are not set: opensearch_security.cookie.password; expected the same on all 2 OpenSearch Dashboards instances.',
    ]);
    const short = judged(`${settings}opensearch_security.cookie.password: "{{ 'security' * 3 }}"\n`, hosts, how);
    assert.equal(short.findings.length, 1);
    assert.match(short.findings[0] ?? '', /^encryption-key-length error kb-1,kb-2 logs .* has 24 characters/);
  });

  test('a short key of reports is a warning', () => {
    const settings = WITHOUT_KEYS + KEYS.replace(/(reporting.*\*) 4/, '$1 3');
    const { findings } = judged(settings, { 'kb-1': [URL], 'kb-2': [URL] });
    assert.equal(findings.length, 1);
    assert.match(findings[0] ?? '', /^encryption-key-length warning/);
  });
});
