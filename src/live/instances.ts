/** Asks what stands beside a cluster: instances of dashboards and pipeline nodes, each of which answers for itself. */
import { isMap } from '../ground/json-map.ts';
import type { Answer } from './answer.ts';
import { Asking } from './asking.ts';
import type { Budget, Manner } from './asking.ts';
import type { Json } from './bounded-json.ts';
import { callsOf } from './calls.ts';
import type { Call, ClusterProduct, InstanceProduct } from './calls.ts';
import { byCall, jobFor } from './following.ts';
import type { Job } from './lanes.ts';
import type { NodeAddress } from './node-address.ts';

export type InstanceKind = 'dashboard' | 'pipeline';

export interface InstanceAddress {
  readonly kind: InstanceKind;
  readonly address: NodeAddress;
}

/** What an instance answered. Requests name its URL. */
export interface CollectedInstance {
  readonly kind: InstanceKind;
  /** As it answers; else what belongs to the cluster. */
  readonly product: InstanceProduct;
  /** Undefined if it does not tell: dashboards tell little without a login. */
  readonly release?: string | undefined;
  readonly url: string;
  readonly answers: readonly Answer[];
}

/** The instances of a run. */
export class Instances {
  readonly #manner: Manner;
  readonly #budget: Budget;
  readonly #asking: Asking[] = [];
  readonly #found = new Map<InstanceAddress, CollectedInstance>();
  readonly #addresses: InstanceAddress[] = [];

  constructor(manner: Manner, budget: Budget) {
    // The name that a server is to have is that of a node.
    const { ca, cert, key, rejectUnauthorized } = manner.trust;
    this.#manner = { ...manner, trust: { ca, cert, key, rejectUnauthorized } };
    this.#budget = budget;
  }

  /** The number of requests that were sent. */
  get requests(): number {
    return this.#asking.reduce((sum, { requests }) => sum + requests, 0);
  }

  /** The calls to all of them. A login that one refuses is not sent to others of its kind. */
  jobs(addresses: readonly InstanceAddress[], cluster: ClusterProduct): readonly Job[] {
    this.#addresses.push(...addresses);
    return (['dashboard', 'pipeline'] as const).flatMap((kind) => {
      const [first, ...others] = addresses.filter((one) => one.kind === kind);
      return first === undefined ? [] : [this.#job(first, USUAL[kind][cluster], others)];
    });
  }

  /** What they answered, as far as their jobs are done. */
  collected(): readonly CollectedInstance[] {
    const found = this.#addresses.flatMap((address) => this.#found.get(address) ?? []);
    return found.map((one) => ({ ...one, answers: [...one.answers].sort(byCall) }));
  }

  /** Ends all connections. */
  close(): void {
    for (const asking of this.#asking) asking.close();
  }

  /** Asks an instance who it is, then for the rest; `others`: those to ask from then on. */
  #job(instance: InstanceAddress, usual: InstanceProduct, others: readonly InstanceAddress[]): Job {
    return async () => {
      const asking = this.#open(instance);
      const [call] = callsOf(usual);
      if (call === undefined) return [];
      const first = identified(await asking.answer(asking.asked(call)));
      const { product, release } =
        first.state === 'given' ? identityOf(instance.kind, first.body) : { product: usual, release: undefined };
      const answers: Answer[] = [first];
      this.#found.set(instance, { kind: instance.kind, product, release, url: instance.address.url, answers });
      const isRefused = first.state === 'unseen' && first.reason === 'unauthenticated';
      if (isRefused) for (const other of others) this.#leaveOut(other, usual, first);
      const next = isRefused ? [] : others.map((other) => this.#job(other, usual, []));
      const calls = callsOf(product, release);
      answers.push(...asking.unavailable(product, calls));
      const [, ...more] = calls;
      // What does not say who it is says nothing else either.
      if (first.state === 'unseen') answers.push(...unseenLike(first, asking, more));
      else {
        const now = more.filter(({ follows }) => follows === undefined);
        next.push(...now.map((one) => jobFor(asking.asked(one), { asking, calls, answers })));
      }
      return next;
    };
  }

  #open({ address }: InstanceAddress): Asking {
    const asking = new Asking(address, this.#manner, this.#budget, address.url);
    this.#asking.push(asking);
    return asking;
  }

  /** Has all calls to an instance unseen for a reason. */
  #leaveOut(instance: InstanceAddress, product: InstanceProduct, because: Answer): void {
    const asking = this.#open(instance);
    const answers = unseenLike(because, asking, callsOf(product));
    this.#found.set(instance, { kind: instance.kind, product, url: instance.address.url, answers });
  }
}

/** Calls that are not made, as one was not answered. */
function unseenLike(because: Answer, asking: Asking, calls: readonly Call[]): readonly Answer[] {
  const now = calls.filter(({ follows }) => follows === undefined);
  return now.map((call) => ({ ...because, ...asking.asked(call) }));
}

/** What stands beside a cluster, unless it says otherwise. */
const USUAL: Readonly<Record<InstanceKind, Readonly<Record<ClusterProduct, InstanceProduct>>>> = {
  dashboard: { elasticsearch: 'kibana', opensearch: 'opensearch-dashboards' },
  pipeline: { elasticsearch: 'logstash', opensearch: 'logstash' },
};

/** Tells the product and the release from what an instance says first. */
function identityOf(kind: InstanceKind, body: Json): Pick<CollectedInstance, 'product' | 'release'> {
  const version = partOf(body, 'version');
  const number = kind === 'pipeline' ? version : partOf(body, 'version', 'number');
  const release = typeof number === 'string' && /^\d+\.\d+/.test(number) ? number : undefined;
  if (kind === 'pipeline') return { product: 'logstash', release };
  // OpenSearch Dashboards has kept the old form, and begins its releases with 1 where Kibana was at 7.
  const isOld = typeof partOf(body, 'status', 'overall', 'state') === 'string';
  const isKibana = !isOld || (release !== undefined && Number.parseInt(release, 10) > LAST_OPENSEARCH);
  return { product: isKibana ? 'kibana' : 'opensearch-dashboards', release };
}

/** The last major release that OpenSearch Dashboards has, and the first of Kibana in the old form comes after. */
const LAST_OPENSEARCH = 3;

/** The first answer of an instance; unreadable if it is that of something else with an object of the same name. */
function identified(answer: Answer): Answer {
  if (answer.state === 'unseen' || answer.call.path !== '/api/status') return answer;
  const overall = ['level', 'state'].map((key) => partOf(answer.body, 'status', 'overall', key));
  if (overall.some((state) => typeof state === 'string')) return answer;
  const { call, request, parameters } = answer;
  return { call, request, parameters, state: 'unseen', reason: 'unreadable' };
}

function partOf(body: Json, ...keys: readonly string[]): Json | undefined {
  return keys.reduce<Json | undefined>((value, key) => (isMap(value) ? value[key] : undefined), body);
}
