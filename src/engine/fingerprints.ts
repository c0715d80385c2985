/** Marks that identify findings in a later report. */
import type { Finding } from '../model/finding.ts';
import { pointerOfAnyNode } from '../model/setting.ts';
import type { Document } from '../source/document.ts';

/** The texts that fingerprints are made from. */
export interface MarkedTexts {
  /** Documents by the paths in findings. */
  readonly documents: ReadonlyMap<string, Document>;
  /** The name of a file in fingerprints, which does not depend on the current folder. */
  readonly nameOf: (file: string) => string;
}

/** Gives a finding's fingerprint; undefined for a finding that is not among those that it was made for. */
export type FingerprintOf = (finding: Finding) => string | undefined;

/**
 * Makes the fingerprints of all findings of a check when the first is asked for. They are made from the rule, the
 * file, the variable, and the keys or the section above the place; for a value in a cluster's answer, from the call
 * without its parameters and the pointer without the id of a node and the numbers of items that have names.
 *
 * A fingerprint does not change when lines move, hosts are added or reordered, or values change. That of a missing
 * value is made from the group or host whose variable files it belongs in. Findings that have all of these in common
 * are numbered in their order.
 */
export function fingerprinterOf(findings: readonly Finding[], { documents, nameOf }: MarkedTexts): FingerprintOf {
  let marks: Map<Finding, string> | undefined;
  return (finding) => {
    if (marks === undefined) {
      marks = new Map();
      const times = new Map<string, number>();
      const lines = new Map<Document, ReturnType<typeof linesIn>>();
      for (const each of findings) {
        const what = JSON.stringify(identity(each, nameOf, lines, documents));
        const before = times.get(what) ?? 0;
        times.set(what, before + 1);
        marks.set(each, fnv1a(before === 0 ? what : `${what}#${before}`));
      }
    }
    return marks.get(finding);
  };
}

/** The part of a path that all variable files of one group or host have in common. */
const VARIABLES_OF_ONE = /^(.*\/)?(?:group|host)_vars\/[^/]+?(?=\.(?:ya?ml|json)$|\/|$)/;

function identity(
  { rule, at, variable = '', isMissing = false, newFile }: Finding,
  nameOf: MarkedTexts['nameOf'],
  known: Map<Document, ReturnType<typeof linesIn>>,
  documents: MarkedTexts['documents'],
): readonly unknown[] {
  if ('call' in at) return [rule, at.call.split('?')[0], variable, pointerOfAnyNode(at.byName ?? at.pointer)];
  // A missing value stays the same finding when its group gets a first variable file, or another first key in it.
  const owner = isMissing ? VARIABLES_OF_ONE.exec(nameOf(newFile ?? at.file))?.[0] : undefined;
  if (owner !== undefined) return [rule, owner, variable];
  const document = documents.get(at.file);
  if (document === undefined) return [rule, nameOf(at.file), variable, undefined];
  let lines = known.get(document);
  if (lines === undefined) known.set(document, (lines = linesIn(document)));
  return [rule, nameOf(at.file), variable, outline(document, lines, at.start)];
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
  const hasSections = document.format === 'ini' || document.format === 'toml';
  let last: Line | undefined;
  for (let number = 1, text = document.line(1); text !== undefined; text = document.line(++number)) {
    const section = hasSections ? SECTION.exec(text)?.[1] : undefined;
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
