/** What `--list-requests` and `--print-role` print: the calls, and the least role that may make them. */
import { CannotCheck } from '../ground/cannot-check.ts';
import { didYouMean } from '../model/nearest.ts';
import { CALLS, callsOf, CLUSTER_PRODUCTS, privilegeWords } from './calls.ts';
import type { Call } from './calls.ts';

/** Everything that may be sent, as JSON. A part of a path that varies is printed as `{repository}`. */
export function listedRequests(): string {
  const requests = CALLS.map((call) => ({
    ...{ name: call.name, product: call.product, since: call.since },
    ...(call.until === undefined ? {} : { until: call.until }),
    ...{ method: 'GET', path: call.path, privilege: privilegeWords(call), feeds: call.feeds },
  }));
  return `${JSON.stringify({ version: 1, requests }, undefined, 2)}\n`;
}

/**
 * The request that makes the least role for a product, as JSON; `wanted` is `elasticsearch` or `opensearch@2.19`, whose
 * release is the newest unless it is given. Throws CannotCheck for another product.
 */
export function leastRole(wanted: string): string {
  const [name = '', version, ...more] = wanted.split('@');
  const product = CLUSTER_PRODUCTS.find((one) => one === name.toLowerCase());
  if (product === undefined)
    throw new CannotCheck(`there is no role for ${name || 'no product'}${didYouMean(name, CLUSTER_PRODUCTS, '')}`);
  if (more.length > 0 || (version !== undefined && !/^\d+(\.\d+)*$/.test(version)))
    throw new CannotCheck(
      `this is no release of ${product}; expected its numbers, as in ${product}@${EXAMPLES[product]}`,
    );
  const calls = callsOf(product, version);
  return `${JSON.stringify(product === 'elasticsearch' ? roleOfElasticsearch(calls) : roleOfOpenSearch(calls), undefined, 2)}\n`;
}

const EXAMPLES = { elasticsearch: '8.19', opensearch: '2.19' } as const;

function roleOfElasticsearch(calls: readonly Call[]): object {
  const indices = [{ names: ['*'], privileges: granted(calls, 'index'), allow_restricted_indices: true }];
  return { request: 'PUT /_security/role/stacklint', body: { cluster: granted(calls, 'cluster'), indices } };
}

function roleOfOpenSearch(calls: readonly Call[]): object {
  const permissions = [{ index_patterns: ['*'], allowed_actions: granted(calls, 'index') }];
  return {
    request: 'PUT /_plugins/_security/api/roles/stacklint',
    body: { cluster_permissions: granted(calls, 'cluster'), index_permissions: permissions },
  };
}

function granted(calls: readonly Call[], kind: 'cluster' | 'index'): readonly string[] {
  return [...new Set(calls.flatMap(({ privileges }) => privileges[kind] ?? []))].sort();
}
