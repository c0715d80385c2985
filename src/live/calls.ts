/** The calls that live mode makes, as data: what is sent, the privilege that it takes, and the rules that it feeds. */

import type { Json } from './bounded-json.ts';
import { stayingShards } from './staying-shards.ts';

/** A product that answers for a cluster. */
export type ClusterProduct = 'elasticsearch' | 'opensearch';

export const CLUSTER_PRODUCTS: readonly ClusterProduct[] = ['elasticsearch', 'opensearch'];

/** A product each instance of which answers for itself: dashboards, and pipeline nodes. */
export type InstanceProduct = 'kibana' | 'opensearch-dashboards' | 'logstash';

export const INSTANCE_PRODUCTS: readonly InstanceProduct[] = ['kibana', 'opensearch-dashboards', 'logstash'];

export type Product = ClusterProduct | InstanceProduct;

/** What has to be granted to the account that makes a call. */
export interface Privileges {
  /** Of the cluster: privileges of Elasticsearch, actions of OpenSearch. */
  readonly cluster?: readonly string[];
  /** Of all indices. */
  readonly index?: readonly string[];
  /** What no role can grant, in words. */
  readonly beyond?: string;
}

/** What an answer is, if it can be read: rows, a map by names, or an object with these keys. */
export type Shape = 'rows' | 'map' | Readonly<Record<string, 'map' | 'rows' | 'text'>>;

/**
 * Which calls another answer leads to: one for each key of a map, one for each item of a list (that which the answer
 * has `in` it, or is) by the keys to its name, one if a number is not 0, or what it chooses once the
 * answers that it comes after are there as well.
 */
export type Follows =
  | { readonly call: string; readonly eachKey: string }
  | { readonly call: string; readonly in?: string; readonly eachItem: readonly string[]; readonly as: string }
  | { readonly call: string; readonly ifAny: string }
  | { readonly call: string; readonly after: readonly string[]; readonly each: Chosen };

/** Chooses what a call is made for by several answers, each by the name of its call. */
type Chosen = (bodyOf: (call: string) => Json | undefined) => readonly Readonly<Record<string, string>>[];

/** One call of one product, of all releases from `since` up to `until`, the first without it. */
export interface Call {
  readonly name: string;
  readonly product: Product;
  readonly since: string;
  readonly until?: string;
  /**
   * With the query. `{timeout}` becomes the time that nodes are given to answer, other words in braces what the call
   * asks about.
   */
  readonly path: string;
  /**
   * The path without what only narrows the answer, which has all in the same places then: reports show it to people, where
   * the path is long.
   */
  readonly wholePath?: string;
  readonly privileges: Privileges;
  /** The rules that cannot judge without it. */
  readonly feeds: readonly string[];
  readonly shape: Shape;
  readonly follows?: Follows;
  /** The status, besides 200, that means that the cluster has nothing of this kind. */
  readonly nothing?: number;
}

/** A question that is put to both products, or to one, in the words of each release. */
interface Question {
  readonly name: string;
  readonly shape: Shape;
  readonly feeds: readonly string[];
  readonly follows?: Follows;
  readonly nothing?: number;
  /** The path in all releases of both, unless theirs differs. */
  readonly path?: string;
  readonly wholePath?: string;
  readonly elasticsearch?: Asked | readonly Asked[];
  readonly opensearch?: Asked | readonly Asked[];
}

type Asked = Privileges & Partial<Pick<Call, 'since' | 'until' | 'path'>>;

const MONITOR: Asked = { cluster: ['monitor'] };
const METADATA: Asked = { index: ['view_index_metadata'] };
/** Before 8.5, accounts were shown only to those who may also change them. */
const READ_SECURITY: Asked = { since: '8.5', cluster: ['read_security'] };
const STATE: Asked = { cluster: ['cluster:monitor/state'] };
/** OpenSearch shows its security configuration to those whom the files of its nodes name. */
const SECURITY_API = { beyond: 'a role that plugins.security.restapi.roles_enabled names' };
/** It shows the certificates of all nodes to nobody with a password. */
const ADMIN_CERTIFICATE = { beyond: 'a client certificate that plugins.security.authcz.admin_dn names' };
const INDEX_SETTINGS = [
  'index.blocks.*',
  'index.search.slowlog.*',
  'index.indexing.slowlog.*',
  'index.number_of_replicas',
  'index.auto_expand_replicas',
  'index.hidden',
  'index.store.type',
  'index.routing.allocation.*',
].join(',');

