/** The steps of changes of small clusters, which real ones follow in `test/live/real-changes.slow.test.ts`. */
import { headLinesOf } from '../../src/report/change-words.ts';
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

/** A cluster of a release, whose nodes vote and hold data. */
function withRelease(release: string, hosts: readonly string[] = ALL, product = 'elasticsearch'): Texts {
  const play = `- hosts: search
  tasks:
    - package: {name: "${product}-${release}"}
    - copy:
        dest: /etc/${product}/${product}.yml
        content: |
          cluster.name: trio
          node.name: {{ inventory_hostname }}
          node.roles: {{ search_node_types }}
`;
  return { ...cluster(hosts), 'site.yml': play };
}

/** The requests of the steps; those of settings with what they are about. */
function requests(before: Texts, after: Texts): readonly string[] {
  return changeOf(compared(before, after, { vocabularies: [] }))
    .steps()
    .flatMap(({ request, body }) => {
      if (request === undefined) return [];
      const [, about = ''] = /(exclude|minimum_master_nodes)/.exec(JSON.stringify(body ?? {})) ?? [];
      return about === '' ? [request] : [`${request} ${about}`];
    });
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

  test('take a snapshot with a name that none has, and that the path takes', () => {
    const requestOf = (release: string): string =>
      requests(withRelease('7.17.29'), withRelease(release)).find((request) => request.startsWith('PUT /_snapshot')) ??
      '';
    const name = '%3Cbefore-change-%7Bnow%7Byyyy.MM.dd-HH.mm.ss%7D%7D%3E';
    assert.is(requestOf('8.19.0'), `PUT /_snapshot/<repository>/${name}?wait_for_completion=true`);
    assert.is(decodeURIComponent(name), '<before-change-{now{yyyy.MM.dd-HH.mm.ss}}>');
    // Before 6.4, names are as they are written.
    const [old] = requests(withRelease('6.3.2'), withRelease('6.8.23')).filter((one) =>
      one.startsWith('PUT /_snapshot'),
    );
    assert.is(old, 'PUT /_snapshot/<repository>/before-change-DATE?wait_for_completion=true');
  });

  test('keep a node from voting as its release takes it', () => {
    const leaves = (release: string, product?: string): readonly string[] =>
      requests(withRelease(release, ALL, product), withRelease(release, ['es-1', 'es-2'], product)).filter((request) =>
        /voting|_cluster\/settings/.test(request),
      );
    const drained = ['PUT /_cluster/settings exclude', 'PUT /_cluster/settings exclude'];
    const around = (...own: readonly string[]): readonly string[] => [drained[0] ?? '', ...own, drained[1] ?? ''];
    const clear = 'DELETE /_cluster/voting_config_exclusions';
    assert.equal(leaves('8.19.0'), around('POST /_cluster/voting_config_exclusions?node_names=es-3', clear));
    assert.equal(leaves('7.8.0'), around('POST /_cluster/voting_config_exclusions?node_names=es-3', clear));
    assert.equal(leaves('7.7.1'), around('POST /_cluster/voting_config_exclusions/es-3', clear));
    assert.equal(leaves('7.0.0'), around('POST /_cluster/voting_config_exclusions/es-3', clear));
    assert.equal(
      leaves('2.19.4', 'opensearch'),
      around('POST /_cluster/voting_config_exclusions?node_names=es-3', clear),
    );
    // Two of three are a majority, as two of two are.
    assert.equal(leaves('6.8.23'), drained);
  });

  test('say before 7.0 how many voters are a majority: never fewer, and never more than there are', () => {
    const between = (before: readonly string[], after: readonly string[]): readonly string[] =>
      changeOf(compared(withRelease('6.8.23', before), withRelease('6.8.23', after)))
        .steps()
        .map(({ title }) => title)
        .filter((title) => /^(?:Let|Stop)/.test(title));
    const [one, two, three, four, five] = [1, 2, 3, 4, 5].map((count) =>
      ['es-1', 'es-2', 'es-3', 'es-4', 'es-5'].slice(0, count),
    );
    assert.equal(between(three ?? [], five ?? []), [
      'Let elections take 3 of 4 masters',
      'Let es-4 join',
      'Let es-5 join',
    ]);
    assert.equal(between(one ?? [], two ?? []), ['Let es-2 join', 'Let elections take 2 of 2 masters']);
    assert.equal(between(four ?? [], three ?? []), ['Stop es-4', 'Let elections take 2 of 3 masters']);
    assert.equal(between(two ?? [], one ?? []), ['Let elections take 1 of 1 masters', 'Stop es-2']);
  });

  test('take votes away once all that stay have restarted, and those that get one have it', () => {
    const hosts = ['es-1', 'es-2', 'es-3', 'es-4'];
    const heap = 'search_extra_config: {http.port: 9201}\n';
    const roles = (of: string): string => `search_node_types: [${of}]\n`;
    const before = cluster(hosts, { 'es-4': roles('data') });
    const after = cluster(hosts, { 'es-1': roles('data') + heap, 'es-2': heap, 'es-3': heap, 'es-4': heap });
    const inOrder = (steps: readonly string[]): readonly string[] =>
      steps.filter((title) => /^(?:Restart|Upgrade|Keep es-\d from|Stop|Clear)/.test(title));
    assert.equal(inOrder(titles(before, after)), [
      'Restart es-2',
      'Restart es-3',
      'Restart es-4',
      'Keep es-1 from voting',
      'Restart es-1 with its new roles',
      'Clear the voting exclusions',
    ]);
    // A node that leaves as well; its shards leave it first.
    const less = cluster(['es-1', 'es-2', 'es-4'], { 'es-1': roles('data') + heap, 'es-2': heap, 'es-4': heap });
    assert.equal(inOrder(titles(before, less)), [
      'Restart es-2',
      'Restart es-4',
      'Keep es-3 from voting',
      'Stop es-3',
      'Clear the voting exclusions',
      'Keep es-1 from voting',
      'Restart es-1 with its new roles',
      'Clear the voting exclusions',
      'Clear the exclusion',
    ]);
  });

  test('upgrade a node once that gives up its vote', () => {
    const upgraded = { ...withRelease('8.19.0'), 'host_vars/es-3.yml': 'search_node_types: [data]\n' };
    const steps = changeOf(compared(withRelease('8.18.0'), upgraded)).steps();
    const last = steps.filter(({ command }) => command?.includes('es-3') === true);
    assert.equal(
      last.map(({ title, until }) => `${title} until ${until ?? ''}`),
      [
        'Upgrade es-3 with its new roles until GET /_cat/nodes?h=name,version,node.role lists es-3 with 8.19.0 and its new roles',
      ],
    );
  });

  test('leave nodes alone where another product of their hosts changes', () => {
    const dashboards = { 'hosts.yml': 'search: {hosts: {es-1: , es-2: }}\ndashboard: {hosts: {es-1: , es-2: }}\n' };
    const before = { ...cluster(ALL), ...dashboards };
    const settings = 'dashboard_extra_config: {server.maxPayload: 2097152}\n';
    const change = changeOf(compared(before, { ...before, 'group_vars/dashboard.yml': settings }));
    assert.equal(change.steps(), []);
    assert.equal(change.rollouts(), []);
    assert.equal(headLinesOf(change), ['kibana server.maxPayload of 2 hosts not set → 2097152']);
  });

  test('let no hosts of a test join or leave', () => {
    const scenario = (name: string): Texts => ({
      'molecule/default/molecule.yml': `platforms: [{name: ${name}-1, groups: [search]}, {name: ${name}-2, groups: [search, dashboard]}]\n`,
      'molecule/default/converge.yml': '- hosts: all\n  roles: [search]\n',
      'meta/main.yml': 'galaxy_info: {role_name: search}\n',
      'tasks/main.yml': '[]\n',
    });
    const result = compared(scenario('old'), scenario('new'), { standIns: true });
    const change = changeOf(result);
    assert.equal(result.findings, []);
    assert.equal(change.steps(), []);
    assert.equal(headLinesOf(change), [
      'search: other nodes, as many as before',
      'other dashboards, as many as before',
    ]);
  });
});
