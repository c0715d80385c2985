/** What the lines of INI inventories say: hosts with their variables, a variable, a child group. */
import { fault } from '../troubles/catalogue.ts';
import type { Fault } from '../troubles/catalogue.ts';
import type { Dialect, Node, Pair, Range, SyntaxProblem } from './tree.ts';
import { PYTHON_SPACE, stripRange } from './python.ts';
import { isSurelyNoLiteral, readPythonLiteral } from './python-literal.ts';
import type { LiteralFailure, PlaceOf } from './python-literal.ts';
import { readPlainLiteral } from './python-plain-literal.ts';
import { splitWords } from './shlex.ts';
import type { AssignedWord, Word } from './shlex.ts';
import { Twin, Twins } from './twins.ts';
import { MAX_VALUES, Scalar, TOO_MANY_VALUES } from './tree.ts';

/** A line of hosts. Of equal keys the last one wins. */
export interface HostLine extends Range {
  /** The pattern as Ansible expands it; `foo[1:3]:22`. */
  readonly pattern: Scalar;
  readonly assignments: readonly Pair[];
}

/** The fault at which reading stopped. */
export interface IniProblem extends SyntaxProblem {
  /**
   * The host pattern of the line at fault, where it has one. Ansible expands the pattern before it finds this problem,
   * so an error in the pattern comes before it.
   */
  readonly pattern: Scalar | undefined;
}

/** The name of a group, as a pattern. */
export const NAME = PYTHON_SPACE.replace('[', String.raw`([^:\]`) + '+)';
/** What may stand behind it, up to the end of the line. */
export const TAIL = `${PYTHON_SPACE}*(?:#.*)?$`;
const GROUP_NAME = new RegExp(`^${NAME}${TAIL}`, 'u');

/** Reads lines, each given by its range without the blanks around it; undefined where there is a problem, or nothing. */
export class LineReader {
  problem: IniProblem | undefined;
  protected readonly text: string;
  readonly #twins = new Twins();
  #values = 0;
  readonly #dialect: Dialect;

  constructor(text: string, dialect: Dialect) {
    this.text = text;
    this.#dialect = dialect;
  }

  /** A line of `children`. */
  protected child(start: number, end: number): Scalar | undefined {
    const line = this.text.slice(start, end);
    const name = GROUP_NAME.exec(line)?.[1];
    if (name === undefined) return this.fail(fault('ini/missing-group-name'), start, end);
    const child = this.word(start, start + name.length);
    return this.#hasRoom(child, 1) ? child : undefined;
  }

  /** A line of `vars`. */
  protected variable(start: number, end: number): Pair | undefined {
    const equals = this.text.indexOf('=', start);
    if (equals < 0 || equals >= end) return this.fail(fault('ini/variable-without-equals'), start, end);
    const key = this.word(...stripRange(this.text, start, equals));
    const [from, to] = stripRange(this.text, equals + 1, end);
    const text = this.text.slice(from, to);
    const place: PlaceOf = (first, last) => ({ start: from + first, end: from + last });
    const value =
      readPlainLiteral(text, from, { start: from, end: to }) ??
      readPythonLiteral(text, place, { dialect: this.#dialect }) ??
      this.word(from, to);
    return this.#pair(key, value);
  }

  /** A line of hosts. */
  protected hostLine(start: number, end: number): HostLine | undefined {
    const words = splitWords(this.text, start, end);
    if ('kind' in words) return this.fail(words, words.start, words.end);
    const [first] = words;
    if (first === undefined) return undefined;
    const pattern = new Scalar(first.start, first.end, 'str', first.text, 'bare');
    if (!this.#hasRoom(pattern, 1)) return undefined;
    const assignments: Pair[] = [];
    for (const word of words.slice(1)) {
      const pair = this.#assignment(word, pattern);
      if (pair === undefined) return undefined;
      assignments.push(pair);
    }
    return { pattern, assignments, start, end };
  }

  #assignment(word: Word, pattern: Scalar): Pair | undefined {
    const written = this.text.slice(word.start, word.end);
    const first = this.#twins.first(written);
    if (first !== undefined) return this.#hasRoom(word, first.size) ? new Twin(first, word.start) : undefined;
    const assigned = word.assigned();
    if (assigned === undefined)
      return this.fail(
        word.text.startsWith(';') ? fault('ini/semicolon-after-host') : fault('ini/no-variable-after-host'),
        word.start,
        word.end,
        pattern,
      );
    const { name, nameAt, value, whole } = assigned;
    const key = new Scalar(nameAt.start, nameAt.end, 'str', name, 'bare');
    const literal = isSurelyNoLiteral(value) ? undefined : this.#literal(word, assigned);
    const before = this.#values;
    const pair = this.#pair(key, literal ?? new Scalar(whole.start, whole.end, 'str', value, 'bare'), pattern);
    if (pair !== undefined) this.#twins.keep(written, { pair, start: word.start, size: this.#values - before });
    return pair;
  }

  #literal(word: Word, { name, value, valueAt, whole }: AssignedWord): Node | LiteralFailure | undefined {
    const plain = valueAt === undefined ? undefined : readPlainLiteral(value, valueAt, whole);
    if (plain !== undefined) return plain;
    const first = name.length + 1;
    const place: PlaceOf = (start, end) => ({
      start: word.offsetOf(first + start) ?? word.end,
      end: (word.offsetOf(first + end - 1) ?? word.end - 1) + 1,
    });
    return readPythonLiteral(value, place, { whole, dialect: this.#dialect });
  }

  #pair(key: Scalar, value: Node | LiteralFailure, pattern?: Scalar): Pair | undefined {
    if (value.kind === 'failure') return this.fail(value, value.start, value.end, pattern);
    if (!this.#hasRoom(key, 1 + (value.kind === 'scalar' ? 1 : sizeOf(value)))) return undefined;
    return { key, value, mergedAt: undefined };
  }

  /** Counts values; fails where there are more than any text may have. */
  #hasRoom(at: Range, values: number): boolean {
    this.#values += values;
    if (this.#values <= MAX_VALUES) return true;
    this.fail(TOO_MANY_VALUES, at.start, at.end);
    return false;
  }

  /** The text of a range as it stands. */
  protected word(start: number, end: number): Scalar {
    return new Scalar(start, end, 'str', this.text.slice(start, end), 'bare');
  }

  protected fail({ code, data }: Fault, start: number, end: number, pattern?: Scalar): undefined {
    this.problem = { code, data, start, end, pattern };
  }
}

/** How many values a value consists of. */
function sizeOf(node: Node): number {
  let size = 1;
  if (node.kind === 'sequence') for (const item of node.items) size += sizeOf(item);
  if (node.kind === 'mapping') for (const { value } of node.pairs) size += 1 + sizeOf(value);
  return size;
}