/** The body of a request that asks for one shard, in the query: nothing that is sent has a body. */
const ONE_SHARD =
  '%7B%22index%22%3A%22{index}%22%2C%22shard%22%3A{shard}%2C%22primary%22%3A{primary}%2C%22current_node%22%3A%22{node}%22%7D';

const LATEST_SNAPSHOTS = 'sort=start_time&order=desc&size=20';

/** In the order in which they are made: those that others follow come early. */
const QUESTIONS: readonly Question[] = [
  {
    name: 'root',
    path: '/',
    shape: { version: 'map' },
    feeds: ['topology/cluster-name', 'topology/same-release'],
    elasticsearch: MONITOR,
    opensearch: { cluster: ['cluster:monitor/main'] },
  },
  {
    name: 'nodes',
    path: '/_nodes/settings,os,process,jvm,http,transport?flat_settings=true&timeout={timeout}',
    wholePath: '/_nodes?flat_settings=true',
    shape: { nodes: 'map' },
    feeds: [
      ...['audit/enabled', 'audit/events', 'drift/drained', 'drift/exclusion-left', 'drift/node-missing'],
      ...['disk/data-path', 'drift/node-unknown', 'drift/value', 'topology/awareness'],
      ...['health/shard-capacity', 'memory/heap-equal', 'memory/heap-fixed', 'memory/heap-limit', 'memory/heap-share'],
      ...['memory/memory-lock', 'security/anonymous', 'security/demo-certificates', 'security/destructive-names'],
      ...['security/disabled', 'security/network-exposure', 'snapshot/repository'],
      ...['topology/cluster-name', 'topology/data-nodes', 'topology/dedicated-masters', 'topology/discovery-mode'],
      ...['topology/initial-masters', 'topology/master-heap', 'topology/master-quorum', 'topology/node-names'],
      ...[
        'topology/odd-masters',
        'topology/replicas',
        'topology/same-release',
        'topology/too-many-masters',
        'topology/zone-spread',
      ],
    ],
    elasticsearch: MONITOR,
    opensearch: { cluster: ['cluster:monitor/nodes/info'] },
  },
  {
    name: 'repositories',
    path: '/_snapshot',
    shape: 'map',
    feeds: ['snapshot/policy-repository', 'snapshot/recent-success', 'snapshot/repository'],
    elasticsearch: { cluster: ['monitor_snapshot'] },
    opensearch: { cluster: ['cluster:admin/repository/get'] },
  },
  {
    name: 'health',
    path: '/_cluster/health',
    shape: { status: 'text' },
    feeds: ['drift/drained', 'health/shard-capacity', 'health/status'],
    elasticsearch: MONITOR,
    opensearch: { cluster: ['cluster:monitor/health'] },
  },
  {
    name: 'snapshot-management',
    path: '/_plugins/_sm/policies?size=1000',
    shape: { policies: 'rows' },
    feeds: [
      ...['snapshot/policy', 'snapshot/policy-name', 'snapshot/policy-repository', 'snapshot/policy-retention'],
      ...['snapshot/policy-schedule', 'snapshot/policy-scope', 'snapshot/recent-success'],
    ],
    opensearch: {
      since: '2.1',
      cluster: ['cluster:admin/opensearch/snapshot_management/policy/search'],
    },
  },
  {
    name: 'settings',
    path: '/_cluster/settings?flat_settings=true',
    shape: { persistent: 'map', transient: 'map' },
    feeds: [
      ...['disk/usage', 'disk/watermarks-order', 'disk/watermarks-recommended', 'disk/watermarks-set'],
      ...['drift/drained', 'drift/exclusion-left', 'drift/value', 'health/allocation', 'health/shard-capacity'],
      ...['health/transient-settings', 'security/destructive-names', 'topology/awareness'],
    ],
    elasticsearch: MONITOR,
    opensearch: STATE,
  },
  {
    name: 'node-stats',
    path: '/_nodes/stats/jvm,fs,os,process,breaker?timeout={timeout}',
    wholePath: '/_nodes/stats',
    shape: { nodes: 'map' },
    feeds: ['disk/usage', 'health/heap-use', 'memory/heap-share', 'memory/memory-lock', 'system/limits'],
    elasticsearch: MONITOR,
    opensearch: { cluster: ['cluster:monitor/nodes/stats'] },
  },
  {
    name: 'allocation-explain',
    path: '/_cluster/allocation/explain?include_disk_info=true',
    shape: 'map',
    feeds: ['health/status'],
    follows: { call: 'health', ifAny: 'unassigned_shards' },
    nothing: 400, // the shards were allocated in the meantime
    elasticsearch: MONITOR,
    opensearch: { cluster: ['cluster:monitor/allocation/explain'] },
  },
  {
    name: 'snapshots',
    shape: { snapshots: 'rows' },
    feeds: ['snapshot/recent-success'],
    follows: { call: 'repositories', eachKey: 'repository' },
    elasticsearch: [
      { until: '7.14', path: '/_snapshot/{repository}/_all?ignore_unavailable=true' },
      { since: '7.14', until: '8.3', path: `/_snapshot/{repository}/_all?ignore_unavailable=true&${LATEST_SNAPSHOTS}` },
      {
        since: '8.3',
        path: `/_snapshot/{repository}/_all?ignore_unavailable=true&index_names=false&${LATEST_SNAPSHOTS}`,
      },
    ].map((asked) => ({ ...asked, cluster: ['monitor_snapshot'] })),
    opensearch: {
      path: '/_snapshot/{repository}/_all?ignore_unavailable=true',
      cluster: ['cluster:admin/snapshot/get'],
    },
  },
  {
    name: 'snapshot-management-explain',
    path: '/_plugins/_sm/policies/{policy}/_explain',
    shape: { policies: 'rows' },
    feeds: ['snapshot/recent-success'],
    follows: { call: 'snapshot-management', in: 'policies', eachItem: ['sm_policy', 'name'], as: 'policy' },
    opensearch: {
      since: '2.1',
      cluster: ['cluster:admin/opensearch/snapshot_management/policy/explain'],
    },
  },
  {
    name: 'snapshot-lifecycle',
    path: '/_slm/policy',
    shape: 'map',
    feeds: [
      ...['snapshot/policy', 'snapshot/policy-name', 'snapshot/policy-repository', 'snapshot/policy-retention'],
      ...['snapshot/policy-schedule', 'snapshot/policy-scope', 'snapshot/recent-success'],
    ],
    elasticsearch: { since: '7.4', cluster: ['read_slm'] },
  },
  {
    name: 'health-report',
    path: '/_health_report',
    shape: { indicators: 'map' },
    feeds: ['health/lifecycle', 'snapshot/recent-success'],
    elasticsearch: { ...MONITOR, since: '8.7' },
  },
  {
    name: 'shards',
    path: '/_cat/shards?format=json&bytes=b&h=index,shard,prirep,state,node,id,unassigned.reason,unassigned.details,store',
    wholePath: '/_cat/shards?format=json&bytes=b&h=*',
    shape: 'rows',
    feeds: ['drift/drained'],
    elasticsearch: { ...MONITOR, index: ['monitor'] },
    opensearch: { cluster: ['cluster:monitor/shards', 'cluster:monitor/state'], index: ['indices:monitor/stats'] },
  },
  {
    name: 'staying-shards',
    path: `/_cluster/allocation/explain?source_content_type=application%2Fjson&source=${ONE_SHARD}`,
    shape: 'map',
    feeds: ['drift/drained'],
    follows: { call: 'shards', after: ['settings', 'nodes'], each: stayingShards },
    nothing: 400, // the shard has moved in the meantime
    elasticsearch: MONITOR,
    opensearch: { cluster: ['cluster:monitor/allocation/explain'] },
  },
  {
    name: 'voting',
    path: '/_cluster/state/metadata?filter_path=metadata.cluster_coordination',
    shape: 'map',
    feeds: ['topology/odd-masters'],
    elasticsearch: { ...MONITOR, since: '7.0' },
    opensearch: STATE,
  },
  {
    name: 'index-templates',
    path: '/_index_template?flat_settings=true',
    shape: { index_templates: 'rows' },
    feeds: ['monitoring/slow-log', 'topology/replicas'],
    elasticsearch: { ...MONITOR, since: '7.9' },
    opensearch: { cluster: ['indices:admin/index_template/get'] },
  },
  {
    name: 'legacy-templates',
    path: '/_template?flat_settings=true',
    shape: 'map',
    feeds: ['monitoring/slow-log', 'topology/replicas'],
    elasticsearch: MONITOR,
    opensearch: { cluster: ['indices:admin/template/get'] },
  },
  {
    name: 'component-templates',
    path: '/_component_template?flat_settings=true',
    shape: { component_templates: 'rows' },
    feeds: ['monitoring/slow-log', 'topology/replicas'],
    elasticsearch: { ...MONITOR, since: '7.8' },
    opensearch: { cluster: ['cluster:admin/component_template/get'] },
  },
  {
    name: 'index-settings',
    path: `/_all/_settings/${INDEX_SETTINGS}?flat_settings=true&expand_wildcards=all`,
    wholePath: '/_all/_settings?flat_settings=true&expand_wildcards=all',
    shape: 'map',
    feeds: ['disk/read-only-indices', 'health/lifecycle', 'topology/replicas'],
    elasticsearch: { index: ['monitor'] },
    opensearch: { index: ['indices:monitor/settings/get'] },
  },
  {
    name: 'lifecycle-policies',
    path: '/_ilm/policy',
    shape: 'map',
    feeds: ['health/lifecycle'],
    elasticsearch: { since: '6.6', cluster: ['read_ilm'] },
  },
  {
    name: 'lifecycle-errors',
    path: '/_all/_ilm/explain?only_errors=true&expand_wildcards=all',
    shape: { indices: 'map' },
    feeds: ['health/lifecycle'],
    elasticsearch: { ...METADATA, since: '6.6' },
  },
  {
    name: 'state-policies',
    path: '/_plugins/_ism/policies?size=1000',
    shape: { policies: 'rows' },
    feeds: ['health/lifecycle'],
    opensearch: { cluster: ['cluster:admin/opendistro/ism/policy/search'] },
  },
  {
    name: 'managed-indices',
    path: '/_plugins/_ism/explain/*?size=10000',
    shape: 'map',
    feeds: ['health/lifecycle'],
    opensearch: { cluster: ['cluster:admin/opendistro/ism/managedindex/explain'] },
  },
  {
    name: 'lifecycle-status',
    path: '/_ilm/status',
    shape: { operation_mode: 'text' },
    feeds: ['health/lifecycle'],
    elasticsearch: { since: '6.6', until: '8.7', cluster: ['read_ilm'] },
  },
  {
    name: 'data-streams',
    path: '/_data_stream?expand_wildcards=all',
    shape: { data_streams: 'rows' },
    feeds: ['health/lifecycle'],
    elasticsearch: { ...METADATA, since: '8.11' },
  },
  {
    name: 'account',
    shape: 'map',
    feeds: ['security/superuser'],
    elasticsearch: { path: '/_security/_authenticate' },
    opensearch: { path: '/_plugins/_security/authinfo' },
  },
  {
    name: 'users',
    shape: 'map',
    feeds: ['security/superuser'],
    elasticsearch: { ...READ_SECURITY, path: '/_security/user' },
    opensearch: { ...SECURITY_API, path: '/_plugins/_security/api/internalusers' },
  },
  {
    name: 'role-mappings',
    shape: 'map',
    feeds: ['security/superuser'],
    elasticsearch: { ...READ_SECURITY, path: '/_security/role_mapping' },
    opensearch: { ...SECURITY_API, path: '/_plugins/_security/api/rolesmapping' },
  },
  {
    name: 'api-keys',
    shape: { api_keys: 'rows' },
    feeds: ['security/superuser'],
    elasticsearch: [
      { ...READ_SECURITY, until: '8.10', path: '/_security/api_key' },
      { ...READ_SECURITY, since: '8.10', path: '/_security/api_key?active_only=true' },
    ],
  },
  {
    name: 'certificates',
    shape: 'rows',
    feeds: ['security/certificate-expiry'],
    elasticsearch: { ...MONITOR, path: '/_ssl/certificates' },
  },
  {
    name: 'node-certificates',
    path: '/_plugins/_security/api/certificates?timeout={timeout}',
    shape: { nodes: 'map' },
    feeds: ['security/certificate-expiry'],
    opensearch: { ...ADMIN_CERTIFICATE, since: '2.15' },
  },
  {
    name: 'audit',
    path: '/_plugins/_security/api/audit',
    shape: { config: 'map' },
    feeds: ['audit/enabled', 'audit/events'],
    opensearch: SECURITY_API,
  },
  {
    name: 'security-configuration',
    // All of it holds passwords of directories.
    path: '/_plugins/_security/api/securityconfig?filter_path=config.dynamic.http.anonymous_auth_enabled',
    shape: 'map',
    feeds: ['security/anonymous'],
    opensearch: SECURITY_API,
  },
  {
    name: 'license',
    path: '/_license',
    shape: { license: 'map' },
    feeds: ['audit/enabled', 'health/license'],
    elasticsearch: MONITOR,
  },
  {
    // An inventory may write out what the product has of its own.
    name: 'setting-defaults',
    path: '/_cluster/settings?include_defaults=true&flat_settings=true&filter_path=defaults',
    wholePath: '/_cluster/settings?include_defaults=true&flat_settings=true',
    shape: 'map',
    feeds: ['drift/value'],
    elasticsearch: MONITOR,
    opensearch: STATE,
  },
];

