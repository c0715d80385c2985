/** libyaml's parser: a machine of states over the tokens, which tells events (YAML 1.1, as libyaml 0.2.5 has it). */
import type { ScalarStyle } from '../tree.ts';
import { forbiddenCharacter, readableLength } from './characters.ts';
import { SyntaxFault } from './syntax-fault.ts';
import { Scanner } from './scanner/scan.ts';
import * as token from './scanner/tokens.ts';

/** What the parser tells, in the order of the text. Marks are offsets; `tag` is resolved by the directives. */
export interface Handler {
  documentStart(start: number, end: number, explicit: boolean): void;
  documentEnd(start: number, end: number, explicit: boolean): void;
  alias(start: number, end: number, name: string): void;
  /** `plain` is true where the type follows from the text: a plain scalar without a tag, or any with the tag `!`. */
  scalar(
    start: number,
    end: number,
    anchor: string,
    tag: string,
    value: string,
    style: ScalarStyle,
    plain: boolean,
  ): void;
  sequenceStart(start: number, end: number, anchor: string, tag: string, flow: boolean): void;
  mappingStart(start: number, end: number, anchor: string, tag: string, flow: boolean): void;
  collectionEnd(start: number, end: number): void;
}

// States of the grammar (YAML 1.1 §4, the productions in libyaml's order). Each names what is expected next.
const IMPLICIT_DOCUMENT_START = 0;
const DOCUMENT_START = 1;
const DOCUMENT_CONTENT = 2;
const DOCUMENT_END = 3;
const BLOCK_SEQUENCE_ENTRY = 4;
const INDENTLESS_SEQUENCE_ENTRY = 5;
const BLOCK_MAPPING_KEY = 6;
const BLOCK_MAPPING_VALUE = 7;
const FLOW_SEQUENCE_FIRST_ENTRY = 8;
const FLOW_SEQUENCE_ENTRY = 9;
const FLOW_PAIR_KEY = 10;
const FLOW_PAIR_VALUE = 11;
const FLOW_PAIR_END = 12;
const FLOW_MAPPING_FIRST_KEY = 13;
const FLOW_MAPPING_KEY = 14;
const FLOW_MAPPING_VALUE = 15;
const FLOW_MAPPING_EMPTY_VALUE = 16;
const END = 17;

const DEFAULT_HANDLES: readonly (readonly [string, string])[] = [
  ['!', '!'],
  ['!!', 'tag:yaml.org,2002:'],
];

/**
 * Tells a handler the events of a text as libyaml 0.2.5 has them, and throws a `SyntaxFault` where libyaml refuses it.
 */
export function parse(text: string, handler: Handler): void {
  const limit = readableLength(text);
  if (limit === text.length) return new Parser(text, handler).run();
  const parser = new Parser(text.slice(0, limit), handler);
  try {
    if (limit > 0) parser.run();
  } catch (fault) {
    // A fault at the very end is that of the cut.
    if (parser.reached < limit) throw fault;
  }
  throw forbiddenCharacter(text);
}

class Parser {
  readonly #tokens: Scanner;
  readonly #handler: Handler;
  /** What to go on with behind the node that is being read. */
  readonly #states: number[] = [];
  #state = IMPLICIT_DOCUMENT_START;
  #handles = new Map(DEFAULT_HANDLES);

  constructor(text: string, handler: Handler) {
    this.#tokens = new Scanner(text);
    this.#handler = handler;
  }

  /** How far the text was looked at. */
  get reached(): number {
    return this.#tokens.pos;
  }

