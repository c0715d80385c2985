/** Jinja's lexer, with the settings that Ansible gives it. */
import { SIMPLE_ESCAPES } from '../../../source/python.ts';
import type { Range } from '../../../source/tree.ts';
import { Exhausted, TemplateSyntaxError, tripAsUnsupported } from '../markers.ts';

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
  /** The text as written; for strings and data, the text that it means. */
  readonly text: string;
}

/** Jinja's settings by its own names, as far as they are evaluated here. */
export interface Settings {
  readonly block_start_string: string;
  readonly block_end_string: string;
  readonly variable_start_string: string;
  readonly variable_end_string: string;
  readonly comment_start_string: string;
  readonly comment_end_string: string;
  readonly trim_blocks: boolean;
  readonly lstrip_blocks: boolean;
  readonly keep_trailing_newline: boolean;
  /** The line end of the text that is printed; Jinja itself reads all of them as \n. */
  readonly newline_sequence: string;
}

/**
 * The place of a template. In the value of a variable, a backslash in a string of `{{ }}` is a backslash; a file has
 * Python's escapes there, as blocks do everywhere. A file that another one includes has no first line of settings.
 */
export type Manner = 'value' | 'file' | 'included';

export const standardSettings: Settings = {
  block_start_string: '{%',
  block_end_string: '%}',
  variable_start_string: '{{',
  variable_end_string: '}}',
  comment_start_string: '{#',
  comment_end_string: '#}',
  trim_blocks: true,
  lstrip_blocks: false,
  keep_trailing_newline: false,
  newline_sequence: '\n',
};

const HEADER = '#jinja2:';
/** Settings that are known to Jinja, and evaluated for their defaults only. */
const OTHERS: ReadonlySet<string> = new Set(['line_comment_prefix', 'line_statement_prefix']);
const NEWLINES: ReadonlySet<unknown> = new Set(['\n', '\r\n', '\r']);

/**
 * The settings of a template whose first line may change them, and where it begins. Throws `TemplateSyntaxError` with
 * Ansible's words.
 */
export function readSettings(text: string, given: Settings): { readonly offset: number; readonly settings: Settings } {
  if (!text.startsWith(HEADER)) return { offset: 0, settings: given };
  const end = text.indexOf('\n');
  const refuse = (message: string): never => {
    throw new TemplateSyntaxError(message, 0, end < 0 ? text.length : end);
  };
  if (end < 0) return refuse(`Missing newline after '${HEADER}' override.`);
  const changed: Record<string, string | boolean> = {};
  for (const pair of text.slice(HEADER.length, end).split(',')) {
    if (pair.trim() === '') return refuse(`Empty '${HEADER}' override pair not allowed.`);
    const colon = pair.indexOf(':');
    if (colon < 0) return refuse(`Missing key-value separator \`:\` in '${HEADER}' override pair '${pair}'.`);
    const key = pair.slice(0, colon).trim();
    const isOther = OTHERS.has(key);
    if (!isOther && !Object.hasOwn(given, key)) return refuse(`Invalid '${HEADER}' override key '${key}'.`);
    const value = literal(pair.slice(colon + 1).trim());
    if (value === undefined) return refuse(`malformed node or string on line 1: ${pair.slice(colon + 1).trim()}`);
    if (isOther) {
      if (value !== null) tripAsUnsupported(`the override "${pair.trim()}"`);
      continue;
    }
    const type = typeof given[key as keyof Settings];
    if (typeof value !== type)
      return refuse(`TemplateOverrides.${key} must be <class '${type === 'string' ? 'str' : 'bool'}'>`);
    if (value === '') tripAsUnsupported(`the override "${pair.trim()}"`);
    changed[key] = value as string | boolean;
  }
  const settings: Settings = { ...given, ...changed };
  const problem = faultOfSettings(settings);
  return problem === undefined ? { offset: end + 1, settings } : refuse(problem);
}

