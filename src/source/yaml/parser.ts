/** libyaml's parser: the events of a text (YAML 1.1, as libyaml 0.2.5 has it). */
import { fault } from '../../troubles/fault.ts';
import type { Fault } from '../../troubles/fault.ts';
import { TextFault } from '../text-fault.ts';
import type { ScalarStyle } from '../tree.ts';
import { forbiddenCharacterFault, readableLength } from './characters.ts';
import { Scanner } from './scanner.ts';
import * as token from './tokens.ts';

/** Receives the events of a text in their order. Marks are offsets; `tag` is resolved by the directives. */
export interface Handler {
  documentStart(start: number, end: number, explicit: boolean): void;
  documentEnd(start: number, end: number, explicit: boolean): void;
  alias(start: number, end: number, name: string): void;
  /** `plain` is true if the type follows from the text: a plain scalar without a tag, or any with the tag `!`. */
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

/**
 * Tells a handler the events of a text as libyaml 0.2.5 has them, and throws a `TextFault` where libyaml refuses it.
 */
export function parseYaml(text: string, handler: Handler): void {
  const limit = readableLength(text);
  if (limit === text.length) return new Parser(text, handler).run();
  const parser = new Parser(text.slice(0, limit), handler);
  try {
    if (limit > 0) parser.run();
  } catch (error) {
    // A fault at the very end is that of the cut.
    if (parser.reached < limit) throw error;
  }
  throw forbiddenCharacterFault(text);
}

/** The states of the grammar, in the order of libyaml's productions (YAML 1.1 §4). Each names what is expected next. */
const State = {
  IMPLICIT_DOCUMENT_START: 0,
  DOCUMENT_START: 1,
  DOCUMENT_CONTENT: 2,
  DOCUMENT_END: 3,
  BLOCK_SEQUENCE_ENTRY: 4,
  INDENTLESS_SEQUENCE_ENTRY: 5,
  BLOCK_MAPPING_KEY: 6,
  BLOCK_MAPPING_VALUE: 7,
  FLOW_SEQUENCE_FIRST_ENTRY: 8,
  FLOW_SEQUENCE_ENTRY: 9,
  FLOW_PAIR_KEY: 10,
  FLOW_PAIR_VALUE: 11,
  FLOW_PAIR_END: 12,
  FLOW_MAPPING_FIRST_KEY: 13,
  FLOW_MAPPING_KEY: 14,
  FLOW_MAPPING_VALUE: 15,
  FLOW_MAPPING_EMPTY_VALUE: 16,
  END: 17,
} as const;

/** The handles of tags that need no directive, with their prefixes. */
const DEFAULT_HANDLES: readonly (readonly [string, string])[] = [
  ['!', '!'],
  ['!!', 'tag:yaml.org,2002:'],
];

/** The anchor and the tag before a node. */
interface Properties {
  readonly anchor: string;
  readonly tag: string;
  /** The end of the last of them. */
  readonly end: number;
}

const NO_PROPERTIES: Properties = { anchor: '', tag: '', end: 0 };

/** Reads all documents of a text: a state machine over the tokens, which gives the events to a handler. */
class Parser {
  private readonly tokens: Scanner;
  private readonly handler: Handler;
  private state: number = State.IMPLICIT_DOCUMENT_START;
  /** The states to return to after the node that is being read. */
  private readonly states: number[] = [];
  /** The prefixes of the handles of tags in this document. */
  private handles = new Map(DEFAULT_HANDLES);

  constructor(text: string, handler: Handler) {
    this.tokens = new Scanner(text);
    this.handler = handler;
  }

  /** The offset that reading has come to. */
  get reached(): number {
    return this.tokens.reached;
  }

  /** Tells all events, up to the end of the text or its first fault. */
  run(): void {
    while (this.state !== State.END) this.step();
  }

