import { sizeInWords } from '../../src/model/phrases.ts';
import { unsafe } from '../../src/model/fix.ts';
import { defineRule } from '../../src/model/rule.ts';
import { byteCount, GB, MB } from '../../src/model/units.ts';

/** A smaller number without a unit was not meant as bytes: the queue could not hold one of its files. */
const SMALLEST = MB;
const FULL = 0.8;

export default defineRule({
  summary: 'Give the queue of a pipeline node on disk room for a long outage, 4 GB or more.',
  why: 'Once the queue is full, inputs take no more events, and senders that cannot wait lose theirs.',
  reference: 'https://www.elastic.co/docs/reference/logstash/persistent-queues',
  since: '0.1.0',
  severity: { development: 'off', production: 'warning', strict: 'warning' },
  fixes: 'unsafe',
  options: { gigabytes: { type: 'number', description: 'Least size in GB.', minimum: 0, default: 4 } },
  reads: ['queueSize'],
  considers: ['queueType'],
  messages: {
    malformed: 'The queue size of {{host}} is {{shown}}; expected {{expected}}.',
    unset: 'The queue size of {{host}} is not set; expected {{variable}} to be at least {{least}}gb.',
    small: 'The queue of {{host}} holds at most {{size}}; expected {{variable}} to be at least {{least}}gb.',
    full: 'The queue of {{host}} is {{percent}} % full; expected less than {{most}} %.',
    growing:
      'The queue of {{host}} grows by {{size}} an hour and will be full within a day; expected it to be emptied.',
  },
  *pipeline({ queueSize: size, queueType, queueUse }, { gigabytes }) {
    const expected = 'a size with its unit, such as 4gb';
    const data = { least: gigabytes };
    const bytes = size.state === 'known' ? bytesOf(size.value) : undefined;
    if (size.state === 'malformed') {
      const { shown, expected: form, meant } = size;
      const fix = meant === undefined ? undefined : unsafe.set(size, meant);
      yield { at: size, message: 'malformed', data: { shown, expected: form }, severity: 'error', fix };
    } else if (size.state === 'known' && bytes === undefined)
      yield { at: size, message: 'malformed', data: { shown: size.value, expected }, severity: 'error' };
    else if (size.state === 'unset' || (bytes !== undefined && bytes < gigabytes * GB)) {
      // The size of a queue in memory has no effect.
      if (queueType.state === 'unknown') yield { undecided: queueType };
      if (queueType.state === 'known' && queueType.value === 'persisted') {
        const fix = unsafe.set(size, `${String(gigabytes)}gb`);
        yield bytes === undefined
          ? { at: size, message: 'unset', data, fix }
          : { at: size, message: 'small', data: { ...data, size: sizeInWords(bytes) }, measure: -bytes, fix };
      }
    }
    if (queueUse?.state === 'unknown') yield { undecided: queueUse };
    if (queueUse?.state !== 'known') return;
    const { used, most, growth } = queueUse.value;
    const hourly = growth === undefined ? undefined : 3600 * growth;
    const percent = Math.floor((100 * used) / most);
    if (used >= FULL * most)
      yield { at: queueUse, message: 'full', data: { percent, most: 100 * FULL }, measure: percent };
    else if (hourly !== undefined && used + 24 * hourly >= most)
      yield { at: queueUse, message: 'growing', data: { size: sizeInWords(hourly) } };
  },
});

function bytesOf(text: string): number | undefined {
  const bare = /^\d+$/.test(text) ? Number(text) : undefined;
  return bare === undefined ? byteCount(text) : bare < SMALLEST ? undefined : bare;
}
