/** The layout of a text of YAML, by the events that its tree is made of too. */
import { TextFault } from '../source/text-fault.ts';
import type { ScalarStyle } from '../source/tree.ts';
import { parseYaml } from '../source/yaml/parser.ts';
import type { Handler } from '../source/yaml/parser.ts';
import { afterGap } from './lines-and-gaps.ts';
import { endOfContent, isUnwritten } from './written.ts';
import type { Entry, WrittenCollection, WrittenNode } from './written.ts';

/** The outermost value of a text; undefined of one that is empty or broken. */
export function layoutOfYaml(text: string): WrittenNode | undefined {
  const reader = new LayoutReader(text);
  try {
    parseYaml(text, reader);
  } catch (error) {
    if (!(error instanceof TextFault)) throw error;
    return undefined;
  }
  return reader.root;
}

/** A collection of which the end is still to be read. */
interface Open extends Omit<WrittenCollection, 'end'> {
  end: number;
  readonly entries: Entry[];
  /** The key whose value comes next. */
  key: WrittenNode | undefined;
}

const PROPERTY = /&[\w-]+|!<[^>]*>|![^\s,]*/y;

class LayoutReader implements Handler {
  root: WrittenNode | undefined;
  readonly #text: string;
  readonly #stack: Open[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  documentStart(): void {
    // A text has one document: its tree has a problem otherwise.
  }

  documentEnd(): void {
    // As above.
  }

  alias(start: number, end: number): void {
    this.#add({ kind: 'alias', start, end, propertiesEnd: start, content: start });
  }

  scalar(start: number, end: number, anchor: string, tag: string, value: string, style: ScalarStyle): void {
    const propertiesEnd = this.#afterProperties(start, anchor, tag);
    const content = propertiesEnd === start ? start : Math.min(end, afterGap(this.#text, propertiesEnd));
    this.#add({ kind: 'scalar', start, end, propertiesEnd, content, style, value, tag });
  }

  sequenceStart(start: number, end: number, anchor: string, tag: string, flow: boolean): void {
    // Of a list in the column of its key, the first dash has been read; of others nothing has.
    const content = flow || this.#text[end] !== '-' ? end - 1 : end;
    this.#open('sequence', start, end, content, this.#afterProperties(start, anchor, tag), flow, flow);
  }

  mappingStart(start: number, end: number, anchor: string, tag: string, flow: boolean): void {
    const brackets = flow && this.#text[end - 1] === '{';
    const content = brackets ? end - 1 : end;
    this.#open('mapping', start, end, content, this.#afterProperties(start, anchor, tag), flow, brackets);
  }

  collectionEnd(_start: number, end: number): void {
    const open = this.#stack.pop();
    if (open === undefined) return;
    const { kind, start, propertiesEnd, content, flow, brackets, entries, end: last } = open;
    this.#add({ kind, start, end: flow ? end : last, propertiesEnd, content, flow, brackets, entries });
  }

  #open(
    kind: 'mapping' | 'sequence',
    start: number,
    end: number,
    content: number,
    propertiesEnd: number,
    flow: boolean,
    brackets: boolean,
  ): void {
    this.#stack.push({ kind, start, end, propertiesEnd, content, flow, brackets, entries: [], key: undefined });
  }

  #afterProperties(start: number, anchor: string, tag: string): number {
    let end = start;
    if (anchor === '' && tag === '') return end;
    for (let at = start; ; at = afterGap(this.#text, end)) {
      PROPERTY.lastIndex = at;
      if (!PROPERTY.test(this.#text)) return end;
      end = PROPERTY.lastIndex;
    }
  }

  #add(node: WrittenNode): void {
    const open = this.#stack.at(-1);
    if (open === undefined) {
      this.root ??= node;
      return;
    }
    open.end = node.end;
    if (open.kind === 'mapping' && open.key === undefined) {
      open.key = node;
      return;
    }
    const { key, entries } = open;
    open.key = undefined;
    const start = this.#startOfEntry(open, key ?? node);
    entries.push({ key, value: node, start, end: this.#endOfEntry(start, key, node) });
  }

  /** The dash or `?` of an entry, if it has one, and else its first node. */
  #startOfEntry({ kind, flow, content, entries }: Open, first: WrittenNode): number {
    if (flow) return first.start;
    const sign = afterGap(this.#text, entries.at(-1)?.end ?? content);
    if (kind === 'sequence') return sign;
    return this.#text[sign] === '?' && sign < first.start ? sign : first.start;
  }

  #endOfEntry(start: number, key: WrittenNode | undefined, value: WrittenNode): number {
    if (!isUnwritten(value)) return endOfContent(this.#text, value);
    if (key === undefined) return start + 1;
    const colon = afterGap(this.#text, key.end);
    return this.#text[colon] === ':' ? colon + 1 : key.end;
  }
}