const DASHBOARD_STATUS = {
  name: 'dashboard-status',
  since: '1.0',
  path: '/api/status',
  privileges: {},
  feeds: ['dashboard/encryption-keys'],
  shape: { status: 'map' },
} as const;

const READ_RULES = { beyond: 'the privilege of Kibana to read a kind of rules, such as Stack Rules' };

const ALERTING_HEALTH = {
  name: 'alerting-health',
  product: 'kibana',
  privileges: READ_RULES,
  feeds: ['dashboard/encryption-keys'],
  shape: 'map',
} as const;

const OF_ALERTS = { product: 'kibana', since: '7.13', feeds: ['monitoring/alerts'] } as const;
const IN_EACH_SPACE = { follows: { call: 'spaces', eachItem: ['id'], as: 'space' } } as const;

const FROM_STATS = ['pipeline/dead-letters', 'pipeline/persistent-queue', 'pipeline/queue-size'];
const OF_PIPELINES = { product: 'logstash', since: '5.0', privileges: {} } as const;

/** The calls to instances; the first of each product says who answers. */
const CALLS_TO_INSTANCES: readonly Call[] = [
  { ...DASHBOARD_STATUS, product: 'kibana' },
  // Before 7.13, alerting was still to be renamed.
  { ...ALERTING_HEALTH, since: '7.11', until: '7.13', path: '/api/alerts/_health' },
  { ...ALERTING_HEALTH, since: '7.13', path: '/api/alerting/_health' },
  {
    ...{ ...OF_ALERTS, name: 'spaces', path: '/api/spaces/space', shape: 'rows' },
    privileges: { beyond: 'a privilege of Kibana in one of its spaces' },
  },
  {
    ...{ ...OF_ALERTS, name: 'alerting-rule-types', path: '/s/{space}/api/alerting/rule_types', shape: 'rows' },
    ...{ ...IN_EACH_SPACE, privileges: READ_RULES },
  },
  {
    ...{ ...OF_ALERTS, name: 'alerting-rules', path: '/s/{space}/api/alerting/rules/_find?per_page=1000' },
    ...{ ...IN_EACH_SPACE, privileges: READ_RULES, shape: { data: 'rows' } },
  },
  { ...DASHBOARD_STATUS, product: 'opensearch-dashboards' },
  {
    ...{ ...OF_PIPELINES, name: 'pipeline-node', path: '/', shape: { version: 'text' } },
    feeds: ['pipeline/dead-letter-queue', ...FROM_STATS],
  },
  {
    ...{ ...OF_PIPELINES, name: 'pipelines', path: '/_node/pipelines', shape: { pipelines: 'map' } },
    feeds: ['pipeline/dead-letter-queue'],
  },
  {
    ...{ ...OF_PIPELINES, name: 'pipeline-stats', path: '/_node/stats', shape: { pipelines: 'map' } },
    feeds: FROM_STATS,
  },
];

