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
