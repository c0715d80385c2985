/** The records that requests make of a cluster: repositories, policies and templates, as far as a project keeps them. */
import { naturally } from '../../model/natural-order.ts';
import type { Origin, Setting, Unknown } from '../../model/setting.ts';
import { millisecondsOf, SLOW_LOG_THRESHOLDS } from '../../model/slow-logs.ts';
import type { SlowLogTemplate, SlowLogThreshold } from '../../model/slow-logs.ts';
import type { Cluster } from '../../model/stack.ts';
import { READERS, readTextList } from '../../model/units.ts';
import { placeIn } from '../place.ts';
import { lifecyclePolicyFrom, managementPolicyFrom } from '../records/policy-records.ts';
import { recordSetting } from '../records/record-body.ts';
import type { RecordBody } from '../records/record-body.ts';
import { repositoryFrom } from '../records/repository-record.ts';
import { restoreFrom } from '../records/restore-record.ts';
import type { Values } from '../values.ts';
import type { Sent } from './cluster-requests.ts';
import { RequestBody } from './request-body.ts';
import { isPartlyUnknown } from './request-kinds.ts';
import type { RequestKind } from './request-kinds.ts';

type Records = Pick<Cluster, 'repositories' | 'snapshotPolicies' | 'slowLogTemplates' | 'restores'>;

/** What is known of the texts around requests: whether something else may make records. */
export interface Surroundings {
  readonly values: Values;
  /** Says why there may be requests that are not known, and that match a pattern; undefined if there are none. */
  whyOthers(pattern: RegExp): string | undefined;
}

/** The records of a cluster from the requests that reach it; those that no request is about are left out. */
export function requestedRecords(sent: readonly Sent[], surroundings: Surroundings): Records {
  if (sent.length === 0) return {};
  const { values } = surroundings;
  const of = (...kinds: readonly RequestKind[]): readonly Sent[] => sent.filter(({ kind }) => kinds.includes(kind));
  const recordOf = <R>(one: Sent, read: (name: string, body: RecordBody) => R) => ({
    ...read(one.name, new RequestBody(one.request, values)),
    elsewhere:
      one.cluster === undefined
        ? unknownOf(one, `which cluster the request reaches that makes ${one.name}`)
        : undefined,
    unnamed: isPartlyUnknown(one.name) ? unknownOf(one, `the name ${one.name}`) : undefined,
  });
  const listOf = <R extends { readonly name: string; readonly origin: Origin }>(
    variable: string,
    records: readonly R[],
    makes: RegExp,
  ): Setting<readonly R[]> | undefined => {
    const [first] = records;
    const sorted = [...records].sort((one, other) => naturally(one.name, other.name));
    if (first !== undefined) return { state: 'known', variable, origin: first.origin, value: sorted };
    const [record] = sent.filter(isKept);
    if (record === undefined) return undefined;
    const { head } = record.request;
    const common = { variable, origin: placeIn(head.document, head) };
    const message = surroundings.whyOthers(makes);
    return message === undefined
      ? { state: 'known', ...common, value: [] }
      : { state: 'unknown', ...common, reason: 'task', message };
  };
  const repositories = of('repository').map((one) => recordOf(one, repositoryFrom));
  const policies = of('lifecycle-policy', 'management-policy').map((one) =>
    recordOf(one, one.kind === 'lifecycle-policy' ? lifecyclePolicyFrom : managementPolicyFrom),
  );
  const snapshotPolicies = listOf('policies', policies, /_slm\b|_sm\/policies/);
  const templates = templatesIn(of('index-template', 'legacy-template'), of('component-template'), values);
  const slowLogTemplates =
    'state' in templates ? templates : listOf('index_templates', templates, /_template\/|slowlog/);
  const [repository] = repositories;
  return {
    ...(repository && {
      repositories: { state: 'known', variable: 'repositories', origin: repository.origin, value: repositories },
    }),
    ...(snapshotPolicies && { snapshotPolicies }),
    ...(slowLogTemplates && { slowLogTemplates }),
    restores: of('restore').map((one) => recordOf(one, restoreFrom)),
  };
}

/**
 * Tells whether a request surely makes something that stays in a cluster: tasks restore snapshots, and change settings
 * for as long as they run, too.
 */
function isKept({ kind, isOfTask, cluster, request: { possible } }: Sent): boolean {
  const isPassing = kind === 'cluster-settings' || kind === 'restore';
  return !isOfTask || (!isPassing && cluster !== undefined && possible === undefined);
}

/** Says what only a run can know of a record. */
function unknownOf({ name, request: { place } }: Sent, what: string): Unknown {
  const message = `only a run can know ${what}`;
  return { state: 'unknown', variable: name, reason: 'task', message, origin: placeIn(place.document, place) };
}

/** The index templates, with the thresholds of the parts that they are composed of. */
function templatesIn(
  requests: readonly Sent[],
  components: readonly Sent[],
  values: Values,
): readonly SlowLogTemplate[] | Unknown {
  const found: SlowLogTemplate[] = [];
  for (const { kind, name, request } of requests) {
    const body = new RequestBody(request, values);
    const patterns = recordSetting(body, ['index_patterns'], readTextList);
    const composed = recordSetting(body, ['composed_of'], readTextList);
    for (const setting of [patterns, composed]) if (setting.state === 'unknown') return setting;
    const parts = composed.state === 'known' ? composed.value : [];
    const own = parts.map((part) => components.findLast((one) => one.name === part));
    const why = own.includes(undefined) ? `no request is known that makes its part` : undefined;
    const origin = body.placeToSet();
    if (why !== undefined)
      return { state: 'unknown', variable: name, reason: 'task', message: `${name} is not known: ${why}`, origin };
    const settings = kind === 'legacy-template' ? ['settings'] : ['template', 'settings'];
    const bodies = [
      ...own.flatMap((one) =>
        one === undefined ? [] : [{ body: new RequestBody(one.request, values), keys: ['template', 'settings'] }],
      ),
      { body, keys: settings },
    ];
    const thresholds = new Map<string, SlowLogThreshold>();
    for (const setting of Object.keys(SLOW_LOG_THRESHOLDS)) {
      const given = bodies.flatMap((one) => thresholdIn(one.body, one.keys, setting) ?? []).at(-1);
      if (given?.state === 'unknown') return given;
      if (given?.state === 'known')
        thresholds.set(setting, { place: given.origin, text: given.value, milliseconds: millisecondsOf(given.value) });
    }
    const isForAll = patterns.state === 'known' && patterns.value.includes('*');
    found.push({ name, origin, isForAll, isManaged: false, thresholds });
  }
  return found;
}

/** The threshold that a body sets; the name of a setting may begin without `index.`. */
function thresholdIn(body: RecordBody, keys: readonly string[], setting: string): Setting<string> | undefined {
  const all = [setting, setting.replace(/^index\./, '')].map((name) =>
    recordSetting(body, [...keys, name], READERS.text),
  );
  return all.find(({ state }) => state !== 'unset');
}
