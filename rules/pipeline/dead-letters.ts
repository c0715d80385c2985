import { defineRule } from '../../src/model/rule.ts';
import { counted, sizeInWords } from '../../src/model/phrases.ts';
import { MB } from '../../src/model/units.ts';

/** An empty queue has a byte in each of its files; an event takes hundreds. */
const EMPTY = 64;

export default defineRule({
  summary: 'Look at the dead letters of a pipeline, and empty their queue.',
  why: 'These events were not indexed and are missing in every search; once the queue is full, later ones are dropped.',
  reference: 'https://www.elastic.co/docs/reference/logstash/dead-letter-queues',
  since: '0.1.0',
  severity: { development: 'info', production: 'warning', strict: 'warning' },
  judges: 'observed',
  messages: {
    waiting: 'The dead letter queue of {{host}} holds {{size}} of events; expected it to be looked at and emptied.',
    dropped: 'The dead letter queue of {{host}} had no room for {{count}}; expected it to be looked at and emptied.',
  },
  *pipeline({ deadLetters }) {
    if (deadLetters?.state === 'unknown') yield { undecided: deadLetters };
    if (deadLetters?.state !== 'known') return;
    const { size, dropped } = deadLetters.value;
    if (dropped > 0) yield { at: deadLetters, message: 'dropped', data: { count: counted(dropped, 'event') } };
    else if (size >= EMPTY)
      yield { at: deadLetters, message: 'waiting', data: { size: sizeInWords(size) }, measure: Math.ceil(size / MB) };
  },
});
