/** A real cluster compared with its inventory. */
import { assert } from '../../describe.ts';
import type { Test } from '../../describe.ts';
import type { Release } from '../cluster/distributions.ts';
import type { Cluster } from '../cluster/start-cluster.ts';
import { reportOf } from '../command.ts';

/** Adds tests with a cluster of a release to a suite. */
export function testComparison(test: Test, { product }: Release, running: () => Cluster): void {
  const leads = product === 'opensearch' ? 'cluster_manager' : 'master';
  const settings = [
    'search_cluster_name: yard',
    'search_memory_lock: "yes"',
    'search_cluster_settings: {indices.recovery.max_bytes_per_sec: 40960kb, cluster.max_shards_per_node: "1000"}',
    'search_extra_config: {http.max_content_length: 102400kb, network.host: 127.0.0.1}',
  ].join('\n');
  const hosts = 'yard-1.example.org: , YARD-2: , yard-3: , yard-4: , yard-5: {ansible_host: 127.0.0.1}';
  const files: Readonly<Record<string, string>> = {
    '/p/hosts.yml': `search: {hosts: {${hosts}}, children: {data: {hosts: {yard-4: , yard-5: }}}}\n`,
    '/p/group_vars/search.yml': `${settings}\nsearch_node_types: [${leads}]\n`,
    '/p/group_vars/data.yml': 'search_node_types: "ingest,data"\n',
  };
  const words = (): readonly string[] =>
    [running().url, '-i', 'hosts.yml', '--vocabulary', 'search'].concat('--rule', 'drift/*');

  test('does not differ from an inventory that says the same in other words', async () => {
    const { findings, drift } = await reportOf(words(), { files });
    assert.equal([findings.map(({ message }) => message), drift?.differ, drift?.unknown], [[], 0, 0]);
    assert.ok((drift?.compared ?? 0) >= 25, `${drift?.compared} were compared`);
  });

  test('differs once in each that an inventory says otherwise', async () => {
    const hostsWith = (from: string, to: string): string => (files['/p/hosts.yml'] ?? '').replace(from, to);
    const others = {
      ...files,
      '/p/hosts.yml': hostsWith('yard-1.', 'yard-9: , yard-1.'),
      '/p/group_vars/search.yml': `${files['/p/group_vars/search.yml']?.replace('102400kb', '50mb').replace('"1000"', '900')}`,
      '/p/host_vars/yard-5.yml': 'search_node_types: [data]\nsearch_heap: 2\n',
    };
    const { findings } = await reportOf(words(), { files: others });
    assert.equal(
      findings.map(({ rule, declared = '', hosts = [] }) => `${rule} ${declared} [${hosts.join(' ')}]`).sort(),
      [
        'drift/node-missing  [yard-9]',
        'drift/value 2g [yard-5]',
        'drift/value 50mb [yard-1 yard-2 yard-3 yard-4 yard-5]',
        'drift/value 900 [yard-1 yard-2 yard-3 yard-4 yard-5]',
        'drift/value [data] [yard-5]',
      ],
    );
    const fewer = { ...files, '/p/hosts.yml': hostsWith('yard-3: , ', '') };
    const { findings: stranger } = await reportOf(words(), { files: fewer });
    assert.equal(
      stranger.map(({ rule, hosts = [] }) => `${rule} [${hosts.join(' ')}]`),
      ['drift/node-unknown [yard-3]'],
    );
  });
}
