/** Which parts of a document are secrets, so that no report shows them. */
import { mentionsSecret, soundsSecret } from '../model/secret-names.ts';
import { joined, secretsInBrokenLine, secretsInText, shifted } from '../model/secret-texts.ts';
import type { Hidden } from '../model/secret-texts.ts';
import type { Document } from '../source/document.ts';

/** Whoever knows the secrets of the documents that it has understood: a stack. */
interface Witness {
  readonly secrecy: {
    rangesIn(document: Document): readonly Hidden[];
    isBroken(document: Document): boolean;
  };
}

/** The secrets of a document, as the stacks know them, and as they are written in lines that nobody understood. */
export class Secrets {
  readonly #witnesses: readonly Witness[];
  readonly #byDocument = new Map<Document, readonly Hidden[]>();

  constructor(witnesses: readonly Witness[]) {
    this.#witnesses = witnesses;
  }

  /** What is hidden of a range of the text (a line, or a part of one), in order; overlapping ranges are one. */
  within(document: Document, start: number, end: number): Hidden[] {
    let known = this.#byDocument.get(document);
    if (known === undefined) {
      known = joined(this.#witnesses.flatMap(({ secrecy }) => secrecy.rangesIn(document)));
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
    const broken = document.problem !== undefined || this.#witnesses.some(({ secrecy }) => secrecy.isBroken(document));
    return joined([...touching, ...written(document, start, end, broken, touching.length > 0)]);
  }
}

/** `besideSecret`: a secret is known to stand in the range. */
function written(document: Document, start: number, end: number, broken: boolean, besideSecret: boolean): Hidden[] {
  const text = document.text.slice(start, end);
  if (broken && continuesSecret(document, start)) return [{ start, end, length: text.length }];
  const hidden = shifted(broken ? secretsInBrokenLine(text) : secretsInText(text), start);
  return [...hidden, ...comment(text, start, besideSecret || hidden.length > 0)];
}

/** What is said beside a secret, or of one, is hidden with it. */
function comment(text: string, offset: number, besideSecret: boolean): Hidden[] {
  const mark = /(?:^|\s)[#;]\s*(?=\S)/.exec(text);
  if (mark === null) return [];
  const start = mark.index + mark[0].length;
  const end = text.trimEnd().length;
  if (!besideSecret && !mentionsSecret(text.slice(start))) return [];
  return [{ start: offset + start, end: offset + end, length: end - start }];
}

const KEY = /^[\s-]*["']?([\w.-]+)["']?[ \t]*[:=]/;
/** A name at the end of a line, wherever it stands there: its value is below. */
const LAST = /([\w.-]+)["']?[ \t]*[:=][ \t]*["']?$/;
/** The head of a table in TOML, with the last part of its name. */
const TABLE = /^\s*\[+[^\]]*?([\w-]+)["']?\s*\]/;

/** True where a line above, indented less or the last with a name, opens a value under the name of a secret. */
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
    if (last !== undefined && soundsSecret(last)) return true;
    if (name === undefined && depth === Infinity) continue;
    depth = indent(line);
    if (name !== undefined && soundsSecret(name)) return true;
  }
  return false;
}

function isInSecretTable(document: Document, number: number): boolean {
  if (!KEY.test(document.line(number) ?? '')) return false;
  while (--number > 0) {
    const name = TABLE.exec(document.line(number) ?? '')?.[1];
    if (name !== undefined) return soundsSecret(name);
  }
  return false;
}

function indent(line: string): number {
  return line.search(/\S|$/);
}
