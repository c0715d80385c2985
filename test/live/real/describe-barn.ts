/** A cluster whose nodes were set up wrongly: what files, options and releases plant, and all that is found of it. */
import { totalmem } from 'node:os';
import { assert, describe } from '../../describe.ts';
import { earlierThan } from '../cluster/distributions.ts';
import type { Release } from '../cluster/distributions.ts';
import { startCluster } from '../cluster/start-cluster.ts';
import type { Cluster } from '../cluster/start-cluster.ts';
import { judged } from './judged.ts';

/** What is wrong with the barn: rules, and all that they find there. */
type Faults = readonly (readonly [name: string, rules: readonly string[], found: readonly string[]])[];

/**
 * The first three have no roles of their own, so all; the fourth leads alone. The first forms the cluster, which newer
 * ones may join.
 */
function startBarn(release: Release): Promise<Cluster> {
  const { product } = release;
  const isOpenSearch = product === 'opensearch';
  const earlier = earlierThan(release);
  return startCluster({
    release,
    settings: {
      'cluster.name': product,
      ...(isOpenSearch ? {} : { 'xpack.security.enabled': false }),
      'bootstrap.memory_lock': true,
    },
    nodes: [
      {
        name: 'barn-1',
        ...(earlier === undefined ? {} : { release: earlier }),
        settings: { 'node.attr.zone': 'a', 'http.publish_host': '1.1.1.1' },
      },
      {
        name: 'barn-2',
        heap: `256m:${largeHeap(release)}g`,
        settings: { 'node.attr.zone': 'a', 'path.repo': ['/tmp/snapshots'] },
      },
      { name: 'barn-3', settings: { 'node.attr.zone': 'b', 'path.repo': [] } },
      {
        name: 'barn-4',
        settings: { 'node.name': 'barn-3', 'node.roles': [isOpenSearch ? 'cluster_manager' : 'master'] },
      },
    ],
  });
}

/** A heap that is too large, in GB. OpenSearch 3.8 refuses one that this machine has not the memory for. */
function largeHeap({ product, version }: Release): number {
  const isBounded = product === 'opensearch' && version.startsWith('3.');
  return isBounded ? Math.min(40, Math.floor((totalmem() / 2 ** 30) * 0.75)) : 40;
}

function faultsOf(release: Release): Faults {
  const { product } = release;
  const of = (node: string, pointer: string): string => `/_nodes#/nodes/${node}/${pointer}`;
  const initial = product === 'opensearch' ? 'cluster.initial_cluster_manager_nodes' : 'cluster.initial_master_nodes';
  const security = product === 'opensearch' ? 'plugins.security.disabled' : 'xpack.security.enabled';
  const all = '[barn-1 barn-2 barn-3]';
  const isMixed = earlierThan(release) !== undefined;
  return [
    [
      'a heap that is too large, and grows',
      ['memory/heap-limit', 'memory/heap-fixed', 'memory/heap-share', 'memory/heap-equal'],
      [
        `error memory/heap-fixed ${of('barn-2', 'jvm/mem/heap_init_in_bytes')} [barn-2]`,
        ...(largeHeap(release) > 30
          ? [`error memory/heap-limit ${of('barn-2', 'jvm/mem/heap_max_in_bytes')} [barn-2]`]
          : []),
        `error memory/heap-share ${of('barn-2', 'jvm/mem/heap_max_in_bytes')} [barn-2]`,
        `warning memory/heap-equal ${of('barn-2', 'jvm/mem/heap_max_in_bytes')} [barn-2]`,
      ],
    ],
    [
      'a lock of memory that has no effect',
      ['memory/memory-lock'],
      [`error memory/memory-lock ${of('barn-1', 'process/mlockall')} ${all}`],
    ],
    [
      'an even number of nodes that lead, of which one does nothing else, with little heap',
      ['topology/master-quorum', 'topology/odd-masters', 'topology/dedicated-masters', 'topology/master-heap'],
      [
        `error topology/odd-masters /_nodes#/nodes ${all}`,
        `warning topology/dedicated-masters /_nodes#/nodes ${all}`,
        `warning topology/master-heap ${of('barn-3', 'jvm/mem/heap_max_in_bytes')} [barn-3]`,
      ],
    ],
    [
      'half of them in one zone, and one in none',
      ['topology/zone-spread'],
      [
        `warning topology/zone-spread ${of('barn-1', 'attributes')} [barn-1 barn-2]`,
        `warning topology/zone-spread ${of('barn-3', 'attributes')} [barn-3]`,
      ],
    ],
    [
      'the name of its product, one name twice, and nodes that are named for the first election',
      ['topology/cluster-name', 'topology/node-names', 'topology/initial-masters', 'topology/discovery-mode'],
      [
        `error topology/node-names ${of('barn-3', 'settings/node.name')} [barn-3]`,
        'warning topology/cluster-name /#/cluster_name',
        `warning topology/initial-masters ${of('barn-1', `settings/${initial}`)} [barn-1]`,
      ],
    ],
    [
      'two releases, where one of them may be upgraded to the other',
      ['topology/same-release'],
      isMixed ? [`error topology/same-release ${of('barn-1', 'version')} [barn-1]`] : [],
    ],
    [
      'no repository, and paths that are temporary or missing',
      ['snapshot/repository'],
      [
        // Temporary, and another one than the others have.
        `error snapshot/repository ${of('barn-2', 'settings/path.repo')} [barn-2]`,
        `error snapshot/repository ${of('barn-2', 'settings/path.repo')} [barn-2]`,
        `error snapshot/repository ${of('barn-3', 'settings/path.repo')} [barn-3]`,
        'error snapshot/repository /_snapshot#',
      ],
    ],
    [
      'a node on the internet, and no security',
      ['security/network-exposure', 'security/disabled'],
      [
        `error security/network-exposure ${of('barn-1', 'http/publish_address')} [barn-1]`,
        `warning security/disabled ${of('barn-1', `settings/${security}`)} ${all}`,
      ],
    ],
    [
      'files that say to ignore watermarks',
      ['disk/watermarks-set'],
      [
        `error disk/watermarks-set ${of('barn-1', 'settings/cluster.routing.allocation.disk.threshold_enabled')} ${all}`,
      ],
    ],
  ];
}

/** Describes what a check finds in a cluster of a release whose nodes were set up wrongly. */
export function describeBarn(release: Release): void {
  const { product, version } = release;
  describe(`a real cluster of ${product} ${version} whose nodes are set up wrongly`, (test) => {
    let cluster: Cluster | undefined;
    test.before(async () => {
      cluster = await startBarn(release);
    });
    test.after(() => cluster?.stop());

    for (const [name, rules, found] of faultsOf(release))
      test(`has ${name}`, async () => {
        if (cluster === undefined) throw new Error('the cluster did not start');
        assert.equal(await judged(cluster.url, rules), found);
      });
  });
}