  private step(): void {
    switch (this.state) {
      case State.IMPLICIT_DOCUMENT_START:
      case State.DOCUMENT_START:
        return this.documentStart();
      case State.DOCUMENT_CONTENT:
        return this.documentContent();
      case State.DOCUMENT_END:
        return this.documentEnd();
      case State.BLOCK_SEQUENCE_ENTRY:
        return this.blockSequenceEntry();
      case State.INDENTLESS_SEQUENCE_ENTRY:
        return this.indentlessSequenceEntry();
      case State.BLOCK_MAPPING_KEY:
        return this.blockMappingKey();
      case State.BLOCK_MAPPING_VALUE:
        return this.blockMappingValue();
      case State.FLOW_SEQUENCE_FIRST_ENTRY:
      case State.FLOW_SEQUENCE_ENTRY:
        return this.flowSequenceEntry(this.state === State.FLOW_SEQUENCE_FIRST_ENTRY);
      case State.FLOW_PAIR_KEY:
        return this.flowPairKey();
      case State.FLOW_PAIR_VALUE:
        return this.flowPairValue();
      case State.FLOW_PAIR_END:
        return this.flowPairEnd();
      case State.FLOW_MAPPING_FIRST_KEY:
      case State.FLOW_MAPPING_KEY:
        return this.flowMappingKey(this.state === State.FLOW_MAPPING_FIRST_KEY);
      default:
        return this.flowMappingValue(this.state === State.FLOW_MAPPING_EMPTY_VALUE);
    }
  }

  private documentStart(): void {
    const { tokens } = this;
    let kind = tokens.peek();
    let implicit = this.state === State.IMPLICIT_DOCUMENT_START;
    while (!implicit && kind === token.DOCUMENT_END) {
      tokens.skip();
      kind = tokens.peek();
    }
    if (kind === token.STREAM_END) {
      this.state = State.END;
      return;
    }
    const start = tokens.start;
    implicit &&= kind !== token.VERSION_DIRECTIVE && kind !== token.TAG_DIRECTIVE && kind !== token.DOCUMENT_START;
    if (implicit) {
      this.handler.documentStart(start, start, false);
      this.states.push(State.DOCUMENT_END);
      return this.node(true, false);
    }
    this.directives();
    if (tokens.peek() !== token.DOCUMENT_START) this.fail(fault('yaml/text-after-document'));
    this.handler.documentStart(start, tokens.end, true);
    tokens.skip();
    this.states.push(State.DOCUMENT_END);
    this.state = State.DOCUMENT_CONTENT;
  }

  private directives(): void {
    const { tokens } = this;
    let versioned = false;
    const declared = new Set<string>();
    for (;;) {
      const kind = tokens.peek();
      if (kind === token.VERSION_DIRECTIVE) {
        if (versioned) this.fail(fault('yaml/directive-twice'));
        versioned = true;
        if (tokens.value !== '1.1' && tokens.value !== '1.2')
          this.fail(fault('yaml/unknown-version', { version: tokens.value }));
      } else if (kind === token.TAG_DIRECTIVE) {
        if (declared.has(tokens.extra)) this.fail(fault('yaml/tag-handle-twice', { handle: tokens.extra }));
        declared.add(tokens.extra);
        this.handles.set(tokens.extra, tokens.value);
      } else return;
      tokens.skip();
    }
  }

  private documentContent(): void {
    const kind = this.tokens.peek();
    if (kind <= token.DOCUMENT_END) this.empty(this.tokens.start);
    else this.node(true, false);
  }

  private documentEnd(): void {
    const { tokens } = this;
    const explicit = tokens.peek() === token.DOCUMENT_END;
    const { start, end } = tokens;
    if (explicit) tokens.skip();
    this.handles = new Map(DEFAULT_HANDLES);
    this.state = State.DOCUMENT_START;
    this.handler.documentEnd(start, explicit ? end : start, explicit);
  }

  /** Reads a node: its properties and its content, or only the start of a collection. */
  private node(block: boolean, indentless: boolean): void {
    const { tokens } = this;
    const kind = tokens.peek();
    if (kind === token.ALIAS) return this.alias();
    const { start } = tokens;
    const properties = kind === token.ANCHOR || kind === token.TAG ? this.properties() : NO_PROPERTIES;
    switch (tokens.peek()) {
      case token.SCALAR:
        return this.scalar(start, properties);
      case token.FLOW_SEQUENCE_START:
        return this.sequenceStart(start, properties, true, State.FLOW_SEQUENCE_FIRST_ENTRY);
      case token.FLOW_MAPPING_START:
        return this.mappingStart(start, properties, true, State.FLOW_MAPPING_FIRST_KEY);
      case token.BLOCK_ENTRY:
        if (indentless) return this.indentlessSequenceStart(start, properties);
        break;
      case token.BLOCK_SEQUENCE_START:
        if (block) return this.sequenceStart(start, properties, false, State.BLOCK_SEQUENCE_ENTRY);
        break;
      case token.BLOCK_MAPPING_START:
        if (block) return this.mappingStart(start, properties, false, State.BLOCK_MAPPING_KEY);
        break;
      default:
    }
    if (properties === NO_PROPERTIES) this.fail(fault(block ? 'yaml/missing-value' : 'yaml/missing-value-in-brackets'));
    const { anchor, tag, end } = properties;
    this.state = this.states.pop()!;
    this.handler.scalar(start, end, anchor, tag, '', 'plain', tag === '');
  }

