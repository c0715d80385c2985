/** A parser for Python expressions that keeps what a literal is made of, and of the rest only that it is well-formed. */
import { readCallArguments, readComprehension, readParameters, readSlices } from './python-clause.ts';
import { decodeNumber, decodeString } from './python-constant.ts';
import { isForm, isTarget } from './python-node.ts';
import type { PythonExpression } from './python-node.ts';
import { Cursor, invalidSyntax } from './python-token.ts';

const binary: readonly (readonly string[])[] = [
  ['|'],
  ['^'],
  ['&'],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '//', '%', '@'],
];
const COMPARISONS = new Set(['==', '!=', '<', '>', '<=', '>=', 'in', 'is', 'not']);

/** Parses one expression or unparenthesized tuple, as Python 3.11 does in `eval` mode. Throws `invalidSyntax`. */
export function parsePythonExpression(line: string): PythonExpression {
  const parser = new Parser(line);
  const expression = parser.expressions();
  parser.expect('');
  return expression;
}

/** Each method reads what the rule of its name in Python's grammar reads. */
export class Parser extends Cursor {
  expressions(): PythonExpression {
    const first = this.expression();
    if (!this.sees(',')) return first;
    const items = [first];
    while (this.accept(',') && !this.sees('')) items.push(this.expression());
    return { kind: 'tuple', items, start: first.start, end: this.end };
  }

