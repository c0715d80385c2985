import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Keep the queue of a pipeline node on disk.',
  why: 'Events that wait in memory are lost when the pipeline stops or its host fails.',
  reference: 'Production practice §2.2',
  severity: { development: 'off', production: 'warning', strict: 'error' },
  reads: ['queueType'],
  messages: {
    memory: 'The queue of {{host}} is of the type memory; expected {{variable}}: persisted.',
    unset: 'The type of the queue of {{host}} is not set; expected {{variable}}: persisted.',
  },
  *pipeline({ queueType }) {
    if (queueType.state === 'unset') yield { at: queueType, message: 'unset' };
    // Any other text is a mistake in the value, of which inventory/schema speaks.
    if (queueType.state === 'known' && queueType.value === 'memory') yield { at: queueType, message: 'memory' };
  },
});
