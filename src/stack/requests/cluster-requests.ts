/**
 * The requests that a project keeps for the clusters of its stack: those that tasks send, and those of files for people
 * to send. What they set counts above the files of nodes.
 */
import type { DeployedRequest, Host, Inventory } from '../../ansible/index.ts';
import type { Cluster } from '../../model/stack.ts';
import type { Location } from '../../source/document.ts';
import { isNull } from '../../source/tree.ts';
import { scalarText } from '../plain.ts';
import type { DeployedProduct, Products } from '../products/deployed-product.ts';
import { hostOf } from '../../model/network-address.ts';
import { NamedNodes, OWN_NAMES } from '../products/named-nodes.ts';
import { isSameProductValue, whyMaybeSet } from '../rendered/reading.ts';
import type { ProductValue, SettingCause } from '../rendered/reading.ts';
import { readRequestBody } from '../rendered/yaml-settings.ts';
import type { Values } from '../values.ts';
import type { KeptRequest } from './request-files.ts';
import { isChange } from './request-paths.ts';
import { shownText, isPartlyUnknown, subjectOf } from './request-kinds.ts';
import type { Subject } from './request-kinds.ts';

/** Where the requests of a stack come from. */
export interface SourcesOfRequests {
  readonly inventory: Inventory;
  readonly values: Values;
  /** The nodes that plays deploy, and the requests of tasks; undefined if there are no plays. */
  readonly deployed: Deployed | undefined;
  /** The requests in files. */
  readonly kept: readonly KeptRequest[];
}

interface Deployed {
  of(part: 'search'): Products;
  requestsOf(host: Host): readonly DeployedRequest[];
}

/** The clusters of a stack; `fallback`: the label of one that nothing names. */
export interface ClustersOfStack {
  readonly all: readonly Pick<Cluster, 'label' | 'nodes' | 'scattered'>[];
  readonly fallback: string;
}

/** A request with the cluster that it is for. */
export interface Addressed {
  readonly request: DeployedRequest;
  /** True if a task sends it. */
  readonly isOfTask: boolean;
  /** The label of the cluster that it reaches; undefined if only a run can know. */
  readonly cluster: string | undefined;
  /** True if nothing says which of several clusters it is for, so that it counts for each. */
  readonly isForEach?: boolean;
}

/** A request with what it is about. */
export interface Sent extends Subject, Addressed {}

/** The settings that count first: https://www.elastic.co/docs/deploy-manage/stack-settings */
const KINDS = ['transient', 'persistent'];

export class ClusterRequests {
  readonly #sources: SourcesOfRequests;
  readonly #clusters: () => ClustersOfStack;
  #found: readonly Sent[] | undefined;
  #changing: readonly Addressed[] | undefined;

  /** `clusters` is asked with the first question. */
  constructor(sources: SourcesOfRequests, clusters: () => ClustersOfStack) {
    this.#sources = sources;
    this.#clusters = clusters;
  }

  /** All requests, whichever cluster they reach. */
  get all(): readonly Sent[] {
    return this.#sent;
  }

  /** True if some request sets settings of a cluster. */
  get setSettings(): boolean {
    return this.#sent.some(({ kind }) => kind === 'cluster-settings');
  }

  /** The requests that reach a cluster, or may reach it, in order. */
  reaching(label: string): readonly Sent[] {
    return this.#sent.filter((one) => mayReach(one, label));
  }

  /** The requests that change something of a cluster, or may, whether they are judged or not, in order. */
  changing(label: string): readonly Addressed[] {
    return (this.#changing ??= this.#addressed(isChange)).filter((one) => mayReach(one, label));
  }

  /** The value of a setting that requests give the cluster of a node, or may give; undefined if none does. */
  valueFor(node: DeployedProduct, setting: string): ProductValue | undefined {
    return this.valueIn(clusterOf(node), setting);
  }

  /**
   * The value of a setting that requests give a cluster, or may give; undefined if none does. `named`: the name of the
   * cluster; empty if it has none, undefined if it is not known.
   */
  valueIn(named: string | undefined, setting: string): ProductValue | undefined {
    let last: ProductValue | undefined;
    for (const sent of this.#sent) {
      const { request, cluster } = sent;
      const { fallback } = this.#clusters();
      const own = named === '' ? fallback : named;
      if (cluster !== undefined && own !== undefined && cluster !== own) continue;
      const value = valueInRequest(sent, setting);
      if (value === undefined || isSameProductValue(value, last)) continue;
      const { possible, place } = request;
      const message = 'only a run can know which cluster the request reaches that sets it';
      const isReached = cluster !== undefined && cluster === (own ?? fallback);
      const why: SettingCause | undefined = possible ?? (isReached ? undefined : { reason: 'task', message, place });
      last = why === undefined || value.state === 'unknown' ? value : { ...value, state: 'unknown', why };
    }
    return last;
  }

  /** The names of the settings that requests set, whichever cluster they reach. */
  get names(): readonly string[] {
    const names = this.#sent.flatMap(({ kind, request: { body } }) =>
      body === undefined || kind !== 'cluster-settings' ? [] : [...readRequestBody(body).values.keys()],
    );
    return names.flatMap((name) => /^(?:transient|persistent)\.(.+)$/.exec(name)?.[1] ?? []);
  }

