/** The outcome of a call: its answer, or the reason why there is none. */
import { isMap } from '../ground/json-map.ts';
import type { UnseenReason } from '../model/finding.ts';
import type { Json, JsonMap } from './bounded-json.ts';
import { isList, readJson } from './bounded-json.ts';
import { privilegeWords } from './calls.ts';
import type { Call, Shape } from './calls.ts';
import { sentenceOfFailure } from './failures.ts';
import type { Failure, FailureCode } from './failures.ts';
import type { Received, Room } from './send.ts';

/** A call as it was made. */
export interface Asked {
  readonly call: Call;
  /** The method and the path as sent: `GET /_snapshot`. */
  readonly request: string;
  /** The values for the words in braces of the call's path: `{ repository: 'backup' }`. */
  readonly parameters: Readonly<Record<string, string>>;
}

export type Answer = Asked & (Given | Unseen);

export interface Given {
  readonly state: 'given';
  readonly body: Json;
  /** Set if some nodes or shards gave no answer: that one is missing proves nothing. */
  readonly partial?: Partiality;
}

export interface Partiality {
  readonly of: 'nodes' | 'shards';
  readonly total: number;
  readonly failed: number;
  /** The ids of nodes that failed, as far as the answer names them. */
  readonly nodes: readonly string[];
}

export interface Unseen {
  readonly state: 'unseen';
  readonly reason: Exclude<UnseenReason, 'partial'>;
  readonly status?: number;
  /** What is missing, if the reason is `forbidden`. */
  readonly privilege?: string;
  /** What happened to the connection, if it was not merely lost. */
  readonly why?: string;
  /** The first release with this call, if the cluster was not asked because its release is older. */
  readonly since?: string;
}

/** Reads the answer to a call; the room becomes smaller by what it holds. */
export function readAnswer(
  call: Call,
  result: Pick<Received, 'status' | 'text'> | Failure,
  room: Room,
): Given | Unseen {
  if ('failed' in result) return unseenBy(result);
  const { status, text } = result;
  if (status === call.nothing) return { state: 'given', body: {} };
  if (status !== 200) return refusal(call, result);
  const read = readJson(text, room.values);
  if ('fault' in read) return { state: 'unseen', reason: read.fault === 'too-many' ? 'too-large' : 'unreadable' };
  if (!hasShape(read.value, call.shape)) return { state: 'unseen', reason: 'unreadable' };
  room.values -= read.values;
  const partial = partialityOf(read.value);
  return { state: 'given', body: read.value, ...(partial === undefined ? {} : { partial }) };
}

function unseenBy(failure: Failure): Unseen {
  const reason = BY_FAILURE[failure.failed] ?? 'failed';
  const isTold = reason === 'failed' && failure.failed !== 'connection/lost';
  return { state: 'unseen', reason, ...(isTold ? { why: sentenceOfFailure(failure) } : {}) };
}

const BY_FAILURE: Readonly<Partial<Record<FailureCode, Unseen['reason']>>> = {
  'connection/timeout': 'timeout',
  'connection/no-time': 'timeout',
  'answer/too-large': 'too-large',
  'answer/encoding': 'unreadable',
};

const BY_STATUS: Readonly<Partial<Record<number, Unseen['reason']>>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  405: 'unavailable',
  410: 'unavailable',
  429: 'overloaded',
};

function refusal(call: Call, { status, text }: Pick<Received, 'status' | 'text'>): Unseen {
  const reason = BY_STATUS[status] ?? (status === 400 ? 'unavailable' : 'failed');
  const privilege = reason === 'forbidden' ? missingPrivilege(call, text) : '';
  return { state: 'unseen', reason, status, ...(privilege === '' ? {} : { privilege }) };
}

/** The values in a refusal, which has a cause or two. */
const MOST_OF_REFUSAL = 1000;

/** An action or a privilege; nothing else of a refusal is kept, which names users and roles. */
const ACTION = /^(?:cluster|indices|internal|restapi):[\w:/*-]+$/;

/**
 * The privilege that an account misses: among those that the call needs, the one that the answer says would grant it;
 * else the actions that the answer names; else all those that the call needs.
 */
export function missingPrivilege(call: Call, text: string): string {
  const read = readJson(text, MOST_OF_REFUSAL);
  const error = 'value' in read && isMap(read.value) ? read.value['error'] : undefined;
  const reason = isMap(error) && typeof error['reason'] === 'string' ? error['reason'] : '';
  const [, kind, granting = ''] = /granted by the (cluster|index) privileges \[([\w,]*)\]/.exec(reason) ?? [];
  const taken = (kind === 'index' ? call.privileges.index : call.privileges.cluster) ?? [];
  const granted = kind === undefined ? undefined : taken.find((privilege) => granting.split(',').includes(privilege));
  const [, named = ''] = /(?:^action|no permissions for) \[([^\]]*)\]/.exec(reason) ?? [];
  const actions = named.split(/,\s*/).filter((action) => ACTION.test(action));
  return granted ?? (actions.join(', ') || privilegeWords(call));
}

function hasShape(value: Json, shape: Shape): boolean {
  if (shape === 'rows') return isList(value) && value.every(isMap);
  if (!isMap(value)) return false;
  if (shape === 'map') return true;
  return Object.entries(shape).every(([key, kind]) => {
    const part = value[key];
    return kind === 'text'
      ? typeof part === 'string'
      : kind === 'map'
        ? isMap(part)
        : isList(part) && part.every(isMap);
  });
}

/** What the head of an answer says about nodes, or shards, that gave none. */
function partialityOf(value: Json): Partiality | undefined {
  if (!isMap(value)) return undefined;
  return headOf(value, 'nodes') ?? headOf(value, 'shards');
}

function headOf(value: JsonMap, of: Partiality['of']): Partiality | undefined {
  const head = value[`_${of}`];
  if (!isMap(head)) return undefined;
  const { total, failed, failures } = head;
  if (typeof failed !== 'number' || failed <= 0) return undefined;
  const named = (isList(failures) ? failures : []).map((failure) => (isMap(failure) ? failure['node_id'] : undefined));
  const nodes = named.filter((id) => typeof id === 'string').sort();
  return { of, total: typeof total === 'number' ? total : failed, failed, nodes };
}
