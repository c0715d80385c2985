/**
 * Types and forms of values: the meaning of a value as it is written, or what was expected in its place.
 *
 * Each reader takes a value as YAML or a template gives it. Unset values (nothing, null, an empty string) are sorted
 * out before, where the model is filled.
 */

/**
 * The meaning of a value, or what was expected in its place (to fit after "expected "), and the value obviously
 * meant.
 */
export type Meaning<T> = { readonly value: T } | { readonly expected: string; readonly meant?: string | undefined };

/** A disk watermark: a share of the disk that is used, or a size that is left free. */
export interface Watermark {
  readonly kind: 'share' | 'size';
  /** For `share`: percent used, 0 to 100. For `size`: bytes free. */
  readonly amount: number;
  /** The text as written. */
  readonly text: string;
}

export interface Duration {
  readonly milliseconds: number;
  /** The text as written. */
  readonly text: string;
}

/** Sizes in bytes, as products and Ansible count memory. */
export const MB = 1024 ** 2;
export const GB = 1024 ** 3;
export const MEGABYTES_OF_GB = 1024;
/** A day in milliseconds. */
export const DAY = 86_400_000;

const JVM_SIZE = 'a JVM size with its unit, such as 4g or 512m';
const GB_WITHOUT_UNIT = 'a whole number of GB without a unit';
const GB_OF_A_MACHINE = 'a realistic number of GB';
const SHARE_OR_SIZE = 'a percentage such as 85%, a ratio such as 0.85 or a free size such as 50gb';
const DURATION = 'a duration with a unit, such as 7d';
const TRUE_OR_FALSE = 'true or false';
const A_NUMBER = 'a number';
const A_PORT = 'a port, at most 65535';
const LAST_PORT = 65_535;
const A_SIZE = 'a size with its unit, such as 4gb';
const A_LIMIT = 'infinity or a number';
const TEXT = 'a string';
const TEXTS = 'a list of strings';
const PATHS = 'a list of paths';
const MAPS = 'a list of maps';
const MODULES = 'a list of modules';

/**
 * Reads a heap in whole GB (2^30 bytes), to which the role adds the unit: `30`, `"30"`, `30.0` and `" 30 "` are 30.
 *
 * Malformed are a unit (`"30g"`: the JVM does not start on `-Xms30gg`), zero, negative numbers, fractions, numbers of
 * 2^53 and more, and anything but a number. Production practice §2.2.
 */
export function readHeapGb(raw: unknown): Meaning<number> {
  const text = writtenNumber(raw);
  if (text !== undefined && /^\d+(\.0+)?$/.test(text) && Number(text) > 0)
    // A larger number is not the one that was written.
    return Number.isSafeInteger(Number(text)) ? { value: Number(text) } : { expected: GB_OF_A_MACHINE };
  return { expected: GB_WITHOUT_UNIT, meant: text === undefined ? undefined : heapMeant(text) };
}

/**
 * Reads the size of a heap as the JVM takes it, in GB (2^30 bytes): `4g`, `4096m`, `4294967296`.
 *
 * Malformed are other units (`4gb`, `4 g`), blanks or `=` before it, fractions, and less than the JVM's smallest heap of 2 MB, as `4` without a
 * unit is: https://docs.oracle.com/en/java/javase/21/docs/specs/man/java.html (`-Xmx`).
 */
export function readJvmSizeInGb(raw: unknown): Meaning<number> {
  const text = typeof raw === 'string' || typeof raw === 'number' ? String(raw) : '';
  const [, digits, unit = ''] = /^(\d+)([kmgt]?)$/i.exec(text) ?? [];
  const bytes = Number(digits) * 1024 ** (POWERS[unit.toLowerCase() || 'b'] ?? 0);
  if (bytes >= SMALLEST_HEAP && bytes <= Number.MAX_SAFE_INTEGER) return { value: bytes / GB };
  const [, count, letter] = /^[\s=]*(\d+)\s*([mg])(?:i?b|\2)?\s*$/i.exec(text) ?? [];
  return { expected: JVM_SIZE, meant: letter === undefined ? undefined : `${String(count)}${letter.toLowerCase()}` };
}

const SMALLEST_HEAP = 2 * MB;

