/** What is left of clusters after a loss, for the shapes that people build. */
import fc from 'fast-check';
import { headOf, resilienceOf } from '../../src/model/resilience.ts';
import type { ClusterResilience, Service } from '../../src/model/resilience.ts';
import type { Cluster } from '../../src/model/stack.ts';
import { assert, describe } from '../describe.ts';
import { madeCluster, madeDashboards, madeNode, madePipeline, madeStack, UNKNOWN } from './made-clusters.ts';
import type { MadeNode } from './made-clusters.ts';
import { differences, openStacks, overstatements, stacks } from './random-resilience.ts';

function of(cluster: Cluster, replicas = 1, rest: Parameters<typeof madeStack>[1] = {}): ClusterResilience {
  const [first] = resilienceOf(madeStack(cluster, rest), replicas);
  if (first === undefined) throw new Error('no cluster');
  return first;
}

/** Nodes of these roles, each on a host of its own: `m1`, `m2`. */
function hosts(letter: string, count: number, rest: Omit<MadeNode, 'host'>): readonly MadeNode[] {
  return Array.from({ length: count }, (_, index) => ({ host: `${letter}${String(index + 1)}`, ...rest }));
}

const masters = (count: number): readonly MadeNode[] => hosts('m', count, { roles: ['master'] });
const data = (count: number, rest: Omit<MadeNode, 'host'> = {}): readonly MadeNode[] =>
  hosts('d', count, { roles: ['data'], ...rest });

/** The outcome of a service without a host or zone. */
function outcome({ losses }: ClusterResilience, name: string, service: Service): string | undefined {
  const loss = losses.find((one) => one.name === name);
  return loss?.effects.find((effect) => effect.service === service)?.outcome;
}

function why({ losses }: ClusterResilience, name: string, service: Service): readonly string[] | undefined {
  return losses.find((one) => one.name === name)?.effects.find((effect) => effect.service === service)?.why;
}

describe('the voters that may be lost', (test) => {
  test('are fewer than half of an odd number, and as many of the next even one', () => {
    const survived = [1, 2, 3, 4, 5, 6, 7].map((count) => {
      const { atOnce, inTurn } = of(madeCluster([...masters(count), ...data(2)])).tolerates;
      return [atOnce.least, atOnce.most, inTurn.least, inTurn.most];
    });
    assert.equal(survived, [
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [1, 1, 1, 1],
      [1, 1, 2, 2],
      [2, 2, 3, 3],
      [2, 2, 4, 4],
      [3, 3, 5, 5],
    ]);
  });

  test('are told in a few words', () => {
    const head = (nodes: readonly MadeNode[], rest: Partial<Cluster> = {}) => headOf(of(madeCluster(nodes, rest)));
    assert.is(head(masters(2)), 'survives no loss of a voter');
    assert.is(head(masters(3)), 'survives 1 loss of a voter');
    assert.is(head(masters(5)), 'survives 2 losses of voters');
    assert.is(head([...masters(4), { host: 'x', roles: UNKNOWN }]), 'survives 1 to 2 losses of voters');
    const incomplete = madeNode({ host: 'x', roles: UNKNOWN }).roles;
    if (incomplete.state === 'unknown')
      assert.is(head(masters(3), { incomplete }), 'survives at least 1 loss of a voter');
  });

  test('leave one that may lead: voting_only ones may not', () => {
    const { tolerates, leaders } = of(
      madeCluster([...hosts('m', 1, { roles: ['master'] }), ...hosts('t', 2, { roles: ['master', 'voting_only'] })]),
    );
    assert.equal([tolerates.atOnce.most, leaders.most], [0, 1]);
  });

  test('are not replaced by others where the cluster may not shrink', () => {
    const own = { 'cluster.auto_shrink_voting_configuration': 'false' };
    assert.is(of(madeCluster(masters(5).map((one) => ({ ...one, own })))).tolerates.inTurn.least, 2);
  });

  test('leave as many as Elasticsearch 6 is told to ask', () => {
    const own = { 'discovery.zen.minimum_master_nodes': 2 };
    const six = of(madeCluster(masters(2).map((one) => ({ ...one, release: '6.8.23', own }))));
    assert.equal([six.tolerates.atOnce.least, outcome(six, 'm1', 'elections')], [0, 'stops']);
    const alone = of(madeCluster(masters(2).map((one) => ({ ...one, release: '6.8.23' }))));
    assert.equal([alone.tolerates.atOnce.least, outcome(alone, 'm1', 'elections')], [1, 'works']);
    const open = of(madeCluster(masters(3).map((one) => ({ ...one, own, release: UNKNOWN as never }))));
    assert.is(outcome(open, 'm1', 'elections'), 'undecided');
  });
});

