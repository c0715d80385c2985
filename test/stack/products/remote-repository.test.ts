/** Snapshot repositories that need no path on the nodes. */
import { assert, describe } from '../../describe.ts';
import { project } from '../../project.ts';

/**
 * The findings and undecided judgements of snapshot/repository for nodes without a path, with some variables for all.
 */
function judged(variables: string, vocabulary = 'search', others: Readonly<Record<string, string>> = {}) {
  const group = vocabulary === 'search' ? 'search' : 'elasticsearch';
  const tree = {
    'hosts.yml': `${group}: { hosts: { es-1: , es-2: } }\nweb: { hosts: { web-1: } }\n`,
    'group_vars/all.yml': `cluster: books\n${variables}`,
    ...others,
  };
  const target = { inventory: ['hosts.yml'], vocabularies: [vocabulary] };
  const { findings, undecided } = project(tree, target).check({ rule: 'snapshot/repository' });
  return [
    ...findings.map(({ hosts }) => `missing [${hosts.join(', ')}]`),
    ...undecided.map(({ message, hosts }) => `${message} [${hosts.join(', ')}]`),
  ];
}

const MISSING = ['missing [es-1, es-2]'];

describe('a snapshot repository that needs no path', (test) => {
  test('is shown by the settings of its client', () => {
    for (const map of [
      '{ s3.client.default.endpoint: minio }',
      '{ s3: { client: { default: { region: eu-1 } } } }',
      '{ gcs.client.backup.project_id: x }',
      '{ azure: { client: { default: { timeout: 10s } } } }',
      '{ hdfs.security.principal: es }',
    ]) {
      assert.equal(judged(`search_extra_config: ${map}\n`), [], map);
      assert.equal(judged(`elasticsearch_extra_config: ${map}\n`, 'oddly.elasticstack'), [], map);
    }
    assert.equal(judged('own_settings: |\n  node.attr.a: b\n  s3.client.default.region: eu\n'), []);
  });

  test('is shown by entries of the keystore, whatever their form', () => {
    for (const entries of [
      '{ s3.client.default.access_key: !vault x, s3.client.default.secret_key: "{{ vaulted }}" }',
      '{ azure.client.default.account: !vault x }',
    ])
      assert.equal(judged(`elasticsearch_keystore_entries: ${entries}\n`, 'oddly.elasticstack'), [], entries);
    assert.equal(judged('search_keystore: [{ key: gcs.client.default.credentials_file, file: /x.json }]\n'), []);
    assert.equal(judged('entries: { s3.client.a.b: c }\nsearch_keystore: "{{ entries }}"\n'), []);
  });

  test('is shown by its plugin', () => {
    for (const plugins of [
      '[repository-s3]',
      '[{ name: repository-gcs, state: present }]',
      '[analysis-icu, "file:///opt/repository-azure-2.19.1.zip"]',
      'repository-hdfs',
    ])
      assert.equal(judged(`own_plugins: ${plugins}\n`), [], plugins);
  });

  test('is shown by what a play gives the nodes', () => {
    const play = '- hosts: search\n  vars: { os_plugins: [repository-s3] }\n  tasks: []\n';
    assert.equal(judged('', 'search', { 'site.yml': play }), []);
  });

  test('is not shown by what only begins alike, or is of other hosts', () => {
    for (const text of [
      '',
      'search_fs_repo: []\n',
      'own_plugins: [analysis-icu, repository-s3mock]\n',
      'modules: [s3, azure, gcs]\n',
      'search_extra_config: { xpack.s3.enabled: true, s3: true }\n',
    ])
      assert.equal(judged(text), MISSING, text);
    const web = { 'group_vars/web.yml': 'own_plugins: [repository-s3]\n' };
    assert.equal(judged('', 'search', web), MISSING);
  });

  test('on one node is that of its cluster', () => {
    const one = { 'host_vars/es-2.yml': 'search_keystore: { s3.client.default.access_key: x }\n' };
    assert.equal(judged('', 'search', one), []);
  });

  test('is left open where only a run or a password can tell the entries of the keystore', () => {
    assert.equal(judged('own_keystore: "{{ ansible_facts.x }}"\n'), [
      'own_keystore depends on ansible_facts, known only during a run [es-1, es-2]',
    ]);
    assert.equal(judged('own_keystore: !vault x\n'), ['own_keystore is vaulted [es-1, es-2]']);
  });
});