function heapMeant(text: string): string | undefined {
  const [, digits, unit] = /^\+?(\d+)(?:\.0+)?\s*(|gi?b?|mi?b?)$/i.exec(text) ?? [];
  if (digits === undefined || unit === undefined) return undefined;
  const gb = /^m/i.test(unit) ? Number(digits) / MEGABYTES_OF_GB : Number(digits);
  return Number.isInteger(gb) && gb > 0 ? String(gb) : undefined;
}

/**
 * Reads a disk watermark: `85%` and the ratio `0.85` are a share of the disk used, `50gb` is a size left free.
 *
 * A bare `90` and a share outside 0 to 100 % are malformed, as the product refuses them:
 * https://www.elastic.co/docs/reference/elasticsearch/configuration-reference/cluster-level-shard-allocation-routing-settings
 */
export function readWatermark(raw: unknown): Meaning<Watermark> {
  const text = typeof raw === 'number' ? String(raw) : raw;
  if (typeof text !== 'string') return { expected: SHARE_OR_SIZE };
  if (text.endsWith('%')) {
    const amount = decimal(text.slice(0, -1));
    return isShare(amount) ? { value: { kind: 'share', amount, text } } : { expected: SHARE_OR_SIZE };
  }
  const bare = decimal(text);
  if (bare !== undefined && bare >= 0 && bare <= 1) return { value: { kind: 'share', amount: percentOf(bare), text } };
  if (bare !== undefined) return { expected: SHARE_OR_SIZE, meant: isShare(bare) ? `${bare}%` : undefined };
  const bytes = byteCount(text);
  return bytes === undefined ? { expected: SHARE_OR_SIZE } : { value: { kind: 'size', amount: bytes, text } };
}

/** Rounds away the noise of binary fractions: 0.57 is 57 %, not 56.99999999999999 %. */
function percentOf(ratio: number): number {
  return Number((ratio * 100).toPrecision(12));
}

function isShare(percent: number | undefined): percent is number {
  return percent !== undefined && percent >= 0 && percent <= 100;
}

/**
 * Reads a duration of whole days, hours, minutes or seconds: `7d`, `12 h`, `30m`, `90s`; the letter is small.
 *
 * It is what a pipeline node takes as the age of dead letters:
 * https://www.elastic.co/docs/reference/logstash/dead-letter-queues#age-policy
 */
export function readDuration(raw: unknown): Meaning<Duration> {
  if (typeof raw !== 'string') return { expected: DURATION };
  const [, amount, unit] = /^(\d+)\s*([dhms])$/.exec(raw) ?? [];
  if (amount !== undefined && unit !== undefined)
    return { value: { milliseconds: Number(amount) * (MILLISECONDS[unit] ?? 0), text: raw } };
  const [, count, word] = /^\s*(\d+)\s*(d|h|m|s|days?|hours?|minutes?|seconds?)\s*$/i.exec(raw) ?? [];
  return { expected: DURATION, meant: word === undefined ? undefined : `${count}${word.charAt(0).toLowerCase()}` };
}

/** Reads a number, also one that is written as a text. */
function readNumber(raw: unknown): Meaning<number> {
  const number = typeof raw === 'number' ? raw : typeof raw === 'string' ? decimal(raw) : undefined;
  return number === undefined ? { expected: A_NUMBER } : { value: number };
}

/** Reads ports: one, or several as `9200-9300`. https://www.rfc-editor.org/rfc/rfc6335#section-6 */
function readPorts(raw: unknown): Meaning<string> {
  const text = typeof raw === 'string' || typeof raw === 'number' ? String(raw) : '';
  const isPorts =
    /^\s*-?\d[\d\s,-]*$/.test(text) && (text.match(/\d+/g) ?? []).every((port) => Number(port) <= LAST_PORT);
  return isPorts ? { value: text } : { expected: A_PORT };
}

/**
 * Reads a size. Products differ in what they take: malformed is what none does, a text that ends with no unit (`4
 * gigabytes`).
 *
 * https://github.com/elastic/logstash/blob/main/logstash-core/lib/logstash/util/byte_value.rb
 */
