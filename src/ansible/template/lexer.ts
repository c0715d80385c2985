/** Jinja's lexer, as Ansible sets it: blocks are trimmed, and in `{{ }}` a backslash in a string is a backslash. */
import { SIMPLE_ESCAPES } from '../../source/python-escapes.ts';
import type { Range } from '../../source/tree.ts';
import { Exhausted, TemplateSyntaxError, unsupported } from './trouble.ts';

type TokenKind =
  | 'data'
  | 'block_begin'
  | 'block_end'
  | 'variable_begin'
  | 'variable_end'
  | 'name'
  | 'string'
  | 'integer'
  | 'float'
  | 'operator'
  | 'end';

export interface Token extends Range {
  readonly kind: TokenKind;
  /** The text as written; for strings and data the text that it stands for. */
  readonly text: string;
}

const MAX_TOKENS = 20_000;

const BEGIN = /(?<raw>\{%[-+]?\s*raw\s*(?:-%\}\s*|%\}))|\{[{%#][-+]?/g;
const COMMENT_END = /\+#\}|-#\}\s*|#\}(?<newline>\n?)/g;
const RAW_END = /\{%(?<sign>[-+]?)\s*endraw\s*(?:\+%\}|-%\}\s*|%\}(?<newline>\n?))/g;
const BLOCK_END = /\+%\}|-%\}\s*|%\}(?<newline>\n?)/y;
const VARIABLE_END = /-\}\}\s*|\}\}/y;
const WHITESPACE = /\s+/y;
const FLOAT = /(?<!\.)(?:\d+_)*\d+(?:(?:\.(?:\d+_)*\d+)?e[+-]?(?:\d+_)*\d+|\.(?:\d+_)*\d+)/iy;
const INTEGER = /0b(?:_?[01])+|0o(?:_?[0-7])+|0x(?:_?[\da-f])+|[1-9](?:_?\d)*|0(?:_?0)*/iy;
/** A name of nothing but ASCII: nearly every one. */
const ASCII_NAME = /[A-Za-z_]\w*(?![\w\x80-\uffff])/y;
// Functions, because patterns over classes of Unicode take a while to compile.
const name = (): RegExp => /[\p{L}\p{N}\p{M}\p{Pc}]+/uy;
const identifier = (): RegExp => /^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{M}\p{Nd}\p{Pc}]*$/u;
const STRING = /'[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*"/sy;
const OPERATOR = /\/\/|\*\*|==|!=|>=|<=|[+\-/*%~[\](){}<>=.:|,;]/y;
const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** The settings of a `#jinja2:` line that are known here. */
interface Overrides {
  readonly trimBlocks: boolean;
  readonly keepTrailingNewline: boolean;
}

const defaults: Overrides = { trimBlocks: true, keepTrailingNewline: false };

/** Splits a template into tokens. Throws `TemplateSyntaxError` with Jinja's words. */
export function tokenize(text: string): readonly Token[] {
  const { offset, overrides } = readOverrides(text);
  const { source, places } = normalizeNewlines(text, offset, overrides.keepTrailingNewline);
  return new Lexer(source, overrides, places).tokens();
}

/** Splits an expression, as conditions and plugins have them, into tokens; the braces of a template end it. */
export function tokenizeExpression(text: string): readonly Token[] {
  const { source, places } = normalizeNewlines(text, 0, false);
  return new Lexer(source, defaults, places).expression();
}

function readOverrides(text: string): { offset: number; overrides: Overrides } {
  if (!text.startsWith('#jinja2:')) return { offset: 0, overrides: defaults };
  const end = text.indexOf('\n');
  if (end < 0) throw new TemplateSyntaxError("Missing newline after '#jinja2:' override.", 0, text.length);
  let overrides = defaults;
  for (const pair of text.slice(8, end).split(',')) {
    const [, key, value] = /^\s*(\w+)\s*:\s*(True|False)\s*$/.exec(pair) ?? [];
    if (key === 'trim_blocks') overrides = { ...overrides, trimBlocks: value === 'True' };
    else if (key === 'keep_trailing_newline') overrides = { ...overrides, keepTrailingNewline: value === 'True' };
    else if (key !== 'lstrip_blocks' || value === 'True') unsupported(`the override "${pair.trim()}"`);
  }
  return { offset: end + 1, overrides };
}

/** Jinja reads every line end as \n and drops the last one; `places` leads back to the offsets of the text. */
function normalizeNewlines(text: string, offset: number, keepLast: boolean): { source: string; places: Places } {
  let source = text.slice(offset);
  let places: Places = (at) => at + offset;
  if (source.includes('\r')) {
    const removed = [...source.matchAll(/\r\n/g)].map(({ index }, before) => index - before);
    places = (at) => at + offset + removed.filter((index) => index < at).length;
    source = source.replace(/\r\n?/g, '\n');
  }
  if (!keepLast && source.endsWith('\n')) source = source.slice(0, -1);
  return { source, places };
}

type Places = (at: number) => number;
type State = 'variable' | 'block' | 'expression';

class Lexer {
  readonly #source: string;
  readonly #overrides: Overrides;
  readonly #places: Places;
  readonly #tokens: Token[] = [];
  #at = 0;

  constructor(source: string, overrides: Overrides, places: Places) {
    this.#source = source;
    this.#overrides = overrides;
    this.#places = places;
  }

  tokens(): readonly Token[] {
    while (this.#at < this.#source.length) this.#outside();
    this.#push('end', '', this.#at, this.#at);
    return this.#tokens;
  }

  /** Strings are as in blocks: Ansible keeps backslashes between `{{` and `}}` only. */
  expression(): readonly Token[] {
    this.#upTo('expression');
    this.#push('end', '', this.#at, this.#at);
    return this.#tokens;
  }

  #outside(): void {
    BEGIN.lastIndex = this.#at;
    const found = BEGIN.exec(this.#source);
    if (found === null) return this.#data(this.#source.length, this.#source.length, false);
    const [opening] = found;
    const after = found.index + opening.length;
    const raw = found.groups?.['raw'] !== undefined;
    this.#data(found.index, after, opening[2] === '-');
    if (raw) this.#raw(found.index);
    else if (opening[1] === '#') this.#comment(found.index);
    else this.#inside(opening[1] === '{' ? 'variable' : 'block', found.index);
  }

  #data(end: number, next: number, strip: boolean): void {
    const text = this.#source.slice(this.#at, end);
    const kept = strip ? text.trimEnd() : text;
    if (kept !== '') this.#push('data', kept, this.#at, this.#at + kept.length);
    this.#at = next;
  }

  #comment(start: number): void {
    const end = this.#closed(COMMENT_END);
    if (end === undefined) throw this.#trouble('Missing end of comment tag', start, this.#source.length);
    this.#at = end.next;
  }

  #raw(start: number): void {
    const end = this.#closed(RAW_END);
    if (end === undefined) throw this.#trouble('Missing end of raw directive', start, this.#source.length);
    this.#data(end.index, end.next, end.sign === '-');
  }

  #closed(pattern: RegExp): { index: number; next: number; sign: string | undefined } | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source);
    if (found === null) return undefined;
    const untrimmed = this.#overrides.trimBlocks ? 0 : (found.groups?.['newline']?.length ?? 0);
    return { index: found.index, next: pattern.lastIndex - untrimmed, sign: found.groups?.['sign'] };
  }

  #inside(state: 'variable' | 'block', start: number): void {
    this.#push(`${state}_begin`, '', start, this.#at);
    this.#upTo(state);
  }

  #upTo(state: State): void {
    const open: string[] = [];
    while (this.#at < this.#source.length) {
      const from = this.#at;
      const end = open.length > 0 ? undefined : this.#match(state === 'block' ? BLOCK_END : VARIABLE_END);
      if (end !== undefined) {
        if (state === 'block' && end.endsWith('\n') && !this.#overrides.trimBlocks && end.startsWith('%'))
          this.#at -= 1;
        this.#push(state === 'block' ? 'block_end' : 'variable_end', '', from, this.#at);
        return;
      }
      if (this.#match(WHITESPACE) === undefined) this.#token(from, state, open);
    }
  }

  #token(from: number, state: State, open: string[]): void {
    let text: string | undefined;
    if ((text = this.#match(FLOAT)) !== undefined) return this.#push('float', text, from, this.#at);
    if ((text = this.#match(INTEGER)) !== undefined) return this.#push('integer', text, from, this.#at);
    if ((text = this.#match(ASCII_NAME)) !== undefined) return this.#push('name', text, from, this.#at);
    if (/[\w\x80-\uffff]/.test(this.#source.charAt(from)) && (text = this.#match(name())) !== undefined) {
      if (!identifier().test(text)) throw this.#trouble('Invalid character in identifier', from, this.#at);
      return this.#push('name', text, from, this.#at);
    }
    if ((text = this.#match(STRING)) !== undefined) {
      const inner = text.slice(1, -1);
      return this.#push('string', state === 'variable' ? inner : unescape(inner), from, this.#at);
    }
    text = this.#match(OPERATOR);
    if (text === undefined) throw this.#trouble(`unexpected char '${this.#source[from]}' at ${from}`, from, from + 1);
    const close = closing[text];
    if (close !== undefined) open.push(close);
    else if (text === ')' || text === ']' || text === '}') {
      const expected = open.pop();
      if (expected === undefined) throw this.#trouble(`unexpected '${text}'`, from, this.#at);
      if (expected !== text) throw this.#trouble(`unexpected '${text}', expected '${expected}'`, from, this.#at);
    }
    this.#push('operator', text, from, this.#at);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source);
    if (found === null) return undefined;
    this.#at = pattern.lastIndex;
    return found[0];
  }

  #push(kind: TokenKind, text: string, start: number, end: number): void {
    if (this.#tokens.length >= MAX_TOKENS) throw new Exhausted();
    this.#tokens.push({ kind, text, start: this.#places(start), end: this.#places(end) });
  }

  #trouble(message: string, start: number, end: number): TemplateSyntaxError {
    return new TemplateSyntaxError(message, this.#places(start), this.#places(end));
  }
}

/** Python's `unicode-escape`, which strings in `{% %}` go through. */
function unescape(text: string): string {
  return text.replace(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{1,3})|([NxuU])|([^]))/g,
    (whole, x?: string, u?: string, long?: string, octal?: string, bad?: string, other?: string) => {
      const hex = x ?? u ?? long;
      if (bad !== undefined) unsupported(`the escape "${whole}"`);
      if (hex !== undefined) return String.fromCodePoint(Math.min(parseInt(hex, 16), 0x10ffff));
      if (octal !== undefined) return String.fromCodePoint(parseInt(octal, 8));
      return other === undefined ? whole : (SIMPLE_ESCAPES[other] ?? whole);
    },
  );
}
