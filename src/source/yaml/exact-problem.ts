/** Explains faults of YAML by the text around them. */
import { fault } from '../../troubles/fault.ts';
import type { TroubleCode } from '../../troubles/catalogue.ts';
import type { Fault } from '../../troubles/fault.ts';
import type { Node, Range, SyntaxProblem } from '../tree.ts';
import { readYaml } from './read.ts';

/**
 * Replaces a fault at the place where a parser gave up by the author's mistake at the place to change: the parser may
 * have given up at the end of a file whose first line lacks a quote. If the text explains nothing, the fault stays as
 * it is.
 */
export function explainedYamlProblem(problem: SyntaxProblem, text: string): SyntaxProblem {
  const exact =
    conflictIn(text, problem.start) ?? EXPLANATIONS[problem.code]?.(new Spot(text, problem.start), problem.data);
  return exact === undefined ? problem : { ...problem, ...exact };
}

/** The place where a parser gave up, with the text around it. */
class Spot {
  readonly text: string;
  readonly start: number;
  /** The lines above, and what is before the place in its own. */
  readonly lines: readonly string[];

  constructor(text: string, start: number) {
    this.text = text;
    this.start = start;
    this.lines = this.before.split(/\r\n|[\r\n]/);
  }

  get from(): string {
    return this.text.slice(this.start);
  }

  get before(): string {
    return this.text.slice(0, this.start);
  }

  /** Tells whether only blanks are before the place in its line. */
  get beginsLine(): boolean {
    return this.lines.at(-1)?.trim() === '';
  }

  get column(): number {
    return (this.lines.at(-1)?.length ?? 0) + 1;
  }

  /** The last line that ends above, or with the text, and is not a comment; with the offset where it begins. */
  get lineAbove(): { readonly text: string; readonly start: number } | undefined {
    const ended = this.from === '' ? `${this.before}\n` : this.before;
    const above = [...ended.matchAll(/^[^\S\r\n]*[^\s#].*(?=[\r\n])/gm)].at(-1);
    return above && { text: above[0], start: above.index };
  }
}

/** A more exact fault; its place if that is another one. */
type Exact = Fault | (Fault & Range);

function at(start: number, length: number, { code, data }: Fault): Exact {
  return { code, data, start, end: start + length };
}

const EXPLANATIONS: Partial<Record<TroubleCode, (spot: Spot, data: Fault['data']) => Exact | undefined>> = {
  'yaml/collection-as-key': ({ from, before, start }) =>
    from.startsWith('{') && before.endsWith('{') ? template(start - 1, '{{') : undefined,
  'yaml/misplaced-key': colonInValue,
  'yaml/unquoted-start': ({ from, before, start }) =>
    from.startsWith('%') && before.endsWith('{') ? template(start - 1, '{%') : undefined,
  'yaml/expected-key': (spot) => textAfter(spot) ?? strayLine(spot),
  'yaml/text-after-document': (spot) => textAfter(spot) ?? strayLine(spot),
  'yaml/expected-item': (spot) => textAfter(spot) ?? noItem(spot),
  'yaml/missing-value': (spot) => (/^[\]}]/.test(spot.from) ? closesNothing(spot.from.charAt(0)) : openAtEnd(spot)),
  'yaml/missing-value-in-brackets': openAtEnd,
  'yaml/missing-colon': noColon,
  'yaml/missing-comma': (spot, { closing }) => (closing === ']' ? unclosed(spot, '[', ']') : unclosed(spot, '{', '}')),
  'yaml/text-ends-in-quotes': openQuote,
  'yaml/document-ends-in-quotes': openQuote,
  'yaml/unknown-escape': backslash('yaml/unknown-escape'),
  'yaml/incomplete-escape': backslash('yaml/incomplete-escape'),
  'yaml/escape-of-no-character': backslash('yaml/escape-of-no-character'),
  'yaml/unquoted-asterisk': signBefore('*', 'yaml/unquoted-asterisk'),
  'yaml/unquoted-ampersand': signBefore('&', 'yaml/unquoted-ampersand'),
};

function template(start: number, sign: '{{' | '{%'): Exact {
  return at(start, sign.length, fault('yaml/unquoted-template', { sign }));
}

function closesNothing(closing: string): Fault {
  return fault('yaml/unmatched-bracket', { closing, opening: closing === ']' ? '[' : '{' });
}

/** Points a fault of an escape at its backslash. */
function backslash(code: 'yaml/unknown-escape' | 'yaml/incomplete-escape' | 'yaml/escape-of-no-character') {
  return ({ before, from, start }: Spot): Exact =>
    at(from.startsWith('\\') ? start : before.lastIndexOf('\\'), 1, fault(code));
}

/** Points a fault of what follows a sign at the sign, if it is right before. */
function signBefore(sign: '*' | '&', code: 'yaml/unquoted-asterisk' | 'yaml/unquoted-ampersand') {
  return ({ before, start }: Spot): Exact | undefined =>
    before.endsWith(sign) ? at(start - 1, 1, fault(code)) : undefined;
}

/** Finds the first mark of a conflict that a fault is in. */
function conflictIn(text: string, place: number): Exact | undefined {
  const ours = text.search(/^<{7}(?: |\r?$)/m);
  if (ours < 0 || place < ours || !/^>{7}(?: |\r?$)/m.test(text)) return undefined;
  return at(ours, 7, fault('yaml/unresolved-conflict'));
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|[\r\n]/).length;
}

