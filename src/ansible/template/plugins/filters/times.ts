/** Times as text, read and written. */
import { truth } from '../../python/compare.ts';
import { floatOf, toText, wantText } from '../../context.ts';
import type { Context } from '../../context.ts';
import { plugin } from '../plugin.ts';
import type { Plugins } from '../plugin.ts';
import { Raised, Tripped, UnknownValue, tripAsUnsupported } from '../../markers.ts';
import { DateValue, typeName } from '../../python/python-values.ts';
import type { Value } from '../../python/python-values.ts';

/** Python's `strptime` for numbers; names of days and months, and the like, are unsupported. */
function toMoment(value: string, format: string): DateValue {
  const names: string[] = [];
  const widths: Readonly<Record<string, string>> = {
    Y: '\\d{4}',
    m: '\\d{1,2}',
    d: '\\d{1,2}',
    H: '\\d{1,2}',
    M: '\\d{1,2}',
    S: '\\d{1,2}',
  };
  const pattern = format.replace(/%(.)|[\\^$.*+?()[\]{}|/]/g, (whole, name?: string) => {
    if (name === undefined) return `\\${whole}`;
    const width = widths[name];
    if (width === undefined) return tripAsUnsupported(`the format "${whole}"`, 'to_datetime');
    names.push(name);
    return `(${width})`;
  });
  const found = new RegExp(`^${pattern.replace(/\s+/g, '\\s+')}$`).exec(value);
  if (found === null) throw new Raised('ValueError', `time data '${value}' does not match format '${format}'`);
  const part = (name: string, standard: string): string => {
    const at = names.indexOf(name);
    return at < 0 ? standard : (found[at + 1] ?? '').padStart(2, '0');
  };
  const day = `${part('Y', '1900')}-${part('m', '01')}-${part('d', '01')}`;
  const time = ['H', 'M', 'S'].map((name) => part(name, '00')).join(':');
  if (Number.isNaN(Date.parse(`${day}T${time}Z`)) || new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day) {
    throw new Raised('ValueError', 'day is out of range for month');
  }
  return new DateValue('datetime', `${day}T${time}`);
}

const DAY = 86_400_000;

/** Days since the year began. */
function dayOfYear(date: Date): number {
  return Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY);
}

/** The Thursday of the week, whose year is that of the week by ISO 8601. */
function thursday(date: Date): Date {
  return new Date(date.getTime() + (3 - ((date.getUTCDay() + 6) % 7)) * DAY);
}

function padded(number: number, width = 2, fill = '0'): string {
  return String(number).padStart(width, fill);
}

function hour12(date: Date): number {
  return date.getUTCHours() % 12 || 12;
}

/** The fields of a format, but for those that depend on the language or the time zone. */
const PARTS: Readonly<Record<string, (date: Date) => string>> = {
  Y: (date) => String(date.getUTCFullYear()),
  C: (date) => padded(Math.floor(date.getUTCFullYear() / 100)),
  y: (date) => padded(date.getUTCFullYear() % 100),
  m: (date) => padded(date.getUTCMonth() + 1),
  d: (date) => padded(date.getUTCDate()),
  e: (date) => padded(date.getUTCDate(), 2, ' '),
  H: (date) => padded(date.getUTCHours()),
  k: (date) => padded(date.getUTCHours(), 2, ' '),
  I: (date) => padded(hour12(date)),
  l: (date) => padded(hour12(date), 2, ' '),
  M: (date) => padded(date.getUTCMinutes()),
  S: (date) => padded(date.getUTCSeconds()),
  j: (date) => padded(dayOfYear(date) + 1, 3),
  u: (date) => String(date.getUTCDay() || 7),
  w: (date) => String(date.getUTCDay()),
  U: (date) => padded(Math.floor((dayOfYear(date) + 7 - date.getUTCDay()) / 7)),
  W: (date) => padded(Math.floor((dayOfYear(date) + 7 - ((date.getUTCDay() + 6) % 7)) / 7)),
  G: (date) => String(thursday(date).getUTCFullYear()),
  g: (date) => padded(thursday(date).getUTCFullYear() % 100),
  V: (date) => padded(Math.floor(dayOfYear(thursday(date)) / 7) + 1),
  z: () => '+0000',
  n: () => '\n',
  t: () => '\t',
  '%': () => '%',
};
const SHORT: Readonly<Record<string, string>> = { D: '%m/%d/%y', F: '%Y-%m-%d', T: '%H:%M:%S', R: '%H:%M' };

/** `time.strftime` for a time of UTC. */
function shownTime(format: string, date: Date): string {
  return format
    .replace(/%([DFTR])|%%/g, (whole, name?: string) => (name === undefined ? whole : (SHORT[name] ?? whole)))
    .replace(/%([^]?)/g, (whole, name: string) => {
      const part = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
      return part === undefined ? tripAsUnsupported(`the format "${whole}"`, 'strftime') : part(date);
    });
}

/** The moment that so many seconds lead to. Years of fewer than four digits, and of more, are written otherwise. */
function momentOf(seconds: number): Date {
  if (Number.isNaN(seconds)) throw new Raised('ValueError', 'Invalid value NaN (not a number)');
  if (Math.abs(seconds) > 2 ** 63) throw new Raised('OverflowError', 'timestamp out of range for platform time_t');
  const date = new Date(Math.floor(seconds) * 1000);
  if (!(date.getUTCFullYear() >= 1000 && date.getUTCFullYear() <= 9999)) tripAsUnsupported('such a time', 'strftime');
  return date;
}

function secondsOf(value: Value, context: Context): number {
  const seconds = floatOf(value);
  if (seconds !== undefined) return seconds;
  throw new Raised('AnsibleError', `Invalid value for epoch value (${toText(value, context)})`);
}

export const timeFilters: Plugins = {
  // A default cannot hold the blank of `%Y-%m-%d %H:%M:%S`: blanks part the parameters.
  to_datetime: plugin('string format=%Y-%m-%d_%H:%M:%S', (context, value, format) => {
    const shape = wantText(format);
    return toMoment(toText(value, context), shape === '%Y-%m-%d_%H:%M:%S' ? '%Y-%m-%d %H:%M:%S' : shape);
  }),
  strftime: plugin('string_format second=none utc=false', (context, format, second, utc) => {
    const seconds = second === null ? undefined : secondsOf(second, context);
    if (typeof format !== 'string')
      throw new Raised('TypeError', `strftime() argument 1 must be str, not ${typeName(format)}`);
    const date = momentOf(seconds ?? 0);
    context.budget.step(format.length);
    if (!format.includes('%')) return format;
    if (seconds === undefined)
      throw new Tripped(UnknownValue.named('template', 'strftime', 'gives the time of the run'));
    if (!truth(utc))
      throw new Tripped(UnknownValue.named('template', 'strftime', 'gives the time in the zone of the run'));
    return context.budget.text(shownTime(format, date));
  }),
};
