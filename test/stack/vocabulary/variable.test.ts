/** Variables and keys that the role reads nowhere. */
import { assert, describe } from '../../describe.ts';
import { project } from '../../project.ts';

/** The variables, and keys of maps, without effect, with some variables set for the dashboards. */
function judged(variables: string, others: Readonly<Record<string, string>> = {}): readonly string[] {
  const tree = {
    'hosts.yml': 'elasticsearch: { hosts: { es-1: } }\nkibana: { hosts: { kb-1: } }\n',
    'group_vars/kibana.yml': variables,
    ...others,
  };
  const target = { inventory: ['hosts.yml'], vocabularies: ['oddly.elasticstack'] };
  const { findings } = project(tree, target).check({ rule: 'inventory/no-effect' });
  return findings.map(({ variable, hosts }) => `${variable} [${hosts.join(', ')}]`);
}

describe('variables that nobody is known to read', (test) => {
  const unknown = (variables: string, ...roles: readonly string[]): readonly string[] => {
    const tree = {
      'hosts.yml': 'nodes: { hosts: { es-1: } }\n',
      'group_vars/nodes.yml': variables,
      'site.yml': `- hosts: nodes\n  roles: [${['elastic.elasticsearch', ...roles].join(', ')}]\n`,
      'roles/own/tasks/main.yml': '- debug:\n',
    };
    const { findings } = project(tree, { inventory: ['hosts.yml'] }).check({ rule: 'inventory/unknown-variable' });
    return findings.map(({ message }) => message);
  };
  const SLIP = ['elastic.elasticsearch has no variable es_heap_sise; expected es_heap_size.'];

  test('are unknown where all other roles are in the project', () => {
    assert.equal(unknown('es_heap_sise: 4g\n', 'own'), SLIP);
    assert.is(unknown('es_backup_bucket: shop\n', 'own').length, 1);
    assert.is(unknown('es_nodes: 3\n', 'own').length, 1);
  });

  test('may be of a role that is not there, unless they are a single slip away', () => {
    assert.equal(unknown('es_heap_sise: 4g\n', 'geerlingguy.java'), SLIP);
    assert.equal(unknown('es_backup_bucket: shop\nes_nodes: 3\n', 'geerlingguy.java'), []);
  });

  test('may be of a role for the same products, whatever they look like', () => {
    for (const role of ['acme.kibana', 'es_backup', 'acme.elasticsearch_exporter'])
      assert.equal(unknown('es_heap_sise: 4g\n', role), [], role);
  });
});

describe('variables that a release of the role reads no longer', (test) => {
  const removed = (requirements: string, others: Readonly<Record<string, string>> = {}): readonly string[] => {
    const tree = {
      'hosts.yml': 'nodes: { hosts: { es-1: { es_max_threads: 8192 } } }\n',
      'site.yml': '- hosts: nodes\n  roles: [elastic.elasticsearch]\n',
      'requirements.yml': requirements,
      ...others,
    };
    const { findings } = project(tree, { inventory: ['hosts.yml'] }).check({ rule: 'inventory/deprecated-variable' });
    return findings.map(({ message }) => message);
  };
  const FOUND = [
    'elastic.elasticsearch does not read es_max_threads since its release 7.5.0; expected no such variable.',
  ];

  test('are reported where that release is asked for, a later one, or the newest', () => {
    for (const text of [
      '- { src: elastic.elasticsearch, version: 7.5.0 }\n',
      'roles: [{ name: elastic.elasticsearch, version: v7.17.0 }]\n',
      '- elastic.elasticsearch\n',
      '- { src: "https://github.com/elastic/ansible-elasticsearch.git", scm: git, version: main }\n',
    ])
      assert.equal(removed(text), FOUND, text);
  });

  test('are not where an earlier one may be meant', () => {
    for (const text of [
      '- { src: elastic.elasticsearch, version: 7.4.1 }\n',
      '- { src: elastic.elasticsearch, version: "6.6" }\n',
      '- { src: elastic.elasticsearch, version: our-branch }\n',
      '- { src: elastic.elasticsearch, version: 7.5.0 }\n- { src: elastic.elasticsearch, version: 6.6.0 }\n',
      '- geerlingguy.java\n',
    ])
      assert.equal(removed(text), [], text);
  });

  test('are not where something else reads them', () => {
    const play = { 'own.yml': '- hosts: all\n  tasks: [{ debug: { var: es_max_threads } }]\n' };
    assert.equal(removed('- elastic.elasticsearch\n', play), []);
  });
});

describe('variables that hosts of one part read', (test) => {
  const FOUND = ['elasticsearch_heap [kb-1]'];

  test('have no effect where none of these hosts gets them', () => {
    assert.equal(judged('elasticsearch_heap: 8\n'), FOUND);
    assert.equal(judged('kibana_tls: true\nbeats_queue_type: disk\nelasticsearch_api_host: es-1\n'), []);
  });

  test('may have one where there may be more of these hosts', () => {
    for (const [text, found] of [
      ['elasticstack_full_stack: true\n', FOUND],
      ['elasticstack_full_stack: false\n', []],
      ['elasticstack_elasticsearch_group_name: kibana\n', []],
      ['elasticstack_elasticsearch_group_name: nodes\n', []],
    ] as const)
      assert.equal(judged('elasticsearch_heap: 8\n', { 'group_vars/all.yml': text }), found, text);
    const script = { 'hosts.yml': 'plugin: amazon.aws.aws_ec2\n' };
    assert.equal(judged('elasticsearch_heap: 8\n', script), []);
  });

  test('may have one where the project reads them as well', () => {
    const play = '- hosts: kibana\n  tasks: [{ debug: { msg: "{{ elasticsearch_heap }}" } }]\n';
    assert.equal(judged('elasticsearch_heap: 8\n', { 'site.yml': play }), []);
    assert.equal(judged('elasticsearch_heap: 8\nkibana_tls: "{{ elasticsearch_heap == 8 }}"\n'), []);
  });
});

describe('keys that the role leaves out of a map', (test) => {
  const judgedMap = (text: string, others = {}) =>
    judged('', { 'group_vars/elasticsearch.yml': `elasticsearch_extra_config: ${text}\n`, ...others });

  test('have no effect unless they are nested, or the project reads the map', () => {
    assert.equal(judgedMap('{ node.name: a }'), ['elasticsearch_extra_config [es-1]']);
    assert.equal(judgedMap('{ node: { name: a } }'), []);
    assert.equal(judgedMap('"{{ others }}"'), []);
    const play = '- hosts: all\n  tasks: [{ debug: { var: elasticsearch_extra_config } }]\n';
    assert.equal(judgedMap('{ node.name: a }', { 'site.yml': play }), []);
  });
});
