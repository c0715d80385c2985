import { defineRule } from '../../src/model/rule.ts';
import { wordThatTurnsOn } from '../../src/model/setting.ts';

export default defineRule({
  summary: 'Lock the memory of search nodes.',
  why: 'A node that swaps is slow: garbage collections take long, and shards move away needlessly.',
  reference: 'https://www.elastic.co/docs/deploy-manage/deploy/self-managed/setup-configuration-memory',
  severity: { development: 'off', production: 'error', strict: 'error' },
  reads: ['memoryLock'],
  messages: {
    off: 'Memory locking is off on {{host}}; expected {{variable}} to be {{on}}.',
    unset: 'Memory locking is not set for {{host}}; expected {{variable}} to be {{on}}.',
  },
  *node({ memoryLock }) {
    const data = { on: wordThatTurnsOn(memoryLock) };
    if (memoryLock.state === 'unset') yield { at: memoryLock, message: 'unset', data };
    if (memoryLock.state === 'known' && !memoryLock.value) yield { at: memoryLock, message: 'off', data };
  },
});
