/** A running cluster is judged by the rules that judge an inventory, at the places of its answers. */
import { checkReport } from '../../../src/report/json-report.ts';
import type { ClusterAnswers } from '../../../src/stack/observed/answers.ts';
import { isMap } from '../../../src/ground/json-map.ts';
import { observeStack } from '../../../src/stack/observed/observe-stack.ts';
import { answersOf, CALL_NAMES, findingsOf, judged, pointerOf, undecidedOf } from '../../clusters.ts';
import { assert, describe } from '../../describe.ts';
import { result } from '../../report/sample.ts';

/** The rules that count the nodes that vote. */
const ABOUT_VOTERS = [
  'topology/dedicated-masters',
  'topology/master-quorum',
  'topology/odd-masters',
  'topology/too-many-masters',
];
const NO_EXCLUSIONS = { metadata: { cluster_coordination: { voting_config_exclusions: [] } } };
const WATERMARKS = 'cluster/routing/allocation/disk/watermark';

describe('a running cluster', (test) => {
  test('is a stack of one cluster, whose nodes are named as they name themselves', () => {
    const { name, clusters, isObserved, product } = observeStack(answersOf('harbour'));
    assert.equal([name, isObserved], ['harbour', true]);
    assert.equal(
      clusters.map(({ label, nodes }) => [label, nodes.map(({ host }) => host)]),
      [['harbour', ['crane-1', 'crane-2', 'pier-1', 'pier-2', 'pier-3']]],
    );
    assert.equal(product, {
      name: 'elasticsearch',
      title: 'Elasticsearch',
      release: '8.19.4',
      request: 'GET /',
    });
  });

  test('has no findings where all is as it should be, and nothing is undecided', () => {
    const harbour = answersOf('harbour');
    assert.equal([findingsOf(harbour), undecidedOf(harbour)], [[], []]);
    assert.ok(judged(harbour).rules >= 9);
  });

  test('has what is wrong alike on several nodes as one finding that names them', () => {
    assert.equal(findingsOf(answersOf('attic')), [
      'warning health/shard-capacity /status: Cluster attic has 13 shards, of at most 12 on 3 data nodes; expected less than 90 %. []',
      'warning health/status /status: Cluster attic is yellow: 4 replica shards are not assigned; expected green. []',
      'warning security/destructive-names /persistent/action.destructive_requires_name: On trunk-1, one request may delete all indices by a wildcard, as its release allows by default; expected action.destructive_requires_name to be true. [trunk-1 trunk-2 trunk-10]',
      `warning disk/watermarks-set /persistent/${WATERMARKS.replaceAll('/', '.')}.flood_stage: Disk watermarks of cluster attic are not set for trunk-1: flood stage; expected all three. [trunk-1 trunk-2 trunk-10]`,
      `error disk/watermarks-order /persistent/${WATERMARKS}/high: The high watermark of cluster attic is 90%; expected more than 92%, the low one. [trunk-1 trunk-2 trunk-10]`,
      'info health/transient-settings /transient: Cluster attic has transient settings: cluster.routing.allocation.disk.watermark.low; expected persistent ones alone. []',
      `warning disk/watermarks-recommended /transient/${WATERMARKS.replaceAll('/', '.')}.low: The low watermark of cluster attic is 92%; expected at most 85%. [trunk-1 trunk-2 trunk-10]`,
      `warning disk/watermarks-set /transient/${WATERMARKS.replaceAll('/', '.')}.low: The low watermark of cluster attic is 92% by a transient setting over a persistent one; expected the persistent one to count. [trunk-1 trunk-2 trunk-10]`,
      'error topology/odd-masters /metadata/cluster_coordination/voting_config_exclusions: Cluster attic keeps trunk-4 from voting; expected no exclusion once the node is removed or back. []',
      'error topology/master-quorum /nodes: Cluster attic has 2 master-eligible nodes and stops when one fails; expected at least 3. [trunk-1 trunk-2 trunk-10]',
      'error memory/heap-fixed /nodes/A9dm/jvm/mem/heap_init_in_bytes: The heap of trunk-2 starts at 20 GB, and may grow to 40 GB; expected one size. [trunk-2 trunk-10]',
      'warning memory/heap-equal /nodes/A9dm/jvm/mem/heap_max_in_bytes: The heaps of nodes of cluster attic with the same roles differ: 40 GB on trunk-2 and 16 GB on trunk-1; expected one size. [trunk-2]',
      'error memory/heap-limit /nodes/A9dm/jvm/mem/heap_max_in_bytes: The heap of trunk-2 is 40 GB; expected at most 30 GB. [trunk-2 trunk-10]',
      'error memory/heap-share /nodes/A9dm/jvm/mem/heap_max_in_bytes: The heap of trunk-2 is 40 GB, 83 % of the 48 GB of its memory; expected at most 50 %. [trunk-2 trunk-10]',
      'error memory/memory-lock /nodes/Lw0c/process/mlockall: bootstrap.memory_lock is set on trunk-1, but not in effect; expected a limit of the system that lets it lock its memory. [trunk-1]',
      'info memory/memory-lock /nodes/pT5x/settings/bootstrap.memory_lock: Memory locking is not set for trunk-10; swap is switched off there, so locking is a second safeguard; expected bootstrap.memory_lock to be true. [trunk-10]',
      'error memory/memory-lock /nodes/A9dm/settings/bootstrap.memory_lock: Memory locking is not set for trunk-2; expected bootstrap.memory_lock to be true. [trunk-2]',
      'warning topology/initial-masters /nodes/A9dm/settings/cluster/initial_cluster_manager_nodes: Cluster attic has formed, but cluster.initial_cluster_manager_nodes is still set on trunk-2; expected it on no node. [trunk-2]',
      'error snapshot/repository /nodes/Lw0c/settings/path.repo: Cluster attic has no snapshot repository path on trunk-1; expected path.repo with a shared path. [trunk-1 trunk-10]',
      'error snapshot/repository /nodes/A9dm/settings/path/repo: The snapshot repository path /tmp/backup of trunk-2 is temporary; expected shared storage that lasts. [trunk-2]',
      'error security/disabled /nodes/Lw0c/settings/plugins.security.disabled: Security is switched off on trunk-1; expected plugins.security.disabled to be false. [trunk-1 trunk-2 trunk-10]',
      'warning disk/usage /nodes/Lw0c/fs/data/0/available_in_bytes: The disk of trunk-1 at /var/lib/search is 82.4 % full; expected less than 80 %. [trunk-1]',
      'error disk/usage /nodes/A9dm/fs/data/0/available_in_bytes: The disk of trunk-2 at /var/lib/search is 91.8 % full, past the high watermark: 42 GB are left; expected at least 51.2 GB. [trunk-2]',
      'warning snapshot/policy /policies: Cluster attic has no policy that takes snapshots; expected one that runs every day. []',
      'error snapshot/repository : Cluster attic has no snapshot repository; expected one to be registered. []',
    ]);
  });

  test('is pointed at where the value is, or where an object lacks it', () => {
    const attic = answersOf('attic');
    for (const { at, related } of judged(attic).findings)
      for (const place of [at, ...related]) assert.ok(isThere(attic, place), pointerOf(place));
  });

  test('is reported alike whichever order its nodes come in, and keeps its fingerprints when they are rebuilt', () => {
    const report = (answers: ClusterAnswers) => checkReport(result([], judged(answers).findings));
    const attic = answersOf('attic');
    const { findings } = report(attic);
    assert.equal(report(inReverse(attic)).findings, findings);
    const rebuilt = answersOf('attic', {
      text: (text) => text.replaceAll('A9dm', 'zzz1').replaceAll('Lw0c', 'B777').replaceAll('pT5x', '0aaa'),
    });
    const marks = (all: typeof findings) => all.map(({ rule, hosts, fingerprint }) => [rule, hosts, fingerprint]);
    assert.equal(marks(report(rebuilt).findings), marks(findings));
  });

  test('is not judged by what only people write: roles that a node was not given, a heap without a unit', () => {
    const roles = ['data', 'data_hot', 'data_cold', 'ingest', 'master', 'ml', 'a-role-of-a-plugin'];
    const all = Object.fromEntries(['Hq3f', 'b0Tz', 'Zc81', 'kW2e', '7yPa'].map((id) => [id, { roles }]));
    const heap = (gb: number) => ({ jvm: { mem: { heap_max_in_bytes: gb * 1024 ** 3 } } });
    const like = Object.fromEntries(
      Object.entries(all).map(([id, node]) => [id, { ...node, ...heap(4), attributes: null }]),
    );
    assert.equal(findingsOf(answersOf('harbour', { values: { nodes: { nodes: like } } })), [
      'warning topology/dedicated-masters /nodes: Cluster harbour has 0 dedicated master nodes; expected 3 with no other role than master. [crane-1 crane-2 pier-1 pier-2 pier-3]',
    ]);
  });

  test('is for development where its name says so', () => {
    const named = (name: string) =>
      observeStack(answersOf('harbour', { values: { root: { cluster_name: name } } })).developmentBy;
    assert.equal([named('harbour'), named('harbour-dev')], [undefined, 'name']);
  });
});

