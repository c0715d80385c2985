/** Schedules of snapshot policies, in the forms of both products. */
import { elasticsearchCron, unixCron } from '../../src/model/cron.ts';
import { readElasticsearchSchedule, readUnixSchedule } from '../../src/model/schedule.ts';
import { assert, describe } from '../describe.ts';

const HOUR = 3_600_000;

/** The days of June 2026, which begins on a Monday, on which an expression runs. */
function daysInJune(cron: ReturnType<typeof unixCron>): string | undefined {
  if (cron === undefined) return undefined;
  const days = Array.from({ length: 30 }, (_, index) => index + 1);
  return days.filter((day) => cron.isOn({ year: 2026, month: 6, day, weekday: (day % 7) + 1, last: 30 })).join(' ');
}

/** Hours from one run to the next: on the whole, and at most. */
function hours(schedule: ReturnType<typeof readUnixSchedule>): readonly number[] | undefined {
  if (!('value' in schedule)) return undefined;
  return [schedule.value.period, schedule.value.longestPause].map((time) => Number((time / HOUR).toFixed(2)));
}

const EVERY = Array.from({ length: 30 }, (_, index) => index + 1).join(' ');

describe('a schedule of Elasticsearch', (test) => {
  test('names days of the month and of the week, one of them by ?', () => {
    const cases: Readonly<Record<string, string | undefined>> = {
      '0 30 1 * * ?': EVERY,
      '0 30 1 ? * *': EVERY,
      ' 0\t30  1 * * ? ': EVERY,
      '0 30 1 * * ? 2026': EVERY,
      '0 30 1 * * ? 2020-2025': '',
      '0 30 1 * * ? 2024/2': EVERY,
      '0 30 1 * 1-5 ?': '',
      '0 30 1 * NOV-JUN ?': EVERY,
      '0 30 1 ? * 1': '7 14 21 28',
      '0 30 1 ? * sun': '7 14 21 28',
      '0 30 1 ? * MON-FRI': '1 2 3 4 5 8 9 10 11 12 15 16 17 18 19 22 23 24 25 26 29 30',
      '0 30 1 ? * FRI-MON': '1 5 6 7 8 12 13 14 15 19 20 21 22 26 27 28 29',
      '0 30 1 ? * MON,4': '1 3 8 10 15 17 22 24 29',
      '0 30 1 ? * L': '6 13 20 27',
      '0 30 1 ? * 6L': '26',
      '0 30 1 ? * FRIL': '26',
      '0 30 1 ? * 6#3': '19',
      '0 30 1 ? * MON#5': '29',
      '0 30 1 ? * TUE#5': '30',
      '0 30 1 ? * WED#5': '',
      '0 30 1 1,15 * ?': '1 15',
      '0 30 1 5/10 * ?': '5 15 25',
      '0 30 1 */10 * ?': '1 11 21',
      '0 30 1 28-2 * ?': '1 2 28 29 30',
      '0 30 1 L * ?': '30',
      '0 30 1 L-3 * ?': '27',
      '0 30 1 LW * ?': '30',
      '0 30 1 L-2W * ?': '29',
      '0 30 1 15W * ?': '15',
      '0 30 1 20W * ?': '19',
      '0 30 1 21W * ?': '22',
    };
    for (const [text, days] of Object.entries(cases)) assert.is(daysInJune(elasticsearchCron(text)), days, text);
  });

  test('is moved within its month alone where it asks for the working day next to a day', () => {
    const on = (text: string, day: number, weekday: number, last: number): boolean =>
      elasticsearchCron(text)?.isOn({ year: 2026, month: 8, day, weekday, last }) === true;
    // August 2026 begins on a Saturday, May 2026 ends on a Sunday.
    assert.equal([on('0 0 1 1W * ?', 3, 2, 31), on('0 0 1 1W * ?', 1, 7, 31)], [true, false]);
    assert.equal([on('0 0 1 31W * ?', 29, 6, 31), on('0 0 1 LW * ?', 29, 6, 31)], [true, true]);
  });

  test('is refused as the product refuses it', () => {
    const refused = [
      '30 1 * * *',
      '0 30 1 * * *',
      '0 30 1 ? * ?',
      '0 30 1 1 * MON',
      '0 60 1 * * ?',
      '0 30 24 * * ?',
      '0 30 1 32 * ?',
      '0 30 1 0 * ?',
      '0 30 1 * 13 ?',
      '0 30 1 ? * 8',
      '0 30 1 ? * 0',
      '0 30 1 ? * MON#6',
      '0 30 1 ? * MON#1,TUE#1',
      '0 30 1 ? * MONL,TUEL',
      '0 30 1 L,15 * ?',
      '0 30 1 L-31 * ?',
      '0 30 1 32W * ?',
      '0 30 L * * ?',
      '0 30 1 * * ? 2027-2026',
      '? 30 1 * * ?',
      '@daily',
      'daily',
      '',
    ];
    for (const text of refused) assert.is(elasticsearchCron(text), undefined, text);
  });

  test('has a usual and a longest pause', () => {
    const cases: Readonly<Record<string, readonly number[]>> = {
      '0 30 1 * * ?': [24, 24],
      '0 0 8,20 * * ?': [12, 12],
      '0 0 9-17 * * ?': [2.67, 16],
      '0 0 22-2 * * ?': [4.8, 20],
      '0 0/15 * * * ?': [0.25, 0.25],
      '0 30 1 ? * SUN': [168, 168],
      '0 30 1 ? * MON-FRI': [33.6, 72],
      '1d': [24, 24],
      '30m': [0.5, 0.5],
      '36h': [36, 36],
    };
    for (const [text, pauses] of Object.entries(cases))
      assert.equal(hours(readElasticsearchSchedule(text)), pauses, text);
    assert.equal(hours(readElasticsearchSchedule('0 0 0 31 2 ?')), [Infinity, Infinity]);
    assert.equal(hours(readElasticsearchSchedule('0 0 0 * * ? 2026')), [Infinity, Infinity]);
    assert.equal(hours(readElasticsearchSchedule('0 0 0 * * ? 2026-2126')), [24, 24]);
  });

  test('is told in what form it was meant where it is that of Unix', () => {
    const meant = (text: unknown) => {
      const schedule = readElasticsearchSchedule(text);
      return 'meant' in schedule ? schedule.meant : undefined;
    };
    assert.is(meant('30 1 * * *'), '0 30 1 * * ?');
    assert.is(meant('30 1 * * MON'), '0 30 1 ? * MON');
    assert.equal([meant('30 1 * * 1'), meant('30 1 1 * MON'), meant('0d'), meant(5)], Array(4).fill(undefined));
  });
});

describe('a schedule of OpenSearch', (test) => {
  test('has the five fields of Unix', () => {
    const cases: Readonly<Record<string, string | undefined>> = {
      '30 1 * * *': EVERY,
      '30 1 * * 0': '7 14 21 28',
      '30 1 * * 7': '7 14 21 28',
      '30 1 * * 1-2': '1 2 8 9 15 16 22 23 29 30',
      '30 1 * * mon': '1 8 15 22 29',
      '30 1 1 * *': '1',
      '30 1 10 * SUN': '7 10 14 21 28',
      '30 1 * JUL *': '',
      '0 30 1 * * ?': undefined,
      '30 1 * * ?': undefined,
      '30 24 * * *': undefined,
    };
    for (const [text, days] of Object.entries(cases)) assert.is(daysInJune(unixCron(text)), days, text);
  });

  test('has a usual and a longest pause', () => {
    assert.equal(hours(readUnixSchedule('0 */6 * * *')), [6, 6]);
    assert.equal(hours(readUnixSchedule('0 8 * * 1')), [168, 168]);
    assert.is(hours(readUnixSchedule('0 0 8 * * ?')), undefined);
  });
});
