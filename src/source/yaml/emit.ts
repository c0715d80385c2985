/** Writes nodes as YAML text, as libyaml 0.2.5 does for PyYAML's `CSafeDumper` with `allow_unicode`. */
import { plainTag } from './typed-scalars.ts';
import { BREAK, Writer } from './write.ts';
import type { WrittenStyle } from './write.ts';

/** A tag: the end of a standard one (`str`, `int`, `timestamp`), or one of Ansible (`!vault`). */
interface EmittedScalar {
  readonly kind: 'scalar';
  readonly tag: string;
  readonly text: string;
  /** True asks for a block scalar (`|`), which not every text and place allows. */
  readonly literal?: boolean;
}

interface EmittedSequence {
  readonly kind: 'sequence';
  readonly items: readonly Emitted[];
  /** True asks for one line, as far as it is long enough. */
  readonly flow: boolean;
}

export interface EmittedMapping {
  readonly kind: 'mapping';
  readonly pairs: readonly (readonly [key: Emitted, value: Emitted])[];
  readonly flow: boolean;
  /** `set` is written; others are plain mappings. */
  readonly tag?: 'set' | undefined;
}

/** A node to be written. An object that occurs twice is written once and then referred to. */
export type Emitted = EmittedScalar | EmittedSequence | EmittedMapping;

export interface Layout {
  /** Columns of an indentation, 2 to 9; others mean 2. */
  readonly indent?: number | undefined;
  /** The column after which lines are broken at a blank; up to twice the indentation means 80, below 0 never. */
  readonly width?: number | undefined;
  /** The document starts with `---`. */
  readonly explicitStart?: boolean;
  /** The document ends with `...`. */
  readonly explicitEnd?: boolean;
}

/** Writes one document, with the line break at its end. */
export function emitYaml(root: Emitted, layout: Layout = {}): string {
  return new Emitter(root, layout).document(root);
}

interface Context {
  readonly mapping: boolean;
  readonly simpleKey: boolean;
}

const ITEM: Context = { mapping: false, simpleKey: false };
const VALUE: Context = { mapping: true, simpleKey: false };
const SIMPLE_KEY: Context = { mapping: true, simpleKey: true };

/** libyaml writes longer keys after a `?`. */
const LONGEST_SIMPLE_KEY = 128;

class Emitter {
  readonly #anchors: ReadonlyMap<Emitted, string>;
  readonly #written = new Set<Emitted>();
  readonly #out: Writer;
  readonly #layout: Layout;
  #flowLevel = 0;

  constructor(root: Emitted, layout: Layout) {
    const { indent = 2, width = 80 } = layout;
    this.#layout = layout;
    this.#out = new Writer(indent, width);
    this.#anchors = anchorsOf(root);
  }

  document(root: Emitted): string {
    const { explicitStart = false, explicitEnd = false } = this.#layout;
    if (explicitStart) this.#out.indicator('---', { spaced: true });
    this.#node(root, ITEM);
    return this.#out.end(explicitEnd);
  }

