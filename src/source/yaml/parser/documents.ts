/** libyaml's parser, last part: documents and their directives. */
import * as token from '../scanner/tokens.ts';
import { SyntaxFault } from '../syntax-fault.ts';
import { CollectionParser } from './collections.ts';
import { DEFAULT_HANDLES } from './nodes.ts';
import * as state from './states.ts';

/** Reads all documents of a text: a machine of states over the tokens, which tells a handler the events. */
export class Parser extends CollectionParser {
  /** How far the text was looked at. */
  get reached(): number {
    return this.tokens.pos;
  }

  /** Tells all events, up to the end of the text or its first fault. */
  run(): void {
    while (this.state !== state.END) this.#step();
  }

  #step(): void {
    switch (this.state) {
      case state.IMPLICIT_DOCUMENT_START:
      case state.DOCUMENT_START:
        return this.#documentStart();
      case state.DOCUMENT_CONTENT:
        return this.#documentContent();
      case state.DOCUMENT_END:
        return this.#documentEnd();
      case state.BLOCK_SEQUENCE_ENTRY:
        return this.blockSequenceEntry();
      case state.INDENTLESS_SEQUENCE_ENTRY:
        return this.indentlessSequenceEntry();
      case state.BLOCK_MAPPING_KEY:
        return this.blockMappingKey();
      case state.BLOCK_MAPPING_VALUE:
        return this.blockMappingValue();
      case state.FLOW_SEQUENCE_FIRST_ENTRY:
      case state.FLOW_SEQUENCE_ENTRY:
        return this.flowSequenceEntry(this.state === state.FLOW_SEQUENCE_FIRST_ENTRY);
      case state.FLOW_PAIR_KEY:
        return this.flowPairKey();
      case state.FLOW_PAIR_VALUE:
        return this.flowPairValue();
      case state.FLOW_PAIR_END:
        return this.flowPairEnd();
      case state.FLOW_MAPPING_FIRST_KEY:
      case state.FLOW_MAPPING_KEY:
        return this.flowMappingKey(this.state === state.FLOW_MAPPING_FIRST_KEY);
      default:
        return this.flowMappingValue(this.state === state.FLOW_MAPPING_EMPTY_VALUE);
    }
  }

  #documentStart(): void {
    const { tokens } = this;
    let kind = tokens.peek();
    let implicit = this.state === state.IMPLICIT_DOCUMENT_START;
    while (!implicit && kind === token.DOCUMENT_END) {
      tokens.skip();
      kind = tokens.peek();
    }
    if (kind === token.STREAM_END) {
      this.state = state.END;
      return;
    }
    const start = tokens.start;
    implicit &&= kind !== token.VERSION_DIRECTIVE && kind !== token.TAG_DIRECTIVE && kind !== token.DOCUMENT_START;
    if (implicit) {
      this.handler.documentStart(start, start, false);
      this.states.push(state.DOCUMENT_END);
      return this.node(true, false);
    }
    this.#directives();
    if (tokens.peek() !== token.DOCUMENT_START)
      throw new SyntaxFault('did not find expected <document start>', tokens.start);
    this.handler.documentStart(start, tokens.end, true);
    tokens.skip();
    this.states.push(state.DOCUMENT_END);
    this.state = state.DOCUMENT_CONTENT;
  }

  #directives(): void {
    const { tokens } = this;
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
        this.handles.set(tokens.extra, tokens.value);
      } else return;
      tokens.skip();
    }
  }

  #documentContent(): void {
    const kind = this.tokens.peek();
    if (kind <= token.DOCUMENT_END) this.empty(this.tokens.start);
    else this.node(true, false);
  }

  #documentEnd(): void {
    const { tokens } = this;
    const explicit = tokens.peek() === token.DOCUMENT_END;
    const { start, end } = tokens;
    if (explicit) tokens.skip();
    this.handles = new Map(DEFAULT_HANDLES);
    this.state = state.DOCUMENT_START;
    this.handler.documentEnd(start, explicit ? end : start, explicit);
  }
}
