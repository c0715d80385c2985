/** Schedules of snapshot policies: how often they run, and how long they pause. */
import { elasticsearchCron, unixCron } from './cron.ts';
import type { Cron } from './cron.ts';
import { DAY, millisecondCount } from './units.ts';
import type { Duration, Meaning } from './units.ts';

export interface Schedule {
  /** The text as written. */
  readonly text: string;
  /** The usual time from one run to the next, in milliseconds; infinite if it never runs. */
  readonly period: number;
  /** The longest time from one run to the next; infinite if it never runs, and many years if it ends. */
  readonly longestPause: number;
}

const SIX_FIELDS =
  'a cron expression of six or seven fields, seconds first, with ? for one of the days, such as "0 30 1 * * ?", or an interval such as "1d"';
const AN_AGE = 'a time with its unit, such as 30d';
const FIVE_FIELDS = 'a cron expression of five fields, such as "30 1 * * *"';

/** Reads a schedule of Elasticsearch: a cron expression or, from 8.16, an interval. */
export function readElasticsearchSchedule(raw: unknown): Meaning<Schedule> {
  if (typeof raw !== 'string') return { expected: SIX_FIELDS };
  const interval = millisecondCount(raw);
  if (interval !== undefined && interval > 0) return { value: { text: raw, period: interval, longestPause: interval } };
  const cron = elasticsearchCron(raw);
  if (cron !== undefined) return { value: { text: raw, ...pausesOf(cron) } };
  // What was meant for Unix, which has no seconds.
  const isUnix = unixCron(raw) !== undefined;
  return { expected: SIX_FIELDS, meant: isUnix ? withSeconds(raw) : undefined };
}

/** Reads a cron expression of Unix, as OpenSearch has them. */
export function readUnixSchedule(raw: unknown): Meaning<Schedule> {
  const cron = typeof raw === 'string' ? unixCron(raw) : undefined;
  return cron === undefined ? { expected: FIVE_FIELDS } : { value: { text: String(raw), ...pausesOf(cron) } };
}

/** Reads an interval of OpenSearch: a number of units. */
export function readInterval(raw: unknown): Meaning<Schedule> {
  const { period = 0, unit = '' }: Readonly<Partial<Record<'period' | 'unit', unknown>>> =
    typeof raw === 'object' && raw !== null ? raw : {};
  const letter = /^(?:minute|hour|day)s$/i.test(String(unit)) ? String(unit).charAt(0).toLowerCase() : '';
  const time = millisecondCount(`${String(period)}${letter}`) ?? 0;
  if (time === 0) return { expected: FIVE_FIELDS };
  return { value: { text: `${String(period)} ${String(unit).toLowerCase()}`, period: time, longestPause: time } };
}

/** Reads an age at which snapshots are deleted. */
export function readAge(raw: unknown): Meaning<Duration> {
  const milliseconds = typeof raw === 'string' ? millisecondCount(raw) : undefined;
  return milliseconds === undefined ? { expected: AN_AGE } : { value: { milliseconds, text: String(raw) } };
}

/** `30 1 * * MON` as `0 30 1 ? * MON`. */
function withSeconds(unix: string): string | undefined {
  const [minutes = '', hours = '', days = '', months = '', weekdays = ''] = unix.trim().split(/\s+/);
  if (/\d/.test(weekdays)) return undefined; // days of the week count differently
  const [day, weekday] = weekdays === '*' ? [days, '?'] : ['?', weekdays];
  return days === '*' || weekdays === '*' ? ['0', minutes, hours, day, months, weekday].join(' ') : undefined;
}

/** After 28 years, the calendar has each day of the month on each day of the week; the last years that are such. */
const YEARS = { from: Date.UTC(2072, 0, 1), to: Date.UTC(2100, 0, 1) };

function pausesOf({ seconds, minutes, hours, isOn }: Cron): Pick<Schedule, 'period' | 'longestPause'> {
  const times = Array.from(hours, (hour) => Array.from(minutes, (minute) => hour * 60 + minute))
    .flat()
    .sort((one, other) => one - other)
    .flatMap((minute) => [
      minute * 60_000 + Math.min(...seconds) * 1000,
      minute * 60_000 + Math.max(...seconds) * 1000,
    ]);
  const [first = 0] = times;
  const last = times.at(-1) ?? first;
  let longest = Math.max(0, ...times.slice(1).map((time, index) => time - (times[index] ?? 0)));
  let days = 0;
  let before: number | undefined;
  for (let time = YEARS.from; time < YEARS.to; time += DAY) {
    if (!isOn(calendarDay(time))) continue;
    days++;
    longest = Math.max(longest, time + first - (before ?? YEARS.from));
    before = time + last;
  }
  const runs = days * hours.size * minutes.size * seconds.size;
  if (before === undefined) return { period: Infinity, longestPause: Infinity };
  return { period: (YEARS.to - YEARS.from) / runs, longestPause: Math.max(longest, YEARS.to - before) };
}

function calendarDay(time: number) {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return { year, month: month + 1, day: date.getUTCDate(), weekday: date.getUTCDay() + 1, last };
}
