/** Marks by which findings are known again in a later report. */
import type { Finding } from '../model/finding.ts';
import type { Document } from '../source/document.ts';
import type { DocumentsByPath } from './places.ts';

/**
 * The marks of one report: a rule, a file, a variable, and the keys or the section that lead to the place.
 *
 * Lines that move, hosts that come or change their order, and other values do not change a mark. Findings that have all
 * of these in common are numbered.
 */
export class Fingerprints {
  readonly #documents: DocumentsByPath;
  readonly #seen = new Map<string, number>();

  constructor(documents: DocumentsByPath) {
    this.#documents = documents;
  }

  of({ rule, at, variable }: Finding): string {
    const document = this.#documents.get(at.file);
    const what = JSON.stringify([rule, at.file, variable ?? '', document && outline(document, at.start)]);
    const times = this.#seen.get(what) ?? 0;
    this.#seen.set(what, times + 1);
    return fnv1a(times === 0 ? what : `${what}#${times}`);
  }
}

/** What a line begins with, after its indentation and the dashes of lists: a key, or the name of a host in INI. */
const BEGINNING = /^([\s-]*)["']?([^\s"':=]*)/;

/** The beginnings of the line at an offset and of those that it is indented below, the outermost first. */
function outline(document: Document, offset: number): readonly string[] {
  const names: string[] = [];
  let depth = Infinity;
  for (let number = document.position(offset).line; number > 0 && depth > 0; number--) {
    const line = document.line(number) ?? '';
    const section = /^\s*\[+([^\]]*)\]/.exec(line)?.[1];
    if (section !== undefined && names.length > 0) return [section, ...names.reverse()];
    const [, indentation = '', name = ''] = BEGINNING.exec(line) ?? [];
    if (line.trim() === '' || line.trimStart().startsWith('#') || indentation.length >= depth) continue;
    // Below a section of INI nothing is indented: only its header is still looked for.
    depth = document.format === 'ini' || document.format === 'toml' ? Infinity : indentation.length;
    if (depth !== Infinity || names.length === 0) names.push(name);
  }
  return names.reverse();
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
