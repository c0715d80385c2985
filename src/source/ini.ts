/**
 * Inventories in INI as Ansible's ini plugin reads them: sections with lines of hosts, variables or child groups.
 * Groups and the hosts of patterns are not resolved here.
 */
import { fault } from '../troubles/fault.ts';
import type { Fault } from '../troubles/fault.ts';
import { PYTHON_SPACE, stripRange } from './python.ts';
import { isSurelyNoLiteral, readPythonLiteral } from './python-literal.ts';
import type { LiteralFailure, PlaceOf } from './python-literal.ts';
import { readPlainLiteral } from './python-plain-literal.ts';
import { splitWords } from './shlex.ts';
import type { AssignedWord, Word } from './shlex.ts';
import { MAX_VALUES, Scalar, TOO_MANY_VALUES } from './tree.ts';
import type { Dialect, Node, Pair, Range, SyntaxProblem } from './tree.ts';

/**
 * A section with its lines; the range is that of its header (`[name:kind]`).
 *
 * Lines before the first header are in a section `ungrouped` with an empty range at offset 0; it is left out if there
 * are no such lines.
 */
export type IniSection = Range & {
  /** The name as written: Ansible may replace some of its characters. */
  readonly name: Scalar;
} & (
    | { readonly kind: 'hosts'; readonly lines: readonly HostLine[] }
    | { readonly kind: 'vars'; readonly lines: readonly Pair[] }
    | { readonly kind: 'children'; readonly lines: readonly Scalar[] }
  );

/** A line of hosts. Of equal keys the last one wins. */
export interface HostLine extends Range {
  /** The pattern as Ansible expands it: `foo[1:3]:22`. */
  readonly pattern: Scalar;
  readonly assignments: readonly Pair[];
}

/** The sections up to the first problem. Ansible applies each line as it reads it, and keeps what it has applied. */
export interface IniReading {
  readonly sections: readonly IniSection[];
  readonly problem: IniProblem | undefined;
}

/** The fault at which reading stopped. */
export interface IniProblem extends SyntaxProblem {
  /**
   * The host pattern of the line at fault, if it has one. Ansible expands the pattern before it finds this problem,
   * so an error in the pattern comes first.
   */
  readonly pattern: Scalar | undefined;
}

// Python's `\w` and line ends differ from JavaScript's.
const LINE_END = /[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]|$/g;
/** The name of a group, and the rest of its line, which may only be a comment. */
const NAME = PYTHON_SPACE.replace('[', String.raw`([^:\]`) + '+)';
const TAIL = `${PYTHON_SPACE}*(?:#.*)?$`;
const HEADER = new RegExp(String.raw`^\[${NAME}(?::([^\]]+))?\]${TAIL}`, 'u');
const GROUP_NAME = new RegExp(`^${NAME}${TAIL}`, 'u');

/**
 * Reads an INI inventory.
 *
 * Reading stops at the first problem; `sections` holds all before it. Problems that need the groups or the expanded
 * host patterns are not found here. A byte-order mark belongs to the first word, as for Ansible.
 */
export function readIni(text: string, dialect: Dialect = 'tagged'): IniReading {
  const reader = new IniReader(text, dialect);
  let start = 0;
  // A pattern of whole lines would need room for each character of the longest one.
  for (const { index: end } of text.matchAll(LINE_END)) {
    if (end > start) reader.read(...stripRange(text, start, end));
    if (reader.problem !== undefined) break;
    start = end + 1;
  }
  const [implicit, ...sections] = reader.sections;
  if (implicit !== undefined && implicit.lines.length > 0) sections.unshift(implicit);
  return { sections, problem: reader.problem };
}

/** Reads line by line, up to the first problem. */
class IniReader {
  readonly sections: IniSection[] = [];
  problem: IniProblem | undefined;
  readonly #text: string;
  readonly #dialect: Dialect;
  #values = 0;
  /** Adds a line to the section that is open. */
  #add: (start: number, end: number) => void;

  constructor(text: string, dialect: Dialect) {
    this.#text = text;
    this.#dialect = dialect;
    this.#add = this.#open(new Scalar(0, 0, 'str', 'ungrouped', 'bare'), 'hosts', 0, 0);
  }

