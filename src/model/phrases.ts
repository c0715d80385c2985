/** Phrases that sentences are made of: counted nouns and lists of names. */

/** A number of things in a sentence: `1 host`, `12 hosts`. The noun takes an s, unless its plural is given. */
export function counted(number: number, noun: string, plural = `${noun}s`): string {
  return `${String(number)} ${number === 1 ? noun : plural}`;
}

/** The number of names that a sentence has, unless it has a reason for another. */
const NAMED = 5;

/** `es-1, es-2, es-3 and 27 more`: the first names of a list that may be long; all of them where `limit` allows it. */
export function listed(names: readonly string[], limit = NAMED): string {
  const shown = names.length <= limit ? names : names.slice(0, Math.max(1, limit - 2));
  const rest = names.length - shown.length;
  return shown.join(', ') + (rest > 0 ? ` and ${String(rest)} more` : '');
}

/** `data, ingest or master`: texts of which one is wanted. */
export function alternatives(texts: readonly string[]): string {
  const [last = '', ...others] = [...texts].reverse();
  return others.length === 0 ? last : `${others.reverse().join(', ')} or ${last}`;
}

/** `40 minutes`, `26 hours`, `3 days`: a time in milliseconds, in the unit that tells enough. */
export function timeInWords(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 120 && minutes !== 60) return counted(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 48 ? counted(hours, 'hour') : counted(Math.round(hours / 24), 'day');
}

/** `34 GB`, `1.5 MB`: a size in bytes, in the largest unit of which it has one. */
export function sizeInWords(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const amount = bytes / 1024 ** power;
  return `${String(Number(amount.toPrecision(amount < 1000 ? 3 : 4)))} ${UNITS[power] ?? ''}`;
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB'];
