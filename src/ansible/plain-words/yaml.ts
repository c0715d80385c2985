/** What libyaml and PyYAML say of a text, in words for who wrote it: what stands there, and what was expected. */
import { readYaml } from '../../source/yaml/read.ts';
import type { Node, SyntaxProblem } from '../../source/tree.ts';

/**
 * One sentence without its end about a fault of YAML in a text. It names the line where something opens that nothing
 * closes, as the parsers' own place is where they gave up; places and lines are counted from 1.
 */
export function plainYamlProblem({ message, context, start }: SyntaxProblem, text: string): string {
  const conflict = conflictIn(text, start);
  if (conflict !== undefined) return `a merge conflict is not resolved: line ${conflict} begins with <<<<<<<`;
  const plain = YAML_FAULTS.find(([words]) => words.test(message))?.[1](new Spot(text, start, context ?? ''));
  return plain ?? (context === undefined ? message : `${message} (${context})`);
}

/** What a file holds in the place of a mapping of variables; of a text that has no name with a colon, what it lacks. */
export function otherThanMapping(root: Node, text: string): string {
  if (root.kind === 'sequence') return 'a list';
  const [, sign] = /^(?:---\s+|#.*\s+)*[\w.-]+(:\u00a0|:(?=\S)|[ \t]*=)/.exec(text) ?? [];
  if (sign === undefined) return 'a single value';
  if (sign.endsWith('=')) return 'a single value: expected name: value, as = has no meaning in YAML';
  return `a single value: expected a space behind the colon${sign === ':' ? '' : ', not a no-break one (U+00A0)'}`;
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

  /** The last line above that says something, with its number. */
  get lineAbove(): { readonly text: string; readonly number: number } | undefined {
    const above = this.lines.slice(0, -1);
    const index = above.findLastIndex((line) => /^\s*[^\s#]/.test(line));
    return index < 0 ? undefined : { text: above[index] ?? '', number: index + 1 };
  }
}

type Explained = (spot: Spot) => string | undefined;

const TAB = 'a tab stands here; expected spaces';

// The words are those of libyaml 0.2.5 (scanner.c, parser.c) and of PyYAML's composer and constructor.
const YAML_FAULTS: readonly (readonly [words: RegExp, plain: Explained])[] = [
  [/^but found another document$/, () => 'a second document begins here; expected one a file'],
  [/^second occurrence$/, ({ from }) => `the anchor ${/^&[\w-]+/.exec(from)?.[0] ?? ''} stands here a second time`],
  [
    /^found unhashable key$/,
    ({ from, before }) =>
      from.startsWith('{') && before.endsWith('{') ? needsQuotes('{{') : 'a list or a mapping cannot be a key',
  ],
  [
    /^mapping values are not allowed in this context$/,
    () =>
      'a key cannot stand here: expected quotes around a text with a colon, or the keys of one mapping in one column',
  ],
  [/tab/, ({ from }) => (from.startsWith('\t') ? TAB : undefined)],
  [
    /^found character that cannot start any token$/,
    ({ from, before }) => {
      if (from.startsWith('\t')) return TAB;
      if (from.startsWith('%') && before.endsWith('{')) return needsQuotes('{%');
      return `a text that begins with ${from.charAt(0)} needs quotes around it`;
    },
  ],
  [/^did not find expected (?:key|<document start>)$/, (spot) => textBehind(spot) ?? strayLine(spot)],
  [/^did not find expected '-' indicator$/, (spot) => textBehind(spot) ?? noItem(spot)],
  [
    /^did not find expected node content$/,
    (spot) => {
      const { context, from } = spot;
      if (context !== 'while parsing a flow node' && /^[\]}]/.test(from))
        return `this ${from.charAt(0)} closes nothing`;
      const open = from.trim() === '' ? (unclosed(spot, '[', ']') ?? unclosed(spot, '{', '}')) : undefined;
      return open ?? 'a value is missing here';
    },
  ],
  [/^could not find expected ':'$/, noColon],
  [/^did not find expected ',' or '\]'$/, (spot) => unclosed(spot, '[', ']')],
  [/^did not find expected ',' or '\}'$/, (spot) => unclosed(spot, '{', '}')],
  [/^found unexpected (?:end of stream|document indicator)$/, openQuote],
  [
    /^found unknown escape character$/,
    () => 'this backslash begins no escape that YAML has in double quotes; expected single quotes, or two backslashes',
  ],
  [
    /^did not find expected alphabetic or numeric character$/,
    ({ context }) => {
      const sign = context === 'while scanning an alias' ? '*' : '&';
      return `a text that begins with ${sign} needs quotes around it`;
    },
  ],
  [
    /^found undefined alias$/,
    ({ from }) => {
      const alias = /^\*[\w-]+/.exec(from)?.[0];
      return (
        alias && `no anchor &${alias.slice(1)} stands before ${alias}; a text that begins with * needs quotes around it`
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
    () => 'a list cannot begin here: expected each of its items on a line of its own, or quotes around the text',
  ],
];

function needsQuotes(sign: string): string {
  return `a value that begins with ${sign} needs quotes around it`;
}

/** The number of the line with the first mark of a conflict, where a fault stands between such marks. */
function conflictIn(text: string, at: number): number | undefined {
  const ours = text.search(/^<{7}(?: |\r?$)/m);
  if (ours < 0 || !/^>{7}(?: |\r?$)/m.test(text)) return undefined;
  const line = lineOf(text, ours);
  return lineOf(text, at) >= line ? line : undefined;
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|[\r\n]/).length;
}

/** Of a place in the middle of a line: what ends before it. */
function textBehind({ text, start, before, from, beginsLine }: Spot): string | undefined {
  if (beginsLine) return undefined;
  const sign = from.charAt(0);
  if (sign === ']' || sign === '}') return `this ${sign} closes nothing`;
  const end = before.trimEnd().length;
  const last = before.charAt(end - 1);
  const opened = nodeEndingAt(readYaml(text.slice(0, end)).root, end)?.start;
  if (opened === undefined) return undefined;
  if (last === '}' && text.startsWith('{{', opened)) return needsQuotes('{{');
  const where = lineOf(text, opened) === lineOf(text, start) ? '' : `opened in line ${lineOf(text, opened)} and `;
  if (last === '"' || last === "'") {
    const inside = last === '"' ? '\\"' : "''";
    return `text stands behind a quote that ${where}closes here; expected the whole value in quotes, with ${inside} for one in it`;
  }
  return last === ']' || last === '}'
    ? `text stands behind the ${last} that closes the value; expected quotes around the whole value`
    : undefined;
}

/** Of a place where a line begins in a column where none above did. */
function strayLine(spot: Spot): string | undefined {
  const { beginsLine, column, lines } = spot;
  if (!beginsLine) return undefined;
  const columns = openColumns(lines.slice(0, -1)).filter((one) => one !== column);
  if (columns.length === 0) return undefined;
  const expected = columns.join(', ').replace(/, (\d+)$/, ' or $1');
  return `this line begins in column ${column}, and nothing above that it could belong to does; expected column ${expected}`;
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

/** Of a name that nothing follows: it stands in the line above the place. */
function noColon({ lineAbove }: Spot): string | undefined {
  if (lineAbove === undefined) return undefined;
  const { text, number } = lineAbove;
  const line = text.trim();
  if (/^(?:\$ANSIBLE_VAULT;|[\da-f]{16,}$)/.test(line))
    return `what is vaulted has to be indented further than its name; line ${number} is not`;
  if (/^(?:- )?["']?[\w.-]+["']?:[^\s/]/.test(line)) return `the colon in line ${number} has no space behind it`;
  return `line ${number} is neither a name with a colon nor an item of a list with a dash; expected one of these`;
}

function unclosed({ text, start }: Spot, opening: string, closing: string): string | undefined {
  const head = `${text.slice(0, start)}${closing}`;
  const opened = nodeEndingAt(readYaml(head).root, head.length)?.start;
  if (opened === undefined || text[opened] !== opening) return undefined;
  return `the ${opening} in line ${lineOf(text, opened)} is not closed; expected , or ${closing} before this`;
}

function openQuote({ text, context }: Spot): string | undefined {
  if (context !== 'while scanning a quoted scalar') return undefined;
  for (const quote of ['"', "'"]) {
    const closed = text + quote;
    const opened = nodeEndingAt(readYaml(closed).root, closed.length)?.start;
    if (opened !== undefined && text[opened] === quote)
      return `the quote that opens in line ${lineOf(text, opened)} is not closed`;
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
