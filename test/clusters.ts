/** The small clusters of `fixtures/live`: what they answer, with what a test wants otherwise, and how it is judged. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import fastGlob from 'fast-glob';
import { runRules } from '../src/engine/run.ts';
import { rules } from '../src/generated/rules.ts';
import { CALLS } from '../src/live/calls.ts';
import type { Place } from '../src/model/setting.ts';
import type { SearchNode, Stack } from '../src/model/stack.ts';
import { isMap } from '../src/ground/json-map.ts';
import type {
  CallName,
  ClusterAnswer,
  ClusterAnswers,
  InstanceAnswers,
  InstanceCallName,
} from '../src/stack/observed/answers.ts';
import { observeStack } from '../src/stack/observed/observe-stack.ts';
import { FIXTURES } from './folders.ts';

/** The clusters, with their products. */
export const CLUSTERS = { harbour: 'elasticsearch', attic: 'opensearch' } as const;
export type ClusterName = keyof typeof CLUSTERS;

const REQUESTS: Readonly<Record<CallName, string>> = {
  handshake: 'TLS https://10.4.0.11:9200',
  root: 'GET /',
  nodes: 'GET /_nodes/settings,os,process,jvm,http,transport?flat_settings=true',
  'node-stats': 'GET /_nodes/stats/jvm,fs,os,process,breaker',
  settings: 'GET /_cluster/settings?flat_settings=true',
  'setting-defaults': 'GET /_cluster/settings?include_defaults=true&flat_settings=true&filter_path=defaults',
  health: 'GET /_cluster/health',
  'allocation-explain': 'GET /_cluster/allocation/explain?include_disk_info=true',
  shards: 'GET /_cat/shards?format=json&bytes=b',
  'staying-shards': 'GET /_cluster/allocation/explain?source_content_type=application/json&source=…',
  'index-settings': 'GET /_all/_settings/index.blocks.*',
  'health-report': 'GET /_health_report',
  license: 'GET /_license',
  'index-templates': 'GET /_index_template?flat_settings=true',
  'legacy-templates': 'GET /_template?flat_settings=true',
  'component-templates': 'GET /_component_template?flat_settings=true',
  'lifecycle-policies': 'GET /_ilm/policy',
  'lifecycle-errors': 'GET /_all/_ilm/explain?only_errors=true&expand_wildcards=all',
  'state-policies': 'GET /_plugins/_ism/policies?size=1000',
  'managed-indices': 'GET /_plugins/_ism/explain/*?size=10000',
  'lifecycle-status': 'GET /_ilm/status',
  'data-streams': 'GET /_data_stream?expand_wildcards=all',
  repositories: 'GET /_snapshot',
  snapshots: 'GET /_snapshot/{repository}/_all?ignore_unavailable=true',
  'snapshot-lifecycle': 'GET /_slm/policy',
  'snapshot-management': 'GET /_plugins/_sm/policies?size=1000',
  'snapshot-management-explain': 'GET /_plugins/_sm/policies/{policy}/_explain',
  voting: 'GET /_cluster/state/metadata?filter_path=metadata.cluster_coordination',
  account: 'GET /_security/_authenticate',
  users: 'GET /_security/user',
  'role-mappings': 'GET /_security/role_mapping',
  'api-keys': 'GET /_security/api_key?active_only=true',
  certificates: 'GET /_ssl/certificates',
  'node-certificates': 'GET /_plugins/_security/api/certificates',
  audit: 'GET /_plugins/_security/api/audit',
  'security-configuration': 'GET /_plugins/_security/api/securityconfig',
};

/** The requests that OpenSearch has by other names. */
const REQUESTS_OF_OPENSEARCH: Readonly<Partial<Record<CallName, string>>> = {
  account: 'GET /_plugins/_security/authinfo',
  users: 'GET /_plugins/_security/api/internalusers',
  'role-mappings': 'GET /_plugins/_security/api/rolesmapping',
};

/** What stands beside a cluster: a folder of the cluster has a folder for each, named as its host. */
const BESIDE = {
  dashboard: {
    folder: 'dashboards',
    product: 'kibana',
    port: 5601,
    calls: ['dashboard-status', 'alerting-health', 'spaces', 'alerting-rule-types', 'alerting-rules'],
  },
  pipeline: {
    folder: 'pipelines',
    product: 'logstash',
    port: 9600,
    calls: ['pipeline-node', 'pipelines', 'pipeline-stats'],
  },
} as const;