const CALLS_TO_CLUSTERS: readonly Call[] = CLUSTER_PRODUCTS.flatMap((product) =>
  QUESTIONS.flatMap(({ elasticsearch, opensearch, path: common = '', ...question }) =>
    [(product === 'elasticsearch' ? elasticsearch : opensearch) ?? []]
      .flat()
      .map(({ since = '1.0', until, path = common, ...privileges }) => ({
        ...question,
        ...(until === undefined ? {} : { until }),
        ...{ product, since, path, privileges },
      })),
  ),
);

/** All calls, in the order in which they are made. */
export const CALLS: readonly Call[] = [...CALLS_TO_CLUSTERS, ...CALLS_TO_INSTANCES];

/** The calls that a release has; the newest without one. */
export function callsOf(product: Product, version?: string): readonly Call[] {
  return CALLS.filter(
    (call) =>
      call.product === product &&
      (version === undefined
        ? call.until === undefined
        : !isBefore(version, call.since) && (call.until === undefined || isBefore(version, call.until))),
  );
}

/** What has to be granted for a call, in one line; empty if a login is enough. */
export function privilegeWords({ privileges: { cluster = [], index = [], beyond } }: Call): string {
  return [...new Set([...cluster, ...index, ...(beyond === undefined ? [] : [beyond])])].join(', ');
}

/** Tells whether a release came before another one; both as their numbers, `8.19.21`. */
function isBefore(version: string, other: string): boolean {
  const [ours, theirs] = [numbersOf(version), numbersOf(other)];
  const at = theirs.findIndex((number, index) => number !== (ours[index] ?? 0));
  return at >= 0 && (ours[at] ?? 0) < (theirs[at] ?? 0);
}

function numbersOf(version: string): readonly number[] {
  return (/^\d+(?:\.\d+)*/.exec(version)?.[0] ?? '').split('.').map(Number);
}
