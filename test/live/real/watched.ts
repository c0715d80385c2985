/** What a client sees of a cluster while something is done to it: its health, and whether it takes what is written. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from '../cluster/start-cluster.ts';
import { assert } from '../../describe.ts';
import { askAny, INDEX } from './trio.ts';

/** How often a client writes and asks. */
const PAUSE_MS = 100;

/** The number of all that was ever written, so that no document is written twice. */
let written = 0;

/** Does something, and asserts that the cluster is never red, takes all that is written, and is green at the end. */
export async function keptAlive(
  { nodes }: Pick<Cluster, 'nodes'>,
  what: string,
  run: () => Promise<void>,
): Promise<void> {
  const failures: string[] = [];
  const first = written;
  const began = Date.now();
  let longest = 0;
  let hasEnded = false;
  const client = async (): Promise<void> => {
    while (!hasEnded) {
      const path = `/${INDEX}/_doc/${(written += 1)}?wait_for_active_shards=1&timeout=30s`;
      const sent = Date.now();
      // Each time another one is asked first, as those that balance loads do.
      const turned = nodes
        .map((_, index) => nodes[(index + written) % nodes.length] ?? nodes[0])
        .filter((one) => one !== undefined);
      const answer = await askAny(turned, path, { method: 'PUT', body: { text: 'sea' } });
      longest = Math.max(longest, Date.now() - sent);
      if (answer === undefined || answer.status >= 300) failures.push(`${path}: ${JSON.stringify(answer)}`);
      const health = await askAny(turned, '/_cluster/health');
      const { status } = (health?.body ?? {}) as { readonly status?: string };
      if (status !== 'green' && status !== 'yellow') failures.push(`health: ${JSON.stringify(health)}`);
      await pause(PAUSE_MS);
    }
  };
  const asking = client();
  try {
    await run();
  } finally {
    hasEnded = true;
    await asking;
  }
  assert.equal(failures, []);
  const health = await askAny(nodes, '/_cluster/health');
  assert.is((health?.body as { readonly status?: string }).status, 'green');
  await askAny(nodes, `/${INDEX}/_refresh`, { method: 'POST' });
  const range = { ids: { values: Array.from({ length: written - first }, (_, index) => String(first + index + 1)) } };
  const kept = await askAny(nodes, `/${INDEX}/_count`, { method: 'POST', body: { query: range } });
  assert.is((kept?.body as { readonly count?: number }).count, written - first, 'all that was written is there');
  console.log(`${what}: ${written - first} writes in ${Date.now() - began} ms, the longest ${longest} ms`);
}