function readSize(raw: unknown): Meaning<string> {
  const text = typeof raw === 'string' || typeof raw === 'number' ? String(raw).trim() : '';
  if (/^-?\d+(?:\.\d+)?$|(?:[kmgtp]i?b?|b|%)$/i.test(text)) return { value: text };
  const [, count, unit] = /^(\d+)\s*([kmgtp])[a-z]*$/i.exec(text) ?? [];
  return { expected: A_SIZE, meant: unit === undefined ? undefined : `${String(count)}${unit.toLowerCase()}b` };
}

/**
 * Reads a truth value as Ansible's `bool` filter does: `true`, `yes`, `on`, `1` and their opposites, texts in any case.
 *
 * Anything else is malformed: the filter makes it false and warns.
 * https://docs.ansible.com/ansible/latest/collections/ansible/builtin/bool_filter.html
 */
export function readBoolean(raw: unknown): Meaning<boolean> {
  const word = typeof raw === 'string' ? raw.toLowerCase() : String(raw);
  if (typeof raw === 'object') return { expected: TRUE_OR_FALSE };
  if (word === 'true' || word === 'yes' || word === 'on' || word === '1') return { value: true };
  if (word === 'false' || word === 'no' || word === 'off' || word === '0') return { value: false };
  return { expected: TRUE_OR_FALSE };
}

/** Reads a truth value that says the opposite of the setting it becomes: `swap_allowed` for a lock. */
function readInverted(raw: unknown): Meaning<boolean> {
  const meaning = readBoolean(raw);
  return 'value' in meaning ? { value: !meaning.value } : meaning;
}

/** Reads a text; a number counts as the text that a role prints for it. */
export function readText(raw: unknown): Meaning<string> {
  if (typeof raw === 'string') return { value: raw };
  return typeof raw === 'number' ? { value: String(raw) } : { expected: TEXT };
}

/**
 * Reads a list of texts, or one text with commas between them, as Elasticsearch reads any list of its settings:
 * https://github.com/elastic/elasticsearch/blob/v8.15.0/server/src/main/java/org/elasticsearch/common/settings/Settings.java
 * (`getAsList`). A text in brackets is malformed, unless it begins with an address of IPv6: it was meant as a list, but is
 * read as text.
 */