describe('elections', (test) => {
  test('of two voters depend on which of them counts', () => {
    const two = of(madeCluster(hosts('es', 2, {})));
    assert.is(outcome(two, 'es1', 'elections'), 'may-stop');
    assert.equal(why(two, 'es1', 'writes'), ['a master may not be elected']);
  });

  test('of one leader and a tie-breaker stop without the leader alone', () => {
    const pair = of(madeCluster([{ host: 'a' }, { host: 'b', roles: ['master', 'voting_only'] }]));
    assert.equal([outcome(pair, 'a', 'elections'), outcome(pair, 'b', 'elections')], ['stops', 'works']);
  });

  test('stop with a host that has several voters', () => {
    const shared = of(madeCluster([{ host: 'a' }, { host: 'a' }, { host: 'b' }]));
    assert.equal([outcome(shared, 'a', 'elections'), outcome(shared, 'b', 'elections')], ['stops', 'works']);
    assert.equal(why(shared, 'a', 'elections'), ['2 of the 3 voters of the cluster are there']);
  });

  test('of a running cluster follow the votes that it counts', () => {
    const told = (...names: readonly string[]): Partial<Cluster> => {
      const setting = madeNode({ host: 'x', awareness: names }).awarenessAttributes;
      return { votingConfiguration: setting };
    };
    const pair = of(madeCluster(hosts('es', 2, {}), told('es1')), 1, { isObserved: true });
    assert.equal([outcome(pair, 'es1', 'elections'), outcome(pair, 'es2', 'elections')], ['stops', 'works']);
    assert.is(pair.losses[0]?.kind, 'node');
    const placeholder = of(madeCluster(hosts('es', 2, {}), told('es1', 'es2', '{bootstrap-placeholder}-es3')));
    assert.is(outcome(placeholder, 'es1', 'elections'), 'stops');
  });

  test('do not count voters that are excluded', () => {
    const votingExclusions = madeNode({ host: 'x', awareness: ['m3'] }).awarenessAttributes;
    assert.is(of(madeCluster(masters(3), { votingExclusions })).tolerates.atOnce.most, 0);
    const unknown = madeNode({ host: 'x', awareness: UNKNOWN }).awarenessAttributes;
    const open = of(madeCluster(masters(3), { votingExclusions: unknown }));
    assert.equal([open.tolerates.atOnce, outcome(open, 'm1', 'elections')], [{ least: 0, most: 1 }, 'undecided']);
  });

  test('are undecided where nodes are clusters of their own', () => {
    const apart = of(madeCluster(hosts('es', 3, { discoveryType: 'single-node' })));
    assert.is(outcome(apart, 'es1', 'elections'), 'undecided');
    assert.is(outcome(of(madeCluster([{ host: 'es1', discoveryType: 'single-node' }])), 'es1', 'elections'), 'stops');
  });

  test('are decided for hosts where further nodes are not known, as these can only help', () => {
    const incomplete = madeNode({ host: 'x', roles: UNKNOWN }).roles;
    if (incomplete.state !== 'unknown') throw new Error('not unknown');
    const zoned = masters(3).map((one) => ({ ...one, attributes: { zone: 'a' } }));
    const open = of(madeCluster(zoned, { incomplete }));
    assert.equal([outcome(open, 'm1', 'elections'), outcome(open, 'a', 'elections')], ['works', 'undecided']);
    assert.is(outcome(of(madeCluster(masters(1), { incomplete })), 'm1', 'elections'), 'undecided');
  });

  test('are undecided where it is not known which nodes are together', () => {
    const scattered = of(madeCluster(hosts('m', 3, { clusterName: UNKNOWN }), { scattered: true }));
    assert.equal(
      [outcome(scattered, 'm1', 'elections'), why(scattered, 'm1', 'elections')],
      ['undecided', ['clusterName is not known']],
    );
  });
});

