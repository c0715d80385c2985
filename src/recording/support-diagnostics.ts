/**
 * Reads what elastic/support-diagnostics collected from a cluster of Elasticsearch: a file for each of its requests,
 * which holds the answer, or the body of an error.
 *
 * https://github.com/elastic/support-diagnostics/blob/main/src/main/resources/elastic-rest.yml
 */
import { CannotCheck } from '../ground/cannot-check.ts';
import { isMap } from '../ground/json-map.ts';
import type { Answer } from '../live/answer.ts';
import { isList, readJson } from '../live/bounded-json.ts';
import type { Json, JsonMap } from '../live/bounded-json.ts';
import { callsOf } from '../live/calls.ts';
import type { Call } from '../live/calls.ts';
import type { Collected } from '../live/collect.ts';
import type { Archive } from './archive.ts';
import { ReadingAnswers } from './reading-answers.ts';

/** The file that answers each call, without its ending, and the request that it is the answer to. */
const FILES: Readonly<Record<string, readonly [file: string, request: string]>> = {
  root: ['version', 'GET /'],
  nodes: ['nodes', 'GET /_nodes?human'],
  'node-stats': ['nodes_stats', 'GET /_nodes/stats?human'],
  health: ['cluster_health', 'GET /_cluster/health'],
  settings: ['cluster_settings', 'GET /_cluster/settings?flat_settings'],
  'setting-defaults': ['cluster_settings_defaults', 'GET /_cluster/settings?include_defaults&flat_settings'],
  'allocation-explain': ['allocation_explain_disk', 'GET /_cluster/allocation/explain?include_disk_info=true'],
  repositories: ['repositories', 'GET /_snapshot'],
  'snapshot-lifecycle': ['slm_policies', 'GET /_slm/policy?human'],
  'health-report': ['internal_health', 'GET /_health_report'],
  // Its `shards.json` names nodes alone, not their ids.
  shards: ['indices', 'GET /_cat/shards?format=json&bytes=b&s=index&h=index,shard,prirep,state,docs,store,id,node'],
  voting: ['cluster_state', 'GET /_cluster/state?human'],
  'index-templates': ['index_templates', 'GET /_index_template'],
  'legacy-templates': ['templates', 'GET /_template'],
  'component-templates': ['component_templates', 'GET /_component_template'],
  'index-settings': ['settings', 'GET /_settings?human&expand_wildcards=all'],
  'lifecycle-policies': ['ilm_policies', 'GET /_ilm/policy?human'],
  'lifecycle-errors': ['ilm_explain_only_errors', 'GET /*/_ilm/explain?only_errors=true&human&expand_wildcards=all'],
  'lifecycle-status': ['ilm_status', 'GET /_ilm/status'],
  'data-streams': ['data_stream', 'GET /_data_stream?expand_wildcards=all'],
  users: ['security_users', 'GET /_security/user'],
  'role-mappings': ['security_role_mappings', 'GET /_security/role_mapping'],
  certificates: ['ssl_certs', 'GET /_ssl/certificates'],
  license: ['licenses', 'GET /_license'],
};

/** Values in the answer that says who answers, and in the manifest. */
const MOST_VALUES = 2000;

/** Reads a diagnostic of a cluster; undefined if the archive is none. Throws CannotCheck if it cannot be judged. */
export function readDiagnostic(archive: Archive): Collected | undefined {
  const { shown } = archive;
  const paths = pathsByName(archive);
  const textOf = (file: string): string | undefined => {
    const path = paths.get(file);
    return path === undefined ? undefined : archive.read(path);
  };
  const root = textOf('version');
  if (root === undefined || !paths.has('nodes')) return undefined;
  const release = releaseIn(root);
  if (release === undefined)
    throw new CannotCheck(`${shown} cannot be judged: its version.json is not what Elasticsearch answers`);
  const reading = new ReadingAnswers(archive);
  const answerTo = (call: Call): readonly Answer[] => {
    const [file, request] = FILES[call.name] ?? ['', `GET ${call.path}`];
    const asked = { call, request, parameters: {} };
    const path = paths.get(file);
    if (path !== undefined) return [withoutOldForm(reading.answer(asked, path, statusOf))];
    // What only some clusters are asked is missing from the others.
    if (call.follows !== undefined) return [];
    return [{ ...asked, state: 'unseen', reason: 'failed', why: 'the diagnostic has no answer to it' }];
  };
  const answers = callsOf('elasticsearch', release)
    .filter(({ follows }) => follows === undefined || 'ifAny' in follows)
    .flatMap(answerTo);
  const [time] = [
    timeIn(textOf('diagnostic_manifest'), 'timestamp'),
    timeIn(textOf('manifest'), 'collectionDate'),
    ...timesOfNodes(answers),
  ].filter((one) => !Number.isNaN(one));
  if (time === undefined)
    throw new CannotCheck(`${shown} cannot be judged: it does not tell when the cluster was asked`);
  return {
    ...{ product: 'elasticsearch', version: release, at: new Date(time).toISOString(), answers },
    ...{ from: shown, recording: shown, requests: answers.length, instances: [], certificate: undefined },
  };
}

/** The paths of the files about the cluster, by their names without folder and ending. */
function pathsByName({ names }: Archive): ReadonlyMap<string, string> {
  const own = names.filter((name) => name.endsWith('.json') && !/(?:^|\/)(?:kibana|logstash)[^/]*\//.test(name));
  return new Map(own.map((path) => [path.slice(path.lastIndexOf('/') + 1, -'.json'.length), path]));
}

/** The release in the answer that says who answers. */
function releaseIn(text: string): string | undefined {
  const read = readJson(text, MOST_VALUES);
  const version = 'value' in read && isMap(read.value) ? read.value['version'] : undefined;
  const { number, distribution }: JsonMap = isMap(version) ? version : {};
  return typeof number === 'string' && /^\d+\.\d+/.test(number) && distribution === undefined ? number : undefined;
}

/** A time in a manifest, in milliseconds; NaN if it is not there. */
function timeIn(text: string | undefined, key: string): number {
  const read = readJson(text ?? '', MOST_VALUES);
  const time = 'value' in read && isMap(read.value) ? read.value[key] : undefined;
  return typeof time === 'string' ? Date.parse(time) : NaN;
}

/** The older form of the list of shards has no ids of nodes, by which they are counted. */
function withoutOldForm(answer: Answer): Answer {
  const { call, request, parameters } = answer;
  const isOld = call.name === 'shards' && answer.state === 'given' && !hasIds(answer.body);
  return isOld ? { call, request, parameters, state: 'unseen', reason: 'unreadable' } : answer;
}

/** The times at which nodes told their statistics, in milliseconds. */
function timesOfNodes(answers: readonly Answer[]): readonly number[] {
  const stats = answers.find(({ call }) => call.name === 'node-stats');
  const nodes = stats?.state === 'given' && isMap(stats.body) ? stats.body['nodes'] : undefined;
  return Object.values(isMap(nodes) ? nodes : {}).flatMap((node) => {
    const time = isMap(node) ? node['timestamp'] : undefined;
    return typeof time === 'number' ? [time] : [];
  });
}

/** The end of the body of an error has its status. */
const STATUS = /"status"\s*:\s*([45]\d\d)\s*\}\s*$/;

function statusOf(text: string): number {
  const [, status] = /^\s*\{\s*"error"\s*:/.test(text) ? (STATUS.exec(text.slice(-1000)) ?? []) : [];
  return status === undefined ? 200 : Number(status);
}

function hasIds(rows: Json): boolean {
  return isList(rows) && rows.every((row) => isMap(row) && 'id' in row);
}
