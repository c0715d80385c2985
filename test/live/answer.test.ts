import { readAnswer } from '../../src/live/answer.ts';
import type { Given, Unseen } from '../../src/live/answer.ts';
import { CALLS } from '../../src/live/calls.ts';
import type { Call, Product } from '../../src/live/calls.ts';
import { assert, describe } from '../describe.ts';

function callNamed(name: string, product: Product): Call {
  return CALLS.find((call) => call.name === name && call.product === product && call.until === undefined)!;
}

function read(name: string, status: number, body: unknown, product: Product = 'elasticsearch'): Given | Unseen {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const received = { status, text, retryAfter: undefined, contentType: '', certificate: undefined };
  return readAnswer(callNamed(name, product), received, { bytes: 1e6, values: 1e6 });
}

const forbidden = (name: string, reason: string, product?: Product): string | undefined => {
  const answer = read(name, 403, { error: { type: 'security_exception', reason }, status: 403 }, product);
  return answer.state === 'unseen' ? answer.privilege : undefined;
};

describe('the privilege that is missing', (test) => {
  test('Elasticsearch: the one of the list that would grant the action', () => {
    const action = 'action [cluster:admin/repository/get] is unauthorized for user [ann] with effective roles [secret]';
    assert.is(
      forbidden(
        'repositories',
        `${action}, this action is granted by the cluster privileges [monitor_snapshot,manage,all]`,
      ),
      'monitor_snapshot',
    );
    const stats =
      'action [indices:monitor/stats] is unauthorized for user [ann] with effective roles [] on indices [x]';
    assert.is(
      forbidden('shards', `${stats}, this action is granted by the index privileges [monitor,manage,all]`),
      'monitor',
    );
  });

  test('else the action itself, or all that the call takes', () => {
    assert.is(
      forbidden('repositories', 'action [cluster:admin/repository/get] is unauthorized for user [ann]'),
      'cluster:admin/repository/get',
    );
    assert.is(forbidden('repositories', 'other words'), 'monitor_snapshot');
    assert.is(forbidden('shards', 'action [ann] is unauthorized'), 'monitor');
  });

  test('OpenSearch: the actions that it names, and whom its security API answers', () => {
    const reason =
      'no permissions for [cluster:monitor/shards, indices:monitor/stats] and User [name=ann, backend_roles=[]]';
    assert.is(forbidden('shards', reason, 'opensearch'), 'cluster:monitor/shards, indices:monitor/stats');
    const message = 'No permission to access REST API: User ann with Security roles [own_index]';
    const answer = read('users', 403, { status: 'FORBIDDEN', message }, 'opensearch');
    assert.is(
      answer.state === 'unseen' && answer.privilege,
      'a role that plugins.security.restapi.roles_enabled names',
    );
  });
});

describe('readAnswer', (test) => {
  test('a call whose status says that there is nothing of the kind has an empty answer', () => {
    assert.equal(read('allocation-explain', 400, { error: 'unable to find any unassigned shards' }), {
      state: 'given',
      body: {},
    });
  });

  test('shards that failed make an answer partial as nodes do', () => {
    const body = { _shards: { total: 9, failed: 2 }, indices: {} };
    assert.equal(read('lifecycle-errors', 200, body), {
      ...{ state: 'given', body, partial: { of: 'shards', total: 9, failed: 2, nodes: [] } },
    });
  });

  test('a head that is no head is no reason to stop', () => {
    for (const head of [null, 'x', { failed: '1' }, { failed: 0 }]) {
      const body = { _nodes: head, nodes: {} };
      assert.equal(read('nodes', 200, body), { state: 'given', body });
    }
  });

  test('rows are maps', () => {
    assert.equal(read('shards', 200, [[]]), { state: 'unseen', reason: 'unreadable' });
    assert.equal(read('index-templates', 200, { index_templates: [1] }), { state: 'unseen', reason: 'unreadable' });
  });
});
