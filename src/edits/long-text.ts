/** Texts of several lines: the words, or the lines, of one that become others. */
import type { Range, Scalar } from '../source/tree.ts';
import { rangeOfPart } from '../source/scalar-offsets.ts';
import { afterBreak, endOfLine, lineBreakNear } from './lines-and-gaps.ts';
import { quotedText } from './scalar-text.ts';
import type { TextEdit } from './text-edit.ts';
import { endOfContent } from './written.ts';
import type { WrittenScalar } from './written.ts';

/** The edits of the words that differ, so that all lines stay; undefined if the texts differ in other things. */
export function wordEdits(text: string, scalar: Scalar, value: string): readonly TextEdit[] | undefined {
  const old = scalar.value as string;
  const [before, after] = [partsOf(old), partsOf(value)];
  if (before.length !== after.length) return undefined;
  const edits: TextEdit[] = [];
  let at = 0;
  for (const [index, part] of before.entries()) {
    const put = after[index] ?? '';
    if (part !== put) {
      const range =
        part.trim() === '' || put === '' ? undefined : rangeOfPart(text, scalar, { start: at, end: at + part.length });
      if (range === undefined) return undefined;
      edits.push({ start: range.start, end: range.end, text: escapedIn(scalar, put) });
    }
    at += part.length;
  }
  return edits;
}

/** The words of a text, and the blanks between them. */
function partsOf(text: string): readonly string[] {
  return text.split(/(\s+)/);
}

function escapedIn({ style }: Scalar, word: string): string {
  if (style !== 'single' && style !== 'double') return word;
  return quotedText(word, style).slice(1, -1);
}

/** The edits of a block of text (`|`, `>`): of the lines that differ, and of what its header tells of its end. */
export function blockLinesEdits(text: string, written: WrittenScalar, value: string): readonly TextEdit[] | undefined {
  const { content, end, style, value: old } = written;
  const header = /^[|>](\d?)([-+]?)(\d?)/.exec(text.slice(content, end));
  const body = afterBreak(text, endOfLine(text, content));
  const indent = header === null || body >= end ? undefined : indentOfBody(text, written, body);
  const [core = '', breaks = ''] = /^(.*?)(\n*)$/s.exec(value)?.slice(1) ?? [];
  if (header === null || indent === undefined || core === '') return undefined;
  const lineBreak = lineBreakNear(text, content);
  const joined = style === 'folded' ? core.replaceAll('\n', '\n\n') : core;
  const lines = joined.split('\n').map((line) => (line === '' ? '' : indent + line));
  const keeps = header[2] === '+';
  const chomp = breaks === '' ? '-' : breaks.length > 1 || keeps ? '+' : '';
  const ending = lineBreak.repeat(keeps ? Math.max(1, breaks.length) : Math.max(0, breaks.length - 1));
  const range = { start: body, end: keeps ? end : endOfContent(text, written) };
  const lineEdit = withoutEqualLines(text, range, lines.join(lineBreak) + ending);
  // What the header says of line breaks at the end holds as long as they stay.
  if (chomp === header[2] || breaks === trailingBreaks(old)) return [lineEdit];
  const at = content + 1 + (header[1] ?? '').length;
  return [{ start: at, end: at + (header[2] ?? '').length, text: chomp }, lineEdit];
}

function trailingBreaks(text: string): string {
  return /\n*$/.exec(text)?.[0] ?? '';
}

/** The indentation of the lines of a block: what is before the first word, unless that is a blank of the text. */
function indentOfBody(text: string, { end, value }: WrittenScalar, body: number): string | undefined {
  const first = /[^\s]/.exec(text.slice(body, end));
  const own = /^\n*([ \t]*)\S/.exec(value)?.[1];
  if (first === null || own === undefined) return undefined;
  const at = body + first.index;
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at).replace(/^.*\r/s, '');
  return line.endsWith(own) ? line.slice(0, line.length - own.length) : undefined;
}

/** The edit of a range without the lines at its start and end that stay as they are. */
function withoutEqualLines(text: string, { start, end }: Range, put: string): TextEdit {
  const old = text.slice(start, end);
  const most = Math.min(old.length, put.length);
  let first = 0;
  while (first < most && old[first] === put[first]) first++;
  first = first === old.length && first === put.length ? first : Math.max(0, old.lastIndexOf('\n', first - 1) + 1);
  let last = 0;
  while (last < most - first && old[old.length - 1 - last] === put[put.length - 1 - last]) last++;
  const tail = old.slice(old.length - last);
  const lineEnd = /[\r\n]/.exec(tail);
  last = lineEnd === null ? 0 : last - lineEnd.index;
  return { start: start + first, end: end - last, text: put.slice(first, put.length - last) };
}
