/** Keys that one mapping has twice. */
import type { Duplicate, Pair, Scalar } from '../tree.ts';
import type { RawPair } from './construction-faults.ts';

/** Tells whether some of these pairs may have equal keys; false only where surely none have. */
export function mayHaveEqualKeys(pairs: readonly Pair[]): boolean {
  const { length } = pairs;
  if (length > 8) {
    const names = new Set<unknown>();
    for (const { key } of pairs) {
      if (key.type !== 'str') return true;
      names.add(key.value);
    }
    return names.size < length;
  }
  for (let i = 0; i < length; i++) {
    const { key } = pairs[i]!;
    if (key.type !== 'str') return true;
    for (let j = 0; j < i; j++) if (pairs[j]!.key.value === key.value) return true;
  }
  return false;
}

/**
 * Keeps, of pairs with equal keys, the last at the position of the first, and notes each repetition in `duplicates`.
 *
 * Keys are compared as Python does: 1, 1.0 and true are equal.
 */
export function withoutDuplicates(all: readonly RawPair[], duplicates: Duplicate[]): Pair[] {
  const places = new Map<unknown, number>();
  const pairs: Pair[] = [];
  for (const { key, value, mergedAt } of all) {
    if (key.kind !== 'scalar') continue;
    const id = hashed(key);
    const place = places.get(id);
    if (place === undefined) {
      places.set(id, pairs.length);
      pairs.push({ key, value, mergedAt });
      continue;
    }
    const lost = pairs[place]!;
    duplicates.push({ key, first: lost.key, merged: lost.mergedAt !== undefined });
    // Python keeps the first key; if both read the same, the one next to the value is more useful.
    pairs[place] = { key: lost.key.type === key.type ? key : lost.key, value, mergedAt };
  }
  return pairs;
}

/** Makes a value that is the same for keys that are equal in Python. */
function hashed(key: Scalar): unknown {
  const { type, value } = key;
  switch (type) {
    case 'str':
      return value;
    case 'bool':
      return Number(value);
    case 'float':
      // NaN is equal to nothing; the same one, merged twice, is one key.
      return Number.isNaN(value) ? key : value;
    case 'int': {
      const number = Number(value);
      return typeof value === 'bigint' && Number.isFinite(number) && BigInt(number) === value ? number : value;
    }
    case 'datetime': {
      const text = String(value);
      const zoned = /[+-]\d\d:\d\d$/.test(text.slice(10));
      // Two times with zones are equal if they are the same moment.
      const moment = zoned ? `${Date.parse(text.replace(/\.\d+/, ''))}${/\.\d+/.exec(text)?.[0] ?? ''}` : text;
      return `\ud800${moment}`;
    }
    default:
      // No text holds a lone surrogate: nothing else is equal.
      return `\ud800${type}${String(value)}`;
  }
}
