/** A parser's view of the tokens. */
import type { Token } from './lexer.ts';
import { TemplateSyntaxError } from './trouble.ts';

const kinds: Readonly<Partial<Record<Token['kind'], string>>> = {
  block_begin: 'begin of statement block',
  block_end: 'end of statement block',
  variable_begin: 'begin of print statement',
  variable_end: 'end of print statement',
  data: 'template data / text',
  end: 'end of template',
};

/** Hands the tokens out one by one. Throws TemplateSyntaxError for another one than is expected. */
export class TokenStream {
  readonly #tokens: readonly Token[];
  readonly #end: Token;
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
    this.#end = tokens.at(-1) ?? { kind: 'end', text: '', start: 0, end: 0 };
  }

  get token(): Token {
    return this.ahead(0);
  }

  /** The end of the token that was read last. */
  get last(): number {
    return this.#tokens[this.#at - 1]?.end ?? 0;
  }

  ahead(count: number): Token {
    return this.#tokens[this.#at + count] ?? this.#end;
  }

  next(): Token {
    const { token } = this;
    this.#at += 1;
    return token;
  }

  /** Goes back by one token. */
  back(): void {
    this.#at -= 1;
  }

  sees(operator: string): boolean {
    return this.token.kind === 'operator' && this.token.text === operator;
  }

  seesName(name: string): boolean {
    return this.token.kind === 'name' && this.token.text === name;
  }

  accept(operator: string): boolean {
    if (!this.sees(operator)) return false;
    this.#at += 1;
    return true;
  }

  acceptName(name: string): boolean {
    if (!this.seesName(name)) return false;
    this.#at += 1;
    return true;
  }

  expect(operator: string): void {
    if (!this.accept(operator)) throw this.#expected(operator);
  }

  expectName(): string {
    if (this.token.kind !== 'name') throw this.#expected('name');
    return this.next().text;
  }

  expectKind(kind: 'block_end' | 'variable_end'): void {
    if (this.token.kind !== kind) throw this.#expected(kinds[kind] ?? kind);
    this.next();
  }

  /** The current token as Jinja names it. */
  describe(): string {
    const { kind, text } = this.token;
    return kinds[kind] ?? text;
  }

  unexpected(): TemplateSyntaxError {
    return this.trouble(this.token.kind === 'end' ? 'unexpected end of template' : `unexpected '${this.describe()}'`);
  }

  trouble(message: string, { start, end }: Token = this.token): TemplateSyntaxError {
    return new TemplateSyntaxError(message, start, end);
  }

  #expected(what: string): TemplateSyntaxError {
    if (this.token.kind === 'end') return this.trouble(`unexpected end of template, expected '${what}'.`);
    return this.trouble(`expected token '${what}', got '${this.describe()}'`);
  }
}
