/** A real cluster that has no fault but those that are planted: by requests, or in answers on their way. */
import { assert, describe } from '../../describe.ts';
import { ask } from '../cluster/ask.ts';
import type { Release } from '../cluster/distributions.ts';
import type { Cluster } from '../cluster/start-cluster.ts';
import { reportOf } from '../command.ts';
import { testApplied } from './applied.ts';
import { between } from './between.ts';
import { changedAnswersOf } from './changed-answers.ts';
import { testComparison } from './compared.ts';
import { testDisturbances } from './disturbed.ts';
import { judged, linesOf, reportBy } from './judged.ts';
import { plantsFor } from './plants.ts';
import { testRecording } from './recorded.ts';
import { send, startYard } from './yard.ts';
import type { Request } from './yard.ts';

/** Describes what checks find in such a cluster of a release. */
export function describeYard(release: Release): void {
  const { product, version } = release;
  describe(`a real cluster of ${product} ${version}`, (test) => {
    let cluster: Cluster | undefined;
    const running = (): Cluster => {
      if (cluster === undefined) throw new Error('the cluster did not start');
      return cluster;
    };
    test.before(async () => {
      cluster = await startYard(release);
    });
    test.after(() => cluster?.stop());

    test('has no other finding than that it lacks accounts and locked memory, and was just formed', async () => {
      const { url } = running();
      const all = '[yard-1 yard-2 yard-3 yard-4 yard-5]';
      const [security, initial] =
        product === 'opensearch'
          ? ['plugins.security.disabled', 'cluster.initial_cluster_manager_nodes']
          : ['xpack.security.enabled', 'cluster.initial_master_nodes'];
      // How full the disks of this machine are, and how many files it lets open, is no matter of ours.
      const options = ['--rule', 'disk/usage=off', '--rule', 'system/limits=off'];
      assert.equal(await linesOf(url, await reportOf([url, ...options])), [
        `error memory/memory-lock /_nodes#/nodes/yard-1/process/mlockall ${all}`,
        `warning security/disabled /_nodes#/nodes/yard-1/settings/${security} ${all}`,
        `warning topology/initial-masters /_nodes#/nodes/yard-1/settings/${initial} [yard-1]`,
      ]);
    });

    for (const { name, rules, planted, found, undone = [] } of plantsFor(release))
      test(`has ${name}, if that is planted, and no longer once it is mended`, async () => {
        const { url } = running();
        assert.equal(await judged(url, rules), [], 'before it is planted');
        await send(running(), planted);
        const report = await reportBy(url, rules);
        const lines = await linesOf(url, report);
        const remedies = report.findings.flatMap((finding) => finding.remedies ?? []);
        await send(running(), [...remedies.map(({ request, body }): Request => [request, body]), ...undone]);
        assert.equal(lines, found);
        assert.equal(await judged(url, rules), [], 'after it is mended');
      });

    for (const { name, rules, changes, found } of changedAnswersOf(product))
      test(`has ${name}, if its answers say so`, async () => {
        await between(running().url, { changes }, async (proxy) => {
          assert.equal(await judged(proxy, rules), found);
        });
      });

    test('is asked with GET alone, and is the same afterwards', async () => {
      const before = await stateOf(running());
      const requests = await between(running().url, {}, async (proxy) => {
        await reportOf([proxy]);
      });
      assert.ok(requests.length > 10, requests.join('\n'));
      assert.equal(
        requests.filter((request) => !request.startsWith('GET /')),
        [],
      );
      assert.is(await stateOf(running()), before);
    });

    testComparison(test, release, running);

    testRecording(test, running);
    testDisturbances(test, running);
    // Last, as it takes back what was set.
    testApplied(test, release, running);
  });
}

/** What a check must leave as it is. */
async function stateOf({ url }: Cluster): Promise<string> {
  const paths = ['/_cluster/settings', '/_index_template', '/_snapshot', '/_all/_settings', '/_component_template'];
  const parts = await Promise.all(paths.map(async (path) => (await ask(`${url}${path}`)).body));
  const coordination = await ask(`${url}/_cluster/state/metadata?filter_path=metadata.cluster_coordination`);
  return JSON.stringify([...parts, coordination.body]);
}
