/** Whether search nodes, and their clusters, have accounts. */
import { hasAccounts } from '../../src/model/security.ts';
import type { Setting } from '../../src/model/setting.ts';
import { assert, describe } from '../describe.ts';

const at = { variable: 'xpack.security.enabled', origin: { file: 'hosts.yml', start: 0, end: 0 } };
const unset: Setting<boolean> = { state: 'unset', ...at };

function node(security: boolean | undefined) {
  const known: Setting<boolean> = security === undefined ? unset : { state: 'known', ...at, value: security };
  return { security: known, securityDisabled: unset };
}

describe('the accounts of a cluster', (test) => {
  test('are there if one node has some, and not if none has', () => {
    assert.is(hasAccounts({ nodes: [node(false), node(true), node(undefined)] }), true);
    assert.is(hasAccounts({ nodes: [node(false), node(false)] }), false);
    assert.is(hasAccounts({ nodes: [node(false), node(undefined)] }), undefined);
  });
});
