/** Remedies for the snapshots of a running cluster: requests that register repositories, and make or change policies. */
import { isTemporary } from './host-paths.ts';
import type { Repository, SnapshotPolicy } from './records.ts';
import type { JsonObject, Remedy } from './remedy.ts';
import type { Setting } from './setting.ts';
import type { SearchNode } from './stack.ts';

/** The request that registers a repository in a folder that nodes allow; none if no path is known. */
export function registrationRemedy(
  name: string,
  nodes: readonly Pick<SearchNode, 'repositoryPaths'>[],
): readonly Remedy[] {
  const paths = nodes.flatMap(({ repositoryPaths: own }) => (own.state === 'known' ? own.value : []));
  const path = paths.find((one) => one.startsWith('/') && !isTemporary(one));
  if (path === undefined) return [];
  const body = { type: 'fs', settings: { location: `${path.replace(/\/+$/, '')}/${name}` } };
  return [{ title: 'Register a repository', request: `PUT /_snapshot/${encodeURIComponent(name)}`, body }];
}

/** The request by which all nodes try a repository: it writes small files there, and deletes them. */
export function verificationRemedy({ name }: Pick<Repository, 'name'>): Remedy {
  return { title: 'Verify the repository', request: `POST /_snapshot/${encodeURIComponent(name)}/_verify` };
}

/** The request that makes a policy as Production practice §8 has it: daily at 01:30, for 30 days. */
export function policyRemedy(manager: SnapshotPolicy['manager'], repository: string): Remedy {
  const title = 'Make a policy';
  if (manager === 'SLM')
    return {
      title,
      request: 'PUT /_slm/policy/nightly',
      body: {
        schedule: '0 30 1 * * ?',
        name: '<nightly-{now/d}>',
        repository,
        config: { indices: ['*'], ignore_unavailable: true },
        retention: { expire_after: '30d', min_count: 30 },
      },
    };
  return {
    title,
    request: 'POST /_plugins/_sm/policies/nightly',
    body: {
      creation: { schedule: { cron: { expression: '30 1 * * *', timezone: 'UTC' } } },
      deletion: { condition: { max_age: '30d', min_count: 30 } },
      snapshot_config: { repository, indices: '*', ignore_unavailable: true },
    },
  };
}

/** The request that replaces a policy by one with another value for one of its settings. */
export function changeRemedy(
  { replacement }: Pick<SnapshotPolicy, 'replacement'>,
  { variable }: Setting<unknown>,
  value: string | readonly string[] | number | boolean,
): readonly Remedy[] {
  if (replacement === undefined) return [];
  const { request, body } = replacement;
  return [{ title: `Set ${variable}`, request, body: withValue(body, variable.split('.'), value) }];
}

function withValue(body: JsonObject, [key = '', ...keys]: readonly string[], value: JsonObject[string]): JsonObject {
  if (keys.length === 0) return { ...body, [key]: value };
  const inner = body[key];
  return { ...body, [key]: withValue(isObject(inner) ? inner : {}, keys, value) };
}

function isObject(value: JsonObject[string] | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The request that takes a snapshot of a policy now. OpenSearch has none. */
export function executionRemedy({ manager, name }: Pick<SnapshotPolicy, 'manager' | 'name'>): readonly Remedy[] {
  if (manager === 'SM') return [];
  return [{ title: 'Take a snapshot now', request: `POST /_slm/policy/${encodeURIComponent(name)}/_execute` }];
}

/** The request that carries policies out again. */
export const RESUME: Remedy = { title: 'Carry the policies out', request: 'POST /_slm/start' };

/** The request that enables a policy of OpenSearch. */
export function startRemedy({ name }: Pick<SnapshotPolicy, 'name'>): Remedy {
  return { title: 'Enable the policy', request: `POST /_plugins/_sm/policies/${encodeURIComponent(name)}/_start` };
}
