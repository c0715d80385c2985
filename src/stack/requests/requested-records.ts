/** The records that requests make of a cluster: repositories, policies and templates, as far as a project keeps them. */
import { naturally } from '../../model/natural-order.ts';
import type { Origin, Setting, Unknown } from '../../model/setting.ts';
import type { Cluster } from '../../model/stack.ts';
import { placeIn } from '../place.ts';
import { indexTemplateFrom, legacyTemplateFrom } from '../records/index-template.ts';
import type { Components } from '../records/index-template.ts';
import { lifecyclePolicyFrom, managementPolicyFrom } from '../records/policy-records.ts';
import { BodyInFile } from '../records/body-in-file.ts';
import type { RecordBody } from '../records/record-body.ts';
import { repositoryFrom } from '../records/repository-record.ts';
import { restoreFrom } from '../records/restore-record.ts';
import { EMPTY } from '../rendered/reading.ts';
import { readRequestBody } from '../rendered/yaml-settings.ts';
import type { Values } from '../values.ts';
import type { Sent } from './cluster-requests.ts';
import { isPartlyUnknown } from './request-kinds.ts';
import type { RequestKind } from './request-kinds.ts';

type Records = Pick<Cluster, 'repositories' | 'snapshotPolicies' | 'indexTemplates' | 'restores'>;

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
    ...read(one.name, bodyOf(one, values)),
    elsewhere:
      one.cluster === undefined
        ? unknownOf(one, `only a run can know which cluster the request reaches that makes ${one.name}`)
        : undefined,
    unaddressed:
      one.isForEach === true
        ? unknownOf(one, `nothing says which cluster ${one.name} is for, as records of stacklint.yml can`)
        : undefined,
    unnamed: isPartlyUnknown(one.name) ? unknownOf(one, `only a run can know the name ${one.name}`) : undefined,
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
  const templates = of('index-template', 'legacy-template').map((one) =>
    recordOf(one, (name, body) =>
      one.kind === 'legacy-template'
        ? legacyTemplateFrom(name, body)
        : indexTemplateFrom(name, body, componentsFor(one, of('component-template'), values)),
    ),
  );
  const indexTemplates = listOf('index_templates', templates, /_template\/|slowlog/);
  const [repository] = repositories;
  return {
    ...(repository && {
      repositories: { state: 'known', variable: 'repositories', origin: repository.origin, value: repositories },
    }),
    ...(snapshotPolicies && { snapshotPolicies }),
    ...(indexTemplates && { indexTemplates }),
    restores: of('restore').map((one) => recordOf(one, restoreFrom)),
  };
}

/** The body of a request, as a record is read from it. */
function bodyOf({ request: { body, head } }: Sent, values: Values): RecordBody {
  return new BodyInFile(body === undefined ? EMPTY : readRequestBody(body), placeIn(head.document, head), values);
}

/**
 * Tells whether a request surely makes something that stays in a cluster: tasks restore snapshots, and change settings
 * for as long as they run, too.
 */
function isKept({ kind, isOfTask, cluster, request: { possible } }: Sent): boolean {
  const isPassing = kind === 'cluster-settings' || kind === 'restore';
  return !isOfTask || (!isPassing && cluster !== undefined && possible === undefined);
}

/** Says why something about a record is not known. */
function unknownOf({ name, request: { place } }: Sent, message: string): Unknown {
  return { state: 'unknown', variable: name, reason: 'task', message, origin: placeIn(place.document, place) };
}

/** The component templates that requests make, for the template of one: what is missing may be made elsewhere. */
function componentsFor(template: Sent, components: readonly Sent[], values: Values): Components {
  return (part) => {
    const made = components.findLast(({ name }) => name === part);
    if (made !== undefined) return bodyOf(made, values);
    const message = `no request is known that makes ${part}, of which ${template.name} is composed`;
    const { place } = template.request;
    return {
      state: 'unknown',
      variable: template.name,
      reason: 'task',
      message,
      origin: placeIn(place.document, place),
    };
  };
}
