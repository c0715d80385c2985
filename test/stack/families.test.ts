/** Settings that a person names, in variables and in files. */
import { assert, describe } from '../describe.ts';
import { project } from '../project.ts';

const HOSTS = 'search: { hosts: { es-1: } }\n';
const PLAY = `- hosts: search
  tasks:
    - ansible.builtin.template: { src: e.yml.j2, dest: /etc/elasticsearch/elasticsearch.yml }
`;

describe('attributes of nodes', (test) => {
  test('are those of the map that a role merges into the file, nested or dotted', () => {
    assert.is(inVariables('{ node.attr.zone: a, node: { attr: { rack: 7 } } }'), 'rack=7, zone=a');
  });

  test('are those of a file that a role of ones own writes', () => {
    assert.is(inFile('node.attr.zone: a\nnode:\n  attr:\n    rack: 7\n'), 'rack=7, zone=a');
  });

  test('are not set where nothing sets one', () => {
    assert.is(inVariables('{ cluster.name: logs }'), 'unset');
    assert.is(inFile('cluster.name: logs\n'), 'unset');
  });

  test('are unknown where one is, or where there may be more', () => {
    assert.is(inVariables('{ node.attr.zone: "{{ ansible_hostname }}", node.attr.rack: 7 }'), 'unknown');
    assert.is(inVariables('"{{ tuned }}"'), 'unknown');
    assert.is(inVariables('{ node: "{{ tuned }}" }'), 'unknown');
    assert.is(inFile('{{ ansible_hostname }}\nnode.attr.zone: a\n'), 'unknown');
  });
});

function inVariables(map: string): string {
  return attributesIn({ 'hosts.yml': HOSTS, 'group_vars/search.yml': `search_extra_config: ${map}\n` }, ['search']);
}

function inFile(text: string): string {
  return attributesIn({ 'hosts.yml': HOSTS, 'site.yml': PLAY, 'templates/e.yml.j2': text }, []);
}

function attributesIn(tree: Readonly<Record<string, string>>, vocabularies: readonly string[]): string {
  const { stack } = project(tree, { inventory: ['hosts.yml'], vocabularies }).stack();
  const attributes = stack.clusters[0]?.nodes[0]?.nodeAttributes;
  return attributes?.state === 'known' ? attributes.value.join(', ') : (attributes?.state ?? 'no node');
}
