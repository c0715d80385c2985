/** Entries of collections in brackets: pairs and items are put in and taken out with their commas. */
import type { Habits } from './habits.ts';
import { afterBreak, afterGap, endOfLine, indentBefore, isLastInLine, lineBreakNear, startOfLine } from './lines.ts';
import type { TextEdit } from './text-edit.ts';
import type { Entry, WrittenCollection } from './written.ts';

/** The edits that take an entry out. */
export function withoutFlowEntry(text: string, collection: WrittenCollection, entry: Entry): readonly TextEdit[] {
  const { entries } = collection;
  const index = entries.indexOf(entry);
  const [before, after] = [entries[index - 1], entries[index + 1]];
  const comma = commaAfter(text, entry);
  const end = comma === undefined ? entry.end : comma + 1;
  const commaBefore = before === undefined ? undefined : commaAfter(text, before);
  // The comma before the last entry, unless one may end the collection too.
  const loose = comma === undefined && commaBefore !== undefined ? [removal(commaBefore, commaBefore + 1)] : [];
  if (indentBefore(text, entry.start) !== undefined && isLastInLine(text, end) && endOfLine(text, end) < text.length)
    return [...loose, removal(startOfLine(text, entry.start), afterBreak(text, endOfLine(text, end)))];
  if (after !== undefined && isBlank(text.slice(end, after.start))) return [removal(entry.start, after.start)];
  if (before !== undefined && commaBefore !== undefined && isBlank(text.slice(commaBefore + 1, entry.start)))
    return [removal(comma === undefined ? before.end : commaBefore + 1, end)];
  const inside = { start: collection.content + 1, end: collection.end - 1 };
  if (entries.length === 1 && isBlank(text.slice(inside.start, entry.start) + text.slice(end, inside.end)))
    return [removal(inside.start, inside.end)];
  return [...loose, removal(entry.start, end)];
}

/** The edits that put an entry in after another one, or after the last. */
export function withFlowEntry(
  text: string,
  collection: WrittenCollection,
  after: Entry | undefined,
  put: string,
  habits: Habits,
): readonly TextEdit[] {
  const { entries } = collection;
  const last = after ?? entries.at(-1);
  if (last === undefined) return intoEmpty(text, collection, put, habits);
  const comma = commaAfter(text, last);
  const indent = indentBefore(text, last.start);
  const end = comma === undefined ? last.end : comma + 1;
  const blank = habits.comma.slice(habits.comma.indexOf(',') + 1);
  if (indent === undefined) {
    if (comma === undefined) return [insertion(last.end, `${habits.comma}${put}`)];
    return [insertion(end, `${blank}${put},`)];
  }
  const line = `${lineBreakNear(text, startOfLine(text, last.start) === startOfLine(text, collection.start) ? last.end : collection.content)}${indent}${put}`;
  const lineEnd = isLastInLine(text, end) ? endOfLine(text, end) : end;
  if (comma !== undefined) return [insertion(lineEnd, `${line},`)];
  if (lineEnd === end) return [insertion(end, `,${line}`)];
  return [insertion(end, ','), insertion(lineEnd, line)];
}

/** In a text with a line for each entry, the first one gets a line as well. */
function intoEmpty(
  text: string,
  { content, end }: WrittenCollection,
  put: string,
  habits: Habits,
): readonly TextEdit[] {
  const inside = { start: content + 1, end: end - 1 };
  if (!isBlank(text.slice(inside.start, inside.end))) return [];
  const indent = /^[ \t]*/.exec(text.slice(startOfLine(text, content)))?.[0] ?? '';
  const lineBreak = lineBreakNear(text, content);
  const put1 = habits.spreads ? `${lineBreak}${indent}${habits.step}${put}${lineBreak}${indent}` : put;
  return [{ ...inside, text: put1 }];
}

/** The offset of the comma after an entry; undefined where there is none. */
function commaAfter(text: string, { end }: Entry): number | undefined {
  const at = afterGap(text, end);
  return text[at] === ',' ? at : undefined;
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

function removal(start: number, end: number): TextEdit {
  return { start, end, text: '' };
}

function insertion(at: number, text: string): TextEdit {
  return { start: at, end: at, text };
}