describe('writes', (test) => {
  test('go on without a host where indices have a replica elsewhere', () => {
    const plain = madeCluster([...masters(3), ...data(2)]);
    assert.is(outcome(of(plain), 'd1', 'writes'), 'works');
    assert.is(outcome(of(plain, 0), 'd1', 'writes'), 'may-stop');
    assert.equal(why(of(plain, 0), 'd1', 'writes'), ['the only copy of a shard may be there']);
    assert.is(outcome(of(madeCluster([...masters(3), ...data(1)])), 'd1', 'writes'), 'stops');
  });

  test('may stop with a host on which several nodes have all copies, unless they are kept apart', () => {
    const shared = (own: MadeNode['own']) =>
      of(
        madeCluster(
          [...masters(3), ...['a', 'a', 'b', 'b'].map((host) => ({ host, roles: ['data'] }))].map((one) => ({
            ...one,
            own,
          })),
        ),
      );
    assert.is(outcome(shared({}), 'a', 'writes'), 'may-stop');
    assert.is(outcome(shared({ 'cluster.routing.allocation.same_shard.host': 'true' }), 'a', 'writes'), 'works');
  });

  test('survive a zone by awareness of it', () => {
    const zoned = (awareness: readonly string[] | undefined) =>
      of(
        madeCluster(
          [...masters(3), ...data(4)].map((one, index) => ({
            ...one,
            awareness,
            attributes: one.host.startsWith('d') ? { zone: index % 2 === 0 ? 'a' : 'b' } : {},
          })),
        ),
      );
    assert.is(outcome(zoned(undefined), 'a', 'writes'), 'may-stop');
    assert.is(outcome(zoned(['zone']), 'a', 'writes'), 'works');
  });

  test('may stop with one host of a tier that awareness leaves a single copy', () => {
    const nodes = [
      ...masters(3),
      { host: 'hot1', roles: ['data_hot', 'data_content'], attributes: { zone: 'a' } },
      { host: 'hot2', roles: ['data_hot', 'data_content'], attributes: { zone: 'a' } },
      { host: 'warm1', roles: ['data_warm'], attributes: { zone: 'b' } },
    ].map((one) => ({ ...one, awareness: ['zone'] }));
    const tiered = of(madeCluster(nodes));
    assert.equal(why(tiered, 'hot1', 'writes'), [
      'all copies of a shard of data_content and data_hot may be there: awareness of zone leaves no other place',
    ]);
    assert.equal(
      [outcome(tiered, 'warm1', 'writes'), why(tiered, 'warm1', 'writes')],
      ['may-stop', ['no node of data_warm is left']],
    );
  });

  test('of OpenSearch need nodes with the role data: others have names of their own', () => {
    const nodes = [...hosts('m', 3, { roles: ['cluster_manager'] }), ...data(2), { host: 'h1', roles: ['data_hot'] }];
    const own = of(madeCluster(nodes.map((one) => ({ ...one, product: 'opensearch' as const }))));
    assert.equal([own.dataNodes, own.voters.least, outcome(own, 'h1', 'writes')], [{ least: 2, most: 2 }, 3, 'works']);
  });

  test('are undecided where masters do not agree on awareness', () => {
    const [first, ...others] = hosts('es', 3, { attributes: { zone: 'a' } });
    if (first === undefined) return;
    const mixed = of(madeCluster([{ ...first, awareness: ['zone'] }, ...others]));
    assert.is(outcome(mixed, 'es1', 'writes'), 'undecided');
  });

  test('are not what a cluster without data has', () => {
    assert.equal(of(madeCluster(masters(3))).lacks, ['no node holds data']);
    assert.equal(of(madeCluster(data(3))).lacks, ['no node may lead']);
  });
});

