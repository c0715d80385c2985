/** Phrases that sentences are made of: counted nouns and lists of names. */

/** A number of things in a sentence: `1 host`, `12 hosts`. The noun takes an s. */
export function counted(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/** `es-1, es-2, es-3 and 27 more`: the first names of a list that may be long; all of them where `limit` allows it. */
export function listed(names: readonly string[], limit: number): string {
  const shown = names.length <= limit ? names : names.slice(0, Math.max(1, limit - 2));
  const rest = names.length - shown.length;
  return shown.join(', ') + (rest > 0 ? ` and ${String(rest)} more` : '');
}
