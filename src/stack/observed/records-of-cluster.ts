/** The records of a running cluster: index templates, repositories, and policies of snapshots with what became of these. */
import { isMap } from '../../ground/json-map.ts';
import { naturally } from '../../model/natural-order.ts';
import type { IndexTemplate, PolicyRuns, SnapshotPolicy } from '../../model/records.ts';
import { withoutSecretsInBody } from '../../model/remedy.ts';
import type { JsonObject } from '../../model/remedy.ts';
import type { Given, Known, Origin, Setting } from '../../model/setting.ts';
import type { Cluster } from '../../model/stack.ts';
import { indexTemplateFrom, legacyTemplateFrom } from '../records/index-template.ts';
import { lifecyclePolicyFrom, managementPolicyFrom } from '../records/policy-records.ts';
import type { RecordBody } from '../records/record-body.ts';
import { repositoryFrom } from '../records/repository-record.ts';
import { partOfAnswer, placeInAnswer, settingInAnswer, untold } from './answers.ts';
import type { ClusterAnswer, ClusterAnswers } from './answers.ts';

type Keys = readonly string[];
type Records = Pick<Cluster, 'repositories' | 'snapshotPolicies' | 'lifecycleMode' | 'indexTemplates'>;

/** The records of a cluster; those that it was not asked about are left out. */
export function recordsOfCluster(answers: ClusterAnswers): Records {
  const repositories = answers.answerTo('repositories');
  const lifecycle = answers.answerTo('snapshot-lifecycle');
  const management = answers.answerTo('snapshot-management');
  const report = answers.answerTo('health-report');
  const policies =
    lifecycle !== undefined
      ? recordsIn(lifecycle, 'policies', [], (name, keys) => lifecyclePolicy(answers, lifecycle, name, keys))
      : management &&
        recordsIn(management, 'policies', ['policies'], (_, keys) => managementPolicy(answers, management, keys));
  return {
    ...(repositories && {
      repositories: recordsIn(repositories, 'repositories', [], (name, keys) =>
        repositoryFrom(name, new AnsweredBody(repositories, keys)),
      ),
    }),
    ...(policies && { snapshotPolicies: policies }),
    ...(lifecycle && report && { lifecycleMode: modeIn(report) }),
    ...templatesOf(answers),
  };
}

/** The body of a record as a cluster answers it. */
class AnsweredBody implements RecordBody {
  readonly isAccepted = true;
  readonly #answer: ClusterAnswer;
  readonly #keys: Keys;

  constructor(answer: ClusterAnswer, keys: Keys) {
    this.#answer = answer;
    this.#keys = keys;
  }

