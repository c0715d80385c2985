/** Which vocabulary is told from an inventory and the project around it. */
import type { OpenedStack } from '../../../src/check/opened-stack.ts';
import { assert, describe } from '../../describe.ts';
import { project } from '../../project.ts';

type Tree = Readonly<Record<string, string>>;

function opened(hosts: string, others: Tree = {}): OpenedStack {
  return project({ 'hosts.yml': hosts, ...others }, { inventory: ['hosts.yml'] }).stack();
}

const vocabularyOf = (hosts: string, others?: Tree) => opened(hosts, others).vocabulary?.name;
const doubtAbout = (hosts: string, others?: Tree) => opened(hosts, others).doubt?.message;

const ODDLY = 'oddly.elasticstack';
const NODES = 'elasticsearch: { hosts: { es-1: } }\n';
const withVariables = (...names: string[]) =>
  `elasticsearch: { hosts: { es-1: { ${names.map((name) => `${name}: x`).join(', ')} } } }\n`;
const ONE = withVariables('elasticsearch_memory_lock', 'elasticsearch_version');
const TWO = withVariables('elasticsearch_memory_lock', 'elasticsearch_cluster_settings');
const play = (...lines: string[]) => ['- hosts: elasticsearch', ...lines, ''].join('\n  ');

describe('the vocabulary of an inventory', (test) => {
  test('is told by two variables that no other role has', () => {
    assert.is(vocabularyOf('search: { hosts: { es-1: { config_host: 10.0.0.1, search_heap: 4 } } }\n'), 'search');
    assert.is(
      vocabularyOf('search: { hosts: { es-1: }, vars: { shipper_metric: true, shipper_log: no } }\n'),
      'search',
    );
    assert.is(vocabularyOf(TWO), ODDLY);
  });

  test('is told by one variable in a group that no other role has', () => {
    assert.is(vocabularyOf('search: { hosts: { es-1: { search_heap: 4 } } }\n'), 'search');
  });

  test('is not told by one, which any role may have, and that is said', () => {
    assert.is(vocabularyOf('nodes: { hosts: { es-1: { search_heap: 4 } } }\n'), undefined);
    assert.is(vocabularyOf(ONE), undefined);
    assert.is(
      doubtAbout(ONE),
      'elasticsearch_memory_lock may be a variable of oddly.elasticstack, but nothing else points to it',
    );
  });

  test('is none where names tell nothing', () => {
    assert.is(vocabularyOf('search: { hosts: { es-1: { ansible_host: 10.0.0.1 } } }\n'), undefined);
    assert.is(vocabularyOf(withVariables('elasticsearch_heap', 'elasticsearch_version')), undefined);
    assert.is(doubtAbout(withVariables('elasticsearch_heap')), undefined);
  });

  test('is that of the role that plays of its hosts apply', () => {
    for (const lines of [
      ['roles:', '  - oddly.elasticstack.elasticsearch'],
      ['roles: [{ role: oddly.elasticstack.kibana, when: true }]'],
      ['collections: [oddly.elasticstack]', 'roles: [elasticsearch]'],
      ['tasks:', '  - ansible.builtin.import_role: { name: oddly.elasticstack.beats }'],
      ['tasks:', '  - include_role: name=oddly.elasticstack.beats'],
    ])
      assert.is(vocabularyOf(NODES, { 'site.yml': play(...lines) }), ODDLY, lines.join(' '));
    const wrapped = { 'roles/es/meta/main.yml': 'dependencies: [oddly.elasticstack.elasticsearch]\n' };
    assert.is(vocabularyOf(NODES, { 'site.yml': play('roles: [es]'), ...wrapped }), ODDLY);
  });

  test('is that of the requirements, where the inventory has something of it', () => {
    const requirements = {
      'requirements.yml': 'collections: [{ name: oddly.elasticstack }]\n',
      'collections/requirements.yml': 'collections: [oddly.elasticstack]\n',
      'roles/requirements.yml': '- { src: "https://github.com/Oddly/elasticstack.git" }\n',
      'galaxy.yml': 'namespace: shop\nname: search\ndependencies: { oddly.elasticstack: ">=1.0" }\n',
    };
    for (const [path, text] of Object.entries(requirements))
      assert.is(vocabularyOf(NODES, { [path]: text }), ODDLY, path);
    assert.is(vocabularyOf('web: { hosts: { web-1: } }\n', requirements), undefined);
    assert.is(doubtAbout('web: { hosts: { web-1: } }\n', requirements), undefined);
  });

  test('is that of the repository that requirements fetch a role from', () => {
    const site = { 'site.yml': play('roles: [es]') };
    const fetched = (text: string) => vocabularyOf(NODES, { ...site, 'requirements.yml': text });
    assert.is(
      fetched('- { src: "https://github.com/elastic/ansible-elasticsearch", name: es }\n'),
      'elastic.elasticsearch',
    );
    assert.is(
      fetched('- { src: "git@github.com:Elastic/ansible-elasticsearch.git", name: es }\n'),
      'elastic.elasticsearch',
    );
    assert.is(fetched('- { src: "https://github.com/acme/ansible-elasticsearch", name: es }\n'), undefined);
    const unnamed = { 'requirements.yml': '- src: git+https://github.com/elastic/ansible-elasticsearch.git\n' };
    assert.is(
      vocabularyOf(NODES, { 'site.yml': play('roles: [ansible-elasticsearch]'), ...unnamed }),
      'elastic.elasticsearch',
    );
  });

  test('is not told by prose, a comment or a name that begins alike', () => {
    const texts = [
      '# oddly.elasticstack does it better\n- hosts: all\n',
      'description: As oddly.elasticstack has it.\n',
      'collections: [oddly.elasticstacks, odd.oddly.elasticstack]\n',
    ];
    for (const text of texts) assert.is(vocabularyOf(NODES, { 'site.yml': text }), undefined, text);
  });

  test("is not that of another role, where the plays apply the project's own of that name", () => {
    const own = {
      'site.yml': play('roles: [elasticsearch]'),
      'roles/elasticsearch/tasks/main.yml': '- debug: { msg: "{{ elasticsearch_version }}" }\n',
    };
    assert.is(vocabularyOf(ONE, own), undefined);
    assert.is(vocabularyOf(TWO, own), undefined);
    assert.match(doubtAbout(TWO, own) ?? '', /oddly\.elasticstack, but the plays apply another role, elasticsearch$/);
    const fetched = { 'requirements.yml': 'collections: [oddly.elasticstack]\n' };
    assert.is(vocabularyOf(NODES, { ...own, ...fetched }), undefined);
    assert.match(
      doubtAbout(NODES, { ...own, ...fetched }) ?? '',
      /^the project names oddly\.elasticstack, but the plays/,
    );
  });

  test('is not told by variables that a role of the plays reads, whatever its name', () => {
    const own = {
      'site.yml': play('roles: [nodes]'),
      'roles/nodes/templates/es.yml.j2': 'bootstrap.memory_lock: {{ elasticsearch_memory_lock }}\n',
      'roles/nodes/tasks/main.yml': '- template: { src: es.yml.j2, dest: /etc/es.yml }\n',
    };
    assert.is(vocabularyOf(TWO, own), undefined);
    const third = withVariables('elasticsearch_memory_lock', 'elasticsearch_cluster_settings', 'beats_queue_type');
    assert.is(vocabularyOf(third, own), ODDLY);
  });

  test('is none of a role that lies in the project, which is read itself', () => {
    const inProject = {
      'site.yml': play('roles: [elastic.elasticsearch]'),
      'roles/elastic.elasticsearch/tasks/main.yml': '- template: { src: es.yml, dest: /etc/elasticsearch.yml }\n',
      'roles/elastic.elasticsearch/templates/es.yml': '{{ es_config }} {{ es_data_dirs }}\n',
      'requirements.yml': '- elastic.elasticsearch\n',
    };
    const variables = withVariables('es_config', 'es_data_dirs', 'es_path_repo');
    assert.is(vocabularyOf(variables, inProject), undefined);
    assert.is(vocabularyOf(variables, { 'site.yml': inProject['site.yml'] }), 'elastic.elasticsearch');
    const collection = 'collections/ansible_collections/oddly/elasticstack/roles/elasticsearch/tasks/main.yml';
    const ofCollection = { 'site.yml': play('roles: [oddly.elasticstack.elasticsearch]'), [collection]: '- debug:\n' };
    assert.is(vocabularyOf(TWO, ofCollection), undefined);
    // A submodule that is not checked out leaves an empty folder, which is none here.
    const others = { 'site.yml': play('collections: [oddly.elasticstack]', 'roles: [elastic.elasticsearch]') };
    assert.is(vocabularyOf(variables, others), 'elastic.elasticsearch');
  });

  test('is none where roles of the project read most of the variables', () => {
    const own = {
      'site.yml': play('roles: [linux/opensearch]'),
      'roles/linux/opensearch/tasks/main.yml':
        '- debug: { msg: "{{ os_cluster_name }} {{ xms_value }} {{ xmx_value }}" }\n',
    };
    const names = ['os_cluster_name', 'xms_value', 'xmx_value', 'os_dashboards_user', 'os_download_url'];
    assert.is(vocabularyOf(withVariables(...names)), 'opensearch-project');
    assert.is(vocabularyOf(withVariables(...names), own), undefined);
  });

  test('is that of a role that plays apply, whatever others they apply', () => {
    const own = {
      'site.yml': '- hosts: old\n  roles: [elasticsearch]\n',
      'roles/elasticsearch/tasks/main.yml': '- debug:\n',
      'new.yml': play('roles: [oddly.elasticstack.elasticsearch]'),
    };
    assert.is(vocabularyOf(`old: { hosts: { o-1: } }\n${ONE}`, own), ODDLY);
  });
});