/** Explains a colon that makes a key of a part of a value, or of a line that goes on with the value above. */
function colonInValue({ lines, start }: Spot): Exact | undefined {
  const line = lines.at(-1) ?? '';
  const lineStart = start - line.length;
  const value = /^\s*(?:- +)*(?:"[^"]*"|'[^']*'|[^\s"'#][^:]*):\s+(?=\S)/.exec(line)?.[0].length;
  if (value !== undefined) return at(lineStart + value, line.length - value + 1, fault('yaml/colon-in-value'));
  const indent = line.search(/\S/);
  return indent < 0 ? undefined : at(lineStart + indent, line.length - indent, fault('yaml/misplaced-key'));
}

/** Explains a place in the middle of a line by the value that ends before it. */
function textAfter({ text, start, before, from, beginsLine }: Spot): Exact | undefined {
  if (beginsLine) return undefined;
  const sign = from.charAt(0);
  if (sign === ']' || sign === '}') return closesNothing(sign);
  const end = before.trimEnd().length;
  const last = before.charAt(end - 1);
  const opened = nodeEndingAt(readYaml(text.slice(0, end)).root, end)?.start;
  if (opened === undefined) return undefined;
  if (last === '}' && text.startsWith('{{', opened)) return template(opened, '{{');
  if (last === '"' || last === "'") {
    if (lineOf(text, opened) !== lineOf(text, start))
      return at(opened, 1, fault('yaml/quote-closed-later', { line: lineOf(text, start) }));
    return fault('yaml/text-after-quote', { inside: last === '"' ? '\\"' : "''" });
  }
  return last === ']' || last === '}' ? at(opened, 1, fault('yaml/text-after-bracket', { closing: last })) : undefined;
}

/** Explains a line that begins in a column where none above did. */
function strayLine(spot: Spot): Fault | undefined {
  const { beginsLine, column, lines, from } = spot;
  if (!beginsLine) return undefined;
  const columns = openColumns(lines.slice(0, -1)).filter((one) => one !== column);
  if (columns.length === 0) return /^-\s/.test(from) ? fault('yaml/item-among-keys') : undefined;
  const expected = columns.join(', ').replace(/, (\d+)$/, ' or $1');
  return fault('yaml/stray-column', { column, expected });
}

