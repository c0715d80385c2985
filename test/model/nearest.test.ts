/** Did-you-mean for words and for the variables of a role. */
import { nearest, nearestOwner, nearestVariable, nameOneTypoAway } from '../../src/model/nearest.ts';
import { assert, describe } from '../describe.ts';

describe('the nearest name', (test) => {
  test('is one that a typing error leads away from', () => {
    assert.is(nearest('mster', ['data', 'master']), 'master');
    assert.is(nearest('data-hot', ['data', 'data_hot', 'data_cold']), 'data_hot');
    assert.is(nearest('kibana', ['data', 'master', 'ingest']), undefined);
  });

  test('is none for a single letter', () => {
    assert.is(nearest('a', ['b']), undefined);
  });

  test('of a host or group counts as it does', () => {
    const owners = ['es-1', 'es-2.example.org', 'zone_a'];
    const cases = { 'se-1': 'es-1', 'es-01': 'es-1', 'es-2.exmaple.org': 'es-2.example.org', zone_aa: 'zone_a' };
    for (const [name, expected] of Object.entries(cases)) assert.is(nearestOwner(name, owners), expected, name);
    for (const name of ['es-3', 'es-11', 'es-3.example.org']) assert.is(nearestOwner(name, owners), undefined, name);
  });

  test('of a host or group that need not be there is one slip away, in a word of some length', () => {
    const owners = ['search', 'dc_east', 'es_hot', 'data-nodes', 'es-1.example.org', 'db'];
    const cases = {
      serach: 'search',
      Search: 'search',
      searhc: 'search',
      searches: undefined,
      data_nodes: 'data-nodes',
      datanodes: 'data-nodes',
      'es-1.exmple.org': 'es-1.example.org',
      'es-2.example.org': undefined,
      dc_west: undefined,
      es_hat: undefined,
      dc: undefined,
    };
    for (const [name, expected] of Object.entries(cases)) assert.is(nameOneTypoAway(name, owners), expected, name);
  });

  const VARIABLES = [
    'config_host',
    'search_heap',
    'search_node_types',
    'search_memory_lock',
    'search_fs_repo',
    'search_cluster_name',
    'pipeline_queue_max_bytes',
    'elasticstack_version',
  ];
  const meant = (name: string) =>
    nearestVariable(name, VARIABLES, ['search_', 'dashboard_', 'pipeline_', 'elasticsearch_', 'elasticstack_']);

  test('of a variable is told by what stands behind the prefix', () => {
    const cases = {
      search_heep: 'search_heap',
      search_heaps: 'search_heap',
      search_Heap: 'search_heap',
      search_heap_gb: 'search_heap',
      search_node_type: 'search_node_types',
      search_nodetypes: 'search_node_types',
      search_mem_lock: 'search_memory_lock',
      search_repo: 'search_fs_repo',
      search_clustername: 'search_cluster_name',
      elasticsearch_version: 'elasticstack_version',
    };
    for (const [name, expected] of Object.entries(cases)) assert.is(meant(name), expected, name);
  });

  test('of a variable is none with another word in it', () => {
    const others = [
      'search_host',
      'search_hosts',
      'search_user',
      'search_node_name',
      'pipeline_queue_max_events',
      'pipeline_heap',
      'dashboard_host',
    ];
    for (const name of others) assert.is(meant(name), undefined, name);
  });
});
