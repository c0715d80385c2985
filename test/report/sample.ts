/** Results built by hand, for the reports. */
import type { Finding, Undecided } from '../../src/model/finding.ts';
import type { FilePlace, Place } from '../../src/model/setting.ts';
import { fingerprinterOf } from '../../src/engine/fingerprints.ts';
import { PLAIN } from '../../src/report/colour.ts';
import { NO_LINKS } from '../../src/report/hyperlinks.ts';
import type { Look } from '../../src/report/look.ts';
import type { ReportedCheck, ReportedStack } from '../../src/report/reported-check.ts';
import { Document } from '../../src/source/document.ts';

/** The report for people at 80 columns, without colours or links. */
export const look: Look = {
  width: 80,
  paint: PLAIN,
  links: NO_LINKS,
  quiet: false,
  verbose: false,
  statistics: false,
  maxFindings: Infinity,
};

/** The place of a piece of a document's text. */
export function placeOf(document: Document, piece: string): FilePlace {
  const start = document.text.indexOf(piece);
  if (start < 0) throw new Error(`${document.file} does not hold ${piece}`);
  return { file: document.file, start, end: start + piece.length };
}

export function yaml(file: string, text: string): Document {
  return new Document(file, text, 'yaml', {});
}

/** A finding as rules make them, with what a test wants otherwise. */
export function finding(at: Place, changes: Partial<Finding> = {}): Finding {
  return {
    kind: 'finding',
    rule: 'memory/heap-limit',
    severity: 'error',
    stacks: ['production'],
    message: 'The heap of es-hot-1 is 64 GB; expected at most 30 GB.',
    why: 'Above it the JVM gives up compressed object pointers: each grows from 4 to 8 bytes, and less fits than before.',
    reference: 'Production practice §8, appendix 2',
    at,
    related: [],
    hosts: ['es-hot-1'],
    clusters: ['logs'],
    variable: 'search_heap',
    setting: 'heapGb',
    ...changes,
  };
}

export function undecided(at: Place, changes: Partial<Undecided> = {}): Undecided {
  return {
    kind: 'undecided',
    rule: 'memory/heap-limit',
    stacks: ['production'],
    hosts: ['es-cold-1'],
    variable: 'search_heap',
    reason: 'fact',
    message: 'search_heap depends on ansible_memtotal_mb, which only a run can know',
    at,
    ...changes,
  };
}

/** A stack as reports tell of it, with its clusters by name. */
export function stack(
  name: string,
  hosts: number,
  clusters: readonly string[],
  changes: Partial<ReportedStack> = {},
): ReportedStack {
  return {
    name,
    sources: [`inventories/${name}`],
    vocabulary: undefined,
    preset: 'production',
    presetFrom: 'default',
    configuration: undefined,
    hosts,
    clusters: clusters.map((label) => ({ label, isKnown: true, nodes: [] })),
    dashboards: [],
    pipelines: [],
    products: [],
    secrecy: { rangesIn: () => [], isBroken: () => false },
    ...changes,
  };
}

export function result(
  documents: readonly Document[],
  findings: readonly Finding[],
  changes: Partial<ReportedCheck> = {},
): ReportedCheck {
  const byPath = new Map(documents.map((document) => [document.file, document]));
  const marks = fingerprinterOf(findings, { documents: byPath, nameOf: (file) => file });
  return {
    stacks: [stack('production', 12, ['logs'])],
    findings,
    undecided: [],
    suppressed: [],
    unseen: [],
    fingerprint: (of) => marks(of) ?? '',
    documents: byPath,
    rules: 23,
    rulesOn: 23,
    notices: [],
    ...changes,
  };
}
