/** What an inventory declares is compared with the cluster that runs, key by key and by what values mean. */
import { comparedWithInventory } from '../../../src/stack/drift/declared-places.ts';
import { observeStack } from '../../../src/stack/observed/observe-stack.ts';
import { answersOf } from '../../clusters.ts';
import { assert, describe } from '../../describe.ts';
import { project } from '../../project.ts';
import type { Tree } from '../../project.ts';

type Answers = NonNullable<Parameters<typeof answersOf>[1]>;

/** The cluster `harbour` compared with an inventory; `limit` names the hosts to report. */
function compared(tree: Tree, otherwise: Answers = {}, limit?: string) {
  const opened = project(tree, { inventory: ['hosts.yml'], limit }).stack();
  return comparedWithInventory(observeStack(answersOf('harbour', otherwise)), opened);
}

/** What differs, as `name declared observed [nodes]`. */
function differences(tree: Tree, otherwise?: Answers): readonly string[] {
  return compared(tree, otherwise).drift.values.map(
    ({ name, declared, observed, nodes }) => `${name} ${declared.join()} ${observed.join()} [${nodes.join(' ')}]`,
  );
}

const HOSTS = 'search: {hosts: {pier-1: , pier-2: , pier-3: , crane-1: , crane-2: }}\n';

/** An inventory of the role `search` with some variables of all nodes. */
function withVariables(lines: string): Tree {
  return { 'hosts.yml': HOSTS, 'group_vars/search.yml': `search_cluster_name: harbour\n${lines}` };
}

/** A project whose own role writes the files of Elasticsearch. */
function withFiles(settings: string, options = ''): Tree {
  return {
    'hosts.yml': HOSTS,
    'group_vars/all.yml': 'heap: 4\nzones: {pier-1: a}\n',
    'site.yml': '- {hosts: search, roles: [elasticsearch]}\n',
    'roles/elasticsearch/tasks/main.yml': [
      '- template: {src: elasticsearch.yml.j2, dest: /etc/elasticsearch/elasticsearch.yml}',
      '- template: {src: heap.options.j2, dest: /etc/elasticsearch/jvm.options.d/heap.options}',
      '',
    ].join('\n'),
    'roles/elasticsearch/templates/elasticsearch.yml.j2': settings,
    'roles/elasticsearch/templates/heap.options.j2': options,
  };
}