  private alias(): void {
    const { start, end, value } = this.tokens;
    this.state = this.states.pop()!;
    this.tokens.skip();
    this.handler.alias(start, end, value);
  }

  /** Reads an anchor and a tag, at most one of each, in either order. */
  private properties(): Properties {
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
    return { anchor, tag: this.resolved(handle ?? '', suffix, tagStart), end };
  }

  /** The whole tag: the directives say what its handle means; a tag written in full has no handle. */
  private resolved(handle: string, suffix: string, start: number): string {
    if (handle === '') return suffix;
    const prefix = this.handles.get(handle);
    if (prefix === undefined) throw new TextFault(fault('yaml/undefined-tag-handle', { handle }), start);
    return prefix + suffix;
  }

  private scalar(start: number, { anchor, tag }: Properties): void {
    const { end, value } = this.tokens;
    const style = this.tokens.extra as ScalarStyle;
    this.state = this.states.pop()!;
    this.tokens.skip();
    this.handler.scalar(start, end, anchor, tag, value, style, tag === '' ? style === 'plain' : tag === '!');
  }

  private sequenceStart(start: number, { anchor, tag }: Properties, flow: boolean, next: number): void {
    const { end } = this.tokens;
    this.state = next;
    this.tokens.skip();
    this.handler.sequenceStart(start, end, anchor, tag, flow);
  }

  /** Starts a list at the column of its key: no token opens it, the first `-` is still to be read. */
  private indentlessSequenceStart(start: number, { anchor, tag }: Properties): void {
    this.state = State.INDENTLESS_SEQUENCE_ENTRY;
    this.handler.sequenceStart(start, this.tokens.end, anchor, tag, false);
  }

  private mappingStart(start: number, { anchor, tag }: Properties, flow: boolean, next: number): void {
    const { end } = this.tokens;
    this.state = next;
    this.tokens.skip();
    this.handler.mappingStart(start, end, anchor, tag, flow);
  }

  /** Passes on the event of a node that is not written, and continues after it. */
  private empty(at: number): void {
    this.state = this.states.pop()!;
    this.handler.scalar(at, at, '', '', '', 'plain', true);
  }

  /** Reads a node and goes on in a state after it. */
  private nodeThen(next: number, block: boolean, indentless: boolean): void {
    this.states.push(next);
    this.node(block, indentless);
  }

  /** Passes on the event of a node that is not written, and continues in a state. */
  private emptyThen(next: number, at: number): void {
    this.state = next;
    this.handler.scalar(at, at, '', '', '', 'plain', true);
  }

  /** Ends a collection at the token that closes it. */
  private collectionEnd(): void {
    const { start, end } = this.tokens;
    this.tokens.skip();
    this.state = this.states.pop()!;
    this.handler.collectionEnd(start, end);
  }

  private blockSequenceEntry(): void {
    const { tokens } = this;
    const kind = tokens.peek();
    if (kind === token.BLOCK_ENTRY) {
      const at = tokens.end;
      tokens.skip();
      const next = tokens.peek();
      if (next === token.BLOCK_ENTRY || next === token.BLOCK_END) this.emptyThen(State.BLOCK_SEQUENCE_ENTRY, at);
      else this.nodeThen(State.BLOCK_SEQUENCE_ENTRY, true, false);
    } else if (kind === token.BLOCK_END) this.collectionEnd();
    else this.fail(fault('yaml/expected-item'));
  }

  private indentlessSequenceEntry(): void {
    const { tokens } = this;
    if (tokens.peek() !== token.BLOCK_ENTRY) {
      this.state = this.states.pop()!;
      return this.handler.collectionEnd(tokens.start, tokens.start);
    }
    const at = tokens.end;
    tokens.skip();
    const next = tokens.peek();
    if (next === token.BLOCK_ENTRY || next === token.KEY || next === token.VALUE || next === token.BLOCK_END)
      this.emptyThen(State.INDENTLESS_SEQUENCE_ENTRY, at);
    else this.nodeThen(State.INDENTLESS_SEQUENCE_ENTRY, true, false);
  }

