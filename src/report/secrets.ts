/** Which parts of a document are secrets, so that no report shows them. */
import type { Stack } from '../model/stack.ts';
import type { Document } from '../source/document.ts';
import type { Node, Range, Scalar } from '../source/tree.ts';

/** A range of text that is shown as its length. */
export interface Hidden extends Range {
  readonly length: number;
}

const NAME = /pass(?:word|wd|phrase|$)|pwd|secret|encryption_?key|private_?key|api_?key|token|credential/i;
/** Names that say where a secret is kept, or what it is like, not what it is. */
const ABOUT = /_(?:file|path|dir|length|name|url)$/i;

/** Wider than what the rules judge: to hide too much harms nobody. */
export function soundsSecret(name: string): boolean {
  return NAME.test(name) && !ABOUT.test(name);
}

/**
 * The secrets of a document, by three witnesses: what the vocabulary calls a secret, values below a name that gives
 * them away, and `name: value` or `name=value` as it is written (comments, text that nobody could parse).
 */
export class Secrets {
  readonly #stacks: readonly Stack[];
  readonly #byDocument = new Map<Document, readonly Hidden[]>();

  constructor(stacks: readonly Stack[]) {
    this.#stacks = stacks;
  }

  /** What is hidden of a range of the text, in order; overlapping ranges are one. */
  within(document: Document, start: number, end: number): Hidden[] {
    let parsed = this.#byDocument.get(document);
    if (parsed === undefined) this.#byDocument.set(document, (parsed = merged(this.#parsed(document))));
    let first = 0;
    for (let after = parsed.length; first < after;) {
      const middle = (first + after) >> 1;
      if ((parsed[middle]?.end ?? 0) > start) after = middle;
      else first = middle + 1;
    }
    const touching: Hidden[] = [];
    for (let next = parsed[first]; next !== undefined && next.start < end; next = parsed[++first]) touching.push(next);
    return merged([...touching, ...written(document, start, end)]);
  }

  #parsed(document: Document): Hidden[] {
    const hidden: Hidden[] = [];
    for (const stack of this.#stacks)
      for (const { file, variables } of stack.documents)
        if (file === document.file)
          for (const variable of variables)
            for (const { place, length } of variable.plainSecrets) hidden.push({ ...place, length });
    if (document.root !== undefined) hideNamed(document.root, document, hidden);
    return hidden;
  }
}

function merged(hidden: Hidden[]): Hidden[] {
  const apart: Hidden[] = [];
  for (const next of hidden.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = apart.at(-1);
    if (last === undefined || next.start >= last.end) apart.push(next);
    else if (next.end > last.end) apart[apart.length - 1] = { ...last, end: next.end };
  }
  return apart;
}

function hideNamed(node: Node, document: Document, hidden: Hidden[], secret = false): void {
  if (node.kind === 'scalar') {
    if (secret) hideScalar(node, document, hidden);
  } else if (node.kind === 'sequence') {
    for (const item of node.items) hideNamed(item, document, hidden, secret);
  } else {
    for (const { key, value } of node.pairs)
      hideNamed(value, document, hidden, secret || (typeof key.value === 'string' && soundsSecret(key.value)));
  }
}

function hideScalar({ start, end, type, value, mark }: Scalar, document: Document, hidden: Hidden[]): void {
  if (type === 'null' || type === 'bool' || mark === 'vault') return;
  const text = document.text.slice(start, end);
  if (isTemplate(text)) hidden.push(...literals(text, start));
  else hidden.push({ start, end, length: String(value).length });
}

function isTemplate(text: string): boolean {
  return /\{\{|\{%/.test(text);
}

/** The texts that stand inside a template: `default('…')` is as plain as the value itself. */
function literals(template: string, offset: number): Hidden[] {
  const quote = template.startsWith('"') ? /'([^']*)'/g : /'([^']*)'|"([^"]*)"/g;
  const inner = /^["']/.test(template) ? template.slice(1, -1) : template;
  const shift = offset + (inner === template ? 0 : 1);
  return Array.from(inner.matchAll(quote), ({ 0: whole, index }) => ({
    start: shift + index,
    end: shift + index + whole.length,
    length: whole.length - 2,
  }));
}

const WRITTEN =
  /(?<![\w.-])([\w.-]+)["']?[ \t]*[:=][ \t]*("[^"\\]*(?:\\.[^"\\]*)*"?|'[^']*(?:''[^']*)*'?|\{\{.*?\}\}|[^\s"'{}[\],#][^\s,}\]]*)/g;
const NO_SECRET = /^!|^[|>][-+\d]*$|^(?:true|false|yes|no|null|~)$/i;

function written(document: Document, start: number, end: number): Hidden[] {
  const text = document.text.slice(start, end);
  const hidden: Hidden[] = [];
  if (document.problem !== undefined && belowSecretName(document, start)) return [{ start, end, length: text.length }];
  for (const { 0: whole, 1: name = '', 2: value = '', index } of text.matchAll(WRITTEN)) {
    if (!soundsSecret(name) || NO_SECRET.test(value)) continue;
    const from = start + index + whole.length - value.length;
    if (isTemplate(value)) hidden.push(...literals(value, from));
    // In a text that could not be parsed, what follows may belong to the value.
    else hidden.push({ start: from, end: document.problem ? end : from + value.length, length: bare(value).length });
  }
  return hidden;
}

function bare(value: string): string {
  return value.replace(/^["']|["']$/g, '');
}

/** True where a line above, indented less, opens a value under the name of a secret. */
function belowSecretName(document: Document, start: number): boolean {
  let number = document.position(start).line;
  let depth = indent(document.line(number) ?? '');
  while (--number > 0 && depth > 0) {
    const line = document.line(number) ?? '';
    if (line.trim() === '' || indent(line) >= depth) continue;
    depth = indent(line);
    const name = /^[\s-]*["']?([\w.-]+)["']?[ \t]*:/.exec(line)?.[1];
    if (name !== undefined && soundsSecret(name)) return true;
  }
  return false;
}

function indent(line: string): number {
  return line.search(/\S|$/);
}
