/** Checks while nodes of a real cluster hang, stop or start: they say what is wrong then, and nothing that is not. */
import { setTimeout as pause } from 'node:timers/promises';
import type { CheckReport } from '../../../src/report/json-report.ts';
import { assert } from '../../describe.ts';
import type { Test } from '../../describe.ts';
import { ask } from '../cluster/ask.ts';
import type { Cluster, RunningNode } from '../cluster/start-cluster.ts';
import { reportOf } from '../command.ts';
import { between } from './between.ts';
import { judged } from './judged.ts';
import { send } from './yard.ts';

/** What the use of this machine decides is left out. */
const WORDS = ['--rule', 'disk/usage=off', '--rule', 'health/heap-use=off'];

/** Adds tests with a cluster of five nodes to a suite, which is whole again after each. */
export function testDisturbances(test: Test, running: () => Cluster): void {
  const nodeOf = (name: string): RunningNode => {
    const node = running().nodes.find((one) => one.name === name);
    if (node === undefined) throw new Error(`there is no node ${name}`);
    return node;
  };

  test('says that a node which hangs gave no answer, and finds nothing new', async () => {
    const { url } = running();
    const before = found(await reportOf([url, ...WORDS]));
    nodeOf('yard-4').signal('SIGSTOP');
    try {
      const during = await reportOf([url, '--call-timeout', '4', ...WORDS]);
      assert.ok(during.unseen?.some(({ reason }) => reason === 'partial' || reason === 'timeout'));
      assert.equal(newIn(during, before), []);
    } finally {
      nodeOf('yard-4').signal('SIGCONT');
    }
    await green(running());
  });

  test('judges what it has seen where a node is lost between two calls', async () => {
    const { url } = running();
    const before = found(await reportOf([url, ...WORDS]));
    let lost: Promise<void> | undefined;
    // The node was among those that answered before.
    const loses = {
      before: (path: string) => (path === '/_nodes/stats' ? (lost ??= nodeOf('yard-5').stop()) : undefined),
    };
    await between(url, loses, async (proxy) => {
      assert.equal(newIn(await reportOf([proxy, '--call-timeout', '30', ...WORDS]), before), []);
    });
    assert.ok(lost !== undefined);
    await nodeOf('yard-5').restart();
    await green(running());
  });

  test('finds nothing new while a node that may lead, or holds data, is started anew, and less afterwards', async () => {
    const { url } = nodeOf('yard-2');
    const before = found(await reportOf([url, ...WORDS]));
    for (const name of ['yard-1', 'yard-5']) {
      const progress = { isUp: false };
      // As one is told to do once a cluster has formed.
      const unset = { 'cluster.initial_master_nodes': undefined, 'cluster.initial_cluster_manager_nodes': undefined };
      const restarted = nodeOf(name)
        .restart(unset)
        .finally(() => (progress.isUp = true));
      const during = new Set<string>();
      let checks = 0;
      for (; !progress.isUp; checks++)
        for (const one of newIn(await reportOf([url, '--call-timeout', '30', ...WORDS]), before)) during.add(one);
      await restarted;
      assert.equal([...during], [], `while ${name} starts`);
      assert.ok(checks > 2, `${checks} checks`);
    }
    await green(running());
    const left = found(await reportOf([url, ...WORDS]));
    assert.equal(
      [...before].filter((one) => !left.has(one)),
      ['warning topology/initial-masters'],
    );
  });

  test('is red without the only copy of an index, and yellow without a replica, once a node has stopped', async () => {
    const { url } = running();
    const soon = { 'index.unassigned.node_left.delayed_timeout': '0ms' };
    const alone = { ...soon, number_of_replicas: 0, 'index.routing.allocation.require._name': 'yard-5' };
    await send(running(), [
      ['PUT /alone', { settings: alone }],
      ['PUT /books/_settings', soon],
    ]);
    await nodeOf('yard-5').stop();
    try {
      const rules = ['health/status', 'topology/data-nodes'];
      const one = 'warning topology/data-nodes /_nodes#/nodes [yard-1 yard-2 yard-3 yard-4]';
      await until(running(), 'red');
      assert.equal(await judged(url, rules), ['error health/status /_cluster/health#/status', one]);
      await send(running(), [['DELETE /alone']]);
      await until(running(), 'yellow');
      assert.equal(await judged(url, rules), ['warning health/status /_cluster/health#/status', one]);
    } finally {
      await nodeOf('yard-5').restart();
    }
    await green(running());
    assert.equal(await judged(url, ['health/status', 'topology/data-nodes']), []);
  });
}

/** What is wrong, by severity and rule. That a cluster recovers is said, but is nothing wrong. */
function found({ findings }: CheckReport): ReadonlySet<string> {
  return new Set(
    findings.filter(({ severity }) => severity !== 'info').map(({ severity, rule }) => `${severity} ${rule}`),
  );
}

function newIn(report: CheckReport, before: ReadonlySet<string>): readonly string[] {
  return [...found(report)].filter((one) => !before.has(one));
}

/** Waits until a cluster has a status. */
async function until({ nodes }: Cluster, status: string): Promise<void> {
  const url = nodes[1]?.url ?? '';
  for (const limit = Date.now() + 60_000; Date.now() < limit; await pause(200)) {
    const { body } = await ask(`${url}/_cluster/health`);
    if ((body as { readonly status?: string }).status === status) return;
  }
  throw new Error(`the cluster does not become ${status}`);
}

/** Waits until all five nodes are there, and all shards. */
async function green(cluster: Cluster): Promise<void> {
  const url = cluster.nodes[1]?.url ?? '';
  await ask(`${url}/_cluster/health?wait_for_nodes=5&wait_for_status=green&timeout=50s`);
  await until(cluster, 'green');
}