const PATHS_BESIDE: Readonly<Record<InstanceCallName, string>> = {
  'dashboard-status': '/api/status',
  'alerting-health': '/api/alerting/_health',
  spaces: '/api/spaces/space',
  'alerting-rule-types': '/s/{space}/api/alerting/rule_types',
  'alerting-rules': '/s/{space}/api/alerting/rules/_find',
  'pipeline-node': '/',
  pipelines: '/_node/pipelines',
  'pipeline-stats': '/_node/stats',
};
/** When clusters were asked. */
export const AT = '2026-11-24T06:15:00.000Z';

/** The setting of nodes that are secured, and what is seen in its place where OpenSearch is. */
const AS_OF_OPENSEARCH = [
  '"xpack.security.enabled": "true"',
  [
    '"http.type": "org.opensearch.security.http.SecurityHttpServerTransport"',
    '"transport.type": "org.opensearch.security.ssl.http.netty.SecuritySSLNettyTransport"',
  ].join(', '),
] as const;

export const CALL_NAMES = Object.keys(REQUESTS) as readonly CallName[];

interface Otherwise {
  /**
   * Values in answers, merged into them; null takes one away, or the whole call. A call that is made for each of several
   * things has their answers by their names.
   */
  readonly values?: Readonly<Partial<Record<CallName, unknown>>>;
  /** The reasons why answers were not seen, or not whole. */
  readonly why?: Readonly<Partial<Record<CallName, string>>>;
  /** The answers that were not seen. */
  readonly unseen?: readonly CallName[];
  /** Changes the text of every answer. */
  readonly text?: (text: string) => string;
  /** True if the dashboards and pipeline nodes beside it are asked as well. */
  readonly beside?: boolean;
}

/** The answers of a cluster. */
export function answersOf(
  name: ClusterName,
  { values, why, unseen = [], text, beside = false }: Otherwise = {},
): ClusterAnswers {
  const bodyOf = (call: CallName, isOpenSearch = false): unknown => {
    const found = textIn(join(FIXTURES, 'live', name, 'answers'), call);
    const read = isOpenSearch ? found?.replaceAll(...AS_OF_OPENSEARCH) : found;
    if (read === undefined && values?.[call] === undefined) return undefined;
    return merged(read === undefined ? {} : JSON.parse(text?.(read) ?? read), values?.[call]);
  };
  const { version } = bodyOf('root') as { readonly version?: { readonly distribution?: 'opensearch' } };
  const product = version?.distribution ?? CLUSTERS[name];
  const answersTo = (call: CallName): readonly ClusterAnswer[] => {
    if (isOfOther(product, call)) return [];
    const body = bodyOf(call, product === 'opensearch');
    if (body === undefined || body === null) return [];
    const request = (product === 'opensearch' ? REQUESTS_OF_OPENSEARCH[call] : undefined) ?? REQUESTS[call];
    return answersIn(request, body).map((answer) => {
      return { ...answer, body: unseen.includes(call) ? undefined : answer.body, why: why?.[call] };
    });
  };
  const instances = beside ? instancesIn(join(FIXTURES, 'live', name)) : [];
  const from = name === 'attic' ? 'http://10.9.0.22:9200' : 'https://10.4.0.11:9200';
  return { product, from, at: AT, answerTo: (call) => answersTo(call)[0], answersTo, instances };
}

/** Tells whether only the other product has a call: an OpenSearch in place of the harbour has no license, either. */
function isOfOther(product: string, call: CallName): boolean {
  const having = CALLS.filter(({ name }) => name === call);
  return having.length > 0 && !having.some((one) => one.product === product);
}

/** The clusters in a folder: each has its own, and answers as `harbour` does but for what is there. */
export function clustersIn(folder: string): readonly ClusterAnswers[] {
  const folders = fastGlob.sync('*', { cwd: folder, onlyDirectories: true, absolute: true }).sort();
  return folders.map((own) => ({
    ...harbourWith(basename(own), (call) => textIn(own, call)),
    instances: instancesIn(own),
  }));
}

/** The clusters of all fixtures, with their names. */
export function clustersOfFixtures(): readonly (readonly [name: string, answers: ClusterAnswers])[] {
  const rules = join(FIXTURES, 'live/rules');
  const ofRules = fastGlob.sync('*/*/{bad,good}', { cwd: rules, onlyDirectories: true }).sort();
  return [
    ...(['harbour', 'attic'] as const).map((name) => [name, answersOf(name, { beside: true })] as const),
    ...ofRules.flatMap((folder) => clustersIn(join(rules, folder)).map((answers) => [folder, answers] as const)),
  ];
}

