import { leastRole, listedRequests } from '../../src/live/printed-calls.ts';
import { assert, describe } from '../describe.ts';

describe('listedRequests', (test) => {
  test('each request is printed with its product, path, privilege and the rules that it feeds', () => {
    const { version, requests } = JSON.parse(listedRequests()) as {
      version: number;
      requests: Record<string, unknown>[];
    };
    assert.is(version, 1);
    const found = requests.find(({ name, product }) => name === 'repositories' && product === 'elasticsearch');
    assert.equal(found, {
      ...{ name: 'repositories', product: 'elasticsearch', since: '1.0', method: 'GET', path: '/_snapshot' },
      privilege: 'monitor_snapshot',
      feeds: ['snapshot/policy-repository', 'snapshot/recent-success', 'snapshot/repository'],
    });
    assert.equal([...new Set(requests.map(({ method }) => method))], ['GET']);
    assert.ok(requests.some(({ path }) => path === '/_snapshot/{repository}/_all?ignore_unavailable=true'));
  });
});

describe('leastRole', (test) => {
  test('Elasticsearch: privileges of the release, none that may change anything', () => {
    assert.equal(JSON.parse(leastRole('elasticsearch')), {
      request: 'PUT /_security/role/stacklint',
      body: {
        cluster: ['monitor', 'monitor_snapshot', 'read_ilm', 'read_security', 'read_slm'],
        indices: [{ names: ['*'], privileges: ['monitor', 'view_index_metadata'], allow_restricted_indices: true }],
      },
    });
    const { body } = JSON.parse(leastRole('elasticsearch@7.17')) as { body: { cluster: string[] } };
    assert.equal(body.cluster, ['monitor', 'monitor_snapshot', 'read_ilm', 'read_slm']);
  });

  test('OpenSearch: the actions themselves', () => {
    const { request, body } = JSON.parse(leastRole('OpenSearch@2.19.4')) as {
      request: string;
      body: { cluster_permissions: string[]; index_permissions: unknown[] };
    };
    assert.is(request, 'PUT /_plugins/_security/api/roles/stacklint');
    assert.ok(body.cluster_permissions.includes('cluster:monitor/nodes/info'));
    assert.not.ok(body.cluster_permissions.some((action) => action.includes('*')));
    assert.equal(body.index_permissions, [
      { index_patterns: ['*'], allowed_actions: ['indices:monitor/settings/get', 'indices:monitor/stats'] },
    ]);
  });

  test('another product, or what is no release, is refused with what there is', () => {
    assert.throws(() => leastRole('opensearh'), /^there is no role for opensearh; did you mean opensearch\?$/);
    assert.throws(() => leastRole('elasticsearch@latest'), /expected its numbers, as in elasticsearch@8\.19$/);
  });
});
