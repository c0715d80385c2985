/** Settings of clusters that tasks send to them: `PUT _cluster/settings`. They count above the files of nodes. */
import { textsBetweenHoles } from '../../ansible/index.ts';
import type { DeployedRequest, Host, Inventory, RenderedText } from '../../ansible/index.ts';
import { append } from '../../model/multimap.ts';
import type { DeployedProduct, Products } from './deployed-product.ts';
import { shownHost } from '../hosts.ts';
import { hostOf, NamedNodes, OWN_NAMES } from './named-nodes.ts';
import { isSameProductValue, whyMaybeSet } from '../rendered/reading.ts';
import type { ProductValue, SettingCause } from '../rendered/reading.ts';
import { readYamlSettings } from '../rendered/yaml-settings.ts';
import { scalarText } from '../plain.ts';
import { isNull } from '../../source/tree.ts';
import type { Values } from '../values.ts';

/** The nodes of a stack, and the requests of tasks. */
interface Deployed {
  of(part: 'search'): Products;
  requestsOf(host: Host): readonly DeployedRequest[];
}

/** A request with the cluster that it reaches; undefined if that is not known. */
interface Sent {
  readonly request: DeployedRequest;
  readonly cluster: string | undefined;
}

const PATH = /\/_cluster\/settings(?![\w/])/;
/** The settings that count first: https://www.elastic.co/docs/deploy-manage/stack-settings */
const KINDS = ['transient', 'persistent'];

export class ClusterRequests {
  readonly #inventory: Inventory;
  readonly #values: Values;
  readonly #deployed: Deployed;
  #found: readonly Sent[] | undefined;

  constructor(inventory: Inventory, values: Values, deployed: Deployed) {
    this.#inventory = inventory;
    this.#values = values;
    this.#deployed = deployed;
  }

  /** The value of a setting that tasks send to the cluster of a node, or may send; undefined if none does. */
  valueFor(node: DeployedProduct, setting: string): ProductValue | undefined {
    const own = clusterOf(node);
    let last: ProductValue | undefined;
    for (const { request, cluster } of this.#sent) {
      if (cluster !== undefined && own !== undefined && cluster !== own) continue;
      const value = valueIn(request, setting);
      if (value === undefined || isSameProductValue(value, last)) continue;
      const { possible, place } = request;
      const message = 'only a run can know which cluster the request reaches that sets it';
      const isReached = cluster !== undefined && cluster === (own ?? '');
      const why: SettingCause | undefined = possible ?? (isReached ? undefined : { reason: 'task', message, place });
      last = why === undefined || value.state === 'unknown' ? value : { ...value, state: 'unknown', why };
    }
    return last;
  }

  /** The names of the settings that requests set, whichever cluster they reach. */
  get names(): readonly string[] {
    const names = this.#sent.flatMap(({ request: { body } }) =>
      body === undefined ? [] : [...readYamlSettings(body, 'last').values.keys()],
    );
    return names.flatMap((name) => /^(?:transient|persistent)\.(.+)$/.exec(name)?.[1] ?? []);
  }

  get #sent(): readonly Sent[] {
    return (this.#found ??= this.#find());
  }

  #find(): readonly Sent[] {
    const hosts = [...this.#inventory.hosts.values()];
    const all = hosts.flatMap((host) =>
      this.#deployed.requestsOf(host).flatMap((request) => (setsCluster(request) ? [{ host, request }] : [])),
    );
    if (all.length === 0) return [];
    const nodes = this.#deployed.of('search');
    const members = new Map<string, { readonly host: string }[]>();
    for (const [host, products] of nodes)
      for (const product of products) append(members, clusterOf(product) ?? '', { host: shownHost(host) });
    const clusters = Array.from(members, ([label, own]) => ({ label, nodes: own, scattered: false }));
    const named = new NamedNodes(nodes, clusters, this.#inventory, this.#values);
    const [only, ...others] = clusters;
    return all.map(({ host, request }) => {
      const name = hostIn(request.url);
      const reached = name === undefined ? [] : [...named.clustersAt(name, host)];
      const isElsewhere = name !== undefined && !OWN_NAMES.has(name);
      const [cluster] = reached.length === 1 ? reached : [];
      return { request, cluster: cluster ?? (others.length > 0 || isElsewhere ? undefined : only?.label) };
    });
  }
}

/** The name of a node's cluster; empty if it has the product's, undefined if it is not known. */
function clusterOf(node: DeployedProduct): string | undefined {
  const name = node.valueOf('cluster.name');
  if (name?.state === 'unknown') return undefined;
  return name?.value.kind === 'scalar' ? scalarText(name.value) : '';
}

function setsCluster({ method, url }: DeployedRequest): boolean {
  return method === 'PUT' && textsBetweenHoles(url).some((text) => PATH.test(text));
}

/** The name of the host in an address; undefined if it is not known. */
function hostIn(url: RenderedText): string | undefined {
  const host = hostOf(url.map((part) => (part.kind === 'text' ? part.text : HOLE)).join(''));
  return host.includes(HOLE) || host === '' ? undefined : host;
}

/** A text that no address has. */
const HOLE = '\ufffc';

function valueIn({ body, place }: DeployedRequest, setting: string): ProductValue | undefined {
  if (body === undefined) {
    const message = 'the body of a request is not known that may set it';
    return { state: 'unknown', why: { reason: 'task', message, place } };
  }
  const reading = readYamlSettings(body, 'last');
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
