/** The way to one node: one agent that keeps its connections, through a forward proxy if there is one. */
import * as http from 'node:http';
import * as https from 'node:https';
import type { Duplex } from 'node:stream';
import type { Login } from './credentials.ts';
import type { ForwardProxy } from './forward-proxy.ts';
import { hostInUrl } from './node-address.ts';
import type { NodeAddress } from './node-address.ts';
import type { Trust } from './trust.ts';

export interface Connection {
  readonly address: NodeAddress;
  readonly proxy: ForwardProxy | undefined;
  /** True for a connection that is sent over TLS from here on. */
  readonly secure: boolean;
  /** The options of a request for a path, except its method. */
  options(path: string): https.RequestOptions;
  /** Ends everything that is open. */
  close(): void;
}

/** What the way to a node takes. */
export interface Way {
  readonly login: Login;
  readonly trust: Trust;
  readonly proxy: ForwardProxy | undefined;
  /** The number of calls that run side by side. */
  readonly lanes: number;
}

/** Prepares the way to a node; nothing is sent before the first call. */
export function openConnection(address: NodeAddress, { login, trust, proxy, lanes }: Way): Connection {
  // Node gives each address of a name 250 ms, which is too short for the other end of the world.
  const kept = { keepAlive: true, maxSockets: lanes, autoSelectFamilyAttemptTimeout: 1000 };
  const secure = proxy === undefined || address.secure ? address.secure : proxy.secure;
  const throughProxy = proxy !== undefined && !address.secure;
  const agent = agentFor(kept, trust, address, proxy);
  const host = `${hostInUrl(address.host)}:${String(address.port)}`;
  const headers = {
    host,
    accept: 'application/json',
    'accept-encoding': 'gzip',
    'user-agent': 'stacklint',
    ...withValue('authorization', login.header()),
    ...(throughProxy ? withValue('proxy-authorization', proxy.login()) : {}),
  };
  return {
    ...{ address, proxy, secure },
    options: (path) => ({
      ...{ agent, headers },
      ...(throughProxy ? { host: proxy.host, port: proxy.port } : { host: address.host, port: address.port }),
      path: `${throughProxy ? `http://${host}` : ''}${address.prefix}${path}`,
    }),
    close: () => agent.destroy(),
  };
}

/** The agent for a node. A proxy that is itself asked over TLS has a certificate of a public authority. */
function agentFor(
  kept: http.AgentOptions,
  trust: Trust,
  { secure }: NodeAddress,
  proxy: ForwardProxy | undefined,
): http.Agent {
  if (!secure) return proxy?.secure === true ? new https.Agent(kept) : new http.Agent(kept);
  const options = { ...kept, ...trust };
  return proxy === undefined ? new https.Agent(options) : new TunnelAgent(options, proxy);
}

function withValue(header: string, value: string | undefined): Readonly<Record<string, string>> {
  return value === undefined ? {} : { [header]: value };
}

/** The code of an error about the proxy: it does not answer, or it answers with a status. */
export const PROXY_UNREACHED = 'PROXY_UNREACHED';
export const PROXY_STATUS = 'PROXY_STATUS_';

/** Connects to nodes by way of a proxy, which sees only what is encrypted. */
class TunnelAgent extends https.Agent {
  readonly #proxy: ForwardProxy;
  /** Requests for a tunnel that are not answered yet, which the agent does not know. */
  readonly #pending = new Set<http.ClientRequest>();

  constructor(options: https.AgentOptions, proxy: ForwardProxy) {
    super(options);
    this.#proxy = proxy;
  }

  override createConnection(
    options: https.RequestOptions,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    // The types know no error without a stream.
    const failed = callback as ((error: Error) => void) | undefined;
    const fail = (code: string): void => failed?.(Object.assign(new Error(code), { code }));
    const { secure, host, port } = this.#proxy;
    const target = `${hostInUrl(options.host ?? '')}:${String(options.port)}`;
    const headers = { host: target, ...withValue('proxy-authorization', this.#proxy.login()) };
    const asked = (secure ? https : http).request({
      ...{ host, port, method: 'CONNECT', path: target, headers, agent: false as const },
    });
    this.#pending.add(asked);
    asked.on('close', () => this.#pending.delete(asked));
    asked.on('error', () => fail(PROXY_UNREACHED));
    asked.on('response', (response) => {
      response.destroy();
      fail(`${PROXY_STATUS}${String(response.statusCode)}`);
    });
    asked.on('connect', ({ statusCode = 0 }, socket) => {
      const stream = statusCode === 200 ? super.createConnection({ ...options, socket } as object) : undefined;
      if (stream) return callback?.(null, stream);
      socket.destroy();
      fail(`${PROXY_STATUS}${String(statusCode)}`);
    });
    asked.end();
  }

  override destroy(): void {
    for (const asked of this.#pending) asked.destroy();
    super.destroy();
  }
}
