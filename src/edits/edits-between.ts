/** The edits that make one text of another, for whoever has the two alone. */
import { diffArrays } from 'diff';
import type { TextEdit } from './text-edit.ts';

/** The edits that make `after` of `before`: one for each run of lines that differ, of which it has what differs alone. */
export function editsBetween(before: string, after: string): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  let at = 0;
  let [taken, put] = ['', ''];
  const end = (): void => {
    if (taken !== put) edits.push(shortest(at - taken.length, taken, put));
    [taken, put] = ['', ''];
  };
  for (const { value, added, removed } of diffArrays(linesOf(before), linesOf(after))) {
    const text = value.join('');
    if (!added && !removed) end();
    if (!added) at += text.length;
    if (added) put += text;
    if (removed) taken += text;
  }
  end();
  return edits;
}

/** Lines with their ends. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
}

/** The edit that puts one text in place of another that begins at an offset, without what both begin and end with. */
function shortest(offset: number, taken: string, put: string): TextEdit {
  const most = Math.min(taken.length, put.length);
  let head = 0;
  while (head < most && taken[head] === put[head]) head++;
  while (isWithinOne(taken, head) || isWithinOne(put, head)) head--;
  let tail = 0;
  while (tail < most - head && taken.at(-1 - tail) === put.at(-1 - tail)) tail++;
  while (isWithinOne(taken, taken.length - tail) || isWithinOne(put, put.length - tail)) tail--;
  return { start: offset + head, end: offset + taken.length - tail, text: put.slice(head, put.length - tail) };
}

/** Tells whether an offset is within a line end or a character: no editor has a place there. */
function isWithinOne(text: string, at: number): boolean {
  return /^(?:\r\n|[\uD800-\uDBFF][\uDC00-\uDFFF])$/.test(text.slice(Math.max(0, at - 1), at + 1));
}