  private blockMappingKey(): void {
    const { tokens } = this;
    const kind = tokens.peek();
    if (kind === token.KEY) {
      const at = tokens.end;
      tokens.skip();
      const next = tokens.peek();
      if (next === token.KEY || next === token.VALUE || next === token.BLOCK_END)
        this.emptyThen(State.BLOCK_MAPPING_VALUE, at);
      else this.nodeThen(State.BLOCK_MAPPING_VALUE, true, true);
    } else if (kind === token.BLOCK_END) this.collectionEnd();
    else this.fail(fault('yaml/expected-key'));
  }

  private blockMappingValue(): void {
    const { tokens } = this;
    if (tokens.peek() !== token.VALUE) return this.emptyThen(State.BLOCK_MAPPING_KEY, tokens.start);
    const at = tokens.end;
    tokens.skip();
    const next = tokens.peek();
    if (next === token.KEY || next === token.VALUE || next === token.BLOCK_END)
      this.emptyThen(State.BLOCK_MAPPING_KEY, at);
    else this.nodeThen(State.BLOCK_MAPPING_KEY, true, true);
  }

  private flowSequenceEntry(first: boolean): void {
    const { tokens } = this;
    if (!first) this.separator(token.FLOW_SEQUENCE_END, ']');
    const kind = tokens.peek();
    if (kind === token.FLOW_SEQUENCE_END) this.collectionEnd();
    else if (kind === token.KEY) {
      const { start, end } = tokens;
      tokens.skip();
      this.state = State.FLOW_PAIR_KEY;
      this.handler.mappingStart(start, end, '', '', true);
    } else this.nodeThen(State.FLOW_SEQUENCE_ENTRY, false, false);
  }

  private flowPairKey(): void {
    const { tokens } = this;
    const kind = tokens.peek();
    if (kind !== token.VALUE && kind !== token.FLOW_ENTRY && kind !== token.FLOW_SEQUENCE_END)
      return this.nodeThen(State.FLOW_PAIR_VALUE, false, false);
    // libyaml loses this token: `[? , a]` is refused.
    const at = tokens.end;
    tokens.skip();
    this.emptyThen(State.FLOW_PAIR_VALUE, at);
  }

  private flowPairValue(): void {
    const { tokens } = this;
    if (tokens.peek() === token.VALUE) {
      tokens.skip();
      const kind = tokens.peek();
      if (kind !== token.FLOW_ENTRY && kind !== token.FLOW_SEQUENCE_END)
        return this.nodeThen(State.FLOW_PAIR_END, false, false);
    }
    this.emptyThen(State.FLOW_PAIR_END, tokens.start);
  }

  private flowPairEnd(): void {
    this.state = State.FLOW_SEQUENCE_ENTRY;
    this.tokens.peek();
    this.handler.collectionEnd(this.tokens.start, this.tokens.start);
  }

  private flowMappingKey(first: boolean): void {
    const { tokens } = this;
    if (!first) this.separator(token.FLOW_MAPPING_END, '}');
    const kind = tokens.peek();
    if (kind === token.FLOW_MAPPING_END) this.collectionEnd();
    else if (kind === token.KEY) {
      tokens.skip();
      const next = tokens.peek();
      if (next === token.VALUE || next === token.FLOW_ENTRY || next === token.FLOW_MAPPING_END)
        this.emptyThen(State.FLOW_MAPPING_VALUE, tokens.start);
      else this.nodeThen(State.FLOW_MAPPING_VALUE, false, false);
    } else this.nodeThen(State.FLOW_MAPPING_EMPTY_VALUE, false, false);
  }

  private flowMappingValue(empty: boolean): void {
    const { tokens } = this;
    const kind = tokens.peek();
    if (!empty && kind === token.VALUE) {
      tokens.skip();
      const next = tokens.peek();
      if (next !== token.FLOW_ENTRY && next !== token.FLOW_MAPPING_END)
        return this.nodeThen(State.FLOW_MAPPING_KEY, false, false);
    }
    this.emptyThen(State.FLOW_MAPPING_KEY, tokens.start);
  }

  /** Steps over the comma after an entry of a flow collection; before the closing token it may be left out. */
  private separator(end: number, closing: ']' | '}'): void {
    const kind = this.tokens.peek();
    if (kind === end) return;
    if (kind !== token.FLOW_ENTRY) this.fail(fault('yaml/missing-comma', { closing }));
    this.tokens.skip();
  }

  /** Refuses the text at the token that comes next. */
  private fail(refusal: Fault): never {
    throw new TextFault(refusal, this.tokens.start);
  }
}
