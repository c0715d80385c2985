/**
 * Facts of a running cluster as a whole, which no file of a node says: each with the place of the answer that tells
 * it.
 */
import { isMap } from '../../ground/json-map.ts';
import { naturally } from '../../model/natural-order.ts';
import type { Setting } from '../../model/setting.ts';
import type { Cluster, Health } from '../../model/stack.ts';
import { factInAnswer, partOfAnswer, placeInAnswer, untold } from './answers.ts';
import type { ClusterAnswer, ClusterAnswers } from './answers.ts';
import { exclusionsFrom } from './excluded-nodes.ts';
import { unassignedShard } from './explained-shards.ts';
import { readOnlyIndices, replicasOfIndices } from './index-facts.ts';
import { licenseFrom } from './license.ts';
import { lifecyclesOf } from './lifecycles.ts';
import { countingValue } from './running-settings.ts';

/** The facts of a cluster; those that it was not asked about are left out. */
type Facts = Pick<
  Cluster,
  | 'votingExclusions'
  | 'readOnlyIndices'
  | 'replicas'
  | 'license'
  | 'lifecycles'
  | 'health'
  | 'transientSettings'
  | 'exclusions'
  | 'allocation'
>;

/** The facts of a cluster, as far as it was asked about them. */
export function factsOfCluster(answers: ClusterAnswers): Facts {
  const [voting, health] = [answers.answerTo('voting'), answers.answerTo('health')];
  const [indices, license] = [answers.answerTo('index-settings'), answers.answerTo('license')];
  const [settings, nodes] = [answers.answerTo('settings'), answers.answerTo('nodes')];
  return {
    ...(voting && { votingExclusions: exclusionsFromVoting(voting) }),
    ...(health && {
      health: healthFrom(health, answers.answerTo('allocation-explain'), answers.answerTo('health-report')),
    }),
    ...(indices && { readOnlyIndices: readOnlyIndices(indices), replicas: replicasOfIndices(indices) }),
    lifecycles: lifecyclesOf(answers),
    ...(license && { license: licenseFrom(license, answers.at) }),
    ...(settings && nodes && { exclusions: exclusionsFrom(settings, nodes) }),
    ...(settings && {
      transientSettings: factInAnswer(settings, ['transient'], settingsByName),
      allocation: ALLOCATION.map((name) => toldToCluster(settings, name)),
    }),
  };
}

/** The nodes that the cluster was told to keep from voting. One that was told of none may leave the list out. */
function exclusionsFromVoting(answer: ClusterAnswer): Setting<readonly string[]> {
  return factInAnswer(answer, ['metadata', 'cluster_coordination', 'voting_config_exclusions'], (all) => {
    const names = (Array.isArray(all) ? all : []).map((one) => (isMap(one) ? String(one['node_name']) : String(one)));
    return names.sort(naturally);
  });
}

/** The switches of allocation and of rebalancing. */
const ALLOCATION = ['cluster.routing.allocation.enable', 'cluster.routing.rebalance.enable'];

/** The value of a setting that the cluster was told. */
function toldToCluster(answer: ClusterAnswer, name: string): Setting<string> {
  if (answer.body === undefined) return untold(answer, { variable: name, origin: placeInAnswer(answer, []) });
  const told = countingValue(answer, name);
  if (told === undefined)
    return { state: 'unset', variable: name, origin: placeInAnswer(answer, ['persistent', name]) };
  return { state: 'known', variable: name, origin: told.origin, value: String(told.value) };
}

type SettingByName = readonly [name: string, value: string | readonly string[]];

/** Settings by their dotted names, which answers have whole or nested, in the order of the names. */
function settingsByName(part: unknown): Readonly<Record<string, SettingByName[1]>> | undefined {
  if (!isMap(part)) return undefined;
  return Object.fromEntries(settingsBelow(part).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function settingsBelow(map: Readonly<Record<string, unknown>>): readonly SettingByName[] {
  return Object.entries(map).flatMap(([name, value]): readonly SettingByName[] => {
    if (isMap(value)) return settingsBelow(value).map(([rest, own]) => [`${name}.${rest}`, own]);
    return [[name, Array.isArray(value) ? value.map(String) : String(value)]];
  });
}

/**
 * The health of the cluster, with one of the shards that are missing, if it was asked to explain one, and what newer
 * releases say is wrong.
 */
function healthFrom(
  answer: ClusterAnswer,
  explained: ClusterAnswer | undefined,
  report: ClusterAnswer | undefined,
): Setting<Health> {
  return factInAnswer(answer, ['status'], (status) => {
    if (status !== 'green' && status !== 'yellow' && status !== 'red') return undefined;
    const count = (name: string): number => Number(partOfAnswer(answer, [name])?.value ?? 0);
    const starting = count('initializing_shards');
    return {
      status,
      shards: count('active_shards') + count('unassigned_shards') + starting,
      missing: count('unassigned_shards') + starting,
      isRecovering: starting + count('delayed_unassigned_shards') > 0,
      example: explained && unassignedShard(explained),
      causes: report === undefined ? [] : causesIn(report),
    };
  });
}

/** What the report on health names beside green: each indicator, with the names of its diagnoses. */
function causesIn(report: ClusterAnswer): Health['causes'] {
  const indicators = partOfAnswer(report, ['indicators'])?.value;
  if (!isMap(indicators)) return [];
  return Object.keys(indicators)
    .sort()
    .flatMap((name) => {
      const told = indicators[name];
      if (!isMap(told) || (told['status'] !== 'yellow' && told['status'] !== 'red')) return [];
      const diagnoses = (Array.isArray(told['diagnosis']) ? told['diagnosis'] : []).filter(isMap);
      const names = diagnoses.map(({ id }) => String(id).replace(/^.*:diagnosis:/, ''));
      return [{ origin: placeInAnswer(report, ['indicators', name, 'status']), indicator: name, diagnoses: names }];
    });
}
