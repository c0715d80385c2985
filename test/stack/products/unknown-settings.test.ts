/** Keys of products with a typing error: told at themselves, and not as settings that are missing. */
import { assert, describe } from '../../describe.ts';
import { inFile } from '../../in-file.ts';
import { project } from '../../project.ts';

/** The findings about a file that a play copies to a host. */
function found(path: string, text: string): readonly string[] {
  const tree = {
    hosts: 'one\n',
    'site.yml': `- hosts: all\n  tasks:\n    - copy: {src: text, dest: ${path}}\n`,
    'files/text': text,
  };
  const { findings, documents } = project(tree, { inventory: ['hosts'] }).check();
  // That nothing ships metrics is no question of its files.
  return findings.flatMap(({ rule, message, at }) => {
    if (rule === 'monitoring/metric-shipper') return [];
    const { file, start } = inFile(at);
    return [`${String(documents.get(file)?.position(start).line)} ${rule}: ${message}`];
  });
}

const names = (path: string, keys: readonly string[]): readonly string[] =>
  found(path, keys.map((key) => `${key}: 1\n`).join('')).filter((line) => line.includes('unknown-setting'));

const LOGSTASH = '/etc/logstash/logstash.yml';
const ELASTICSEARCH = '/etc/elasticsearch/elasticsearch.yml';

describe('a misspelt setting', (test) => {
  test('is told at its line, and what it was meant to set is not told as missing', () => {
    const text = 'queue.typ: persisted\ndead_letter_queue: {enable: true, retain.age: 7d, max_bytes: 4gb}\n';
    assert.equal(found(LOGSTASH, text), [
      '1 search/unknown-setting: queue.typ is not a setting of Logstash; expected queue.type.',
    ]);
    const lines = found(ELASTICSEARCH, 'node.name: one\nbootstrap:\n  memory_lok: true\npath.repo: /mnt/snapshots\n');
    assert.equal(
      lines.filter((line) => line.includes('memory_lo')),
      [
        '3 search/unknown-setting: bootstrap.memory_lok is not a setting of Elasticsearch; expected bootstrap.memory_lock.',
      ],
    );
  });

  test('may have an error in two letters of a long word, or other capitals', () => {
    assert.is(names(ELASTICSEARCH, ['action.destuctive_requires_names']).length, 1);
    assert.is(names('/etc/kibana/kibana.yml', ['server.name', 'elasticsearch.Hosts']).length, 1);
  });

  test('is near enough: other settings, and names that users give, are left alone', () => {
    const others = [
      ...[
        'action.auto_create_index',
        'bootstrap.system_call_filter',
        'bootstrap.ctrlhandler',
        'cluster.remote.a.seeds',
      ],
      ...['cluster.routing.rebalance.enable', 'cluster.routing.allocation.disk.watermark.low.max_headroom'],
      ...['discovery.seed_resolver.timeout', 'gateway.expected_nodes', 'http.type', 'http.cors.enabled'],
      ...[
        'indices.recovery.max_size_per_sec',
        'node.attr.name',
        'node.store.allow_mmap',
        'node.processors',
        'path.conf',
      ],
      ...['path.shared_data', 's3.client.defaults.access_key', 'transport.type', 'transport.profiles.a.port'],
      ...['xpack.sql.enabled', 'xpack.security.http.filter.enabled', 'xpack.monitoring.exporters.a.host'],
    ];
    assert.equal(names(ELASTICSEARCH, ['cluster.name', ...others]), []);
    const ofLogstash = [
      'allow_superuser',
      'api.enabled',
      'api.environment',
      'config.debug',
      'config.string',
      'log.format',
    ];
    assert.equal(
      names(LOGSTASH, ['node.name', ...ofLogstash, 'path.plugins', 'pipeline.system', 'queue.checkpoint.acks']),
      [],
    );
  });
});
