/**
 * Identifies who answers, by the first two answers; and why there is nothing to judge if they are not what nodes say.
 */
import { isMap } from '../ground/json-map.ts';
import type { Answer, Asked } from './answer.ts';
import { missingPrivilege } from './answer.ts';
import { readJson } from './bounded-json.ts';
import type { Json } from './bounded-json.ts';
import type { ClusterProduct } from './calls.ts';
import type { Failure } from './failures.ts';
import type { Received } from './send.ts';

export interface Identity {
  readonly product: ClusterProduct;
  /** As the node says; 7.10.2 where OpenSearch is told to say so. */
  readonly version: string;
}

/** Tells the product and release from the answer to `GET /`. `login`: whether this run has one. */
export function identityOf(root: Received | Failure, { call, request }: Asked, login: boolean): Identity | Failure {
  if ('failed' in root) return root;
  if (root.status !== 200) return refusal(root, { call, request }, login);
  const read = readJson(root.text, MOST_VALUES);
  if ('value' in read) return identityIn(read.value) ?? { failed: 'answer/another-server' };
  const isPage = /html/i.test(root.contentType) || root.text.trimStart().startsWith('<');
  return isPage ? { failed: 'answer/web-page' } : { failed: 'answer/unreadable', data: { request } };
}

/** More than any node says about itself. */
const MOST_VALUES = 1000;

function identityIn(root: Json): Identity | Failure | undefined {
  const version = isMap(root) ? root['version'] : undefined;
  if (!isMap(root) || !isMap(version)) return undefined;
  const { number, distribution, build_flavor: flavour } = version;
  if (flavour === 'serverless') return { failed: 'answer/serverless' };
  if (typeof number !== 'string' || !/^\d+\.\d+/.test(number) || !('cluster_name' in root)) return undefined;
  if (distribution !== undefined && distribution !== 'opensearch') return undefined;
  return { product: distribution === undefined ? 'elasticsearch' : 'opensearch', version: number };
}

/** Several times the nodes of the largest clusters; to judge one takes some fifty kilobytes of memory. */
const MOST_NODES = 5000;

/** Tells why the answer about the nodes cannot be judged; undefined if it can. */
export function failureOfNodes(received: Received | Failure, nodes: Answer, login: boolean): Failure | undefined {
  if ('failed' in received) return received;
  if (received.status !== 200) return refusal(received, nodes, login);
  const { request } = nodes;
  if (nodes.state === 'unseen')
    return nodes.reason === 'too-large'
      ? { failed: 'answer/too-large' }
      : { failed: 'answer/unreadable', data: { request } };
  const found = isMap(nodes.body) ? nodes.body['nodes'] : undefined;
  const count = isMap(found) ? Object.keys(found).length : 0;
  if (count > MOST_NODES) return { failed: 'answer/too-large' };
  return count > 0 ? undefined : { failed: 'answer/no-nodes' };
}

/** What a status other than 200 means for a call that the run cannot do without. */
function refusal(
  { status, text }: Received,
  { call, request }: Pick<Asked, 'call' | 'request'>,
  login: boolean,
): Failure {
  switch (status) {
    case 401:
      return { failed: 'answer/unauthenticated', data: { login: login ? 'given' : 'none' } };
    case 403:
      return { failed: 'answer/forbidden', data: { request, privilege: missingPrivilege(call, text) } };
    case 400:
      // What a proxy says in the name of a node.
      return /plain HTTP request was sent to HTTPS/i.test(text)
        ? { failed: 'connection/wants-https' }
        : { failed: 'answer/status', data: { request, status } };
    case 429:
      return { failed: 'answer/overloaded' };
    default:
      return status >= 300 && status < 400
        ? { failed: 'answer/redirect', data: { status } }
        : { failed: 'answer/status', data: { request, status } };
  }
}
