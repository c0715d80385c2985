/** The file of a baseline. */
import { basename } from 'node:path';
import { FaultyFile } from '../ground/cannot-check.ts';
import type { Result } from './result.ts';
import { textOfFile } from '../ground/files.ts';
import type { Files } from '../ground/files.ts';
import { printableJson } from '../report/terminal-text.ts';
import type { BaselineEntry } from '../model/source-document.ts';
import type { Finding } from '../model/finding.ts';
import { Document } from '../source/document.ts';
import { readJsonOrProblem } from '../source/json.ts';
import type { Node, Pair, Range } from '../source/tree.ts';
import { sentenceOf } from '../troubles/catalogue.ts';

/** A baseline as it was read. */
export interface ReadBaseline {
  readonly document: Document;
  readonly entries: readonly BaselineEntry[];
}

/** The version of the file's format. */
const FORMAT = 1;

/** Tells by its name or text whether a broken file was a baseline; an inventory that was named by mistake was not. */
export function looksLikeBaseline(files: Files, path: string): boolean {
  return basename(path).includes('baseline') || textOfFile(files, path).includes('"fingerprint"');
}

/**
 * Reads a baseline; `shown` is its path as it is shown.
 *
 * Throws CannotCheck with file, line and column for one that is broken or of another version, FileError if it cannot
 * be read.
 */
export function readBaseline(files: Files, path: string, shown: string): ReadBaseline {
  const text = textOfFile(files, path);
  const reading = readJsonOrProblem(text);
  const document = new Document(shown, text, 'json', reading);
  const refuse = (range: Range, message: string): never => {
    const next = looksLikeBaseline(files, path)
      ? 'stacklint check --update-baseline writes it anew'
      : 'name another file with --baseline';
    throw new FaultyFile(document, range, `${message}; ${next}`);
  };
  const { root, problem } = reading;
  if (problem !== undefined) return refuse(problem, `this is not JSON: ${sentenceOf(problem)}`);
  const version = root && valueOf(root, 'version');
  const findings = root && valueOf(root, 'findings');
  if (version?.kind !== 'scalar' || findings?.kind !== 'sequence')
    return refuse(root ?? { start: 0, end: 0 }, 'this is not a baseline; expected an object with version and findings');
  if (version.value !== FORMAT)
    return refuse(version, `this baseline is of version ${String(version.value)}; expected ${String(FORMAT)}`);
  const entries = findings.items.map((item): BaselineEntry => {
    const [rule, file, fingerprint] = ['rule', 'file', 'fingerprint'].map((name) => textOf(item, name));
    if (rule === undefined || file === undefined || fingerprint === undefined)
      return refuse(item, 'this entry of the baseline is incomplete; expected rule, file and fingerprint');
    const measure = valueOf(item, 'measure');
    // The message tells a reader what was accepted; the entry itself begins with a brace.
    const { start, end } = pairOf(item, 'message')?.key ?? item;
    return {
      at: { file: shown, start, end },
      rule,
      file,
      variable: textOf(item, 'variable'),
      message: textOf(item, 'message'),
      measure: measure?.kind === 'scalar' && typeof measure.value === 'number' ? measure.value : undefined,
      fingerprint,
    };
  });
  return { document, entries };
}

/**
 * The text of a baseline that accepts the findings of a check; `nameOf` gives the names of files in it. Entries that
 * were not judged this time (a rule that is off, another stack) stay, and those whose finding is gone do not.
 */
export function baselineText(
  { findings, suppressed, stale, fingerprint }: Result,
  previous: readonly BaselineEntry[],
  nameOf: (file: string) => string,
): { readonly text: string; readonly entries: number } {
  const known = suppressed.filter(({ by }) => by === 'baseline').map(({ finding }) => finding);
  const accepted = [...findings.filter(({ rule }) => !rule.startsWith('suppression/')), ...known].map((finding) =>
    entryOf(finding, fingerprint(finding), nameOf),
  );
  const gone = new Set([...stale, ...accepted].map((entry) => entry.fingerprint));
  const kept = previous.filter((entry) => !gone.has(entry.fingerprint)).map(entryToWrite);
  const entries = [...accepted, ...kept].sort(byFile);
  return { text: `${printableJson({ version: FORMAT, findings: entries })}\n`, entries: entries.length };
}

/** An entry as the file has it: what it is known by, and for people what was found. */
type WrittenEntry = Omit<BaselineEntry, 'at'>;

function entryToWrite({ rule, file, variable, message, measure, fingerprint }: WrittenEntry): WrittenEntry {
  return { rule, file, variable, message, measure, fingerprint };
}

function entryOf(
  { rule, at, variable, message, measure }: Finding,
  fingerprint: string,
  nameOf: (file: string) => string,
): WrittenEntry {
  const file = 'call' in at ? `${at.call}#${at.pointer}` : nameOf(at.file);
  return { rule, file, variable, message, measure, fingerprint };
}

function byFile(one: WrittenEntry, other: WrittenEntry): number {
  const [a, b] = [one, other].map(({ file, rule, fingerprint }) => `${file}\0${rule}\0${fingerprint}`);
  return (a ?? '') < (b ?? '') ? -1 : 1;
}

function pairOf(node: Node, name: string): Pair | undefined {
  return node.kind === 'mapping' ? node.pairs.find(({ key }) => key.value === name) : undefined;
}

function valueOf(node: Node, name: string): Node | undefined {
  return pairOf(node, name)?.value;
}

function textOf(node: Node, name: string): string | undefined {
  const value = valueOf(node, name);
  return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : undefined;
}
