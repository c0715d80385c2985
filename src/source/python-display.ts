/**
 * Python's displays: what stands in brackets of any kind. Each function is called behind the opening one, which stands at
 * `start`, and throws `invalidSyntax`.
 * https://docs.python.org/3/reference/expressions.html#displays-for-lists-sets-and-dictionaries
 */
import { readComprehension } from './python-clause.ts';
import type { Parser } from './python-expression.ts';
import { isForm, isTarget } from './python-node.ts';
import type { PythonExpression } from './python-node.ts';
import { invalidSyntax } from './python-token.ts';

/** What `(` opens: a tuple, or an expression in parentheses. */
export function readParenthesized(parser: Parser, start: number): PythonExpression {
  if (parser.accept(')')) return { kind: 'tuple', items: [], start, end: parser.end };
  if (parser.accept('yield')) {
    if (parser.accept('from')) parser.expression();
    else readItems(parser, ')', false);
    parser.expect(')');
    return parser.other(start);
  }
  const first = readItem(parser);
  if (parser.accept(',')) {
    const items = [first, ...readItems(parser, ')')];
    parser.expect(')');
    return { kind: 'tuple', items, start, end: parser.end };
  }
  if (isForm(first, 'starred')) throw invalidSyntax;
  const comprehension = readComprehension(parser, first);
  parser.expect(')');
  return comprehension || isForm(first, 'named') ? parser.other(start) : first;
}

/** What `[` opens. */
export function readList(parser: Parser, start: number): PythonExpression {
  const items = readItems(parser, ']');
  const comprehension = items.length === 1 && readComprehension(parser, items[0]);
  parser.expect(']');
  return comprehension ? parser.other(start) : { kind: 'list', items, start, end: parser.end };
}

/** What `{` opens: a set or a dictionary. */
export function readBraced(parser: Parser, start: number): PythonExpression {
  if (parser.sees('}') || parser.sees('**')) return readDictionary(parser, start, undefined);
  const first = readItem(parser);
  if (parser.sees(':') && !isForm(first)) return readDictionary(parser, start, first);
  const items = parser.accept(',') ? [first, ...readItems(parser, '}')] : [first];
  const comprehension = items.length === 1 && readComprehension(parser, first);
  parser.expect('}');
  return comprehension ? parser.other(start) : { kind: 'set', items, start, end: parser.end };
}

/** The rest of a dictionary whose first key was read, unless it starts with `**` or is empty. */
function readDictionary(parser: Parser, start: number, first: PythonExpression | undefined): PythonExpression {
  const entries: (readonly [PythonExpression, PythonExpression])[] = [];
  let key = first;
  while (!parser.sees('}')) {
    if (key === undefined && parser.accept('**')) {
      const unpacked = parser.binary();
      entries.push([parser.other(unpacked.start), unpacked]);
    } else {
      key ??= parser.expression();
      parser.expect(':');
      entries.push([key, parser.expression()]);
      if (entries.length === 1 && readComprehension(parser, key)) {
        parser.expect('}');
        return parser.other(start);
      }
    }
    key = undefined;
    if (!parser.accept(',')) break;
  }
  parser.expect('}');
  return { kind: 'dict', entries, start, end: parser.end };
}

/** Items up to a closing bracket, which stays; a last comma may stand before it. */
function readItems(parser: Parser, close: string, named = true): PythonExpression[] {
  const items: PythonExpression[] = [];
  while (!parser.sees(close)) {
    items.push(readItem(parser, named));
    if (!parser.accept(',')) break;
  }
  return items;
}

function readItem(parser: Parser, named = true): PythonExpression {
  const { start } = parser.token;
  if (parser.accept('*')) {
    const target = isTarget(parser.binary());
    return { kind: 'other', target, form: 'starred', start, end: parser.end };
  }
  return named ? parser.named() : parser.expression();
}
