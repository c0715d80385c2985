/** libyaml's parser, second part: the parts of block and flow collections. */
import * as token from '../scanner/tokens.ts';
import { SyntaxFault } from '../syntax-fault.ts';
import { NodeParser } from './nodes.ts';
import * as state from './states.ts';

/** Reads entries, keys and values: a method for each state, and for two that differ in one thing. */
export class CollectionParser extends NodeParser {
  protected blockSequenceEntry(): void {
    const { tokens } = this;
    const kind = tokens.peek();
    if (kind === token.BLOCK_ENTRY) {
      const at = tokens.end;
      tokens.skip();
      const next = tokens.peek();
      if (next === token.BLOCK_ENTRY || next === token.BLOCK_END) this.emptyThen(state.BLOCK_SEQUENCE_ENTRY, at);
      else this.nodeThen(state.BLOCK_SEQUENCE_ENTRY, true, false);
    } else if (kind === token.BLOCK_END) this.collectionEnd();
    else throw new SyntaxFault("did not find expected '-' indicator", tokens.start, 'while parsing a block collection');
  }

  protected indentlessSequenceEntry(): void {
    const { tokens } = this;
    if (tokens.peek() !== token.BLOCK_ENTRY) {
      this.state = this.states.pop()!;
      return this.handler.collectionEnd(tokens.start, tokens.start);
    }
    const at = tokens.end;
    tokens.skip();
    const next = tokens.peek();
    if (next === token.BLOCK_ENTRY || next === token.KEY || next === token.VALUE || next === token.BLOCK_END)
      this.emptyThen(state.INDENTLESS_SEQUENCE_ENTRY, at);
    else this.nodeThen(state.INDENTLESS_SEQUENCE_ENTRY, true, false);
  }

  protected blockMappingKey(): void {
    const { tokens } = this;
    const kind = tokens.peek();
    if (kind === token.KEY) {
      const at = tokens.end;
      tokens.skip();
      const next = tokens.peek();
      if (next === token.KEY || next === token.VALUE || next === token.BLOCK_END)
        this.emptyThen(state.BLOCK_MAPPING_VALUE, at);
      else this.nodeThen(state.BLOCK_MAPPING_VALUE, true, true);
    } else if (kind === token.BLOCK_END) this.collectionEnd();
    else throw new SyntaxFault('did not find expected key', tokens.start, 'while parsing a block mapping');
  }

  protected blockMappingValue(): void {
    const { tokens } = this;
    if (tokens.peek() !== token.VALUE) return this.emptyThen(state.BLOCK_MAPPING_KEY, tokens.start);
    const at = tokens.end;
    tokens.skip();
    const next = tokens.peek();
    if (next === token.KEY || next === token.VALUE || next === token.BLOCK_END)
      this.emptyThen(state.BLOCK_MAPPING_KEY, at);
    else this.nodeThen(state.BLOCK_MAPPING_KEY, true, true);
  }

  protected flowSequenceEntry(first: boolean): void {
    const { tokens } = this;
    if (!first)
      this.#separator(token.FLOW_SEQUENCE_END, "did not find expected ',' or ']'", 'while parsing a flow sequence');
    const kind = tokens.peek();
    if (kind === token.FLOW_SEQUENCE_END) this.collectionEnd();
    else if (kind === token.KEY) {
      const { start, end } = tokens;
      tokens.skip();
      this.state = state.FLOW_PAIR_KEY;
      this.handler.mappingStart(start, end, '', '', true);
    } else this.nodeThen(state.FLOW_SEQUENCE_ENTRY, false, false);
  }

  protected flowPairKey(): void {
    const { tokens } = this;
    const kind = tokens.peek();
    if (kind !== token.VALUE && kind !== token.FLOW_ENTRY && kind !== token.FLOW_SEQUENCE_END)
      return this.nodeThen(state.FLOW_PAIR_VALUE, false, false);
    // libyaml loses this token: `[? , a]` is refused.
    const at = tokens.end;
    tokens.skip();
    this.emptyThen(state.FLOW_PAIR_VALUE, at);
  }

  protected flowPairValue(): void {
    const { tokens } = this;
    if (tokens.peek() === token.VALUE) {
      tokens.skip();
      const kind = tokens.peek();
      if (kind !== token.FLOW_ENTRY && kind !== token.FLOW_SEQUENCE_END)
        return this.nodeThen(state.FLOW_PAIR_END, false, false);
    }
    this.emptyThen(state.FLOW_PAIR_END, tokens.start);
  }

  protected flowPairEnd(): void {
    this.state = state.FLOW_SEQUENCE_ENTRY;
    this.tokens.peek();
    this.handler.collectionEnd(this.tokens.start, this.tokens.start);
  }

  protected flowMappingKey(first: boolean): void {
    const { tokens } = this;
    if (!first)
      this.#separator(token.FLOW_MAPPING_END, "did not find expected ',' or '}'", 'while parsing a flow mapping');
    const kind = tokens.peek();
    if (kind === token.FLOW_MAPPING_END) this.collectionEnd();
    else if (kind === token.KEY) {
      tokens.skip();
      const next = tokens.peek();
      if (next === token.VALUE || next === token.FLOW_ENTRY || next === token.FLOW_MAPPING_END)
        this.emptyThen(state.FLOW_MAPPING_VALUE, tokens.start);
      else this.nodeThen(state.FLOW_MAPPING_VALUE, false, false);
    } else this.nodeThen(state.FLOW_MAPPING_EMPTY_VALUE, false, false);
  }

  protected flowMappingValue(empty: boolean): void {
    const { tokens } = this;
    const kind = tokens.peek();
    if (!empty && kind === token.VALUE) {
      tokens.skip();
      const next = tokens.peek();
      if (next !== token.FLOW_ENTRY && next !== token.FLOW_MAPPING_END)
        return this.nodeThen(state.FLOW_MAPPING_KEY, false, false);
    }
    this.emptyThen(state.FLOW_MAPPING_KEY, tokens.start);
  }

  /** Steps over the comma behind an entry of a flow collection; it may stand before the closing token, and need not. */
  #separator(closing: number, message: string, context: string): void {
    const kind = this.tokens.peek();
    if (kind === closing) return;
    if (kind !== token.FLOW_ENTRY) throw new SyntaxFault(message, this.tokens.start, context);
    this.tokens.skip();
  }
}
