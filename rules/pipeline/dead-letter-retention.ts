import { unsafe } from '../../src/model/fix.ts';
import { defineRule } from '../../src/model/rule.ts';
import type { Setting } from '../../src/model/setting.ts';
import { DAY } from '../../src/model/units.ts';

export default defineRule({
  summary: 'Keep dead letters for 7 days, in a dead letter queue that is on.',
  why: 'With too short an age, events are dropped before anyone has looked at them; without one, the queue fills up and stops.',
  reference: 'https://www.elastic.co/docs/reference/logstash/dead-letter-queues',
  since: '0.1.0',
  severity: { development: 'off', production: 'warning', strict: 'error' },
  fixes: 'unsafe',
  judges: 'declared',
  options: { days: { type: 'integer', description: 'Shortest age in days.', minimum: 1, default: 7 } },
  reads: ['deadLetterRetention', 'deadLetterQueue'],
  messages: {
    malformed: 'The age of dead letters of {{host}} is {{shown}}; expected {{expected}}.',
    queueOff: '{{variable}} is set for {{host}}, whose dead letter queue is off; expected the queue on.',
    unset: 'The age of dead letters of {{host}} is not set; expected {{variable}} to be at least {{days}}d.',
    short: 'The age of dead letters of {{host}} is {{age}}; expected at least {{days}}d.',
  },
  *pipeline({ deadLetterRetention: age, deadLetterQueue: queue }, { days }) {
    if (age.state === 'malformed') {
      const { shown, expected, meant } = age;
      const fix = meant === undefined ? undefined : unsafe.set(age, meant);
      yield { at: age, message: 'malformed', data: { shown, expected }, severity: 'error', fix };
    }
    if (isOff(queue)) {
      if (isWritten(age)) yield { at: age, message: 'queueOff' };
    } else if (queue.state === 'known') {
      const fix = unsafe.set(age, `${String(days)}d`);
      if (age.state === 'unset') yield { at: age, message: 'unset', data: { days }, fix };
      if (age.state === 'known' && age.value.milliseconds < days * DAY)
        yield { at: age, message: 'short', data: { age: age.value.text, days }, measure: -age.value.milliseconds, fix };
    }
  },
});

function isOff(queue: Setting<boolean>): boolean {
  return queue.state === 'unset' || (queue.state === 'known' && !queue.value);
}

function isWritten(age: Setting<unknown>): boolean {
  return age.state === 'malformed' || (age.state === 'known' && age.byDefault !== true);
}
