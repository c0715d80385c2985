/**
 * Cron expressions in the two forms that snapshot policies have: that of Elasticsearch, which is Quartz's, and the five
 * fields of Unix, as OpenSearch has them.
 *
 * Elasticsearch: https://www.elastic.co/docs/explore-analyze/alerting/watcher/schedule-types#schedule-cron and its
 * parser, `org.elasticsearch.xpack.core.scheduler.Cron`. Fields of cron-parser, croner, cron-validate and
 * `@datasert/cronjs-parser` count days of the week from 0, and accept five fields, or both fields of days; none knows
 * `L-3` and ranges that go over the end (`22-2`).
 *
 * OpenSearch: https://docs.opensearch.org/latest/monitoring-your-cluster/job-scheduler/index/ (`UNIX` of cron-utils).
 */

/** When something runs: at these times of day, on the days that match. */
export interface Cron {
  readonly seconds: ReadonlySet<number>;
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly isOn: (day: CalendarDay) => boolean;
}

/** A day of the calendar. All numbers begin with 1; the first day of the week is Sunday. */
export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
  /** The number of days that its month has. */
  readonly last: number;
}

/** The values of a field: the first and the last, and words for values in turn from the first on. */
interface Field {
  readonly first: number;
  readonly last: number;
  readonly words?: readonly string[];
}

const SECONDS: Field = { first: 0, last: 59 };
const MINUTES: Field = SECONDS;
const HOURS: Field = { first: 0, last: 23 };
const DAYS: Field = { first: 1, last: 31 };
const MONTHS: Field = {
  first: 1,
  last: 12,
  words: ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'],
};
const WEEKDAY_WORDS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const WEEKDAYS: Field = { first: 1, last: 7, words: WEEKDAY_WORDS };
/** In Unix, 0 and 7 are Sunday. */
const UNIX_WEEKDAYS: Field = { first: 0, last: 7, words: WEEKDAY_WORDS };
/** The last year is a hundred years from now; no policy is for longer. */
const YEARS: Field = { first: 1970, last: 2199 };

type IsOn = (day: CalendarDay) => boolean;

/**
 * Reads an expression of Elasticsearch: seconds, minutes, hours, day of the month, month, day of the week, and a year,
 * which may be left out. One of the two fields of days has to be `?`. Undefined if it is none.
 */
export function elasticsearchCron(text: string): Cron | undefined {
  const [seconds, minutes, hours, days, months, weekdays, years = '*'] = text
    .trim()
    .toUpperCase()
    .split(/[ \t]+/);
  if (weekdays === undefined || (days === '?') === (weekdays === '?')) return undefined;
  const time = timeOfDay(seconds, minutes, hours);
  const month = values(months, MONTHS);
  const year = values(years, YEARS);
  const isOnDay = days === '?' ? weekdaysOf(weekdays) : daysOf(days ?? '');
  if (time === undefined || month === undefined || year === undefined || isOnDay === undefined) return undefined;
  return { ...time, isOn: (day) => year.has(day.year) && month.has(day.month) && isOnDay(day) };
}

/**
 * Reads an expression of Unix: minutes, hours, day of the month, month, day of the week. Where both fields of days are
 * given, a day that either names counts. Undefined if it is none.
 */
export function unixCron(text: string): Cron | undefined {
  const [minutes, hours, days, months, weekdays, ...more] = text.trim().toUpperCase().split(/\s+/);
  const time = timeOfDay('0', minutes, hours);
  const day = values(days, DAYS);
  const month = values(months, MONTHS);
  const named = values(weekdays, UNIX_WEEKDAYS);
  if (more.length > 0 || !time || !day || !month || !named) return undefined;
  const weekday = new Set(Array.from(named, (number) => (number % 7) + 1));
  const [isEveryDay, isEveryWeekday] = [days === '*', weekdays === '*'];
  const isOnDay: IsOn = (one) =>
    isEveryDay === isEveryWeekday
      ? day.has(one.day) || weekday.has(one.weekday)
      : isEveryDay
        ? weekday.has(one.weekday)
        : day.has(one.day);
  return { ...time, isOn: (one) => month.has(one.month) && isOnDay(one) };
}

