/** Edits of one text, and the text with them. */
import type { Range } from '../source/tree.ts';

/** A range of a text, and what takes its place: an empty range inserts, an empty text removes. */
export interface TextEdit extends Range {
  readonly text: string;
}

/**
 * The text with all edits; undefined if two of them overlap, or if one is not within the text. What is inserted at one
 * place comes in the given order, and before what replaces the text after that place.
 */
export function applied(text: string, edits: readonly TextEdit[]): string | undefined {
  if (edits.some(({ start, end }) => start < 0 || end < start || end > text.length)) return undefined;
  if (clashIn(edits) !== undefined) return undefined;
  let changed = '';
  let at = 0;
  for (const { start, end, text: put } of inOrder(edits)) {
    changed += text.slice(at, start) + put;
    at = end;
  }
  return changed + text.slice(at);
}

/** The first two edits that overlap: both change a character, or one inserts within what the other replaces. */
export function clashIn(edits: readonly TextEdit[]): readonly [TextEdit, TextEdit] | undefined {
  let last: TextEdit | undefined;
  for (const edit of inOrder(edits)) {
    if (last !== undefined && edit.start < last.end) return [last, edit];
    last = edit;
  }
  return undefined;
}

function inOrder(edits: readonly TextEdit[]): readonly TextEdit[] {
  return edits.toSorted((a, b) => a.start - b.start || Number(a.end > a.start) - Number(b.end > b.start));
}

/** The place in the text with edits of what is at a place without them: it grows or shrinks with what they change in it. */
export function movedBy({ start, end }: Range, edits: readonly TextEdit[]): Range {
  const growth = (own: readonly TextEdit[]): number =>
    own.reduce((sum, edit) => sum + edit.text.length - (edit.end - edit.start), 0);
  const before = edits.filter((edit) => edit.end <= start);
  const within = edits.filter((edit) => edit.end > start && edit.start < end);
  const moved = start + growth(before);
  return { start: moved, end: moved + (end - start) + growth(within) };
}
