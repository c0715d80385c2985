/** The parts of Python's expressions of which a literal keeps nothing. Each function throws `invalidSyntax`. */
import type { Parser } from './python-expression.ts';
import { isForm, isTarget } from './python-node.ts';
import type { PythonExpression } from './python-node.ts';
import { invalidSyntax } from './python-token.ts';

/** The names between `lambda` and its colon. */
export function readParameters(parser: Parser): void {
  let slash = false;
  let star: 'none' | 'bare' | 'done' = 'none';
  let defaults = false;
  for (let count = 0; !parser.accept(':'); count++) {
    if (count > 0) {
      parser.expect(',');
      if (parser.sees(':')) continue;
    }
    if (parser.accept('**')) {
      if (star === 'bare') throw invalidSyntax;
      parser.expectName();
      parser.accept(',');
      parser.expect(':');
      return;
    }
    if (parser.accept('/')) {
      if (slash || count === 0 || star !== 'none') throw invalidSyntax;
      slash = true;
    } else if (parser.accept('*')) {
      if (star !== 'none') throw invalidSyntax;
      star = parser.sees(',') ? 'bare' : 'done';
      if (star === 'done') parser.expectName();
    } else {
      parser.expectName();
      if (parser.accept('=')) {
        parser.expression();
        defaults = true;
      } else if (defaults && star === 'none') throw invalidSyntax;
      if (star === 'bare') star = 'done';
    }
  }
  if (star === 'bare') throw invalidSyntax;
}

/** Reads the `for` clauses behind an element; false where there are none. */
export function readComprehension(parser: Parser, element: PythonExpression | undefined): boolean {
  if (!startsClause(parser)) return false;
  if (element === undefined || isForm(element, 'starred')) throw invalidSyntax;
  while (startsClause(parser)) {
    parser.accept('async');
    parser.expect('for');
    do readTarget(parser);
    while (parser.accept(',') && !parser.sees('in'));
    parser.expect('in');
    parser.disjunction();
    while (parser.accept('if')) parser.disjunction();
  }
  return true;
}

function startsClause(parser: Parser): boolean {
  return parser.sees('for') || (parser.sees('async') && parser.sees('for', 1));
}

function readTarget(parser: Parser): void {
  parser.accept('*');
  if (!isTarget(parser.primary())) throw invalidSyntax;
}

/** The arguments of a call, with its closing parenthesis. */
export function readCallArguments(parser: Parser): void {
  let latest: 'positional' | 'keyword' | 'unpacked' = 'positional';
  for (let count = 0; !parser.accept(')'); count++) {
    if (count > 0) {
      parser.expect(',');
      if (parser.sees(')')) continue;
    }
    if (parser.accept('**')) {
      parser.expression();
      latest = 'unpacked';
    } else if (parser.accept('*')) {
      if (latest === 'unpacked') throw invalidSyntax;
      parser.expression();
    } else if (parser.token.kind === 'name' && parser.sees('=', 1)) {
      parser.skip(2);
      parser.expression();
      if (latest === 'positional') latest = 'keyword';
    } else {
      if (latest !== 'positional') throw invalidSyntax;
      const element = parser.named();
      if (count === 0 && readComprehension(parser, element)) {
        parser.expect(')');
        return;
      }
    }
  }
}

/** What stands in the brackets of a subscript, with the closing one. */
export function readSlices(parser: Parser): void {
  do {
    if (parser.accept('*')) parser.expression();
    else {
      const first = parser.sees(':') ? undefined : parser.named();
      if (first !== undefined && isForm(first)) continue;
      for (let colons = 0; colons < 2 && parser.accept(':'); colons++)
        if (!parser.sees(':') && !parser.sees(',') && !parser.sees(']')) parser.expression();
    }
  } while (parser.accept(',') && !parser.sees(']'));
  parser.expect(']');
}
