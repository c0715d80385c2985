/** A real cluster of three: what changes that are called fatal do to it, and what those do that follow the steps. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Step } from '../../../src/model/change.ts';
import type { CheckReport } from '../../../src/report/json-report.ts';
import { assert, describe } from '../../describe.ts';
import { ask } from '../cluster/ask.ts';
import type { Release } from '../cluster/distributions.ts';
import type { ChangedValues, Cluster, RunningNode } from '../cluster/start-cluster.ts';
import { command, reportOf } from '../command.ts';
import { follow } from './followed.ts';
import { assertLosses, foretold } from './lost-nodes.ts';
import { askAny, INDEX, inventoryOf, rolesOf, startTrio, untilGreen } from './trio.ts';
import type { Said } from './trio.ts';
import { keptAlive } from './watched.ts';

/** Nodes, and what their inventory says of them. */
type Side = readonly [nodes: readonly RunningNode[], said?: Said];

/** The report of a change. */
async function changeOf(before: Side, after: Side, url?: string): Promise<CheckReport> {
  const files = { ...inventoryOf('/p/before', ...before), ...inventoryOf('/p/after', ...after) };
  const words = ['diff', 'before', 'after', '--vocabulary', 'search', '-f', 'json'];
  const { stdout, stderr } = await command([...words, ...(url === undefined ? [] : ['--live', url])], { files });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as CheckReport;
}

/** Severities and rules of what is found about a change. */
function rulesIn({ findings }: CheckReport): readonly string[] {
  return findings.map(({ severity, rule }) => `${severity} ${rule}`).sort();
}

function stepsIn({ change }: CheckReport): readonly Step[] {
  return change?.steps ?? [];
}

/** Describes what changes do to such a cluster of a release. */
export function describeTrio(release: Release): void {
  const { product, version } = release;
  describe(`changes of a real cluster of ${product} ${version}`, (test) => {
    let cluster: Cluster | undefined;
    const running = (): Cluster => {
      if (cluster === undefined) throw new Error('the cluster did not start');
      return cluster;
    };
    const nodesOf = (...numbers: readonly number[]): readonly RunningNode[] =>
      running().nodes.filter((_, index) => numbers.includes(index + 1));
    /** Follows the steps of a change with a client beside. */
    const followed = (
      what: string,
      report: CheckReport,
      restarted: { readonly settings?: ChangedValues; readonly heap?: string } = {},
      after?: (step: Step) => Promise<void>,
    ): Promise<void> => {
      const { nodes } = running();
      const restart = (node: RunningNode): Promise<void> => node.restart(restarted.settings, restarted.heap);
      return keptAlive({ nodes }, what, () => follow(stepsIn(report), { nodes, restart, after }));
    };
    test.before(async () => {
      cluster = await startTrio(release);
    });
    test.after(() => cluster?.stop());

    test('is declared by its inventory as it is', async () => {
      const files = inventoryOf('/p', nodesOf(1, 2, 3));
      const words = [running().url, '-i', 'hosts.yml', '--vocabulary', 'search', '--rule', 'drift/*'];
      const { findings, drift } = await reportOf(words, { files });
      assert.equal([findings.map(({ message }) => message), drift?.differ], [[], 0]);
    });

    test('stops by a change that is called fatal, if it is made at once', async () => {
      const report = await changeOf([nodesOf(1, 2, 3)], [nodesOf(1)]);
      assert.ok(rulesIn(report).includes('error change/voters-removed'), rulesIn(report).join('\n'));

      const [stays] = nodesOf(1);
      await Promise.all(nodesOf(2, 3).map((node) => node.stop()));
      await pause(2000);
      const health = await ask(`${stays?.url}/_cluster/health?timeout=1s&master_timeout=1s`);
      const write = await ask(`${stays?.url}/${INDEX}/_doc/fatal?timeout=1s`, {
        method: 'PUT',
        body: { text: 'rock' },
      });
      await Promise.all(nodesOf(2, 3).map((node) => node.restart()));
      await untilGreen({ nodes: nodesOf(1, 2, 3) });
      assert.is(health.status, 503);
      // OpenSearch answers with 500 where its primary shard notices before the node does.
      assert.ok(write.status >= 500, String(write.status));
      assert.match(JSON.stringify(health.body), /(?:master|cluster_manager)_not_discovered/);
    });

    test('stays alive while a node joins and another leaves, by the steps', async () => {
      const [before, after]: readonly [Side, Side] = [[nodesOf(1, 2, 3)], [nodesOf(1, 2, 4)]];
      const live = (): Promise<CheckReport> => changeOf(before, after, nodesOf(1)[0]?.url);
      const isDrain = ({ title }: Step): boolean => title.startsWith('Drain');
      const inWay = (report: CheckReport): number => stepsIn(report).find(isDrain)?.obstacles?.length ?? 0;

      const first = await live();
      assert.ok(rulesIn(first).includes('error change/node-removed'), rulesIn(first).join('\n'));
      assert.is(inWay(first), 1);
      let drained = 0;
      await followed('a node joins, and another leaves', await changeOf(before, after), {}, async (step) => {
        if (!isDrain(step)) return;
        const then = await live();
        assert.not.ok(
          rulesIn(then).some((rule) => rule.includes('node-removed')),
          rulesIn(then).join('\n'),
        );
        assert.is(inWay(then), 0);
        drained += 1;
      });
      assert.is(drained, 1);
    });

    test('stays alive while all nodes get another heap, by the steps', async () => {
      const report = await changeOf([nodesOf(1, 2, 4)], [nodesOf(1, 2, 4), { heapGb: 2 }]);
      await followed('another heap', report, { heap: '2g' });
      const { body } = (await askAny(running().nodes, '/_nodes/jvm')) ?? {};
      const { nodes } = body as { nodes: Record<string, { jvm: { mem: { heap_max_in_bytes: number } } }> };
      assert.equal(
        Object.values(nodes).map(({ jvm }) => jvm.mem.heap_max_in_bytes),
        [2 ** 31, 2 ** 31, 2 ** 31],
      );
    });

    /** Asserts that what happens without each node was foretold of the inventory and of the cluster. */
    const assertForetold = async (nodes: readonly RunningNode[]): Promise<void> => {
      const files = inventoryOf('/p', nodes, { heapGb: 2 });
      const declared = await foretold(['-i', 'hosts.yml', '--vocabulary', 'search'], { files });
      const observed = await foretold(['--live', nodes[0]?.url ?? '']);
      await assertLosses({ nodes }, [declared, observed]);
    };

    test('does what was foretold while each of three voters is stopped', async () => {
      await assertForetold(nodesOf(1, 2, 4));
    });

    test('stays alive while a node gives up its vote, by the steps', async () => {
      const roles = rolesOf(release, false);
      const all = nodesOf(1, 2, 4);
      const report = await changeOf([all, { heapGb: 2 }], [all, { heapGb: 2, roles: { 'trio-4': roles } }]);
      await followed('a vote less', report, { settings: { 'node.roles': roles } });
    });

    test('does what was foretold while each node is stopped, of which two vote', async () => {
      await assertForetold(nodesOf(1, 2, 4));
    });

    test('stays alive by the steps of a change that stops it if it is made at once', async () => {
      const report = await changeOf([nodesOf(1, 2, 4), { heapGb: 2 }], [nodesOf(1), { heapGb: 2 }]);
      await followed('two of three nodes leave', report);
    });
  });
}