/** Lists the columns of the collections that are still open, the deepest first. */
function openColumns(lines: readonly string[]): readonly number[] {
  const columns: number[] = [];
  for (const line of lines.toReversed()) {
    const column = line.search(/[^\s#]/) + 1;
    if (column === 0 || /^\s*#|^---/.test(line)) continue;
    if (column < (columns.at(-1) ?? Infinity)) columns.push(column);
    if (column === 1) break;
  }
  return columns;
}

function noItem({ beginsLine, column }: Spot): Fault | undefined {
  return beginsLine ? fault('yaml/item-without-dash', { column }) : undefined;
}

/** Explains a name that no colon follows, in the line above the place. */
function noColon({ lineAbove }: Spot): Exact | undefined {
  if (lineAbove === undefined) return undefined;
  const line = lineAbove.text.trim();
  const start = lineAbove.start + lineAbove.text.indexOf(line);
  if (/^(?:\$ANSIBLE_VAULT;|[\da-f]{16,}$)/.test(line))
    return at(start, line.length, fault('yaml/vaulted-text-not-indented'));
  const [named] = /^(?:- )?["']?[\w.-]+["']?(?=:[^\s/])/.exec(line) ?? [];
  if (named !== undefined) return at(start + named.length, 1, fault('yaml/missing-space-after-colon'));
  return at(start, line.length, fault('yaml/neither-key-nor-item'));
}

/** Explains the end of a text by the flow collection that is still open there. */
function openAtEnd(spot: Spot): Exact | undefined {
  return spot.from.trim() === '' ? (unclosed(spot, '[', ']') ?? unclosed(spot, '{', '}')) : undefined;
}

/** Explains a flow collection that lacks its end, or a comma within. */
function unclosed(spot: Spot, opening: '[' | '{', closing: ']' | '}'): Exact | undefined {
  const { text, start } = spot;
  const head = `${text.slice(0, start)}${closing}`;
  const opened = nodeEndingAt(readYaml(head).root, head.length)?.start;
  if (opened === undefined || text[opened] !== opening) return undefined;
  const outer = text[opened - 1] === '{' ? opened - 1 : opened;
  if (text.startsWith('{{', outer)) return template(outer, '{{');
  if (isClosedAfter(spot, opened, closing)) return fault('yaml/missing-comma', { closing });
  return at(opened, 1, fault('yaml/unclosed-bracket', { opening, closing }));
}

/** Tells whether a bracket is closed after a place, before a line that is indented no further than its own. */
function isClosedAfter({ text, from, lines }: Spot, opened: number, closing: string): boolean {
  const opening = lineOf(text, opened);
  const indent = lines[opening - 1]?.search(/\S/) ?? 0;
  const [rest = '', ...below] = from.split(/\r\n|[\r\n]/);
  if (opening === lines.length && rest.includes(closing)) return true;
  for (const line of opening === lines.length ? below : [`${lines.at(-1) ?? ''}${rest}`, ...below]) {
    const column = line.search(/\S/);
    if (column >= 0 && column <= indent && line[column] !== closing) return false;
    if (line.includes(closing)) return true;
  }
  return false;
}

function openQuote({ text }: Spot): Exact | undefined {
  for (const quote of ['"', "'"]) {
    const closed = text + quote;
    const opened = nodeEndingAt(readYaml(closed).root, closed.length)?.start;
    if (opened !== undefined && text[opened] === quote) return at(opened, 1, fault('yaml/unclosed-quote'));
  }
  return undefined;
}

/** Finds the innermost value that ends at an offset. */
function nodeEndingAt(node: Node | undefined, end: number): Node | undefined {
  if (node === undefined) return undefined;
  const children =
    node.kind === 'scalar' ? [] : node.kind === 'sequence' ? node.items : node.pairs.map(({ value }) => value);
  return nodeEndingAt(children.at(-1), end) ?? (node.end === end ? node : undefined);
}
