import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Lock the memory of search nodes.',
  why: 'A node that swaps is a slow node: it causes storms of garbage collection and needless moves of shards.',
  reference: 'Production practice §2.2, §7.3',
  severity: { development: 'off', production: 'error', strict: 'error' },
  reads: ['memoryLock'],
  messages: {
    off: 'Memory locking is off on {{host}}; expected {{variable}}: true.',
    unset: 'Memory locking is not set for {{host}}; expected {{variable}}: true.',
  },
  *node({ memoryLock }) {
    if (memoryLock.state === 'unset') yield { at: memoryLock, message: 'unset' };
    if (memoryLock.state === 'known' && !memoryLock.value) yield { at: memoryLock, message: 'off' };
  },
});
