/** The steps of changes of small clusters, which real ones follow in `test/live/real-changes.slow.test.ts`. */
import { assert, describe } from '../describe.ts';
import { changeOf, compared } from './compared-projects.ts';
import type { Texts } from './compared-projects.ts';

/** A cluster whose nodes vote and hold data but for what is said of one. */
function cluster(hosts: readonly string[], ofHosts: Texts = {}): Texts {
  return {
    'hosts.yml': `search: {hosts: {${hosts.map((host) => `${host}: `).join(', ')}}}\n`,
    'group_vars/search.yml': 'search_cluster_name: trio\nsearch_node_types: [master, data]\n',
    ...Object.fromEntries(Object.entries(ofHosts).map(([host, text]) => [`host_vars/${host}.yml`, text])),
  };
}

function titles(before: Texts, after: Texts): readonly string[] {
  return changeOf(compared(before, after))
    .steps()
    .map(({ title }) => title)
    .slice(1, -1);
}

const ALL = ['es-1', 'es-2', 'es-3'];

describe('the steps of a change', (test) => {
  test('restart a node once that gives up its vote, and keep its shards where they are', () => {
    const steps = changeOf(compared(cluster(ALL), cluster(ALL, { 'es-3': 'search_node_types: [data]\n' }))).steps();
    assert.equal(
      steps.map(({ title }) => title),
      [
        'Check that the cluster is green before anything changes',
        'Keep es-3 from voting',
        'Keep shards where they are while es-3 restarts',
        'Flush',
        'Restart es-3 with its new roles',
        'Let shards be allocated again',
        'Clear the voting exclusions',
        'Check that the cluster is green again',
      ],
    );
    assert.match(steps[4]?.command ?? '', '--limit es-3');
  });

  test('give up replicas before nodes leave of which one is left with data', () => {
    const [giveUp, drain] = titles(cluster(ALL), cluster(['es-1'])).slice(1);
    assert.is(giveUp, 'Give up the replicas of all indices, as es-1 alone holds data afterwards');
    assert.is(drain, 'Drain es-2, es-3');
    assert.not.ok(titles(cluster(ALL), cluster(['es-1', 'es-2'])).some((title) => title.startsWith('Give up')));
  });

  test('send in one request what needs no restart, lists as lists, and nothing of the system', () => {
    const group = 'search_cluster_name: trio\nsearch_node_types: [master, data]\n';
    const settings =
      'search_extra_config:\n  cluster.routing.allocation.awareness.attributes: [zone, rack]\n  cluster.max_shards_per_node: 900\n';
    const after = { ...cluster(ALL), 'group_vars/search.yml': group + settings };
    const steps = changeOf(compared(cluster(ALL), after)).steps();
    const bodies = steps.filter(({ title }) => title.startsWith('Set ')).map(({ body }) => body);
    const persistent = {
      'cluster.routing.allocation.awareness.attributes': ['rack', 'zone'],
      'cluster.max_shards_per_node': '900',
    };
    assert.equal(bodies, [{ persistent }]);
  });
});
