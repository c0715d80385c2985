/** A parser for Python expressions that keeps what a literal is made of, and of the rest only that it is well-formed. */
import { readCallArguments, readParameters, readSlices } from './python-clause.ts';
import { decodeNumber, decodeString } from './python-constant.ts';
import { readBraced, readList, readParenthesized } from './python-display.ts';
import type { PythonExpression } from './python-node.ts';
import { Cursor, invalidSyntax } from './python-token.ts';

/** The operators between two operands, those that bind least first. */
const BY_LEVEL: readonly (readonly string[])[] = [
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

  /** What was read since `start`, as an expression that is no literal. */
  other(start: number, target = false): PythonExpression {
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
    return this.other(start);
  }

  disjunction(): PythonExpression {
    const { start } = this.token;
    const node = this.#inversion();
    let joined = false;
    while (this.accept('or') || this.accept('and')) {
      this.#inversion();
      joined = true;
    }
    return joined ? this.other(start) : node;
  }

  #inversion(): PythonExpression {
    const { start } = this.token;
    let inverted = false;
    while (this.accept('not')) inverted = true;
    const node = this.#comparison();
    return inverted ? this.other(start) : node;
  }

  #comparison(): PythonExpression {
    const { start } = this.token;
    let node = this.binary();
    while (COMPARISONS.has(this.token.text) && this.token.kind !== 'string') {
      if (this.accept('not')) this.expect('in');
      else if (this.accept('is')) this.accept('not');
      else this.skip();
      this.binary();
      node = this.other(start);
    }
    return node;
  }

  /** Operands joined by the operators of a level, or of one that binds more. */
  binary(level = 0): PythonExpression {
    const operators = BY_LEVEL[level];
    if (operators === undefined) return this.#factor();
    const { start } = this.token;
    let left = this.binary(level + 1);
    while (this.token.kind === 'operator' && operators.includes(this.token.text)) {
      const { text } = this.token;
      this.skip();
      const right = this.binary(level + 1);
      const additive = text === '+' || text === '-';
      left = additive ? { kind: 'sum', minus: text === '-', left, right, start, end: this.end } : this.other(start);
    }
    return left;
  }

  #factor(): PythonExpression {
    const { start, text, kind } = this.token;
    if (kind !== 'operator' || !'+-~'.includes(text)) return this.#power();
    this.skip();
    const operand = this.deeper(() => this.#factor());
    return text === '~' ? this.other(start) : { kind: 'signed', minus: text === '-', operand, start, end: this.end };
  }

  #power(): PythonExpression {
    const { start } = this.token;
    const awaited = this.accept('await');
    let node = this.primary();
    if (awaited) node = this.other(start);
    if (!this.accept('**')) return node;
    this.deeper(() => this.#factor());
    return this.other(start);
  }

  primary(): PythonExpression {
    const { start } = this.token;
    let node = this.#atom();
    for (;;) {
      if (this.accept('.')) {
        this.expectName();
        node = this.other(start, true);
      } else if (this.accept('(')) {
        const empty = this.accept(')');
        if (!empty) readCallArguments(this);
        const isSet = empty && node.kind === 'other' && node.name === 'set';
        node = isSet ? { kind: 'empty set', start, end: this.end } : this.other(start);
      } else if (this.accept('[')) {
        readSlices(this);
        node = this.other(start, true);
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
        return readParenthesized(this, start);
      case '[':
        return readList(this, start);
      case '{':
        return readBraced(this, start);
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
    return constant === undefined ? this.other(start) : { kind: 'constant', constant, start, end: this.end };
  }

  named(): PythonExpression {
    const { start, kind } = this.token;
    if (kind !== 'name' || !this.sees(':=', 1)) return this.expression();
    this.skip(2);
    this.expression();
    return { kind: 'other', target: false, form: 'named', start, end: this.end };
  }
}
