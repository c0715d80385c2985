/** The tokens of one line of Python, as far as expressions need them, and a cursor over them. */
import { MAX_VALUES, TOO_MANY_VALUES } from './tree.ts';
import { TextFault } from './text-fault.ts';

interface PythonToken {
  readonly kind: 'name' | 'keyword' | 'number' | 'string' | 'operator' | 'end';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Thrown for a text that is not a Python expression: one object for all, as nearly every plain word of an inventory
 * causes it.
 */
export const invalidSyntax = new SyntaxError('invalid syntax');

/** Python's MAXLEVEL. */
const MAX_NESTING = 200;
/**
 * The deepest nesting of operators and lambdas without brackets: more than any line has, less than the stack allows.
 */
const MAX_DEPTH = 1000;

const BLANK = /[ \t\f]*(?:#.*)?/y;
/** Made when the first line is read: a pattern over all letters of Unicode takes a while to compile. */
let word: RegExp | undefined;
const STRING =
  /(?:[bB][rR]?|[rR][bB]?|[uU]|[fF][rR]?|[rR][fF]?)?(?:'''(?:[^\\]|\\[^])*?'''|"""(?:[^\\]|\\[^])*?"""|'(?!'')(?:[^'\\\n]|\\[^])*'|"(?!"")(?:[^"\\\n]|\\[^])*")/y;
const NUMBER =
  /0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|(?:(?:[0-9](?:_?[0-9])*)?\.[0-9](?:_?[0-9])*|[0-9](?:_?[0-9])*\.?)(?:[eE][-+]?[0-9](?:_?[0-9])*)?[jJ]?/y;
const OPERATOR =
  /\.\.\.|\*\*=|\/\/=|>>=|<<=|\*\*|\/\/|>>|<<|<=|>=|==|!=|->|\+=|-=|\*=|\/=|%=|&=|\|=|\^=|@=|:=|[-+*/%@&|^~<>()[\]{},:.;=]/y;
/** The words that may come right after a number. */
const KEYWORD_BEHIND_NUMBER = /and|else|for|if|in|is|or|not/y;
const IDENTIFIER_CHARACTER = /[A-Za-z0-9_\u0080-\uffff]/y;
/** `0or 1` begins an octal number, and a broken one. */
const BROKEN_PREFIX = /^0[xXoObB]$/;
const LEADING_ZERO = /^0[0-9_]*[1-9][0-9_]*$/;

const KEYWORDS = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if
  import in is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
);

/**
 * Splits a line; the last token is always of kind `end`. Throws `invalidSyntax`, and TextFault for too many of them.
 */
function tokenize(line: string): PythonToken[] {
  const tokens: PythonToken[] = [];
  let at = 0;
  let nesting = 0;
  word ??= /[\p{XID_Start}_]\p{XID_Continue}*/uy;
  const match = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    return pattern.test(line);
  };
  for (;;) {
    if (match(BLANK)) at = BLANK.lastIndex;
    if (at === line.length) break;
    let kind: PythonToken['kind'];
    let end: number;
    if (match(STRING)) {
      kind = 'string';
      end = STRING.lastIndex;
    } else if (match(word)) {
      end = word.lastIndex;
      kind = KEYWORDS.has(line.slice(at, end)) ? 'keyword' : 'name';
    } else if (match(NUMBER)) {
      kind = 'number';
      end = NUMBER.lastIndex;
      checkNumber(line, at, end);
    } else if (match(OPERATOR)) {
      kind = 'operator';
      end = OPERATOR.lastIndex;
    } else throw invalidSyntax;
    const text = line.slice(at, end);
    if (kind === 'operator' && '([{'.includes(text) && ++nesting > MAX_NESTING) throw invalidSyntax;
    if (kind === 'operator' && ')]}'.includes(text)) nesting--;
    if (tokens.push({ kind, text, start: at, end }) > MAX_VALUES) throw new TextFault(TOO_MANY_VALUES, 0, line.length);
    at = end;
  }
  tokens.push({ kind: 'end', text: '', start: at, end: at });
  return tokens;
}

function checkNumber(line: string, start: number, end: number): void {
  IDENTIFIER_CHARACTER.lastIndex = end;
  KEYWORD_BEHIND_NUMBER.lastIndex = end;
  if (IDENTIFIER_CHARACTER.test(line) && !KEYWORD_BEHIND_NUMBER.test(line)) throw invalidSyntax;
  if (LEADING_ZERO.test(line.slice(start, end)) || BROKEN_PREFIX.test(line.slice(start, end + 1))) throw invalidSyntax;
}

/** Walks over the tokens of a line. A text asked for is that of a word or sign, never that of a string. */
export class Cursor {
  readonly #tokens: readonly PythonToken[];
  #at = 0;
  #depth = 0;

  /** Throws `invalidSyntax`, as `tokenize` does. */
  constructor(line: string) {
    this.#tokens = tokenize(line);
  }

  /** The next token; at the end, the one of kind `end`. */
  get token(): PythonToken {
    const token = this.#tokens[this.#at] ?? this.#tokens.at(-1);
    if (token === undefined) throw invalidSyntax;
    return token;
  }

  /** The end of the token before. */
  get end(): number {
    return this.#tokens[this.#at - 1]?.end ?? 0;
  }

  /** Tells whether the token this many places ahead is this one. */
  sees(text: string, ahead = 0): boolean {
    const token = this.#tokens[this.#at + ahead];
    return token?.text === text && token.kind !== 'string';
  }

  /** Tells whether the next token is a whole element: a string, number or name before `,`, `:` or a closing bracket. */
  get standsAlone(): boolean {
    const kind = this.#tokens[this.#at]?.kind;
    if (kind !== 'string' && kind !== 'number' && kind !== 'name') return false;
    const next = this.#tokens[this.#at + 1];
    return next?.kind === 'end' || (next?.kind === 'operator' && ',:]})'.includes(next.text));
  }

  skip(count = 1): void {
    this.#at += count;
  }

  /** Skips a token, if it comes next. */
  accept(text: string): boolean {
    if (!this.sees(text)) return false;
    this.#at++;
    return true;
  }

  /** Skips a token that must come next; the empty text is the end of the line. Throws `invalidSyntax`. */
  expect(text: string): void {
    if (!this.accept(text)) throw invalidSyntax;
  }

  /** Skips a name that must come next. Throws `invalidSyntax`. */
  expectName(): void {
    if (this.token.kind !== 'name') throw invalidSyntax;
    this.#at++;
  }

  /** Runs a step that may recurse. Throws `invalidSyntax` if it goes too deep. */
  deeper<Result>(step: () => Result): Result {
    if (++this.#depth > MAX_DEPTH) throw invalidSyntax;
    const result = step();
    this.#depth--;
    return result;
  }
}
