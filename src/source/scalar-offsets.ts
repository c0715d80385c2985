/** Offsets in the document of parts of text values, which are read without quotes, escapes and indentation. */
import type { Range, Scalar } from './tree.ts';

/** The anchors and tags before a value of YAML, with the blanks and comments after them. */
const PROPERTIES = /(?:[!&]\S*(?:\s+(?:#.*)?)*)*/y;
const BREAK = /\r\n?|[\n\x85\u2028\u2029]/y;
const BLANKS = /[ \t]*/y;
const HEADER = /[|>][-+0-9]*[^\r\n\x85\u2028\u2029]*/y;
const ESCAPES: Readonly<Record<string, string>> = {
  '0': '\0', a: '\x07', b: '\b', t: '\t', '\t': '\t', n: '\n', v: '\v', f: '\f', r: '\r', e: '\x1b', ' ': ' ',
  '"': '"', '/': '/', '\\': '\\', N: '\x85', _: '\xa0', L: '\u2028', P: '\u2029',
}; // prettier-ignore
const DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/**
 * Finds the range in the document of a part of a text value, which is given by offsets into the value; undefined if
 * that is not certain.
 *
 * The scalar is read once more, with the offset of each character, and the result is compared with its value.
 */
export function rangeOfPart(text: string, scalar: Scalar, part: Range): Range | undefined {
  if (scalar.type !== 'str' || part.start >= part.end) return undefined;
  const expected = withoutLastBreaks(scalar.value as string);
  const read = trails(text, scalar).find(({ value }) => withoutLastBreaks(value) === expected);
  const start = read?.starts[part.start];
  const end = read?.ends[part.end - 1];
  return start === undefined || end === undefined ? undefined : { start, end };
}

/** The characters of a value with their offsets in the document. */
class Trail {
  value = '';
  readonly starts: number[] = [];
  readonly ends: number[] = [];

  add(characters: string, start: number, end: number): void {
    this.value += characters;
    for (let left = characters.length; left > 0; left--) {
      this.starts.push(start);
      this.ends.push(end);
    }
  }
}

/** Makes possible readings of a scalar; one of them has its value, if any has. */
function trails(text: string, { start, end, style, value }: Scalar): readonly Trail[] {
  if (style === 'bare') return [aligned(text, start, end, value as string)];
  const from = after(PROPERTIES, text, start);
  if (style === 'literal' || style === 'folded') return blocks(text, from, end, style === 'folded');
  if (style === 'plain') return [flow(text, from, end, style)];
  return [flow(text, from + 1, end - 1, style)];
}

/** Reads INI: between the characters of the value are only quotes and backslashes. */
function aligned(text: string, start: number, end: number, value: string): Trail {
  const trail = new Trail();
  for (let at = start; at < end; at++) {
    const character = text.charAt(at);
    if (character === value[trail.value.length]) trail.add(character, at, at + 1);
    else if (!/["'\\]/.test(character)) break;
  }
  return trail;
}

/** Reads a plain or quoted scalar (YAML 1.1 §9.1) without its quotes. */
function flow(text: string, start: number, end: number, style: 'plain' | 'single' | 'double'): Trail {
  const trail = new Trail();
  for (let at = start; at < end;) {
    const character = text.charAt(at);
    const lineEnd = after(BLANKS, text, at);
    if (after(BREAK, text, lineEnd) > lineEnd) at = fold(text, lineEnd, trail, ' ');
    else if (style === 'double' && character === '\\') at = escape(text, at, trail);
    else {
      const length = style === 'single' && character === "'" ? 2 : 1;
      trail.add(character, at, at + length);
      at += length;
    }
  }
  return trail;
}

/** Skips a line break with the blanks and empty lines after it: `single`, or the breaks of the empty lines. */
function fold(text: string, start: number, trail: Trail, single: string): number {
  let at = after(BLANKS, text, after(BREAK, text, start));
  let breaks = '';
  for (let next = after(BREAK, text, at); next > at; next = after(BREAK, text, at)) {
    breaks += '\n';
    at = after(BLANKS, text, next);
  }
  trail.add(breaks === '' ? single : breaks, start, at);
  return at;
}

function escape(text: string, start: number, trail: Trail): number {
  const code = text.charAt(start + 1);
  if (after(BREAK, text, start + 1) > start + 1) return fold(text, start + 1, trail, '');
  const digits = DIGITS[code] ?? 0;
  const end = start + 2 + digits;
  const number = digits === 0 ? NaN : parseInt(text.slice(start + 2, end), 16);
  trail.add(number <= 0x10ffff ? String.fromCodePoint(number) : (ESCAPES[code] ?? ''), start, end);
  return end;
}

/** Reads a block scalar with each indentation that it may have: its header may give one relative to the lines above. */
function blocks(text: string, start: number, end: number, folded: boolean): readonly Trail[] {
  const body = after(BREAK, text, after(HEADER, text, start));
  const lines = linesOf(text, body, end);
  const filled = lines.find((line) => indentOf(text, line) < line.end - line.start);
  const deepest = filled === undefined ? 0 : indentOf(text, filled);
  return Array.from({ length: deepest + 1 }, (_, less) => block(text, lines, deepest - less, folded));
}

interface Line extends Range {
  /** The offset after the line break. */
  readonly next: number;
}

function linesOf(text: string, start: number, end: number): readonly Line[] {
  const lines: Line[] = [];
  for (let at = start; at < end;) {
    let stop = at;
    let next = at;
    while (stop < end && (next = after(BREAK, text, stop)) === stop) stop++;
    lines.push({ start: at, end: stop, next: Math.max(next, stop) });
    at = Math.max(next, stop);
  }
  return lines;
}

function indentOf(text: string, { start, end }: Line): number {
  let at = start;
  while (at < end && text[at] === ' ') at++;
  return at - start;
}

/** Joins the lines of a block without their indentation, and folds those of a folded one (YAML 1.1 §9.2.3). */
function block(text: string, lines: readonly Line[], indent: number, folded: boolean): Trail {
  const trail = new Trail();
  let joins = false;
  let pending: Line[] = [];
  for (const line of lines) {
    const from = line.start + indent;
    if (from >= line.end) {
      pending.push(line);
      continue;
    }
    const blank = /[ \t]/.test(text.charAt(from));
    const [first, ...empty] = pending;
    if (folded && joins && !blank && first !== undefined && empty.length === 0) trail.add(' ', first.end, first.next);
    else for (const one of folded && joins && !blank ? empty : pending) trail.add('\n', one.end, one.next);
    for (let at = from; at < line.end; at++) trail.add(text.charAt(at), at, at + 1);
    joins = !blank;
    pending = [line];
  }
  return trail;
}

/** Removes the breaks at the end of a block, which depend on its chomping and are not part of a template. */
function withoutLastBreaks(value: string): string {
  let end = value.length;
  while (value[end - 1] === '\n') end--;
  return value.slice(0, end);
}

function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
