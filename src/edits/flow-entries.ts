/** Entries of collections in brackets: pairs and items are put in and taken out with their commas. */
import type { Habits } from './habits.ts';
import {
  afterBreak,
  afterGap,
  endOfLine,
  indentBefore,
  indentOfLine,
  isLastInLine,
  startOfLine,
} from './lines-and-gaps.ts';
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
  const inside = { start: collection.content + 1, end: collection.end - 1 };
  if (entries.length === 1 && isBlank(text.slice(inside.start, entry.start) + text.slice(end, inside.end)))
    return [removal(inside.start, inside.end)];
  if (indentBefore(text, entry.start) !== undefined && isLastInLine(text, end) && endOfLine(text, end) < text.length)
    return [...loose, removal(startOfLine(text, entry.start), afterBreak(text, endOfLine(text, end)))];
  if (after !== undefined && isBlank(text.slice(end, after.start))) return [removal(entry.start, after.start)];
  if (before !== undefined && commaBefore !== undefined && isBlank(text.slice(commaBefore + 1, entry.start)))
    return [removal(comma === undefined ? before.end : commaBefore + 1, end)];
  return [...loose, removal(entry.start, end)];
}

/** The habits that tell how entries are put into brackets. */
type FlowHabits = Pick<Habits, 'comma' | 'step' | 'spreads' | 'lineBreak'>;

/**
 * The edits that put entries in after another one, in a collection that has none as its first. `write` gives them; those
 * that get lines of their own get these with the indentation. Undefined where one cannot be written.
 */
export function withFlowEntries(
  text: string,
  collection: WrittenCollection,
  after: Entry | undefined,
  write: (indent: string | undefined) => readonly (string | undefined)[],
  habits: FlowHabits,
): readonly TextEdit[] | undefined {
  if (after === undefined) return intoEmpty(text, collection, write, habits);
  const indent = indentBefore(text, after.start);
  const entries = write(indent);
  if (entries.includes(undefined)) return undefined;
  const comma = commaAfter(text, after);
  // A comma right after the colon would belong to a key without quotes.
  const blank = comma === undefined && text[after.end - 1] === ':' ? ' ' : '';
  const end = comma === undefined ? after.end : comma + 1;
  if (indent === undefined) {
    const put = entries.join(habits.comma);
    if (comma === undefined) return [insertion(end, `${blank}${habits.comma}${put}`)];
    const blanks = habits.comma.slice(habits.comma.indexOf(',') + 1);
    return [insertion(end, `${blanks}${put},`)];
  }
  const line = `${habits.lineBreak}${indent}`;
  const lines = `${line}${entries.join(`,${line}`)}`;
  const lineEnd = isLastInLine(text, end) ? endOfLine(text, end) : end;
  if (comma !== undefined) return [insertion(lineEnd, `${lines},`)];
  if (lineEnd === end) return [insertion(end, `${blank},${lines}`)];
  return [insertion(end, `${blank},`), insertion(lineEnd, lines)];
}

/** In a text that has a line for each entry, the first ones get lines as well. */
function intoEmpty(
  text: string,
  { content, end }: WrittenCollection,
  write: (indent: string | undefined) => readonly (string | undefined)[],
  { comma, step, spreads, lineBreak }: FlowHabits,
): readonly TextEdit[] | undefined {
  const indent = indentOfLine(text, content);
  const entries = write(spreads ? indent + step : undefined);
  const inside = { start: content + 1, end: end - 1 };
  if (entries.includes(undefined) || !isBlank(text.slice(inside.start, inside.end))) return undefined;
  const line = `${lineBreak}${indent}`;
  const put = spreads ? `${line}${step}${entries.join(`,${line}${step}`)}${line}` : entries.join(comma);
  return [{ start: inside.start, end: inside.end, text: put }];
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
