/** Clusters for tests of the model, made of a few words. */
import { product as schemaOf } from '../../src/generated/vocabularies.ts';
import type { Origin, Setting } from '../../src/model/setting.ts';
import type { SettingName, SettingTypes } from '../../src/model/settings.ts';
import { dashboard, pipelineNode, searchNode } from '../../src/model/stack.ts';
import type {
  Cluster,
  Dashboards,
  Pipeline,
  Product,
  SearchNode,
  SettingSource,
  Stack,
} from '../../src/model/stack.ts';
import { ownSettings } from '../../src/stack/own-settings.ts';

const ORIGIN: Origin = { file: 'hosts', start: 0, end: 0 };

export const PRODUCTS = {
  elasticsearch: {
    name: 'Elasticsearch',
    roles: [
      ...['master', 'voting_only', 'data', 'data_content', 'data_hot', 'data_warm', 'data_cold', 'data_frozen'],
      ...['ingest', 'ml', 'transform', 'remote_cluster_client'],
    ],
  },
  opensearch: {
    name: 'OpenSearch',
    roles: ['master', 'cluster_manager', 'data', 'ingest', 'search', 'warm', 'remote_cluster_client'],
    hasOtherRoles: true,
  },
} as const satisfies Readonly<Record<string, Product>>;

/** A value that is not known. */
export const UNKNOWN = Symbol('unknown');

/** A node in a few words; what is left out is unset. */
export interface MadeNode {
  readonly host: string;
  readonly product?: keyof typeof PRODUCTS;
  readonly roles?: readonly string[] | typeof UNKNOWN | undefined;
  /** `{ zone: 'a' }` */
  readonly attributes?: Readonly<Record<string, string>> | typeof UNKNOWN | undefined;
  readonly awareness?: readonly string[] | typeof UNKNOWN | undefined;
  /** Values that are forced, by attributes. */
  readonly forced?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly clusterName?: string | typeof UNKNOWN | undefined;
  readonly discoveryType?: string | undefined;
  readonly release?: string | undefined;
  readonly addresses?: readonly string[] | undefined;
  /** Other settings by the product's own names. */
  readonly own?: Readonly<Record<string, unknown>> | undefined;
}

function setting<T>(name: string, value: T | typeof UNKNOWN | undefined): Setting<T> {
  const common = { setting: name, variable: name, origin: ORIGIN };
  if (value === UNKNOWN) return { state: 'unknown', ...common, reason: 'template', message: `${name} is not known` };
  return value === undefined ? { state: 'unset', ...common } : { state: 'known', ...common, value: value as T };
}

function sourceOf(values: Readonly<Partial<Record<SettingName, unknown>>>): SettingSource {
  return <N extends SettingName>(name: N) => setting<SettingTypes[N]>(name, values[name] as SettingTypes[N]);
}

export function madeNode(made: MadeNode): SearchNode {
  const { host, product = 'elasticsearch', attributes, forced, own = {} } = made;
  const listed = (all: Readonly<Record<string, string>>) =>
    Object.entries(all).map(([name, value]) => `${name}=${value}`);
  const values = {
    clusterName: made.clusterName ?? 'logs',
    roles: made.roles,
    nodeAttributes: attributes === undefined || attributes === UNKNOWN ? attributes : listed(attributes),
    awarenessAttributes: made.awareness,
    awarenessForced: forced && Object.entries(forced).map(([name, all]) => `${name}.values=${all.join(',')}`),
    discoveryType: made.discoveryType,
    release: made.release,
    addresses: made.addresses,
    knownAs: [host],
  };
  const member = {
    ...{ host, groups: [], clusterLabel: 'logs' },
    own: ownSettings(
      {
        given: (name: string) => {
          const given = setting<unknown>(name, own[name]);
          return given.state === 'unset' ? undefined : given;
        },
        placeToSet: () => ORIGIN,
      },
      product,
      schemaOf(product),
    ),
  };
  return searchNode(member, sourceOf(values), PRODUCTS[product]);
}

/** A cluster of these nodes. */
export function madeCluster(nodes: readonly MadeNode[], rest: Partial<Cluster> = {}): Cluster {
  return { label: 'logs', nodes: nodes.map(madeNode), possible: [], scattered: false, origin: ORIGIN, ...rest };
}

/** Something that asks the nodes at addresses. */
export interface MadeClient {
  readonly host: string;
  readonly asks?: readonly string[] | typeof UNKNOWN | undefined;
}

export function madeDashboards(clients: readonly MadeClient[]): Dashboards {
  const instances = clients.map(({ host, asks }) =>
    dashboard({ host, groups: [], clusterLabel: 'logs' }, sourceOf({ searchAddresses: asks })),
  );
  return { name: 'Kibana', clusterLabel: 'logs', instances, possible: [], scattered: false };
}

/** A pipeline node with one output; it is not known whether there are more where `isIncomplete`. */
export function madePipeline({ host, asks }: MadeClient, isIncomplete = false): Pipeline {
  const output = {
    plugin: 'elasticsearch',
    searchAddresses: setting('searchAddresses', asks),
    searchProtocol: setting<string>('searchProtocol', undefined),
    searchUser: setting<string>('searchUser', undefined),
    searchVerification: setting<string>('searchVerification', undefined),
  };
  const incomplete = setting('outputs', UNKNOWN);
  return pipelineNode({ host, groups: [], clusterLabel: 'logs' }, sourceOf({}), () => ({
    known: [output],
    incomplete: isIncomplete && incomplete.state === 'unknown' ? incomplete : undefined,
  }));
}

export function madeStack(
  cluster: Cluster,
  {
    dashboards = [],
    pipelines = [],
    ...rest
  }: Partial<Pick<Stack, 'dashboards' | 'pipelines' | 'isObserved' | 'clusters'>> = {},
): Stack {
  return { name: 'logs', clusters: [cluster], dashboards, pipelines, documents: [], ...rest };
}
