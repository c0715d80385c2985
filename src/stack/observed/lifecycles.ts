/** The lifecycles of the indices of a running cluster: ILM, OpenSearch's index state management, and data streams. */
import { isMap } from '../../ground/json-map.ts';
import type { LifecyclePolicy, Lifecycles, StuckIndex } from '../../model/lifecycle.ts';
import { naturally } from '../../model/natural-order.ts';
import type { Setting } from '../../model/setting.ts';
import { factInAnswer, partOfAnswer, placeInAnswer, untold } from './answers.ts';
import type { ClusterAnswer, ClusterAnswers } from './answers.ts';

type JsonMap = Readonly<Record<string, unknown>>;

/** The lifecycles of a cluster; undefined if it was not asked for them. */
export function lifecyclesOf(answers: ClusterAnswers): Lifecycles | undefined {
  const [policies, errors] = [answers.answerTo('lifecycle-policies'), answers.answerTo('lifecycle-errors')];
  const [states, managed] = [answers.answerTo('state-policies'), answers.answerTo('managed-indices')];
  const [streams, indices] = [answers.answerTo('data-streams'), answers.answerTo('index-settings')];
  const series = indices && seriesIn(indices);
  if (policies !== undefined && errors !== undefined)
    return {
      policies: indexPolicies(policies),
      stuck: stuckIndices(errors),
      mode: modeOf(answers),
      streams: streams && streamsWithLifecycle(streams),
      series,
    };
  return states && managed && { policies: statePolicies(states), stuck: stuckManaged(managed), series };
}

/** The policies of ILM that something uses which people have, as far as the release tells what uses them. */
function indexPolicies(answer: ClusterAnswer): Setting<readonly LifecyclePolicy[]> {
  return listIn(answer, 'policies', (name, told): readonly LifecyclePolicy[] => {
    const users = told['in_use_by'];
    const isOwn = (one: unknown): one is string => typeof one === 'string' && !one.startsWith('.');
    const used = (kind: string): readonly string[] => (isMap(users) ? listOf(users[kind]).filter(isOwn) : []);
    const [indices, streams] = [used('indices'), used('data_streams')];
    if (indices.length + streams.length === 0) return [];
    const phases = partOfAnswer(answer, [name, 'policy', 'phases'])?.value;
    const actions = Object.values(isMap(phases) ? phases : {}).flatMap((phase) =>
      isMap(phase) && isMap(phase['actions']) ? Object.keys(phase['actions']) : [],
    );
    return [
      {
        name,
        origin: placeInAnswer(answer, [name, 'policy', 'phases']),
        rollsOver: actions.includes('rollover'),
        deletes: actions.includes('delete'),
        needsRollover: streams.length > 0 || indices.some(isNumbered),
      },
    ];
  });
}

/** The policies of index state management: a cluster has none but those of its people. */
function statePolicies(answer: ClusterAnswer): Setting<readonly LifecyclePolicy[]> {
  return factInAnswer(answer, ['policies'], (list) => {
    if (!Array.isArray(list)) return undefined;
    return list.flatMap((one: unknown, index): readonly LifecyclePolicy[] => {
      const policy = isMap(one) ? one['policy'] : undefined;
      if (!isMap(one) || !isMap(policy)) return [];
      const actions = listOf(policy['states']).flatMap((state) => (isMap(state) ? listOf(state['actions']) : []));
      const does = (action: string): boolean => actions.some((each) => isMap(each) && Object.hasOwn(each, action));
      return [
        {
          name: String(one['_id'] ?? policy['policy_id']),
          origin: placeInAnswer(answer, ['policies', String(index), 'policy', 'states']),
          rollsOver: does('rollover'),
          deletes: does('delete'),
          // Nothing tells what uses it.
          needsRollover: false,
        },
      ];
    });
  });
}

function stuckIndices(answer: ClusterAnswer): Setting<readonly StuckIndex[]> {
  return factInAnswer(answer, ['indices'], (all) => {
    if (!isMap(all)) return undefined;
    const stuck = Object.entries(all).flatMap(([name, told]): readonly StuckIndex[] => {
      if (!isMap(told) || told['step'] !== 'ERROR') return [];
      const step = told['failed_step'];
      return [
        {
          name,
          step: typeof step === 'string' ? step : 'a step',
          origin: placeInAnswer(answer, ['indices', name, 'step']),
        },
      ];
    });
    return stuck.sort(byName);
  });
}

/** Those of index state management, whose answer has all indices that are managed beside their number. */
function stuckManaged(answer: ClusterAnswer): Setting<readonly StuckIndex[]> {
  return listIn(answer, 'managed indices', (name, told) => {
    const [action, retry] = [told['action'], told['retry_info']];
    const hasFailed = [action, retry].some((part) => isMap(part) && part['failed'] === true);
    const step = isMap(action) ? String(action['name']) : 'an action';
    return hasFailed ? [{ name, step, origin: placeInAnswer(answer, [name]) }] : [];
  });
}

/** Whether ILM runs: from 8.7 on, the report on health tells it. */
function modeOf(answers: ClusterAnswers): Setting<string> | undefined {
  const status = answers.answerTo('lifecycle-status');
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  if (status !== undefined) return factInAnswer(status, ['operation_mode'], text);
  const report = answers.answerTo('health-report');
  const keys = ['indicators', 'ilm', 'details', 'ilm_status'];
  // A cluster without ILM has no such indicator.
  if (report?.body !== undefined && partOfAnswer(report, keys) === undefined) return undefined;
  return report && factInAnswer(report, keys, text);
}

function streamsWithLifecycle(answer: ClusterAnswer): Setting<readonly string[]> {
  return factInAnswer(answer, ['data_streams'], (list) => {
    if (!Array.isArray(list)) return undefined;
    const own = list.filter(isMap).filter(({ lifecycle }) => isMap(lifecycle) && lifecycle['enabled'] !== false);
    return own.map(({ name }) => String(name)).sort(naturally);
  });
}

/** The indices whose names end with a date, or with the number that a rollover gives. */
function seriesIn(answer: ClusterAnswer): Setting<readonly string[]> {
  const common = { variable: 'indices', origin: placeInAnswer(answer, []) };
  if (!isMap(answer.body)) return untold(answer, common);
  const names = Object.keys(answer.body).filter(
    (name) => /^(?!\.(?!ds-))/.test(name) && /(?:\d{4}[.-]\d\d(?:[.-]\d\d)?|-\d{6})$/.test(name),
  );
  return { state: 'known', ...common, value: names.sort(naturally) };
}

/** Tells whether an index is one of those that a rollover makes: `orders-000002`. */
function isNumbered(index: string): boolean {
  return /-\d{6}$/.test(index);
}

/** What a map by names tells, in the order of the names. */
function listIn<T>(
  answer: ClusterAnswer,
  variable: string,
  read: (name: string, told: JsonMap) => readonly T[],
): Setting<readonly T[]> {
  const common = { variable, origin: placeInAnswer(answer, []) };
  const { body } = answer;
  if (!isMap(body)) return untold(answer, common);
  const names = Object.keys(body).sort(naturally);
  const value = names.flatMap((name) => {
    const told = body[name];
    return isMap(told) ? read(name, told) : [];
  });
  return { state: 'known', ...common, value };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function byName(one: StuckIndex, other: StuckIndex): number {
  return naturally(one.name, other.name);
}