/** The words of Ansible for settings that it refuses; undefined if it takes them. */
export function faultOfSettings(settings: Settings): string | undefined {
  const { block_start_string: block, variable_start_string: variable, comment_start_string: comment } = settings;
  if (block === variable || variable === comment || comment === block)
    return 'Block, variable and comment start strings must be different.';
  return NEWLINES.has(settings.newline_sequence) ? undefined : 'TemplateOverrides.newline_sequence must be a line end';
}

/**
 * True if Ansible takes a text for a template: for what begins a block, or a first line of settings. Others it prints
 * as they are.
 */
export function mayHoldTemplate(text: string, settings: Settings): boolean {
  const { block_start_string: block, variable_start_string: variable, comment_start_string: comment } = settings;
  return text.startsWith(HEADER) || [block, variable, comment].some((start) => text.includes(start));
}

/** A literal of Python: a text, a truth value, null, or a number; undefined for anything else. */
function literal(text: string): string | boolean | number | null | undefined {
  const known = { True: true, False: false, None: null }[text];
  if (known !== undefined) return known;
  const [, single, double] = /^(?:'((?:[^'\\]|\\[nr])*)'|"((?:[^"\\]|\\[nr])*)")$/.exec(text) ?? [];
  const plain = single ?? double;
  if (plain !== undefined) return plain.replaceAll('\\n', '\n').replaceAll('\\r', '\r');
  if (/^\d+$/.test(text)) return Number(text);
  return /^[A-Za-z_]\w*$/.test(text) ? undefined : tripAsUnsupported(`the override ${text}`);
}

const MAX_TOKENS = 20_000;

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

/** The patterns of delimiters. */
interface Patterns {
  readonly begin: RegExp;
  readonly commentEnd: RegExp;
  readonly rawEnd: RegExp;
  readonly blockEnd: RegExp;
  readonly variableEnd: RegExp;
}

const standardPatterns = patternsOf(standardSettings);

function patternsOf(settings: Settings): Patterns {
  const quoted = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  const [block, blockEnd] = [quoted(settings.block_start_string), quoted(settings.block_end_string)];
  const [variable, variableEnd] = [quoted(settings.variable_start_string), quoted(settings.variable_end_string)];
  const [comment, commentEnd] = [quoted(settings.comment_start_string), quoted(settings.comment_end_string)];
  const suffix = settings.trim_blocks ? '\\n?' : '';
  const ending = (end: string): string => `(?:\\+${end}|-${end}\\s*|${end}${suffix})`;
  // If several starts match, the longest counts.
  const starts = [
    ['variable', variable],
    ['comment', comment],
    ['block', block],
  ]
    .sort(([, a = ''], [, b = '']) => b.length - a.length)
    .map(([name, start]) => `(?<${name}>${start})(?<${name}Sign>[-+]?)`);
  const raw = `(?<raw>${block})(?<rawSign>[-+]?)\\s*raw\\s*(?:-${blockEnd}\\s*|${blockEnd})`;
  return {
    begin: new RegExp([raw, ...starts].join('|'), 'g'),
    commentEnd: new RegExp(ending(commentEnd), 'g'),
    rawEnd: new RegExp(`${block}(?<sign>[-+]?)\\s*endraw\\s*${ending(blockEnd)}`, 'g'),
    blockEnd: new RegExp(ending(blockEnd), 'y'),
    variableEnd: new RegExp(`-${variableEnd}\\s*|${variableEnd}`, 'y'),
  };
}

/** Splits a template into tokens. Throws `TemplateSyntaxError` with Jinja's words. */
export function tokenize(text: string, given = standardSettings, manner: Manner = 'value'): readonly Token[] {
  const { offset, settings } = manner === 'included' ? { offset: 0, settings: given } : readSettings(text, given);
  const { source, places } = normalizeNewlines(text, offset, settings.keep_trailing_newline);
  return new Lexer(source, settings, places, manner).tokens();
}

