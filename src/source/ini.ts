/** INI inventories as Ansible's ini plugin reads them: sections and lines in order, nothing of hosts and groups. */
import { fault } from '../troubles/catalogue.ts';
import type { Dialect, Pair, Range } from './tree.ts';
import { LineReader, NAME, TAIL } from './ini-lines.ts';
import type { HostLine, IniProblem } from './ini-lines.ts';
import { stripRange } from './python.ts';
import { Scalar } from './tree.ts';

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

/** The sections up to the first problem. Ansible applies each line as it reads it, and keeps what it has applied. */
export interface IniReading {
  readonly sections: readonly IniSection[];
  readonly problem: IniProblem | undefined;
}

// Python's `\w` and line ends are not JavaScript's.
const LINE_END = /[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]|$/g;
const HEADER = new RegExp(String.raw`^\[${NAME}(?::([^\]]+))?\]${TAIL}`, 'u');

/**
 * Reads an INI inventory.
 *
 * Reading stops at the first problem; `sections` holds all before it. Problems that need the groups or the expanded
 * host patterns are not found here. A byte-order mark belongs to the first word, as for Ansible.
 */
export function readIni(text: string, dialect: Dialect = 'tagged'): IniReading {
  const reader = new SectionReader(text, dialect);
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

/** Knows which section is open, and what its lines are. */
class SectionReader extends LineReader {
  readonly sections: IniSection[] = [];
  /** Adds a line to the section that is open. */
  #add: (start: number, end: number) => void;

  constructor(text: string, dialect: Dialect) {
    super(text, dialect);
    this.#add = this.#open(new Scalar(0, 0, 'str', 'ungrouped', 'bare'), 'hosts', 0, 0);
  }

  /** Reads one line, given without the blanks around it. */
  read(start: number, end: number): void {
    const first = this.text[start];
    if (start === end || first === '#' || first === ';') return;
    if (first === '[' && this.#header(start, end)) return;
    this.#add(start, end);
  }

  /** False where the line is no header, but may be something else. */
  #header(start: number, end: number): boolean {
    const line = this.text.slice(start, end);
    const match = HEADER.exec(line);
    const [, name = '', kind = 'hosts'] = match ?? [];
    if (match === null || !(isKind(kind) || isWord(kind))) {
      if (!line.endsWith(']')) return false;
      this.fail(fault('ini/malformed-section'), start, end);
      return true;
    }
    const nameEnd = start + 1 + name.length;
    if (!isKind(kind))
      this.fail(
        fault('ini/unknown-section-kind', { kind, expected: 'hosts, vars or children' }),
        nameEnd + 1,
        nameEnd + 1 + kind.length,
      );
    else this.#add = this.#open(this.word(start + 1, nameEnd), kind, start, this.text.indexOf(']', nameEnd) + 1);
    return true;
  }

  #open(name: Scalar, kind: IniSection['kind'], start: number, end: number): (start: number, end: number) => void {
    switch (kind) {
      case 'hosts': {
        const lines: HostLine[] = [];
        this.sections.push({ kind, name, lines, start, end });
        return (...line) => this.#push(lines, this.hostLine(...line));
      }
      case 'vars': {
        const lines: Pair[] = [];
        this.sections.push({ kind, name, lines, start, end });
        return (...line) => this.#push(lines, this.variable(...line));
      }
      case 'children': {
        const lines: Scalar[] = [];
        this.sections.push({ kind, name, lines, start, end });
        return (...line) => this.#push(lines, this.child(...line));
      }
    }
  }

  #push<Line>(lines: Line[], line: Line | undefined): void {
    if (line !== undefined) lines.push(line);
  }
}

function isKind(word: string): word is IniSection['kind'] {
  return word === 'hosts' || word === 'vars' || word === 'children';
}

/** Python's `\w+`. A function, because a pattern over all letters of Unicode takes a while to compile. */
function isWord(text: string): boolean {
  return /^[\p{L}\p{N}_]+$/u.test(text);
}
