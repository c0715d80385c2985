/** Asks a cluster everything that a check needs to know, with `GET` only, and keeps the answers. */
import type { Answer, Asked } from './answer.ts';
import { Asking } from './asking.ts';
import type { Budget, Manner, Most } from './asking.ts';
import { CALLS, callsOf } from './calls.ts';
import type { Call } from './calls.ts';
import { byCall, jobFor } from './following.ts';
import { CannotCollect, mayAnotherAnswer } from './failures.ts';
import type { Failure } from './failures.ts';
import { failureOfNodes, identityOf } from './identity.ts';
import type { Identity } from './identity.ts';
import { Instances } from './instances.ts';
import type { CollectedInstance, InstanceAddress } from './instances.ts';
import { inLanes } from './lanes.ts';
import type { NodeAddress } from './node-address.ts';
import type { Certificate } from './send.ts';
import { CLOCK } from './tries.ts';
import type { Clock } from './tries.ts';

export interface Collecting extends Omit<Manner, 'clock' | 'most'> {
  /** Nodes of one cluster, at least one; they are tried in this order until one answers. */
  readonly nodes: readonly NodeAddress[];
  /** What is asked besides, once the cluster answers. */
  readonly instances?: readonly InstanceAddress[];
  readonly clock?: Clock;
  readonly most?: Partial<Most>;
}

/** The most that is kept of a cluster. A value takes some fifty bytes of memory, or more; fifty thousand shards are half a million values. */
export const MOST: Most = { bytes: 64 * 2 ** 20, allBytes: 96 * 2 ** 20, allValues: 2_500_000 };

/** What a cluster answered. */
export interface Collected extends Identity {
  /** The URL of the node that answered. */
  readonly from: string;
  /** The file that the answers come from, as it is shown; undefined for a cluster that was asked now. */
  readonly recording?: string;
  /** True if parts of its answers that no rule reads are left out. */
  readonly isReduced?: boolean;
  /** True if names in it are pseudonyms. */
  readonly hasPseudonyms?: boolean;
  /** When it was asked, as ISO 8601. */
  readonly at: string;
  /** The number of requests that were sent. */
  readonly requests: number;
  /** In the order of the calls; those for several things in the order of their names. */
  readonly answers: readonly Answer[];
  /** In the order in which they were named, dashboards first. */
  readonly instances: readonly CollectedInstance[];
  /** What the node showed in the handshake; undefined without TLS. */
  readonly certificate: Certificate | undefined;
}

/** The answers to a call by its name; several if it is made for each of several things. */
export function answersTo({ answers }: Collected, name: string): readonly Answer[] {
  return answers.filter(({ call }) => call.name === name);
}

/** Asks a cluster. Throws CannotCollect if no judgement can be made: no node answers, or not about the nodes. */
export async function collect({ nodes, instances = [], clock = CLOCK, most, ...rest }: Collecting): Promise<Collected> {
  const manner = { ...rest, clock, most: { ...MOST, ...most } };
  const { allBytes, allValues } = manner.most;
  const budget = { end: clock.now() + manner.time, room: { bytes: allBytes, values: allValues } };
  const tried: string[] = [];
  for (const address of nodes) {
    tried.push(address.url);
    const result = await collectFrom(address, instances, manner, budget);
    if (!('failed' in result)) return result;
    if (!mayAnotherAnswer(result)) throw new CannotCollect(result, [address.url]);
    if (tried.length === nodes.length || clock.now() >= budget.end) throw new CannotCollect(result, tried);
  }
  throw new Error('a cluster has at least one node');
}

/** Everything that one node answers; a failure if it does not say who it is, or says nothing about the nodes. */
async function collectFrom(
  address: NodeAddress,
  instances: readonly InstanceAddress[],
  manner: Manner,
  budget: Budget,
): Promise<Collected | Failure> {
  const asking = new Asking(address, manner, budget);
  const beside = new Instances(manner, budget);
  try {
    const at = new Date(manner.clock.now()).toISOString();
    // Both products are asked for these in the same way. No more is sent until the login is known to be good.
    const [askedRoot, askedNodes] = FIRST.map((call) => asking.asked(call)) as [Asked, Asked];
    const [root, received] = await Promise.all([asking.receive(askedRoot), asking.receive(askedNodes)]);
    const login = manner.login.header() !== undefined;
    const identity = identityOf(root, askedRoot, login);
    if ('failed' in identity) return identity;
    const calls = callsOf(identity.product, identity.version);
    const ofRelease = (asked: Asked): Asked => ({ ...asked, call: calls.find(isNamed(asked.call.name)) ?? asked.call });
    const nodes = asking.read(ofRelease(askedNodes), received);
    const failure = failureOfNodes(received, nodes, login);
    if (failure !== undefined) return failure;
    const later = asking.unavailable(identity.product, calls);
    const answers = [asking.read(ofRelease(askedRoot), root), nodes, ...later];
    const others = calls.filter(({ name, follows }) => follows === undefined && !FIRST.some(isNamed(name)));
    const jobs = others.map((call) => jobFor(asking.asked(call), { asking, calls, answers }));
    await inLanes([...jobs, ...beside.jobs(instances, identity.product)]);
    return {
      ...{ ...identity, from: address.url, at, requests: asking.requests + beside.requests },
      answers: answers.sort(byCall),
      instances: beside.collected(),
      certificate: 'failed' in root ? undefined : root.certificate,
    };
  } finally {
    asking.close();
    beside.close();
  }
}

/** The calls without whose answers nothing can be judged. */
const FIRST = ['root', 'nodes'].flatMap((name) => CALLS.find(isNamed(name)) ?? []);

function isNamed(name: string): (call: Call) => boolean {
  return (call) => call.name === name;
}
