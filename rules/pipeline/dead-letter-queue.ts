import { unsafe } from '../../src/model/fix.ts';
import { defineRule } from '../../src/model/rule.ts';
import { isSearchPlugin } from '../../src/model/search-clients.ts';
import { wordThatTurnsOn } from '../../src/model/setting.ts';

export default defineRule({
  summary: 'Keep events that could not be indexed in the dead letter queue.',
  why: 'Without the queue, events that fail to index are dropped.',
  reference: 'https://www.elastic.co/docs/reference/logstash/dead-letter-queues',
  since: '0.1.0',
  severity: { development: 'off', production: 'warning', strict: 'error' },
  fixes: 'unsafe',
  considers: ['deadLetterQueue', 'deadLetterRetention'],
  messages: {
    off: 'The dead letter queue of {{host}} is off; expected {{variable}} to be {{on}}.',
    unset: 'The dead letter queue of {{host}} is not set; expected {{variable}} to be {{on}}.',
  },
  *pipeline({ deadLetterQueue: queue, deadLetterRetention: retention, outputs }) {
    // Other outputs put nothing into the queue.
    if (outputs.incomplete === undefined && !outputs.known.some(({ plugin }) => isSearchPlugin(plugin))) return;
    // A retention without its queue is pipeline/dead-letter-retention's to report.
    if (retention.state === 'malformed' || (retention.state === 'known' && retention.byDefault !== true)) return;
    if (queue.state === 'unknown') yield { undecided: queue };
    // Without an age, dead letters are kept until the disk is full.
    const fix = unsafe.withUnset(unsafe.set(queue, true), retention, '7d');
    const said = { at: queue, data: { on: wordThatTurnsOn(queue) }, fix };
    if (queue.state === 'unset') yield { ...said, message: 'unset' };
    if (queue.state === 'known' && !queue.value) yield { ...said, message: 'off' };
  },
});
