/** What is left of a cluster while each of its nodes in turn is stopped, compared with what was foretold. */
import { setTimeout as pause } from 'node:timers/promises';
import { assert } from '../../describe.ts';
import type { Cluster, RunningNode } from '../cluster/start-cluster.ts';
import { command } from '../command.ts';
import type { Circumstances } from '../command.ts';
import { askAny, INDEX, untilGreen } from './trio.ts';

/** The services that a test can try. */
const TRIED = ['elections', 'writes'] as const;
type Outcomes = Readonly<Record<(typeof TRIED)[number], string>>;

/** A service that is to work has this long, and any other is given up earlier. */
const WORKS_MS = 60_000;
const STOPS_MS = 12_000;

/** What the loss of each host, or running node, does, by its name. */
export async function foretold(
  words: readonly string[],
  circumstances?: Circumstances,
): Promise<Readonly<Record<string, Outcomes>>> {
  const { stdout, stderr } = await command(['resilience', ...words, '-f', 'json'], circumstances);
  if (stdout === '') throw new Error(stderr);
  const report = JSON.parse(stdout) as {
    readonly stacks: readonly {
      readonly clusters: readonly {
        readonly losses: readonly {
          readonly name: string;
          readonly effects: Readonly<Record<string, { readonly outcome: string }>>;
        }[];
      }[];
    }[];
  };
  const losses = report.stacks.flatMap(({ clusters }) => clusters.flatMap((one) => one.losses));
  return Object.fromEntries(
    losses.map(({ name, effects }) => [
      name,
      { elections: effects['elections']?.outcome ?? '', writes: effects['writes']?.outcome ?? '' },
    ]),
  );
}

/** Stops each of some nodes in turn, and asserts that what then works was foretold, by all that foretell. */
export async function assertLosses(
  { nodes }: Pick<Cluster, 'nodes'>,
  all: readonly Readonly<Record<string, Outcomes>>[],
): Promise<void> {
  for (const node of nodes) {
    const said = all.map((outcomes) => outcomes[node.name]);
    const others = nodes.filter((one) => one !== node);
    await node.stop();
    // The others have to notice.
    await pause(1000);
    for (const service of TRIED) {
      const outcomes = said.map((one) => one?.[service]);
      const limit = outcomes.includes('works') ? WORKS_MS : STOPS_MS;
      const began = Date.now();
      const works = await worksWithin(limit, () => tries[service](others));
      console.log(
        `without ${node.name}, ${service} ${works ? 'work' : 'stop'} after ${Date.now() - began} ms: ${outcomes.join(', ')}`,
      );
      const wrong = outcomes.filter((one) => one !== 'may-stop' && one !== (works ? 'works' : 'stops'));
      assert.equal(wrong, [], `${service} without ${node.name} ${works ? 'work' : 'stop'}`);
    }
    await node.restart();
    await untilGreen({ nodes });
  }
}

const tries: Readonly<Record<keyof Outcomes, (others: readonly RunningNode[]) => Promise<boolean>>> = {
  elections: async (others) => {
    const answer = await askAny(others, '/_cluster/state/master_node?master_timeout=2s');
    return answer?.status === 200 && typeof (answer.body as { master_node?: unknown }).master_node === 'string';
  },
  // So many that each shard gets one.
  writes: async (others) => {
    const paths = Array.from(
      { length: 12 },
      (_, index) => `/${INDEX}/_doc/lost-${index}?wait_for_active_shards=1&timeout=2s`,
    );
    for (const path of paths) {
      const answer = await askAny(others, path, { method: 'PUT', body: { text: 'shore' } });
      if (answer === undefined || answer.status >= 300) return false;
    }
    return true;
  },
};

async function worksWithin(ms: number, tried: () => Promise<boolean>): Promise<boolean> {
  for (const limit = Date.now() + ms; ; await pause(200)) {
    if (await tried()) return true;
    if (Date.now() > limit) return false;
  }
}