describe('dashboards and ingest', (test) => {
  const cluster = madeCluster(hosts('es', 3, {}));

  test('stop with the only instance, or with all nodes that those left name', () => {
    const one = of(cluster, 1, { dashboards: [madeDashboards([{ host: 'kib', asks: ['http://es1:9200'] }])] });
    assert.equal(
      ['kib', 'es1', 'es2'].map((host) => outcome(one, host, 'dashboards')),
      ['stops', 'stops', 'works'],
    );
    const two = of(cluster, 1, {
      pipelines: [madePipeline({ host: 'p1', asks: ['es1'] }), madePipeline({ host: 'p2', asks: ['es1:9200', 'es2'] })],
    });
    assert.equal(
      ['p1', 'p2', 'es1', 'es2'].map((host) => outcome(two, host, 'ingest')),
      ['works', 'works', 'works', 'works'],
    );
    assert.is(outcome(two, 'p1', 'dashboards'), undefined);
  });

  test('are undecided where it is not known what an instance asks', () => {
    for (const asks of [UNKNOWN, undefined, ['https://search.example.org']] as const) {
      const open = of(cluster, 1, { dashboards: [madeDashboards([{ host: 'kib', asks }])] });
      assert.equal([outcome(open, 'es1', 'dashboards'), outcome(open, 'kib', 'dashboards')], ['undecided', 'stops']);
    }
  });

  test('are nothing to speak of where no pipeline sends there', () => {
    const other = { ...madeCluster([{ host: 'x1' }]), label: 'other' };
    const pipelines = [madePipeline({ host: 'p1', asks: ['x1'] })];
    assert.is(outcome(of(cluster, 1, { pipelines, clusters: [cluster, other] }), 'es1', 'ingest'), undefined);
  });
});

describe('the losses', (test) => {
  test('are hosts and zones; machines where nodes of a running cluster share an address', () => {
    const nodes = ['a', 'b', 'c'].map((host, index) => ({
      ...{ host, attributes: { rack_id: host === 'c' ? 'r2' : 'r1', box: 'big' } },
      addresses: [index < 2 ? '10.0.0.1' : '10.0.0.2'],
    }));
    const named = (isObserved: boolean) =>
      of(madeCluster(nodes), 1, { isObserved }).losses.map(
        ({ kind, name, hosts: all }) => `${kind} ${name}: ${all.join()}`,
      );
    const zones = ['zone r1: a,b', 'zone r2: c'];
    assert.equal(named(false), ['host a: a', 'host b: b', 'host c: c', ...zones]);
    assert.equal(named(true), ['node a: a', 'node b: b', 'node c: c', 'machine 10.0.0.1: a,b', ...zones]);
  });
});

describe('random clusters', (test) => {
  test('lose what a simulation of them loses', () => {
    fc.assert(
      fc.property(stacks, (stack) => {
        assert.is(differences(stack).join('\n'), '');
      }),
      { numRuns: 50, seed: 7 },
    );
  });

  test('are told nothing for sure that an unknown value leaves open', () => {
    fc.assert(
      fc.property(openStacks, (open) => {
        assert.is(overstatements(open).join('\n'), '');
      }),
      { numRuns: 10, seed: 7 },
    );
  });
});
