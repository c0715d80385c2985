/** Redaction: finds the parts of a document that are secrets, so that no report shows them. */
import { mentionsSecretName, mayBeSecretName } from '../model/secret-names.ts';
import { joined, secretsInBrokenLine, secretsInText, shifted } from '../model/secret-texts.ts';
import type { Hidden } from '../model/hidden.ts';
import type { Document } from '../source/document.ts';

/** A stack, which knows the secrets of its documents. */
export interface SecretsOfStack {
  readonly secrecy: {
    rangesIn(document: Document): readonly Hidden[];
    isBroken(document: Document): boolean;
  };
}

/** The secrets of documents: those that the stacks know, and those in lines that could not be parsed. */
export class Redaction {
  readonly #stacks: readonly SecretsOfStack[];
  readonly #byDocument = new Map<Document, readonly Hidden[]>();

  constructor(stacks: readonly SecretsOfStack[]) {
    this.#stacks = stacks;
  }

  /** The parts to hide in a range of the text (a line, or a part of one), in order; overlapping ranges are joined. */
  within(document: Document, start: number, end: number): Hidden[] {
    let known = this.#byDocument.get(document);
    if (known === undefined) {
      known = joined(this.#stacks.flatMap(({ secrecy }) => secrecy.rangesIn(document)));
      this.#byDocument.set(document, known);
    }
    let first = 0;
    for (let after = known.length; first < after;) {
      const middle = (first + after) >> 1;
      if ((known[middle]?.end ?? 0) > start) after = middle;
      else first = middle + 1;
    }
    const touching: Hidden[] = [];
    for (let next = known[first]; next !== undefined && next.start < end; next = known[++first]) touching.push(next);
    const broken = document.problem !== undefined || this.#stacks.some(({ secrecy }) => secrecy.isBroken(document));
    return joined([...touching, ...hiddenRanges(document, start, end, broken, touching.length > 0)]);
  }
}

/** Finds secrets by their names and shapes. `nextToSecret`: the range is known to hold a secret. */
function hiddenRanges(
  document: Document,
  start: number,
  end: number,
  broken: boolean,
  nextToSecret: boolean,
): Hidden[] {
  const text = document.text.slice(start, end);
  if (broken && continuesSecret(document, start)) return [{ start, end, length: text.length }];
  const hidden = shifted(broken ? secretsInBrokenLine(text) : secretsInText(text), start);
  return [...hidden, ...comment(text, start, nextToSecret || hidden.length > 0)];
}

/** The part of a suppression comment that holds no secret, though the names of rules speak of them. */
const DIRECTIVE = /^stacklint-disable-[a-z-]+(?:[\s,]+[a-z*-]+\/[a-z*-]+)+(?:\s+until\s+[\d-]+)?(?:\s+--(?=\s))?\s*/;

/** Hides a comment next to a secret, or about one; of a suppression comment, the reason. */
function comment(text: string, offset: number, nextToSecret: boolean): Hidden[] {
  const mark = /(?:^|\s)[#;]\s*(?=\S)/.exec(text);
  if (mark === null) return [];
  const beginning = mark.index + mark[0].length;
  const start = beginning + (DIRECTIVE.exec(text.slice(beginning))?.[0].length ?? 0);
  const end = text.trimEnd().length;
  if (start >= end) return [];
  if (!nextToSecret && !mentionsSecretName(text.slice(start))) return [];
  return [{ start: offset + start, end: offset + end, length: end - start }];
}

const KEY = /^[\s-]*["']?([\w.-]+)["']?[ \t]*[:=]/;
/** A name at the end of a line: its value is below. */
const LAST = /([\w.-]+)["']?[ \t]*[:=][ \t]*["']?$/;
/** The head of a table in TOML, with the last part of its name. */
const TABLE = /^\s*\[+[^\]]*?([\w-]+)["']?\s*\]/;

/** True if a line above, indented less or the last with a name, opens a value under the name of a secret. */
function continuesSecret(document: Document, start: number): boolean {
  let number = document.position(start).line;
  const own = document.line(number) ?? '';
  if (document.file.endsWith('.toml') && isInSecretTable(document, number)) return true;
  let depth = KEY.test(own) ? indent(own) : Infinity;
  while (--number > 0 && depth > 0) {
    const line = document.line(number) ?? '';
    if (line.trim() === '' || indent(line) >= depth) continue;
    const name = KEY.exec(line)?.[1];
    const last = LAST.exec(line.trimEnd())?.[1];
    if (last !== undefined && mayBeSecretName(last)) return true;
    if (name === undefined && depth === Infinity) continue;
    depth = indent(line);
    if (name !== undefined && mayBeSecretName(name)) return true;
  }
  return false;
}

function isInSecretTable(document: Document, number: number): boolean {
  if (!KEY.test(document.line(number) ?? '')) return false;
  while (--number > 0) {
    const name = TABLE.exec(document.line(number) ?? '')?.[1];
    if (name !== undefined) return mayBeSecretName(name);
  }
  return false;
}

function indent(line: string): number {
  return line.search(/\S|$/);
}