  get #sent(): readonly Sent[] {
    return (this.#found ??= this.#addressed((one) => subjectOf(one) !== undefined).flatMap((one): readonly Sent[] => {
      const subject = subjectOf(one.request);
      return subject === undefined ? [] : [{ ...subject, ...one }];
    }));
  }

  #addressed(isWanted: (request: DeployedRequest) => boolean): readonly Addressed[] {
    return [...this.#keptInFiles(isWanted), ...this.#sentByTasks(isWanted)];
  }

  #keptInFiles(isWanted: (request: DeployedRequest) => boolean): readonly Addressed[] {
    const kept = this.#sources.kept.filter(isWanted);
    if (kept.length === 0) return [];
    const found = [...new Set(this.#clusters().all.map(({ label }) => label))];
    const labels = found.length === 0 ? [undefined] : found;
    return kept.flatMap((request) => {
      const own = request.cluster === undefined ? labels : [request.cluster];
      return own.map((cluster) => ({ request, isOfTask: false, cluster, isForEach: own.length > 1 }));
    });
  }

  /** The places at which requests to a cluster take any certificate for its own, each once. */
  unverifiedTo(label: string): readonly Location[] {
    const found = new Map<string, Location>();
    for (const { request, cluster } of this.#ofTasks(({ unverified }) => unverified !== undefined)) {
      const { url, unverified } = request;
      if (unverified === undefined || cluster !== label || shownText(url).startsWith('http:')) continue;
      found.set(`${unverified.document.file} ${String(unverified.start)}`, unverified);
    }
    return [...found.values()];
  }

  #sentByTasks(isWanted: (request: DeployedRequest) => boolean): readonly Addressed[] {
    const different = new DifferentRequests();
    for (const { request, cluster } of this.#ofTasks(isWanted)) different.add({ request, isOfTask: true, cluster });
    return different.all;
  }

  /** The requests of tasks that are of a kind, each with the cluster that it reaches. */
  #ofTasks(isWanted: (request: DeployedRequest) => boolean): readonly Pick<Addressed, 'request' | 'cluster'>[] {
    const { inventory, values, deployed } = this.#sources;
    if (deployed === undefined) return [];
    const all = [...inventory.hosts.values()].flatMap((host) =>
      deployed.requestsOf(host).flatMap((request) => (isWanted(request) ? [{ host, request }] : [])),
    );
    if (all.length === 0) return [];
    const { all: clusters } = this.#clusters();
    const named = new NamedNodes(deployed.of('search'), clusters, inventory, values);
    const [only, ...others] = clusters;
    return all.map(({ host, request }) => {
      const name = hostIn(request);
      const reached = name === undefined ? [] : [...named.clustersAt(name, host)];
      const isElsewhere = name !== undefined && !OWN_NAMES.has(name);
      const [cluster] = reached.length === 1 ? reached : [];
      return { request, cluster: cluster ?? (others.length > 0 || isElsewhere ? undefined : only?.label) };
    });
  }
}

/** Requests, each once: tasks send the same from many hosts. */
class DifferentRequests {
  readonly #found = new Map<string, Addressed>();

  add(sent: Addressed): void {
    const { request, cluster } = sent;
    const { document, start } = request.place;
    const texts = [request.url, request.body ?? []].map(shownText);
    const key = [document.file, String(start), cluster, ...texts].join('\0');
    if (request.possible === undefined || !this.#found.has(key)) this.#found.set(key, sent);
  }

  get all(): readonly Addressed[] {
    return [...this.#found.values()];
  }
}

function mayReach({ cluster }: Addressed, label: string): boolean {
  return cluster === undefined || cluster === label;
}

/** The name of a node's cluster; empty if it has the product's, undefined if it is not known. */
function clusterOf(node: DeployedProduct): string | undefined {
  const name = node.valueOf('cluster.name');
  if (name?.state === 'unknown') return undefined;
  return name?.value.kind === 'scalar' ? scalarText(name.value) : '';
}

/** The name of the host that a request goes to; undefined if it is not known. */
function hostIn({ url }: DeployedRequest): string | undefined {
  const host = hostOf(shownText(url));
  return isPartlyUnknown(host) || host === '' ? undefined : host;
}

function valueInRequest({ kind, request: { body, place } }: Sent, setting: string): ProductValue | undefined {
  if (kind !== 'cluster-settings') return undefined;
  if (body === undefined) {
    const message = 'the body of a request is not known that may set it';
    return { state: 'unknown', why: { reason: 'task', message, place } };
  }
  const reading = readRequestBody(body);
  for (const kind of KINDS) {
    const name = `${kind}.${setting}`;
    const value = reading.values.get(name);
    // Null takes a setting away.
    if (value !== undefined && !(value.state === 'known' && isNull(value.value))) return value;
    const why = value === undefined ? whyMaybeSet(reading, name) : undefined;
    if (why !== undefined) return { state: 'unknown', why };
  }
  return undefined;
}
