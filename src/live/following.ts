/** Makes calls, and those that their answers lead to. */
import { isMap } from '../ground/json-map.ts';
import type { Answer, Asked } from './answer.ts';
import type { Asking } from './asking.ts';
import { isList } from './bounded-json.ts';
import type { Json } from './bounded-json.ts';
import { CALLS } from './calls.ts';
import type { Call } from './calls.ts';
import type { Job } from './lanes.ts';

/** The calls of a run to one server, and the answers that it has given. */
export interface Run {
  readonly asking: Asking;
  readonly calls: readonly Call[];
  readonly answers: Answer[];
}

/** Makes a call, keeps its answer, and leads to the calls that come after it. */
export function jobFor(asked: Asked, run: Run): Job {
  const { asking, calls, answers } = run;
  return async () => {
    const answer = await asking.answer(asked);
    answers.push(answer);
    if (answer.state === 'unseen') return [];
    const bodies = new Map(answers.map((one) => [one.call.name, one.state === 'given' ? one.body : undefined]));
    const following = calls.filter((call) => isLast(call, answer.call.name, bodies));
    return following.flatMap((call) =>
      subjectsOf(call, bodies).map((subject) => jobFor(asking.asked(call, subject), run)),
    );
  };
}

/** Compares answers by the order of their calls, then by their requests. */
export function byCall(one: Answer, other: Answer): number {
  const order = CALLS.indexOf(one.call) - CALLS.indexOf(other.call);
  return order !== 0 ? order : one.request < other.request ? -1 : 1;
}

type Bodies = ReadonlyMap<string, Json | undefined>;

/** Tells whether an answer is the last of those that a call comes after. */
function isLast({ follows }: Call, name: string, bodies: Bodies): boolean {
  if (follows === undefined) return false;
  const needed = [follows.call, ...('after' in follows ? follows.after : [])];
  return needed.includes(name) && needed.every((one) => bodies.get(one) !== undefined);
}

/** What a call is made for, once for each: repositories, policies, spaces, or a cluster that has unassigned shards. */
function subjectsOf({ follows }: Call, bodies: Bodies): readonly Asked['parameters'][] {
  if (follows === undefined) return [];
  if ('each' in follows) return follows.each((call) => bodies.get(call));
  const body = bodies.get(follows.call);
  if ('eachItem' in follows) {
    const items = follows.in === undefined ? body : isMap(body) ? body[follows.in] : undefined;
    const names = (isList(items) ? items : []).map((item) =>
      follows.eachItem.reduce<Json | undefined>((value, key) => (isMap(value) ? value[key] : undefined), item),
    );
    return names.filter((name) => typeof name === 'string').map((name) => ({ [follows.as]: name }));
  }
  if (!isMap(body)) return [];
  if ('eachKey' in follows) return Object.keys(body).map((name) => ({ [follows.eachKey]: name }));
  return typeof body[follows.ifAny] === 'number' && body[follows.ifAny] !== 0 ? [{}] : [];
}