  /** Reads one line, given without the blanks around it. */
  read(start: number, end: number): void {
    const first = this.#text[start];
    if (start === end || first === '#' || first === ';') return;
    if (first === '[' && this.#header(start, end)) return;
    this.#add(start, end);
  }

  /** Reads a header; returns false if the line may be a pattern of hosts instead. */
  #header(start: number, end: number): boolean {
    const line = this.#text.slice(start, end);
    const match = HEADER.exec(line);
    const [, name = '', kind = 'hosts'] = match ?? [];
    if (match === null || !(isKind(kind) || isWord(kind))) {
      if (!line.endsWith(']')) return false;
      this.#fail(fault('ini/malformed-section'), start, end);
      return true;
    }
    const nameEnd = start + 1 + name.length;
    if (!isKind(kind))
      this.#fail(
        fault('ini/unknown-section-kind', { kind, expected: 'hosts, vars or children' }),
        nameEnd + 1,
        nameEnd + 1 + kind.length,
      );
    else this.#add = this.#open(this.#bare(start + 1, nameEnd), kind, start, this.#text.indexOf(']', nameEnd) + 1);
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

  /** Reads a line of `children`. */
  #child(start: number, end: number): Scalar | undefined {
    const line = this.#text.slice(start, end);
    const name = GROUP_NAME.exec(line)?.[1];
    if (name === undefined) return this.#fail(fault('ini/missing-group-name'), start, end);
    const child = this.#bare(start, start + name.length);
    return this.#hasRoom(child, 1) ? child : undefined;
  }

  /** Reads a line of `vars`. */
  #variable(start: number, end: number): Pair | undefined {
    const equals = this.#text.indexOf('=', start);
    if (equals < 0 || equals >= end) return this.#fail(fault('ini/variable-without-equals'), start, end);
    const key = this.#bare(...stripRange(this.#text, start, equals));
    const [from, to] = stripRange(this.#text, equals + 1, end);
    const text = this.#text.slice(from, to);
    const place: PlaceOf = (first, last) => ({ start: from + first, end: from + last });
    const value =
      readPlainLiteral(text, from, { start: from, end: to }) ??
      readPythonLiteral(text, place, { dialect: this.#dialect }) ??
      this.#bare(from, to);
    return this.#pair(key, value);
  }

  /** Reads a line of hosts. */
  #hostLine(start: number, end: number): HostLine | undefined {
    const words = splitWords(this.#text, start, end);
    if ('kind' in words) return this.#fail(words, words.start, words.end);
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
    const assigned = word.assigned();
    if (assigned === undefined)
      return this.#fail(
        word.text.startsWith(';') ? fault('ini/semicolon-after-host') : fault('ini/no-variable-after-host'),
        word.start,
        word.end,
        pattern,
      );
    const { name, nameAt, value, whole } = assigned;
    const key = new Scalar(nameAt.start, nameAt.end, 'str', name, 'bare');
    const literal = isSurelyNoLiteral(value) ? undefined : this.#literal(word, assigned);
    return this.#pair(key, literal ?? new Scalar(whole.start, whole.end, 'str', value, 'bare'), pattern);
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
    if (value.kind === 'failure') return this.#fail(value, value.start, value.end, pattern);
    if (!this.#hasRoom(key, 1 + (value.kind === 'scalar' ? 1 : sizeOf(value)))) return undefined;
    return { key, value, mergedAt: undefined };
  }

  /** Counts values; fails if there are more than any text may have. */
  #hasRoom(at: Range, values: number): boolean {
    this.#values += values;
    if (this.#values <= MAX_VALUES) return true;
    this.#fail(TOO_MANY_VALUES, at.start, at.end);
    return false;
  }

  /** The text of a range as a scalar. */
  #bare(start: number, end: number): Scalar {
    return new Scalar(start, end, 'str', this.#text.slice(start, end), 'bare');
  }

  #fail({ code, data }: Fault, start: number, end: number, pattern?: Scalar): undefined {
    this.problem = { code, data, start, end, pattern };
  }
}

function isKind(word: string): word is IniSection['kind'] {
  return word === 'hosts' || word === 'vars' || word === 'children';
}

/** Python's `\w+`. A function, because a pattern over all letters of Unicode takes a while to compile. */
function isWord(text: string): boolean {
  return /^[\p{L}\p{N}_]+$/u.test(text);
}

/** Counts the values that a value consists of. */
function sizeOf(node: Node): number {
  let size = 1;
  if (node.kind === 'sequence') for (const item of node.items) size += sizeOf(item);
  if (node.kind === 'mapping') for (const { value } of node.pairs) size += 1 + sizeOf(value);
  return size;
}
