/** INI inventories as Ansible's ini plugin reads them: sections and lines in order, nothing of hosts and groups. */
import type { Dialect } from './dialect.ts';
import { isSpace, PYTHON_SPACE } from './python.ts';
import { isNoLiteral, readPythonLiteral } from './python-literal.ts';
import type { LiteralFailure, PlaceOf } from './python-literal.ts';
import { readPlainLiteral } from './python-plain-literal.ts';
import { splitWords } from './shlex.ts';
import type { AssignedWord, Word } from './shlex.ts';
import { Twin, Twins } from './twins.ts';
import { MAX_VALUES, Scalar, TOO_MANY_VALUES } from './tree.ts';
import type { Node, Pair, Range, SyntaxProblem } from './tree.ts';

/** A line of hosts. Of equal keys the last one wins. */
export interface HostLine extends Range {
  /** The pattern as Ansible expands it; `foo[1:3]:22`. */
  readonly pattern: Scalar;
  readonly assignments: readonly Pair[];
}

/**
 * A section with its lines; the range is that of its header (`[name:kind]`).
 *
 * Lines before the first header are in a section `ungrouped` with an empty range at offset 0; it is left out where there
 * are none.
 */
export type IniSection = Range & {
  /** As written: Ansible may put another group name in its place. */
  readonly name: Scalar;
} & (
    | { readonly kind: 'hosts'; readonly lines: readonly HostLine[] }
    | { readonly kind: 'vars'; readonly lines: readonly Pair[] }
    | { readonly kind: 'children'; readonly lines: readonly Scalar[] }
  );

/** Why reading stopped, in Ansible's words. */
export interface IniProblem extends SyntaxProblem {
  /**
   * The host pattern of the line at fault, where it has one. Ansible expands the pattern before it finds this problem,
   * so an error in the pattern comes before it.
   */
  readonly pattern: Scalar | undefined;
}

/** The sections up to the first problem. Ansible applies each line as it reads it, and keeps what it has applied. */
export interface IniReading {
  readonly sections: readonly IniSection[];
  readonly problem: IniProblem | undefined;
}

// Python's `\w` and line ends are not JavaScript's.
const LINES = /[^\n\v\f\r\x1c-\x1e\x85\u2028\u2029]+/g;
const nameText = PYTHON_SPACE.replace('[', String.raw`([^:\]`) + '+)';
const TAIL = `${PYTHON_SPACE}*(?:#.*)?$`;
const HEADER = new RegExp(String.raw`^\[${nameText}(?::([^\]]+))?\]${TAIL}`, 'u');
const GROUP_NAME = new RegExp(`^${nameText}${TAIL}`, 'u');

/**
 * Reads an INI inventory.
 *
 * Reading stops at the first problem; `sections` holds all before it. Problems that need the groups or the expanded
 * host patterns are not found here. A byte-order mark belongs to the first word, as for Ansible.
 */
export function readIni(text: string, dialect: Dialect = 'tagged'): IniReading {
  const reader = new IniReader(text, dialect);
  for (const { 0: line, index } of text.matchAll(LINES)) {
    reader.read(...strip(text, index, index + line.length));
    if (reader.problem !== undefined) break;
  }
  const [implicit, ...sections] = reader.sections;
  if (implicit !== undefined && implicit.lines.length > 0) sections.unshift(implicit);
  return { sections, problem: reader.problem };
}

class IniReader {
  readonly sections: IniSection[];
  problem: IniProblem | undefined;
  readonly #text: string;
  readonly #twins = new Twins();
  #values = 0;
  readonly #dialect: Dialect;
  /** Adds a line to the section that is open. */
  #add: (start: number, end: number) => void;

  constructor(text: string, dialect: Dialect) {
    this.#text = text;
    this.#dialect = dialect;
    this.sections = [];
    this.#add = this.#open(new Scalar(0, 0, 'str', 'ungrouped', 'bare'), 'hosts', 0, 0);
  }