/** The cluster of an example, which has the texts of some answers by their requests. */
export function clusterOfExample(texts: Readonly<Record<string, string>>): ClusterAnswers {
  const textOf = (call: InstanceCallName): string | undefined => {
    const text = texts[`GET ${PATHS_BESIDE[call].replace('{space}', 'default')}`];
    return text === undefined || !PATHS_BESIDE[call].includes('{') ? text : `{ "default": ${text} }`;
  };
  // A dashboard answers as that of the harbour does but for what is there.
  const usual = join(FIXTURES, 'live/harbour/dashboards/quay-1');
  const beside = [
    instance('dashboard', 'example-1', (call) => textOf(call) ?? textIn(usual, call)),
    instance('pipeline', 'example-1', textOf),
  ];
  return {
    ...harbourWith('example', (call) => texts[REQUESTS[call]] ?? texts[REQUESTS[call].replace(/\?.*/, '')]),
    instances: beside.filter(({ kind }) => BESIDE[kind].calls.some((call) => textOf(call))),
  };
}

/** What stands beside a cluster, by the answers in its folder. */
function instancesIn(folder: string): readonly InstanceAnswers[] {
  return (['dashboard', 'pipeline'] as const).flatMap((kind) => {
    const own = join(folder, BESIDE[kind].folder);
    const hosts = fastGlob.sync('*', { cwd: own, onlyDirectories: true }).sort();
    return hosts.map((host) => instance(kind, host, (call) => textIn(join(own, host), call)));
  });
}

/** The answers to a request, of which a body has those to each thing that the request asks about. */
function answersIn(request: string, body: unknown): readonly ClusterAnswer[] {
  const [, parameter] = /\{(\w+)\}/.exec(request) ?? [];
  if (parameter === undefined) return [{ request, body }];
  return Object.entries(body ?? {}).map(([about, part]: [string, unknown]) => {
    return { request: request.replace(/\{\w+\}/, about), body: part, about: { [parameter]: about } };
  });
}

function instance(
  kind: InstanceAnswers['kind'],
  host: string,
  textOf: (call: InstanceCallName) => string | undefined,
): InstanceAnswers {
  const { product, port } = BESIDE[kind];
  const url = `https://${host}:${String(port)}`;
  const answersTo: InstanceAnswers['answersTo'] = (call) => {
    const text = textOf(call);
    return text === undefined ? [] : answersIn(`GET ${url}${PATHS_BESIDE[call]}`, JSON.parse(text));
  };
  return { kind, product, url, answersTo, answerTo: (call) => answersTo(call)[0] };
}

function harbourWith(name: string, textOf: (call: CallName) => string | undefined): ClusterAnswers {
  const changed = CALL_NAMES.flatMap((call) => {
    const text = textOf(call);
    return text === undefined ? [] : [[call, JSON.parse(text) as unknown] as const];
  });
  const values: Partial<Record<CallName, unknown>> = Object.fromEntries(changed);
  return answersOf('harbour', { values: { ...values, root: merged({ cluster_name: name }, values.root) } });
}

/** The text of an answer in a folder; undefined if the call was not made. */
function textIn(folder: string, call: CallName | InstanceCallName): string | undefined {
  const file = join(folder, `${call}.json`);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function merged(base: unknown, other: unknown): unknown {
  if (!isMap(base) || !isMap(other)) return other === undefined ? base : other;
  const keys = new Set([...Object.keys(base), ...Object.keys(other)]);
  const all = Array.from(keys, (key): [string, unknown] => [key, merged(base[key], other[key])]);
  return Object.fromEntries(all.filter(([, value]) => value !== null));
}

/** The node of a name in what a cluster answers. */
export function nodeIn(answers: ClusterAnswers, host: string): SearchNode {
  const node = observeStack(answers).clusters[0]?.nodes.find((one) => one.host === host);
  if (node === undefined) throw new Error(`there is no node ${host}`);
  return node;
}

/** What rules say of clusters under the preset `production`. */
export function judged(...clusters: readonly ClusterAnswers[]) {
  return judgedStacks(clusters.map(observeStack));
}

/** What rules say of stacks under that preset. */
export function judgedStacks(stacks: readonly Stack[]) {
  const all = stacks.map((stack) => ({ stack }));
  return runRules(rules, all, { preset: 'production', rules: [] });
}

/** The findings of a cluster, each as `severity rule /pointer: message [hosts]`. */
export function findingsOf(answers: ClusterAnswers): readonly string[] {
  return judged(answers).findings.map(
    ({ severity, rule, at, message, hosts }) => `${severity} ${rule} ${pointerOf(at)}: ${message} [${hosts.join(' ')}]`,
  );
}

/** What is undecided about a cluster, each as `rule: message [hosts]`. */
export function undecidedOf(answers: ClusterAnswers): readonly string[] {
  return judged(answers).undecided.map(({ rule, message, hosts }) => `${rule}: ${message} [${hosts.join(' ')}]`);
}

/** The pointer of a place in an answer. */
export function pointerOf(place: Place | undefined): string {
  if (place === undefined || !('call' in place)) throw new Error('it is in no answer');
  return place.pointer;
}
