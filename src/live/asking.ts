/** Asks one node: each call within the limits of time and size, and nothing more once a login is refused. */
import { readAnswer } from './answer.ts';
import type { Answer, Asked } from './answer.ts';
import type { Call } from './calls.ts';
import { openConnection } from './connection.ts';
import type { Connection } from './connection.ts';
import type { Login } from './credentials.ts';
import type { Failure } from './failures.ts';
import { forwardProxy } from './forward-proxy.ts';
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

/** Calls that run side by side. */
export const LANES = 6;

const METHOD = 'GET ';

/** A name as a part of a path. Half a pair of surrogates, which no name of a cluster has, cannot stand in one. */
function inPath(name: string): string {
  return encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\ufffd'));
}

export class Asking {
  /** The number of requests that were sent. */
  requests = 0;
  readonly #manner: Manner;
  readonly #end: number;
  readonly #connection: Connection;
  readonly #room: Room;
  /** The login holds no more, and is not sent again. */
  #loggedOut = false;

  /**
   * `end`: when all calls have to be over. Throws CannotCollect if the environment names a proxy that is not a valid
   * one.
   */
  constructor(address: NodeAddress, manner: Manner, end: number) {
    this.#manner = manner;
    this.#end = end;
    this.#room = { bytes: manner.most.allBytes, values: manner.most.allValues };
    const proxy = forwardProxy(address, manner.environment);
    this.#connection = openConnection(address, { login: manner.login, trust: manner.trust, proxy, lanes: LANES });
  }

  /** The request of a call; the parameters replace what is in braces in its path. */
  asked(call: Call, parameters: Asked['parameters'] = {}): Asked {
    // Nodes that do not answer are left out before the call itself is over.
    const timeout = `${String(Math.max(1, Math.floor(this.#manner.callTime * 0.8)))}ms`;
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      name === 'timeout' ? timeout : inPath(parameters[name] ?? ''),
    );
    return { call, request: `${METHOD}${path}`, parameters };
  }

  /** Sends a request, and takes what comes. */
  async receive({ request }: Asked): Promise<Received | Failure> {
    const { clock, time, callTime, most } = this.#manner;
    const now = clock.now();
    if (now >= this.#end) return { failed: 'connection/no-time', data: { seconds: time / 1000 } };
    const end = Math.min(this.#end, now + callTime);
    const sent = (): number => this.requests++;
    const path = request.slice(METHOD.length);
    const result = await getWithTries(this.#connection, path, {
      clock,
      end,
      bytes: most.bytes,
      room: this.#room,
      sent,
    });
    const { proxy } = this.#connection;
    return 'failed' in result || result.status !== 407 || proxy === undefined
      ? result
      : refusedByProxy(proxy.shown, result.status);
  }

  /** Sends a request, and reads the answer. */
  async answer(asked: Asked): Promise<Answer> {
    if (this.#loggedOut) return { ...asked, state: 'unseen', reason: 'unauthenticated' };
    const answer = this.read(asked, await this.receive(asked));
    if (answer.state === 'unseen' && answer.reason === 'unauthenticated') this.#loggedOut = true;
    return answer;
  }

  read(asked: Asked, received: Received | Failure): Answer {
    return { ...asked, ...readAnswer(asked.call, received, this.#room) };
  }

  /** Ends all connections. */
  close(): void {
    this.#connection.close();
  }
}