  /** The last key may be the name of a setting, which answers have whole or nested. */
  given(keys: Keys): Given<unknown> | undefined {
    const name = keys.at(-1) ?? '';
    const whole = partOfAnswer(this.#answer, [...this.#keys, ...keys]);
    const part = whole ?? settingInAnswer(this.#answer, [...this.#keys, ...keys.slice(0, -1)], name);
    return part && { state: 'known', variable: keys.join('.'), origin: part.place, value: part.value };
  }

  placeToSet(keys: Keys): Origin {
    return placeInAnswer(this.#answer, [...this.#keys, ...keys]);
  }

  /** The value that keys lead to, if it is a number. */
  number(...keys: Keys): number | undefined {
    const value = partOfAnswer(this.#answer, [...this.#keys, ...keys])?.value;
    return typeof value === 'number' ? value : undefined;
  }
}

/** The records in an object or a list, in the order of their names; `read` gets the keys that lead to each. */
function recordsIn<R extends { readonly name: string }>(
  answer: ClusterAnswer,
  variable: string,
  keys: Keys,
  read: (name: string, keys: Keys) => R,
): Setting<readonly R[]> {
  const common = { variable, origin: placeInAnswer(answer, answer.body === undefined ? [] : keys) };
  const all = partOfAnswer(answer, keys)?.value;
  if (!isMap(all) && !Array.isArray(all)) return untold(answer, common);
  const records = Object.keys(all).map((key) => read(key, [...keys, key]));
  return { state: 'known', ...common, value: records.sort((one, other) => naturally(one.name, other.name)) };
}

/** The index templates of both kinds; those of one do not tell whether they count where the others were not seen. */
function templatesOf(answers: ClusterAnswers): Pick<Cluster, 'indexTemplates'> {
  const [templates, components] = [answers.answerTo('index-templates'), answers.answerTo('component-templates')];
  const legacy = answers.answerTo('legacy-templates');
  if (templates === undefined || components === undefined) return {};
  const indexTemplates = templatesIn(templates, components);
  if (legacy === undefined || indexTemplates.state !== 'known') return { indexTemplates };
  const older = recordsIn(legacy, 'templates', [], (name, keys) =>
    legacyTemplateFrom(name, new AnsweredBody(legacy, keys)),
  );
  if (older.state !== 'known') return { indexTemplates: older };
  return { indexTemplates: { ...indexTemplates, value: [...indexTemplates.value, ...older.value] } };
}

/** The index templates, as each is with the component templates of the cluster. */
function templatesIn(answer: ClusterAnswer, components: ClusterAnswer): Setting<readonly IndexTemplate[]> {
  const list = partOfAnswer(components, [COMPONENTS])?.value;
  const names = Array.isArray(list) ? (list as readonly unknown[]).map((one) => isMap(one) && one['name']) : [];
  const unseen = { variable: COMPONENTS, origin: placeInAnswer(components, []) };
  return recordsIn(answer, 'index_templates', ['index_templates'], (_, keys) => {
    const name = partOfAnswer(answer, [...keys, 'name'])?.value;
    return indexTemplateFrom(String(name), new AnsweredBody(answer, [...keys, 'index_template']), (part) => {
      if (components.body === undefined) return untold(components, unseen);
      const at = names.indexOf(part);
      return at < 0 ? undefined : new AnsweredBody(components, [COMPONENTS, String(at), 'component_template']);
    });
  });
}

const COMPONENTS = 'component_templates';

function lifecyclePolicy(answers: ClusterAnswers, answer: ClusterAnswer, name: string, keys: Keys): SnapshotPolicy {
  const whole = new AnsweredBody(answer, keys);
  const policy = lifecyclePolicyFrom(name, new AnsweredBody(answer, [...keys, 'policy']));
  const body = partOfAnswer(answer, [...keys, 'policy'])?.value;
  const run = (kind: 'last_success' | 'last_failure') => {
    const time = whole.number(kind, 'time');
    return time === undefined ? undefined : { time, origin: whole.placeToSet([kind, 'time']) };
  };
  const runs: PolicyRuns = {
    now: Date.parse(answers.at),
    since: whole.number('modified_date_millis'),
    success: latest(run('last_success'), ...successesIn(answers, 'policy', name)),
    failure: run('last_failure'),
    isRunning: whole.given(['in_progress']) !== undefined,
  };
  const variable = 'last_success';
  return {
    ...policy,
    replacement: isWhole(answers, body)
      ? { request: `PUT /_slm/policy/${encodeURIComponent(name)}`, body: withoutSecretsInBody(body) }
      : undefined,
    runs: unlessUnseen(answers, { state: 'known', variable, origin: whole.placeToSet([]), value: runs }),
  };
}

/** Tells whether a request may replace what an answer has: that of a recording lacks what no rule reads. */
function isWhole({ isReduced }: ClusterAnswers, body: unknown): body is JsonObject {
  return isReduced !== true && isMap(body);
}

/** What the product adds to a policy, and does not take back. */
const OF_PRODUCT = ['name', 'schema_version', 'schedule', 'last_updated_time', 'enabled_time', 'user'];

function managementPolicy(answers: ClusterAnswers, answer: ClusterAnswer, keys: Keys): SnapshotPolicy {
  const path = [...keys, 'sm_policy'];
  const whole = new AnsweredBody(answer, path);
  const body = partOfAnswer(answer, path)?.value;
  const name = String(isMap(body) ? body['name'] : keys.at(-1));
  const numbers = ['_seq_no', '_primary_term'].map((key) => new AnsweredBody(answer, keys).number(key));
  const own = isMap(body) ? Object.entries(body).filter(([key]) => !OF_PRODUCT.includes(key)) : [];
  const [sequence, term] = numbers;
  const request = `PUT /_plugins/_sm/policies/${encodeURIComponent(name)}?if_seq_no=${String(sequence)}&if_primary_term=${String(term)}`;
  return {
    ...managementPolicyFrom(name, whole),
    replacement:
      sequence === undefined || term === undefined || !isWhole(answers, body)
        ? undefined
        : { request, body: withoutSecretsInBody(Object.fromEntries(own) as JsonObject) },
    runs: runsOfManagement(answers, name, whole),
  };
}

function runsOfManagement(answers: ClusterAnswers, name: string, policy: AnsweredBody): Setting<PolicyRuns> {
  const explained = answers.answersTo('snapshot-management-explain').find(({ about }) => about?.['policy'] === name);
  const variable = 'latest_execution';
  if (explained === undefined) {
    const message = `the runs of the policy ${name} were not asked for`;
    return { state: 'unknown', variable, origin: policy.placeToSet([]), reason: 'not-collected', message };
  }
  if (explained.body === undefined) return untold(explained, { variable, origin: placeInAnswer(explained, []) });
  const execution = new AnsweredBody(explained, ['policies', '0', 'creation', 'latest_execution']);
  const status = execution.given(['status']);
  const word = status?.state === 'known' ? String(status.value) : '';
  const time = execution.number('end_time') ?? execution.number('start_time');
  const run = time === undefined ? undefined : { time, origin: execution.placeToSet(['status']) };
  const success = latest(word === 'SUCCESS' ? run : undefined, ...successesIn(answers, 'sm_policy', name));
  const failure = word === 'FAILED' || word === 'TIME_LIMIT_EXCEEDED' ? run : undefined;
  const value: PolicyRuns = {
    now: Date.parse(answers.at),
    since: policy.number('enabled_time') ?? policy.number('last_updated_time'),
    success,
    failure,
    isRunning: word === 'IN_PROGRESS' || word === 'RETRYING',
  };
  return unlessUnseen(answers, { state: 'known', variable, origin: execution.placeToSet([]), value });
}

/** The runs of a policy; unknown if none is told and the snapshots were not seen that would show earlier ones. */
function unlessUnseen(answers: ClusterAnswers, runs: Known<PolicyRuns>): Setting<PolicyRuns> {
  const { variable, value } = runs;
  if (value.success !== undefined || value.failure !== undefined) return runs;
  const kept = [answers.answerTo('repositories') ?? [], ...answers.answersTo('snapshots')].flat();
  const unseen = kept.find(({ body }) => body === undefined);
  return unseen === undefined ? runs : untold(unseen, { variable, origin: placeInAnswer(unseen, []) });
}

type Run = PolicyRuns['success'];

/** The whole snapshots of a policy that repositories have; `mark` is the metadata that names the policy. */
function successesIn(answers: ClusterAnswers, mark: string, policy: string): readonly Run[] {
  return answers.answersTo('snapshots').flatMap((answer): readonly Run[] => {
    const all = partOfAnswer(answer, ['snapshots'])?.value;
    return (Array.isArray(all) ? (all as readonly unknown[]) : []).map((one, index): Run => {
      const { state, end_time_in_millis: time, metadata } = isMap(one) ? one : {};
      const isOwn = state === 'SUCCESS' && isMap(metadata) && metadata[mark] === policy && typeof time === 'number';
      const origin = placeInAnswer(answer, ['snapshots', String(index), 'end_time_in_millis']);
      return isOwn ? { time, origin } : undefined;
    });
  });
}

function latest(...runs: readonly Run[]): Run {
  return runs.reduce(
    (one, other) => (other !== undefined && !(one && one.time >= other.time) ? other : one),
    undefined,
  );
}

const MODE = ['indicators', 'slm', 'details', 'slm_status'];

/** Whether policies are carried out at all; unset where the cluster has none to carry out. */
function modeIn(report: ClusterAnswer): Setting<string> {
  const common = { variable: 'slm_status', origin: placeInAnswer(report, report.body === undefined ? [] : MODE) };
  if (report.body === undefined) return untold(report, common);
  const part = partOfAnswer(report, MODE);
  return part === undefined ? { state: 'unset', ...common } : { state: 'known', ...common, value: String(part.value) };
}