  #node(node: Emitted, context: Context): void {
    const anchor = this.#anchors.get(node);
    if (anchor !== undefined && this.#written.has(node)) {
      this.#out.indicator(`*${anchor}`, { spaced: true });
      if (context.simpleKey) this.#out.put(' ');
      return;
    }
    this.#written.add(node);
    if (node.kind === 'scalar') return this.#scalar(node, anchor, context);
    if (anchor !== undefined) this.#out.indicator(`&${anchor}`, { spaced: true });
    if (node.kind === 'mapping' && node.tag !== undefined) this.#out.indicator(`!!${node.tag}`, { spaced: true });
    const flow = this.#flowLevel > 0 || node.flow;
    if (node.kind === 'sequence') {
      if (flow || node.items.length === 0) this.#flow('[]', node.items, (item) => this.#node(item, ITEM));
      else this.#blockSequence(node, context);
    } else if (flow || node.pairs.length === 0) this.#flow('{}', node.pairs, (pair) => this.#flowPair(pair));
    else this.#blockMapping(node);
  }

  #blockSequence({ items }: EmittedSequence, { mapping }: Context): void {
    // Below a key, dashes are in the key's own column.
    this.#out.indented(false, mapping && !this.#out.atLineStart, () => {
      for (const item of items) {
        this.#out.newLine();
        this.#out.indicator('-', { spaced: true, indention: true });
        this.#node(item, ITEM);
      }
    });
  }

  #blockMapping({ pairs }: EmittedMapping): void {
    this.#out.indented(false, false, () => {
      for (const [key, value] of pairs) {
        this.#out.newLine();
        if (this.#isSimpleKey(key)) {
          this.#node(key, SIMPLE_KEY);
          this.#out.indicator(':');
        } else {
          this.#out.indicator('?', { spaced: true, indention: true });
          this.#node(key, VALUE);
          this.#out.newLine();
          this.#out.indicator(':', { spaced: true, indention: true });
        }
        this.#node(value, VALUE);
      }
    });
  }

  #flow<T>(brackets: string, parts: readonly T[], write: (part: T) => void): void {
    this.#out.indicator(brackets.charAt(0), { spaced: true, blank: true });
    this.#out.indented(true, false, () => {
      this.#flowLevel++;
      parts.forEach((part, index) => {
        if (index > 0) this.#out.indicator(',');
        if (this.#out.isFull) this.#out.newLine();
        write(part);
      });
      this.#flowLevel--;
    });
    this.#out.indicator(brackets.charAt(1));
  }

  #flowPair([key, value]: readonly [Emitted, Emitted]): void {
    if (this.#isSimpleKey(key)) {
      this.#node(key, SIMPLE_KEY);
      this.#out.indicator(':');
    } else {
      this.#out.indicator('?', { spaced: true });
      this.#node(key, VALUE);
      if (this.#out.isFull) this.#out.newLine();
      this.#out.indicator(':', { spaced: true });
    }
    this.#node(value, VALUE);
  }

  #isSimpleKey(key: Emitted): boolean {
    const anchor = this.#anchors.get(key) ?? '';
    if (anchor !== '' && this.#written.has(key)) return true;
    if (key.kind === 'sequence') return key.items.length === 0;
    if (key.kind === 'mapping') return key.pairs.length === 0;
    const { tag, text } = key;
    const shown = tag === 'str' || plainTag(text) === tag ? '' : longTag(tag);
    return !BREAK.test(text) && anchor.length + shown.length + Buffer.byteLength(text) <= LONGEST_SIMPLE_KEY;
  }

  #scalar(node: EmittedScalar, anchor: string | undefined, { simpleKey }: Context): void {
    const { tag, text } = node;
    const plain = plainTag(text) === tag;
    const tagged = !plain && tag !== 'str';
    const style = this.#style(node, allowedStyles(text), plain || tagged, simpleKey);
    if (anchor !== undefined) this.#out.indicator(`&${anchor}`, { spaced: true });
    if (tagged) this.#out.indicator(longTag(tag), { spaced: true });
    // Quotes hide the type, which the tag has to say.
    else if (tag !== 'str' && style !== 'plain') this.#out.indicator('!', { spaced: true });
    this.#out.indented(true, false, () => this.#out.scalar(text, style, !simpleKey));
  }

  #style(
    { literal, text }: EmittedScalar,
    allowed: AllowedStyles,
    mayBePlain: boolean,
    simpleKey: boolean,
  ): WrittenStyle {
    const inFlow = this.#flowLevel > 0;
    if (simpleKey && allowed.multiline) return 'double';
    if (literal) return allowed.block && !inFlow && !simpleKey ? 'literal' : 'double';
    const plain = (inFlow ? allowed.flowPlain : allowed.blockPlain) && (text !== '' || !(inFlow || simpleKey));
    if (plain && mayBePlain) return 'plain';
    return allowed.single ? 'single' : 'double';
  }
}

function longTag(tag: string): string {
  return tag.startsWith('!') ? tag : `!!${tag}`;
}

