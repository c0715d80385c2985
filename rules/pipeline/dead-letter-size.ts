import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Choose how much a dead letter queue may hold, and what it drops when it is full.',
  why: 'A queue of 1 GB is full within hours of a mapping that fails, and from then on the newest events are lost.',
  reference: 'https://www.elastic.co/docs/reference/logstash/dead-letter-queues',
  since: '0.1.0',
  severity: { development: 'off', production: 'info', strict: 'warning' },
  judges: 'declared',
  considers: ['deadLetterQueue', 'deadLetterSize', 'deadLetterPolicy'],
  messages: {
    unset:
      'The dead letter queue of {{host}} is left at 1 GB, and drops the newest events when it is full; expected {{variable}}, or drop_older, to be set.',
  },
  *pipeline({ deadLetterQueue: queue, deadLetterSize: size, deadLetterPolicy: policy }) {
    if (queue.state === 'known' ? !queue.value : queue.state !== 'unknown') return;
    if (size.state === 'known' || size.state === 'malformed' || policy.state === 'malformed') return;
    if (policy.state === 'known' && policy.value !== 'drop_newer') return;
    const open = [queue, size, policy].flatMap((one) => (one.state === 'unknown' ? [one] : []));
    // What a role has no variable for, it sets as it likes.
    if (open.some(({ reason }) => reason === 'not-collected')) return;
    if (open[0] !== undefined) yield { undecided: open[0] };
    else yield { at: size, message: 'unset' };
  },
});
