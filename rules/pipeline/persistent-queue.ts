import { unsafe } from '../../src/model/fix.ts';
import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Keep the queue of a pipeline node on disk.',
  why: 'Events that wait in memory are lost when the pipeline stops or its host fails.',
  reference: 'https://www.elastic.co/docs/reference/logstash/persistent-queues',
  since: '0.1.0',
  severity: { development: 'off', production: 'warning', strict: 'error' },
  fixes: 'unsafe',
  reads: ['queueType'],
  considers: ['queueSize'],
  messages: {
    memory: 'The queue type of {{host}} is memory; expected {{variable}} to be persisted.',
    unset: 'The queue type of {{host}} is not set; expected {{variable}} to be persisted.',
  },
  *pipeline({ queueType, queueSize }) {
    // The product's own size is that of a short outage.
    const fix = unsafe.withUnset(unsafe.set(queueType, 'persisted'), queueSize, '4gb');
    if (queueType.state === 'unset') yield { at: queueType, message: 'unset', fix };
    // inventory/schema reports any other value.
    if (queueType.state === 'known' && queueType.value === 'memory') yield { at: queueType, message: 'memory', fix };
  },
});
