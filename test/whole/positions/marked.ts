/** Inventories with marks around the text that a finding has to point at, and how such a text is taken apart. */
import { readFileSync } from 'node:fs';

/** A range as a person counts it: lines and columns from 1, columns in UTF-16 code units, the end exclusive. */
export interface MarkedRange {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** One inventory with everything that its rules have to find in it. */
export interface Case {
  readonly title: string;
  /** The value of `-i`. */
  readonly inventory: readonly string[];
  /** Rules that have to be silent about everything that is not marked. */
  readonly rules: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly expected: readonly MarkedRange[];
}

/**
 * Reads the cases of a file.
 *
 * `=== TITLE` begins a case and `--- PATH FLAG…` a file of it: `crlf` and `cr` choose its line ends, `bom` puts a
 * byte-order mark before it, `open` leaves out its last line end. `!!! RULE…` names rules that are on and find nothing
 * but what is marked. `⟦RULE, RULE|TEXT⟧` marks a text; marks may stand in each other and run over lines. `␉` is a tab.
 */
export function readCases(path: string): readonly Case[] {
  return readFileSync(path, 'utf8')
    .split(/^=== /m)
    .slice(1)
    .map((text) => readCase(text));
}

function readCase(text: string): Case {
  const [head = '', ...parts] = text.split(/^--- /m);
  const [title = '', ...notes] = head.trimEnd().split('\n');
  const files: Record<string, string> = {};
  const expected: MarkedRange[] = [];
  for (const part of parts) {
    const [first = '', ...lines] = part.split('\n');
    const [name = '', ...flags] = first.trim().split(/\s+/);
    const plain = withFlags(lines.join('\n').replaceAll('␉', '\t'), flags);
    const { text: stripped, marks } = strip(plain);
    files[name] = stripped;
    for (const { rules, start, end } of marks)
      for (const rule of rules) expected.push({ rule, file: name, ...range(stripped, start, end) });
  }
  const on = notes
    .filter((line) => line.startsWith('!!! '))
    .flatMap((line) =>
      line
        .slice(4)
        .trim()
        .split(/[\s,]+/),
    );
  return {
    title,
    inventory: Object.keys(files).filter((name) => /^(hosts|inventory)(\.|$)/.test(name)),
    rules: [...new Set([...on, ...expected.map(({ rule }) => rule)])],
    files,
    expected,
  };
}

function withFlags(text: string, flags: readonly string[]): string {
  let result = text.replace(/\n+$/, '\n');
  if (flags.includes('open')) result = result.replace(/\n$/, '');
  if (flags.includes('crlf')) result = result.replaceAll('\n', '\r\n');
  if (flags.includes('cr')) result = result.replaceAll('\n', '\r');
  return flags.includes('bom') ? `\uFEFF${result}` : result;
}

interface Mark {
  readonly rules: readonly string[];
  readonly start: number;
  readonly end: number;
}

function strip(marked: string): { readonly text: string; readonly marks: readonly Mark[] } {
  const marks: Mark[] = [];
  const open: { readonly rules: readonly string[]; readonly start: number }[] = [];
  let text = '';
  for (const [token, rules] of marked.matchAll(/⟦([^|⟧]+)\||⟧|[^⟦⟧]+/g))
    if (rules !== undefined) open.push({ rules: rules.split(/,\s*/), start: text.length });
    else if (token !== '⟧') text += token;
    else {
      const mark = open.pop();
      if (mark === undefined) throw new Error(`a mark ends that did not begin: ${marked}`);
      marks.push({ ...mark, end: text.length });
    }
  if (open.length > 0) throw new Error(`a mark begins that does not end: ${marked}`);
  return { text, marks };
}

/** Counted by hand, so to speak: what is tested has a way of its own. */
function range(text: string, start: number, end: number): Omit<MarkedRange, 'rule' | 'file'> {
  const [line, column] = place(text, start);
  const [endLine, endColumn] = place(text, end);
  return { line, column, endLine, endColumn };
}

function place(text: string, offset: number): readonly [number, number] {
  const lines = text
    .slice(0, offset)
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r(?!\n)/);
  return [lines.length, (lines.at(-1) ?? '').length + 1];
}
