/** The steps of a change as a person follows them: each request is sent, and what has to hold is waited for. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Step } from '../../../src/model/change.ts';
import type { RunningNode } from '../cluster/start-cluster.ts';
import { askAny } from './trio.ts';

export interface Following {
  readonly nodes: readonly RunningNode[];
  /** Starts a node as the change has it: what the command of a step, or the person, does. */
  readonly restart: (node: RunningNode) => Promise<void>;
  /** What happens after a step, when all holds that has to. */
  readonly after?: ((step: Step) => Promise<void>) | undefined;
}

const LIMIT_MS = 60_000;

/** Follows steps literally. Throws for one that is refused, whose end never comes, or that says nothing to do. */
export async function follow(steps: readonly Step[], following: Following): Promise<void> {
  for (const step of steps) {
    const answer = await take(step, following);
    for (const limit = Date.now() + LIMIT_MS; !(await holds(step, answer, following)); await pause(100))
      if (Date.now() > limit) throw new Error(`${step.title}: never ${step.until}`);
    await following.after?.(step);
  }
}

/** Does what a step says, and gives the answer to its request. */
async function take({ title, request, body }: Step, { nodes, restart }: Following): Promise<unknown> {
  if (request !== undefined) {
    const [method = '', path = ''] = request.split(' ');
    // A person knows the repository.
    const answer = await askAny(nodes, path.replace('<repository>', 'backup'), { method, body });
    if (answer === undefined || answer.status >= 300)
      throw new Error(`${title}: ${request} is answered with ${JSON.stringify(answer)}`);
    return answer.body;
  }
  const [, stopped] = /^Stop (\S+)$/.exec(title) ?? [];
  const [, restarted] = /^(?:Restart|Upgrade) (\S+)/.exec(title) ?? /^Let (\S+) join$/.exec(title) ?? [];
  const node = nodes.find(({ name }) => name === (stopped ?? restarted));
  if (node === undefined) throw new Error(`${title}: nothing that a test knows to do`);
  await (stopped === undefined ? restart(node) : node.stop());
  return undefined;
}

/** Tells whether what has to hold before the next step holds now. */
async function holds({ until, title }: Step, answer: unknown, { nodes }: Following): Promise<boolean> {
  const get = async (path: string): Promise<unknown> => (await askAny(nodes, path))?.body;
  const list = async (path: string): Promise<readonly Readonly<Record<string, string | null>>[]> => {
    const rows = await get(`${path}${path.includes('?') ? '&' : '?'}format=json`);
    return Array.isArray(rows) ? (rows as Record<string, string | null>[]) : [];
  };
  if (until === undefined || until === 'the request has answered') return true;
  if (until === 'its state is SUCCESS')
    return (answer as { snapshot?: { state?: string } }).snapshot?.state === 'SUCCESS';
  if (until === 'its status is green' || until === 'GET /_cluster/health has the status green')
    return ((await get('/_cluster/health')) as { status?: string } | undefined)?.status === 'green';
  const [, shards] = /^GET \/_cat\/shards lists no shard on (.*)$/.exec(until) ?? [];
  if (shards !== undefined) {
    const rows = await list('/_cat/shards?h=node');
    // A shard that moves is listed as `a -> 127.0.0.3 id b`.
    return rows.length > 0 && rows.every(({ node }) => !namesIn(shards).some((name) => node?.split(' ')[0] === name));
  }
  const [, path = '', verb, names = ''] =
    /^GET (\/_cat\/nodes\?h=\S+) (lists|no longer lists) (.*?)(?: with its new roles)?$/.exec(until) ?? [];
  if (verb === undefined) throw new Error(`${title}: no test knows how to wait until ${until}`);
  const rows = await list(path);
  const listed = rows.map(({ name }) => name);
  if (verb !== 'lists') return rows.length > 0 && !namesIn(names).some((name) => listed.includes(name));
  const isDemoted = until.endsWith(' with its new roles');
  return namesIn(names).every((name) =>
    rows.some((row) => row['name'] === name && !(isDemoted && row['node.role']?.includes('m') === true)),
  );
}

function namesIn(words: string): readonly string[] {
  return words.split(/, | and /);
}
