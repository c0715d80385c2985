/** Facts of a running cluster as a whole, which count in the same order as the settings of its nodes. */
import type { Setting } from '../../../src/model/setting.ts';
import { observeStack } from '../../../src/stack/observed/observe-stack.ts';
import { answersOf } from '../../clusters.ts';
import { assert, describe } from '../../describe.ts';

const ENABLE = 'cluster.routing.allocation.enable';

/** The switch of allocation, where the cluster was told this. */
function switchWhere(settings: Readonly<Record<'persistent' | 'transient', unknown>>): Setting<string> | undefined {
  return observeStack(answersOf('attic', { values: { settings } })).clusters[0]?.allocation?.[0];
}

describe('what a cluster was told', (test) => {
  test('is the transient setting, which overrides the persistent one', () => {
    const told = switchWhere({ persistent: { [ENABLE]: 'none' }, transient: { [ENABLE]: 'primaries' } });
    assert.is(told?.state === 'known' && told.value, 'primaries');
    assert.is(told?.origin.isTransient, true);
    assert.equal(
      told?.origin.overrides?.map((one) => 'call' in one && one.pointer),
      [`/persistent/${ENABLE}`],
    );
  });

  test('is nothing where a setting is empty, as it is for a node', () => {
    const told = switchWhere({ persistent: { [ENABLE]: 'none' }, transient: { [ENABLE]: '' } });
    assert.is(told?.state === 'known' && told.value, 'none');
    assert.is(switchWhere({ persistent: { [ENABLE]: '' }, transient: {} })?.state, 'unset');
  });
});