function timeOfDay(seconds = '', minutes = '', hours = ''): Omit<Cron, 'isOn'> | undefined {
  const [second, minute, hour] = [values(seconds, SECONDS), values(minutes, MINUTES), values(hours, HOURS)];
  return second && minute && hour && { seconds: second, minutes: minute, hours: hour };
}

/** The days of the month that a field of Elasticsearch names: also `L`, `L-3`, `LW`, `15W`. */
function daysOf(field: string): IsOn | undefined {
  const [, offset, isWeekday] = /^L(?:-(\d{1,2}))?(W)?$/.exec(field) ?? [];
  if (field.startsWith('L')) {
    if (!/^L(?:-\d{1,2})?W?$/.test(field) || Number(offset ?? 0) > 30) return undefined;
    const asked = ({ last }: CalendarDay): number => last - Number(offset ?? 0);
    return (one) => one.day === (isWeekday === undefined ? asked(one) : nearestWorkday(asked(one), one));
  }
  const [, nearest] = /^(\d{1,2})W$/.exec(field) ?? [];
  if (nearest !== undefined)
    return isWithin(Number(nearest), DAYS) ? (one) => one.day === nearestWorkday(Number(nearest), one) : undefined;
  const days = values(field, DAYS);
  return days && ((one) => days.has(one.day));
}

/** The days of the week that a field of Elasticsearch names: also `L` (Saturday), `6L`, `FRI#3`. */
function weekdaysOf(field: string): IsOn | undefined {
  if (field === 'L') return ({ weekday }) => weekday === WEEKDAYS.last;
  const [, named = '', which] = /^(\d|[A-Z]{3})(L|#[1-5])$/.exec(field) ?? [];
  if (which !== undefined) {
    const weekday = valueOf(named, WEEKDAYS);
    if (weekday === undefined) return undefined;
    if (which === 'L') return (one) => one.weekday === weekday && one.day + 7 > one.last;
    return (one) => one.weekday === weekday && Math.ceil(one.day / 7) === Number(which.slice(1));
  }
  const weekdays = values(field, WEEKDAYS);
  return weekdays && ((one) => weekdays.has(one.weekday));
}

/** The working day next to a day of the month of another day, in the same month. */
function nearestWorkday(day: number, { day: other, weekday: ofOther, last }: CalendarDay): number {
  const weekday = ((((ofOther - 1 + day - other) % 7) + 7) % 7) + 1;
  if (weekday === 7) return day === 1 ? day + 2 : day - 1;
  if (weekday === 1) return day === last ? day - 2 : day + 1;
  return day;
}

/** The values of a field: `*`, numbers or words, ranges of these, each with a step, and lists of all that. */
function values(field: string | undefined, of: Field): ReadonlySet<number> | undefined {
  const found = new Set<number>();
  for (const item of (field ?? '').split(',')) {
    const [, from = '', to, step] = /^(\*|\w*)(?:-(\w+))?(?:\/(\d+))?$/.exec(item) ?? [];
    const isAll = from === '*' || (from === '' && step !== undefined);
    const start = isAll ? of.first : valueOf(from, of);
    const end = to === undefined ? (isAll || step !== undefined ? of.last : start) : valueOf(to, of);
    if (start === undefined || end === undefined || (isAll && to !== undefined)) return undefined;
    if (end < start && of === YEARS) return undefined;
    const size = of.last - of.first + 1;
    // A range over the end goes on at the beginning: `22-2`.
    for (let value = start; value <= (end < start ? end + size : end); value += Math.max(1, Number(step ?? 1)))
      found.add(value > of.last ? value - size : value);
  }
  return found;
}

function valueOf(word: string, of: Field): number | undefined {
  const index = of.words?.indexOf(word) ?? -1;
  if (index >= 0) return index + of.first;
  return /^\d{1,4}$/.test(word) && isWithin(Number(word), of) ? Number(word) : undefined;
}

function isWithin(number: number, { first, last }: Field): boolean {
  return number >= first && number <= last;
}