  run(): void {
    while (this.#state !== END) this.#step();
  }

  #step(): void {
    switch (this.#state) {
      case IMPLICIT_DOCUMENT_START:
      case DOCUMENT_START:
        return this.#documentStart();
      case DOCUMENT_CONTENT:
        return this.#documentContent();
      case DOCUMENT_END:
        return this.#documentEnd();
      case BLOCK_SEQUENCE_ENTRY:
        return this.#blockSequenceEntry();
      case INDENTLESS_SEQUENCE_ENTRY:
        return this.#indentlessSequenceEntry();
      case BLOCK_MAPPING_KEY:
        return this.#blockMappingKey();
      case BLOCK_MAPPING_VALUE:
        return this.#blockMappingValue();
      case FLOW_SEQUENCE_FIRST_ENTRY:
      case FLOW_SEQUENCE_ENTRY:
        return this.#flowSequenceEntry(this.#state === FLOW_SEQUENCE_FIRST_ENTRY);
      case FLOW_PAIR_KEY:
        return this.#flowPairKey();
      case FLOW_PAIR_VALUE:
        return this.#flowPairValue();
      case FLOW_PAIR_END:
        this.#state = FLOW_SEQUENCE_ENTRY;
        this.#tokens.peek();
        return this.#handler.collectionEnd(this.#tokens.start, this.#tokens.start);
      case FLOW_MAPPING_FIRST_KEY:
      case FLOW_MAPPING_KEY:
        return this.#flowMappingKey(this.#state === FLOW_MAPPING_FIRST_KEY);
      default:
        return this.#flowMappingValue(this.#state === FLOW_MAPPING_EMPTY_VALUE);
    }
  }

