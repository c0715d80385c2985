/** Settings that variables and files both may declare: which of the two counts. */
import type { SearchNode } from '../../src/model/stack.ts';
import { assert, describe } from '../describe.ts';
import { project } from '../project.ts';

/** The only node of a project with a vocabulary, to which a task writes a configuration file. */
function nodeWith(vocabulary: string, variables: string, template: string): SearchNode {
  const tree = {
    'hosts.ini': '[elasticsearch]\nes-1\n[search]\nes-1\n',
    'group_vars/search.yml': variables,
    'site.yml':
      '- hosts: search\n  tasks: [{ template: { src: engine.j2, dest: /etc/elasticsearch/elasticsearch.yml } }]\n',
    'templates/engine.j2': template,
  };
  const { stack } = project(tree, { inventory: ['hosts.ini'], vocabularies: [vocabulary] }).stack();
  const [node] = stack.clusters.flatMap(({ nodes }) => nodes);
  if (node === undefined) throw new Error('expected a node');
  return node;
}

describe('a setting that variables and files may declare', (test) => {
  test('is that of the variables, if they set it', () => {
    const { clusterName } = nodeWith('search', 'search_cluster_name: logs\n', 'cluster.name: books\n');
    assert.equal(clusterName.state === 'known' && clusterName.value, 'logs');
  });

  test('is that of the files, if no variable sets it', () => {
    const { clusterName } = nodeWith('search', '', 'cluster.name: books\n');
    assert.equal(clusterName.state === 'known' && clusterName.value, 'books');
  });

  test('is unknown for the reason in the files, if the vocabulary has no variable for it', () => {
    const { discoveryType } = nodeWith('oddly.elasticstack', '', 'discovery.type: "{{ ansible_domain }}"\n');
    assert.is(discoveryType.state === 'unknown' && discoveryType.reason, 'fact');
  });

  test('is text, if the value is a scalar that a role merges into a file', () => {
    const { clusterName } = nodeWith('search', 'search_extra_config: { cluster.name: on }\n', '');
    assert.equal(clusterName.state === 'known' && clusterName.value, 'true');
    assert.is(nodeWith('search', 'search_cluster_name: on\n', '').clusterName.state, 'malformed');
  });
});