describe('what was not seen of a cluster', (test) => {
  test('leaves open what the settings of the cluster may be, and nothing else', () => {
    const why = 'GET /_cluster/settings was refused: it needs monitor';
    const attic = answersOf('attic', { unseen: ['settings'], why: { settings: why } });
    assert.equal(
      [...new Set(undecidedOf(attic))],
      [
        `disk/usage: ${why} [trunk-1 trunk-2 trunk-10]`,
        `disk/watermarks-order: ${why} [trunk-1 trunk-2 trunk-10]`,
        `disk/watermarks-recommended: ${why} [trunk-1 trunk-2 trunk-10]`,
        `disk/watermarks-set: ${why} [trunk-1 trunk-2 trunk-10]`,
        `drift/drained: ${why} []`,
        `drift/exclusion-left: ${why} []`,
        `health/allocation: ${why} []`,
        `health/shard-capacity: ${why} []`,
        `health/transient-settings: ${why} []`,
        `security/destructive-names: ${why} [trunk-1 trunk-2 trunk-10]`,
        `topology/awareness: ${why} [trunk-1 trunk-2 trunk-10]`,
      ],
    );
    const rules = judged(attic).findings.map(({ rule }) => rule);
    assert.not.ok(rules.some((rule) => rule.startsWith('disk/watermarks')));
    assert.ok(rules.includes('memory/heap-limit'));
    for (const { reason, at } of judged(attic).undecided) assert.equal([reason, pointerOf(at)], ['not-collected', '']);
  });

  test('leaves counts of nodes open where some gave no answer, but not what the others say', () => {
    const why = 'GET /_nodes was answered in part: 1 node of 4 gave no answer';
    const attic = answersOf('attic', { values: { voting: NO_EXCLUSIONS }, why: { nodes: why } });
    assert.equal(
      undecidedOf(attic),
      ['health/shard-capacity', ...ABOUT_VOTERS].map((rule) => `${rule}: ${why} []`),
    );
    const rules = judged(attic).findings.map(({ rule }) => rule);
    assert.equal([rules.includes('topology/master-quorum'), rules.includes('memory/heap-limit')], [false, true]);
  });

  test('is also a node of which only the health of the cluster knows', () => {
    const attic = answersOf('attic', { values: { voting: NO_EXCLUSIONS, health: { number_of_nodes: 4 } } });
    const why = 'the cluster has 4 nodes, of which 3 answered';
    assert.equal(
      undecidedOf(attic),
      ['health/shard-capacity', ...ABOUT_VOTERS].map((rule) => `${rule}: ${why} []`),
    );
  });

  test('is also a node that may vote, and is restarting', () => {
    const config = { last_committed_config: ['Hq3f', 'b0Tz', 'Zc81', '{bootstrap-placeholder}-pier-9'] };
    const voting = { metadata: { cluster_coordination: config } };
    const nodes = { nodes: { Zc81: null } };
    const harbour = answersOf('harbour', { values: { nodes, voting, health: { number_of_nodes: 4 } } });
    assert.equal(findingsOf(harbour), []);
    assert.equal(
      undecidedOf(harbour),
      ABOUT_VOTERS.map((rule) => `${rule}: 1 node may vote that gave no answer []`),
    );
  });

  test('leaves open whether a node is kept from voting, but not how many may vote', () => {
    const why = 'GET /_cluster/state/metadata was refused: it needs monitor';
    const attic = answersOf('attic', { unseen: ['voting'], why: { voting: why } });
    assert.equal(undecidedOf(attic), [`topology/odd-masters: ${why} []`]);
    assert.ok(judged(attic).findings.some(({ rule }) => rule === 'topology/master-quorum'));
  });

  test('leaves open whether the cluster is green; but not where it does not explain why it is not', () => {
    const why = 'GET /_cluster/health was not answered in time';
    const harbour = answersOf('harbour', { unseen: ['health'], why: { health: why } });
    assert.equal(undecidedOf(harbour), [`health/shard-capacity: ${why} []`, `health/status: ${why} []`]);
    const odd = answersOf('harbour', { values: { health: { status: 'mauve' } } });
    const untold = 'GET /_cluster/health does not tell status []';
    assert.equal(undecidedOf(odd), [`health/shard-capacity: ${untold}`, `health/status: ${untold}`]);
    const attic = answersOf('attic', { unseen: ['allocation-explain'] });
    const finding = judged(attic).findings.find(({ rule }) => rule === 'health/status');
    assert.equal([finding?.severity, finding?.related, undecidedOf(attic)], ['warning', [], []]);
  });

  test('leaves open whether a lock is in effect', () => {
    const harbour = answersOf('harbour', { values: { nodes: { nodes: { Hq3f: { process: null } } } } });
    const why = 'GET /_nodes/settings,os,process,jvm,http,transport?flat_settings=true does not tell process.mlockall';
    assert.equal(undecidedOf(harbour), [`memory/memory-lock: ${why} [pier-1]`]);
  });

  test('leaves open whether there is a repository that needs no path', () => {
    const without = { path: null };
    const nodes = { nodes: { Lw0c: { settings: without }, A9dm: { settings: without }, pT5x: { settings: without } } };
    const ofRepositories = (answers: ClusterAnswers) => [
      findingsOf(answers).filter((line) => line.includes('snapshot/repository')).length,
      undecidedOf(answers).filter((line) => line.startsWith('snapshot/repository')).length,
    ];
    assert.equal(ofRepositories(answersOf('attic', { values: { nodes } })), [1, 0]);
    assert.equal(ofRepositories(answersOf('attic', { values: { nodes }, unseen: ['repositories'] })), [0, 1]);
    const repositories = { cloud: { type: 's3', settings: { bucket: 'b' } } };
    assert.equal(ofRepositories(answersOf('attic', { values: { nodes, repositories } })), [0, 0]);
  });

  test('ends with an error where nothing is known of its nodes', () => {
    assert.throws(() => observeStack(answersOf('harbour', { unseen: ['nodes'] })), /without an answer about its nodes/);
  });
});

/** Tells whether a pointer leads to a value, or to a name that an object might have. */
function isThere(answers: ClusterAnswers, place: Parameters<typeof pointerOf>[0]): boolean {
  const call = place !== undefined && 'call' in place ? place.call : '';
  const answer = CALL_NAMES.map((name) => answers.answerTo(name)).find((one) => one?.request === call);
  const keys = pointerOf(place).split('/').slice(1);
  let value = answer?.body;
  for (const key of keys.slice(0, -1))
    value = Array.isArray(value) ? (value[Number(key)] as unknown) : isMap(value) ? value[key] : undefined;
  return isMap(value);
}

/** The same answers, with the names of all objects in another order. */
function inReverse(answers: ClusterAnswers): ClusterAnswers {
  const reversed = (value: unknown): unknown =>
    isMap(value)
      ? Object.fromEntries(
          Object.entries(value)
            .reverse()
            .map(([key, one]) => [key, reversed(one)]),
        )
      : value;
  return {
    ...answers,
    answerTo: (call) => {
      const answer = answers.answerTo(call);
      return answer && { ...answer, body: reversed(answer.body) };
    },
  };
}
