/** The clusters of `fixtures/live` as servers: they answer an account whatever it may see, and refuse the rest. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callsOf } from '../../src/live/calls.ts';
import type { Call } from '../../src/live/calls.ts';
import { AT, CLUSTERS } from '../clusters.ts';
import type { ClusterName } from '../clusters.ts';
import { FIXTURES } from '../folders.ts';
import { CLUSTER, PLUGINS } from './server.ts';
import type { Replies, Reply } from './server.ts';

/** The account that asks, whose name no report repeats. */
export const ACCOUNT = 'auditor-cAnArY';

/** The calls that a cluster of a fixture is asked. */
export function callsTo(cluster: ClusterName): readonly Call[] {
  const { version } = JSON.parse(textOf(cluster, 'root') ?? '{}') as { readonly version: { readonly number: string } };
  return callsOf(CLUSTERS[cluster], version.number);
}

interface Otherwise {
  /** Tells of a call whether the account may make it. */
  readonly may?: (call: Call) => boolean;
  /** Changes the text of an answer. */
  readonly text?: (text: string, call: Call) => string;
}

/** What a cluster of a fixture answers; to calls that have no file there, what a cluster with all plugins, but without data, answers. */
export function repliesOf(
  cluster: ClusterName,
  { may = () => true, text: changed = (text) => text }: Otherwise = {},
): Replies {
  const calls = callsTo(cluster).map((call) => ({ call, isPath: patternOf(call), replyTo: repliesTo(cluster, call) }));
  return {
    '*': (request, response) => {
      const path = request.url ?? '';
      const asked = calls.find(({ isPath }) => isPath.test(path));
      const [, about] = asked?.isPath.exec(path) ?? [];
      const { status, body } =
        asked === undefined ? NO_HANDLER : may(asked.call) ? asked.replyTo(about) : refusalOf(asked.call);
      const text = asked === undefined ? body : changed(body, asked.call);
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    },
  };
}

interface Text {
  readonly status: number;
  readonly body: string;
}

const NO_HANDLER: Text = {
  status: 400,
  body: JSON.stringify({ error: 'no handler found for uri [/] and method [GET]' }),
};

/** The replies to a call; that about one of several things is a part of its file. */
function repliesTo(cluster: ClusterName, { name, path }: Call): (about: string | undefined) => Text {
  const text = textOf(cluster, name);
  if (text !== undefined) {
    const parts = JSON.parse(text) as Readonly<Record<string, unknown>>;
    return (about) => {
      return { status: 200, body: about === undefined ? text : JSON.stringify(parts[decodeURIComponent(about)] ?? {}) };
    };
  }
  const usual = { ...CLUSTER, ...PLUGINS }[
    path.replace(/\?.*/, '').replace(/^\/_all\/_settings\/.*/, '/_all/_settings')
  ] as Reply | undefined;
  const reply = usual !== undefined && 'json' in usual ? { status: 200, body: JSON.stringify(usual.json) } : NO_HANDLER;
  return () => reply;
}

function textOf(cluster: ClusterName, call: string): string | undefined {
  const file = join(FIXTURES, 'live', cluster, 'answers', `${call}.json`);
  return existsSync(file) ? givenNow(readFileSync(file, 'utf8')) : undefined;
}

/** An answer whose times are as long ago as they were when the cluster of the fixture was asked. */
function givenNow(text: string): string {
  const since = Date.now() - Date.parse(AT);
  return text.replace(/("\w*(?:time|millis)": )(\d{13})/g, (_, key: string, time: string) => {
    return `${key}${String(Number(time) + since)}`;
  });
}

/** The paths of a call, whatever it asks about. */
function patternOf({ path }: Call): RegExp {
  const quoted = path.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${quoted.join(path.includes('{timeout}') ? '[^/&]+' : '([^/&]+)')}$`);
}

/** The words in which each product refuses a call, as real ones were seen to do. */
function refusalOf({ name, product, privileges }: Call): Text {
  const { cluster = [], index = [], beyond } = privileges;
  if (beyond !== undefined) {
    const message = `No permission to access REST API: User ${ACCOUNT} with Security roles [own_index] does not have any role privileged for admin access. No client TLS certificate found in request`;
    return { status: 403, body: JSON.stringify({ status: 'FORBIDDEN', message }) };
  }
  const [kind, missing] = cluster.length > 0 ? ['cluster', cluster] : ['index', index];
  const reason =
    product === 'opensearch'
      ? `no permissions for [${missing.join(', ')}] and User [name=${ACCOUNT}, backend_roles=[], requestedTenant=null]`
      : `action [${kind === 'index' ? 'indices' : 'cluster'}:monitor/${name}] is unauthorized for user [${ACCOUNT}] with effective roles [${ACCOUNT}]${kind === 'index' ? ' on indices [_all]' : ''}, this action is granted by the ${kind} privileges [${[...missing, 'manage', 'all'].join(',')}]`;
  const error = { type: 'security_exception', reason };
  return { status: 403, body: JSON.stringify({ error: { root_cause: [error], ...error }, status: 403 }) };
}
