/** Names with date math. */
import { dateInName } from '../../src/model/date-math.ts';
import { assert, describe } from '../describe.ts';

describe('a name with date math', (test) => {
  test('says when it was made to the day, or less exactly, or not at all', () => {
    const cases: Readonly<Record<string, ReturnType<typeof dateInName>>> = {
      '<nightly-{now/d}>': 'day',
      '<nightly-{now}>': 'day',
      '<{now/h{yyyy-MM-dd_HH}}-x>': 'day',
      '<nightly-{now/d{yyyy.DDD|+12:00}}>': 'day',
      '<nightly-{now-1d/d}>': 'day',
      '<nightly-{now{epoch_millis}}>': 'day',
      '<{now/M{yyyy.MM}}-{now{dd}}>': 'day',
      '<nightly-{now/M}>': 'longer',
      '<nightly-{now/w}>': 'longer',
      '<nightly-{now/y}>': 'longer',
      '<nightly-{now/d{yyyy.MM}}>': 'longer',
      "<nightly-{now/d{'day'-yyyy}}>": 'longer',
      'nightly-{now/d}': 'none',
      nightly: 'none',
      '<nightly>': 'none',
      '<nightly-\\{now\\}>': 'none',
      '<nightly-{today}>': 'none',
    };
    for (const [name, date] of Object.entries(cases)) assert.is(dateInName(name), date, name);
  });
});