/** Names the nodes that occur more than once, in the order in which that is found. */
function anchorsOf(root: Emitted): ReadonlyMap<Emitted, string> {
  const seen = new Set<Emitted>();
  const anchors = new Map<Emitted, string>();
  const visit = (node: Emitted): void => {
    if (seen.has(node)) {
      if (!anchors.has(node)) anchors.set(node, `id${String(anchors.size + 1).padStart(3, '0')}`);
      return;
    }
    seen.add(node);
    if (node.kind === 'sequence') node.items.forEach(visit);
    else if (node.kind === 'mapping')
      for (const [key, value] of node.pairs) {
        visit(key);
        visit(value);
      }
  };
  visit(root);
  return anchors;
}

/** The styles that a text allows. */
export interface AllowedStyles {
  readonly multiline: boolean;
  /** Without quotes, inside of `[…]` and `{…}`. */
  readonly flowPlain: boolean;
  /** Without quotes, elsewhere. */
  readonly blockPlain: boolean;
  readonly single: boolean;
  /** As a block scalar. */
  readonly block: boolean;
}

const BREAKS = '\\r\\n\\x85\\u2028\\u2029';
const AFTER = `(?=[ \\t\\0${BREAKS}]|$)`;
const FIRST = '---|\\.\\.\\.|[#,[\\]{}&*!|>\'"%@`]';

const MULTILINE = new RegExp(`[${BREAKS}]`);
const OUTER = new RegExp(`^[ ${BREAKS}]|[ ${BREAKS}]$`);
const BREAK_SPACE = new RegExp(`[${BREAKS}] `);
const SPACE_BREAK = new RegExp(` [${BREAKS}]`);
const BLOCK_INDICATOR = new RegExp(`^(?:${FIRST}|[?:-]${AFTER})|:${AFTER}|(?<=[ \\t\\0${BREAKS}])#`);
const FLOW_INDICATOR = new RegExp(`^(?:${FIRST}|-${AFTER})|[,?[\\]{}:]|(?<=[ \\t\\0${BREAKS}])#`);
/** The characters that are always escaped. To libyaml nothing above U+FFFF is printable. */
const SPECIAL = /[^\n\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;

/** Finds the styles that a text allows; double quotes it always does. */
export function allowedStyles(text: string): AllowedStyles {
  if (text === '') return { multiline: false, flowPlain: false, blockPlain: true, single: true, block: false };
  const escapes = SPECIAL.test(text) || SPACE_BREAK.test(text);
  const lines = MULTILINE.test(text);
  const folds = BREAK_SPACE.test(text);
  const plain = !escapes && !lines && !OUTER.test(text);
  return {
    multiline: lines,
    flowPlain: plain && !FLOW_INDICATOR.test(text),
    blockPlain: plain && !BLOCK_INDICATOR.test(text),
    single: !escapes && !folds,
    block: !escapes && !text.endsWith(' '),
  };
}

/** A scalar as Python has it: `date` and `datetime` as ISO text, `bytes` as base64, `float` as its `repr`. */
export type PythonType = 'null' | 'bool' | 'int' | 'float' | 'str' | 'date' | 'datetime' | 'bytes';

/** Makes the scalar for a value; `text` is the value as text, which a null does not have. */
export function makeEmittedScalar(type: PythonType, text: string): EmittedScalar {
  switch (type) {
    case 'null':
      return { kind: 'scalar', tag: 'null', text: 'null' };
    case 'float':
      return { kind: 'scalar', tag: 'float', text: floatScalar(text) };
    case 'date':
      return { kind: 'scalar', tag: 'timestamp', text };
    case 'datetime':
      return { kind: 'scalar', tag: 'timestamp', text: text.replace('T', ' ') };
    case 'bytes':
      return { kind: 'scalar', tag: 'binary', text: text.replace(/.{1,76}/g, '$&\n'), literal: true };
    default:
      return { kind: 'scalar', tag: type, text };
  }
}

/** A number without a point is not a float in YAML 1.1. */
function floatScalar(repr: string): string {
  if (/inf|nan/.test(repr)) return repr.replace(/inf|nan/, '.$&');
  return repr.includes('.') ? repr : repr.replace('e', '.0e');
}
