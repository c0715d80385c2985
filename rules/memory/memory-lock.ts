import { defineRule } from '../../src/model/rule.ts';
import type { Setting } from '../../src/model/setting.ts';
import { wordThatTurnsOn } from '../../src/model/setting.ts';

export default defineRule({
  summary: 'Lock the memory of search nodes.',
  why: 'A node that swaps is slow: garbage collections take long, and shards move away needlessly.',
  reference: 'https://www.elastic.co/docs/deploy-manage/deploy/self-managed/setup-configuration-memory',
  since: '0.1.0',
  sources: [{ name: 'AutoOps: Memory lock disabled', url: 'https://www.elastic.co/docs/reference/autoops-insights' }],
  severity: { development: 'off', production: 'error', strict: 'error' },
  reads: ['memoryLock'],
  considers: ['swap'],
  messages: {
    off: 'Memory locking is off on {{host}}; expected {{variable}} to be {{on}}.',
    unset: 'Memory locking is not set for {{host}}; expected {{variable}} to be {{on}}.',
    offWithoutSwap:
      'Memory locking is off on {{host}}; {{instead}}, so locking is a second safeguard; expected {{variable}} to be {{on}}.',
    unsetWithoutSwap:
      'Memory locking is not set for {{host}}; {{instead}}, so locking is a second safeguard; expected {{variable}} to be {{on}}.',
  },
  *node({ memoryLock, swap }) {
    const data = { on: wordThatTurnsOn(memoryLock) };
    const state = memoryLock.state === 'known' && !memoryLock.value ? 'off' : memoryLock.state;
    if (state !== 'off' && state !== 'unset') return;
    const instead = insteadOfLocking(swap);
    if (instead === undefined) yield { at: memoryLock, message: state, data };
    else
      yield {
        at: memoryLock,
        message: state === 'off' ? 'offWithoutSwap' : 'unsetWithoutSwap',
        data: { ...data, instead },
        severity: 'info',
      };
  },
});

/** Says what keeps a host from swapping without a lock; undefined where nothing surely does. */
function insteadOfLocking(swap: Setting<string>): string | undefined {
  if (swap.state !== 'known') return undefined;
  return swap.value === 'off' ? 'swap is switched off there' : `vm.swappiness is ${swap.value} there`;
}
