/** A proxy between a check and a real cluster: it notes each request, and may change an answer on its way. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ask } from '../cluster/ask.ts';
import type { Account } from '../cluster/ask.ts';

/** What becomes of the answer to a request: another body, made of the server's own, which is `{}` if it refuses. */
export type Changes = Readonly<Record<string, (body: never) => unknown>>;

export interface Between {
  /** As whom the cluster is asked, if it has accounts. */
  readonly account?: Account;
  /** By the paths of requests, without the query. */
  readonly changes?: Changes;
  /** What happens before the cluster is asked for a path. */
  readonly before?: (path: string) => Promise<void> | void;
}

/** Runs something with the URL of the proxy, and gives the requests that came, as `GET /path`. */
export async function between(
  url: string,
  { account, changes = {}, before }: Between,
  run: (proxy: string) => Promise<void>,
): Promise<readonly string[]> {
  const noted: string[] = [];
  const proxy = createServer((request, response) => {
    const { method = '', url: path = '' } = request;
    const bare = bareOf(path);
    noted.push(`${method} ${bare}`);
    const answer = async (): Promise<void> => {
      await before?.(bare);
      const { status, body } = await ask(`${url}${path}`, { account, method });
      const change = changes[bare];
      const [told, changed] =
        change === undefined ? [status, body] : [200, change((status === 200 ? body : {}) as never)];
      response.writeHead(told, { 'content-type': 'application/json', 'x-elastic-product': 'Elasticsearch' });
      response.end(JSON.stringify(changed));
    };
    answer().catch(() => response.destroy());
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  try {
    await run(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
  } finally {
    proxy.closeAllConnections();
    proxy.close();
  }
  return noted;
}

/** A path without its query, and without the names that it filters by. */
export function bareOf(path: string): string {
  return path
    .replace(/\?.*/, '')
    .replace(/^\/_all\/_settings\/.*/, '/_all/_settings')
    .replace(/^(\/_nodes(?:\/stats)?)\/(?!stats).*/, '$1')
    .replace(/^\/_cluster\/state\/.*/, '/_cluster/state');
}
