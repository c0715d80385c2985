/** What libyaml and PyYAML say of a text, for who wrote it: what is wrong, what was expected, and the place to change. */
import { readYaml } from '../../source/yaml/read.ts';
import { fault } from '../../troubles/catalogue.ts';
import type { Fault } from '../../troubles/catalogue.ts';
import type { Node, Range, SyntaxProblem } from '../../source/tree.ts';

/**
 * A fault of YAML in a text, in one sentence without its end, at the place to change: the parsers' own is where they gave
 * up, which may be the end of a file whose first line lacks a quote.
 */
export function plainYamlProblem(problem: SyntaxProblem, text: string): SyntaxProblem {
  const { message, context, start } = problem;
  const conflict = conflictIn(text, start);
  if (conflict !== undefined) return { ...problem, ...conflict, context: undefined };
  const found = YAML_FAULTS.find(([words]) => words.test(message))?.[1](new Spot(text, start, context ?? ''));
  if (found === undefined) return { ...problem, message: context === undefined ? message : `${message} (${context})` };
  return { ...problem, ...(typeof found === 'string' ? { message: found } : found), context: undefined };
}

/** The fault of a file that holds no mapping of variables; of a text that has no name with a colon, what it lacks. */
export function otherThanMapping(root: Node, text: string): Fault {
  if (root.kind === 'sequence') return fault('variables/not-a-mapping', { found: 'a list' });
  const [, sign] = /^(?:---\s+|#.*\s+)*[\w.-]+(:\u00a0|:(?=\S)|[ \t]*=)/.exec(text) ?? [];
  if (sign === undefined) return fault('variables/not-a-mapping', { found: 'a single value' });
  if (sign.endsWith('=')) return fault('variables/equals-sign');
  return fault(sign === ':' ? 'variables/no-space-after-colon' : 'variables/no-break-space');
}

/** Where a parser gave up, with what is around it. */
class Spot {
  readonly text: string;
  readonly start: number;
  readonly context: string;
  /** The lines above, and what stands before the place in its own. */
  readonly lines: readonly string[];

  constructor(text: string, start: number, context: string) {
    this.text = text;
    this.start = start;
    this.context = context;
    this.lines = this.before.split(/\r\n|[\r\n]/);
  }

  get from(): string {
    return this.text.slice(this.start);
  }

  get before(): string {
    return this.text.slice(0, this.start);
  }

  /** Whether nothing but blanks stands before the place in its line. */
  get beginsLine(): boolean {
    return this.lines.at(-1)?.trim() === '';
  }

  get column(): number {
    return (this.lines.at(-1)?.length ?? 0) + 1;
  }

  /** The last line above that is no comment, with the offset where it begins. */
  get lineAbove(): { readonly text: string; readonly start: number } | undefined {
    const above = [...this.before.matchAll(/^[^\S\r\n]*[^\s#].*(?=[\r\n])/gm)].at(-1);
    return above && { text: above[0], start: above.index };
  }
}

/** What is wrong, in plain words, and where, unless that is where the parser gave up. */
type Explanation = string | (Range & { readonly message: string });

type Explain = (spot: Spot) => Explanation | undefined;

function at(start: number, length: number, message: string): Explanation {
  return { start, end: start + length, message };
}

const TAB = 'this is a tab; expected spaces';

// The words are those of libyaml 0.2.5 (scanner.c, parser.c) and of PyYAML's composer and constructor.
const YAML_FAULTS: readonly (readonly [words: RegExp, explain: Explain])[] = [
  [/^but found another document$/, () => 'a second document begins here; expected one in each file'],
  [
    /^second occurrence$/,
    ({ from }) => `the anchor ${/^&[\w-]+/.exec(from)?.[0] ?? ''} is already used above; expected another name`,
  ],
  [
    /^found unhashable key$/,
    ({ from, before, start }) =>
      from.startsWith('{') && before.endsWith('{') ? braces(start - 1, '{{') : 'a list or a mapping cannot be a key',
  ],
  [/^mapping values are not allowed in this context$/, colonInValue],
  [/tab/, ({ from }) => (from.startsWith('\t') ? TAB : undefined)],
  [
    /^found character that cannot start any token$/,
    ({ from, before, start }) => {
      if (from.startsWith('\t')) return TAB;
      if (from.startsWith('%') && before.endsWith('{')) return braces(start - 1, '{%');
      return `a value that begins with ${from.charAt(0)} needs quotes around it`;
    },
  ],
  [/^did not find expected (?:key|<document start>)$/, (spot) => textAfter(spot) ?? strayLine(spot)],
  [/^did not find expected '-' indicator$/, (spot) => textAfter(spot) ?? noItem(spot)],
  [
    /^did not find expected node content$/,
    (spot) => {
      const { context, from } = spot;
      if (context !== 'while parsing a flow node' && /^[\]}]/.test(from)) return closesNothing(from.charAt(0));
      const open = from.trim() === '' ? (unclosed(spot, '[', ']') ?? unclosed(spot, '{', '}')) : undefined;
      return open ?? 'a value is missing here';
    },
  ],
  [/^could not find expected ':'$/, noColon],
  [/^did not find expected ',' or '\]'$/, (spot) => unclosed(spot, '[', ']')],
  [/^did not find expected ',' or '\}'$/, (spot) => unclosed(spot, '{', '}')],
  [/^found unexpected (?:end of stream|document indicator)$/, openQuote],
  [
    // libyaml writes it so.
    /^found unknown escape character$|^did not find expected hexdecimal number$/,
    ({ before, from, start }) => {
      const message =
        'this backslash begins an escape that YAML does not have; expected two backslashes, or single quotes around the text';
      return at(from.startsWith('\\') ? start : before.lastIndexOf('\\'), 1, message);
    },
  ],
  [/^did not find expected comment or line break$/, () => 'text after | or > belongs on the lines below'],
  [
    /^did not find expected alphabetic or numeric character$/,
    ({ context, before, start }) => {
      const sign = context === 'while scanning an alias' ? '*' : '&';
      const message = `a value that begins with ${sign} needs quotes around it`;
      return before.endsWith(sign) ? at(start - 1, 1, message) : message;
    },
  ],
  [
    /^found undefined alias$/,
    ({ from }) => {
      const alias = /^\*[\w-]+/.exec(from)?.[0];
      return (
        alias &&
        `${alias} refers to an anchor &${alias.slice(1)} that is not above it; a text that begins with * needs quotes around it`
      );
    },
  ],
  [
    /^could not determine a constructor for the tag '/,
    ({ from }) => {
      const tag = /^!\S+/.exec(from)?.[0];
      return tag && `Ansible knows no tag ${tag}; a text that begins with ! needs quotes around it`;
    },
  ],
  [
    /^block sequence entries are not allowed in this context$/,
    () => 'a list cannot begin here: expected each item on a line of its own, or quotes around the text',
  ],
];

function braces(start: number, sign: '{{' | '{%'): Explanation {
  return at(start, sign.length, `a value that begins with ${sign} needs quotes around it`);
}

function closesNothing(bracket: string): string {
  return `this ${bracket} closes nothing; expected quotes around the text, or ${bracket === ']' ? '[' : '{'} before it`;
}

/** The first mark of a conflict, where a fault stands between such marks. */
function conflictIn(text: string, fault: number): (Range & { readonly message: string }) | undefined {
  const ours = text.search(/^<{7}(?: |\r?$)/m);
  if (ours < 0 || fault < ours || !/^>{7}(?: |\r?$)/m.test(text)) return undefined;
  return { start: ours, end: ours + 7, message: 'this merge conflict is not resolved' };
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|[\r\n]/).length;
}

/** Of a colon that makes a key of what is within a value, or of a line that goes on with the value above. */
function colonInValue({ lines, start }: Spot): Explanation {
  const line = lines.at(-1) ?? '';
  const lineStart = start - line.length;
  const value = /^\s*(?:- +)*(?:"[^"]*"|'[^']*'|[^\s"'#][^:]*):\s+(?=\S)/.exec(line)?.[0].length;
  if (value !== undefined)
    return at(
      lineStart + value,
      line.length - value + 1,
      'a value with a colon and a space in it needs quotes around it',
    );
  const indent = line.search(/\S/);
  const message = 'a key cannot stand here; expected it in the column of the other keys of its mapping';
  return indent < 0 ? message : at(lineStart + indent, line.length - indent, message);
}

/** Of a place in the middle of a line: what ends before it. */
function textAfter({ text, start, before, from, beginsLine }: Spot): Explanation | undefined {
  if (beginsLine) return undefined;
  const sign = from.charAt(0);
  if (sign === ']' || sign === '}') return closesNothing(sign);
  const end = before.trimEnd().length;
  const last = before.charAt(end - 1);
  const opened = nodeEndingAt(readYaml(text.slice(0, end)).root, end)?.start;
  if (opened === undefined) return undefined;
  if (last === '}' && text.startsWith('{{', opened)) return braces(opened, '{{');
  if (last === '"' || last === "'") {
    if (lineOf(text, opened) !== lineOf(text, start))
      return at(
        opened,
        1,
        `this quote is closed only in line ${lineOf(text, start)}, where more text follows; expected it where the value ends`,
      );
    const inside = last === '"' ? '\\"' : "''";
    return `this follows the quote that closes the value; expected quotes around all of the value, with ${inside} for one in it`;
  }
  return last === ']' || last === '}'
    ? at(opened, 1, `more text follows the ${last} that closes this value; expected quotes around all of the value`)
    : undefined;
}

/** Of a place where a line begins in a column where none above did. */
function strayLine(spot: Spot): string | undefined {
  const { beginsLine, column, lines, from } = spot;
  if (!beginsLine) return undefined;
  const columns = openColumns(lines.slice(0, -1)).filter((one) => one !== column);
  if (columns.length === 0)
    return /^-\s/.test(from)
      ? 'an item of a list cannot stand here: the lines above in its column are keys'
      : undefined;
  const expected = columns.join(', ').replace(/, (\d+)$/, ' or $1');
  return `this line begins in column ${column}, where nothing that it could belong to begins; expected column ${expected}`;
}

/** The columns in which lines begin that are open still, the deepest first. */
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

function noItem({ beginsLine, column }: Spot): string | undefined {
  return beginsLine
    ? `the lines above that begin in column ${column} are items of a list; expected - here too, or another column`
    : undefined;
}

/** Of a name that no colon follows: it stands in the line above the place. */
function noColon({ lineAbove }: Spot): Explanation | undefined {
  if (lineAbove === undefined) return undefined;
  const line = lineAbove.text.trim();
  const start = lineAbove.start + lineAbove.text.indexOf(line);
  if (/^(?:\$ANSIBLE_VAULT;|[\da-f]{16,}$)/.test(line))
    return at(start, line.length, 'what is vaulted has to be indented further than its name');
  const [named] = /^(?:- )?["']?[\w.-]+["']?(?=:[^\s/])/.exec(line) ?? [];
  if (named !== undefined) return at(start + named.length, 1, 'this colon has no space after it');
  return at(start, line.length, 'this is neither a key with a colon nor an item of a list with a dash');
}

/** Of a flow collection that lacks its end, or a comma within. */
function unclosed(spot: Spot, opening: '[' | '{', closing: ']' | '}'): Explanation | undefined {
  const { text, start } = spot;
  const head = `${text.slice(0, start)}${closing}`;
  const opened = nodeEndingAt(readYaml(head).root, head.length)?.start;
  if (opened === undefined || text[opened] !== opening) return undefined;
  const outer = text[opened - 1] === '{' ? opened - 1 : opened;
  if (text.startsWith('{{', outer)) return braces(outer, '{{');
  if (isClosedAfter(spot, opened, closing)) return `expected , or ${closing} before this`;
  return at(opened, 1, `this ${opening} is not closed; expected ${closing}`);
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

function openQuote({ text, context }: Spot): Explanation | undefined {
  if (context !== 'while scanning a quoted scalar') return undefined;
  for (const quote of ['"', "'"]) {
    const closed = text + quote;
    const opened = nodeEndingAt(readYaml(closed).root, closed.length)?.start;
    if (opened !== undefined && text[opened] === quote) return at(opened, 1, 'this quote is not closed');
  }
  return undefined;
}

/** The innermost value that ends at an offset. */
function nodeEndingAt(node: Node | undefined, end: number): Node | undefined {
  if (node === undefined) return undefined;
  const children =
    node.kind === 'scalar' ? [] : node.kind === 'sequence' ? node.items : node.pairs.map(({ value }) => value);
  return nodeEndingAt(children.at(-1), end) ?? (node.end === end ? node : undefined);
}
