/** Marks by which findings are known again in a later report. */
import type { Finding } from '../model/finding.ts';

/** The marks of one report: those of equal findings are numbered, and lines that move change none. */
export class Fingerprints {
  readonly #seen = new Map<string, number>();

  of({ rule, at, variable, hosts }: Finding): string {
    const what = JSON.stringify([rule, at.file, variable ?? '', hosts]);
    const times = this.#seen.get(what) ?? 0;
    this.#seen.set(what, times + 1);
    return fnv1a(times === 0 ? what : `${what}#${times}`);
  }
}

/**
 * The 64-bit FNV-1a hash of a text's UTF-8 bytes, as 16 hexadecimal digits
 * (https://datatracker.ietf.org/doc/html/draft-eastlake-fnv).
 *
 * Nobody gains by two findings with one mark, and to load a cryptographic hash is a third of the time of a small check.
 */
export function fnv1a(text: string): string {
  // The offset basis, and below the prime 2^40 + 0x1b3, in halves of 32 bits.
  let [high, low] = [0xcbf29ce4, 0x84222325];
  for (const byte of Buffer.from(text)) {
    low = (low ^ byte) >>> 0;
    const product = low * 0x1b3;
    high = (high * 0x1b3 + Math.floor(product / 2 ** 32) + (low << 8)) >>> 0;
    low = product >>> 0;
  }
  return [high, low].map((half) => half.toString(16).padStart(8, '0')).join('');
}