  #other(start: number, target = false): PythonExpression {
    return { kind: 'other', target, start, end: this.end };
  }

  expression(): PythonExpression {
    // Nearly every element is one; the way down through all operators takes ten times as long.
    if (this.standsAlone) return this.#atom();
    const { start } = this.token;
    if (this.accept('lambda')) {
      readParameters(this);
    } else {
      const node = this.disjunction();
      if (!this.accept('if')) return node;
      this.disjunction();
      this.expect('else');
    }
    this.deeper(() => this.expression());
    return this.#other(start);
  }

  disjunction(): PythonExpression {
    const { start } = this.token;
    const node = this.#inversion();
    let joined = false;
    while (this.accept('or') || this.accept('and')) {
      this.#inversion();
      joined = true;
    }
    return joined ? this.#other(start) : node;
  }

  #inversion(): PythonExpression {
    const { start } = this.token;
    let inverted = false;
    while (this.accept('not')) inverted = true;
    const node = this.#comparison();
    return inverted ? this.#other(start) : node;
  }

  #comparison(): PythonExpression {
    const { start } = this.token;
    let node = this.#binary(0);
    while (COMPARISONS.has(this.token.text) && this.token.kind !== 'string') {
      if (this.accept('not')) this.expect('in');
      else if (this.accept('is')) this.accept('not');
      else this.skip();
      this.#binary(0);
      node = this.#other(start);
    }
    return node;
  }

  #binary(level: number): PythonExpression {
    const operators = binary[level];
    if (operators === undefined) return this.#factor();
    const { start } = this.token;
    let left = this.#binary(level + 1);
    while (this.token.kind === 'operator' && operators.includes(this.token.text)) {
      const { text } = this.token;
      this.skip();
      const right = this.#binary(level + 1);
      const additive = text === '+' || text === '-';
      left = additive ? { kind: 'sum', minus: text === '-', left, right, start, end: this.end } : this.#other(start);
    }
    return left;
  }

  #factor(): PythonExpression {
    const { start, text, kind } = this.token;
    if (kind !== 'operator' || !'+-~'.includes(text)) return this.#power();
    this.skip();
    const operand = this.deeper(() => this.#factor());
    return text === '~' ? this.#other(start) : { kind: 'signed', minus: text === '-', operand, start, end: this.end };
  }

  #power(): PythonExpression {
    const { start } = this.token;
    const awaited = this.accept('await');
    let node = this.primary();
    if (awaited) node = this.#other(start);
    if (!this.accept('**')) return node;
    this.deeper(() => this.#factor());
    return this.#other(start);
  }

  primary(): PythonExpression {
    const { start } = this.token;
    let node = this.#atom();
    for (;;) {
      if (this.accept('.')) {
        this.expectName();
        node = this.#other(start, true);
      } else if (this.accept('(')) {
        const empty = this.accept(')');
        if (!empty) readCallArguments(this);
        const isSet = empty && node.kind === 'other' && node.name === 'set';
        node = isSet ? { kind: 'empty set', start, end: this.end } : this.#other(start);
      } else if (this.accept('[')) {
        readSlices(this);
        node = this.#other(start, true);
      } else return node;
    }
  }

  #atom(): PythonExpression {
    const { kind, text, start, end } = this.token;
    if (kind === 'string') return this.#strings();
    this.skip();
    if (kind === 'number') return { kind: 'constant', constant: decodeNumber(text), start, end };
    if (kind === 'name') return { kind: 'other', target: true, name: text.normalize('NFKC'), start, end };
    switch (text) {
      case 'None':
        return { kind: 'constant', constant: { type: 'null', value: null }, start, end };
      case 'True':
      case 'False':
        return { kind: 'constant', constant: { type: 'bool', value: text === 'True' }, start, end };
      case '...':
        return { kind: 'constant', constant: { type: 'ellipsis', value: '...' }, start, end };
      case '(':
        return this.#parenthesized(start);
      case '[':
        return this.#list(start);
      case '{':
        return this.#braced(start);
      default:
        throw invalidSyntax;
    }
  }

  /** Adjacent strings, which join. */
  #strings(): PythonExpression {
    const { start } = this.token;
    const texts: string[] = [];
    while (this.token.kind === 'string') {
      texts.push(this.token.text);
      this.skip();
    }
    const constant = decodeString(texts);
    return constant === undefined ? this.#other(start) : { kind: 'constant', constant, start, end: this.end };
  }

  #parenthesized(start: number): PythonExpression {
    if (this.accept(')')) return { kind: 'tuple', items: [], start, end: this.end };
    if (this.accept('yield')) {
      if (this.accept('from')) this.expression();
      else this.#items(')', false);
      this.expect(')');
      return this.#other(start);
    }
    const first = this.#item();
    if (this.accept(',')) {
      const items = [first, ...this.#items(')')];
      this.expect(')');
      return { kind: 'tuple', items, start, end: this.end };
    }
    if (isForm(first, 'starred')) throw invalidSyntax;
    const comprehension = readComprehension(this, first);
    this.expect(')');
    return comprehension || isForm(first, 'named') ? this.#other(start) : first;
  }

  #list(start: number): PythonExpression {
    const items = this.#items(']');
    const comprehension = items.length === 1 && readComprehension(this, items[0]);
    this.expect(']');
    return comprehension ? this.#other(start) : { kind: 'list', items, start, end: this.end };
  }

  #braced(start: number): PythonExpression {
    if (this.sees('}') || this.sees('**')) return this.#dict(start, undefined);
    const first = this.#item();
    if (this.sees(':') && !isForm(first)) return this.#dict(start, first);
    const items = this.accept(',') ? [first, ...this.#items('}')] : [first];
    const comprehension = items.length === 1 && readComprehension(this, first);
    this.expect('}');
    return comprehension ? this.#other(start) : { kind: 'set', items, start, end: this.end };
  }

  /** The rest of a mapping whose first key was read, unless it starts with `**` or is empty. */
  #dict(start: number, first: PythonExpression | undefined): PythonExpression {
    const entries: (readonly [PythonExpression, PythonExpression])[] = [];
    let key = first;
    while (!this.sees('}')) {
      if (key === undefined && this.accept('**')) {
        const unpacked = this.#binary(0);
        entries.push([this.#other(unpacked.start), unpacked]);
      } else {
        key ??= this.expression();
        this.expect(':');
        entries.push([key, this.expression()]);
        if (entries.length === 1 && readComprehension(this, key)) {
          this.expect('}');
          return this.#other(start);
        }
      }
      key = undefined;
      if (!this.accept(',')) break;
    }
    this.expect('}');
    return { kind: 'dict', entries, start, end: this.end };
  }

  /** Items up to a closing bracket, which stays; a last comma may stand before it. */
  #items(close: string, named = true): PythonExpression[] {
    const items: PythonExpression[] = [];
    while (!this.sees(close)) {
      items.push(this.#item(named));
      if (!this.accept(',')) break;
    }
    return items;
  }

  #item(named = true): PythonExpression {
    const { start } = this.token;
    if (this.accept('*')) {
      const target = isTarget(this.#binary(0));
      return { kind: 'other', target, form: 'starred', start, end: this.end };
    }
    return named ? this.named() : this.expression();
  }

  named(): PythonExpression {
    const { start, kind } = this.token;
    if (kind !== 'name' || !this.sees(':=', 1)) return this.expression();
    this.skip(2);
    this.expression();
    return { kind: 'other', target: false, form: 'named', start, end: this.end };
  }
}