describe('an inventory and its cluster', (test) => {
  test('differ in what variables declare otherwise, once for all nodes of a line', () => {
    assert.equal(differences(withVariables('search_fs_repo: [/mnt/other]\n')), [
      'path.repo [/mnt/other] [/mnt/snapshots] [pier-1 pier-2 pier-3 crane-1 crane-2]',
    ]);
  });

  test('differ in what files of plays declare otherwise, settings that fill no rule among them', () => {
    const found = differences(
      withFiles('cluster.name: harbour\npath:\n  logs: /var/log/other\nnode.name: {{ inventory_hostname }}\n'),
    );
    assert.equal(found, ['path.logs /var/log/other /var/log/search [pier-1 pier-2 pier-3 crane-1 crane-2]']);
  });

  test('have one heap, which the JVM may round', () => {
    const heap = 32_212_254_720;
    const options = '-Xms{{ heap }}g\n-Xmx{{ heap }}g\n';
    assert.equal(differences(withFiles('cluster.name: harbour\n', options)), ['-Xmx 4g 30g [crane-1 crane-2]']);
    const crane = (jvm: unknown): Answers => ({ values: { nodes: { nodes: { kW2e: { jvm }, '7yPa': { jvm } } } } });
    const rounded = crane({ mem: { heap_init_in_bytes: heap, heap_max_in_bytes: heap + 16 * 2 ** 20 } });
    assert.equal(differences(withVariables('search_heap: 30\n'), rounded), ['-Xmx 30g 4g [pier-1 pier-2 pier-3]']);
    const survivors = { mem: { heap_max_in_bytes: 31_138_512_896 }, gc_collectors: ['ParNew', 'ConcurrentMarkSweep'] };
    assert.equal(differences(withVariables('search_heap: 30\n'), crane(survivors)), [
      '-Xmx 30g 4g [pier-1 pier-2 pier-3]',
    ]);
  });

  test('do not differ in a default that is written out, by the schema or by what the cluster tells', () => {
    const ofSchema = withVariables(
      'search_cluster_settings: {cluster.max_shards_per_node: "1000"}\nsearch_extra_config: {http.port: 9200-9300}',
    );
    assert.equal(differences(ofSchema), []);
    const told = { values: { 'setting-defaults': { defaults: { 'http.max_content_length': '100mb' } } } };
    assert.equal(differences(withVariables('search_extra_config: {http.max_content_length: 104857600}'), told), []);
    assert.equal(differences(withVariables('search_extra_config: {http.max_content_length: 50mb}'), told), [
      'http.max_content_length 50mb 100mb [pier-1 pier-2 pier-3 crane-1 crane-2]',
    ]);
  });

  test('do not differ in what the cluster does not tell, although it tells defaults: it may be hidden', () => {
    const told = { values: { 'setting-defaults': { defaults: {} } } };
    const { drift } = compared(withVariables('search_extra_config: {http.port: 9300}'), told);
    assert.equal([drift.values, drift.unknown], [[], 5]);
  });

  test('do not differ in what nothing tells the default of, as where the answering node sets it itself', () => {
    const settings = { 'http.max_content_length': '200mb' };
    const values = {
      nodes: { nodes: { Hq3f: { settings } } },
      'setting-defaults': { defaults: settings },
    };
    const tree = withVariables('search_extra_config: {http.max_content_length: 50mb}');
    assert.equal(differences(tree, { values }), ['http.max_content_length 50mb 200mb [pier-1]']);
    assert.is(compared(tree, { values }).drift.unknown, 4);
  });

  test('do not differ in what is not declared, whatever a node tells of itself', () => {
    const { drift } = compared(withVariables(''), {
      values: { nodes: { nodes: { Hq3f: { settings: { 'a.b': '1' } } } } },
    });
    assert.equal([drift.values, drift.compared, drift.unknown], [[], 5, 0]);
  });

  test('do not differ in what only a run knows, or a hole leaves open: it is counted', () => {
    const { drift } = compared(withFiles('cluster.name: harbour\nnode.attr.cpu: "{{ ansible_processor_vcpus }}"\n'));
    assert.equal([drift.values, drift.compared, drift.unknown], [[], 5, 5]);
    const { drift: other } = compared(withVariables('search_extra_config: {node.name: "${HOSTNAME}"}\n'));
    assert.equal([other.values, other.unknown], [[], 5]);
  });

  test('do not differ in settings of the cluster that were not seen', () => {
    const { drift } = compared(withVariables('search_cluster_settings: {cluster.max_shards_per_node: 5}\n'), {
      unseen: ['settings'],
      why: { settings: 'GET /_cluster/settings was refused' },
    });
    assert.equal([drift.values, drift.unknown], [[], 5]);
    assert.is(drift.open[0]?.setting.message, 'GET /_cluster/settings was refused');
  });

  test('never show a secret, and compare it only where both sides tell it', () => {
    const tree = withVariables('search_extra_config: {xpack.notification.token: tangerine, plugin.of.ours: b}\n');
    assert.equal(
      differences(tree, { values: { nodes: { nodes: { Hq3f: { settings: { 'plugin.of.ours': 'b' } } } } } }),
      [],
    );
    const settings = { 'xpack.notification.token': 'clementine' };
    const found = differences(tree, { values: { nodes: { nodes: { Hq3f: { settings } } } } });
    assert.equal(found, ['xpack.notification.token a value that is not shown a value that is not shown [pier-1]']);
  });

  test('never show a secret in a value of another name', () => {
    const secret = 'Kx7-tangerine-91';
    const tree = {
      ...withFiles(
        `cluster.name: harbour\ndiscovery.seed_hosts: ["https://auditor:${secret}@es-1"]\nplugin.url: {{ url }}\n`,
      ),
      'group_vars/search.yml': `db_password: ${secret}\nurl: "https://db/{{ db_password }}"\n`,
    };
    const observed = {
      values: { nodes: { nodes: { Hq3f: { settings: { 'plugin.url': `https://a:${secret}@b` } } } } },
    };
    const open = compared(tree, observed).drift.open.map(({ setting }) => setting.message);
    assert.not.match(open.join(), secret);
    assert.equal(differences(tree, observed), [
      'discovery.seed_hosts a value that is not shown [pier-1, pier-2, pier-3] [pier-1 pier-2 pier-3 crane-1 crane-2]',
    ]);
  });

  test('are compared for the hosts that are to be reported alone', () => {
    const { drift } = compared(withVariables('search_fs_repo: [/mnt/other]\n'), {}, 'crane-*');
    assert.equal(drift.values[0]?.nodes, ['crane-1', 'crane-2']);
    assert.equal(
      drift.hosts.map(({ host }) => host),
      ['crane-1', 'crane-2'],
    );
  });
});

describe('hosts and nodes', (test) => {
  const unmatched = (hosts: string, otherwise?: Answers) => {
    const { missing, strangers } = compared(
      { 'hosts.yml': hosts, 'group_vars/search.yml': 'search_heap: 4\n' },
      otherwise,
    ).drift;
    const told = ({ name, unless }: (typeof missing)[number]): string => (unless === undefined ? name : `${name}?`);
    return [missing.map(told).join(' '), strangers.map(told).join(' ')];
  };

  test('without a counterpart are found where no other can be it', () => {
    assert.equal(unmatched(HOSTS.replace('crane-2: ', 'crane-2: , spare: ')), ['spare', '']);
    assert.equal(unmatched(HOSTS.replace(', crane-2: ', '')), ['', 'crane-2']);
    assert.equal(unmatched(HOSTS.replace('crane-2: ', 'spare: {ansible_host: 10.4.0.99}')), ['spare', 'crane-2']);
  });

  test('without a counterpart are undecided where one of the others may be it', () => {
    assert.equal(unmatched(HOSTS.replace('crane-2: ', 'spare: ')), ['spare?', 'crane-2?']);
  });

  test('that may be missing from the answer alone are not missing', () => {
    const hosts = HOSTS.replace('crane-2: ', 'crane-2: , spare: ');
    assert.equal(unmatched(hosts, { why: { nodes: '1 of 6 nodes gave no answer' } }), ['spare?', '']);
  });

  test('of another cluster of the inventory are not missing', () => {
    const other =
      'search:\n  hosts: {pier-1: , pier-2: , pier-3: , crane-1: , crane-2: }\n  children: {far: {hosts: {far-1: }}}\n';
    const { drift } = compared({
      'hosts.yml': other,
      'group_vars/search.yml': 'search_cluster_name: harbour\n',
      'group_vars/far.yml': 'search_cluster_name: lagoon\n',
    });
    assert.equal(drift.missing, []);
  });
});
