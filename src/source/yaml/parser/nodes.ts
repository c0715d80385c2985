/** libyaml's parser, first part: a node with its properties, up to where the parts of a collection begin. */
import type { ScalarStyle } from '../../tree.ts';
import { Scanner } from '../scanner/scan.ts';
import * as token from '../scanner/tokens.ts';
import { SyntaxFault } from '../syntax-fault.ts';
import type { Handler } from './handler.ts';
import * as state from './states.ts';

/** What tags may begin with where no directive says more. */
export const DEFAULT_HANDLES: readonly (readonly [string, string])[] = [
  ['!', '!'],
  ['!!', 'tag:yaml.org,2002:'],
];

/** What stands in front of a node. */
interface Properties {
  readonly anchor: string;
  readonly tag: string;
  /** Where the last of them ends. */
  readonly end: number;
}

const NO_PROPERTIES: Properties = { anchor: '', tag: '', end: 0 };

/** Reads nodes, as a machine that knows what is expected next, and what behind each node that is open. */
export class NodeParser {
  protected readonly tokens: Scanner;
  protected readonly handler: Handler;
  protected state: number = state.IMPLICIT_DOCUMENT_START;
  /** What to go on with behind the node that is being read. */
  protected readonly states: number[] = [];
  /** What the handles of tags stand for in this document. */
  protected handles = new Map(DEFAULT_HANDLES);

  constructor(text: string, handler: Handler) {
    this.tokens = new Scanner(text);
    this.handler = handler;
  }

  /** Reads a node: its properties and its content, or of a collection the start. */
  protected node(block: boolean, indentless: boolean): void {
    const { tokens } = this;
    const kind = tokens.peek();
    if (kind === token.ALIAS) return this.#alias();
    const { start } = tokens;
    const properties = kind === token.ANCHOR || kind === token.TAG ? this.#properties() : NO_PROPERTIES;
    switch (tokens.peek()) {
      case token.SCALAR:
        return this.#scalar(start, properties);
      case token.FLOW_SEQUENCE_START:
        return this.#sequenceStart(start, properties, true, state.FLOW_SEQUENCE_FIRST_ENTRY);
      case token.FLOW_MAPPING_START:
        return this.#mappingStart(start, properties, true, state.FLOW_MAPPING_FIRST_KEY);
      case token.BLOCK_ENTRY:
        if (indentless) return this.#indentlessSequenceStart(start, properties);
        break;
      case token.BLOCK_SEQUENCE_START:
        if (block) return this.#sequenceStart(start, properties, false, state.BLOCK_SEQUENCE_ENTRY);
        break;
      case token.BLOCK_MAPPING_START:
        if (block) return this.#mappingStart(start, properties, false, state.BLOCK_MAPPING_KEY);
        break;
      default:
    }
    if (properties === NO_PROPERTIES)
      throw new SyntaxFault(
        'did not find expected node content',
        tokens.start,
        block ? 'while parsing a block node' : 'while parsing a flow node',
      );
    const { anchor, tag, end } = properties;
    this.state = this.states.pop()!;
    this.handler.scalar(start, end, anchor, tag, '', 'plain', tag === '');
  }

  #alias(): void {
    const { start, end, value } = this.tokens;
    this.state = this.states.pop()!;
    this.tokens.skip();
    this.handler.alias(start, end, value);
  }

  /** Reads an anchor and a tag, at most one of each, in either order. */
  #properties(): Properties {
    const { tokens } = this;
    let anchor = '';
    let handle: string | undefined;
    let suffix = '';
    let tagStart = 0;
    let end = 0;
    for (;;) {
      const kind = tokens.peek();
      if (kind === token.ANCHOR && anchor === '') anchor = tokens.value;
      else if (kind === token.TAG && handle === undefined) {
        handle = tokens.extra;
        suffix = tokens.value;
        tagStart = tokens.start;
      } else break;
      end = tokens.end;
      tokens.skip();
    }
    return { anchor, tag: this.#resolved(handle ?? '', suffix, tagStart), end };
  }

  /** The whole tag: its handle stands for what the directives say; one that is written in full has none. */
  #resolved(handle: string, suffix: string, start: number): string {
    if (handle === '') return suffix;
    const prefix = this.handles.get(handle);
    if (prefix === undefined) throw new SyntaxFault('found undefined tag handle', start, 'while parsing a node');
    return prefix + suffix;
  }

  #scalar(start: number, { anchor, tag }: Properties): void {
    const { end, value } = this.tokens;
    const style = this.tokens.extra as ScalarStyle;
    this.state = this.states.pop()!;
    this.tokens.skip();
    this.handler.scalar(start, end, anchor, tag, value, style, tag === '' ? style === 'plain' : tag === '!');
  }

  #sequenceStart(start: number, { anchor, tag }: Properties, flow: boolean, next: number): void {
    const { end } = this.tokens;
    this.state = next;
    this.tokens.skip();
    this.handler.sequenceStart(start, end, anchor, tag, flow);
  }

  /** Starts a list at the column of its key: no token opens it, the first `-` is still to be read. */
  #indentlessSequenceStart(start: number, { anchor, tag }: Properties): void {
    this.state = state.INDENTLESS_SEQUENCE_ENTRY;
    this.handler.sequenceStart(start, this.tokens.end, anchor, tag, false);
  }

  #mappingStart(start: number, { anchor, tag }: Properties, flow: boolean, next: number): void {
    const { end } = this.tokens;
    this.state = next;
    this.tokens.skip();
    this.handler.mappingStart(start, end, anchor, tag, flow);
  }

  /** Tells of a node that is not written, and goes on behind it. */
  protected empty(at: number): void {
    this.state = this.states.pop()!;
    this.handler.scalar(at, at, '', '', '', 'plain', true);
  }

  /** Reads a node and goes on in a state behind it. */
  protected nodeThen(next: number, block: boolean, indentless: boolean): void {
    this.states.push(next);
    this.node(block, indentless);
  }

  /** Tells of a node that is not written, and goes on in a state. */
  protected emptyThen(next: number, at: number): void {
    this.state = next;
    this.handler.scalar(at, at, '', '', '', 'plain', true);
  }

  /** Ends a collection at the token that closes it. */
  protected collectionEnd(): void {
    const { start, end } = this.tokens;
    this.tokens.skip();
    this.state = this.states.pop()!;
    this.handler.collectionEnd(start, end);
  }
}
