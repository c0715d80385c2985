/** Splits one line of Python into tokens, as far as expressions need them. */

export interface Token {
  readonly kind: 'name' | 'keyword' | 'number' | 'string' | 'operator' | 'end';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Thrown for what is no Python expression: one object, because nearly every plain word of an inventory gets here. */
export const invalidSyntax = new SyntaxError('invalid syntax');

/** Python's MAXLEVEL. */
const maximumNesting = 200;

const blank = /[ \t\f]*(?:#.*)?/y;
const word = /[\p{XID_Start}_]\p{XID_Continue}*/uy;
const string =
  /(?:[bB][rR]?|[rR][bB]?|[uU]|[fF][rR]?|[rR][fF]?)?(?:'''(?:[^\\]|\\[^])*?'''|"""(?:[^\\]|\\[^])*?"""|'(?!'')(?:[^'\\\n]|\\[^])*'|"(?!"")(?:[^"\\\n]|\\[^])*")/y;
const number =
  /0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|(?:(?:[0-9](?:_?[0-9])*)?\.[0-9](?:_?[0-9])*|[0-9](?:_?[0-9])*\.?)(?:[eE][-+]?[0-9](?:_?[0-9])*)?[jJ]?/y;
const operator =
  /\.\.\.|\*\*=|\/\/=|>>=|<<=|\*\*|\/\/|>>|<<|<=|>=|==|!=|->|\+=|-=|\*=|\/=|%=|&=|\|=|\^=|@=|:=|[-+*/%@&|^~<>()[\]{},:.;=]/y;
/** The only letters that may stand right behind a number. */
const keywordBehindNumber = /and|else|for|if|in|is|or|not/y;
const identifierCharacter = /[A-Za-z0-9_\u0080-\uffff]/y;
/** `0or 1` begins an octal number, and a broken one. */
const brokenPrefix = /^0[xXoObB]$/;
const leadingZero = /^0[0-9_]*[1-9][0-9_]*$/;

const keywords = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if
  import in is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
);

/** Splits a line; the last token is always of kind `end`. Throws `invalidSyntax`. */
export function tokenize(line: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let nesting = 0;
  const match = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    return pattern.test(line);
  };
  for (;;) {
    if (match(blank)) at = blank.lastIndex;
    if (at === line.length) break;
    let kind: Token['kind'];
    let end: number;
    if (match(string)) {
      [kind, end] = ['string', string.lastIndex];
    } else if (match(word)) {
      end = word.lastIndex;
      kind = keywords.has(line.slice(at, end)) ? 'keyword' : 'name';
    } else if (match(number)) {
      [kind, end] = ['number', number.lastIndex];
      checkNumber(line, at, end);
    } else if (match(operator)) {
      [kind, end] = ['operator', operator.lastIndex];
    } else throw invalidSyntax;
    const text = line.slice(at, end);
    if (kind === 'operator' && '([{'.includes(text) && ++nesting > maximumNesting) throw invalidSyntax;
    if (kind === 'operator' && ')]}'.includes(text)) nesting--;
    tokens.push({ kind, text, start: at, end });
    at = end;
  }
  tokens.push({ kind: 'end', text: '', start: at, end: at });
  return tokens;
}

function checkNumber(line: string, start: number, end: number): void {
  identifierCharacter.lastIndex = end;
  keywordBehindNumber.lastIndex = end;
  if (identifierCharacter.test(line) && !keywordBehindNumber.test(line)) throw invalidSyntax;
  if (leadingZero.test(line.slice(start, end)) || brokenPrefix.test(line.slice(start, end + 1))) throw invalidSyntax;
}