  #documentStart(): void {
    const tokens = this.#tokens;
    let kind = tokens.peek();
    let implicit = this.#state === IMPLICIT_DOCUMENT_START;
    while (!implicit && kind === token.DOCUMENT_END) {
      tokens.skip();
      kind = tokens.peek();
    }
    if (kind === token.STREAM_END) {
      this.#state = END;
      return;
    }
    const start = tokens.start;
    implicit &&= kind !== token.VERSION_DIRECTIVE && kind !== token.TAG_DIRECTIVE && kind !== token.DOCUMENT_START;
    if (implicit) {
      this.#handler.documentStart(start, start, false);
      this.#states.push(DOCUMENT_END);
      return this.#node(true, false);
    }
    this.#directives();
    if (tokens.peek() !== token.DOCUMENT_START)
      throw new SyntaxFault('did not find expected <document start>', tokens.start);
    this.#handler.documentStart(start, tokens.end, true);
    tokens.skip();
    this.#states.push(DOCUMENT_END);
    this.#state = DOCUMENT_CONTENT;
  }

  #directives(): void {
    const tokens = this.#tokens;
    let versioned = false;
    const declared = new Set<string>();
    for (;;) {
      const kind = tokens.peek();
      if (kind === token.VERSION_DIRECTIVE) {
        if (versioned) throw new SyntaxFault('found duplicate %YAML directive', tokens.start);
        versioned = true;
        if (tokens.value !== '1.1' && tokens.value !== '1.2')
          throw new SyntaxFault('found incompatible YAML document', tokens.start);
      } else if (kind === token.TAG_DIRECTIVE) {
        if (declared.has(tokens.extra)) throw new SyntaxFault('found duplicate %TAG directive', tokens.start);
        declared.add(tokens.extra);
        this.#handles.set(tokens.extra, tokens.value);
      } else return;
      tokens.skip();
    }
  }

  #documentContent(): void {
    const kind = this.#tokens.peek();
    if (kind <= token.DOCUMENT_END) this.#empty(this.#tokens.start);
    else this.#node(true, false);
  }

  #documentEnd(): void {
    const tokens = this.#tokens;
    const explicit = tokens.peek() === token.DOCUMENT_END;
    const { start, end } = tokens;
    if (explicit) tokens.skip();
    this.#handles = new Map(DEFAULT_HANDLES);
    this.#state = DOCUMENT_START;
    this.#handler.documentEnd(start, explicit ? end : start, explicit);
  }

  /** Reads a node: its properties and its content, or of a collection the start. */
  #node(block: boolean, indentless: boolean): void {
    const tokens = this.#tokens;
    const handler = this.#handler;
    let kind = tokens.peek();
    const start = tokens.start;
    let { end } = tokens;
    if (kind === token.ALIAS) {
      const name = tokens.value;
      this.#state = this.#states.pop()!;
      tokens.skip();
      return handler.alias(start, end, name);
    }
    let anchor = '';
    let tag = '';
    if (kind === token.ANCHOR || kind === token.TAG) {
      let tagStart = start;
      let handle: string | undefined;
      for (; kind === token.ANCHOR ? anchor === '' : kind === token.TAG && handle === undefined; kind = tokens.peek()) {
        end = tokens.end;
        if (kind === token.ANCHOR) anchor = tokens.value;
        else {
          tagStart = tokens.start;
          handle = tokens.extra;
          tag = tokens.value;
        }
        tokens.skip();
      }
      if (handle !== undefined && handle !== '') {
        const prefix = this.#handles.get(handle);
        if (prefix === undefined) throw new SyntaxFault('found undefined tag handle', tagStart, 'while parsing a node');
        tag = prefix + tag;
      }
    }
    switch (kind) {
      case token.SCALAR: {
        const { value } = tokens;
        const style = tokens.extra as ScalarStyle;
        end = tokens.end;
        this.#state = this.#states.pop()!;
        tokens.skip();
        return handler.scalar(start, end, anchor, tag, value, style, tag === '' ? style === 'plain' : tag === '!');
      }
      case token.FLOW_SEQUENCE_START:
        this.#state = FLOW_SEQUENCE_FIRST_ENTRY;
        end = tokens.end;
        tokens.skip();
        return handler.sequenceStart(start, end, anchor, tag, true);
      case token.FLOW_MAPPING_START:
        this.#state = FLOW_MAPPING_FIRST_KEY;
        end = tokens.end;
        tokens.skip();
        return handler.mappingStart(start, end, anchor, tag, true);
      case token.BLOCK_ENTRY:
        if (!indentless) break;
        // A list at the column of its key: no token opens it, the first `-` is still to be read.
        this.#state = INDENTLESS_SEQUENCE_ENTRY;
        return handler.sequenceStart(start, tokens.end, anchor, tag, false);
      case token.BLOCK_SEQUENCE_START:
        if (!block) break;
        this.#state = BLOCK_SEQUENCE_ENTRY;
        end = tokens.end;
        tokens.skip();
        return handler.sequenceStart(start, end, anchor, tag, false);
      case token.BLOCK_MAPPING_START:
        if (!block) break;
        this.#state = BLOCK_MAPPING_KEY;
        end = tokens.end;
        tokens.skip();
        return handler.mappingStart(start, end, anchor, tag, false);
      default:
    }
    if (anchor === '' && tag === '')
      throw new SyntaxFault(
        'did not find expected node content',
        tokens.start,
        block ? 'while parsing a block node' : 'while parsing a flow node',
      );
    this.#state = this.#states.pop()!;
    handler.scalar(start, end, anchor, tag, '', 'plain', tag === '');
  }

  /** Tells of a node that is not written, and goes on behind it. */
  #empty(at: number): void {
    this.#state = this.#states.pop()!;
    this.#handler.scalar(at, at, '', '', '', 'plain', true);
  }

  #nodeThen(next: number, block: boolean, indentless: boolean): void {
    this.#states.push(next);
    this.#node(block, indentless);
  }

  #emptyThen(next: number, at: number): void {
    this.#state = next;
    this.#handler.scalar(at, at, '', '', '', 'plain', true);
  }

  #collectionEnd(): void {
    const { start, end } = this.#tokens;
    this.#tokens.skip();
    this.#state = this.#states.pop()!;
    this.#handler.collectionEnd(start, end);
  }

  #blockSequenceEntry(): void {
    const tokens = this.#tokens;
    const kind = tokens.peek();
    if (kind === token.BLOCK_ENTRY) {
      const at = tokens.end;
      tokens.skip();
      const next = tokens.peek();
      if (next === token.BLOCK_ENTRY || next === token.BLOCK_END) this.#emptyThen(BLOCK_SEQUENCE_ENTRY, at);
      else this.#nodeThen(BLOCK_SEQUENCE_ENTRY, true, false);
    } else if (kind === token.BLOCK_END) this.#collectionEnd();
    else throw new SyntaxFault("did not find expected '-' indicator", tokens.start, 'while parsing a block collection');
  }

  #indentlessSequenceEntry(): void {
    const tokens = this.#tokens;
    if (tokens.peek() !== token.BLOCK_ENTRY) {
      this.#state = this.#states.pop()!;
      return this.#handler.collectionEnd(tokens.start, tokens.start);
    }
    const at = tokens.end;
    tokens.skip();
    const next = tokens.peek();
    if (next === token.BLOCK_ENTRY || next === token.KEY || next === token.VALUE || next === token.BLOCK_END)
      this.#emptyThen(INDENTLESS_SEQUENCE_ENTRY, at);
    else this.#nodeThen(INDENTLESS_SEQUENCE_ENTRY, true, false);
  }

  #blockMappingKey(): void {
    const tokens = this.#tokens;
    const kind = tokens.peek();
    if (kind === token.KEY) {
      const at = tokens.end;
      tokens.skip();
      const next = tokens.peek();
      if (next === token.KEY || next === token.VALUE || next === token.BLOCK_END)
        this.#emptyThen(BLOCK_MAPPING_VALUE, at);
      else this.#nodeThen(BLOCK_MAPPING_VALUE, true, true);
    } else if (kind === token.BLOCK_END) this.#collectionEnd();
    else throw new SyntaxFault('did not find expected key', tokens.start, 'while parsing a block mapping');
  }

  #blockMappingValue(): void {
    const tokens = this.#tokens;
    if (tokens.peek() !== token.VALUE) return this.#emptyThen(BLOCK_MAPPING_KEY, tokens.start);
    const at = tokens.end;
    tokens.skip();
    const next = tokens.peek();
    if (next === token.KEY || next === token.VALUE || next === token.BLOCK_END) this.#emptyThen(BLOCK_MAPPING_KEY, at);
    else this.#nodeThen(BLOCK_MAPPING_KEY, true, true);
  }

  #flowSequenceEntry(first: boolean): void {
    const tokens = this.#tokens;
    let kind = tokens.peek();
    if (kind !== token.FLOW_SEQUENCE_END && !first) {
      if (kind !== token.FLOW_ENTRY)
        throw new SyntaxFault("did not find expected ',' or ']'", tokens.start, 'while parsing a flow sequence');
      tokens.skip();
      kind = tokens.peek();
    }
    if (kind === token.FLOW_SEQUENCE_END) this.#collectionEnd();
    else if (kind === token.KEY) {
      const { start, end } = tokens;
      tokens.skip();
      this.#state = FLOW_PAIR_KEY;
      this.#handler.mappingStart(start, end, '', '', true);
    } else this.#nodeThen(FLOW_SEQUENCE_ENTRY, false, false);
  }

  #flowPairKey(): void {
    const tokens = this.#tokens;
    const kind = tokens.peek();
    if (kind !== token.VALUE && kind !== token.FLOW_ENTRY && kind !== token.FLOW_SEQUENCE_END)
      return this.#nodeThen(FLOW_PAIR_VALUE, false, false);
    // libyaml loses this token: `[? , a]` is refused.
    const at = tokens.end;
    tokens.skip();
    this.#emptyThen(FLOW_PAIR_VALUE, at);
  }

  #flowPairValue(): void {
    const tokens = this.#tokens;
    if (tokens.peek() === token.VALUE) {
      tokens.skip();
      const kind = tokens.peek();
      if (kind !== token.FLOW_ENTRY && kind !== token.FLOW_SEQUENCE_END)
        return this.#nodeThen(FLOW_PAIR_END, false, false);
    }
    this.#emptyThen(FLOW_PAIR_END, tokens.start);
  }

  #flowMappingKey(first: boolean): void {
    const tokens = this.#tokens;
    let kind = tokens.peek();
    if (kind !== token.FLOW_MAPPING_END && !first) {
      if (kind !== token.FLOW_ENTRY)
        throw new SyntaxFault("did not find expected ',' or '}'", tokens.start, 'while parsing a flow mapping');
      tokens.skip();
      kind = tokens.peek();
    }
    if (kind === token.FLOW_MAPPING_END) this.#collectionEnd();
    else if (kind === token.KEY) {
      tokens.skip();
      const next = tokens.peek();
      if (next === token.VALUE || next === token.FLOW_ENTRY || next === token.FLOW_MAPPING_END)
        this.#emptyThen(FLOW_MAPPING_VALUE, tokens.start);
      else this.#nodeThen(FLOW_MAPPING_VALUE, false, false);
    } else this.#nodeThen(FLOW_MAPPING_EMPTY_VALUE, false, false);
  }

  #flowMappingValue(empty: boolean): void {
    const tokens = this.#tokens;
    const kind = tokens.peek();
    if (!empty && kind === token.VALUE) {
      tokens.skip();
      const next = tokens.peek();
      if (next !== token.FLOW_ENTRY && next !== token.FLOW_MAPPING_END)
        return this.#nodeThen(FLOW_MAPPING_KEY, false, false);
    }
    this.#emptyThen(FLOW_MAPPING_KEY, tokens.start);
  }
}
