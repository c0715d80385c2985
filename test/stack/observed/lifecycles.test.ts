/** OpenSearch's index state management, whose policies and explanations have a form of their own. */
import { answersOf, findingsOf } from '../../clusters.ts';
import { assert, describe } from '../../describe.ts';

const state = (...actions: readonly string[]) => ({ name: 'one', actions: actions.map((name) => ({ [name]: {} })) });
const policy = (name: string, ...actions: readonly string[]) => {
  return { _id: name, policy: { policy_id: name, states: [state(), state(...actions)] } };
};
const managed = (name: string, hasFailed: boolean) => ({
  index: name,
  policy_id: 'keep',
  action: { name: 'rollover', failed: hasFailed },
  retry_info: { failed: false },
});

describe('lifecycles of OpenSearch', (test) => {
  const found = (policies: readonly object[], explained: object): readonly string[] =>
    findingsOf(answersOf('attic', { values: { 'state-policies': { policies }, 'managed-indices': explained } })).filter(
      (finding) => finding.includes('lifecycle'),
    );

  test('are judged by what any state does', () => {
    assert.equal(found([policy('old', 'rollover', 'delete')], { total_managed_indices: 0 }), []);
    assert.equal(found([policy('keep', 'rollover')], { total_managed_indices: 0 }), [
      'warning health/lifecycle /policies/0/policy/states: Lifecycle policies of cluster attic delete nothing: keep; expected a phase that deletes. []',
    ]);
  });

  test('are stuck where an action has failed', () => {
    const explained = {
      'logs-2': managed('logs-2', true),
      'logs-1': managed('logs-1', false),
      total_managed_indices: 2,
    };
    assert.equal(found([policy('old', 'delete')], explained), [
      'warning health/lifecycle /logs-2: In cluster attic, 1 index is stuck in the lifecycle: logs-2 (rollover); expected none. []',
    ]);
  });
});
