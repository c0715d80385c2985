/** A small server in place of a node, which answers as it is told, and misbehaves as it is told. */
import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { TLSSocket } from 'node:tls';

/** What is sent for a path: a value as JSON, a status with its body, or what a test does by hand. */
export type Reply =
  | { readonly json: unknown }
  | { readonly status: number; readonly body?: string; readonly headers?: http.OutgoingHttpHeaders }
  | ((request: http.IncomingMessage, response: http.ServerResponse) => void);

/** Replies by path with query, or without; several in turn, the last of which stays. */
export type Replies = Readonly<Record<string, Reply | readonly Reply[]>>;

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  /** Bytes of a body. */
  body: number;
}

export interface Server {
  readonly url: string;
  readonly port: number;
  readonly requests: readonly SeenRequest[];
  /** How many connections were made. */
  readonly connections: number;
  close(): Promise<void>;
}

/** Starts a server on loopback; with `tls`, one of https. */
export async function serve(
  replies: Replies,
  { tls, host = '127.0.0.1' }: { readonly tls?: https.ServerOptions; readonly host?: string } = {},
): Promise<Server> {
  const requests: SeenRequest[] = [];
  const sockets = new Set<Socket | TLSSocket>();
  let connections = 0;
  const counts = new Map<string, number>();
  const answer: http.RequestListener = (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const seen = { method, path, headers, body: 0 };
    requests.push(seen);
    request.on('data', (chunk: Buffer) => (seen.body += chunk.length));
    const bare = path.replace(/\?.*/, '').replace(/^\/_all\/_settings\/.*/, '/_all/_settings');
    const name = path in replies ? path : bare;
    const turns = [replies[name] ?? replies['*'] ?? noHandler(path)].flat() as readonly Reply[];
    const turn = counts.get(name) ?? 0;
    counts.set(name, turn + 1);
    const reply = turns[Math.min(turn, turns.length - 1)]!;
    if (typeof reply === 'function') return reply(request, response);
    const { status, body = '', headers: more = {} } = 'json' in reply ? json(reply.json) : reply;
    response.writeHead(status, { 'content-type': 'application/json', ...more }).end(body);
  };
  const server = tls === undefined ? http.createServer(answer) : https.createServer(tls, answer);
  server.on('connection', (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => {});
  });
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${String(port)}`,
    ...{ port, requests },
    get connections() {
      return connections;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function json(value: unknown): { status: number; body: string; headers?: http.OutgoingHttpHeaders } {
  return { status: 200, body: JSON.stringify(value) };
}

function noHandler(path: string): Reply {
  return { status: 400, body: JSON.stringify({ error: `no handler found for uri [${path}] and method [GET]` }) };
}

/** Runs a test with a server, which is closed whatever happens. */
export async function withServer(
  replies: Replies,
  run: (server: Server) => Promise<void>,
  options: Parameters<typeof serve>[1] = {},
): Promise<void> {
  const server = await serve(replies, options);
  try {
    await run(server);
  } finally {
    await server.close();
  }
}

/** A node `es-1` of a cluster `logs`, healthy and without data, as each product answers in short. */
export const CLUSTER: Replies = {
  '/': { json: { name: 'es-1', cluster_name: 'logs', cluster_uuid: 'u', version: { number: '8.19.21' } } },
  '/_nodes/settings,os,process,jvm,http,transport': { json: nodes({ settings: {}, roles: ['master', 'data'] }) },
  '/_nodes/stats/jvm,fs,os,process,breaker': { json: nodes({ jvm: {} }) },
  '/_snapshot': { json: {} },
  '/_cluster/health': { json: { status: 'green', unassigned_shards: 0 } },
  '/_cluster/settings': { json: { persistent: {}, transient: {} } },
  '/_cluster/settings?include_defaults=true&flat_settings=true&filter_path=defaults': { json: { defaults: {} } },
  '/_cat/shards': { json: [] },
  '/_cluster/state/metadata': { json: { metadata: { cluster_coordination: { voting_config_exclusions: [] } } } },
  '/_index_template': { json: { index_templates: [] } },
  '/_template': { json: {} },
  '/_component_template': { json: { component_templates: [] } },
  '/_all/_settings': { json: {} },
  '/_slm/policy': { json: {} },
  '/_health_report': { json: { status: 'green', indicators: {} } },
  '/_ilm/policy': { json: {} },
  '/_all/_ilm/explain': { json: { indices: {} } },
  '/_data_stream': { json: { data_streams: [] } },
  '/_security/_authenticate': { json: { username: 'auditor', roles: ['auditor'] } },
  '/_security/user': { json: {} },
  '/_security/role_mapping': { json: {} },
  '/_security/api_key': { json: { api_keys: [] } },
  '/_ssl/certificates': { json: [] },
  '/_license': { json: { license: { type: 'basic' } } },
};

/** The same cluster, run by OpenSearch without its plugins. */
export const OPENSEARCH: Replies = {
  ...CLUSTER,
  '/': { json: { cluster_name: 'logs', version: { number: '2.19.4', distribution: 'opensearch' } } },
};

/** What the plugins of OpenSearch answer, where nothing is set up with them. */
export const PLUGINS: Replies = {
  '/_plugins/_security/authinfo': { json: { user_name: 'auditor', backend_roles: [], roles: ['auditor'] } },
  '/_plugins/_security/api/internalusers': { json: {} },
  '/_plugins/_security/api/rolesmapping': { json: {} },
  '/_plugins/_security/api/certificates': { json: nodes({ certificates: { http: [], transport: [] } }) },
  '/_plugins/_security/api/securityconfig': {
    json: { config: { dynamic: { http: { anonymous_auth_enabled: false } } } },
  },
  '/_plugins/_security/api/audit': { json: { config: { enabled: true, audit: {} } } },
  '/_plugins/_sm/policies': { json: { policies: [], total_policies: 0 } },
  '/_plugins/_ism/policies': { json: { policies: [], total_policies: 0 } },
  '/_plugins/_ism/explain/*': { json: { total_managed_indices: 0 } },
};

/** An instance of Kibana whose keys survive a restart, as releases from 8 on answer. */
export const KIBANA: Replies = {
  '/api/status': {
    json: {
      name: 'dash-1',
      version: { number: '8.19.4' },
      status: { overall: { level: 'available' }, core: { elasticsearch: { level: 'available' } } },
    },
  },
  '/api/alerting/_health': { json: { is_sufficiently_secure: true, has_permanent_encryption_key: true } },
  '/api/spaces/space': { json: [{ id: 'default' }, { id: 'ops' }] },
  ...Object.fromEntries(
    ['default', 'ops'].flatMap((space) => [
      [`/s/${space}/api/alerting/rule_types`, { json: [] }],
      [`/s/${space}/api/alerting/rules/_find`, { json: { total: 0, data: [] } }],
    ]),
  ),
};

/** A node of Logstash with one pipeline, whose queue is on disk. */
export const LOGSTASH: Replies = {
  '/': { json: { host: 'pipe-1', name: 'pipe-1', version: '8.19.4', status: 'green' } },
  '/_node/pipelines': {
    json: { name: 'pipe-1', pipelines: { main: { workers: 2, dead_letter_queue_enabled: true } } },
  },
  '/_node/stats': {
    json: {
      pipelines: {
        main: {
          plugins: { outputs: [{ name: 'elasticsearch' }] },
          queue: {
            type: 'persisted',
            capacity: { max_queue_size_in_bytes: 8_589_934_592, queue_size_in_bytes: 0 },
          },
          dead_letter_queue: { queue_size_in_bytes: 1 },
        },
      },
    },
  },
};

function nodes(node: object): object {
  return { _nodes: { total: 1, successful: 1, failed: 0 }, nodes: { aB3: { name: 'es-1', ...node } } };
}

/** Tells whether this machine has a loopback of IPv6, which some containers have not. */
export function hasIPv6(): boolean {
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === '::1'));
}
