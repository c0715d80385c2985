/** Asks the servers of tests, with limits that are short where something hangs, and a clock that never waits. */
import { answersTo, collect } from '../../src/live/collect.ts';
import type { Collected, Collecting } from '../../src/live/collect.ts';
import { Login } from '../../src/live/credentials.ts';
import { CannotCollect } from '../../src/live/failures.ts';
import { nodeAddress } from '../../src/live/node-address.ts';
import type { Clock } from '../../src/live/tries.ts';
import { readTrust } from '../../src/live/trust.ts';
import type { Trust, TrustOptions } from '../../src/live/trust.ts';
import { unseenAnswers } from '../../src/live/unseen.ts';
import { memoryFiles } from '../memory-files.ts';
import { CLUSTER, withServer } from './server.ts';
import type { Replies, Reply } from './server.ts';

/** A clock on which waiting takes no time, but counts as if it had. */
export function hastyClock(): Clock & { readonly waits: readonly number[] } {
  const waits: number[] = [];
  return {
    waits,
    now: () => Date.now() + waits.reduce((sum, wait) => sum + wait, 0),
    wait: (milliseconds) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
    random: () => 0.5,
  };
}

export type How = Partial<Omit<Collecting, 'nodes'>>;

/** Collects from nodes by their URLs. */
export function collected(urls: readonly string[], how: How = {}): Promise<Collected> {
  return collect({
    ...{ nodes: urls.map((url) => nodeAddress(url)), login: new Login(), trust: {}, environment: {} },
    ...{ callTime: 20_000, time: 60_000, clock: hastyClock() },
    ...how,
  });
}

/** The message by which a run ends that has nothing to judge. */
export async function complaintOf(urls: readonly string[], how: How = {}): Promise<string> {
  try {
    await collected(urls, how);
  } catch (error) {
    if (error instanceof CannotCollect) return error.message;
    throw error;
  }
  throw new Error('the cluster was judged');
}

/** A cluster whose answer to one call is another one. */
export const but = (path: string, reply: Reply | readonly Reply[]): Replies => ({ ...CLUSTER, [path]: reply });

/** What became of a call. */
export async function outcome(name: string, replies: Replies, how: How = {}): Promise<string> {
  let told = '';
  await withServer(replies, async ({ url }) => {
    const all = await collected([url], how);
    const unseen = messagesOf(all, name);
    const bodies = answersTo(all, name).map((answer) => ('body' in answer ? JSON.stringify(answer.body) : ''));
    told = unseen.length > 0 ? unseen.join('; ') : bodies.join('; ');
  });
  return told;
}

/** Why the answers to a call were not seen. */
export function messagesOf(all: Collected, name: string): readonly string[] {
  return unseenAnswers(all)
    .filter((answer) => answer.name === name)
    .map(({ message }) => message);
}

/** The complaint of a run about one server, whose URL stands as URL. */
export async function complaint(replies: Replies, how: How = {}): Promise<string> {
  let told = '';
  await withServer(replies, async ({ url }) => {
    told = (await complaintOf([url], how)).replaceAll(url, 'URL');
  });
  return told;
}

/** What a run trusts, whose files have these texts. */
export function trusting(texts: TrustOptions): Trust {
  const { serverName, ...files } = texts;
  const paths = Object.fromEntries(Object.keys(files).map((option) => [option, `/${option}`]));
  const tree = Object.fromEntries(Object.entries(files).map(([option, text]) => [`/${option}`, String(text)]));
  return readTrust({ ...paths, serverName }, memoryFiles(tree));
}
