/** The answers of a running cluster, from which the model is filled: what was seen, where, and why the rest was not. */
import { isMap } from '../../ground/json-map.ts';
import type { ClusterPlace, Setting, Unknown } from '../../model/setting.ts';

/** The answer to one call. */
export interface ClusterAnswer {
  /** The method and the path as sent: `GET /_nodes/stats`. */
  readonly request: string;
  /** The parsed JSON; undefined if it was not seen. */
  readonly body?: unknown;
  /** The reason why it was not seen, or not whole, as a sentence without its full stop. */
  readonly why?: string | undefined;
  /** True if the release is older than the call: it has nothing of the kind. */
  readonly isOlder?: boolean;
  /** What the call asks about, if it is made for each of several things: `{ repository: 'backup' }`. */
  readonly about?: Readonly<Record<string, string>> | undefined;
}

/** The calls that fill the model, and the handshake, in which the node shows its certificate. */
export type CallName =
  | 'handshake'
  | 'root'
  | 'nodes'
  | 'node-stats'
  | 'settings'
  | 'setting-defaults'
  | 'health'
  | 'allocation-explain'
  | 'shards'
  | 'staying-shards'
  | 'index-settings'
  | 'health-report'
  | 'license'
  | 'index-templates'
  | 'legacy-templates'
  | 'component-templates'
  | 'lifecycle-policies'
  | 'lifecycle-errors'
  | 'state-policies'
  | 'managed-indices'
  | 'lifecycle-status'
  | 'data-streams'
  | 'repositories'
  | 'snapshots'
  | 'snapshot-lifecycle'
  | 'snapshot-management'
  | 'snapshot-management-explain'
  | 'voting'
  | 'account'
  | 'users'
  | 'role-mappings'
  | 'api-keys'
  | 'certificates'
  | 'node-certificates'
  | 'audit'
  | 'security-configuration';

/** The calls to what stands beside a cluster. */
export type InstanceCallName =
  | 'dashboard-status'
  | 'alerting-health'
  | 'spaces'
  | 'alerting-rule-types'
  | 'alerting-rules'
  | 'pipeline-node'
  | 'pipelines'
  | 'pipeline-stats';

/** What an instance of a dashboard or a pipeline node answered. */
export interface InstanceAnswers {
  readonly kind: 'dashboard' | 'pipeline';
  /** The name of the file of its product in `schemas/products`. */
  readonly product: string;
  /** Where it was asked: its URL. */
  readonly url: string;
  /** The answer to a call; undefined if it was not made. */
  readonly answerTo: (call: InstanceCallName) => ClusterAnswer | undefined;
  /** The answers to a call that is made for each of several things. */
  readonly answersTo: (call: InstanceCallName) => readonly ClusterAnswer[];
}

/** What a running cluster answered. */
export interface ClusterAnswers {
  /** True if parts that no rule reads are left out, as they are of a recording. */
  readonly isReduced?: boolean;
  /** The name of the file of its product in `schemas/products`. */
  readonly product: string;
  /** The URL of the node that was asked. */
  readonly from: string;
  /** When it was asked, as ISO 8601. */
  readonly at: string;
  /** The answer to a call; undefined if it was not made. */
  answerTo(call: CallName): ClusterAnswer | undefined;
  /** The answers to a call that is made for each of several things. */
  answersTo(call: CallName): readonly ClusterAnswer[];
  /** What stands beside it, as far as it was asked. */
  readonly instances?: readonly InstanceAnswers[];
}

/** A part of an answer, and where it is. */
export interface PartOfAnswer {
  readonly value: unknown;
  readonly place: ClusterPlace;
}

type Keys = readonly string[];

/** The place of a part of an answer, whether it is there or not (https://www.rfc-editor.org/rfc/rfc6901). */
export function placeInAnswer({ request: call, body }: ClusterAnswer, keys: Keys): ClusterPlace {
  const place = { call, pointer: pointerOf(keys) };
  if (!keys.some((key) => /^\d+$/.test(key))) return place;
  const byName = pointerOf(withNames(body, keys));
  return byName === place.pointer ? place : { ...place, byName };
}

function pointerOf(keys: Keys): string {
  return keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** What names an item of a list, the surest first. */
const NAMES = ['name', '_id', 'snapshot', 'subject_dn', 'path', 'index'];

/** The keys with the names of items in place of their numbers. */
function withNames(body: unknown, keys: Keys): Keys {
  let value = body;
  return keys.map((key) => {
    const isItem = Array.isArray(value);
    value = own(value, key);
    return (isItem && isMap(value) ? nameOf(value) : undefined) ?? key;
  });
}

function nameOf(item: Readonly<Record<string, unknown>>): string | undefined {
  const key = NAMES.find((one) => one in item && typeof item[one] === 'string');
  return key === undefined ? undefined : String(item[key]);
}

/** Finds the part of an answer that keys lead to; undefined if it is missing, or null. */
export function partOfAnswer(answer: ClusterAnswer | undefined, keys: Keys): PartOfAnswer | undefined {
  if (answer === undefined) return undefined;
  let value = answer.body;
  for (const key of keys) value = own(value, key);
  return value === undefined || value === null ? undefined : { value, place: placeInAnswer(answer, keys) };
}

/**
 * Finds a setting by its dotted name below some keys. Answers have names whole or nested, and both at once if one
 * name continues another: `watermark.low` and `watermark.low.max_headroom`.
 */
export function settingInAnswer(answer: ClusterAnswer | undefined, keys: Keys, name: string): PartOfAnswer | undefined {
  const whole = partOfAnswer(answer, [...keys, name]);
  if (whole !== undefined && !isMap(whole.value)) return whole;
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const inner = [...keys, name.slice(0, dot)];
    if (!isMap(partOfAnswer(answer, inner)?.value)) continue;
    const found = settingInAnswer(answer, inner, name.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What an answer should tell and does not: it was not seen, or not whole, or has no such part. */
export function untold(
  { request, why, isOlder }: ClusterAnswer,
  what: Pick<Unknown, 'setting' | 'variable' | 'origin'>,
): Unknown {
  const message = why ?? `${request} does not tell ${what.variable}`;
  return { state: 'unknown', ...what, reason: isOlder === true ? 'not-applicable' : 'not-collected', message };
}

/** A fact at a part of an answer; unknown if the answer was not seen, or does not tell it. */
export function factInAnswer<T>(answer: ClusterAnswer, keys: Keys, read: (part: unknown) => T | undefined): Setting<T> {
  const common = { variable: keys.at(-1) ?? '', origin: placeInAnswer(answer, answer.body === undefined ? [] : keys) };
  const value = answer.body === undefined ? undefined : read(partOfAnswer(answer, keys)?.value);
  return value === undefined ? untold(answer, common) : { state: 'known', ...common, value };
}

function own(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return (value as readonly unknown[])[Number(key)];
  return isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