export function readTextList(raw: unknown, expected = TEXTS): Meaning<readonly string[]> {
  if (Array.isArray(raw) && raw.every((item) => typeof item === 'string')) return { value: raw };
  if (typeof raw === 'string' && (!/^\s*\[/.test(raw) || IPV6_IN_BRACKETS.test(raw)))
    return { value: raw.split(',').map((word) => word.trim()) };
  return { expected };
}

const IPV6_IN_BRACKETS = /^\s*\[[\da-f]*:[\da-f]*:[\da-f:.]*(?:%\w+)?\]/i;

/** Reads the names of the modules of a shipper: a list of them, or of maps that have them as `module`. */
function readModules(raw: unknown): Meaning<readonly string[]> {
  if (!Array.isArray(raw)) return { expected: MODULES };
  const names = raw.map((item: unknown) =>
    typeof item === 'object' && item !== null && 'module' in item ? item.module : item,
  );
  return names.every((name) => typeof name === 'string') ? { value: names } : { expected: MODULES };
}

/** Reads paths, as any list of texts. */
export function readPaths(raw: unknown): Meaning<readonly string[]> {
  return readTextList(raw, PATHS);
}

/** Reads a list of maps, whatever these hold. */
function readMaps(raw: unknown): Meaning<readonly Readonly<Record<string, unknown>>[]> {
  const isMap = (item: unknown): boolean => typeof item === 'object' && item !== null && !Array.isArray(item);
  return Array.isArray(raw) && raw.every(isMap)
    ? { value: raw as readonly Record<string, unknown>[] }
    : { expected: MAPS };
}

/**
 * Reads a limit of what a process may use, as a unit of systemd has it: `infinity`, `65535`, `8G`, or a soft and a hard
 * one: `1024:65535`. https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html#Process%20Properties
 */
function readLimit(raw: unknown, side: 'soft' | 'hard'): Meaning<number> {
  const text = writtenNumber(raw) ?? '';
  const [soft = '', hard = soft, ...others] = text.split(':').map((one) => one.trim());
  const own = side === 'soft' ? soft : hard;
  if (others.length > 0 || ![soft, hard].every((one) => /^(?:infinity|\d+[KMGTPE]?)$/.test(one)))
    return { expected: A_LIMIT, meant: /^(?:unlimited|-1)$/i.test(own) ? 'infinity' : undefined };
  return { value: own === 'infinity' ? Infinity : (byteCount(/\d$/.test(own) ? `${own}b` : own) ?? Infinity) };
}

function writtenNumber(raw: unknown): string | undefined {
  if (typeof raw === 'number') return String(raw);
  return typeof raw === 'string' ? raw.trim() : undefined;
}

function decimal(text: string): number | undefined {
  return /^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/.test(text) ? Number(text) : undefined;
}

const POWERS: Readonly<Record<string, number>> = { b: 0, k: 1, m: 2, g: 3, t: 4, p: 5 };

/**
 * The bytes of a size in binary units;
 * https://www.elastic.co/docs/reference/elasticsearch/rest-apis/api-conventions#byte-units
 */
export function byteCount(text: string): number | undefined {
  const [, amount, unit] = /^\s*(\d+(?:\.\d+)?)\s*(b|[kmgtp]b?)\s*$/i.exec(text) ?? [];
  const power = unit === undefined ? undefined : POWERS[unit.charAt(0).toLowerCase()];
  return power === undefined ? undefined : Math.round(Number(amount) * 1024 ** power);
}

const MILLISECONDS: Readonly<Record<string, number>> = {
  ...{ d: DAY, h: 3_600_000, m: 60_000, s: 1000 },
  ...{ ms: 1, micros: 1e-3, nanos: 1e-6 },
};

/**
 * The milliseconds of a time as Elasticsearch reads it: `30d`, `12 H`, `500ms`, `0`; a capital M is no minute. Undefined for
 * `-1`, which is none;
 * https://www.elastic.co/docs/reference/elasticsearch/rest-apis/api-conventions#time-units
 */
export function millisecondCount(text: string): number | undefined {
  const [all, amount, unit = ''] = /^\s*(?:(\d+)\s*(d|h|m|s|ms|micros|nanos)|0+)\s*$/i.exec(text) ?? [];
  return all === undefined || unit === 'M' ? undefined : Number(amount ?? 0) * (MILLISECONDS[unit.toLowerCase()] ?? 0);
}

/** The reader of each type of value that settings of the model have, as products take them. */
export const READERS = {
  text: readText,
  list: (raw: unknown) => readTextList(raw),
  paths: readPaths,
  maps: readMaps,
  modules: readModules,
  boolean: readBoolean,
  number: readNumber,
  port: readPorts,
  size: readSize,
  'jvm-size': readJvmSizeInGb,
  watermark: readWatermark,
  duration: readDuration,
  'soft-limit': (raw: unknown) => readLimit(raw, 'soft'),
  'hard-limit': (raw: unknown) => readLimit(raw, 'hard'),
} as const satisfies Readonly<Record<string, (raw: unknown) => Meaning<unknown>>>;

export type ValueType = keyof typeof READERS;

/** The meaning of a value of a type. */
export type ValueOf<T extends ValueType> = ReturnType<(typeof READERS)[T]> extends Meaning<infer V> ? V : never;

/** The form in which a role wants the value of a variable, before it converts it to the product's. */
interface Form {
  /** The type of the product's setting. */
  readonly type: ValueType;
  /** The unit of a bare number, for people. */
  readonly unit?: string;
  readonly read: (raw: unknown) => Meaning<unknown>;
}

/** Forms by the names that vocabularies give them. */
export const FORMS = {
  gigabytes: { type: 'jvm-size', unit: 'GB', read: readHeapGb },
  inverted: { type: 'boolean', read: readInverted },
  /** Any value switches the setting on. */
  given: { type: 'boolean', read: () => ({ value: true }) },
  /** Only a true value is written; one that is false leaves the setting alone. */
  'if true': { type: 'boolean', read: readBoolean },
} as const satisfies Readonly<Record<string, Form>>;

export type FormName = keyof typeof FORMS;

/** The unit of a form, if it has one. */
export function unitOfForm(form: FormName | undefined): string | undefined {
  return form === undefined ? undefined : (FORMS[form] satisfies Form as Form).unit;
}

/** Tells whether a text is a date, as `2027-01-31`; JavaScript takes 31 February for 3 March. */
export function isDate(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
