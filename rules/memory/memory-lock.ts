import { unsafe } from '../../src/model/fix.ts';
import { defineRule } from '../../src/model/rule.ts';
import type { Setting } from '../../src/model/setting.ts';
import { placeOfOrigin, wordThatTurnsOn } from '../../src/model/setting.ts';

export default defineRule({
  summary: 'Lock the memory of search nodes.',
  why: 'A node that swaps is slow: garbage collections take long, and shards move away needlessly.',
  reference: 'https://www.elastic.co/docs/deploy-manage/deploy/self-managed/setup-configuration-memory',
  since: '0.1.0',
  sources: [{ name: 'AutoOps: Memory lock disabled', url: 'https://www.elastic.co/docs/reference/autoops-insights' }],
  severity: { development: 'off', production: 'error', strict: 'error' },
  fixes: 'unsafe',
  reads: ['memoryLock'],
  considers: ['swap', 'memoryLocked'],
  messages: {
    off: 'Memory locking is off on {{host}}; expected {{variable}} to be {{on}}.',
    notInEffect:
      '{{variable}} is set on {{host}}, but not in effect; expected a limit of the system that lets it lock its memory.',
    unset: 'Memory locking is not set for {{host}}; expected {{variable}} to be {{on}}.',
    offWithoutSwap:
      'Memory locking is off on {{host}}; {{instead}}, so locking is a second safeguard; expected {{variable}} to be {{on}}.',
    unsetWithoutSwap:
      'Memory locking is not set for {{host}}; {{instead}}, so locking is a second safeguard; expected {{variable}} to be {{on}}.',
  },
  *node({ memoryLock, memoryLocked, swap }) {
    if (isOn(memoryLock)) {
      const related = [{ ...placeOfOrigin(memoryLock.origin), message: 'set here' }];
      if (memoryLocked.state === 'unknown') yield { undecided: memoryLocked };
      else if (memoryLocked.state === 'known' && !memoryLocked.value)
        yield { at: memoryLocked, message: 'notInEffect', data: { variable: memoryLock.variable }, related };
      return;
    }
    const data = { on: wordThatTurnsOn(memoryLock) };
    const fix = unsafe.set(memoryLock, true);
    const state = memoryLock.state === 'known' && !memoryLock.value ? 'off' : memoryLock.state;
    if (state !== 'off' && state !== 'unset') return;
    const instead = insteadOfLocking(swap);
    // A running node tells whether it has swap, unless it was not asked.
    if (swap.state === 'unknown' && 'call' in swap.origin) yield { undecided: swap };
    else if (instead === undefined) yield { at: memoryLock, message: state, data, fix };
    else
      yield {
        at: memoryLock,
        message: state === 'off' ? 'offWithoutSwap' : 'unsetWithoutSwap',
        data: { ...data, instead },
        severity: 'info',
        fix,
      };
  },
});

function isOn(lock: Setting<boolean>): boolean {
  return lock.state === 'known' && lock.value;
}

/** Says what keeps a host from swapping without a lock; undefined if nothing surely does. */
function insteadOfLocking(swap: Setting<string>): string | undefined {
  if (swap.state !== 'known') return undefined;
  return swap.value === 'off' ? 'swap is switched off there' : `vm.swappiness is ${swap.value} there`;
}
