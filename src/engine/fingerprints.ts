/** Marks by which findings are known again in a later report. */
import type { Finding } from '../model/finding.ts';
import type { FilePlace } from '../model/setting.ts';
import type { Document } from '../source/document.ts';

/**
 * The fingerprints of all findings of a check, made from the rule, the file, the variable, and the keys or the section
 * above the place; for a value in an answer of a cluster, from the call and the pointer.
 *
 * A fingerprint does not change when lines move, hosts are added or reordered, or values change. Findings that have all
 * of these in common are numbered in their order.
 */
export function fingerprints(
  findings: readonly Finding[],
  documents: ReadonlyMap<string, Document>,
): ReadonlyMap<Finding, string> {
  const marks = new Fingerprints(documents);
  return new Map(findings.map((finding) => [finding, marks.of(finding)]));
}

class Fingerprints {
  readonly #documents: ReadonlyMap<string, Document>;
  readonly #lines = new Map<Document, ReturnType<typeof linesIn>>();
  readonly #seen = new Map<string, number>();

  constructor(documents: ReadonlyMap<string, Document>) {
    this.#documents = documents;
  }

  of({ rule, at, variable }: Finding): string {
    const [whole, part] = 'call' in at ? [at.call, at.pointer] : [at.file, this.#outline(at)];
    const what = JSON.stringify([rule, whole, variable ?? '', part]);
    const times = this.#seen.get(what) ?? 0;
    this.#seen.set(what, times + 1);
    return fnv1a(times === 0 ? what : `${what}#${times}`);
  }

  #outline({ file, start }: FilePlace): readonly string[] | undefined {
    const document = this.#documents.get(file);
    if (document === undefined) return undefined;
    let lines = this.#lines.get(document);
    if (lines === undefined) this.#lines.set(document, (lines = linesIn(document)));
    return outline(document, lines, start);
  }
}

/** The first word of a line, after its indentation and the dashes of lists: a key, or the name of a host in INI. */
const BEGINNING = /^([\s-]*)["']?([^\s"':=]*)/;
const SECTION = /^\s*\[{1,2}([^[\]]*)\]/;

interface Line {
  readonly name: string;
  readonly depth: number;
  /** The line that it is indented below, or the header of its section. */
  readonly above: Line | undefined;
}

/** The lines of a document by number, each with the lines above it that it is nested in; made once. */
function linesIn(document: Document): readonly (Line | undefined)[] {
  const lines: (Line | undefined)[] = [undefined];
  let last: Line | undefined;
  for (let number = 1, text = document.line(1); text !== undefined; text = document.line(++number)) {
    const section = SECTION.exec(text)?.[1];
    const isEmpty = text.trim() === '' || text.trimStart().startsWith('#');
    const [, { length: depth } = '', name = ''] = BEGINNING.exec(text) ?? [];
    // A section header applies to all lines up to the next header.
    if (section !== undefined) last = { name: section, depth: -1, above: undefined };
    else if (!isEmpty) {
      while (last !== undefined && last.depth >= depth) last = last.above;
      last = { name, depth, above: last };
    }
    lines.push(last);
  }
  return lines;
}

/** The names above an offset, the outermost last. */
function outline(document: Document, lines: readonly (Line | undefined)[], offset: number): readonly string[] {
  const names: string[] = [];
  for (let line = lines[document.position(offset).line]; line !== undefined; line = line.above) names.push(line.name);
  return names;
}

/**
 * The 64-bit FNV-1a hash of a text's UTF-8 bytes, as 16 hexadecimal digits
 * (https://datatracker.ietf.org/doc/html/draft-eastlake-fnv).
 *
 * A collision of two findings is harmless, and to load a cryptographic hash takes a third of the time of a small check.
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