  /** Reads one line, given without the blanks around it. */
  read(start: number, end: number): void {
    const first = this.#text[start];
    if (start === end || first === '#' || first === ';') return;
    if (first === '[' && this.#header(start, end)) return;
    this.#add(start, end);
  }

  /** False where the line is no header, but may be something else. */
  #header(start: number, end: number): boolean {
    const line = this.#text.slice(start, end);
    const match = HEADER.exec(line);
    const [, name = '', kind = 'hosts'] = match ?? [];
    if (match === null || !(isKind(kind) || isWord(kind))) {
      if (!line.endsWith(']')) return false;
      this.#fail(
        `Invalid section entry: '${line}'. Please make sure that there are no spaces in the section entry, and that there are no other invalid characters`,
        start,
        end,
      );
      return true;
    }
    const nameEnd = start + 1 + name.length;
    if (!isKind(kind))
      this.#fail(`Section [${name}:${kind}] has unknown type: ${kind}`, nameEnd + 1, nameEnd + 1 + kind.length);
    else this.#add = this.#open(this.#word(start + 1, nameEnd), kind, start, this.#text.indexOf(']', nameEnd) + 1);
    return true;
  }

  #open(name: Scalar, kind: IniSection['kind'], start: number, end: number): (start: number, end: number) => void {
    switch (kind) {
      case 'hosts': {
        const lines: HostLine[] = [];
        this.sections.push({ kind, name, lines, start, end });
        return (...line) => this.#push(lines, this.#hostLine(...line));
      }
      case 'vars': {
        const lines: Pair[] = [];
        this.sections.push({ kind, name, lines, start, end });
        return (...line) => this.#push(lines, this.#variable(...line));
      }
      case 'children': {
        const lines: Scalar[] = [];
        this.sections.push({ kind, name, lines, start, end });
        return (...line) => this.#push(lines, this.#child(...line));
      }
    }
  }

  #push<Line>(lines: Line[], line: Line | undefined): void {
    if (line !== undefined) lines.push(line);
  }

  #child(start: number, end: number): Scalar | undefined {
    const line = this.#text.slice(start, end);
    const name = GROUP_NAME.exec(line)?.[1];
    if (name === undefined) return this.#fail(`Expected group name, got: ${line}`, start, end);
    const child = this.#word(start, start + name.length);
    return this.#hasRoom(child, 1) ? child : undefined;
  }

  #variable(start: number, end: number): Pair | undefined {
    const equals = this.#text.indexOf('=', start);
    if (equals < 0 || equals >= end)
      return this.#fail(`Expected key=value, got: ${this.#text.slice(start, end)}`, start, end);
    const key = this.#word(...strip(this.#text, start, equals));
    const [from, to] = strip(this.#text, equals + 1, end);
    const text = this.#text.slice(from, to);
    const place: PlaceOf = (first, last) => ({ start: from + first, end: from + last });
    const value =
      readPlainLiteral(text, from, { start: from, end: to }) ??
      readPythonLiteral(text, place, { dialect: this.#dialect }) ??
      this.#word(from, to);
    return this.#pair(key, value);
  }

  #hostLine(start: number, end: number): HostLine | undefined {
    const words = splitWords(this.#text, start, end);
    if ('kind' in words) {
      const { message } = words;
      const line = `Error parsing host definition '${this.#text.slice(start, end)}': ${message}`;
      return this.#fail(message === TOO_MANY_VALUES ? message : line, words.start, words.end);
    }
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
    const written = this.#text.slice(word.start, word.end);
    const first = this.#twins.first(written);
    if (first !== undefined) return this.#hasRoom(word, first.size) ? new Twin(first, word.start) : undefined;
    const assigned = word.assigned();
    if (assigned === undefined)
      return this.#fail(
        `Expected key=value host variable assignment, got: ${word.text}`,
        word.start,
        word.end,
        pattern,
      );
    const { name, nameAt, value, whole } = assigned;
    const key = new Scalar(nameAt.start, nameAt.end, 'str', name, 'bare');
    const literal = isNoLiteral(value) ? undefined : this.#literal(word, assigned);
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
    if (value.kind === 'failure') return this.#fail(value.message, value.start, value.end, pattern);
    if (!this.#hasRoom(key, 1 + (value.kind === 'scalar' ? 1 : sizeOf(value)))) return undefined;
    return { key, value, mergedAt: undefined };
  }

  /** Counts values; fails where there are more than any text may have. */
  #hasRoom(at: Range, values: number): boolean {
    this.#values += values;
    if (this.#values <= MAX_VALUES) return true;
    this.#fail(TOO_MANY_VALUES, at.start, at.end);
    return false;
  }

  /** The text of a range as it stands. */
  #word(start: number, end: number): Scalar {
    return new Scalar(start, end, 'str', this.#text.slice(start, end), 'bare');
  }

  #fail(message: string, start: number, end: number, pattern?: Scalar): undefined {
    // Ansible prints its messages without blanks around them, also where an empty word ends one.
    const printed = message.slice(...strip(message, 0, message.length));
    this.problem = { message: printed, context: undefined, start, end, pattern };
  }
}

function isKind(word: string): word is IniSection['kind'] {
  return word === 'hosts' || word === 'vars' || word === 'children';
}

/** Python's `\w+`. A function, because a pattern over all letters of Unicode takes a while to compile. */
function isWord(text: string): boolean {
  return /^[\p{L}\p{N}_]+$/u.test(text);
}

/** Python's `str.strip`, on a range of a text. */
function strip(text: string, start: number, end: number): [start: number, end: number] {
  while (start < end && isSpace(text.charAt(start))) start++;
  while (end > start && isSpace(text.charAt(end - 1))) end--;
  return [start, end];
}

/** How many values a value consists of. */
function sizeOf(node: Node): number {
  let size = 1;
  if (node.kind === 'sequence') for (const item of node.items) size += sizeOf(item);
  if (node.kind === 'mapping') for (const { value } of node.pairs) size += 1 + sizeOf(value);
  return size;
}
