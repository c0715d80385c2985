/** Entries of block collections: pairs and items on lines of their own are put in and taken out with these. */
import { afterBreak, endOfLine, indentBefore, lineBreakNear, startOfLine } from './lines-and-gaps.ts';
import type { Range } from '../source/tree.ts';
import type { TextEdit } from './text-edit.ts';
import { endOfLines, lastBlockText } from './written.ts';
import type { Around, Entry, WrittenCollection } from './written.ts';

/**
 * The edits that take an entry out. The last one leaves an empty collection in brackets. A text without a last line
 * break stays one, unless `keepsBreak` says that what is before the entry needs it.
 */
export function withoutBlockEntry(
  text: string,
  collection: WrittenCollection,
  entry: Entry,
  around: Around | undefined,
  keepsBreak: boolean,
): readonly TextEdit[] {
  const { entries, kind, start, propertiesEnd } = collection;
  const empty = kind === 'mapping' ? '{}' : '[]';
  const hasOwnLine = indentBefore(text, entry.start) !== undefined;
  const next = entries[entries.indexOf(entry) + 1];
  if (entries.length === 1) {
    const holder = around?.entry;
    const head = propertiesEnd > start ? propertiesEnd : holder === undefined ? undefined : headEnd(text, holder);
    if (!hasOwnLine || head === undefined || endOfLine(text, head) >= entry.start)
      return [{ start: entry.start, end: endOfEntry(text, entry), text: empty }];
    return [{ start: head, end: head, text: ` ${empty}` }, linesOf(text, entry, undefined, keepsBreak)];
  }
  if (hasOwnLine) return [linesOf(text, entry, next, keepsBreak)];
  // The next line moves up to the dash that this entry is behind.
  const line = nextLine(text, entry.end);
  const blanks = /^(?:[ \t]*(?:\r\n?|\n))* */.exec(text.slice(line))?.[0].length ?? 0;
  return [{ start: entry.start, end: line + blanks, text: '' }];
}

/** The edit that puts lines in after the line of an offset, whose comment stays. */
export function linesAfter(text: string, offset: number, indent: string, lines: readonly string[]): TextEdit {
  const lineBreak = /\r\n$|[\r\n]$/.exec(text.slice(0, offset))?.[0] ?? lineBreakNear(text, offset);
  const put = `${indent}${lines.join(lineBreak)}`;
  // A text with `|+` ends after its last break.
  const isAtStart = offset > 0 && startOfLine(text, offset) === offset;
  if (isAtStart) return { start: offset, end: offset, text: `${put}${lineBreak}` };
  const at = endOfLine(text, offset);
  return { start: at, end: at, text: `${lineBreak}${put}` };
}

/** The edits that the lines after an entry ask for: a block of text at the end of a text gets a line break. */
export function closingOf(text: string, { end, value }: Entry): readonly TextEdit[] {
  const last = lastBlockText(value);
  if (last === undefined || end < text.length || /[\n\r]$/.test(text)) return [];
  const [indicator = '', chomp = ''] = /^[|>]\d?([-+]?)/.exec(text.slice(last.content)) ?? [];
  const at = last.content + indicator.length;
  return chomp === '-' ? [] : [{ start: at - chomp.length, end: at, text: '-' }];
}

/** Without the line break of a text with `|+`. */
function endOfEntry(text: string, { end, value }: Entry): number {
  const last = lastBlockText(value);
  return last === undefined ? end : endOfLines(text, last);
}

/** The end of the colon or dash of an entry whose value begins on a later line. */
export function headEnd(text: string, { start, key }: Entry): number {
  return key === undefined ? start + 1 : text.indexOf(':', key.end) + 1;
}

/** The start of the line after an entry: a text with `|+` ends there already. */
function nextLine(text: string, end: number): number {
  return startOfLine(text, end) === end ? end : afterBreak(text, endOfLine(text, end));
}

/** The lines of an entry with the comments that are plainly its own. */
function linesOf(text: string, entry: Entry, next: Entry | undefined, keepsBreak: boolean): TextEdit {
  const isFollowed = (end: number): boolean => next !== undefined && startOfLine(text, next.start) === end;
  return linesWithout(text, entry, isFollowed, '#', keepsBreak);
}

/**
 * The edit that takes out the lines of a range with the comments that are plainly about them. `isFollowed` tells
 * whether these may be about the line at an offset as well; `marks` are the characters that begin a comment.
 */
export function linesWithout(
  text: string,
  range: Range,
  isFollowed: (next: number) => boolean,
  marks: string,
  keepsBreak = false,
): TextEdit {
  const start = startOfLine(text, range.start);
  const end = nextLine(text, range.end);
  const from = startOfOwnComments(text, start, range.start - start, isFollowed(end), marks);
  if (end < text.length || /[\r\n]$/.test(text) || keepsBreak) return { start: from, end, text: '' };
  const before = text.slice(0, from);
  return { start: from - (/\r?\n$|\r$/.exec(before)?.[0].length ?? 0), end, text: '' };
}

/**
 * The start of the comments right above an entry that are about it alone: in its column, neither at the head of the
 * text nor above a further entry. One that suppresses findings of the next line always is.
 */
function startOfOwnComments(text: string, start: number, column: number, isFollowed: boolean, marks: string): number {
  let from = start;
  let directives = start;
  for (;;) {
    const above = startOfLineAbove(text, from);
    const line = above === undefined ? '---' : text.slice(above, endOfLine(text, above));
    if (above === undefined || line.search(/\S/) !== column || !marks.includes(line.charAt(column)))
      return isFollowed || /^---(?:\s|$)/.test(line) ? directives : from;
    if (directives === from && DIRECTIVE.test(line)) directives = above;
    from = above;
  }
}

const DIRECTIVE = /^\s*#\s*stacklint-disable-next-line\s/;

function startOfLineAbove(text: string, start: number): number | undefined {
  const lineBreak = /\r\n$|[\r\n]$/.exec(text.slice(Math.max(0, start - 2), start));
  return lineBreak === null ? undefined : startOfLine(text, start - lineBreak[0].length);
}
