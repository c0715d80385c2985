/** Asks one node: each call within the limits of time and size, and nothing more once a login is refused. */
import { readAnswer } from './answer.ts';
import type { Answer, Asked } from './answer.ts';
import { CALLS, callsOf } from './calls.ts';
import type { Call, Product } from './calls.ts';
import { openConnection } from './connection.ts';
import type { Connection } from './connection.ts';
import type { Login } from './credentials.ts';
import type { Failure, FailureCode } from './failures.ts';
import { forwardProxy } from './forward-proxy.ts';
import { LANES } from './lanes.ts';
import type { NodeAddress } from './node-address.ts';
import { refusedByProxy } from './send.ts';
import type { Received, Room } from './send.ts';
import { getWithTries } from './tries.ts';
import type { Clock } from './tries.ts';
import type { Trust } from './trust.ts';

/** How nodes are asked. */
export interface Manner {
  readonly login: Login;
  readonly trust: Trust;
  /** For forward proxies. */
  readonly environment: Readonly<Partial<Record<string, string>>>;
  /** Milliseconds for one call, with all its tries. */
  readonly callTime: number;
  /** Milliseconds for all calls. */
  readonly time: number;
  readonly clock: Clock;
  readonly most: Most;
}

/** The most that is kept of what a server sends. */
export interface Most {
  /** Bytes of one answer, unpacked. */
  readonly bytes: number;
  /** Bytes and values of all answers. */
  readonly allBytes: number;
  readonly allValues: number;
}

/** What all calls of a run share. */
export interface Budget {
  /** When all of them have to be over. */
  readonly end: number;
  readonly room: Room;
}

export const METHOD = 'GET ';

/** A name as a part of a path. Half a pair of surrogates, which no name of a cluster has, cannot stand in one. */
function inPath(name: string): string {
  return encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\ufffd'));
}

/** What it means at first that a connection is broken off without a word. */
const BREAKS_OFF: ReadonlySet<FailureCode> = new Set(['connection/wants-https', 'tls/wants-http']);

/** The request of a call: its path with these values in place of what is in braces, after `GET ` and a URL, if any. */
export function requestOf({ path }: Call, values: Readonly<Record<string, string>>, before = METHOD): string {
  return `${before}${path.replace(/\{(\w+)\}/g, (_, name: string) => inPath(values[name] ?? ''))}`;
}

/** The request of an answer as reports show it to people: without what only narrows a long one. */
export function shownRequest({ call, request, parameters }: Asked): string {
  const { wholePath } = call;
  return wholePath === undefined ? request : requestOf({ ...call, path: wholePath }, parameters);
}

export class Asking {
  /** The number of requests that were sent. */
  requests = 0;
  readonly #manner: Manner;
  readonly #budget: Budget;
  readonly #connection: Connection;
  /** What stands before the path of each request, as it is shown. */
  readonly #before: string;
  /** It speaks the protocol that it is asked in. */
  #hasAnswered = false;
  /** The login holds no more, and is not sent again. */
  #loggedOut = false;

  /**
   * `shownAt`: the URL that requests name, if they are to name one. Throws CannotCollect if the environment names a
   * proxy that is not a valid one.
   */
  constructor(address: NodeAddress, manner: Manner, budget: Budget, shownAt = '') {
    this.#manner = manner;
    this.#budget = budget;
    this.#before = `${METHOD}${shownAt}`;
    const proxy = forwardProxy(address, manner.environment);
    this.#connection = openConnection(address, { login: manner.login, trust: manner.trust, proxy, lanes: LANES });
  }

  /** The request of a call; the parameters replace what is in braces in its path. */
  asked(call: Call, parameters: Asked['parameters'] = {}): Asked {
    // Nodes that do not answer are left out before the call itself is over.
    const timeout = `${String(Math.max(1, Math.floor(this.#manner.callTime * 0.8)))}ms`;
    return { call, request: requestOf(call, { ...parameters, timeout }, this.#before), parameters };
  }

  /** Sends a request, and takes what comes. */
  async receive({ request }: Asked): Promise<Received | Failure> {
    const { clock, time, callTime, most } = this.#manner;
    const now = clock.now();
    const { end: last, room } = this.#budget;
    if (now >= last) return { failed: 'connection/no-time', data: { seconds: time / 1000 } };
    const end = Math.min(last, now + callTime);
    const sent = (): number => this.requests++;
    const path = request.slice(this.#before.length);
    const result = await getWithTries(this.#connection, path, {
      clock,
      end,
      bytes: most.bytes,
      room,
      sent,
    });
    if ('failed' in result)
      return this.#hasAnswered && BREAKS_OFF.has(result.failed) ? { failed: 'connection/lost' } : result;
    this.#hasAnswered = true;
    const { proxy } = this.#connection;
    return result.status !== 407 || proxy === undefined ? result : refusedByProxy(proxy.shown, result.status);
  }

  /** Sends a request, and reads the answer. */
  async answer(asked: Asked): Promise<Answer> {
    if (this.#loggedOut) return { ...asked, state: 'unseen', reason: 'unauthenticated' };
    const answer = this.read(asked, await this.receive(asked));
    if (answer.state === 'unseen' && answer.reason === 'unauthenticated') this.#loggedOut = true;
    return answer;
  }

  /** The calls of later releases of a product, which are not made. */
  unavailable(product: Product, calls: readonly Call[]): readonly Answer[] {
    const later = callsOf(product).filter(
      ({ name, follows }) => follows === undefined && !calls.some((call) => call.name === name),
    );
    return later.map((call) => {
      const first = CALLS.find((one) => one.product === product && one.name === call.name) ?? call;
      return { ...this.asked(call), state: 'unseen', reason: 'unavailable', since: first.since };
    });
  }

  read(asked: Asked, received: Received | Failure): Answer {
    return { ...asked, ...readAnswer(asked.call, received, this.#budget.room) };
  }

  /** Ends all connections. */
  close(): void {
    this.#connection.close();
  }
}