/** Splits an expression, as conditions and plugins have them, into tokens; the braces of a template end it. */
export function tokenizeExpression(text: string): readonly Token[] {
  const { source, places } = normalizeNewlines(text, 0, false);
  return new Lexer(source, standardSettings, places, 'value').expression();
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
  readonly #stripsLines: boolean;
  readonly #newline: string;
  readonly #keepsBackslashes: boolean;
  readonly #patterns: Patterns;
  readonly #places: Places;
  readonly #tokens: Token[] = [];
  #at = 0;

  constructor(source: string, settings: Settings, places: Places, manner: Manner) {
    this.#source = source;
    this.#stripsLines = settings.lstrip_blocks;
    this.#newline = settings.newline_sequence;
    this.#keepsBackslashes = manner === 'value';
    this.#patterns = settings === standardSettings ? standardPatterns : patternsOf(settings);
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
    const { begin } = this.#patterns;
    begin.lastIndex = this.#at;
    const found = begin.exec(this.#source);
    if (found === null) return this.#data(this.#source.length, this.#source.length, '');
    const groups = found.groups ?? {};
    const kind = (['raw', 'variable', 'comment', 'block'] as const).find((name) => groups[name] !== undefined) ?? 'raw';
    const sign = groups[`${kind}Sign`] ?? '';
    this.#data(found.index, begin.lastIndex, kind === 'variable' && sign === '' ? '+' : sign);
    if (kind === 'raw') this.#raw(found.index);
    else if (kind === 'comment') this.#comment(found.index);
    else this.#inside(kind, found.index);
  }

  /** Takes text up to what begins at `end`; its sign says what of the white space before it goes. */
  #data(end: number, next: number, sign: string): void {
    let text = this.#source.slice(this.#at, end);
    if (sign === '-') text = text.trimEnd();
    else if (sign === '' && this.#stripsLines && next > end) {
      const line = text.lastIndexOf('\n') + 1;
      const isStart = line > 0 || this.#at === 0 || this.#source.charAt(this.#at - 1) === '\n';
      if (isStart && text.slice(line).trim() === '') text = text.slice(0, line);
    }
    if (text !== '') this.#push('data', this.#withLineEnds(text), this.#at, this.#at + text.length);
    this.#at = next;
  }

  #comment(start: number): void {
    const end = this.#closed(this.#patterns.commentEnd);
    if (end === undefined) throw this.#trouble('Missing end of comment tag', start, this.#source.length);
    this.#at = end.next;
  }

  #raw(start: number): void {
    const end = this.#closed(this.#patterns.rawEnd);
    if (end === undefined) throw this.#trouble('Missing end of raw directive', start, this.#source.length);
    this.#data(end.index, end.next, end.sign);
  }

  #closed(pattern: RegExp): { index: number; next: number; sign: string } | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source);
    if (found === null) return undefined;
    return { index: found.index, next: pattern.lastIndex, sign: found.groups?.['sign'] ?? '' };
  }

  #inside(state: 'variable' | 'block', start: number): void {
    this.#push(`${state}_begin`, '', start, this.#at);
    this.#upTo(state);
  }

  #upTo(state: State): void {
    const open: string[] = [];
    while (this.#at < this.#source.length) {
      const from = this.#at;
      const { blockEnd, variableEnd } = this.#patterns;
      const end = open.length > 0 ? undefined : this.#match(state === 'block' ? blockEnd : variableEnd);
      if (end !== undefined) {
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
      const inner = this.#withLineEnds(text.slice(1, -1));
      const keepsBackslashes = state === 'variable' && this.#keepsBackslashes;
      return this.#push('string', keepsBackslashes ? inner : unescape(inner), from, this.#at);
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

  #withLineEnds(text: string): string {
    return this.#newline === '\n' ? text : text.replaceAll('\n', this.#newline);
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
      if (bad !== undefined) tripAsUnsupported(`the escape "${whole}"`);
      if (hex !== undefined) return String.fromCodePoint(Math.min(parseInt(hex, 16), 0x10ffff));
      if (octal !== undefined) return String.fromCodePoint(parseInt(octal, 8));
      return other === undefined ? whole : (SIMPLE_ESCAPES[other] ?? whole);
    },
  );
}
